"""Processes that share a database, as each of them tells of the others in its log."""

from __future__ import annotations

import logging

import pytest

from bot.app.shards import ProcessReport
from bot.store.fleet import PROCESS_TIMEOUT
from bot.store.shard_range import ALL_SHARDS, ShardRange
from bot.store.store import Store
from tests.bot.support.postgres import empty
from tests.bot.support.rooms import Clock, write_rows


@pytest.fixture
async def report(postgres):
    """Makes the report of a process with that home, by the same clock."""
    store, clock = await Store.open(await empty(postgres)), Clock()

    async def made(home):
        one = ProcessReport(Store(store.database, home, store.fleet), clock)
        await one.report()
        return one

    made.clock = clock
    yield made
    await store.close()


@pytest.mark.parametrize(
    ("own", "other", "level", "told"),
    [
        (ShardRange(0, 1, 4), ShardRange(2, 3, 4), logging.INFO, "has the shards 2-3 of 4"),
        (ShardRange(0, 1, 4), ShardRange(0, 1, 4), logging.INFO, "has the shards 0-1 of 4, some of them ours"),
        (ShardRange(0, 1, 4), ShardRange(1, 2, 4), logging.INFO, "has the shards 1-2 of 4, some of them ours"),
        (ShardRange(0, 1, 4), ShardRange(4, 7, 8), logging.WARNING, "has the shards 4-7 of 8, but ours are some of 4"),
        (ALL_SHARDS, ALL_SHARDS, logging.INFO, "has all shards, some of them ours"),
    ],
)
async def test_who_appears_is_told_once(report, caplog, own, other, level, told):
    caplog.set_level(logging.INFO, "bot.app.shards")
    first = await report(own)
    assert caplog.records == []
    await report(other)
    caplog.clear()
    await first.report()
    await first.report()
    (line,) = caplog.records
    assert line.levelno == level
    assert line.getMessage().endswith(told)


@pytest.mark.parametrize(
    ("own", "other", "covers"),
    [
        (ShardRange(0, 1, 4), ShardRange(0, 1, 4), True),
        (ShardRange(0, 1, 4), ShardRange(0, 2, 4), True),
        (ShardRange(0, 1, 4), ALL_SHARDS, True),
        (ShardRange(0, 1, 4), ShardRange(1, 2, 4), False),
        (ShardRange(1, 2, 4), ShardRange(0, 1, 4), False),
        (ShardRange(0, 1, 4), ShardRange(0, 0, 4), False),
        (ShardRange(0, 1, 4), ShardRange(0, 1, 8), False),
        (ALL_SHARDS, ShardRange(0, 2, 4), False),
    ],
)
async def test_another_takes_over_if_it_has_all_the_shards(report, own, other, covers):
    first, second = await report(own), await report(other)
    assert await first.is_covered() is covers
    await second.end()
    assert not await first.is_covered()


async def test_a_process_that_says_nothing_any_more_takes_over_from_nobody(report):
    first, second = await report(ALL_SHARDS), await report(ALL_SHARDS)
    report.clock.time += PROCESS_TIMEOUT + 1  # by its own clock, which may be wrong
    assert await first.is_covered()
    await write_rows(second._store, "UPDATE processes SET seen = seen - ?", PROCESS_TIMEOUT + 1)
    assert not await first.is_covered()


async def test_in_a_file_there_is_nobody_else(running_bot):
    client = running_bot.client
    await client.processes.report()
    assert not await client.is_covered()
    assert await running_bot.store.database.fetch("SELECT name FROM processes") == []
