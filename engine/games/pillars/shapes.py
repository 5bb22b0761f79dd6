"""Squares of the pillars game as bits of an integer: shapes, where they fit, what they touch.

Knows nothing about players and turns. Bit 18 * column + row stands for a square. The last bit of each column stands for
no square and is never free, so that a shape that crosses the lower or upper edge of the board does not fit.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import compress, product
from operator import or_

from engine.core import Cell
from engine.games.pillars.moves import TURN_DIGITS, Lay, Pillar
from engine.games.pillars.sets import BOARD_SIDE, CENTER_RANGE, PLAYABLE_WIDTHS, TILE_DOTS, TILES

COLUMN_STRIDE = BOARD_SIDE + 1
BOARD_CELLS = tuple(Cell(column, row) for column, row in product(range(BOARD_SIDE), repeat=2))  # column by column
Squares = int
Points = tuple[tuple[int, int], ...]  # row and column of each square of a tile, in reading order


def bit_number(column: int, row: int) -> int:
    """Return the number of the bit of a square, given its 0-based column and row."""
    return COLUMN_STRIDE * column + row


def squares(cells: Iterable[Cell]) -> Squares:
    """Return these cells as bits."""
    return reduce(or_, (1 << bit_number(cell.column, cell.row) for cell in cells), 0)


BOARD_SQUARES = squares(BOARD_CELLS)
# The squares of the center section [2.4].
CENTER_SQUARES = squares(cell for cell in BOARD_CELLS if cell.column in CENTER_RANGE and cell.row in CENTER_RANGE)
STANDABLE_SQUARES = BOARD_SQUARES & ~CENTER_SQUARES  # where pillars may stand [3.3]
PLAYABLE_SQUARES = {  # by number of seats: squares that are not dark [2.5], center section included [4.8]
    seats: squares(cell for cell in BOARD_CELLS if abs(2 * cell.column + 1 - BOARD_SIDE) < rows[cell.row])
    for seats, rows in PLAYABLE_WIDTHS.items()
}
PILLAR_MOVES: Mapping[int, Pillar] = {bit_number(cell.column, cell.row): Pillar(cell) for cell in BOARD_CELLS}
_BIT_VALUES = bytes(code & 1 for code in range(256))  # translates the characters "0" and "1" to 0 and 1
# By the bit length of a number: its highest bit alone.
_HIGHEST_BITS = tuple(1 << length >> 1 for length in range(1 + bit_number(BOARD_SIDE, 0)))


@dataclass(frozen=True)
class Orientation:
    """One way of turning a tile."""

    covers: Squares  # the squares of the tile, shifted so that the lowest bit is bit 0
    offsets: tuple[int, ...]  # the numbers of the other bits in `covers`, ascending
    first_offset: int  # from the lowest bit to the bit of the first square in reading order
    moves: tuple[Lay, ...]
    """The move for each place, by the bit length of its lowest square; some lie off the board."""
    symmetry: str  # "0".."3": quarter turns clockwise of the unturned tile; "4".."7": of the mirrored one
    form: str  # the rows of the turned tile, as in TILES

    def fitting_places(self, free: Squares, touch: Squares) -> Squares:
        """Return the lowest bit of each place where all squares are free [4.5] and at least one is in `touch` [4.7]."""
        fit, reach = free, touch
        for offset in self.offsets:
            fit &= free >> offset
            reach |= touch >> offset
        return fit & reach


def _rotate(points: Points) -> Points:
    """Rotate by a quarter turn clockwise, then shift so that the smallest row and column are 0."""
    height = 1 + max(row for row, _ in points)
    return tuple(sorted((column, height - 1 - row) for row, column in points))


def _symmetries(points: Points) -> Iterator[Points]:
    width = 1 + max(column for _, column in points)
    mirrored = tuple(sorted((row, width - 1 - column) for row, column in points))
    for first in (points, mirrored):
        oriented = first
        for _ in range(4):
            yield oriented
            oriented = _rotate(oriented)


def _orientation(tile: str, turn: str, points: Points, symmetry: str) -> Orientation:
    bits = sorted(bit_number(column, row) for row, column in points)
    low = bits[0]
    height, width = (1 + max(axis) for axis in zip(*points, strict=True))
    form = "/".join("".join(".#"[(row, column) in points] for column in range(width)) for row in range(height))
    lead = bit_number(points[0][1], points[0][0]) - low
    lays = tuple(
        Lay(tile, turn, Cell(*divmod(length - 1 + lead, COLUMN_STRIDE))) for length in range(len(_HIGHEST_BITS))
    )
    offsets = tuple(bit - low for bit in bits[1:])
    return Orientation(sum(1 << bit - low for bit in bits), offsets, lead, lays, symmetry, form)


def _orientations(tile: str) -> tuple[Orientation, ...]:
    """Return the distinct orientations of a tile, turned and mirrored, sorted by their squares [4.4]."""
    found: dict[Points, str] = {}
    rows = enumerate(TILES[tile].split("/"))
    drawn = tuple((row, column) for row, line in rows for column, mark in enumerate(line) if mark == "#")
    for symmetry, points in enumerate(_symmetries(drawn)):
        found.setdefault(points, str(symmetry))
    return tuple(
        _orientation(tile, turn, points, found[points])
        for turn, points in zip(TURN_DIGITS, sorted(found), strict=False)
    )


ORIENTATIONS: Mapping[str, tuple[Orientation, ...]] = {tile: _orientations(tile) for tile in TILES}
_SMALL_ORIENTATIONS = [
    orientation
    for tile, orientations in ORIENTATIONS.items()
    if TILE_DOTS[tile] < max(TILE_DOTS.values())
    for orientation in orientations
]
# The number of each small shape by its offsets; number 0 is the empty shape.
_SMALL_NUMBERS = {orientation.offsets: number for number, orientation in enumerate(_SMALL_ORIENTATIONS, 1)}


def _growth(orientation: Orientation) -> tuple[int, int]:
    """Return the number of a small shape that is this orientation less one square, and the offset of that square."""
    lacking = (
        (tuple(other for other in orientation.offsets if other != offset), offset) for offset in orientation.offsets
    )
    return next(((_SMALL_NUMBERS[rest], offset) for rest, offset in lacking if rest in _SMALL_NUMBERS), (0, 0))


_GROWTHS = [_growth(orientation) for orientation in _SMALL_ORIENTATIONS]
_REVERSED_GROWTHS = {
    tile: [(*_growth(orientation), orientation.moves) for orientation in reversed(orientations)]
    for tile, orientations in ORIENTATIONS.items()
}


def neighbors(covered: Squares) -> Squares:
    """Return the adjacent squares; may include some of the given squares and bits beyond the board."""
    return covered << 1 | covered >> 1 | covered << COLUMN_STRIDE | covered >> COLUMN_STRIDE


def room(adjacent: Squares, free: Squares) -> Squares:
    """Return the free squares at most two steps away; `adjacent`: the squares that are one step away."""
    near = adjacent & free
    return near | neighbors(near) & free


def covered_squares(piece: Lay | Pillar) -> Squares:
    """Return the squares of a tile or pillar; 0 if it lies off the board or has no such orientation."""
    column, row = piece.cell.column, piece.cell.row
    if not (0 <= column < BOARD_SIDE and 0 <= row < BOARD_SIDE):
        return 0
    if isinstance(piece, Pillar):
        return 1 << bit_number(column, row)
    orientation = orientation_of(piece)
    low = bit_number(column, row) - orientation.first_offset if orientation else -1
    spot = orientation.covers << low if orientation and low >= 0 else 0
    return 0 if spot & ~BOARD_SQUARES else spot


def orientation_of(lay: Lay) -> Orientation | None:
    """Return the orientation of the tile, None if it has no such orientation [4.4]."""
    orientations, number = ORIENTATIONS[lay.tile], int(lay.turn)
    return orientations[number - 1] if number <= len(orientations) else None


def cells_of(covered: Squares) -> list[Cell]:
    """Return the cells of these squares, column by column."""
    return [PILLAR_MOVES[number].cell for number in bit_numbers(covered)]


def lay_moves(tiles: list[str], free: Squares, touch: Squares) -> list[Lay]:
    """Return every legal move with one of these tiles, ordered by tile, orientation and column.

    Faster than Orientation.fitting_places for each tile: an orientation fits where the same shape without one square
    fits and that square is free too.
    """
    small = _fit_small_shapes(free, touch)
    found: list[Lay] = []
    for tile in reversed(tiles):
        for number, offset, by_length in _REVERSED_GROWTHS[tile]:
            fit, reach = small[number]
            places = fit & free >> offset & (reach | touch >> offset)
            while places:  # from the highest bit, so that the remaining number gets shorter and operations faster
                length = places.bit_length()
                places ^= _HIGHEST_BITS[length]
                found.append(by_length[length])
    found.reverse()
    return found


def _fit_small_shapes(free: Squares, touch: Squares) -> list[tuple[Squares, Squares]]:
    """Return two sets of places for each small shape: where all its squares are free, and where one is in `touch`."""
    found = [(free, 0)]
    for number, offset in _GROWTHS:
        fit, reach = found[number]
        found.append((fit & free >> offset, reach | touch >> offset))
    return found


def any_tile_fits(tiles: list[str], free: Squares, touch: Squares) -> bool:
    """Whether at least one of these tiles fits; a tile with an unknown name, in a hand-written position, never fits."""
    for tile in tiles:
        for orientation in ORIENTATIONS.get(tile, ()):
            if orientation.fitting_places(free, touch):
                return True
    return False


def pillar_helps(tiles: list[str], free: Squares, vacant: Squares) -> bool:
    """Whether a pillar on some vacant square would make one of these tiles fit [6.1].

    That is so if the square is next to a free place for the tile.
    """
    orientations = (orientation for tile in tiles for orientation in ORIENTATIONS.get(tile, ()))
    places = (
        orientation.covers << low
        for orientation in orientations
        for low in bit_numbers(orientation.fitting_places(free, free))
    )
    return any(neighbors(place) & ~place & vacant for place in places)


def bit_numbers(covered: Squares) -> list[int]:
    """Return the numbers of the set bits, lowest first."""
    digits = f"{covered:b}"[::-1].encode().translate(_BIT_VALUES)
    return list(compress(range(len(digits)), digits))
