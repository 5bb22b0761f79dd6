"""Moves and seats of people beside those that robots made or kept for them; tables that sleep for long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.logic.automatic_moves import play_only_moves
from bot.logic.deadlines import with_deadlines
from bot.logic.take_back import take_back_moves
from bot.model.sandbox import ImportedGame, tried_without_last
from bot.text.words import Words
from engine import CHANCE, GAMES, Entry
from tests.bot.services.test_deadlines import DAY
from tests.bot.services.test_table_actions import forced, one_way, vote, votes
from tests.bot.support.rooms import ANA, BEN, CY, refusal_of


@pytest.fixture
def life(backend):
    return backend.services.table_actions


async def test_what_was_taken_back_counts_as_not_shown_any_more(backend, life):
    room = await vote(backend, await votes(backend, ANA, BEN, CY), ANA)
    await backend.rooms.note_shown(room, 900, len(room.table.log), fresh=True)
    assert (await life.take_back(room.id, ANA.id, backend.press)).newest_message.log_length == 0
    assert (await vote(backend, room, BEN)).newest_message.log_length == 0


async def test_what_a_robot_did_at_the_deadline_is_nobodys_move_to_take_back(backend, life):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="daily")
    await vote(backend, room, CY)
    await backend.store.deadlines.record_heartbeat(backend.clock.time + DAY)
    backend.clock.time += DAY
    await vote(backend, room, ANA)
    assert await backend.services.deadlines.time_out() == [room.id]
    room = await backend.rooms.room(room.id)
    assert room.log[-1].trigger == "late"
    no = await refusal_of(life.take_back(room.id, BEN.id, backend.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "none")
    assert await life.take_back_mode(room.id, ANA.id) == "ask"


async def with_robot(backend, *people, **terms):
    """A table of these people and a robot, which has answered the vote of the first of them."""
    room = await backend.lobby(*people, game="votes")
    await backend.rooms.add_robot(room.id, people[0].id, "random", backend.press)
    record = await backend.store.load(room.id)
    await backend.store.save(record, replace(record, terms=terms), None)
    room = await backend.rooms.start(room.id, people[0].id, backend.press)
    await vote(backend, room, people[0])
    return await backend.rooms.move_robots(room.id)


@pytest.mark.parametrize(("people", "terms"), [((ANA, BEN), {"counts": "casual"}), ((ANA,), {})])
async def test_where_nothing_counts_robots_that_have_moved_since_agree(backend, life, people, terms):
    room = await with_robot(backend, *people, **terms)
    assert [entry.seat == room.seat_of(ANA.id) for entry in room.table.log[:2]] == [True, False]
    assert await life.take_back_mode(room.id, ANA.id) == "free"
    assert (await life.take_back(room.id, ANA.id, backend.press)).table.log == ()


async def test_in_a_game_that_counts_nobody_sees_alone_what_a_robot_answers(backend, life):
    room = await with_robot(backend, ANA, BEN)
    assert await life.take_back_mode(room.id, ANA.id) == "ask"
    no = await refusal_of(life.take_back(room.id, ANA.id, backend.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "robots")
    assert "everybody must agree" in Words()(f"refusal.{no.key}", **no.facts)
    asked = await life.propose(room.id, ANA.id, "take_back", backend.press)
    assert len(asked.table.log) == 2
    assert (await life.agree(room.id, BEN.id, backend.press)).table.log == ()


async def test_in_a_game_that_counts_a_move_stands_where_only_robots_are_left(backend, life):
    room = await with_robot(backend, ANA, BEN)
    await life.hand_to_robot(room.id, room.seat_of(BEN.id))
    assert await life.take_back_mode(room.id, ANA.id) == ""
    for deed in (
        life.take_back(room.id, ANA.id, backend.press),
        life.propose(room.id, ANA.id, "take_back", backend.press),
    ):
        no = await refusal_of(deed)
        assert (no.key, no.facts["why"]) == ("no_take_back", "nobody")


async def test_in_a_game_that_counts_a_move_at_the_deadline_is_not_looked_at_and_undone(backend, life):
    room = await backend.table(ANA, BEN, CY, game="votes", clock="daily")
    await backend.store.deadlines.record_heartbeat(backend.clock.time + DAY)
    await vote(backend, room, ANA)
    await vote(backend, room, CY)
    backend.clock.time += DAY
    await backend.services.deadlines.time_out()
    no = await refusal_of(life.take_back(room.id, CY.id, backend.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "robots")


async def test_what_a_robot_did_on_ones_seat_is_not_ones_own_move(backend, life):
    room = await with_robot(backend, ANA, BEN)
    seat = room.seat_of(BEN.id)
    await life.hand_to_robot(room.id, seat)
    room = await backend.rooms.move_robots(room.id)
    assert seat in [entry.seat for entry in room.table.log]
    await life.take_over(room.id, BEN, seat, backend.press)
    no = await refusal_of(life.take_back(room.id, BEN.id, backend.press))
    assert (no.key, no.facts["why"]) == ("no_take_back", "none")


def test_a_whole_turn_taken_back_ends_where_a_robot_moved_at_the_deadline():
    record = forced("match_five", 2, lambda table: len(table.state.laid) == 2)
    whole = replace(record, edition=GAMES["match_five"].edition)
    later = take_back_moves(whole, GAMES["match_five"], whole.log[-1].seat, 2.0, whole_turn=True)
    assert later.log == whole.log[:-2]
    late = replace(record.log[-2], trigger="late")
    record = replace(record, edition=GAMES["match_five"].edition, log=(*record.log[:-2], late, record.log[-1]))
    later = take_back_moves(record, GAMES["match_five"], late.seat, 2.0, whole_turn=True)
    assert later.log == record.log[:-1]


async def test_a_rematch_has_no_robot_for_whoever_left(backend, life):
    room = await backend.table(ANA, BEN, CY)
    await life.resign(room.id, CY.id, backend.press)
    await backend.rooms.end(room.id, ANA, True, backend.press)
    again, opened = await life.rematch(room.id, ANA, backend.press)
    assert (again.occupants, again.record.guests, opened) == ((ANA,), (BEN,), True)


def test_in_a_sandbox_a_move_or_a_whole_turn_is_taken_back_with_what_was_drawn_after_it():
    tried = tuple(Entry(seat, text) for seat, text in ((0, "t1"), (1, "t1"), (1, "t2"), (CHANCE, "roll 3")))
    found = ImportedGame(1, ANA.id, "", True, 0.0, tried=tried)
    assert (tried_without_last(found, turn=False), tried_without_last(found, turn=True)) == (tried[:2], tried[:1])
    assert tried_without_last(replace(found, tried=tried[3:]), turn=True) == ()


def test_a_move_that_was_made_by_itself_forgives_no_missed_deadline():
    record = forced("azul", 2, one_way)
    seat = next(n for n, chair in enumerate(record.chairs) if chair.owes_move)
    before = replace(record, chairs=tuple(replace(chair, missed_deadlines=1) for chair in record.chairs))
    later = with_deadlines(before, play_only_moves(before, GAMES["azul"], 2.0), GAMES["azul"], {}, 2.0)
    assert (later.log[len(record.log)].trigger, later.chairs[seat].missed_deadlines) == ("only", 1)


async def test_a_table_that_sleeps_for_long_is_tried_every_hour_and_not_while_it_is_tried(backend):
    room, began = await backend.table(ANA, BEN), backend.clock.time
    for days in (0, 100):
        backend.clock.time = began + days * DAY
        await backend.store.unreachable.add(room.id, "no_access", backend.clock.time)
    backend.clock.time += 3_599
    assert await backend.store.unreachable.rooms(backend.clock.time, None) == []
    backend.clock.time += 1
    assert await backend.store.unreachable.rooms(backend.clock.time, None) == [room.id]
    await backend.store.unreachable.retry(room.id)
    assert [await backend.store.unreachable.rooms(due, None) for due in (backend.clock.time, None)] == [[], []]
