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
REMEMBERED_HANDS = 1 << 13  # of one board whose worth is remembered, and fillings of it
DEAREST = 12  # tiles that one color pays for at most
BONUS_TILE_WORTHS = (3.0, 3.0, 3.0, 2.6, 4.0, 3.9)  # points that a bonus tile is worth in each round
WILD_TILE_WORTH = 1.5  # points that a wild tile is worth as long as other colors may use it
WAYS = 7  # ways to use a color that are looked at for each number of its tiles
BEAM_WIDTH = 12  # fillings that are followed from color to color
MOST_SINGLES = 8  # single tiles on stars of several colors that are looked at for each color


class Way(NamedTuple):
    """A way to use tiles of one color."""

    worth: float  # its points and promises, as if no other color were laid
    cost: int  # all tiles that it takes
    own: int  # how many of these must have the color itself
    spaces: int  # what it adds to those of the board, see Cover
    colors: int  # the same of its colors
    blocks: int  # the spaces that no other color can use beside it


class WayPart(NamedTuple):
    """Tiles of one color on one star, or none."""

    cost: int  # the tiles that they take
    spaces: int  # as those of a way
    colors: int  # the same
    blocks: int  # the same


class Use(NamedTuple):
    """A way that so many tiles of its color pay for, wild ones where these do not suffice."""

    worth: float  # of the way and of the tiles left, less what the wild tiles are worth
    wilds: int  # the wild tiles that it takes
    spaces: int  # as those of a way
    colors: int  # the same
    blocks: int  # the same
    left: int  # tiles of the color that it leaves
    kept: float  # what these are worth if they are kept


class Filled(NamedTuple):
    """Uses of several colors together. Those of more worth are greater."""

    worth: float  # of all uses and of the wild tiles left
    wilds: int  # the wild tiles left
    spaces: int  # as those of a way
    colors: int  # the same
    blocks: int  # the same
    left: int  # tiles of these colors that are left
    kept: float  # what these are worth if they are kept


NO_PART = WayPart(0, 0, 0, 0)
NO_WAY = Way(0.0, 0, 0, 0, 0, 0)


