"""When what was deleted is removed from the file for good: once a day, in the quietest hour."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.app.wiring import make_services
from bot.model.hours import HOUR
from bot.model.people import Location, Person
from bot.services.privacy import UPKEEP_INTERVAL as DAY
from bot.services.privacy import quietest_hour
from bot.store.privacy import SCRUB_LEASE
from tests.bot.store.test_erasure import ZOE, found
from tests.bot.support.rooms import ANA, BEN, CY, DEE

MIDNIGHT = 20 * DAY


@pytest.mark.parametrize("since", [0.0, 1.0, HOUR - 1, HOUR, 5.5 * HOUR, DAY - 1])
def test_the_quiet_hour_comes_within_a_day_after_the_deletion(since):
    for hour in range(24):
        presses = [9] * 24
        presses[hour] = 1
        at = quietest_hour(MIDNIGHT + since, MIDNIGHT + since + DAY, presses)
        assert at % DAY == hour * HOUR
        assert MIDNIGHT + since <= at <= MIDNIGHT + since + DAY, hour


def test_of_equally_quiet_hours_the_first_is_taken():
    assert quietest_hour(MIDNIGHT + 90.0, MIDNIGHT + DAY, [0] * 24) == MIDNIGHT + HOUR


def test_where_no_hour_begins_in_time_the_last_moment_is_taken():
    assert quietest_hour(MIDNIGHT + 90.0, MIDNIGHT + 95.0, [0] * 24) == MIDNIGHT + 95.0


async def played(backend, hours):
    """People have played in each of these hours, and it is midnight now."""
    for hour in hours:
        backend.clock.time = MIDNIGHT - DAY + hour * HOUR + 60
        await backend.lobby((BEN, CY)[hour % 2], place=Location(7, 70 + hour))
    backend.clock.time = MIDNIGHT + 60


async def removed_at(backend, until):
    """The hours until then in which traces were removed."""
    hours = []
    while backend.clock.time < until:
        backend.clock.time += 600
        if await backend.services.upkeep.remove_traces():
            hours.append((backend.clock.time - MIDNIGHT) // HOUR)
    return hours


async def test_presses_of_the_last_day_are_counted_by_the_hour(backend):
    await played(backend, [0, 3, 3, 23])
    counts = await backend.store.rooms.presses_by_hour(backend.clock.time)
    assert {hour: count for hour, count in enumerate(counts) if count} == {0: 1, 3: 2, 23: 1}


async def test_traces_of_all_deletions_are_removed_together_in_the_quietest_hour(backend):
    await played(backend, [hour for hour in range(24) if hour != 4])
    for person in (ANA, DEE, Person(105, "Eve")):
        await backend.services.privacy.erase(person.id)
        backend.clock.time += HOUR
    assert await removed_at(backend, MIDNIGHT + 2 * DAY) == [4]


async def test_nothing_is_done_where_nobody_was_deleted(backend):
    await played(backend, [1, 2])
    assert await removed_at(backend, MIDNIGHT + 2 * DAY) == []


async def test_a_deletion_is_remembered_across_a_restart(backend):
    await played(backend, [hour for hour in range(24) if hour != 4])
    await backend.services.servers.forget(8)
    backend.services = make_services(backend.store, backend.clock, lambda: "a seed")
    assert await removed_at(backend, MIDNIGHT + 4 * HOUR - 700) == []
    backend.services = make_services(backend.store, backend.clock, lambda: "a seed")
    assert await removed_at(backend, MIDNIGHT + 2 * DAY) == [4]


async def test_they_are_removed_once_a_day_where_all_hours_are_equally_quiet(backend):
    backend.clock.time = MIDNIGHT + 2 * HOUR + 3000
    await backend.services.privacy.erase(ANA.id)
    assert await removed_at(backend, MIDNIGHT + 3 * HOUR + 600) == [3]
    await backend.services.privacy.erase(DEE.id)
    assert await removed_at(backend, MIDNIGHT + 3 * DAY) == [24 + 3]


async def test_a_restart_changes_nothing_about_when_they_are_removed(backend):
    await played(backend, [hour for hour in range(24) if hour != 20])
    await backend.services.servers.forget(8)
    assert await removed_at(backend, MIDNIGHT + 9 * HOUR) == []
    await backend.store.rooms.forget_presses(backend.clock.time - DAY)
    backend.services = make_services(backend.store, backend.clock, lambda: "a seed")
    assert await removed_at(backend, MIDNIGHT + 2 * DAY) == [20]


async def test_after_a_long_rest_traces_are_removed_at_the_start(backend):
    await played(backend, [1])
    await backend.services.privacy.erase(ANA.id)
    backend.clock.time += 9 * DAY
    assert await backend.services.upkeep.remove_traces()


async def test_of_two_processes_one_removes_the_traces(backend):
    await played(backend, [1])
    await backend.services.privacy.erase(ANA.id)
    backend.clock.time += DAY
    other = make_services(backend.store, backend.clock, lambda: "a seed")
    assert sorted(await asyncio.gather(backend.services.upkeep.remove_traces(), other.upkeep.remove_traces())) == [
        False,
        True,
    ]


async def test_rows_are_counted_once_a_day(backend):
    counted = "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"
    await backend.table(ANA, BEN)
    await backend.store.deadlines.lapsed_rooms(1.0, 1.0, 1.0)
    await backend.services.upkeep.optimize()
    assert [tuple(row) for row in await backend.store.database.fetch(counted)] == [(0,)]
    backend.clock.time += DAY
    await backend.services.upkeep.optimize()
    assert [tuple(row) for row in await backend.store.database.fetch(counted)] == [(1,)]


async def test_traces_that_another_reader_kept_are_gone_an_hour_later(backend):
    await backend.table(ZOE, ANA, BEN)
    await backend.services.privacy.erase(ZOE.id)
    backend.clock.time += DAY
    with closing(sqlite3.connect(backend.store.database.port.path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM people").fetchall()
        assert not await backend.services.upkeep.remove_traces()
        assert await found(backend, ZOE)  # in the journal, which cannot be emptied now
    backend.clock.time += SCRUB_LEASE - 1
    assert not await backend.services.upkeep.remove_traces()
    backend.clock.time += 1
    assert await backend.services.upkeep.remove_traces()
    assert await found(backend, ZOE) == set()


async def test_whoever_is_deleted_while_traces_are_removed_is_left_for_the_next_time(backend):
    await backend.table(ZOE, ANA, BEN)
    await backend.services.privacy.erase(ZOE.id)
    backend.clock.time += DAY
    privacy, port = backend.store.privacy, backend.store.database.port
    scrub = port.scrub

    async def meanwhile():
        await privacy.erase(ANA.id, backend.clock.time)
        return await scrub()

    port.scrub = meanwhile
    assert await backend.services.upkeep.remove_traces()
    port.scrub = scrub
    backend.clock.time += DAY - 1
    assert not await backend.services.upkeep.remove_traces()
    backend.clock.time += 1
    assert await backend.services.upkeep.remove_traces()
    assert await privacy.traces() is None
