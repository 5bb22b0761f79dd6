"""Plans how to lay tiles: a beam over the rest of the round of one seat, bonus tiles included.

The other seats matter for the supply alone, and what they will take of it nobody knows: it is taken as it lies there.
Knows nothing of how tiles are taken from factories.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Move, Seat
from engine.games.pavilion.board import Board
from engine.games.pavilion.moves import PASS, Keep, Place, Take
from engine.games.pavilion.sets import COLORS, KEEP, ROUNDS, SIDES, SIZE, STARS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import RankedMove
from engine.robots.pavilion.compact import (
    ANY,
    CACHED,
    COSTS,
    ONE,
    RUNS,
    STAR,
    amount,
    bonus,
    counts,
    cover,
    packed,
    taken_by,
)
from engine.robots.pavilion.filling import filling
from engine.robots.pavilion.prospects import prospects

TILE, LAST_TILE = 2.0, 3.0  # points that a tile is worth while it can still be laid; in the last round
HOPE = 1.5  # how much of what boards promise before the last round leads the way in it, when only the end counts
NARROWEST = 4  # boards that are followed at least from step to step
POSITIONS = 250  # for each further board that is followed


class Laying(NamedTuple):
    """One seat that lays tiles; heaps are packed."""

    spaces: int  # see Cover
    colors: int  # see Cover
    hand: int  # what can be laid
    supply: int  # what bonus tiles are chosen from
    owed: int  # the bonus tiles still to choose


Layer = dict[Laying, tuple[int, Move]]  # the points on the way to each, and the first move of the way


def laying(state: Pavilion, seat: Seat) -> Laying:
    """The seat's own part of a position."""
    board = state.boards[seat]
    return Laying(*cover(board), packed(board.hand), packed(state.supply), state.owed if seat == state.turn else 0)


def laid(here: Laying, at: int, tint: int, paid: int) -> Laying:
    """After a tile was laid on a space: `tint` is its color there as a bit of `colors`, `paid` what it cost."""
    spaces, colors, hand, supply, _ = here
    spaces |= 1 << at
    owed = bonus(spaces, at)
    after = Laying(spaces, colors | tint, hand - paid, supply, min(owed, amount(supply)) if owed else 0)
    return settled(after) if owed else after


def chosen(here: Laying, color: int) -> Laying:
    """After a bonus tile was chosen."""
    spaces, colors, hand, supply, owed = here
    return settled(Laying(spaces, colors, hand + ONE[color], supply - ONE[color], owed - 1))


def settled(here: Laying) -> Laying:
    """With the bonus tiles that leave no choice [5.11]."""
    spaces, colors, hand, supply, owed = here
    lying = [one for one, all_ in zip(ONE, ANY, strict=True) if supply & all_]
    if not owed or (len(lying) > 1 and owed < amount(supply)):
        return here
    got = min(owed, amount(supply)) * lying[0] if len(lying) == 1 else supply
    return Laying(spaces, colors, hand + got, supply - got, 0)


def done(here: Laying, move: Move, side: str, wild: int) -> tuple[int, Laying]:
    """The points of a legal move of the seat that does not pass, and what follows from it."""
    if isinstance(move, Take):
        return 0, chosen(here, COLORS.index(move.tile))
    assert isinstance(move, Place)
    star = STARS.index(move.star)
    color = COLORS.index(move.color)
    at = SIZE * star + move.slot - 1
    paid = (COSTS[side][at] - move.wilds) * ONE[color] + move.wilds * ONE[wild]
    points = RUNS[here.spaces >> SIZE * star & STAR][move.slot - 1]
    return points, laid(here, at, 1 << SIZE * star + color, paid)


@lru_cache(maxsize=CACHED)
def _spots(side: str, star: int, covered: int, colors: int) -> tuple[tuple[int, int, int, int, int], ...]:
    """What a star still takes: space, color, cost, points, and the color as a bit of `colors`."""
    first, costs = SIZE * star, COSTS[side]
    return tuple(
        (first + slot, color, costs[first + slot], RUNS[covered][slot], 1 << first + color)
        for slot in range(SIZE)
        if not covered >> slot & 1
        for color in taken_by(SIDES[side].kinds[star], covered, colors)
    )


