"""The story of a table: complete, in order, and silent about what a seat may not know."""

from __future__ import annotations

import random

import pytest

from bot.model.history import game_history
from bot.model.people import Person
from bot.model.record import RoomEvent
from engine import CHANCE, GAMES, Table
from tests.bot.support.room_values import altered, room_value


def played(game, seats, moves, options=None):
    """A room after so many random moves, or at its end."""
    rng, table = random.Random(4), Table.new(GAMES[game], seats, options or {}, "story")
    while table.state.to_act() and moves:
        seat = rng.choice(table.state.to_act())
        table, moves = table.play(seat, str(rng.choice(table.view(seat).moves))), moves - 1
    people = tuple(Person(n + 1, name) for n, name in enumerate(("Ana", "Ben", "Cy")[:seats]))
    return room_value(table, people, opened=1.0, times=[float(n) for n in range(len(table.log))])


@pytest.mark.parametrize("game", ["azul", "pavilion", "pillars"])
def test_every_move_is_told_with_its_notation_and_leads_to_its_position(game):
    room = played(game, 2, 30)
    moments = game_history(room, None)
    assert [moment.text for moment in moments[1:]] == [e.text for e in room.table.log if e.seat != CHANCE]
    assert [moment.number for moment in moments] == list(range(len(moments)))
    assert moments[-1].log_length == len(room.table.log)
    for moment in moments[1:]:
        assert room.table.log[: moment.log_length][-1].seat in (moment.seat, CHANCE)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_hidden_hands_stay_hidden(seat):
    room = played("match_five", 2, 20)
    moments = game_history(room, seat)
    assert room.phase == "playing"
    assert len(moments) > 3
    assert all(moment.text == "" for moment in moments)
    assert all(event.seen_by(seat) for moment in moments for event in moment.events)
    told = {(event.kind, event.seat) for moment in moments for event in moment.events}
    drew = {who for kind, who in told if kind == "draw"}
    assert drew <= ({seat} if seat is not None else set())


def test_the_history_counts_what_is_seen_and_no_tile_of_an_unfinished_turn():
    room = played("match_five", 2, 40)
    assert len(game_history(room, None)) < sum(entry.seat != CHANCE for entry in room.table.log)
    for seat in (None, 0, 1):
        moments = game_history(room, seat)
        assert [moment.number for moment in moments] == list(range(len(moments)))


@pytest.mark.parametrize("moves", [40, 1_000])
def test_a_moment_ends_before_the_next_turn_begins_with_tiles_that_nobody_sees(moves):
    room = played("match_five", 2, moves)
    moments = game_history(room, None)
    assert len(moments) > 10
    for moment in moments[1:]:
        assert room.table.log[moment.log_length - 1].seat in (moment.seat, CHANCE)


def test_what_happens_beside_the_moves_is_told_also_while_somebody_lays_tiles():
    room = played("match_five", 2, 40)
    lines = [n for n, entry in enumerate(room.table.log, 1) if entry.seat != CHANCE]
    events = tuple(RoomEvent(place, "more_time", {"name": "Ana"}, 1.0) for place in lines)
    for seat in (None, 0, 1):
        moments = game_history(altered(room, room_events=events), seat)
        assert [aside for moment in moments for aside in moment.room_events] == list(events)


def test_a_game_with_hidden_hands_tells_its_notation_once_it_is_over():
    room = played("match_five", 2, 10_000)
    assert room.phase == "over"
    assert any(moment.text for moment in game_history(room, None))


def test_a_plan_is_told_but_not_its_columns_until_all_are_in():
    moves = 0
    while True:
        moves += 1
        room = played("azul", 3, moves, {"wall": "gray"})
        owing = room.table.state.to_act()
        if 1 <= len(owing) < 3 and type(room.game.parse(room.table.log[-1].text)).__name__ == "Plan":
            break
    planner = room.table.log[-1].seat
    assert game_history(room, None)[-1].text == ""
    assert game_history(room, owing[0])[-1].text == ""
    assert game_history(room, planner)[-1].text == room.table.log[-1].text
    table = room.table.play(planner, str(room.table.state.moves(planner)[-1]))
    changed = altered(room, table=table)
    assert [moment.text for moment in game_history(changed, owing[0])[-2:]] == ["", ""]


def test_what_else_happened_stands_after_the_move_before_it():
    room = played("azul", 2, 5)
    moments = game_history(room, None)
    aside = RoomEvent(moments[2].log_length, "took_back", {"name": "Ana"}, 3.0)
    told = game_history(altered(room, room_events=(aside,)), None)
    assert [moment.room_events for moment in told] == [(), (), (aside,), (), (), ()]
