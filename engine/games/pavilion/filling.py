"""What a hand is worth on a board: the best way to fill it, color by color.

Quick rather than exact: the colors share wild tiles but do not know of each other's spaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.games.pavilion.compact import COSTS, MANY, ONE, PAYING, STAR, Cover, counts, growth, taken_by
from engine.games.pavilion.prospects import prospects
from engine.games.pavilion.sets import COLORS, FREE, KEEP, MIXED, ROUNDS, SIDES, SIZE, STARS

BOARDS = 64  # whose hands are valued at the same time
HANDS = 1 << 15  # of one board whose worth is remembered
DEAREST = 12  # tiles that a color pays for at most in a round
TILE = 2.0  # points that a bonus tile is worth in the round in which it comes
KEPT = 0.9  # points that a tile is worth that is kept
NEXT_WILD = 1.8  # the same for a tile that is wild next
LAID_ALONE = 3  # placements on stars of several colors that are considered for each color


class Option:
    """A way to use one color: what it costs at all, how many tiles must have the color itself, and what it is worth."""

    __slots__ = ("cost", "own", "worth")

    def __init__(self, cost: int, own: int, worth: float) -> None:
        self.cost, self.own, self.worth = cost, own, worth


class Filling:
    """The hands of one board in one round."""

    def __init__(self, side: str, spaces: int, colors: int, round_: int) -> None:
        self._side, self._cover, self._wild = side, Cover(spaces, colors), round_ - 1
        self._last = round_ == ROUNDS
        self._prospects = prospects(side, ROUNDS - round_)
        self._now = self._prospects.worth(spaces, colors)
        self._hands: dict[int, float] = {}
        self._options = [self._ways(color) for color in range(len(COLORS))]
        self._best: dict[tuple[int, int, int], tuple[float, int]] = {}

    def worth(self, hand: int) -> float:
        """The points that this packed hand is likely to bring, the promises of the board included."""
        known = self._hands.get(hand)
        if known is None:
            if len(self._hands) >= HANDS:
                self._hands.clear()
            known = self._hands[hand] = self._reckoned(hand)
        return known

    def _reckoned(self, hand: int) -> float:
        """Deals the wild tiles out to the colors; `spent[x]` is the best for x of them: points and tiles left."""
        held, wild = counts(hand), self._wild
        free = held[wild]
        spent = [(0.0, 0)] * (free + 1)
        for color, own in enumerate(held):
            if own and color != wild:
                row = [self._used(color, own, x) for x in range(free + 1)]
                spent = [
                    max((spent[x - y][0] + row[y][0], spent[x - y][1] + row[y][1]) for y in range(x + 1))
                    for x in range(free + 1)
                ]
        rest = [self._used(wild, left, 0) for left in range(free, -1, -1)]
        return self._now + max(
            points + worth - max(0, (left + more - self._kept()) * 1.0 if left + more > self._kept() else 0.0)
            for (points, left), (worth, more) in zip(spent, rest, strict=True)
        )

    def _kept(self) -> int:
        return 0 if self._last else KEEP

    def _used(self, color: int, own: int, free: int) -> tuple[float, int]:
        """The best that tiles of a color do with so many wild ones: points, and how many of them are left."""
        key = color, own, free
        known = self._best.get(key)
        if known is None:
            each = 0.0 if self._last else NEXT_WILD if color == self._wild + 1 else KEPT
            known = each * min(own, KEEP), own
            for option in self._options[color]:
                if option.own <= own and option.cost <= own + free:
                    left = max(0, own - option.cost)
                    known = max(known, (option.worth + each * min(left, KEEP), left))
            self._best[key] = known
        return known

    def _ways(self, color: int) -> list[Option]:
        """What a color can do, the best for each price."""
        best: dict[tuple[int, int], float] = {}
        for spaces, colors, cost in self._sets(color):
            own = (spaces ^ self._cover.spaces).bit_count()
            key = cost, cost if color == self._wild else own
            worth = self._gain(spaces, colors)
            if worth > best.get(key, 0.0):
                best[key] = worth
        return [Option(cost, own, worth) for (cost, own), worth in best.items()]

    def _sets(self, color: int) -> Iterator[tuple[int, int, int]]:
        """Covered spaces, colors and cost after this color has been laid: on one star alone, once on another, or both."""
        spaces, colors = self._cover
        mains, alone = [(0, 0, 0)], [(0, 0, 0)]
        kinds, costs = SIDES[self._side].kinds, COSTS[self._side]
        for star in range(len(STARS)):
            covered, laid = self._cover.star(star)
            if covered == STAR or color not in taken_by(kinds[star], covered, laid):
                continue
            tint = 1 << SIZE * star + color
            single = kinds[star] not in FREE + MIXED or (kinds[star] == FREE and not laid & ~(1 << color))
            for added in range(1, STAR + 1):
                if added & covered or not (single or added.bit_count() == 1):
                    continue
                cost = sum(costs[SIZE * star + slot] for slot in range(SIZE) if added >> slot & 1)
                if cost <= DEAREST:
                    (mains if single else alone).append((added << SIZE * star, tint, cost))
        for more, tint, cost in mains:
            for one, other, price in alone:
                if cost + price <= DEAREST and more + one:
                    yield spaces | more | one, colors | tint | other, cost + price

    def _gain(self, spaces: int, colors: int) -> float:
        """The points for covering spaces, and what the board promises more than before."""
        before = self._cover.spaces
        points = 0
        for star in range(len(STARS)):
            added = (spaces ^ before) >> SIZE * star & STAR
            if added:
                points += growth(before >> SIZE * star & STAR, added)
        tiles = sum(n for needed, n in PAYING if spaces & needed == needed != before & needed)
        return points + self._prospects.worth(spaces, colors) - self._now + TILE * tiles


@lru_cache(maxsize=BOARDS)
def filling(side: str, spaces: int, colors: int, round_: int) -> Filling:
    """What hands are worth on this board in this round, 1 to 6."""
    return Filling(side, spaces, colors, round_)
