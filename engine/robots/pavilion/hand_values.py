"""The value of a hand on a board: an estimate of the best way to place its tiles, color by color.

Bonus tiles count with their average value, whichever tiles are in the supply.
Knows nothing about other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from engine.games.pavilion.sets import COLORS, FREE_STAR, MAX_KEPT, MIXED_STAR, ROUNDS, SIDES, STAR_SIZE, STARS
from engine.robots.pavilion.board_values import board_evaluator
from engine.robots.pavilion.packed import (
    ORNAMENT_BITS,
    SPACE_COSTS,
    STAR_MASK,
    PackedStars,
    accepted_indices,
    heap_counts,
    run_growth,
)

MAX_CACHED_BOARDS = 8  # boards whose evaluators are cached
MAX_CACHED_HANDS = 1 << 13  # cached hands of one board; also the limit for its cached gains
MAX_COLOR_TILES = 12  # limit for the tiles that one way uses
BONUS_TILE_VALUES = (3.0, 3.0, 3.0, 2.6, 4.0, 3.9)  # points, by round
WILD_TILE_VALUE = 1.5  # points, as long as other colors may use the tile
MAX_USES = 7  # ways to use a color that are considered for each number of its tiles
BEAM_WIDTH = 12  # allocations kept from color to color
MAX_SINGLES = 8  # single tiles on stars of several colors that are considered for each color


class Way(NamedTuple):
    """A way to place tiles of one color."""

    value: float  # its points and the gain in board value, as if no other color were placed
    cost: int  # all tiles that it takes
    own: int  # how many of these must have the color itself
    spaces: int  # the spaces that it covers, see PackedStars
    colors: int  # the colors that it adds, see PackedStars
    blocks: int  # the spaces that no other color can use together with it


class WayPart(NamedTuple):
    """Tiles of one color on one star, or no tiles."""

    cost: int  # the tiles that they take
    spaces: int  # as in Way
    colors: int  # as in Way
    blocks: int  # as in Way


class Use(NamedTuple):
    """A `Way` with its payment: a number of tiles of its color, and wild tiles if there are too few."""

    value: float  # of the way and of the tiles left, less the value of the wild tiles
    wilds: int  # the wild tiles that it takes
    spaces: int  # as in Way
    colors: int  # as in Way
    blocks: int  # as in Way
    left: int  # tiles of the color that are left
    kept_value: float  # their value if they are kept


class Allocation(NamedTuple):
    """Uses of several colors together; those with a higher value sort as greater."""

    value: float  # of all uses and of the wild tiles left
    wilds: int  # the wild tiles left
    spaces: int  # as in Way
    colors: int  # as in Way
    blocks: int  # as in Way
    left: int  # tiles of these colors that are left
    kept_value: float  # their value if they are kept


NO_PART = WayPart(0, 0, 0, 0)
NO_WAY = Way(0.0, 0, 0, 0, 0, 0)


class HandEvaluator:
    """Values hands on one board in one round."""

    def __init__(self, side: str, spaces: int, colors: int, round_: int) -> None:
        self._side = side
        self._stars = PackedStars(spaces, colors)
        self._wild = round_ - 1
        self._board = board_evaluator(side, ROUNDS - round_)
        self._goals = board_evaluator(side, max(1, ROUNDS - round_))
        self._board_now = self._board.value(spaces, colors)
        self._kept_tile_values = self._board.kept_tile_values(spaces, colors)
        self._bonus_tile_value = BONUS_TILE_VALUES[round_ - 1]
        self._keep = MAX_KEPT if round_ < ROUNDS else 0
        self._hands: dict[int, float] = {}
        self._gains: dict[tuple[int, int], float] = {}
        self._uses: dict[tuple[int, int, int], list[Use]] = {}
        self._ways = [self._find_ways(color) for color in range(len(COLORS))]

    def value(self, hand: int) -> float:
        """The expected points of the board with this packed hand, including the value of the board itself."""
        cached = self._hands.get(hand)
        if cached is not None:
            return cached
        # A narrow beam over the colors, the most frequent first.
        held = heap_counts(hand)
        wilds = held[self._wild]
        beam = [Allocation(WILD_TILE_VALUE * wilds, wilds, 0, 0, 0, 0, 0.0)]
        colors = [color for color, own in enumerate(held) if own and color != self._wild]
        for color in sorted(colors, key=lambda color: -held[color]):
            beam = self._extend(beam, color, held[color])
        # The wild color last, with the tiles that each allocation has left.
        if wilds:
            after: list[Allocation] = []
            for allocation in beam:
                wilds = allocation.wilds
                without = Allocation(allocation.value - WILD_TILE_VALUE * wilds, 0, *allocation[2:])
                after += self._extend([without], self._wild, wilds) if wilds else [allocation]
            after.sort(reverse=True)
            beam = after[:BEAM_WIDTH]
        # The joint gain of the colors of each allocation.
        best = -inf
        for allocation in beam:
            left = allocation.left
            # It is not known which colors would be lost, so the kept value shrinks in proportion.
            keeps = (
                allocation.kept_value
                if left <= self._keep
                else allocation.kept_value * self._keep / left - (left - self._keep)
            )
            best = max(best, self._gain(allocation.spaces, allocation.colors) + keeps)
        if len(self._hands) >= MAX_CACHED_HANDS:
            self._hands.clear()
        self._hands[hand] = self._board_now + best
        return self._board_now + best

    def _extend(self, beam: list[Allocation], color: int, own: int) -> list[Allocation]:
        """The best allocations with one more color, of which the hand has `own` tiles, the best first."""
        after = [  # plain tuples are created faster, and most of them are dropped
            (value + more, wilds - used, spaces | space, colors | tint, blocks | block, left + rest, kept + keeps)
            for value, wilds, spaces, colors, blocks, left, kept in beam
            for more, used, space, tint, block, rest, keeps in self._best_uses(color, own, wilds)
            if not blocks & block
        ]
        after.sort(reverse=True)
        return [*map(Allocation._make, after[:BEAM_WIDTH])]

    def _best_uses(self, color: int, own: int, wilds: int) -> list[Use]:
        """The best uses of `own` tiles of a color and `wilds` wild tiles; the last one uses none."""
        cached = self._uses.get((color, own, wilds))
        if cached is not None:
            return cached
        uses: list[Use] = []
        for way in (*self._ways[color], NO_WAY):
            if way.own <= own and way.cost <= own + wilds:
                left = max(0, own - way.cost)
                used = max(0, way.cost - own)
                kept_value = self._kept_tile_values[color] * min(left, self._keep)
                value = way.value + kept_value - max(0, left - self._keep) - WILD_TILE_VALUE * used
                uses.append(Use(value, used, way.spaces, way.colors, way.blocks, left, kept_value))
        *paying, none = uses
        paying.sort(reverse=True)
        uses = self._uses[color, own, wilds] = [*paying[:MAX_USES], none]
        return uses

    def _gain_and_goals(self, spaces: int, colors: int) -> float:
        """The gain of covering spaces; in the last round, also of approaching goals that other colors can complete."""
        gain = self._gain(spaces, colors)
        if self._keep:
            return gain
        after = self._stars.spaces | spaces, self._stars.colors | colors
        gained = self._board.value(*after) - self._board_now  # part of both gains, so it is subtracted once
        return gain + self._goals.value(*after) - self._goals.value(*self._stars) - gained

    def _gain(self, spaces: int, colors: int) -> float:
        """The points for covering spaces, and the increase of the value of the board."""
        cached = self._gains.get((spaces, colors))
        if cached is not None:
            return cached
        before = self._stars.spaces
        points = 0.0
        added = spaces
        for star in range(len(STARS)):
            if added & STAR_MASK:
                points += run_growth(before >> STAR_SIZE * star & STAR_MASK, added & STAR_MASK)
            added >>= STAR_SIZE
        after = before | spaces
        tiles = 0
        for needed, bonus in ORNAMENT_BITS:
            if after & needed == needed != before & needed:
                tiles += bonus
        value = self._board.value(after, self._stars.colors | colors) - self._board_now
        if len(self._gains) >= MAX_CACHED_HANDS:
            self._gains.clear()
        gain = self._gains[spaces, colors] = points + value + self._bonus_tile_value * tiles
        return gain

    def _find_ways(self, color: int) -> list[Way]:
        """The ways to use a color: the best for each cost and each choice of a space on a star of several colors."""
        best: dict[tuple[int, int, int], Way] = {}
        singles = [NO_PART, *self._best_singles(color)]
        for many in (NO_PART, *self._star_parts(color)):
            for single in singles:
                cost = many.cost + single.cost
                if not 0 < cost <= MAX_COLOR_TILES or many.blocks & single.blocks:
                    continue
                spaces = many.spaces | single.spaces
                colors = many.colors | single.colors
                own = cost if color == self._wild else spaces.bit_count()
                value = self._gain_and_goals(spaces, colors)
                way = Way(value, cost, own, spaces, colors, many.blocks | single.blocks)
                key = cost, own, single.spaces
                known = best.get(key)
                if known is None or way > known:
                    best[key] = way
        return list(best.values())

    def _star_parts(self, color: int) -> Iterator[WayPart]:
        """The ways to lay tiles of the color on one star of a single color."""
        kinds = SIDES[self._side].kinds
        costs = SPACE_COSTS[self._side]
        for star, kind in enumerate(kinds):
            covered, colors = self._stars.star(star)
            free = kind == FREE_STAR and not colors & ~(1 << color)
            if not free and kind != COLORS[color]:
                continue
            first = STAR_SIZE * star
            for added in range(1, STAR_MASK + 1):
                if added & covered:
                    continue
                cost = sum(costs[first + slot] for slot in range(STAR_SIZE) if added >> slot & 1)
                if cost <= MAX_COLOR_TILES:
                    yield WayPart(cost, added << first, 1 << first + color, (STAR_MASK if free else added) << first)

    def _best_singles(self, color: int) -> list[WayPart]:
        """The best spaces for one tile of the color on stars of several colors, in order."""
        kinds = SIDES[self._side].kinds
        costs = SPACE_COSTS[self._side]
        found: list[tuple[float, WayPart]] = []  # the gain of each beyond its cost
        for star, kind in enumerate(kinds):
            covered, colors = self._stars.star(star)
            mixed = kind == MIXED_STAR or (kind == FREE_STAR and colors & ~(1 << color))
            if not mixed or color not in accepted_indices(kind, covered, colors):
                continue
            tint = 1 << STAR_SIZE * star + color
            for slot in range(STAR_SIZE):
                if not covered >> slot & 1:
                    at = STAR_SIZE * star + slot
                    part = WayPart(costs[at], spaces=1 << at, colors=tint, blocks=1 << at)
                    found.append((self._gain_and_goals(part.spaces, tint) - part.cost, part))
        found.sort(reverse=True)
        return [part for _, part in found[:MAX_SINGLES]]


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def hand_evaluator(side: str, spaces: int, colors: int, round_: int) -> HandEvaluator:
    """The evaluator of hands on this board in this round, 1 to 6."""
    return HandEvaluator(side, spaces, colors, round_)
