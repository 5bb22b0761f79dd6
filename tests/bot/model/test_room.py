"""A room as it stands at a moment: until when somebody is away, and when somebody looks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.model.notifications import Notification
from bot.model.people import Person
from bot.model.prepared_turns import PreparedTurn
from bot.model.room import room_at
from engine.prepared_moves import PreparedMove
from tests.bot.support.tiny_games import SHELF

ANA, BEN = Person(11, "Ana"), Person(12, "Ben")


@pytest.mark.parametrize(
    ("zone", "last"),
    [
        ("", "2026-05-02 23:59"),
        ("Pacific/Auckland", "2026-05-02 11:59"),
        ("America/Los_Angeles", "2026-05-03 06:59"),
    ],
)
async def test_an_absence_ends_at_midnight_of_the_persons_own_zone(backend, zone, last):
    room = await backend.lobby(ANA, BEN)
    await backend.store.preferences.set(ANA, "zone", zone)
    await backend.store.preferences.set(ANA, "away", "2026-05-03")
    backend.clock.time = datetime.fromisoformat(last).replace(tzinfo=UTC).timestamp()
    before = await backend.rooms.room(room.id)
    backend.clock.time += 60
    later = await backend.rooms.room(room.id)
    assert [[chair.away_until for chair in one.chairs] for one in (before, later)] == [["2026-05-03", ""], ["", ""]]
    assert before != later


async def test_a_room_says_of_each_look_when_it_was(backend):
    room = await backend.lobby(ANA, BEN)
    first = await backend.rooms.room(room.id)
    backend.clock.time += 60
    later = await backend.rooms.room(room.id)
    assert (first, later.now - first.now) == (later, 60)


async def test_a_room_has_nothing_of_what_people_have_prepared(backend):
    record = await backend.store.load((await backend.table(ANA, BEN)).id)
    prepared = replace(record, prepared=(PreparedTurn(0, (PreparedMove("t1", {}),)),))
    assert room_at(prepared, SHELF, 0.0) == room_at(record, SHELF, 0.0)
    assert room_at(prepared, SHELF, 0.0).record.prepared == ()


async def test_what_people_are_to_be_notified_of_adds_up(backend):
    record = await backend.store.load((await backend.lobby(ANA, BEN)).id)
    later = record.with_notification("declined", ANA.id, about=BEN.id).with_notification("timed_out", BEN.id, seat=1)
    assert later.notifications == (
        Notification("declined", ANA.id, about=BEN.id),
        Notification("timed_out", BEN.id, facts={"seat": 1}),
    )
