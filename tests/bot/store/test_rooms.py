"""Rooms as they are looked up: by person, channel, age and press."""

import re
from dataclasses import replace

import pytest

from bot.model.people import Location
from bot.model.record import Chair, LogLine
from bot.store.rooms import _KEPT_BY_MOVES, _UPDATE_AFTER_MOVE, _UPDATE_ROOM, PRESSES_PER_CLEANUP
from tests.bot.store.test_store import ANA, BEN, LOBBY, VERA, playing
from tests.bot.support.rooms import write_rows


async def test_old_presses_are_forgotten(store):
    record = await store.add(LOBBY, 1)
    await store.save(record, playing(record), 2)
    await store.rooms.forget_presses(60.0)
    assert (await store.rooms.room_changed_by(1), await store.rooms.room_changed_by(2)) == (None, record.id)


async def test_a_press_that_changes_more_than_a_room_is_taken_once_until_it_is_forgotten(store):
    assert [await store.rooms.take_press(press, at) for press, at in ((1, 50.0), (2, 70.0), (1, 70.0))] == [
        True,
        True,
        False,
    ]
    await store.rooms.forget_presses(60.0)
    assert [await store.rooms.take_press(press, 80.0) for press in (1, 2)] == [True, False]


async def test_of_many_old_presses_the_oldest_are_forgotten_first(store):
    record = await store.add(LOBBY, 0)
    for press in range(1, PRESSES_PER_CLEANUP + 2):
        await write_rows(store, "INSERT INTO presses VALUES (?, ?, ?)", press, record.id, float(press))
    for forgotten in (False, True):
        await store.rooms.forget_presses(1e9)
        found = [await store.rooms.room_changed_by(PRESSES_PER_CLEANUP + n) is None for n in (-1, 1)]
        assert found == [True, forgotten]


async def test_tables_of_a_person_come_waiting_first_then_latest(store):
    async def table(press: int, moved: float, acts: bool, phase: str = "playing") -> int:
        chairs = (Chair(BEN, 0, 1, acts), Chair(VERA, 1))
        return (await store.add(replace(LOBBY, phase=phase, changed_at=moved, chairs=chairs), press)).id

    old, late = await table(1, 10.0, False), await table(2, 30.0, False)
    waiting, waits_longer = await table(3, 20.0, True), await table(4, 5.0, True)
    lobby = await table(5, 25.0, False, "lobby")
    for press, phase in enumerate(("over", "ended", "cancelled", "expired"), start=6):
        await table(press, 99.0, True, phase)
    assert [record.id for record in await store.rooms.open_rooms_of_person(BEN.id)] == [
        waiting,
        waits_longer,
        late,
        lobby,
        old,
    ]
    assert await store.rooms.open_rooms_of_person(ANA.id) == []


async def test_who_has_left_a_table_for_good_does_not_find_it_among_ones_own(store):
    for press, mark in enumerate(("resigned", "gone", "kicked", "late"), start=1):
        chairs = (Chair(ANA, 0), Chair(VERA, 1, departure=mark, former_person=BEN.id))
        await store.add(replace(LOBBY, phase="playing", chairs=chairs, terms={"mark": mark}), press)
    assert [record.terms["mark"] for record in await store.rooms.open_rooms_of_person(BEN.id)] == ["late"]


async def test_a_list_that_was_read_before_follows_every_change_of_its_tables(store):
    """Also those that change a single table and name nobody else."""
    seats = (Chair(BEN, 0, 1, owes_move=False), Chair(VERA, 1, 1, owes_move=True))
    first, second = [await store.add(replace(LOBBY, phase="playing", chairs=seats), press) for press in (1, 2)]

    async def listed():
        return [record.id for record in await store.rooms.open_rooms_of_person(BEN.id)]

    assert await listed() == [second.id, first.id]
    waits = await store.save(first, replace(first, chairs=(replace(seats[0], owes_move=True), seats[1])), 3)
    assert await listed() == [first.id, second.id]
    late = (replace(seats[0], occupant=VERA, departure="late", former_person=BEN.id), seats[1])
    kept = await store.save(second, replace(second, chairs=late), 4)
    assert await listed() == [first.id, second.id]
    await store.save(kept, replace(kept, chairs=(replace(late[0], departure="gone"), seats[1])), 5)
    assert await listed() == [first.id]
    await store.save(waits, replace(waits, phase="ended"), 6)
    assert await listed() == []


