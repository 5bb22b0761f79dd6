"""Plans how to lay tiles: a beam over the rest of the round of one seat, bonus tiles included.

The other seats do not matter but for the supply, which is taken as it lies there now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.core import Move, Ranked, Seat
from engine.games.pavilion.compact import (
    ANY, BITS, CACHED, COSTS, MANY, ONE, RUNS, STAR, amount, bonus, counts, cover, packed, taken_by)
from engine.games.pavilion.moves import Keep, Pass, Place, Take
from engine.games.pavilion.prospects import prospects
from engine.games.pavilion.sets import COLORS, KEEP, LEAST, ROUNDS, SIDES, SIZE, STARS
from engine.games.pavilion.state import Pavilion

TILE = 1.5  # points that a tile is worth while it can still be laid
SOON = 0.02  # points that a step is worth less for each step before it


class Laying(NamedTuple):
    """One seat that lays tiles. All heaps are packed.

    `spaces`, `colors`: see Cover. `hand`, `supply`: what can be laid and what bonus tiles are chosen from. `owed`: bonus
    tiles still to choose. `points`: since the beginning of the plan.
    """

    spaces: int
    colors: int
    hand: int
    supply: int
    owed: int


def laying(state: Pavilion, seat: Seat) -> Laying:
    """The seat's own part of a position."""
    board = state.boards[seat]
    return Laying(*cover(board), packed(board.hand), packed(state.supply), state.owed if seat == state.turn else 0)


@cache
def _spots(kind: str, at: int, side: str, covered: int, colors: int) -> tuple[tuple[int, int, int, int, int], ...]:
    """The open spaces of a star: space, color, cost, points, and the color as a bit."""
    first, costs = SIZE * at, COSTS[side]
    return tuple(
        (first + slot, color, costs[first + slot], RUNS[covered][slot], 1 << first + color)
        for slot in range(SIZE)
        if not covered >> slot & 1
        for color in taken_by(kind, covered, colors)
    )


def laid(here: Laying, at: int, tint: int, price: int) -> Laying:
    """After a tile was laid on a space and paid for; bonus tiles that leave no choice come at once [5.11]."""
    spaces = here.spaces | 1 << at
    owed = min(bonus(spaces, at), amount(here.supply))
    return settled(Laying(spaces, here.colors | tint, here.hand - price, here.supply, owed))


def settled(here: Laying) -> Laying:
    """With the bonus tiles that leave no choice [5.11]."""
    supply, owed = here.supply, here.owed
    if not owed:
        return here
    held = [color for color in range(len(COLORS)) if supply & ANY[color]]
    if len(held) > 1 and owed < amount(supply):
        return here
    got = supply if owed >= amount(supply) else owed * ONE[held[0]]
    return Laying(here.spaces, here.colors, here.hand + got, supply - got, 0)


def chosen(here: Laying, color: int) -> Laying:
    """After a bonus tile was chosen."""
    one = ONE[color]
    return settled(here._replace(hand=here.hand + one, supply=here.supply - one, owed=here.owed - 1))


