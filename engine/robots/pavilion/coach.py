"""How decisions of Summer Pavilion are judged after the game: a few moves looked at equally far.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from engine.core import Move, Seat, View
from engine.games.pavilion.moves import DRAFTING, Draft
from engine.games.pavilion.sets import ROUNDS, SEATS, SIDES, SIZE, STARS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import CandidateLine, Coach, read_curves
from engine.robots.pavilion.compact import STAR, Taking, amount, counts, drafted, taken_by, taking
from engine.robots.pavilion.drafting import Takings
from engine.robots.pavilion.laying import LAST_TILE, Laying, Plan, laying, standing
from engine.robots.pavilion.prospects import goal, price, prospects
from engine.robots.search import alpha_beta, alpha_beta_values

OTHER_LINES = 4  # lines that are looked at beside what was played
QUICK_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 12_000)
DEEP_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 640_000)
LEAST = 40  # boards that plans of laying tiles follow at least
EACH = 800  # positions for each further one
LATE = ROUNDS - 1  # the round from which on a narrow plan of a hand is worse than an estimate
FEW = 8  # tiles left to take: so few hands come of them that each can be planned well
PLANNED = 4  # boards that plans of hands follow then, before the late round
PLANNED_LATE = 24  # and from it on
NARROW = 1  # boards that plans of hands follow while more tiles are left, before the late round

WITHIN_REACH = 1.5  # how much of the points for a star leads the way while the hand can complete it
TILES = 0.5  # points for each tile that the star still costs


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best moves and the one that was made, with the lead that each promises at the end of the game.

    Half of the positions go to finding them, the other half to looking at each equally far. Nothing is left to lot.
    """
    del rng
    state, seat, (made,) = view.state, view.seat, played
    assert isinstance(state, Pavilion)
    assert seat is not None
    judge = _drafts if state.phase == DRAFTING else _steps
    found = [CandidateLine((move,), value) for value, move in judge(state, seat, nodes // 2, made)]
    return sorted(found, key=lambda line: -line.value)


class LastPlan(Plan):
    """How one seat may lay tiles in the last round; of boards that look alike, those lead that can complete a star."""

    def _promise(self, here: Laying) -> float:
        return (
            self._worth(here.spaces, here.colors)
            + LAST_TILE * (amount(here.hand) + here.owed)
            + WITHIN_REACH * self._within_reach(here)
        )

    def _stopped(self, here: Laying) -> float:
        """The worth of passing here; bonus tiles have to be chosen first, and each that is left over costs a point."""
        return super()._stopped(here) - here.owed

    def _within_reach(self, here: Laying) -> float:
        """The points for the stars under way that the hand could complete, each as if it were the only one."""
        held = counts(here.hand)
        spaces, colors, found = here.spaces, here.colors, 0.0
        for star in range(len(STARS)):
            needs = _needs(self._side, star, spaces & STAR, colors & STAR)
            if needs is not None:
                color, own, cost, points = needs
                free = held[self._wild] if color != self._wild else 0
                if held[color] >= own and held[color] + free >= cost:
                    found += points
            spaces >>= SIZE
            colors >>= SIZE
        return found


@cache
def _needs(side: str, star: int, covered: int, colors: int) -> tuple[int, int, int, float] | None:
    """What a star needs that was begun and takes one color: the color, tiles of its own, all tiles, and its points."""
    kind = SIDES[side].kinds[star]
    takes = taken_by(kind, covered, colors)
    if covered in (0, STAR) or len(takes) != 1:
        return None
    cost = price(side, (STAR ^ covered) << SIZE * star)
    return takes[0], SIZE - covered.bit_count(), cost, goal(kind, covered, colors) + TILES * cost


def _kind(state: Pavilion) -> type[Plan]:
    return LastPlan if state.round == ROUNDS else Plan


def _drafts(state: Pavilion, seat: Seat, nodes: int, made: Move) -> Iterator[tuple[float, Move]]:
    """Ways to take tiles, so many positions for finding them and so many for looking at them."""
    here = taking(state)
    # So many boards the plans of hands follow; 0 where an estimate is better. Plans, because hands are planned too once
    # they are laid: else the lead would leap between the two.
    few = amount(here.center) + sum(map(amount, here.factories)) <= FEW
    early = PLANNED if few else NARROW
    late = PLANNED_LATE if few else 0
    width = early if state.round < LATE else late
    tree = Takings(state, seat, width, _kind(state))
    nodes = nodes // (width + 1)
    moves: dict[Taking, Move] = {}
    for move in [made, *state.moves(seat)]:
        assert isinstance(move, Draft)
        moves.setdefault(drafted(here, state, move), move)
    ranked = [one for _, one in alpha_beta(tree, here, nodes)]
    looked_at = {one for at, one in enumerate(ranked) if at < OTHER_LINES or moves[one] == made}
    children = [(static, one) for static, one in tree.children(here) if one in looked_at]
    values = alpha_beta_values(tree, children, nodes)
    yield from ((value, moves[one]) for value, (_, one) in zip(values, children, strict=True))


def _steps(state: Pavilion, seat: Seat, nodes: int, made: Move) -> Iterator[tuple[float, Move]]:
    """Ways to lay tiles, to choose one or to pass; each with a plan of its own, all of them equally wide."""
    width = LEAST + nodes // EACH
    here = laying(state, seat)
    plan = _kind(state)(state, seat, width)
    ranked = [move for _, move in plan.ranked(here, state.moves(seat))]
    looked_at = [move for at, move in enumerate(ranked) if at < OTHER_LINES or move == made]
    # The lead without what the seat can still lay itself; who begins the next round counts as in drafting.
    first = prospects(state.side, ROUNDS - state.round).first
    stands = []
    for one, board in enumerate(state.boards):
        stands.append(board.score + first * (one == state.starter))
        if one != seat and board.passed:
            stands[one] += standing(state, board)
        elif one != seat:
            stands[one] += _kind(state)(state, one, width).worth(laying(state, one))
    lead = stands.pop(seat) - max(stands)
    yield from ((lead + value, move) for one in looked_at for value, move in plan.ranked(here, [one]))


def stage(state: Pavilion) -> int:
    """How far the game is: two for each round, one while tiles are taken and one while they are laid."""
    return 2 * (state.round - 1) + (state.phase != DRAFTING)


COACH = Coach(lines, stage, read_curves("pavilion", QUICK_NODES, stages=12), QUICK_NODES, DEEP_NODES)
