"""The moves of Summer Pavilion and their notation, and the draws of chance.

Knows nothing about boards or turns.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from itertools import combinations_with_replacement, compress
from operator import and_
from random import Random

from engine.core import Heap, IllegalMove, Move, truncate
from engine.games.pavilion.sets import COLORS, MAX_KEPT, STAR_SIZE, STARS, heap, holds, subtract

CENTER = "C"
SOURCES = "123456789" + CENTER


class RoundPhase(StrEnum):
    """The phase of a round: who acts next, and what they do."""

    DRAFTING = "draft"  # seats take tiles
    PLACING = "place"  # seats place tiles, choose bonus tiles or pass
    FILLING = "supply"  # chance fills the supply
    DEALING = "deal"  # chance fills the factories after all seats have passed
    OVER = "over"  # the game has ended, and the scores include the points for goals


DRAFTING, PLACING, FILLING, DEALING, OVER = RoundPhase


@dataclass(frozen=True)
class Draft(Move):
    """Take the tiles of a `color`, with a wild tile if there is one, from a `source` "1".."9" or "C".

    >>> str(Draft("3", "P"))
    '3P'
    """

    source: str
    color: str


@dataclass(frozen=True)
class Place(Move):
    """Lay a tile of a `color` on a `slot` 1..6 of a `star`, and pay with `wilds` wild tiles and tiles of the color.

    >>> str(Place("UL", 5, "O", 2))
    'UL5O2'
    """

    star: str
    slot: int
    color: str
    wilds: int


@dataclass(frozen=True)
class Take(Move):
    """Choose one bonus `tile` from the supply.

    >>> str(Take("B"))
    '+B'
    """

    tile: str

    PREFIX = "+"


@dataclass(frozen=True)
class Pass(Move):
    """Stop placing for this round, without a choice of tiles to keep."""

    PREFIX = "pass"


@dataclass(frozen=True)
class Keep(Move):
    """Stop placing for this round with more than four tiles in hand, and choose the four that are `kept`.

    >>> str(Keep(Heap("PGGR")))
    'pass=PGGR'
    """

    kept: Heap

    PREFIX = "pass="


@dataclass(frozen=True)
class Supply(Move):
    """Chance adds these `tiles`, a heap, to the supply.

    >>> str(Supply("PGG"))
    'supply PGG'
    """

    tiles: str

    PREFIX = "supply "

    @property
    def heaps(self) -> tuple[str, ...]:
        """The drawn heaps, here only one; `Deal` has the same property."""
        return (self.tiles,)


@dataclass(frozen=True)
class Deal(Move):
    """Chance fills the `factories`: one heap for each, "" for an empty one.

    >>> str(Deal(("PPYR", "GGGO", "", "", "")))
    'deal PPYR/GGGO///'
    """

    factories: tuple[str, ...]

    @property
    def heaps(self) -> tuple[str, ...]:
        """The drawn heaps, one for each factory; `Supply` has the same property."""
        return self.factories

    def __str__(self) -> str:
        return "deal " + "/".join(self.factories)


SLOTS = tuple(range(1, STAR_SIZE + 1))
WILD_COUNTS = tuple(range(STAR_SIZE))
KEPT_HEAPS = tuple(Heap("".join(tiles)) for tiles in combinations_with_replacement(COLORS, MAX_KEPT))


class _Placements(dict[tuple[str, int, str, int], Place]):
    """The placements by their fields; each of the 1,512 is created when first requested."""

    def __missing__(self, answers: tuple[str, int, str, int]) -> Place:
        self[answers] = place = Place(*answers)
        return place


# Shared objects of moves; listing and parsing look them up here.
DRAFTS = {source + color: Draft(source, color) for source in SOURCES for color in COLORS}
PLACEMENTS = _Placements()
TAKES = {tile: Take(tile) for tile in COLORS}
KEEPS = tuple(map(Keep, KEPT_HEAPS))
PASS = Pass()
# `FITTING_KEEPS[color][count]`: one byte for each of KEEPS, 1 if its heap has at most `count` tiles of the color.
# The bytes are stored as one integer, so that `&` over all colors finds the heaps that a hand contains.
FITTING_KEEPS = {
    color: [int.from_bytes(kept.count(color) <= count for kept in KEPT_HEAPS) for count in range(MAX_KEPT + 1)]
    for color in COLORS
}
_MOVE_BY_NOTATION: dict[str, Move] = {str(move): move for move in (*DRAFTS.values(), *TAKES.values(), PASS)}
_PLACE_PATTERN = re.compile(f"({'|'.join(STARS)})([1-{STAR_SIZE}])([{COLORS}])([0-{WILD_COUNTS[-1]}])", re.ASCII)
_KEEP_PATTERN = re.compile(f"pass=([{COLORS}]+)")


def parse(text: str) -> Move:
    """Parse a move ("3P", "UL5O2", "+B", "pass", "pass=PGGR") or a draw. Raises IllegalMove("notation")."""
    if text in _MOVE_BY_NOTATION:
        return _MOVE_BY_NOTATION[text]
    if laid := _PLACE_PATTERN.fullmatch(text):
        return PLACEMENTS[laid[1], int(laid[2]), laid[3], int(laid[4])]
    if kept := _KEEP_PATTERN.fullmatch(text):
        return Keep(Heap(heap(kept[1])))
    word, space, tiles = text.partition(" ")
    if word + space == "deal " and not set(tiles) - set(COLORS + "/"):
        return Deal(tuple(heap(factory) for factory in tiles.split("/")))
    if word + space == "supply " and not set(tiles) - set(COLORS):
        return Supply(heap(tiles))
    raise IllegalMove("notation", text=truncate(text))


def keep_moves(hand: str) -> Iterator[Keep]:
    """The ways to keep four tiles of this hand [6.2]."""
    fitting = reduce(and_, (FITTING_KEEPS[color][min(hand.count(color), MAX_KEPT)] for color in COLORS))
    return compress(KEEPS, fitting.to_bytes(len(KEEPS)))


def heap_sizes(room: Sequence[int], stock: int) -> tuple[int, ...]:
    """The size of each heap, given its `room` and `stock` tiles for all; the last heaps may stay short [7.4].

    >>> heap_sizes((4, 4, 4, 4, 4), 9)
    (4, 4, 1, 0, 0)
    """
    return tuple(max(0, min(size, stock - sum(room[:at]))) for at, size in enumerate(room))


def draw_heaps(rng: Random, counts: Sequence[int], bag: str, tower: str) -> tuple[str, ...]:
    """Random heaps of these sizes, drawn one after the other: from the bag first, then from the tower [7.3]."""
    total = sum(counts)
    tiles = rng.sample(bag, min(total, len(bag)))
    tiles += rng.sample(tower, min(total - len(tiles), len(tower)))
    ends = [sum(counts[: at + 1]) for at in range(len(counts))]
    return tuple(heap("".join(tiles[end - size : end])) for end, size in zip(ends, counts, strict=True))


def can_draw(heaps: Sequence[str], bag: str, tower: str) -> bool:
    """Whether these heaps can be drawn in this order, from the bag until it is empty and then from the tower [7.3]."""
    for tiles in heaps:
        if len(tiles) <= len(bag):
            source, due = bag, tiles
        elif holds(tiles, bag):  # the bag runs out here
            source, due, tower = tower, subtract(tiles, bag), ""
        else:
            return False
        if not holds(source, due):
            return False
        bag = subtract(source, due)
    return True
