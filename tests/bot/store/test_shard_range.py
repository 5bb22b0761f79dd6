"""What several processes do by themselves: every server is at home at one of them, and each work is done by one."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import chain

import pytest
import pytest_asyncio

from bot.model.people import Location
from bot.store.shard_range import ALL_SHARDS, ShardRange
from tests.bot.support.new_files import store_at
from tests.bot.support.rooms import ANA, BEN, Backend, write_rows

GUILDS = [None, 5, *(number << 22 | 77 for number in range(40))]
PLACES = [Location(None, 3), *(Location(number << 22 | 5, 70 + number) for number in range(5))]
HOMES = [ShardRange(0, 0, 4), ShardRange(1, 2, 4), ShardRange(3, 3, 4)]


async def of_running(store):
    return [room_id async for room_id, _, _ in store.deadlines.running_rooms(9e9)]


async def of_records(found):
    return [record.id for record in await found]


async def of_notifications(store, kind):
    return [one.room for one in await store.notifications.due_notifications(9e9) if one.kind == kind]


async def first(found):
    return [room_id for room_id, *_ in await found]


async def of_messages(found):
    return [stale.room for stale in await found]


TELL = "INSERT INTO notifications (room, since, due, kind, {}) SELECT id, 1, 1.0, {} FROM rooms WHERE id = ?"

# What a process looks for so as to do it by itself: the tables that it finds.
CHORES = {
    "deadlines": lambda store: first(store.deadlines.overdue_seats(9e9)),
    "reminders": lambda store: first(store.deadlines.due_reminders(9e9)),
    "what lapses": lambda store: store.deadlines.lapsed_rooms(9e9, 9e9, 9e9),
    "clocks that run": of_running,
    "lobbies": lambda store: of_records(store.rooms.lobbies(9e9)),
    "robots": lambda store: store.rooms.rooms_awaiting_robots(),
    "messages that are owed": lambda store: first(store.outbox.due_rooms()),
    "messages that are behind": lambda store: store.outbox.outdated_rooms(),
    "sleeping tables": lambda store: store.unreachable.rooms(),
    "sleeping tables that are tried again": lambda store: store.unreachable.rooms(9e9),
    "declines": lambda store: of_notifications(store, "declined"),
    "results": lambda store: of_notifications(store, "result"),
    "old messages": lambda store: of_messages(store.stale_messages.due_messages(9e9)),
    "logs to fold": lambda store: store.folded_logs.due_rooms(9e9, 100),
}


@pytest_asyncio.fixture(loop_scope="session")
async def processes(database):
    """A store that sees everything, then three that share it: a lobby, a table and a game over at each place."""
    async with AsyncExitStack() as stack:
        stores = [await store_at(database, home) for home in (ALL_SHARDS, *HOMES)]
        for store in stores:
            stack.push_async_callback(store.close)
        await fill(Backend(stores[0]))
        yield stores


async def fill(backend):
    for place in PLACES:
        await backend.lobby(ANA, BEN, place=place)
        for _ in range(2):
            room = await backend.lobby(ANA, BEN, place=place)
            await backend.rooms.start(room.id, ANA.id, backend.press)
        await over(backend.store, room.id)
    for sql in WORK:
        await write_rows(backend.store, sql)


async def over(store, room_id):
    await write_rows(store, "UPDATE rooms SET phase = 'over' WHERE id = ?", room_id)
    await write_rows(store, "INSERT INTO unreachable_rooms VALUES (?, 'channel_gone', 1.0, 1.0, 0)", room_id)
    await write_rows(store, TELL.format("channel", "'result', 9"), room_id)


WORK = (
    "UPDATE seats SET due = 100 + room, remind_at = 100 + room, clock_started = 1.0",
    "UPDATE seats SET person = NULL, level = 'random', name = 'Robot', owes_move = 1 WHERE seat = 1",
    "INSERT INTO proposals (room, seat, length, target, agreed, at) SELECT id, 0, 0, 0, '[]', 1000 + id FROM rooms",
    TELL.format("person", "'declined', 102").replace("id = ?", "TRUE"),
    "INSERT INTO stale_messages (message, room, channel, length, at) SELECT id, id, 7, 0, 1.0 FROM rooms",
)


async def test_each_piece_of_work_is_found_by_the_process_that_is_its_home_alone(processes):
    for chore, look in CHORES.items():
        everything, *shares = [sorted(await look(store)) for store in processes]
        assert (chore, sorted(chain(*shares))) == (chore, everything)
        assert all(shares), chore


async def test_each_process_waits_for_the_next_moment_of_its_own_tables(processes):
    found = [await store.deadlines.next_moment(0.0, 0.0, 0.0) for store in processes]
    assert found[0] == min(found[1:])
    assert len(set(found[1:])) == len(HOMES)


async def test_what_people_ask_for_is_found_wherever_they_are_connected(processes):
    one, *others = [await store.rooms.open_rooms_of_person(ANA.id) for store in processes]
    assert len({record.place for record in one}) == len(PLACES)
    assert others == [one] * len(others)
    for store in processes:
        assert [len(await store.rooms.open_rooms_in_channel(place.channel)) for place in PLACES] == [2] * len(PLACES)


async def test_the_numbers_of_the_processes_add_up_to_those_of_all(processes):
    everything, *shares = [await store.counts.open_tables() for store in processes]
    assert everything == type(everything)(*map(sum, zip(*map(vars_of, shares), strict=True)))
    everything, *shares = [await store.counts.waiting(9e9) for store in processes]
    assert everything == type(everything)(*map(sum, zip(*map(vars_of, shares), strict=True)))


def vars_of(counted):
    return tuple(vars(counted).values())


@pytest.mark.parametrize("count", [2, 3, 16])
def test_every_server_is_at_home_at_one_process(count):
    homes = [ShardRange(0, 0, count), ShardRange(1, count - 1, count)]
    assert [sum(home.covers(guild) for home in homes) for guild in GUILDS] == [1] * len(GUILDS)
    assert [home.covers_everything for home in homes] == [False, False]


def test_direct_messages_belong_to_the_first_shard():
    assert ShardRange(0, 1, 4).covers(None)
    assert not ShardRange(2, 3, 4).covers(None)


@pytest.mark.parametrize("home", [ShardRange(), ShardRange(0, 15, 16)])
def test_a_process_with_all_shards_is_the_home_of_every_server(home):
    assert home.covers_everything
    assert all(home.covers(guild) for guild in GUILDS)
