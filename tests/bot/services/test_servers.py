"""Servers with two processes on one database: each has its half of them, and takes none of the other's for gone."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio

from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.preferences import TABLES_PER_PERSON
from bot.services.servers import SERVER_RETENTION
from bot.store.shard_range import ShardRange
from tests.bot.support.rooms import ANA, BEN, CY, backend_at, rows

pytestmark = pytest.mark.both

GUILDS = [number << 22 | 9 for number in range(6)]
LEFT, RIGHT = ShardRange(0, 1, 4), ShardRange(2, 3, 4)


@pytest_asyncio.fixture(loop_scope="session")
async def halves(database):
    """Two processes on one database with tables on all servers, and the servers that each of them is connected to."""
    async with backend_at(database, LEFT) as left, backend_at(database, RIGHT) as right:
        for guild in GUILDS:
            await left.lobby(ANA, place=Location(guild, guild + 1))
        yield [(backend, {one for one in GUILDS if backend.store.shards.covers(one)}) for backend in (left, right)]


async def test_no_process_takes_the_servers_of_another_for_gone(halves):
    assert [len(present) for _, present in halves] == [4, 2]
    for backend, present in halves:
        await backend.services.servers.note_present(present)
        assert await rows(backend.store, "SELECT guild FROM departures") == []
    for backend, present in halves:
        backend.clock.time += SERVER_RETENTION + 86_400.0
        assert await backend.services.servers.forget_departed(present) == []
        assert [await backend.services.servers.count_open_tables(guild) for guild in GUILDS] == [1] * len(GUILDS)


async def test_a_server_that_is_gone_is_forgotten_by_the_process_that_is_its_home(halves):
    (left, present), (right, others) = halves
    lost = max(present)
    for backend, there in halves:
        await backend.services.servers.note_present(there - {lost})
        backend.clock.time += SERVER_RETENTION + 86_400.0
    assert await right.services.servers.forget_departed(others) == []
    assert await left.services.servers.forget_departed(present - {lost}) == [lost]
    assert await left.services.servers.count_open_tables(lost) == 0


async def test_nobody_has_more_tables_than_allowed_though_they_sit_down_at_several_processes_at_once(database):
    async with backend_at(database) as one, backend_at(database) as other:
        lobbies = [
            await one.lobby(Person(number, f"Host {number}"), place=Location(7, number)) for number in range(300, 304)
        ]
        for number in range(TABLES_PER_PERSON - 2):
            await one.lobby(ANA, place=Location(8, number))
        deeds = [
            backend.rooms.join(room.id, ANA, one.press) for room, backend in zip(lobbies, (one, other) * 2, strict=True)
        ]
        deeds.append(other.rooms.open("stones", ANA, Location(9, 90), one.press))
        ends = await asyncio.gather(*deeds, return_exceptions=True)
        refusals = [end.key for end in ends if isinstance(end, Refusal)]
        assert refusals == ["too_many_person"] * 3
        assert len(await one.store.rooms.open_rooms_of_person(ANA.id)) == TABLES_PER_PERSON


async def test_the_limit_of_one_server_holds_at_several_processes_too(database):
    async with backend_at(database) as one, backend_at(database) as other:
        await one.services.servers.choose(7, "person", ["1"])
        lobbies = [await one.lobby(BEN, place=Location(guild, 70 + guild)) for guild in (6, 7)]
        lobbies.append(await one.lobby(CY, place=Location(7, 79)))
        deeds = [
            backend.rooms.join(room.id, ANA, one.press)
            for room, backend in zip(lobbies, (one, other, one), strict=True)
        ]
        ends = await asyncio.gather(*deeds, return_exceptions=True)
        assert [end.facts for end in ends if isinstance(end, Refusal)] == [{"n": 1}]
        assert sorted(room.place.guild for room in await one.store.rooms.open_rooms_of_person(ANA.id)) == [6, 7]
