"""What the coach of Summer Pavilion says about single decisions after the game: comparable lines, and what they hide.

Knows no numbers of its values but those that follow from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.core import CHANCE, Move, View
from engine.games import GAMES
from engine.games.pavilion import Pavilion
from engine.games.pavilion.sets import ROUNDS
from engine.robots import COACHES
from engine.robots.ai import choose
from engine.robots.core import CandidateLine
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import board, position

GAME, COACH = GAMES["pavilion"], COACHES["pavilion"]
FEW = 300  # positions, enough to see what is plain


def lines(state: Pavilion, made: Move, nodes: int = FEW, seed: int = 0) -> list[CandidateLine]:
    """What the coach says about a move of the seat to act."""
    view = View("pavilion", state.turn, state.view(state.turn))
    return COACH.lines(view, Random(seed), nodes, (made,))


def line_values(state: Pavilion, text: str, nodes: int = FEW) -> dict[str, float]:
    """The values of the lines by notation, in order."""
    return {str(line.moves[0]): line.value for line in lines(state, GAME.parse(text), nodes)}


def decisions(side: str, seats: int, every: int) -> Iterator[tuple[Pavilion, Move]]:
    """Every so many decisions of a game in which somebody moves by lot now and then."""
    rng = Random(f"{side}/{seats}")
    state, count = GAME.start(seats, {"side": side}, 0), 0
    while acting := state.to_act():
        seat, moves = acting[0], state.moves(acting[0])
        if seat == CHANCE:
            state = state.after(seat, state.draw(rng))
            continue
        level = "beginner" if rng.random() < 0.7 else "random"
        move = choose(level, View("pavilion", seat, state), rng)
        if len(moves) > 1:
            count += 1
            if count % every == 0:
                assert isinstance(state, Pavilion)
                yield state, move
        state = state.after(seat, move)


@each(("seats", "side"), [(2, "colored"), (3, "mono")])
def test_what_was_played_is_among_a_few_lines_with_falling_values_all_game_long(seats: int, side: str) -> None:
    stages = set()
    for state, move in decisions(side, seats, 9 * seats):
        found = lines(state, move, 20)
        values = [line.value for line in found]
        assert sum(line.moves == (move,) for line in found) == 1
        assert values == sorted(values, reverse=True)
        assert len({line.moves for line in found}) == len(found) <= 5
        assert {line.moves[0] for line in found} <= set(state.moves(state.turn))
        stages.add(COACH.stage(state))
    assert len(stages) >= 4
    assert stages <= set(range(2 * ROUNDS)) == set(range(len(COACH.curves[seats])))


def test_the_same_answer_comes_twice_whatever_the_lot() -> None:
    state, move = next(decisions("colored", 2, 20))
    assert lines(state, move, seed=1) == lines(state, move, seed=2)


def test_what_lies_in_the_bag_and_what_in_the_tower_changes_nothing() -> None:
    for state, move in decisions("colored", 2, 60):
        other = state.copy()
        other.bag, other.tower = other.tower, other.bag
        assert lines(state, move) == lines(other, move)


def test_two_factories_alike_are_one_line_and_what_was_played_stands_for_it() -> None:
    state = position(board(score=50), board(score=50), factories="OOYY/GGYB/OOYY")
    assert {"3O", "3Y"} >= {text for text in line_values(state, "3O") if text[0] in "13" and text[1] == "O"}
    assert "3O" in line_values(state, "3O") and "1O" not in line_values(state, "3O")
    assert "1O" in line_values(state, "1O") and "3O" not in line_values(state, "1O")


def test_it_is_a_blunder_to_leave_the_tiles_that_complete_a_star() -> None:
    state = position(board(hand="OOOO", score=50, UL="OOOOO."), board(score=50), factories="OOYY/GGYB", round=6)
    found = line_values(state, "2G")
    assert next(iter(found)) == "1O"
    assert found["1O"] - found["2G"] > 17


def test_it_is_a_blunder_to_pass_with_a_star_to_complete() -> None:
    state = position(board(hand="OOOOOO", score=30, UL="OOOOO."), board(), round=6)
    found = line_values(state, "pass")
    assert next(iter(found)) == "UL6O0"
    assert found["UL6O0"] - found["pass"] >= 6 + 17 + 4


def test_ways_to_pay_for_the_same_space_are_lines_of_their_own() -> None:
    """Of two red tiles to pay with, the wild one is worth more."""
    state = position(board(hand="PPRR", score=30, UR="RR...."), board(hand="", score=30), round=1)
    found = line_values(state, "UR3R1", 2_000)
    assert found["UR3R1"] < max(found.values())


def test_a_move_that_falls_out_of_a_narrow_plan_is_not_judged_by_what_it_brings_at_once() -> None:
    """Laying the six tiles of a star in any order comes to the same in the end."""
    hand = "O" * 15
    state = position(board(hand=hand, score=30, UL="O....."), board(hand="", score=30), round=6, supply="")
    found = line_values(state, "UL6O0", 0)
    assert found["UL6O0"] >= line_values(state, "pass", 0)["pass"] + 5


def test_in_the_last_round_the_lead_is_the_one_at_the_end_of_the_game() -> None:
    """The seat covers its last space for 6 points and the star's 17, the other one does the same in blue."""
    first = board(hand="OOOOOO", score=40, UL="OOOOO.")
    second = board(hand="BBBBBB", score=30, R="BBBBB.")
    state = position(first, second, round=6, supply="")
    found = line_values(state, "UL6O0")
    assert found["UL6O0"] == pytest.approx(40 + 6 + 17 - (30 + 6 + 15))
    assert found["UL6O0"] - 23 == pytest.approx(line_values(state, "pass")["pass"] + 6)


def test_in_the_last_round_a_bonus_tile_that_cannot_be_laid_costs_a_point() -> None:
    """LR3 brings 3 points and a bonus tile and leaves five tiles, LR5 brings 1 and leaves two, who passes has seven."""
    hand, center = "GGYYYYY", "GOPBR."
    mine = board(hand, 40, UL="OOO...", UR="RRR...", R="BB....", LR="YY....", LL="GGGG..", L="PPPPP.", C=center)
    state = position(mine, board("", 30), round=6, supply="PPPOYYYBRR")
    state.boards[1].passed = True
    found = line_values(state, "LR5Y0")
    assert found["LR3Y0"] - found["pass"] == pytest.approx(3 - 5 + 7)
    assert found["LR5Y0"] - found["pass"] == pytest.approx(1 - 2 + 7)
