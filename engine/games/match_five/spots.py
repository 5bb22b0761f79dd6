"""The places of tiles in Match Five as numbers: a neighbor is found by adding a step.

Knows no tiles.
"""

from collections.abc import Iterable

from engine.core import Cell
from engine.games.match_five.sets import MIDDLE, SIDE

# For each column there is one number more than there are rows, and for each level there are two columns more than there
# are: a step beyond the border leads to a spot where no tile ever lies.
Spot = int  # the place of one tile; a cell goes by its foot, its spot on the lowest level
Axis = int  # the step to the next spot along it
X, Y, Z = SIDE + 1, 1, (SIDE + 1) * (SIDE + 2)
AXES = (X, Y, Z)
BESIDE = (X, -X, Y, -Y)


def spot_at(column: int, row: int, level: int = 0) -> Spot:
    """The spot of a 0-based column, row and level."""
    return column * X + row * Y + level * Z


def place_of(spot: Spot) -> tuple[int, int, int]:
    """The 0-based column, row and level of a spot.

    >>> place_of(spot_at(12, 13, 4))
    (12, 13, 4)
    """
    return spot % Z // X, spot % X, spot // Z


CELLS = {spot_at(column, row): Cell(column, row) for column in range(SIDE) for row in range(SIDE)}  # by foot [2.3]
NAMES = {foot: str(cell) for foot, cell in CELLS.items()}
OFF = spot_at(0, SIDE)  # of no cell
CENTER = spot_at(*MIDDLE)  # [3.3]


def foot_of(cell: Cell) -> Spot:
    """The lowest spot of a cell; OFF if it is beyond the table."""
    on_table = 0 <= cell.column < SIDE and 0 <= cell.row < SIDE
    return spot_at(cell.column, cell.row) if on_table else OFF


def cells(spots: Iterable[Spot]) -> str:
    """The cells of spots as sentences write them, one a spot: "M13 N13"."""
    return " ".join([NAMES[spot % Z] for spot in spots]).upper()


def along(axis: Axis, one: Spot, other: Spot) -> bool:
    """Whether two spots lie on one line along the axis: all but the part along it is the same."""
    if axis == Y:
        return one // X == other // X
    return one % axis == other % axis and (axis == Z or one // Z == other // Z)
