"""The moves of Match Five and their notation: placing a tile or a wild, done, exchange, pass, and draws.

Knows nothing about turns or the tiles on the table.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, repeat

from engine.core import Cell, Heap, IllegalMove, Move, Seat, truncate
from engine.games.match_five.coordinates import CELL_BY_FOOT, TileSpot
from engine.games.match_five.sets import HIDDEN_TILE, WILD, heap, split


@dataclass(frozen=True)
class Place(Move):
    """Place a `tile` from the hand on a `cell`, on top of its stack.

    >>> str(Place("R3", Cell(12, 12)))
    'R3m13'
    """

    tile: str
    cell: Cell

    def __str__(self) -> str:
        return f"{self.tile}{self.cell}"

    @property
    def table_tile(self) -> str:
        """The tile as it lies on the table."""
        return self.tile


@dataclass(frozen=True)
class Wild(Move):
    """Place a wild on a `cell`, with the `face` of a colored tile.

    >>> str(Wild(Cell(12, 12), "B2"))
    'WB2m13'
    """

    cell: Cell
    face: str

    def __str__(self) -> str:
        return f"{self.table_tile}{self.cell}"

    @property
    def table_tile(self) -> str:
        """The wild as it lies on the table, with its face [7.1]."""
        return WILD + self.face


@dataclass(frozen=True)
class Done(Move):
    """Finish the turn: the laid tiles are placed and score points."""

    PREFIX = "done"


@dataclass(frozen=True)
class Exchange(Move):
    """Exchange `tiles` from the hand for others from the bag.

    >>> str(Exchange(Heap("R3W")))
    'xR3W'
    """

    tiles: Heap

    PREFIX = "x"


@dataclass(frozen=True)
class Pass(Move):
    """Do nothing."""

    PREFIX = "pass"


@dataclass(frozen=True)
class Draw(Move):
    """Chance deals `tiles`, a heap, to a 0-based `seat`; only that seat may see them.

    >>> str(Draw(0, "R3B4W"))
    'draw 1 R3B4W'
    """

    seat: Seat
    tiles: str

    def __str__(self) -> str:
        return f"draw {self.seat + 1} {self.tiles}"


DONE = Done()
PASS = Pass()
_PLACE_PATTERN = re.compile(r"(?P<tile>W?[RBGOY][1-5])(?P<column>[a-z])(?P<row>[1-9][0-9]?)", re.IGNORECASE | re.ASCII)
_EXCHANGE_PATTERN = re.compile(r"x(?P<tiles>(?:[RBGOY][1-5]|W){1,5})", re.IGNORECASE | re.ASCII)
_DRAW_PATTERN = re.compile(r"draw (?P<seat>[1-6]) (?P<tiles>(?:[RBGOY][1-5]|W){1,5})", re.IGNORECASE | re.ASCII)


class PlacementCache(dict[TileSpot, Place | Wild]):
    """The moves that place one tile, by the foot of their cell; each is created when first requested."""

    def __init__(self, tile: str) -> None:
        super().__init__()
        self._tile = tile

    def __missing__(self, foot: TileSpot) -> Place | Wild:
        self[foot] = move = _placement(self._tile, CELL_BY_FOOT[foot])
        return move


@cache
def placements(tile: str) -> PlacementCache:
    """The moves that place this tile, by the foot of their cell."""
    return PlacementCache(tile)


def _placement(tile: str, cell: Cell) -> Place | Wild:
    return Wild(cell, tile[1:]) if tile[0] == WILD else Place(tile, cell)


def parse(text: str) -> Move:
    """Parse the notation of a move or a draw. Raises IllegalMove("notation").

    Letter case and the order of tiles in a heap do not matter.
    """
    if text.lower() in ("done", "pass"):
        return DONE if text.lower() == "done" else PASS
    if placed := _PLACE_PATTERN.fullmatch(text):
        column = ord(placed["column"].lower()) - ord("a")
        row = int(placed["row"]) - 1
        return _placement(placed["tile"].upper(), Cell(column, row))
    if exchanged := _EXCHANGE_PATTERN.fullmatch(text):
        return Exchange(Heap(heap(split(exchanged["tiles"].upper()))))
    if drawn := _DRAW_PATTERN.fullmatch(text):
        return Draw(int(drawn["seat"]) - 1, heap(split(drawn["tiles"].upper())))
    raise IllegalMove("notation", text=truncate(text))


def exchanges(hand: str, max_tiles: int) -> tuple[Exchange, ...]:
    """All different exchanges of 1 to `max_tiles` tiles of a hand, the smallest first; none if the hand is hidden."""
    tiles = [tile for tile in split(hand) if tile != HIDDEN_TILE]
    parts = map(combinations, repeat(tiles), range(1, min(max_tiles, len(tiles)) + 1))
    heaps: Iterable[str] = map("".join, chain.from_iterable(parts))
    return tuple(map(_exchange, heaps if len(set(tiles)) == len(tiles) else dict.fromkeys(heaps)))


@lru_cache(maxsize=65536)
def _exchange(tiles: str) -> Exchange:
    return Exchange(Heap(tiles))
