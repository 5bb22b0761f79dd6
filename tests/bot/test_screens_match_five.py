"""Screens of Match Five: within every limit over whole games, and numbered as the rings of the picture are."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot import show_menu, show_pages, show_table
from bot.menu import ask
from bot.words import Words
from engine import GAMES, Table
from engine.ai import choose
from tests.bot.test_screens import check, room_of

WORDS = Words()


def room(table, shown):
    return replace(room_of(2, phase="lobby"), **facts(table), phase="playing", table=table, shown=shown)


def facts(table):
    people = tuple(replace(room_of(2, phase="lobby").seats[0], id=10**18 + seat) for seat in range(table.seats))
    return {"game": table.game, "options": table.options, "seats": people, "stamps": (99_999,) * table.seats}


@pytest.mark.parametrize("seats", [2, 6])
def test_the_screens_of_a_game_stay_within_every_limit(seats):
    rng, table = random.Random(seats), Table.new(GAMES["match_five"], seats, {}, "screens")
    for number in range(1000):
        if not table.state.to_act():
            break
        seat, shown = table.state.to_act()[0], room(table, max(len(table.log) - 6, 0))
        if number % 9 == 0:
            step = ask(table.view(seat).moves, ())
            if step.question is not None:
                check(show_menu.question(shown, seat, WORDS, step, ()))
            check(show_menu.preview(shown, seat, WORDS, rng.choice(table.view(seat).moves), ("m", "R3")))
            check(show_table.table(shown, WORDS, shown.shown))
            check(show_pages.text_board(shown, seat, WORDS))
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    assert not table.state.to_act()
    check(show_table.table(replace(room(table, 0), phase="over"), WORDS, 0))


def test_sentences_have_the_numbers_of_the_rings():
    rng, table = random.Random(1), Table.new(GAMES["match_five"], 3, {}, "numbers")
    starts = [len(table.log)]
    while len(starts) < 4:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
        starts += [len(table.log)] if not table.state.laid else []
    assert starts[3] - starts[0] > 6  # several tiles a turn
    lines = show_table.board(room(table, starts[0]), WORDS, None, starts[0]).lines
    assert [line[0] for line in lines if line[0] in "①②③④⑤⑥⑦⑧⑨"] == ["①", "②", "③"]


def test_one_turn_of_several_tiles_has_no_number():
    rng, table = random.Random(1), Table.new(GAMES["match_five"], 3, {}, "numbers")
    start = len(table.log)
    while table.state.turns < 1:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    lines = show_table.board(room(table, start), WORDS, None, start).lines
    assert "placed" in lines[0]
    assert lines[0][0] not in "①②③"
