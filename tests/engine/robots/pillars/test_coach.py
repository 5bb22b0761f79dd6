"""What the coach of the pillars game says about single moves after the game, and how it searches the end.

Knows no numbers of its values but those that follow from the rules.
"""

from __future__ import annotations

from itertools import count
from random import Random

from engine.core import Move, View
from engine.games import GAMES
from engine.games.pillars import Pillars
from engine.games.pillars.sets import SEATS
from engine.robots import COACHES
from engine.robots.ai import choose
from engine.robots.core import CandidateLine
from engine.robots.pillars.coach import step_of
from engine.robots.pillars.endgame import exact_leads
from engine.robots.pillars.position import move_of, position_of
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import GROWN, board, filler, player, position

GAME, COACH = GAMES["pillars"], COACHES["pillars"]
FEW = 500  # positions
LIT = board(2, ".c")


def lines(state: Pillars, made: Move, nodes: int = FEW, seed: int = 0) -> list[CandidateLine]:
    """What the coach says about a move of the seat to act."""
    return COACH.lines(View("pillars", state.turn, state), Random(seed), nodes, (made,))


def told(state: Pillars, text: str, nodes: int = FEW) -> dict[str, float]:
    """The values of the lines by notation, in order."""
    return {str(line.moves[0]): line.value for line in lines(state, GAME.parse(text), nodes)}


def gap(*empty: str, mine: str = "1 2", theirs: str = "1 2", gone: bool = False) -> Pillars:
    """Two players beside every gap, the first to move, on a board of which only these cells are empty."""
    taken = [cell for cell in LIT if cell not in empty]
    return position(
        player(filler(" ".join(taken[::2])), mine, 0), player(filler(" ".join(taken[1::2])), theirs, 0, gone=gone)
    )


@each("seats", [2, 4])
def test_what_was_played_is_among_a_few_lines_with_falling_values_all_game_long(seats: int) -> None:
    rng, state, stages = Random(seats), GAME.start(seats, {}, 0), set()
    for number in count():
        assert isinstance(state, Pillars)
        if not (acting := state.to_act()):
            break
        move = choose("greedy" if rng.random() < 0.3 else "random", View("pillars", acting[0], state), rng)
        if number % 19:
            state = state.after(acting[0], move)
            continue
        found = lines(state, move, 30)
        values = [line.value for line in found]
        assert sum(line.moves == (move,) for line in found) == 1
        assert values == sorted(values, reverse=True)
        assert len({line.moves for line in found}) == len(found) <= 5
        assert {line.moves[0] for line in found} <= set(state.moves(acting[0]))
        stages.add(COACH.stage(state))
        state = state.after(acting[0], move)
    assert stages <= set(range(len(COACH.curves[seats])))


@each("seats", SEATS)
def test_the_first_move_of_a_game_has_a_stage_of_its_own(seats: int) -> None:
    state = GAME.start(seats, {}, 0)
    assert isinstance(state, Pillars)
    assert COACH.stage(state) == 0
    later = state.after(0, choose("greedy", View("pillars", 0, state), Random(seats)))
    assert isinstance(later, Pillars)
    assert (COACH.stage(later), len(COACH.curves[seats])) == (1, 6)


def test_every_move_has_a_step_that_stands_for_it() -> None:
    for state in (position(*GROWN, turn=1), gap("h8", "j8"), position(player("oc1 od1", "3I", 1), "")):
        assert all(move_of(step_of(move)) == move for move in state.moves(state.turn))


def test_the_same_view_and_seed_give_the_same_answer() -> None:
    state = position(*GROWN, turn=1)
    move = state.moves(1)[0]
    assert lines(state, move, seed=7) == lines(state, move, seed=7)


def test_it_is_a_blunder_to_lay_a_small_tile_where_a_large_one_fits() -> None:
    """The first player, who loses a tie, is left with one dot or with two."""
    assert told(gap("h8", "i8", theirs=""), "11h8") == {"21h8": -1.5, "11h8": -2.5, "11i8": -2.5}


def test_the_end_is_exact_where_it_is_near() -> None:
    """Three squares in a row, and it is the turn of who has one and two: both fit unless the middle is taken."""
    found = told(gap("h8", "i8", "j8", theirs="5I", gone=True), "11i8")
    assert found == {"21h8": 4.5, "21i8": 4.5, "11h8": 4.5, "11j8": 4.5, "11i8": 2.5}


def test_two_seats_that_race_for_the_same_squares_are_searched_to_the_end() -> None:
    """Who takes the pair first leaves the other a single square only."""
    found = told(gap("h8", "i8", "m8"), "11m8")
    assert next(iter(found)) == "21h8"
    assert (found["21h8"], found["11m8"]) == (0.5, -1.5)


def test_an_end_that_is_too_far_away_is_not_searched_in_vain() -> None:
    compact = position_of(position(*GROWN, turn=1))
    step = compact.steps()[0]
    assert exact_leads(compact, step, 4, 5) is None
    assert exact_leads(position_of(GAME.start(3, {}, 0)), step, 4, 5) is None  # type: ignore[arg-type]


def test_pillars_that_make_no_difference_are_one_line_and_the_played_one_stands_for_it() -> None:
    taken = " ".join(cell for cell in LIT if cell not in {"h3", "i3", "j3"})
    state = position(player("oc1 od1", "3I", 1), player(filler(taken), "5L", 0, gone=True))
    useless = [text for text in told(state, "oa1") if text[0] == "o" and text[1] in "ab"]
    assert useless == ["oa1"]
