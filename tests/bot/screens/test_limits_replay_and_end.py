"""The screens of a table's past and end for every game with pictures, within every limit."""

from __future__ import annotations

import random

import pytest

from bot.model.move_menu import next_step
from bot.model.people import Person
from bot.model.record import RoomEvent
from bot.screens import game_over as game_over_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import replay as replay_screen
from bot.screens import table as table_screen
from bot.text.words import Words
from engine import GAMES, Table
from engine.robots.ai import choose
from render import has_pictures
from tests.bot.screens.test_limits import NAMES, check, in_turn
from tests.bot.support.room_values import room_value


def room_of(table):
    """A room of long-named people around the table, the first of whom has left."""
    seats, length = table.seats, len(table.log)
    people = tuple(Person(10**18 + n, NAMES[n % len(NAMES)]) for n in range(seats))
    return room_value(
        table, people, id=46_655, stamps=(1,) * seats, message=5, shown=max(length - 4, 0), times=(1.0,) * length,
        marks=("gone",) + ("",) * (seats - 1), former=(5,) + (None,) * (seats - 1),
        room_events=(RoomEvent(length, "took_back", {"name": NAMES[0]}, 5.0),),
    )  # fmt: skip


@pytest.mark.parametrize("key", list(filter(has_pictures, GAMES)))
def test_past_and_end_of_every_game_stay_within_every_limit(key):
    rng, moves = random.Random(5), 0
    table = Table.new(GAMES[key], GAMES[key].seats[-1], {}, "past")
    while table.state.to_act():
        seat = rng.choice(table.state.to_act())
        table = table.play(seat, str(rng.choice(table.view(seat).moves)))
        moves += 1
        if moves % 60 and table.state.to_act():
            continue
        room, words = room_of(table), in_turn(moves // 60)
        look = table_screen.table_message if room.phase == "playing" else game_over_screen.final_screen
        check(look(room, words, room.newest_message.log_length))
        check(replay_screen.history(room, 0, words, -1))
        check(replay_screen.replay(room, None, words, -1))
        check(replay_screen.enlarged_seats(room, 0, words))


def test_each_of_very_many_moves_tells_the_number_of_its_outline():
    table = Table.new(GAMES["pavilion"], 4, {}, "many")
    start = len(table.log)
    for _ in range(24):
        table = table.play(table.state.to_act()[0], str(table.view(table.state.to_act()[0]).moves[0]))
    lines = table_screen.board_view(room_of(table), Words(), None, start).lines
    numbers = [line.split()[0] for line in lines if line[0] in "(①②③④⑤⑥⑦⑧⑨⑩⑪"]
    assert numbers == [*"①②③④⑤⑥⑦⑧⑨⑩", *(f"({place})" for place in range(11, 25))]


def test_several_lists_of_what_is_not_possible_tell_which_is_which():
    table = Table.new(GAMES["pillars"], 2, {}, "lists").play(0, "oa1")
    assert of_refused(table, ("a*",)) == ["A1 - K10", "K11"]
    table, rng = Table.new(GAMES["pavilion"], 2, {}, "w"), random.Random(2)
    while len(hints := of_refused(table, ())) < 2:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    assert hints == [f"Which answer? {n}/4" for n in range(1, 5)]


def of_refused(table, path):
    """What the lists of refused answers say while they are closed; none at a question without such lists."""
    view = table.view(table.state.to_act()[0])
    asked = next_step(view.moves, path).question
    if asked is None or asked.is_coarse or not asked.is_last:
        return []
    return [
        part.hint for part in move_menu_screen.refusal_list(room_of(table), view.seat, Words(), asked, path).parts[1:-1]
    ]