class Plan:
    """How one seat may lay tiles in one round; it follows so many boards (`width`) from step to step."""

    def __init__(self, state: Pavilion, seat: Seat, width: int) -> None:
        self._side = state.side
        self._wild = COLORS.index(state.wild)
        self._width = width
        self._keep = KEEP if state.round < ROUNDS else 0
        ahead = prospects(state.side, ROUNDS - state.round)
        self._worth = ahead.worth
        self._each = ahead.kept(*cover(state.boards[seat]))
        self._dearest = sorted(range(len(COLORS)), key=lambda color: -self._each[color])
        self._hope = prospects(state.side, 1).worth

    def ranked(self, here: Laying, moves: Sequence[Move]) -> list[tuple[float, Move]]:
        """What each of these legal moves can come to, the best first."""
        best: dict[Move, float] = {}
        layer: Layer = {}
        for move in moves:
            if isinstance(move, Place | Take):
                points, after = done(here, move, self._side, self._wild)
                layer.setdefault(after, (points, move))
                best[move] = points + self._stopped(after)
            else:
                best[move] = self._passed(here, move)
        while layer:
            layer = self._next(layer, best)
        return sorted(((value, move) for move, value in best.items()), key=lambda one: one[0], reverse=True)

    def worth(self, here: Laying) -> float:
        """The points that the seat is likely to bring still from here, the promises of its board included."""
        best: dict[Move, float] = {PASS: self._stopped(here)}
        layer: Layer = {here: (0, PASS)}
        while layer:
            layer = self._next(layer, best)
        return best[PASS]

    def _next(self, layer: Layer, best: dict[Move, float]) -> Layer:
        """One step further from the most promising boards; notes what each first move can come to."""
        after: Layer = {}
        promising = sorted(layer.items(), key=lambda one: one[1][0] + self._promise(one[0]), reverse=True)
        for here, (points, move) in promising[: self._width]:
            for more, then in self._steps(here):
                known = after.get(then)
                if known is None or points + more > known[0]:
                    after[then] = points + more, move
        for then, (points, move) in after.items():
            best[move] = max(best[move], points + self._stopped(then))
        return after

    def _steps(self, here: Laying) -> Iterator[tuple[int, Laying]]:
        """What the seat can do, paid with as few wild tiles as possible, and the points for it."""
        spaces, colors, hand, supply, owed = here
        if owed:
            yield from ((0, chosen(here, color)) for color in range(len(COLORS)) if supply & ANY[color])
            return
        held, wild = counts(hand), self._wild
        for star in range(len(STARS)):
            for at, color, cost, points, tint in _spots(self._side, star, spaces & STAR, colors & STAR):
                own = held[color]
                if own >= cost:
                    yield points, laid(here, at, tint, cost * ONE[color])
                elif own and color != wild and own + held[wild] >= cost:
                    yield points, laid(here, at, tint, own * ONE[color] + (cost - own) * ONE[wild])
            spaces >>= SIZE
            colors >>= SIZE

    def _promise(self, here: Laying) -> float:
        board = self._worth(here.spaces, here.colors)
        if self._keep:
            return board + TILE * (amount(here.hand) + here.owed)
        return board + HOPE * self._hope(here.spaces, here.colors) + LAST_TILE * (amount(here.hand) + here.owed)

    def _stopped(self, here: Laying) -> float:
        """The worth of passing here with the best tiles kept."""
        return self._worth(here.spaces, here.colors) + self._left(counts(here.hand))

    def _passed(self, here: Laying, move: Move) -> float:
        """The worth of this pass; of two that are alike the one with more colors is better."""
        board = self._worth(here.spaces, here.colors)
        held = counts(here.hand)
        if not isinstance(move, Keep):
            return board + self._left(held)
        colors = len(set(move.kept)) / 100
        return board + self._left(counts(packed(move.kept))) - (sum(held) - self._keep) + colors

    def _left(self, held: Sequence[int]) -> float:
        """The worth of tiles when the seat passes: up to four are kept, the others cost a point each [6.1]."""
        worth, room = 0.0, self._keep
        for color in self._dearest:
            kept = min(room, held[color])
            worth += kept * self._each[color] - (held[color] - kept)
            room -= kept
        return worth


def standing(state: Pavilion, board: Board) -> float:
    """The points that a board is likely to bring still, with the tiles in hand or kept."""
    here = cover(board)
    if not board.passed:
        return filling(state.side, *here, state.round).worth(packed(board.hand))
    ahead = prospects(state.side, ROUNDS - state.round)
    each = ahead.kept(*here)
    return ahead.worth(*here) + sum(each[COLORS.index(tile)] for tile in board.corners)


def rank(state: Pavilion, seat: Seat, nodes: int) -> list[RankedMove]:
    """The ways to go on with laying tiles, the best first."""
    others = [board for other, board in enumerate(state.boards) if other != seat]
    lead = state.boards[seat].score - max(board.score + standing(state, board) for board in others)
    plan = Plan(state, seat, NARROWEST + nodes // POSITIONS)
    found = plan.ranked(laying(state, seat), state.moves(seat))
    return [RankedMove(move, lead + value) for value, move in found]