class Filling:
    """The hands of one board in one round."""

    def __init__(self, side: str, spaces: int, colors: int, round_: int) -> None:
        self._side = side
        self._cover = Cover(spaces, colors)
        self._wild = round_ - 1
        self._prospects = prospects(side, ROUNDS - round_)
        self._goals = prospects(side, max(1, ROUNDS - round_))
        self._now = self._prospects.worth(spaces, colors)
        self._kept_tile = self._prospects.kept(spaces, colors)
        self._bonus_tile = BONUS_TILE_WORTHS[round_ - 1]
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
        held = counts(hand)
        wilds = held[self._wild]
        beam = [Filled(WILD_TILE_WORTH * wilds, wilds, 0, 0, 0, 0, 0.0)]
        colors = [color for color, own in enumerate(held) if own and color != self._wild]
        for color in sorted(colors, key=lambda color: -held[color]):
            beam = self._extend(beam, color, held[color])
        # The wild color last, with as many tiles as each filling has left.
        if wilds:
            after: list[Filled] = []
            for filled in beam:
                wilds = filled.wilds
                without = Filled(filled.worth - WILD_TILE_WORTH * wilds, 0, *filled[2:])
                after += self._extend([without], self._wild, wilds) if wilds else [filled]
            after.sort(reverse=True)
            beam = after[:BEAM_WIDTH]
        # What the colors of each filling bring together.
        best = -inf
        for filled in beam:
            left = filled.left
            # Which colors would be lost is not known, so that each keeps its share.
            keeps = filled.kept if left <= self._keep else filled.kept * self._keep / left - (left - self._keep)
            best = max(best, self._gain(filled.spaces, filled.colors) + keeps)
        if len(self._hands) >= REMEMBERED_HANDS:
            self._hands.clear()
        self._hands[hand] = self._now + best
        return self._now + best

    def _extend(self, beam: list[Filled], color: int, own: int) -> list[Filled]:
        """The best fillings with a use of one more color, so many tiles, in order."""
        after = [  # plain tuples, made faster; most of them are dropped
            (worth + more, wilds - used, spaces | space, colors | tint, blocks | block, left + rest, kept + keeps)
            for worth, wilds, spaces, colors, blocks, left, kept in beam
            for more, used, space, tint, block, rest, keeps in self._usable(color, own, wilds)
            if not blocks & block
        ]
        after.sort(reverse=True)
        return [*map(Filled._make, after[:BEAM_WIDTH])]

    def _usable(self, color: int, own: int, wilds: int) -> list[Use]:
        """The best ways to use so many tiles of a color and wild ones; the last one is to use none."""
        known = self._uses.get((color, own, wilds))
        if known is not None:
            return known
        uses: list[Use] = []
        for way in (*self._ways[color], NO_WAY):
            if way.own <= own and way.cost <= own + wilds:
                left = max(0, own - way.cost)
                used = max(0, way.cost - own)
                kept = self._kept_tile[color] * min(left, self._keep)
                worth = way.worth + kept - max(0, left - self._keep) - WILD_TILE_WORTH * used
                uses.append(Use(worth, used, way.spaces, way.colors, way.blocks, left, kept))
        *some, none = uses
        some.sort(reverse=True)
        uses = self._uses[color, own, wilds] = [*some[:WAYS], none]
        return uses

    def _gain_and_goals(self, spaces: int, colors: int) -> float:
        """The gain of covering spaces; in the last round also of coming closer to a goal that others may reach."""
        gain = self._gain(spaces, colors)
        if self._keep:
            return gain
        after = self._cover.spaces | spaces, self._cover.colors | colors
        reached = self._prospects.worth(*after) - self._now  # is part of the gain, and of coming closer
        return gain + self._goals.worth(*after) - self._goals.worth(*self._cover) - reached

    def _gain(self, spaces: int, colors: int) -> float:
        """The points for covering spaces, and what the board promises more than before."""
        known = self._gains.get((spaces, colors))
        if known is not None:
            return known
        before = self._cover.spaces
        points = 0.0
        added = spaces
        for star in range(len(STARS)):
            if added & STAR:
                points += growth(before >> SIZE * star & STAR, added & STAR)
            added >>= SIZE
        after = before | spaces
        tiles = 0
        for needed, bonus in PAYING:
            if after & needed == needed != before & needed:
                tiles += bonus
        worth = self._prospects.worth(after, self._cover.colors | colors) - self._now
        if len(self._gains) >= REMEMBERED_HANDS:
            self._gains.clear()
        gain = self._gains[spaces, colors] = points + worth + self._bonus_tile * tiles
        return gain

    def _ways_with(self, color: int) -> list[Way]:
        """The ways to use a color, the best for each price and for each space of a star of several colors."""
        best: dict[tuple[int, int, int], Way] = {}
        singles = [NO_PART, *self._best_singles(color)]
        for many in (NO_PART, *self._on_one_star(color)):
            for single in singles:
                cost = many.cost + single.cost
                if not 0 < cost <= DEAREST or many.blocks & single.blocks:
                    continue
                spaces = many.spaces | single.spaces
                colors = many.colors | single.colors
                own = cost if color == self._wild else spaces.bit_count()
                worth = self._gain_and_goals(spaces, colors)
                way = Way(worth, cost, own, spaces, colors, many.blocks | single.blocks)
                key = cost, own, single.spaces
                known = best.get(key)
                if known is None or way > known:
                    best[key] = way
        return list(best.values())

    def _on_one_star(self, color: int) -> Iterator[WayPart]:
        """Tiles of the color on one star of a single color."""
        kinds = SIDES[self._side].kinds
        costs = COSTS[self._side]
        for star, kind in enumerate(kinds):
            covered, colors = self._cover.star(star)
            free = kind == FREE and not colors & ~(1 << color)
            if not free and kind != COLORS[color]:
                continue
            first = SIZE * star
            for added in range(1, STAR + 1):
                if added & covered:
                    continue
                cost = sum(costs[first + slot] for slot in range(SIZE) if added >> slot & 1)
                if cost <= DEAREST:
                    yield WayPart(cost, added << first, 1 << first + color, (STAR if free else added) << first)

    def _best_singles(self, color: int) -> list[WayPart]:
        """The best places for one tile of the color on stars of several colors, in order."""
        kinds = SIDES[self._side].kinds
        costs = COSTS[self._side]
        found: list[tuple[float, WayPart]] = []  # what each gains beyond its cost
        for star, kind in enumerate(kinds):
            covered, colors = self._cover.star(star)
            mixed = kind == MIXED or (kind == FREE and colors & ~(1 << color))
            if not mixed or color not in taken_by(kind, covered, colors):
                continue
            tint = 1 << SIZE * star + color
            for slot in range(SIZE):
                if not covered >> slot & 1:
                    at = SIZE * star + slot
                    part = WayPart(costs[at], spaces=1 << at, colors=tint, blocks=1 << at)
                    found.append((self._gain_and_goals(part.spaces, tint) - part.cost, part))
        found.sort(reverse=True)
        return [part for _, part in found[:MOST_SINGLES]]


@lru_cache(maxsize=BOARDS)
def filling(side: str, spaces: int, colors: int, round_: int) -> Filling:
    """What hands are worth on this board in this round, 1 to 6."""
    return Filling(side, spaces, colors, round_)
