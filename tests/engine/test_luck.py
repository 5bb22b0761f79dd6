"""How much the draws of a round favored each seat. Knows Azul by its notation only."""

from __future__ import annotations

from random import Random

import pytest

from engine import CHANCE, GAMES, Table
from engine.ai import choose
from engine.codec import load
from engine.luck import BATCH, Luck, by_round, draws, luck


def played_out(game="azul", seats=2) -> Table:
    """A whole game of robots."""
    table, lots = Table.new(GAMES[game], seats, {}, "luck"), Random(1)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose("greedy", table.view(acting[0]), lots)))
    return table


GAME = played_out()


def test_every_deal_is_a_draw_of_its_round():
    found = draws(GAME)
    assert [draw.place for draw in found] == [place for place, entry in enumerate(GAME.log) if entry.seat == CHANCE]
    assert [draw.round for draw in found] == list(range(1, len(found) + 1))


def test_what_favors_one_of_two_costs_the_other_as_much():
    one = luck("azul", draws(GAME)[2], BATCH)
    assert one.leads[0] == pytest.approx(-one.leads[1])
    assert one.errors[0] == pytest.approx(one.errors[1])


def test_the_same_draw_is_judged_alike():
    draw = draws(GAME)[-1]
    assert luck("azul", draw, BATCH) == luck("azul", draw, BATCH)


def test_who_plays_on_for_longer_knows_better():
    draw = draws(GAME)[-1]
    short, long = luck("azul", draw, BATCH), luck("azul", draw, 2 * BATCH)
    assert long.errors[0] < short.errors[0]


def test_a_deal_without_the_tile_that_somebody_waits_for_is_bad_luck():
    waiting = {"lines": [""] * 5, "wall": ["BYR.W", "...Y.", "...B.", "...W.", "...R."], "floor": "", "score": 20}
    other = {"lines": [""] * 5, "wall": ["....."] * 5, "floor": "", "score": 20}
    rest = {"displays": [""] * 5, "center": "", "bag": "BRYWK" * 12, "lid": "", "round": 5}
    game = GAMES["azul"]
    before = load(game.state, {"boards": [waiting, other], **rest})
    table = Table(game, 2, game.chosen({}), None, (), before, origin=before)
    found = luck("azul", draws(table.play(CHANCE, "deal BRYW/BRYW/BRYW/BRYW/BRYW"))[0], 2 * BATCH)
    assert found.leads[0] < -found.errors[0]
    assert found.round == 5


def test_the_draws_of_a_round_add_up_and_so_do_the_squares_of_their_errors():
    found = [Luck(1, (2.0, -2.0), (3.0, 3.0)), Luck(2, (1.0, -1.0), (1.0, 1.0)), Luck(1, (1.0, -1.0), (4.0, 4.0))]
    assert by_round(found) == [Luck(1, (3.0, -3.0), (5.0, 5.0)), found[1]]


def test_a_game_without_draws_has_no_luck():
    assert draws(Table.new(GAMES["pillars"], 2, {}, "luck")) == []