async def test_a_channel_lists_what_is_open(store):
    record = await store.add(LOBBY, 1)
    other = await store.add(replace(LOBBY, place=Location(1, 5)), 2)
    over = await store.add(replace(LOBBY, phase="over"), 3)
    assert [one.id for one in await store.rooms.open_rooms_in_channel(LOBBY.place.channel)] == [record.id]
    assert [one.id for one in await store.rooms.open_rooms_in_channel(5)] == [other.id]
    assert over.id not in (record.id, other.id)


async def test_a_table_in_a_thread_belongs_to_both_channels(store):
    record = await store.add(replace(LOBBY, place=Location(5, 60), lobby_channel=50), 1)
    assert await store.rooms.open_rooms_in_channel(60) == await store.rooms.open_rooms_in_channel(50) == [record]


async def test_lobbies_are_found_by_age(store):
    record = await store.add(LOBBY, 1)
    await store.add(replace(LOBBY, phase="playing"), 2)
    assert await store.rooms.lobbies(50.5) == []
    assert await store.rooms.lobbies(50.6) == [record]


async def test_robots_that_owe_a_move_are_found(store):
    record = await store.add(LOBBY, 1)
    assert await store.rooms.rooms_awaiting_robots() == []
    later = await store.save(record, playing(record), 2)
    assert await store.rooms.rooms_awaiting_robots() == [record.id]
    paused = await store.save(later, replace(later, paused=70.0), None)
    assert await store.rooms.rooms_awaiting_robots() == []
    later = await store.save(paused, replace(paused, paused=None), None)
    await store.save(later, replace(later, phase="ended"), None)
    assert await store.rooms.rooms_awaiting_robots() == []


def test_what_a_move_does_not_set_is_looked_at_before():
    names = [set(re.findall(r" :(\w+)", sql)) for sql in (_UPDATE_ROOM, _UPDATE_AFTER_MOVE)]
    assert names[1] < names[0]
    assert names[0] - names[1] - {"guild", "channel"} | {"place"} == set(_KEPT_BY_MOVES)


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "over"}, {"ended_by": "Ben"}, {"terms": {"where": "thread"}}, {"place": Location(1, 99)},
        {"lobby_channel": 77}, {"paused": 50.0}, {"seed": "another"}, {"host": BEN},
        {"changed_at": 60.0, "state": "{}"},
    ],
    ids="-".join,
)  # fmt: skip
async def test_whatever_has_changed_is_kept(store, change):
    record = await store.add(playing(LOBBY), 1)
    later = replace(record, **change)
    await store.save(record, later, 2)
    saved = await store.load(record.id)
    assert {name: getattr(saved, name) for name in change} == change
    assert saved.change == record.change + 1


async def test_what_is_saved_comes_back_with_the_log_as_the_file_has_it(store):
    record = await store.add(playing(LOBBY), 1)
    lines = tuple(
        LogLine(seat, text, 2, float(at)) for at, (seat, text) in enumerate([(0, "1B2"), (1, "1R3"), (0, "2Y1")])
    )
    for log in (lines[:2], lines, lines[:1], (*lines[:1], *lines[2:]), ()):
        record = await store.save(record, replace(record, log=log), None)
        await write_rows(store, "UPDATE rooms SET note = note WHERE id = ?", record.id)
        assert (record.log, (await store.load(record.id)).log) == (log, log)
