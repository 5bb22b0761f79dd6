"""How decisions of Summer Pavilion are judged after the game: several moves are searched equally deep.

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
    accepted_indices,
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

OTHER_LINES = 4  # lines judged besides the one that was played
QUICK_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 12_000)
DEEP_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 640_000)
REVIEW_BEAM_WIDTH = 40  # the least width of placement plans
REVIEW_NODES_PER_BOARD = 800  # positions of the budget that add one board to this width
LATE_ROUND = ROUNDS - 1  # from this round on, a narrow plan of a hand is worse than an estimate
FEW_TILES = 8  # with at most this many tiles left to take, there are so few hands that each can be planned well
REVIEW_PLAN_WIDTH = 4  # width of the plans of hands with few tiles left, before the late round
LATE_PLAN_WIDTH = 24  # the same from the late round on
NARROW_PLAN_WIDTH = 1  # width of the plans of hands while more tiles are left, before the late round

REACHABLE_STAR_WEIGHT = 1.5  # weight of the points for a star that the hand can complete; it only guides the beam
MISSING_TILE_VALUE = 0.5  # points added for each tile that such a star still costs


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best moves and the one played, each with the expected lead at the end of the game.

    Half of the budget is spent on finding the moves, the other half on searching each equally deep. Nothing is random.
    """
    del rng
    state, seat, (played_move,) = view.state, view.seat, played
    assert isinstance(state, Pavilion)
    assert seat is not None
    judge = _judge_drafts if state.phase == DRAFTING else _judge_placements
    found = [CandidateLine((move,), value) for value, move in judge(state, seat, nodes // 2, played_move)]
    return sorted(found, key=lambda line: -line.value)


class LastRoundPlan(PlacementPlan):
    """Plans the placements of one seat in the last round; its beam prefers boards that can complete a star."""

    def _promise(self, state: PlacementState) -> float:
        return (
            self._board_value(state.spaces, state.colors)
            + LAST_ROUND_TILE_VALUE * (heap_size(state.hand) + state.owed)
            + REACHABLE_STAR_WEIGHT * self._reachable_star_points(state)
        )

    def _value_of_stopping(self, state: PlacementState) -> float:
        """The value of passing now; bonus tiles still to choose would be left over, and each costs a point."""
        return super()._value_of_stopping(state) - state.owed

    def _reachable_star_points(self, state: PlacementState) -> float:
        """The points for the unfinished stars that the hand could complete, each as if it were the only one."""
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
    """What completes a begun star that accepts one color: the color, tiles of it, all tiles, points; else None."""
    kind = SIDES[side].kinds[star]
    takes = accepted_indices(kind, covered, colors)
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
    """The values of the best drafts and the played one; `nodes` positions to find them, and as many to compare them."""
    start = draft_state(state)
    # The width of the plans that value hands, 0 where an estimate is better. Placements are valued by plans too: with
    # estimates for all drafts, the lead would jump when placing begins.
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
    compared = {after for at, after in enumerate(ranked) if at < OTHER_LINES or moves[after] == played}
    children = [(static, after) for static, after in tree.children(start) if after in compared]
    values = alpha_beta_values(tree, children, nodes)
    yield from ((value, moves[after]) for value, (_, after) in zip(values, children, strict=True))


def _judge_placements(state: Pavilion, seat: Seat, nodes: int, played: Move) -> Iterator[tuple[float, Move]]:
    """The values of placements, bonus tiles and passes, each with its own plan, all of them equally wide."""
    width = REVIEW_BEAM_WIDTH + nodes // REVIEW_NODES_PER_BOARD
    start = placement_state(state, seat)
    plan = _plan_type(state)(state, seat, width)
    ranked = [move for _, move in plan.rank_moves(start, state.moves(seat))]
    compared = [move for at, move in enumerate(ranked) if at < OTHER_LINES or move == played]
    # The lead without the seat's own further placements; beginning the next round counts as in drafting.
    start_value = board_evaluator(state.side, ROUNDS - state.round).start_value
    expected = []
    for other, board in enumerate(state.boards):
        expected.append(board.score + start_value * (other == state.starter))
        if other != seat and board.passed:
            expected[other] += expected_points(state, board)
        elif other != seat:
            expected[other] += _plan_type(state)(state, other, width).value(placement_state(state, other))
    lead = expected.pop(seat) - max(expected)
    yield from ((lead + value, move) for candidate in compared for value, move in plan.rank_moves(start, [candidate]))


def stage(state: Pavilion) -> int:
    """The stage of the game: two for each round, one for drafting and one for placing."""
    return 2 * (state.round - 1) + (state.phase != DRAFTING)


COACH = Coach(lines, stage, read_curves("pavilion", QUICK_NODES, stages=12), QUICK_NODES, DEEP_NODES)
