"""How much the draws of a round favored each seat: of every game that has draws, by its notation only."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean

import pytest

from engine import CHANCE, GAMES, Table
from engine.codec import load
from engine.games.match_five.sets import split, subtract
from engine.robots import LUCKS
from engine.robots.ai import choose
from engine.robots.luck import (
    ALLOWED_ERROR,
    TRIALS_PER_BATCH,
    Luck,
    RecordedDraw,
    luck_as_json,
    luck_of_draw,
    luck_per_round,
    recorded_draws,
    sum_by_round,
    total_luck,
)
from tests.cases import each


def played_out(game="azul", seats=2, level="greedy", **options: str) -> Table:
    """A whole game of robots."""
    table, lots = Table.new(GAMES[game], seats, options, "luck"), Random(1)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose(level, table.view(acting[0]), lots)))
    return table


GAME = played_out()
FIVE = played_out("match_five", 3)


def test_every_deal_is_a_draw_of_its_round():
    found = recorded_draws(GAME)
    assert [draw.place for draw in found] == [place for place, entry in enumerate(GAME.log) if entry.seat == CHANCE]
    assert [draw.round for draw in found] == list(range(1, len(found) + 1))


def test_deals_of_summer_pavilion_are_told_and_tiles_for_the_supply_are_not():
    found = recorded_draws(played_out("pavilion", level="random"))
    assert [draw.round for draw in found] == [1, 2, 3, 4, 5, 6]
    assert all(str(draw.move).startswith("deal ") for draw in found)


def test_what_is_drawn_in_match_five_is_good_for_the_next_turn_of_that_seat():
    found = recorded_draws(FIVE)
    assert len(found) > 30
    for draw in found:
        assert draw.later.to_act() == (draw.move.seat,)
        assert draw.later.turns > draw.before.turns or draw.before.turns == 0
        assert draw.later.bag


def test_five_turns_of_each_seat_of_match_five_are_told_together():
    found = recorded_draws(FIVE)
    assert LUCKS["match_five"].turns_per_round == 5
    first = [draw for draw in found if draw.round == 1]
    assert [sum(draw.move.seat == seat for draw in first) for seat in range(3)] == [5, 5, 5]
    assert {draw.draws_in_round for draw in first} == {15}


def test_a_game_without_draws_has_no_luck():
    assert recorded_draws(played_out("pillars", level="random")) == []
    assert luck_per_round(Table.new(GAMES["pillars"], 2, {}, "luck")) == []


def test_what_favors_one_seat_costs_the_others_as_much():
    """Of two seats, three and four."""
    for table in (GAME, FIVE, played_out("pavilion", 4, "random")):
        one = luck_of_draw(table.game.key, recorded_draws(table)[-1], 8)
        assert len(one.leads) == len(one.errors) == table.seats
        assert sum(one.leads) == pytest.approx(0)


@each(("draw", "key"), [(recorded_draws(GAME)[-1], "azul"), (recorded_draws(FIVE)[9], "match_five")])
def test_the_same_draw_is_judged_alike(draw, key):
    assert luck_of_draw(key, draw, 8) == luck_of_draw(key, draw, 8)


def test_who_tries_a_draw_more_often_knows_better():
    draw = recorded_draws(GAME)[-1]
    assert luck_of_draw("azul", draw, 40).errors[0] < luck_of_draw("azul", draw, 10).errors[0]


def test_a_draw_is_tried_until_its_error_is_at_most_a_point():
    assert max(luck_of_draw("azul", recorded_draws(GAME)[1]).errors) <= ALLOWED_ERROR


def test_many_draws_of_a_round_are_each_tried_until_that_of_the_round_is():
    assert ALLOWED_ERROR == 1
    few = [draw._replace(draws_in_round=2) for draw in recorded_draws(FIVE) if draw.round == 1][:2]
    found = [luck_of_draw("match_five", draw) for draw in few]
    assert sqrt(sum(one.errors[draw.move.seat] ** 2 for one, draw in zip(found, few, strict=True)) / 2) <= 1


def waiting(tile: str) -> RecordedDraw:
    """A last deal of Azul with four tiles of a kind, where seat 0 waits for blue ones."""
    wait = {
        "lines": [""] * 4 + ["BBBB"],
        "wall": ["BYR..", ".....", ".....", ".....", "Y.RK."],
        "floor": "",
        "score": 20,
    }
    other = {"lines": [""] * 5, "wall": ["BYRK."] + ["....."] * 4, "floor": "", "score": 20}
    rest = {"displays": [""] * 5, "center": "", "bag": "B" * 4 + "RYWK" * 14, "lid": "", "round": 5}
    game = GAMES["azul"]
    before = load(game.state, {"boards": [wait, other], **rest})
    table = Table(game, 2, game.chosen({}), None, (), before, origin=before)
    return recorded_draws(table.play(CHANCE, f"deal {tile}YRK/RYWK/RYWK/RYWK/RYWK"))[0]


def test_a_deal_without_the_tile_that_somebody_waits_for_is_bad_luck():
    good, bad = (luck_of_draw("azul", waiting(tile), 24) for tile in "BW")
    assert bad.leads[0] < -bad.errors[0]
    assert good.leads[0] > bad.leads[0] + bad.errors[0]
    assert good.round == 5


def test_over_all_tiles_that_could_have_come_nobody_is_lucky():
    draw = next(draw for draw in recorded_draws(FIVE)[10:] if draw.move.tiles[2:] == "" != draw.move.tiles[1:])
    pool, seat = split(draw.later.bag + draw.move.tiles), draw.move.seat
    others = {tile: draw._replace(move=replace(draw.move, tiles=tile)) for tile in set(pool)}
    found = {
        tile: luck_of_draw("match_five", _with_tile(other, tile, draw), TRIALS_PER_BATCH)
        for tile, other in others.items()
    }
    assert min(one.leads[seat] for one in found.values()) < 0 < max(one.leads[seat] for one in found.values())
    assert fmean(found[tile].leads[seat] for tile in pool) == pytest.approx(0, abs=1)


def _with_tile(other: RecordedDraw, tile: str, draw: RecordedDraw) -> RecordedDraw:
    """The same position at the later turn, the other tile gone from the bag."""
    later = draw.later.copy()
    later.bag = subtract(later.bag + draw.move.tiles, tile)
    return other._replace(later=later)


def test_the_draws_of_a_round_add_up_and_so_do_the_squares_of_their_errors():
    found = [Luck(1, (2.0, -2.0), (3.0, 3.0)), Luck(2, (1.0, -1.0), (1.0, 1.0)), Luck(1, (1.0, -1.0), (4.0, 4.0))]
    assert sum_by_round(found) == [Luck(1, (3.0, -3.0), (5.0, 5.0)), found[1]]


def test_all_rounds_together_are_told_only_where_that_says_something():
    found = [Luck(1, (3.0, -3.0), (3.0, 3.0)), Luck(2, (-1.0, 1.0), (4.0, 4.0))]
    assert total_luck(found) == Luck(1, (2.0, -2.0), (5.0, 5.0))
    assert [key for key, game_luck in LUCKS.items() if game_luck.shows_total] == ["match_five"]


def test_other_programs_get_points_with_two_digits():
    found = luck_as_json([Luck(2, (1.2345, -1.2345), (0.5, 0.5))])
    assert found == [{"round": 2, "leads": [1.23, -1.23], "errors": [0.5, 0.5]}]
