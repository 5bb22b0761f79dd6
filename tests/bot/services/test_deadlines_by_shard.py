"""Deadlines where several of Discord's shards come and go by themselves, and where their number changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
import pytest_asyncio

from bot.model.people import Location
from bot.store.shard_range import ALL_SHARDS, ShardRange, shard_ranges
from tests.bot.support.rooms import ANA, BEN

pytestmark = pytest.mark.both

DAY, HOUR, COUNT = 86_400.0, 3_600.0, 4
PLACES = [Location(shard << 22, 70 + shard) for shard in range(COUNT)]


@pytest.fixture
def clocks(backend):
    return backend.services.deadlines


@pytest_asyncio.fixture(loop_scope="session")
async def tables(backend):
    """A table with a daily clock on a server of each shard, by the shard."""
    found = []
    for place in PLACES:
        lobby = await backend.lobby(ANA, BEN, place=place)
        record = await backend.store.load(lobby.id)
        await backend.store.save(record, replace(record, terms={"clock": "daily"}), None)
        found.append((await backend.rooms.start(lobby.id, ANA.id, backend.press)).id)
    return found


async def due(backend, room_id):
    """When somebody must have moved there."""
    room = await backend.rooms.room(room_id)
    return room.deadlines[room.to_act[0]]


async def passes(backend, shards, seconds):
    """So much time passes, in which only people on the servers of these shards can play."""
    backend.services.deadlines.reachable_shards = shard_ranges(shards, COUNT)
    until = backend.clock.time + seconds
    while backend.clock.time < until:
        await backend.pass_silently(min(60.0, until - backend.clock.time))
        await backend.services.deadlines.note_heartbeat()


async def test_who_comes_back_has_the_time_again_that_was_lost_and_nobody_else(backend, clocks, tables):
    before = [await due(backend, table) for table in tables]
    await passes(backend, {0, 1, 2, 3}, 60)
    await passes(backend, {0, 1, 3}, HOUR)
    assert [await due(backend, table) for table in tables] == before
    await passes(backend, {0, 1, 2, 3}, 60)
    assert [await due(backend, table) - at for table, at in zip(tables, before, strict=True)] == [0, 0, HOUR + 60, 0]
    assert await backend.store.deadlines.seconds_since_heartbeat(backend.clock.time) == {
        ALL_SHARDS: pytest.approx(0, abs=HOUR / 2)
    }


async def test_a_turn_ends_late_only_where_people_can_play(backend, clocks, tables):
    await passes(backend, {0, 1, 2, 3}, 60)
    clocks.reachable_shards = (ShardRange(1, 2, COUNT),)
    await backend.store.deadlines.record_heartbeat(backend.clock.time + 2 * DAY, clocks.reachable_shards)
    backend.clock.time += 2 * DAY
    assert await clocks.next_due() is not None
    assert sorted(await clocks.time_out()) == tables[1:3]
    assert {room_id for room_id, _ in await clocks.remind()} <= {tables[1], tables[2]}
    clocks.reachable_shards = ()
    assert (await clocks.next_due(), await clocks.time_out(), await clocks.note_heartbeat()) == (None, [], [])


@pytest.mark.parametrize(
    ("earlier", "late"),
    [
        ((ShardRange(0, 1, 4), ShardRange(2, 3, 4)), {2, 3}),  # two processes, of which the second stood still
        ((ALL_SHARDS, ShardRange(0, 1, 4)), {2, 3}),  # one for all, later one for some
        ((ShardRange(0, 0, 2), ShardRange(1, 1, 2)), {1, 3}),  # fewer shards, all others in each of them
        ((ShardRange(0, 7, 16), ShardRange(8, 15, 16)), set()),  # more of them: these servers are all in the first half
    ],
)
async def test_after_the_number_of_shards_has_changed_only_those_cut_off_have_more_time(
    backend, clocks, tables, earlier, late
):
    before = [await due(backend, table) for table in tables]
    fresh, stale = (earlier[0], earlier[1]) if earlier[0] is not ALL_SHARDS else (earlier[1], earlier[0])
    start = backend.clock.time
    await backend.store.deadlines.record_heartbeat(start, (stale,))
    await backend.pass_silently(5 * HOUR)
    await backend.store.deadlines.record_heartbeat(backend.clock.time, (fresh,))
    clocks.reachable_shards = (ALL_SHARDS,)
    assert await clocks.note_heartbeat() == [tables[shard] for shard in sorted(late)]
    for shard, table in enumerate(tables):
        lost = 5 * HOUR if shard in late else 0
        assert await due(backend, table) - before[shard] == pytest.approx(lost, abs=HOUR / 2 if lost else 0)
    assert await clocks.note_heartbeat() == []
    assert await backend.store.deadlines.seconds_since_heartbeat(backend.clock.time) == {
        ALL_SHARDS: pytest.approx(0, abs=HOUR / 2)
    }


async def test_a_share_forgets_only_what_it_knows_better(backend, clocks):
    for home in (ShardRange(0, 0, 4), ShardRange(2, 3, 4), ShardRange(0, 0, 2), ShardRange(0, 1, 4)):
        await backend.store.deadlines.record_heartbeat(5.0, (home,))
    await backend.store.deadlines.delete_heartbeats_within(ShardRange(0, 1, 4))
    assert set(await backend.store.deadlines.seconds_since_heartbeat(5.0)) == {
        ShardRange(2, 3, 4),
        ShardRange(0, 0, 2),
        ShardRange(0, 1, 4),
    }
