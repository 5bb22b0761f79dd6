"""Moves and seats of people beside those that robots made or kept for them; tables that sleep for long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.logic.automatic_moves import with_only_moves
from bot.logic.deadlines import with_deadlines
from bot.logic.take_back import taken_back
from bot.model.sandbox import ImportedGame, shorter
from bot.text.words import Words
from engine import CHANCE, GAMES, Entry
from tests.bot.services.test_deadlines import DAY
from tests.bot.services.test_table_life import forced, one_way, vote, votes
from tests.bot.support.rooms import ANA, BEN, CY, refused


@pytest.fixture
def life(doors):
    return doors.services.table_life


async def test_what_was_taken_back_counts_as_not_shown_any_more(doors, life):
    room = await vote(doors, await votes(doors, ANA, BEN, CY), ANA)
    await doors.rooms.showed(room, 900, len(room.table.log), fresh=True)
    assert (await life.take_back(room.id, ANA.id, doors.press)).shown.length == 0
    assert (await vote(doors, room, BEN)).shown.length == 0


async def test_what_a_robot_did_at_the_deadline_is_nobodys_move_to_take_back(doors, life):
    room = await doors.table(ANA, BEN, CY, game="votes", clock="daily")
    await vote(doors, room, CY)
    await doors.store.deadlines.beat(doors.clock.time + DAY)
    doors.clock.time += DAY
    await vote(doors, room, ANA)
    assert await doors.services.deadlines.time_out() == [room.id]
    room = await doors.rooms.room(room.id)
    assert room.log[-1].how == "late"
    no = await refused(life.take_back(room.id, BEN.id, doors.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "none")
    assert await life.may_take_back(room.id, ANA.id) == "ask"


async def with_robot(doors, *people, **terms):
    """A table of these people and a robot, which has answered the vote of the first of them."""
    room = await doors.lobby(*people, game="votes")
    await doors.rooms.add_robot(room.id, people[0].id, "random", doors.press)
    record = await doors.store.load(room.id)
    await doors.store.save(record, replace(record, terms=terms), None)
    room = await doors.rooms.start(room.id, people[0].id, doors.press)
    await vote(doors, room, people[0])
    return await doors.rooms.robots(room.id)


@pytest.mark.parametrize(("people", "terms"), [((ANA, BEN), {"counts": "casual"}), ((ANA,), {})])
async def test_where_nothing_counts_robots_that_have_moved_since_agree(doors, life, people, terms):
    room = await with_robot(doors, *people, **terms)
    assert [entry.seat == room.seat_of(ANA.id) for entry in room.table.log[:2]] == [True, False]
    assert await life.may_take_back(room.id, ANA.id) == "free"
    assert (await life.take_back(room.id, ANA.id, doors.press)).table.log == ()


async def test_in_a_game_that_counts_nobody_sees_alone_what_a_robot_answers(doors, life):
    room = await with_robot(doors, ANA, BEN)
    assert await life.may_take_back(room.id, ANA.id) == "ask"
    no = await refused(life.take_back(room.id, ANA.id, doors.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "robots")
    assert "everybody must agree" in Words()(f"refusal.{no.key}", **no.facts)
    asked = await life.ask(room.id, ANA.id, "take_back", doors.press)
    assert len(asked.table.log) == 2
    assert (await life.agree(room.id, BEN.id, doors.press)).table.log == ()


async def test_in_a_game_that_counts_a_move_stands_where_only_robots_are_left(doors, life):
    room = await with_robot(doors, ANA, BEN)
    await life.vanish(room.id, room.seat_of(BEN.id))
    assert await life.may_take_back(room.id, ANA.id) == ""
    for deed in (life.take_back(room.id, ANA.id, doors.press), life.ask(room.id, ANA.id, "take_back", doors.press)):
        no = await refused(deed)
        assert (no.key, no.facts["why"]) == ("no_take_back", "nobody")


async def test_in_a_game_that_counts_a_move_at_the_deadline_is_not_looked_at_and_undone(doors, life):
    room = await doors.table(ANA, BEN, CY, game="votes", clock="daily")
    await doors.store.deadlines.beat(doors.clock.time + DAY)
    await vote(doors, room, ANA)
    await vote(doors, room, CY)
    doors.clock.time += DAY
    await doors.services.deadlines.time_out()
    no = await refused(life.take_back(room.id, CY.id, doors.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "robots")


async def test_what_a_robot_did_on_ones_seat_is_not_ones_own_move(doors, life):
    room = await with_robot(doors, ANA, BEN)
    seat = room.seat_of(BEN.id)
    await life.vanish(room.id, seat)
    room = await doors.rooms.robots(room.id)
    assert seat in [entry.seat for entry in room.table.log]
    await life.take_over(room.id, BEN, seat, doors.press)
    no = await refused(life.take_back(room.id, BEN.id, doors.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "none")


def test_a_whole_turn_taken_back_ends_where_a_robot_moved_at_the_deadline():
    record = forced("match_five", 2, lambda table: len(table.state.laid) == 2)
    whole = replace(record, edition=GAMES["match_five"].edition)
    later = taken_back(whole, GAMES["match_five"], whole.log[-1].seat, 2.0, turn=True)
    assert later.log == whole.log[:-2]
    late = replace(record.log[-2], how="late")
    record = replace(record, edition=GAMES["match_five"].edition, log=(*record.log[:-2], late, record.log[-1]))
    later = taken_back(record, GAMES["match_five"], late.seat, 2.0, turn=True)
    assert later.log == record.log[:-1]


async def test_a_rematch_has_no_robot_for_whoever_left(doors, life):
    room = await doors.table(ANA, BEN, CY)
    await life.resign(room.id, CY.id, doors.press)
    await doors.rooms.end(room.id, ANA, True, doors.press)
    again, opened = await life.rematch(room.id, ANA, doors.press)
    assert (again.seats, again.record.guests, opened) == ((ANA,), (BEN,), True)


def test_in_a_sandbox_a_move_or_a_whole_turn_is_taken_back_with_what_was_drawn_after_it():
    tried = tuple(Entry(seat, text) for seat, text in ((0, "t1"), (1, "t1"), (1, "t2"), (CHANCE, "roll 3")))
    found = ImportedGame(1, ANA.id, "", True, 0.0, tried=tried)
    assert (shorter(found, turn=False), shorter(found, turn=True)) == (tried[:2], tried[:1])
    assert shorter(replace(found, tried=tried[3:]), turn=True) == ()


def test_a_move_that_was_made_by_itself_forgives_no_missed_deadline():
    record = forced("azul", 2, one_way)
    seat = next(n for n, chair in enumerate(record.chairs) if chair.acts)
    before = replace(record, chairs=tuple(replace(chair, late=1) for chair in record.chairs))
    later = with_deadlines(before, with_only_moves(before, GAMES["azul"], 2.0), GAMES["azul"], {}, 2.0)
    assert (later.log[len(record.log)].how, later.chairs[seat].late) == ("only", 1)


async def test_a_table_that_sleeps_for_long_is_tried_every_hour_and_not_while_it_is_tried(doors):
    room, began = await doors.table(ANA, BEN), doors.clock.time
    for days in (0, 100):
        doors.clock.time = began + days * DAY
        await doors.store.unreachable.add(room.id, "no_access", doors.clock.time)
    doors.clock.time += 3_599
    assert await doors.store.unreachable.rooms(doors.clock.time, None) == []
    doors.clock.time += 1
    assert await doors.store.unreachable.rooms(doors.clock.time, None) == [room.id]
    await doors.store.unreachable.retry(room.id)
    assert [await doors.store.unreachable.rooms(due, None) for due in (doors.clock.time, None)] == [[], []]
