"""Servers as they are looked up and forgotten: many of them, with many tables, in small parts."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.model.people import Location
from bot.store import shard_range
from bot.store.privacy import TABLES_PER_STATEMENT
from tests.bot.store.test_store import ANA, BEN, CY, LOBBY, playing
from tests.bot.support.rooms import Backend


async def test_every_server_is_found_once_though_they_are_looked_up_in_parts(store):
    await store.add(LOBBY, 0)  # in direct messages
    for press, guild in enumerate((5, 5, 3), start=1):
        await store.add(replace(LOBBY, place=Location(guild, 70)), press)
    for guild in range(10, 11 + shard_range.ROWS_PER_QUERY):
        await store.servers.note_departure(guild, 1.0)
    await store.server_settings.set(2**62, "theme", "dark")
    await store.server_settings.set(5, "theme", "dark")
    assert await store.servers.guilds() == [3, 5, *range(10, 11 + shard_range.ROWS_PER_QUERY), 2**62]


async def test_no_server_is_found_in_a_new_file(store):
    assert await store.servers.guilds() == []


async def test_a_channel_counts_a_table_in_a_thread_of_its_own_once(store):
    await store.add(replace(LOBBY, place=Location(5, 60), lobby_channel=60), 1)
    await store.add(replace(LOBBY, place=Location(5, 61), lobby_channel=60), 2)
    assert (await store.servers.count_open_in_channel(60), await store.servers.count_open_in_channel(61)) == (2, 1)


async def test_a_server_with_many_tables_and_matches_is_forgotten_whole(store):
    here, there = Location(7, 70), Location(8, 80)
    first = None
    for press in range(3 * TABLES_PER_STATEMENT + 1):
        record = await store.add(replace(LOBBY, place=here, guests=(), match=first, first_seat=press), press)
        first = first or record.id
    kept = await store.add(replace(LOBBY, place=there, host=BEN, chairs=(), guests=()), 900)
    await store.servers.note_departure(7, 5.0)
    await store.privacy.forget_server(7, 10.0)
    assert await store.servers.guilds() == [8]
    assert await store.load(kept.id) == kept
    assert await store.servers.departed_before(9.0) == []


@pytest.mark.sqlite  # where the look and the deed take turns
async def test_a_server_that_is_half_forgotten_when_the_program_ends_is_forgotten_later(store):
    for press in range(4 * TABLES_PER_STATEMENT):
        await store.add(replace(LOBBY, place=Location(7, 70)), press)
    await store.servers.note_departure(7, 5.0)
    deed = asyncio.create_task(store.privacy.forget_server(7, 10.0))
    while await store.servers.count_open_on_server(7) > 3 * TABLES_PER_STATEMENT:
        continue
    deed.cancel()
    await asyncio.gather(deed, return_exceptions=True)
    assert await store.servers.count_open_on_server(7) > 0
    assert await store.servers.departed_before(9.0) == [7]
    await store.privacy.forget_server(7, 10.0)
    assert (await store.servers.count_open_on_server(7), await store.servers.departed_before(9.0)) == (0, [])


async def test_people_who_were_known_from_a_forgotten_server_only_are_unknown(store):
    backend = Backend(store)
    elsewhere = await backend.table(BEN, CY)
    record = await store.add(replace(LOBBY, place=Location(9, 70), host=ANA), 1)
    await store.save(record, replace(playing(record), removed_people=frozenset({CY.id})), 2)
    await store.privacy.forget_server(9, 10.0)
    assert [await store.people.name(person.id) for person in (ANA, BEN, CY)] == ["", "Ben", CY.name]
    assert await store.load(elsewhere.id) is not None
