"""How decisions of Summer Pavilion are judged after the game: a few moves looked at equally far.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from engine.coaching import Coach, Line, read_curves
from engine.core import Move, Seat, View
from engine.games.pavilion.compact import Taking, amount, drafted, taking
from engine.games.pavilion.drafting import Takings
from engine.games.pavilion.finish import LastPlan
from engine.games.pavilion.laying import Plan, laying, standing
from engine.games.pavilion.moves import DRAFTING, Draft
from engine.games.pavilion.prospects import prospects
from engine.games.pavilion.sets import ROUNDS, SEATS
from engine.games.pavilion.state import Pavilion
from engine.search import alpha_beta, alpha_beta_each

BESIDE = 4  # lines that are looked at beside what was played
QUICK: Mapping[int, int] = dict.fromkeys(SEATS, 12_000)
DEEP: Mapping[int, int] = dict.fromkeys(SEATS, 640_000)
LEAST, EACH = 40, 800  # boards that plans of laying tiles follow at least, and positions for each further one
LATE = ROUNDS - 1  # the round from which on a narrow plan of a hand is worse than an estimate
FEW = 8  # tiles left to take: so few hands come of them that each can be planned well
PLANNED, PLANNED_LATE = 4, 24  # boards that plans of hands follow then, before and from the late round on
NARROW = 1  # boards that plans of hands follow while more tiles are left, before the late round


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[Line]:
    """The best moves and the one that was made, with the lead that each promises at the end of the game.

    Half of the positions go to finding them, the other half to looking at each equally far. Nothing is left to lot.
    """
    del rng
    state, seat, (made,) = view.state, view.seat, played
    assert isinstance(state, Pavilion)
    assert seat is not None
    judge = _drafts if state.phase == DRAFTING else _steps
    found = [Line((move,), value) for value, move in judge(state, seat, nodes // 2, made)]
    return sorted(found, key=lambda line: -line.value)


class PlannedTakings(Takings):
    """What may happen while tiles are taken, where hands are worth what careful plans make of them."""

    def __init__(self, state: Pavilion, seat: Seat, width: int) -> None:
        super().__init__(state, seat, 0)
        if width:
            self._worths = [_planned(state, one, width) for one in range(self._seats)]


def _planned(state: Pavilion, seat: Seat, width: int) -> Callable[[int], float]:
    plan, here = _plan(state, seat, width), laying(state, seat)
    return cache(lambda hand: plan.worth(here._replace(hand=hand)))


def _plan(state: Pavilion, seat: Seat, width: int) -> Plan:
    return (LastPlan if state.round == ROUNDS else Plan)(state, seat, width)


def _drafts(state: Pavilion, seat: Seat, nodes: int, made: Move) -> Iterator[tuple[float, Move]]:
    """Ways to take tiles, so many positions for finding them and so many for looking at them."""
    here = taking(state)
    width = _width(here, state.round)
    tree, nodes = PlannedTakings(state, seat, width), nodes // (width + 1)
    moves: dict[Taking, Move] = {}
    for move in [made, *state.moves(seat)]:
        assert isinstance(move, Draft)
        moves.setdefault(drafted(here, state, move), move)
    ranked = [one for _, one in alpha_beta(tree, here, nodes)]
    looked_at = {one for at, one in enumerate(ranked) if at < BESIDE or moves[one] == made}
    children = [(static, one) for static, one in tree.children(here) if one in looked_at]
    values = alpha_beta_each(tree, children, nodes)
    yield from ((value, moves[one]) for value, (_, one) in zip(values, children, strict=True))


def _width(here: Taking, round_: int) -> int:
    """How many boards the plans of hands follow; 0 where an estimate is better.

    Plans, because hands are planned too once they are laid: else the lead would leap between the two.
    """
    few = amount(here.center) + sum(map(amount, here.factories)) <= FEW
    if round_ < LATE:
        return PLANNED if few else NARROW
    return PLANNED_LATE if few else 0


def _steps(state: Pavilion, seat: Seat, nodes: int, made: Move) -> Iterator[tuple[float, Move]]:
    """Ways to lay tiles, to choose one or to pass; each with a plan of its own, all of them equally wide."""
    width = LEAST + nodes // EACH
    here, plan = laying(state, seat), _plan(state, seat, width)
    ranked = [move for _, move in plan.ranked(here, state.moves(seat))]
    looked_at = [move for at, move in enumerate(ranked) if at < BESIDE or move == made]
    lead = _lead(state, seat, width)
    yield from ((lead + value, move) for one in looked_at for value, move in plan.ranked(here, [one]))


def _lead(state: Pavilion, seat: Seat, width: int) -> float:
    """The lead of a seat without what it can still lay itself; who begins the next round counts as in drafting."""
    first = prospects(state.side, ROUNDS - state.round).first
    others = [
        board.score + first * (one == state.starter) + _still(state, one, width)
        for one, board in enumerate(state.boards)
        if one != seat
    ]
    return state.boards[seat].score + first * (seat == state.starter) - max(others)


def _still(state: Pavilion, seat: Seat, width: int) -> float:
    """The points that another seat is likely to bring still."""
    board = state.boards[seat]
    return standing(state, board) if board.passed else _plan(state, seat, width).worth(laying(state, seat))


def stage(state: Pavilion) -> int:
    """How far the game is: two for each round, one while tiles are taken and one while they are laid."""
    return 2 * (state.round - 1) + (state.phase != DRAFTING)


COACH = Coach(lines, stage, read_curves("pavilion"), QUICK, DEEP)
