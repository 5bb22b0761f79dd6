"""What is kept of reviews: as it was given, of tables that are over only, and gone with them."""

from __future__ import annotations

from dataclasses import replace

import pytest_asyncio

from bot.model.review import ReviewProgress
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision, JudgedLine
from tests.bot.support.rooms import ANA, BEN

LINES = JudgedLine(("1B2", 'Ő"'), -1.25, 0.51, ("2K1",)), JudgedLine(("3B2",), -2.5, 0.125)
SOME = (
    JudgedDecision(0, 1, LINES, 1, False),
    JudgedDecision(4, 0, LINES[:1], 0, False),
    JudgedDecision(0, 1, LINES, 1, True),
)


@pytest_asyncio.fixture(loop_scope="session")
async def over(backend):
    """A table that is over."""
    room = await backend.table(ANA, BEN)
    await backend.services.table_actions.resign(room.id, ANA.id, backend.press)
    return await backend.rooms.room(room.id)


async def test_it_comes_back_as_it_was_kept(backend, over):
    length = len(over.table.log)
    one = ReviewProgress(length, 2, SOME)
    assert await backend.store.reviews.load(over.id) is None
    assert await backend.store.reviews.save(over.id, one)
    assert await backend.store.reviews.load(over.id) == one
    assert await backend.store.reviews.save(over.id, one.complete_review)
    assert await backend.store.reviews.load(over.id) == one.complete_review


async def test_nothing_that_is_complete_becomes_incomplete(backend, over):
    one = ReviewProgress(len(over.table.log), 2, SOME)
    assert await backend.store.reviews.save(over.id, one.complete_review)
    assert not await backend.store.reviews.save(over.id, one)
    assert (await backend.store.reviews.load(over.id)).is_complete


async def test_luck_comes_back_as_it_was_kept_and_nobody_knows_less_of_it_afterwards(backend, over):
    lucky = Luck(1, (1.25, -1.25), (0.5, 0.5)), Luck(1, (-3.0, 3.0), (1.0, 1.0)), Luck(2, (0.0, 0.0), (0.125, 0.125))
    some = replace(ReviewProgress(len(over.table.log), 2, SOME).complete_review, luck=lucky[:1], draw_count=3)
    whole = replace(some, luck=lucky)
    for one in (some, whole):
        assert await backend.store.reviews.save(over.id, one)
        assert await backend.store.reviews.load(over.id) == one
    assert not await backend.store.reviews.save(over.id, some)
    assert await backend.store.reviews.load(over.id) == whole
    assert (some.is_done, whole.is_done) == (False, True)


async def test_of_a_table_under_way_or_another_log_nothing_is_kept(backend, over):
    playing = await backend.table(ANA, BEN)
    assert not await backend.store.reviews.save(playing.id, ReviewProgress(len(playing.table.log), 2, SOME))
    assert not await backend.store.reviews.save(over.id, ReviewProgress(len(over.table.log) + 1, 2, SOME))
    assert not await backend.store.reviews.save(over.id + 99, ReviewProgress(0, 2, SOME))
    assert await backend.store.reviews.load(over.id) is None


async def test_it_is_forgotten_when_moves_are_taken_back_after_the_end(backend, over):
    before = await backend.store.load(over.id)
    assert await backend.store.reviews.save(over.id, ReviewProgress(len(before.log), 2, SOME))
    await backend.store.save(before, replace(before, log=before.log[:-1], phase="playing"), None)
    assert await backend.store.reviews.load(over.id) is None


async def test_it_goes_with_the_server_of_its_table_and_stays_when_a_person_goes(backend, over):
    assert await backend.store.reviews.save(over.id, ReviewProgress(len(over.table.log), 2, SOME))
    await backend.store.privacy.erase(ANA.id, backend.clock())
    assert await backend.store.reviews.load(over.id) is not None
    await backend.store.privacy.forget_server(over.place.guild, backend.clock())
    assert await backend.store.reviews.load(over.id) is None
