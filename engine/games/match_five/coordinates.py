"""Numbers for the places of tiles in Match Five; adding a step to such a number gives a neighboring place.

Knows nothing about tiles.
"""

from collections.abc import Iterable

from engine.core import Cell
from engine.games.match_five.sets import MIDDLE_CELL, TABLE_SIDE

# Spots are numbered as if each column had one more row than the table, and each level two more columns. So a step
# beyond the border leads to a spot that never holds a tile.
TileSpot = int  # the place of one tile; a cell is identified by its foot, its spot on the lowest level
Axis = int  # the step from a spot to the next one along the axis
X, Y, Z = TABLE_SIDE + 1, 1, (TABLE_SIDE + 1) * (TABLE_SIDE + 2)
AXES = (X, Y, Z)
NEIGHBOR_STEPS = (X, -X, Y, -Y)


def spot_at(column: int, row: int, level: int = 0) -> TileSpot:
    """The spot of a 0-based column, row and level."""
    return column * X + row * Y + level * Z


def coordinates_of(spot: TileSpot) -> tuple[int, int, int]:
    """The 0-based column, row and level of a spot.

    >>> coordinates_of(spot_at(12, 13, 4))
    (12, 13, 4)
    """
    return spot % Z // X, spot % X, spot // Z


# The cells by foot [2.3]
CELL_BY_FOOT = {spot_at(column, row): Cell(column, row) for column in range(TABLE_SIDE) for row in range(TABLE_SIDE)}
CELL_NAMES = {foot: str(cell) for foot, cell in CELL_BY_FOOT.items()}
OFF_TABLE = spot_at(0, TABLE_SIDE)  # a spot that belongs to no cell
CENTER_SPOT = spot_at(*MIDDLE_CELL)  # [3.3]


def foot_of(cell: Cell) -> TileSpot:
    """The lowest spot of a cell; OFF_TABLE for a cell beyond the border."""
    on_table = 0 <= cell.column < TABLE_SIDE and 0 <= cell.row < TABLE_SIDE
    return spot_at(cell.column, cell.row) if on_table else OFF_TABLE


def cell_names(spots: Iterable[TileSpot]) -> str:
    """The names of the cells of these spots, one for each spot, in upper case as in messages: "M13 N13"."""
    return " ".join([CELL_NAMES[spot % Z] for spot in spots]).upper()


def are_in_line(axis: Axis, first: TileSpot, second: TileSpot) -> bool:
    """Whether two spots lie on one line along the axis, so that their other two coordinates are equal."""
    if axis == Y:
        return first // X == second // X
    return first % axis == second % axis and (axis == Z or first // Z == second // Z)
