"""What falls due, asked for by the clock: tables that are paused, moments of each kind, many tables after an outage."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.logic.consent import PROPOSAL_LIFETIME as ASK_LASTS
from bot.model.record import Chair, Deadline, Offer, Proposal
from bot.store import shard_range
from tests.bot.store.test_store import ANA, BEN, CY, LOBBY, VERA
from tests.bot.support.filled_store import BUSY, NOW, Size, fill
from tests.bot.support.new_files import store_at
from tests.bot.support.rooms import Backend

LASTS = (1_000.0, 200.0, 300.0)  # a pause, a proposal, an offer
PRESSES = itertools.count(1_000)
VERA_LATER = Chair(VERA, 1, 1)
WAITING = (Chair(BEN, 0, owes_move=True, deadline=Deadline(10.0, 90.0, 70.0)), Chair(VERA, 1))
RUNNING = replace(LOBBY, phase="playing", chairs=WAITING, guests=(), unpinged_guests=frozenset())


async def nearest(store):
    return await store.deadlines.next_moment(*LASTS)


async def table(store, **change):
    """A table under way to which that has happened."""
    record = await store.add(RUNNING, next(PRESSES))
    return await store.save(record, replace(record, **change), None)


async def test_no_deadline_of_a_paused_table_is_due_until_it_goes_on(store):
    record = await store.add(RUNNING, 1)
    assert (await store.deadlines.overdue_seats(90.0), await store.deadlines.due_reminders(70.0)) == (
        [(record.id, 0)],
    ) * 2
    paused = await store.save(record, replace(record, paused=60.0), 2)
    assert (await store.deadlines.overdue_seats(90.0), await store.deadlines.due_reminders(70.0)) == ([], [])
    assert await nearest(store) == 1_060.0  # the end of the pause
    assert await store.deadlines.rooms_with_deadline(BEN.id) == [record.id]
    await store.save(paused, replace(paused, paused=None), 3)
    assert await store.deadlines.overdue_seats(90.0) == [(record.id, 0)]


async def test_seats_that_change_during_a_pause_wait_with_their_table(store):
    record = await store.add(replace(RUNNING, paused=60.0), 1)
    later = await store.save(record, replace(record, chairs=(replace(WAITING[0], stamp=5), VERA_LATER)), 2)
    assert await store.deadlines.overdue_seats(90.0) == []
    assert later.chairs[0].deadline == WAITING[0].deadline


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({}, 70.0),
        ({"chairs": (replace(WAITING[0], deadline=Deadline(10.0, 90.0)), VERA_LATER)}, 90.0),
        ({"paused": -950.0}, 50.0),
        ({"proposal": Proposal(0, 0, 0, (0,), -140.0, "finish")}, 60.0),
        ({"offers": (Offer(0, CY, BEN, -245.0),)}, 55.0),
    ],
    ids=["reminder", "deadline", "pause", "proposal", "offer"],
)
async def test_the_clock_looks_next_when_the_first_thing_of_any_kind_is_due(store, change, at):
    await store.add(replace(RUNNING, chairs=(replace(WAITING[0], deadline=Deadline(0.0, 5_000.0)), VERA_LATER)), 1)
    await table(store, **change)
    assert await nearest(store) == at


async def test_nothing_of_a_table_that_is_over_is_waited_for(store):
    ask, offers = Proposal(0, 0, 0, (0,), 5.0, "finish"), (Offer(0, CY, BEN, 5.0),)
    record = await table(store, proposal=ask, offers=offers)
    await store.save(record, replace(record, phase="ended", chairs=(Chair(BEN, 0), VERA_LATER)), None)
    assert await nearest(store) is None
    assert await store.deadlines.lapsed_rooms(9.0, 9.0, 9.0) == []


async def test_what_has_lapsed_is_found_once_a_table_in_the_order_of_their_numbers(store):
    ask, offers = Proposal(0, 0, 0, (0,), 5.0, "finish"), (Offer(0, CY, BEN, 5.0), Offer(1, ANA, BEN, 6.0))
    changes = {"offers": offers}, {"proposal": ask, "offers": offers}, {}, {"proposal": ask}, {"paused": 5.0}
    rooms = [(await table(store, **change)).id for change in changes]
    assert await store.deadlines.lapsed_rooms(5.0, 5.0, 5.0) == [rooms[n] for n in (0, 1, 3, 4)]
    assert await store.deadlines.lapsed_rooms(4.0, 5.0, 4.0) == [rooms[1], rooms[3]]


async def test_an_offer_ends_with_the_game(backend):
    room = await backend.table(ANA, BEN)
    await backend.services.seats.offer(room.id, BEN, room.seat_of(BEN.id), CY, backend.press)
    while room.phase == "playing":
        room = await backend.move(room, str(room.table.view(room.to_act[0]).moves[-1]))
    assert (await backend.store.load(room.id)).offers == ()
    assert (await backend.store.privacy.person_export(CY.id))["invited"] == []


@pytest_asyncio.fixture(loop_scope="session")
async def backend(store):
    return Backend(store)


async def test_after_an_outage_each_table_is_found_once_though_they_are_looked_up_in_parts(store, monkeypatch):
    monkeypatch.setattr(shard_range, "ROWS_PER_QUERY", 20)
    count = 2 * shard_range.ROWS_PER_QUERY + 7
    records = [await store.add(replace(RUNNING, opened=float(n % 10)), n) for n in range(count)]
    await store.add(replace(RUNNING, paused=60.0), count)
    await store.add(replace(RUNNING, chairs=(Chair(BEN, 0), VERA_LATER)), count + 1)
    found = []
    async for room_id, channel, _ in store.deadlines.running_rooms(50.0):
        found.append(room_id)
        assert channel == LOBBY.place.channel
        record = await store.load(room_id)
        later = replace(WAITING[0], deadline=Deadline(10.0, 190.0))
        await store.save(record, replace(record, chairs=(later, VERA_LATER)), None)
    assert sorted(found) == [record.id for record in records]


async def test_a_clock_that_was_started_after_an_outage_is_not_among_those_to_move(store):
    await store.add(RUNNING, 1)
    assert [one async for one in store.deadlines.running_rooms(9.0)] == []
    assert len([one async for one in store.deadlines.running_rooms(10.0)]) == 1


async def test_a_file_that_is_filled_for_measuring_is_as_the_program_would_have_left_it(tmp_path):
    path, size = tmp_path / "filled.db", Size(running=200, finished=60, lines=5_500, lobbies=20)
    await fill(path, size)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        phases = dict(database.execute("SELECT phase, count(*) FROM rooms GROUP BY phase"))
        lines = database.execute("SELECT count(*) FROM log").fetchone()[0]
    assert phases == {"playing": size.running + 1, "over": size.finished + 1, "lobby": size.lobbies + 1}
    assert abs(lines - size.lines) < 100
    store = await store_at(path)
    try:
        assert len([one async for one in store.deadlines.running_rooms(NOW)]) == 0.98 * size.running + 1
        assert len(await store.deadlines.lapsed_rooms(NOW - 3 * ASK_LASTS, NOW - 600, NOW)) > 0
        old = (await store.rooms.finished_rooms_of_person(BUSY, 1))[0]
        assert (len(old.log) > 40, await store.leaderboards.game_outcome(old.id) is not None) == (True, True)
    finally:
        await store.close()