class Plan:
    """The search of one turn. `left`: the positions that it may still look at."""

    def __init__(self, state: Pavilion, seat: Seat, nodes: int) -> None:
        self._side, self._wild, self._last = state.side, state.round - 1, state.round == ROUNDS
        self._kinds = SIDES[state.side].kinds
        self._worth = prospects(state.side, ROUNDS - state.round).worth
        self._each = prospects(state.side, ROUNDS - state.round).kept(*cover(state.boards[seat]))
        self._dearest = sorted(range(len(COLORS)), key=lambda color: -self._each[color])
        self._score = state.boards[seat].score
        self._width = max(1, nodes // 150)
        self._root = laying(state, seat)
        self._state, self._seat = state, seat

    def ranked(self) -> list[Ranked]:
        """The moves of the seat, the best first."""
        best: dict[Move, float] = {}
        layer: dict[Laying, tuple[int, Move]] = {}
        for move, points, after in self._first():
            if after is None:
                best[move] = self._kept(self._root, move)
                continue
            best[move] = self._stopped(after) + points
            if after not in layer or points > layer[after][0]:
                layer[after] = points, move
        steps = 0
        while layer:
            steps += 1
            layer = self._next(layer, best, steps)
        ranked = sorted(best.items(), key=lambda one: one[1], reverse=True)
        return [Ranked(move, value) for move, value in ranked]

    def _next(self, layer: dict[Laying, tuple[int, Move]], best: dict[Move, float], steps: int) -> dict[Laying, tuple[int, Move]]:
        kept = sorted(layer.items(), key=lambda one: one[1][0] + self._promise(one[0]), reverse=True)[: self._width]
        after: dict[Laying, tuple[int, Move]] = {}
        for here, (points, move) in kept:
            for more, then in self._steps(here):
                total = points + more
                known = after.get(then)
                if known is None or total > known[0]:
                    after[then] = total, move
        for then, (total, move) in after.items():
            if not then.owed:
                value = self._stopped(then) + total - SOON * 0
                if value > best[move]:
                    best[move] = value
        return after

    def _first(self) -> Iterator[tuple[Move, int, Laying | None]]:
        here, wild = self._root, ONE[self._wild]
        for move in self._state.moves(self._seat):
            match move:
                case Place(star, slot, color, wilds):
                    at = SIZE * STARS.index(star) + slot - 1
                    tint = COLORS.index(color)
                    cost = COSTS[self._side][at]
                    price = (cost - wilds) * ONE[tint] + wilds * wild
                    points = RUNS[here.spaces >> at // SIZE * SIZE & STAR][at % SIZE]
                    yield move, points, laid(here, at, 1 << at // SIZE * SIZE + tint, price)
                case Take(tile):
                    yield move, 0, chosen(here, COLORS.index(tile))
                case _:
                    yield move, 0, None

    def _steps(self, here: Laying) -> Iterator[tuple[int, Laying]]:
        """What the seat can do next, paid with as few wild tiles as possible; and the points for it."""
        if here.owed:
            for color in range(len(COLORS)):
                if here.supply & ANY[color]:
                    yield 0, chosen(here, color)
            return
        held = counts(here.hand)
        wild = self._wild
        free, spaces, colors = held[wild], here.spaces, here.colors
        for star, kind in enumerate(self._kinds):
            for at, color, cost, points, tint in _spots(kind, star, self._side, spaces & STAR, colors & STAR):
                own = held[color]
                if own >= cost:
                    yield points, laid(here, at, tint, cost * ONE[color])
                elif own and color != wild and own + free >= cost:
                    yield points, laid(here, at, tint, own * ONE[color] + (cost - own) * ONE[wild])
            spaces >>= SIZE
            colors >>= SIZE

    def _promise(self, here: Laying) -> float:
        return self._worth(here.spaces, here.colors) + TILE * (amount(here.hand) + here.owed)

    def _stopped(self, here: Laying) -> float:
        """The worth of passing here, keeping the best four tiles."""
        if here.owed:
            return self._promise(here) - 5
        held = counts(here.hand)
        total = sum(held)
        kept = 0 if self._last else min(KEEP, total)
        worth = self._worth(here.spaces, here.colors) - (total - kept)
        return worth + self._keeping(held, kept)

    def _keeping(self, held: Sequence[int], kept: int) -> float:
        worth = 0.0
        for color in self._dearest:
            tiles = min(kept, held[color])
            worth += tiles * self._each[color]
            kept -= tiles
        return worth

    def _kept(self, here: Laying, move: Move) -> float:
        """The worth of passing with this choice of tiles."""
        held = counts(here.hand)
        if isinstance(move, Keep):
            chosen = counts(packed(move.kept))
            return self._worth(here.spaces, here.colors) - (sum(held) - KEEP) + self._keeping(chosen, KEEP) + 0.01 * len(set(move.kept))
        return self._stopped(here)


def rank(state: Pavilion, seat: Seat, nodes: int) -> list[Ranked]:
    """The ways to go on with laying tiles, the best first."""
    return Plan(state, seat, nodes).ranked()
