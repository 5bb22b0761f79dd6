"""Squares of the pillars game as bits of whole numbers: shapes, where they fit, what they touch.

Knows no players and no turns. Bit 18 * column + row is a square; the last bit of each column is no square, so what
reaches over the edge of the board would cover it and fits nowhere.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_

from engine.core import Cell, Move
from engine.games.pillars.moves import TURNS, Lay, Pillar
from engine.games.pillars.sets import LIT, MIDDLE, SIDE, TILES

STRIDE = SIDE + 1
CELLS = tuple(Cell(column, row) for column, row in product(range(SIDE), repeat=2))  # column by column
Squares = int
Points = tuple[tuple[int, int], ...]  # row and column, sorted, so the first square stands first


def at(column: int, row: int) -> int:
    """The number of the bit of a 0-based square."""
    return STRIDE * column + row


def squares(cells: Iterable[Cell]) -> Squares:
    """These cells as one number."""
    return reduce(or_, (1 << at(cell.column, cell.row) for cell in cells), 0)


BOARD = squares(CELLS)
CENTER = squares(cell for cell in CELLS if cell.column in MIDDLE and cell.row in MIDDLE)  # [2.4]
PLAYABLE = {  # by seats: what is not dark [2.5]; tiles may lie on the center section too [4.8]
    seats: squares(cell for cell in CELLS if abs(2 * cell.column + 1 - SIDE) < rows[cell.row])
    for seats, rows in LIT.items()
}
PILLARS_AT: Mapping[int, Pillar] = {at(cell.column, cell.row): Pillar(cell) for cell in CELLS}


@dataclass(frozen=True)
class Orientation:
    """A tile turned one way.

    `covers`: its squares, the lowest bit at 0. `offsets`: its other bits.
    `lead`: the distance from the lowest bit to the first square in reading order.
    `lays`: a move for each place on the board, by the number of the lowest bit that it covers.
    `symmetry`: "0".."3" quarter turns to the right from the tile as drawn, "4".."7" the same after mirroring.
    `form`: its rows, as in TILES.
    """

    covers: Squares
    offsets: tuple[int, ...]
    lead: int
    lays: Mapping[int, Lay]
    symmetry: str
    form: str

    def fits(self, free: Squares, touch: Squares) -> Squares:
        """The lowest bits of all places with every square free [4.5] and one of them in `touch` [4.7]."""
        fit, reach = free, touch
        for offset in self.offsets:
            fit &= free >> offset
            reach |= touch >> offset
        return fit & reach


def _turned(points: Points) -> Points:
    """A quarter turn to the right, moved back into the corner."""
    height = 1 + max(row for row, _ in points)
    return tuple(sorted((column, height - 1 - row) for row, column in points))


def _mirrored(points: Points) -> Points:
    width = 1 + max(column for _, column in points)
    return tuple(sorted((row, width - 1 - column) for row, column in points))


def _drawn(form: str) -> Points:
    rows = enumerate(form.split("/"))
    return tuple((row, column) for row, line in rows for column, mark in enumerate(line) if mark == "#")


def _symmetries(points: Points) -> Iterator[Points]:
    for first in (points, _mirrored(points)):
        shown = first
        for _ in range(4):
            yield shown
            shown = _turned(shown)


def _shape(tile: str, turn: str, points: Points, symmetry: str) -> Orientation:
    bits = sorted(at(column, row) for row, column in points)
    low = bits[0]
    height, width = (1 + max(axis) for axis in zip(*points, strict=True))
    first = Cell(points[0][1], points[0][0])
    lays = {
        at(column, row) + low: Lay(tile, turn, CELLS[SIDE * (column + first.column) + row + first.row])
        for column, row in product(range(SIDE + 1 - width), range(SIDE + 1 - height))
    }
    form = "/".join("".join(".#"[(row, column) in points] for column in range(width)) for row in range(height))
    offsets = tuple(bit - low for bit in bits[1:])
    covers = sum(1 << bit - low for bit in bits)
    return Orientation(covers, offsets, at(first.column, first.row) - low, lays, symmetry, form)


def _turns(tile: str) -> tuple[Orientation, ...]:
    """The different forms of a tile, turned and mirrored, in the order of their squares [4.4]."""
    found: dict[Points, str] = {}
    for symmetry, points in enumerate(_symmetries(_drawn(TILES[tile]))):
        found.setdefault(points, str(symmetry))
    return tuple(_shape(tile, turn, points, found[points]) for turn, points in zip(TURNS, sorted(found), strict=False))


SHAPES: Mapping[str, tuple[Orientation, ...]] = {tile: _turns(tile) for tile in TILES}


def around(covered: Squares) -> Squares:
    """The squares beside these; some of these themselves and bits beyond the board may be among them."""
    return covered << 1 | covered >> 1 | covered << STRIDE | covered >> STRIDE


def covered(move: Move) -> Squares:
    """The squares of a tile or pillar; 0 when it would lie off the board or has no such turn."""
    match move:
        case Lay(tile, turn, cell) if _on_board(cell) and int(turn) <= len(SHAPES[tile]):
            shape = SHAPES[tile][int(turn) - 1]
            low = at(cell.column, cell.row) - shape.lead
            return shape.covers << low if low in shape.lays else 0
        case Pillar(cell) if _on_board(cell):
            return 1 << at(cell.column, cell.row)
        case _:
            return 0


def _on_board(cell: Cell) -> bool:
    return cell.column in range(SIDE) and cell.row in range(SIDE)


def cells(covered: Squares) -> list[Cell]:
    """The cells of these squares, column by column."""
    return [PILLARS_AT[number].cell for number in bits(covered)]


def lays(tiles: list[str], free: Squares, touch: Squares) -> list[Lay]:
    """Every place for these tiles, by tile, turn and column."""
    found: list[Lay] = []
    for tile in tiles:
        for shape in SHAPES[tile]:
            found += [shape.lays[low] for low in bits(shape.fits(free, touch))]
    return found


def fits(tiles: list[str], free: Squares, touch: Squares) -> bool:
    """Whether there is a place for one of these tiles; strange ones of a hand-written position have none."""
    return any(shape.fits(free, touch) for tile in tiles for shape in SHAPES.get(tile, ()))


def helps(tiles: list[str], free: Squares, vacant: Squares) -> bool:
    """Whether a pillar on a vacant square would make a place for one of these tiles [6.1].

    It does beside any place that is free: the pillar may stand on every square around it that is vacant.
    """
    shapes = (shape for tile in tiles for shape in SHAPES.get(tile, ()))
    places = (shape.covers << low for shape in shapes for low in bits(shape.fits(free, free)))
    return any(around(place) & ~place & vacant for place in places)


def bits(covered: Squares) -> list[int]:
    """The numbers of the bits, lowest first."""
    found = []
    while covered:
        low = covered & -covered
        found.append(low.bit_length() - 1)
        covered ^= low
    return found
