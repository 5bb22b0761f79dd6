"""Games of pillars that are played out quickly: to the end, and by the rules as far as dots can tell."""

from __future__ import annotations

from random import Random

from engine.games import GAMES
from engine.games.pillars.shapes import bit_numbers
from engine.robots.pillars.playouts import Playouts, pick_bit
from engine.robots.pillars.position import position_of
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import TWO, board, filler, player, position

LIT = board(2, ".c")


def ends(state, games=20):
    """What the seats have left at the end of so many games."""
    return [Playouts(position_of(state)).play(Random(game))[0] for game in range(games)]


@each("seats", [2, 3, 4])
def test_whole_games_are_played_to_a_likely_end(seats):
    state = GAMES["pillars"].start(seats, {}, 0)
    assert all(0 <= left < 60 for dots in ends(state, 5) for left in dots)


def test_who_can_lay_nothing_keeps_all_dots():
    full = position(player(filler(" ".join(LIT)), "1 5L", 0), player("", "2 3I", 0, gone=True))
    assert ends(full, 1) == [[6, 5]]


def test_a_tile_that_fits_nowhere_costs_its_dots_and_the_others_are_laid():
    taken = " ".join(cell for cell in LIT if cell not in {"h8", "i8"})
    state = position(player(filler(taken), "5I 2", 0), player("", "3I", 0, gone=True))
    assert ends(state, 3) == [[5, 3]] * 3


def test_the_third_pillar_opens_a_place_that_nothing_else_touches():
    taken = " ".join(cell for cell in LIT if cell not in {"g3", "h3", "i3"})
    state = position(player("oa1 ob1", "2", 1), player(filler(taken), "5L", 0, gone=True))
    assert [0, 5] in ends(state)


def test_playing_out_leaves_the_position_as_it_is():
    before = position_of(position(*TWO))
    Playouts(before).play(Random(1))
    assert before == position_of(position(*TWO))


def test_a_place_is_picked_among_those_there_are():
    assert {pick_bit(0b1010010, Random(seed).random) for seed in range(40)} == set(bit_numbers(0b1010010))
