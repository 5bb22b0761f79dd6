"""What the store knows without reading it again: never anything else than the file holds."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio

from bot.store.database import LOSS_SLOTS, MAX_CACHED_RECORDS, Cache, Conflict, one_version_check
from bot.store.rows import READ_ROOM
from tests.bot.support.new_files import store_at
from tests.bot.support.rooms import ANA, BEN, CY, Person, backend_at


@pytest_asyncio.fixture(loop_scope="session")
async def backend(database):
    async with backend_at(database) as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def other(backend, database):
    """Another program on the same database."""
    store = await store_at(database)
    yield store
    await store.close()


async def read_anew(store):
    """The statements that the store sends from now on."""
    sent = []
    await store.database.port._connection.set_trace_callback(sent.append)
    return sent


def rooms_read(sent):
    return sum(statement.startswith(READ_ROOM[:20]) for statement in sent)


@pytest.mark.sqlite
async def test_a_press_reads_its_room_once_and_looks_once_for_other_programs(backend):
    room = await backend.table(ANA, BEN)
    await backend.store.deadlines.record_heartbeat(1.0)
    await backend.store.rooms.forget_rematch(room.id)
    sent = await read_anew(backend.store)
    with one_version_check():
        for _ in range(3):
            await backend.rooms.room_and_seat(room.id, ANA.id)
            await backend.rooms.list_for_person(ANA.id)
            await backend.store.preferences.load(ANA.id)
    assert (rooms_read(sent), sum("data_version" in one for one in sent)) == (1, 1)
    assert sum("FROM preferences WHERE person = 101" in one for one in sent) == 1


@pytest.mark.sqlite
async def test_what_was_saved_is_known(backend):
    room = await backend.table(ANA, BEN)
    sent = await read_anew(backend.store)
    later = await backend.move(room, "t1")
    within = rooms_read(sent)
    assert (await backend.rooms.room(room.id)).table == later.table
    assert rooms_read(sent) == within


async def test_another_program_is_believed_at_the_next_look(backend, other):
    room = await backend.table(ANA, BEN)
    await other.people.rename(Person(ANA.id, "Anna"))
    await other.preferences.set(BEN, "zone", "Europe/Budapest")
    seen = await backend.store.load(room.id)
    assert {chair.occupant.name for chair in seen.chairs} == {"Anna", "Ben"}
    assert {chair.zone for chair in seen.chairs} == {"", "Europe/Budapest"}
    assert await backend.store.preferences.load(BEN.id) == {("zone", "Europe/Budapest")}
    assert await backend.store.people.name(ANA.id) == "Anna"


async def test_who_loses_a_race_within_one_version_check_reads_anew(backend, other):
    room = await backend.table(ANA, BEN)
    with one_version_check():
        mine = await backend.store.load(room.id)
        await other.save(await other.load(room.id), mine, None)
        assert await backend.store.load(room.id) == mine
        with pytest.raises(Conflict):
            await backend.store.save(mine, mine, backend.press)
        assert (await backend.store.load(room.id)).change == mine.change + 1


async def test_a_task_that_outlives_the_press_looks_for_itself(backend, other):
    room = await backend.table(ANA, BEN)
    go = asyncio.Event()

    async def later():
        await go.wait()
        return (await backend.store.load(room.id)).change

    with one_version_check():
        before = await backend.store.load(room.id)
        task = asyncio.create_task(later())
    await other.save(await other.load(room.id), before, None)
    go.set()
    assert await task == before.change + 1


async def test_a_name_a_zone_and_a_language_are_in_every_room_at_once(backend):
    room, lobby = await backend.table(ANA, BEN), await backend.lobby(ANA, CY)
    with one_version_check():
        for number in (room.id, lobby.id):
            await backend.store.load(number)
        await backend.store.people.rename(Person(ANA.id, "Anna"))
        await backend.store.preferences.set(CY, "away", "2030-01-01")
        await backend.store.server_settings.set(room.place.guild, "language", "hu", refresh_tables=True)
        first, second = await backend.store.load(room.id), await backend.store.load(lobby.id)
        assert (first.host.name, second.host.name) == ("Anna", "Anna")
        assert (first.language, second.language) == ("hu", "hu")
        assert [chair.away_until for chair in second.chairs] == ["", "2030-01-01"]


def test_no_more_is_known_than_there_is_room_for():
    known = Cache()
    for number in range(MAX_CACHED_RECORDS + 10):
        known.keep(number, str(number), known.age)
    assert [known.recall(number) for number in (9, 10, MAX_CACHED_RECORDS + 9)] == [
        None,
        "10",
        str(MAX_CACHED_RECORDS + 9),
    ]
    known.keep(("SELECT", ()), [], known.age)
    known.forget([10])
    assert (known.recall(10), known.recall(("SELECT", ()))) == (None, [])
    known.note_version(7)
    assert (known.recall(11), known.recall(("SELECT", ()))) == (None, None)


def test_who_has_looked_goes_on_with_what_was_read_since_though_others_find_that_more_was_written():
    known = Cache()
    with one_version_check():
        known.note_version("first")
        known.keep(1, "a room", known.age)
        with one_version_check():
            known.note_version("second")
            assert (known.recall(1), known.recall_newest(1)) == (None, None)
            known.keep(2, "another", known.age)
        assert (known.recall(1), known.recall(2), known.recall_newest(1)) == ("a room", "another", None)


def test_what_was_written_while_it_was_read_is_not_kept():
    known, other = Cache(), 1 + LOSS_SLOTS
    before = known.losses
    known.forget((2,))
    apart = next(key for key in (("SELECT", (number,)) for number in range(LOSS_SLOTS)) if hash(key) % LOSS_SLOTS != 2)
    assert [known.may_be_lost(key, before) for key in (1, 2, apart)] == [False, True, False]
    assert (known.may_be_lost(2, known.losses), known.may_be_lost(2 + LOSS_SLOTS, before)) == (False, True)
    known.forget(None)
    assert [known.may_be_lost(key, before) for key in (1, other, apart)] == [True, True, True]
