"""The places of tiles in Match Five as numbers: a neighbor is found by adding a step.

Knows no tiles.
"""

from collections.abc import Iterable

from engine.core import Cell
from engine.games.match_five.sets import MIDDLE_CELL, TABLE_SIDE

# For each column there is one number more than there are rows, and for each level there are two columns more than there
# are: a step beyond the border leads to a spot where no tile ever lies.
TileSpot = int  # the place of one tile; a cell goes by its foot, its spot on the lowest level
Axis = int  # the step to the next spot along it
X, Y, Z = TABLE_SIDE + 1, 1, (TABLE_SIDE + 1) * (TABLE_SIDE + 2)
AXES = (X, Y, Z)
NEIGHBOR_STEPS = (X, -X, Y, -Y)


def spot_at(column: int, row: int, level: int = 0) -> TileSpot:
    """The spot of a 0-based column, row and level."""
    return column * X + row * Y + level * Z


def coordinates_of(spot: TileSpot) -> tuple[int, int, int]:
    """The 0-based column, row and level of a spot.

    >>> place_of(spot_at(12, 13, 4))
    (12, 13, 4)
    """
    return spot % Z // X, spot % X, spot // Z


CELL_BY_FOOT = {
    spot_at(column, row): Cell(column, row) for column in range(TABLE_SIDE) for row in range(TABLE_SIDE)
}  # by foot [2.3]
CELL_NAMES = {foot: str(cell) for foot, cell in CELL_BY_FOOT.items()}
OFF_TABLE = spot_at(0, TABLE_SIDE)  # of no cell
CENTER_SPOT = spot_at(*MIDDLE_CELL)  # [3.3]


def foot_of(cell: Cell) -> TileSpot:
    """The lowest spot of a cell; OFF if it is beyond the table."""
    on_table = 0 <= cell.column < TABLE_SIDE and 0 <= cell.row < TABLE_SIDE
    return spot_at(cell.column, cell.row) if on_table else OFF_TABLE


def cell_names(spots: Iterable[TileSpot]) -> str:
    """The cells of spots as sentences write them, one a spot: "M13 N13"."""
    return " ".join([CELL_NAMES[spot % Z] for spot in spots]).upper()


def are_in_line(axis: Axis, first: TileSpot, second: TileSpot) -> bool:
    """Whether two spots lie on one line along the axis: all but the part along it is the same."""
    if axis == Y:
        return first // X == second // X
    return first % axis == second % axis and (axis == Z or first // Z == second // Z)
