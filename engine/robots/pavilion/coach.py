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
from engine.games.pavilion.sets import ROUNDS, SEATS, SIDES, STAR_SIZE, STARS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import CandidateLine, Coach, read_curves
from engine.robots.pavilion.board_values import board_evaluator, star_points, total_cost
from engine.robots.pavilion.draft_search import DraftTree
from engine.robots.pavilion.packed import (
    STAR_MASK,
    DraftState,
    accepted_colors,
    after_draft,
    draft_state,
    heap_counts,
    heap_size,
)
from engine.robots.pavilion.placement_plans import (
    LAST_ROUND_TILE_VALUE,
    PlacementPlan,
    PlacementState,
    expected_points,
    placement_state,
)
from engine.robots.search import alpha_beta, alpha_beta_values

OTHER_LINES = 4  # lines that are looked at beside what was played
QUICK_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 12_000)
DEEP_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 640_000)
REVIEW_BEAM_WIDTH = 40  # boards that plans of laying tiles follow at least
REVIEW_NODES_PER_BOARD = 800  # positions for each further one
LATE_ROUND = ROUNDS - 1  # the round from which on a narrow plan of a hand is worse than an estimate
FEW_TILES = 8  # tiles left to take: so few hands come of them that each can be planned well
REVIEW_PLAN_WIDTH = 4  # boards that plans of hands follow then, before the late round
LATE_PLAN_WIDTH = 24  # and from it on
NARROW_PLAN_WIDTH = 1  # boards that plans of hands follow while more tiles are left, before the late round

REACHABLE_STAR_WEIGHT = 1.5  # how much of the points for a star leads the way while the hand can complete it
MISSING_TILE_VALUE = 0.5  # points for each tile that the star still costs


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best moves and the one that was made, with the lead that each promises at the end of the game.

    Half of the positions go to finding them, the other half to looking at each equally far. Nothing is left to lot.
    """
    del rng
    state, seat, (made,) = view.state, view.seat, played
    assert isinstance(state, Pavilion)
    assert seat is not None
    judge = _judge_drafts if state.phase == DRAFTING else _judge_placements
    found = [CandidateLine((move,), value) for value, move in judge(state, seat, nodes // 2, made)]
    return sorted(found, key=lambda line: -line.value)


class LastRoundPlan(PlacementPlan):
    """How one seat may lay tiles in the last round; of boards that look alike, those lead that can complete a star."""

    def _promise(self, state: PlacementState) -> float:
        return (
            self._board_value(state.spaces, state.colors)
            + LAST_ROUND_TILE_VALUE * (heap_size(state.hand) + state.owed)
            + REACHABLE_STAR_WEIGHT * self._reachable_star_points(state)
        )

    def _value_of_stopping(self, state: PlacementState) -> float:
        """The worth of passing here; bonus tiles have to be chosen first, and each that is left over costs a point."""
        return super()._value_of_stopping(state) - state.owed

    def _reachable_star_points(self, state: PlacementState) -> float:
        """The points for the stars under way that the hand could complete, each as if it were the only one."""
        held = heap_counts(state.hand)
        spaces, colors, found = state.spaces, state.colors, 0.0
        for star in range(len(STARS)):
            needs = _star_needs(self._side, star, spaces & STAR_MASK, colors & STAR_MASK)
            if needs is not None:
                color, own, cost, points = needs
                free = held[self._wild] if color != self._wild else 0
                if held[color] >= own and held[color] + free >= cost:
                    found += points
            spaces >>= STAR_SIZE
            colors >>= STAR_SIZE
        return found


@cache
def _star_needs(side: str, star: int, covered: int, colors: int) -> tuple[int, int, int, float] | None:
    """What a star needs that was begun and takes one color: the color, tiles of its own, all tiles, and its points."""
    kind = SIDES[side].kinds[star]
    takes = accepted_colors(kind, covered, colors)
    if covered in (0, STAR_MASK) or len(takes) != 1:
        return None
    cost = total_cost(side, (STAR_MASK ^ covered) << STAR_SIZE * star)
    return (
        takes[0],
        STAR_SIZE - covered.bit_count(),
        cost,
        star_points(kind, covered, colors) + MISSING_TILE_VALUE * cost,
    )


def _plan_type(state: Pavilion) -> type[PlacementPlan]:
    return LastRoundPlan if state.round == ROUNDS else PlacementPlan


def _judge_drafts(state: Pavilion, seat: Seat, nodes: int, played: Move) -> Iterator[tuple[float, Move]]:
    """Ways to take tiles, so many positions for finding them and so many for looking at them."""
    start = draft_state(state)
    # So many boards the plans of hands follow; 0 where an estimate is better. Plans, because hands are planned too once
    # they are laid: else the lead would leap between the two.
    few = heap_size(start.center) + sum(map(heap_size, start.factories)) <= FEW_TILES
    early = REVIEW_PLAN_WIDTH if few else NARROW_PLAN_WIDTH
    late = LATE_PLAN_WIDTH if few else 0
    width = early if state.round < LATE_ROUND else late
    tree = DraftTree(state, seat, width, _plan_type(state))
    nodes = nodes // (width + 1)
    moves: dict[DraftState, Move] = {}
    for move in [played, *state.moves(seat)]:
        assert isinstance(move, Draft)
        moves.setdefault(after_draft(start, state, move), move)
    ranked = [after for _, after in alpha_beta(tree, start, nodes)]
    looked_at = {after for at, after in enumerate(ranked) if at < OTHER_LINES or moves[after] == played}
    children = [(static, after) for static, after in tree.children(start) if after in looked_at]
    values = alpha_beta_values(tree, children, nodes)
    yield from ((value, moves[after]) for value, (_, after) in zip(values, children, strict=True))


def _judge_placements(state: Pavilion, seat: Seat, nodes: int, played: Move) -> Iterator[tuple[float, Move]]:
    """Ways to lay tiles, to choose one or to pass; each with a plan of its own, all of them equally wide."""
    width = REVIEW_BEAM_WIDTH + nodes // REVIEW_NODES_PER_BOARD
    start = placement_state(state, seat)
    plan = _plan_type(state)(state, seat, width)
    ranked = [move for _, move in plan.rank_moves(start, state.moves(seat))]
    looked_at = [move for at, move in enumerate(ranked) if at < OTHER_LINES or move == played]
    # The lead without what the seat can still lay itself; who begins the next round counts as in drafting.
    start_value = board_evaluator(state.side, ROUNDS - state.round).start_value
    stands = []
    for other, board in enumerate(state.boards):
        stands.append(board.score + start_value * (other == state.starter))
        if other != seat and board.passed:
            stands[other] += expected_points(state, board)
        elif other != seat:
            stands[other] += _plan_type(state)(state, other, width).value(placement_state(state, other))
    lead = stands.pop(seat) - max(stands)
    yield from ((lead + value, move) for other in looked_at for value, move in plan.rank_moves(start, [other]))


def stage(state: Pavilion) -> int:
    """How far the game is: two for each round, one while tiles are taken and one while they are laid."""
    return 2 * (state.round - 1) + (state.phase != DRAFTING)


COACH = Coach(lines, stage, read_curves("pavilion", QUICK_NODES, stages=12), QUICK_NODES, DEEP_NODES)
