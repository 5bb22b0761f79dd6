"""Plans the placement of tiles: a beam search over the rest of one seat's round, bonus tiles included.

Other seats matter only because they take tiles from the supply; which ones is unknown, so the supply is used as it is.
Knows nothing about drafting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Move, Seat
from engine.games.pavilion.board import Board
from engine.games.pavilion.moves import PASS, Keep, Place, Take
from engine.games.pavilion.sets import COLORS, MAX_KEPT, ROUNDS, SIDES, STAR_SIZE, STARS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import RankedMove
from engine.robots.pavilion.board_values import board_evaluator
from engine.robots.pavilion.hand_values import hand_evaluator
from engine.robots.pavilion.packed import (
    CACHE_SIZE,
    COLOR_MASKS,
    ONE_TILE,
    RUN_POINTS,
    SPACE_COSTS,
    STAR_MASK,
    accepted_indices,
    bonus_tiles,
    heap_counts,
    heap_size,
    pack_heap,
    pack_stars,
)

TILE_VALUE = 2.0  # points for a tile that can still be placed, before the last round
LAST_ROUND_TILE_VALUE = 3.0  # the same in the last round
# In the last round, the weight of the board's value as if one more round came; it only guides the beam.
PROMISE_WEIGHT = 1.5
MIN_BEAM_WIDTH = 4  # the least number of boards kept from step to step
NODES_PER_BOARD = 250  # positions of the budget that allow one more board to be kept


class PlacementState(NamedTuple):
    """The position of one seat that places tiles; heaps are packed."""

    spaces: int  # see PackedStars
    colors: int  # see PackedStars
    hand: int  # the tiles that can be placed
    supply: int  # the tiles that bonus tiles are chosen from
    owed: int  # the bonus tiles still to choose


BeamLayer = dict[PlacementState, tuple[int, Move]]  # for each position, the points on the way to it and the first move


def placement_state(state: Pavilion, seat: Seat) -> PlacementState:
    """The position of one seat, packed."""
    board = state.boards[seat]
    return PlacementState(
        *pack_stars(board), pack_heap(board.hand), pack_heap(state.supply), state.owed if seat == state.turn else 0
    )


def after_tile(state: PlacementState, at: int, tint: int, paid: int) -> PlacementState:
    """The position after laying a tile on a space: `tint` is its bit in `colors`, `paid` the tiles that it costs."""
    spaces, colors, hand, supply, _ = state
    spaces |= 1 << at
    owed = bonus_tiles(spaces, at)
    after = PlacementState(spaces, colors | tint, hand - paid, supply, min(owed, heap_size(supply)) if owed else 0)
    return take_forced_bonus(after) if owed else after


def after_bonus_tile(state: PlacementState, color: int) -> PlacementState:
    """The position after choosing a bonus tile."""
    spaces, colors, hand, supply, owed = state
    return take_forced_bonus(PlacementState(spaces, colors, hand + ONE_TILE[color], supply - ONE_TILE[color], owed - 1))


def take_forced_bonus(state: PlacementState) -> PlacementState:
    """The position after taking bonus tiles that leave no choice [5.11]."""
    spaces, colors, hand, supply, owed = state
    supplied = [tile for tile, mask in zip(ONE_TILE, COLOR_MASKS, strict=True) if supply & mask]
    if not owed or (len(supplied) > 1 and owed < heap_size(supply)):
        return state
    taken = min(owed, heap_size(supply)) * supplied[0] if len(supplied) == 1 else supply
    return PlacementState(spaces, colors, hand + taken, supply - taken, 0)


def after_move(state: PlacementState, move: Move, side: str, wild: int) -> tuple[int, PlacementState]:
    """The points of a legal move that is no pass, and the position after it."""
    if isinstance(move, Take):
        return 0, after_bonus_tile(state, COLORS.index(move.tile))
    assert isinstance(move, Place)
    star = STARS.index(move.star)
    color = COLORS.index(move.color)
    at = STAR_SIZE * star + move.slot - 1
    paid = (SPACE_COSTS[side][at] - move.wilds) * ONE_TILE[color] + move.wilds * ONE_TILE[wild]
    points = RUN_POINTS[state.spaces >> STAR_SIZE * star & STAR_MASK][move.slot - 1]
    return points, after_tile(state, at, 1 << STAR_SIZE * star + color, paid)


@lru_cache(maxsize=CACHE_SIZE)
def _open_spaces(side: str, star: int, covered: int, colors: int) -> tuple[tuple[int, int, int, int, int], ...]:
    """The ways to place a tile on a star: space, color, cost, points, and the color as a bit of `colors`."""
    first, costs = STAR_SIZE * star, SPACE_COSTS[side]
    return tuple(
        (first + slot, color, costs[first + slot], RUN_POINTS[covered][slot], 1 << first + color)
        for slot in range(STAR_SIZE)
        if not covered >> slot & 1
        for color in accepted_indices(SIDES[side].kinds[star], covered, colors)
    )


class PlacementPlan:
    """Plans the placements of one seat in one round: a beam search that keeps `width` boards from step to step."""

    def __init__(self, state: Pavilion, seat: Seat, width: int) -> None:
        self._side = state.side
        self._wild = COLORS.index(state.wild)
        self._width = width
        self._keep = MAX_KEPT if state.round < ROUNDS else 0
        evaluator = board_evaluator(state.side, ROUNDS - state.round)
        self._board_value = evaluator.value
        self._kept_tile_values = evaluator.kept_tile_values(*pack_stars(state.boards[seat]))
        self._colors_by_value = sorted(range(len(COLORS)), key=lambda color: -self._kept_tile_values[color])
        self._next_board_value = board_evaluator(state.side, 1).value

    def rank_moves(self, state: PlacementState, moves: Sequence[Move]) -> list[tuple[float, Move]]:
        """Each of these legal moves with the best result found after it, the best move first."""
        best: dict[Move, float] = {}
        layer: BeamLayer = {}
        for move in moves:
            if isinstance(move, Place | Take):
                points, after = after_move(state, move, self._side, self._wild)
                layer.setdefault(after, (points, move))
                best[move] = points + self._value_of_stopping(after)
            else:
                best[move] = self._value_of_pass(state, move)
        while layer:
            layer = self._extend_layer(layer, best)
        return sorted(((value, move) for move, value in best.items()), key=lambda valued: valued[0], reverse=True)

    def value(self, state: PlacementState) -> float:
        """The expected further points of the seat, including the value of its board."""
        best: dict[Move, float] = {PASS: self._value_of_stopping(state)}
        layer: BeamLayer = {state: (0, PASS)}
        while layer:
            layer = self._extend_layer(layer, best)
        return best[PASS]

    def _extend_layer(self, layer: BeamLayer, best: dict[Move, float]) -> BeamLayer:
        """One step from the most promising boards; updates in `best` the best result of each first move."""
        after: BeamLayer = {}
        promising = sorted(layer.items(), key=lambda entry: entry[1][0] + self._promise(entry[0]), reverse=True)
        for state, (points, move) in promising[: self._width]:
            for more, later in self._steps(state):
                known = after.get(later)
                if known is None or points + more > known[0]:
                    after[later] = points + more, move
        for later, (points, move) in after.items():
            best[move] = max(best[move], points + self._value_of_stopping(later))
        return after

    def _steps(self, state: PlacementState) -> Iterator[tuple[int, PlacementState]]:
        """The possible next steps, paid with as few wild tiles as possible, and their points."""
        spaces, colors, hand, supply, owed = state
        if owed:
            yield from (
                (0, after_bonus_tile(state, color)) for color in range(len(COLORS)) if supply & COLOR_MASKS[color]
            )
            return
        held, wild = heap_counts(hand), self._wild
        for star in range(len(STARS)):
            for at, color, cost, points, tint in _open_spaces(self._side, star, spaces & STAR_MASK, colors & STAR_MASK):
                own = held[color]
                if own >= cost:
                    yield points, after_tile(state, at, tint, cost * ONE_TILE[color])
                elif own and color != wild and own + held[wild] >= cost:
                    yield points, after_tile(state, at, tint, own * ONE_TILE[color] + (cost - own) * ONE_TILE[wild])
            spaces >>= STAR_SIZE
            colors >>= STAR_SIZE

    def _promise(self, state: PlacementState) -> float:
        board = self._board_value(state.spaces, state.colors)
        if self._keep:
            return board + TILE_VALUE * (heap_size(state.hand) + state.owed)
        return (
            board
            + PROMISE_WEIGHT * self._next_board_value(state.spaces, state.colors)
            + LAST_ROUND_TILE_VALUE * (heap_size(state.hand) + state.owed)
        )

    def _value_of_stopping(self, state: PlacementState) -> float:
        """The value of passing now and keeping the best tiles."""
        return self._board_value(state.spaces, state.colors) + self._value_of_rest(heap_counts(state.hand))

    def _value_of_pass(self, state: PlacementState, move: Move) -> float:
        """The value of this pass; of two equal ones, the one that keeps more colors is better."""
        board = self._board_value(state.spaces, state.colors)
        held = heap_counts(state.hand)
        if not isinstance(move, Keep):
            return board + self._value_of_rest(held)
        colors = len(set(move.kept)) / 100
        return board + self._value_of_rest(heap_counts(pack_heap(move.kept))) - (sum(held) - self._keep) + colors

    def _value_of_rest(self, held: Sequence[int]) -> float:
        """The value of the hand when the seat passes: up to four tiles are kept, each other one costs a point [6.1]."""
        value, room = 0.0, self._keep
        for color in self._colors_by_value:
            kept = min(room, held[color])
            value += kept * self._kept_tile_values[color] - (held[color] - kept)
            room -= kept
        return value


def expected_points(state: Pavilion, board: Board) -> float:
    """The expected further points of a board, with the tiles in hand or kept."""
    stars = pack_stars(board)
    if not board.passed:
        return hand_evaluator(state.side, *stars, state.round).value(pack_heap(board.hand))
    evaluator = board_evaluator(state.side, ROUNDS - state.round)
    tile_values = evaluator.kept_tile_values(*stars)
    return evaluator.value(*stars) + sum(tile_values[COLORS.index(tile)] for tile in board.corners)


def rank(state: Pavilion, seat: Seat, nodes: int) -> list[RankedMove]:
    """The moves of a seat that places tiles, the best first."""
    others = [board for other, board in enumerate(state.boards) if other != seat]
    lead = state.boards[seat].score - max(board.score + expected_points(state, board) for board in others)
    plan = PlacementPlan(state, seat, MIN_BEAM_WIDTH + nodes // NODES_PER_BOARD)
    found = plan.rank_moves(placement_state(state, seat), state.moves(seat))
    return [RankedMove(move, lead + value) for value, move in found]
