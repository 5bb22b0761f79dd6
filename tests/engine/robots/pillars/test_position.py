"""The compact position of the pillars game holds to the rules: it goes the way of the State, move by move."""

from __future__ import annotations

from itertools import count
from random import Random

from engine.games import GAMES
from engine.games.pillars.sets import SEATS
from engine.robots.pillars.position import BitPosition, move_of, position_of
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import TWO, player, position
from tests.engine.games.random_games import games_played


def compared(seats: int, rng: Random) -> int:
    """The moves of a random game in which the compact position was the same as the State after each of them."""
    state = GAMES["pillars"].start(seats, {}, rng.randrange(seats))
    compact = position_of(state)
    for moves in count():
        acting = state.to_act()
        steps = compact.steps()
        assert bool(acting) == bool(steps)
        if not acting:
            return moves
        legal = state.moves(acting[0])
        assert {str(move_of(step)) for step in steps} == set(map(str, legal))
        assert len(steps) == len(legal)
        step = rng.choice(steps)
        state, compact = state.after(acting[0], move_of(step)), compact.after_step(step)
        same(compact, position_of(state))
    raise AssertionError


def same(one: BitPosition, other: BitPosition) -> None:
    assert one == other


@each("number", games_played(3))
def test_the_compact_position_goes_the_way_of_the_state(number):
    seats = SEATS[number % len(SEATS)]
    assert compared(seats, Random(f"{seats}/{number}")) > 8 * seats


def test_who_has_only_a_pillar_left_that_helps_may_retire():
    state = position(player("of5 of13", "5L", 1), TWO[1])
    compact = position_of(state)
    compact.adjacent[0] = 0
    assert {step.tile for step in compact.steps()} == {-1, -2}


def test_a_tie_is_half_a_dot_for_the_latest_in_turn_order():
    compact = position_of(position(*TWO, starter=1))
    assert compact.lead(0, [4, 4]) == 0.5
    assert compact.lead(1, [4, 4]) == -0.5
    assert compact.lead(0, [4, 7]) == 3.5
    assert compact.lead(1, [4, 7]) == -3.5
