"""Who plays on the pages of tables: how long links and sessions hold, and how many there are of one person."""

from __future__ import annotations

import pytest

from bot.services.page_sessions import (
    MAX_LINKS_PER_PERSON,
    MAX_SECRET_LENGTH,
    MAX_SESSIONS_PER_PERSON,
    RECENT_SESSION_AGE,
    PageSessions,
)
from tests.bot.support.rooms import ANA, BEN, CY, DEE, refusal_of

pytestmark = pytest.mark.both

MINUTE, DAY = 60.0, 86_400.0


@pytest.fixture
def forgotten():
    """Of whom memory was to forget everything."""
    return []


@pytest.fixture
def sessions(backend, forgotten):
    return PageSessions(backend.store, backend.clock, forgotten.append)


async def test_a_link_is_opened_once_within_ten_minutes(backend, sessions):
    early, late = await sessions.create_link(ANA), await sessions.create_link(ANA)
    backend.clock.time += 10 * MINUTE - 1
    secret = await sessions.open(early)
    assert await sessions.person(secret) == ANA.id
    assert (await refusal_of(sessions.open(early))).key == "page_link"
    backend.clock.time += 1
    assert (await refusal_of(sessions.open(late))).key == "page_link"


async def test_a_session_lasts_thirty_days(backend, sessions):
    secret = await sessions.open(await sessions.create_link(ANA))
    backend.clock.time += 30 * DAY - 1
    assert await sessions.person(secret) == ANA.id
    backend.clock.time += 1
    assert await sessions.person(secret) is None
    await sessions.expire()
    assert await backend.store.database.fetch("SELECT person FROM page_sessions") == []


async def test_the_oldest_give_way(backend, sessions):
    secrets = []
    for _ in range(MAX_SESSIONS_PER_PERSON + 1):
        backend.clock.time += 1
        secrets.append(await sessions.open(await sessions.create_link(ANA)))
    assert [await sessions.person(one) for one in secrets] == [None, *[ANA.id] * MAX_SESSIONS_PER_PERSON]
    assert len(await sessions.session_starts(ANA.id)) == MAX_SESSIONS_PER_PERSON
    links = []
    for _ in range(MAX_LINKS_PER_PERSON + 1):
        backend.clock.time += 1
        links.append(await sessions.create_link(BEN))
    assert (await refusal_of(sessions.open(links[0]))).key == "page_link"
    assert await sessions.open(links[1])


async def test_one_session_ends_or_all_of_a_person(sessions, forgotten):
    first, second, other = [await sessions.open(await sessions.create_link(one)) for one in (ANA, ANA, BEN)]
    await sessions.end(first)
    assert [await sessions.person(one) for one in (first, second, other)] == [None, ANA.id, BEN.id]
    await sessions.end_all(ANA.id)
    assert [await sessions.person(one) for one in (second, other)] == [None, BEN.id]
    assert forgotten == [ANA.id]


async def test_the_secret_itself_is_stored_nowhere(backend, sessions):
    link = await sessions.create_link(ANA)
    secret = await sessions.open(link)
    rows = await backend.store.database.fetch("SELECT digest FROM page_sessions")
    assert len(rows) == 1
    assert not {link, secret} & {digest for (digest,) in rows}


@pytest.mark.parametrize("text", ["", "x", "x" * MAX_SECRET_LENGTH, "x" * (MAX_SECRET_LENGTH + 1), "\ud800"])
async def test_any_other_text_is_nobodys_session(sessions, text):
    assert await sessions.person(text) is None
    assert (await refusal_of(sessions.open(text))).key == "page_link"


async def test_memory_forgets_a_session_with_its_end_with_a_deletion_and_after_an_hour(backend):
    sessions = backend.services.page_sessions
    ended, erased, all_ended, old = [
        await sessions.open(await sessions.create_link(one)) for one in (ANA, BEN, CY, DEE)
    ]
    secrets = ended, erased, all_ended, old
    assert [await sessions.person(one) for one in secrets] == [sessions.recent_person(one) for one in secrets]
    await sessions.end(ended)
    await backend.services.privacy.erase(BEN.id)
    await sessions.end_all(CY.id)
    assert [sessions.recent_person(one) for one in secrets] == [None, None, None, DEE.id]
    backend.clock.time += RECENT_SESSION_AGE
    assert sessions.recent_person(old) is None
    await sessions.expire()
    assert not sessions._recent
