"""What a hand is worth on a board: about the best way to fill it, color by color.

Bonus tiles count for what they bring on the average; which of them lie in the supply does not matter here.
Knows no other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from engine.games.pavilion.sets import COLORS, FREE, KEEP, MIXED, ROUNDS, SIDES, SIZE, STARS
from engine.robots.pavilion.compact import COSTS, PAYING, STAR, Cover, counts, growth, taken_by
from engine.robots.pavilion.prospects import prospects

BOARDS = 8  # whose hands are valued at the same time
HANDS = 1 << 13  # of one board whose worth is remembered, and fillings of it
DEAREST = 12  # tiles that one color pays for at most
TILES = (3.0, 3.0, 3.0, 2.6, 4.0, 3.9)  # points that a bonus tile is worth in each round
WILD = 1.5  # points that a wild tile is worth as long as other colors may use it
WAYS = 7  # ways to use a color that are looked at for each number of its tiles
WIDTH = 12  # fillings that are followed from color to color
ALONE = 8  # single tiles on stars of several colors that are looked at for each color


class Way(NamedTuple):
    """A way to use tiles of one color."""

    worth: float  # its points and promises, as if no other color were laid
    cost: int  # all tiles that it takes
    own: int  # how many of these must have the color itself
    spaces: int  # what it adds to those of the board, see Cover
    colors: int  # the same of its colors
    blocks: int  # the spaces that no other color can use beside it


NOTHING = Way(0.0, 0, 0, 0, 0, 0)
# A way with so many tiles: worth, wild tiles used, spaces, colors and blocks of the way, tiles left, worth of these.
Use = tuple[float, int, int, int, int, int, float]
Filled = tuple[float, int, int, int, int, int, float]  # the same of all colors so far, but with the wild tiles left


class Filling:
    """The hands of one board in one round."""

    def __init__(self, side: str, spaces: int, colors: int, round_: int) -> None:
        self._side = side
        self._cover = Cover(spaces, colors)
        self._wild = round_ - 1
        self._prospects = prospects(side, ROUNDS - round_)
        self._guide = prospects(side, max(1, ROUNDS - round_))
        self._now = self._prospects.worth(spaces, colors)
        self._each = self._prospects.kept(spaces, colors)
        self._tile = TILES[round_ - 1]
        self._keep = KEEP if round_ < ROUNDS else 0
        self._hands: dict[int, float] = {}
        self._gains: dict[tuple[int, int], float] = {}
        self._uses: dict[tuple[int, int, int], list[Use]] = {}
        self._ways = [self._ways_with(color) for color in range(len(COLORS))]

    def worth(self, hand: int) -> float:
        """The points that this packed hand is likely to bring, the promises of the board included."""
        known = self._hands.get(hand)
        if known is not None:
            return known
        # A narrow beam over the colors, the most frequent first.
        held, wild = counts(hand), self._wild
        beam: list[Filled] = [(WILD * held[wild], held[wild], 0, 0, 0, 0, 0.0)]
        colors = [color for color, own in enumerate(held) if own and color != wild]
        for color in sorted(colors, key=lambda color: -held[color]):
            beam = self._with(beam, color, held[color])[:WIDTH]
        # The wild color last, with as many tiles as each filling has left.
        if held[wild]:
            after: list[Filled] = []
            for filled in beam:
                free = filled[1]
                after += self._with([(filled[0] - WILD * free, 0, *filled[2:])], wild, free) if free else [filled]
            after.sort(reverse=True)
            beam = after[:WIDTH]
        # What the colors of each filling bring together.
        best = -inf
        for _, _, spaces, tints, _, left, kept in beam:
            keeps = kept if left <= self._keep else kept * self._keep / left - (left - self._keep)
            best = max(best, self._gain(spaces, tints) + keeps)
        if len(self._hands) >= HANDS:
            self._hands.clear()
        self._hands[hand] = self._now + best
        return self._now + best

    def _with(self, beam: list[Filled], color: int, own: int) -> list[Filled]:
        """These fillings with every use of one more color, the best first."""
        after = [
            (worth + more, free - used, spaces | added, colors | tint, blocks | block, left + rest, kept + keeps)
            for worth, free, spaces, colors, blocks, left, kept in beam
            for more, used, added, tint, block, rest, keeps in self._usable(color, own, free)
            if not blocks & block
        ]
        after.sort(reverse=True)
        return after

    def _usable(self, color: int, own: int, free: int) -> list[Use]:
        """The best ways to use so many tiles of a color and wild ones; the last one is to use none."""
        known = self._uses.get((color, own, free))
        if known is not None:
            return known
        uses: list[Use] = []
        for way in (*self._ways[color], NOTHING):
            if way.own <= own and way.cost <= own + free:
                left = max(0, own - way.cost)
                used = max(0, way.cost - own)
                kept = self._each[color] * min(left, self._keep)
                worth = way.worth + kept - max(0, left - self._keep) - WILD * used
                uses.append((worth, used, way.spaces, way.colors, way.blocks, left, kept))
        none = uses.pop()
        uses.sort(reverse=True)
        uses[WAYS:] = [none]
        self._uses[color, own, free] = uses
        return uses

    def _hope(self, spaces: int, colors: int) -> float:
        """The gain of covering spaces; in the last round also of coming closer to a goal that others may reach."""
        gain = self._gain(spaces, colors)
        if self._keep:
            return gain
        after = self._cover.spaces | spaces, self._cover.colors | colors
        reached = self._prospects.worth(*after) - self._now
        return gain + self._guide.worth(*after) - self._guide.worth(*self._cover) - reached

    def _gain(self, spaces: int, colors: int) -> float:
        """The points for covering spaces, and what the board promises more than before."""
        known = self._gains.get((spaces, colors))
        if known is not None:
            return known
        before, points, added = self._cover.spaces, 0.0, spaces
        for star in range(len(STARS)):
            if added & STAR:
                points += growth(before >> SIZE * star & STAR, added & STAR)
            added >>= SIZE
        after = before | spaces
        tiles = sum(n for needed, n in PAYING if after & needed == needed != before & needed)
        worth = self._prospects.worth(after, self._cover.colors | colors) - self._now
        if len(self._gains) >= HANDS:
            self._gains.clear()
        gain = self._gains[spaces, colors] = points + worth + self._tile * tiles
        return gain

    def _ways_with(self, color: int) -> list[Way]:
        """The ways to use a color, the best for each price and for each space of a star of several colors."""
        best: dict[tuple[int, int, int], Way] = {}
        alone = sorted(self._alone(color), reverse=True)[:ALONE]
        for many in (NOTHING, *self._many(color)):
            for one in (NOTHING, *alone):
                cost = many.cost + one.cost
                if not 0 < cost <= DEAREST or many.blocks & one.blocks:
                    continue
                spaces = many.spaces | one.spaces
                tint = many.colors | one.colors
                own = cost if color == self._wild else spaces.bit_count()
                way = Way(self._hope(spaces, tint), cost, own, spaces, tint, many.blocks | one.blocks)
                best[cost, own, one.spaces] = max(best.get((cost, own, one.spaces), way), way)
        return list(best.values())

    def _many(self, color: int) -> Iterator[Way]:
        """Tiles of the color on one star of a single color."""
        kinds, costs = SIDES[self._side].kinds, COSTS[self._side]
        for star, kind in enumerate(kinds):
            covered, colors = self._cover.star(star)
            free = kind == FREE and not colors & ~(1 << color)
            if not free and kind != COLORS[color]:
                continue
            first = SIZE * star
            for added in range(1, STAR + 1):
                cost = sum(costs[first + slot] for slot in range(SIZE) if added >> slot & 1)
                if not added & covered and cost <= DEAREST:
                    blocks = (STAR if free else added) << first
                    yield Way(0.0, cost, 0, added << first, 1 << first + color, blocks)

    def _alone(self, color: int) -> Iterator[Way]:
        """One tile of the color on a star of several colors."""
        kinds, costs = SIDES[self._side].kinds, COSTS[self._side]
        for star, kind in enumerate(kinds):
            covered, colors = self._cover.star(star)
            mixed = kind == MIXED or (kind == FREE and colors & ~(1 << color))
            if not mixed or color not in taken_by(kind, covered, colors):
                continue
            for slot in range(SIZE):
                if not covered >> slot & 1:
                    space, tint = 1 << SIZE * star + slot, 1 << SIZE * star + color
                    cost = costs[SIZE * star + slot]
                    yield Way(self._hope(space, tint) - cost, cost, 1, space, tint, space)


@lru_cache(maxsize=BOARDS)
def filling(side: str, spaces: int, colors: int, round_: int) -> Filling:
    """What hands are worth on this board in this round, 1 to 6."""
    return Filling(side, spaces, colors, round_)
