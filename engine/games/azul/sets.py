"""Pieces, walls, house rules, penalties and bonuses of Azul.

Knows nothing about positions and moves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

COLORS = "BYRKW"  # blue, yellow, red, black, white; in the order of heaps and of the first wall row
MARKER = "M"  # not a tile: it never enters the bag or the lid [2.5]
EMPTY_CELL = "."

TILES_PER_COLOR = 20  # [2.1]
TILES_PER_DISPLAY = 4  # [2.2]
BOARD_SIZE = 5  # lines, rows and columns of a board [2.3]
FLOOR_SPACES = 7  # [2.3]
FLOOR_PENALTIES = (1, 1, 2, 2, 2, 3, 3)  # points, by space from the left [2.4]
FLOOR_COSTS = tuple(
    sum(FLOOR_PENALTIES[:spaces]) for spaces in range(FLOOR_SPACES + 1)
)  # points, by number of occupied spaces [2.4]
FINAL_BONUSES = {"rows": 2, "columns": 7, "colors": 10}  # points for each complete row, column or color [7.2]
STALL_ROUNDS = 3  # the game ends after so many rounds in a row in which no tile goes to a wall [7.5]


@dataclass(frozen=True)
class WallSide:
    """A side of the player board [2.6]."""

    columns_for: tuple[Mapping[str, tuple[int, ...]], ...]
    """`columns_for[row][color]`: the 0-based columns of that row that take the color."""
    has_printed_colors: bool  # whether colors are printed on the wall, so that columns are not chosen [5.1]


WALL_SIDES: Mapping[str, WallSide] = {
    "colored": WallSide(
        tuple(
            {color: ((place + row) % BOARD_SIZE,) for place, color in enumerate(COLORS)} for row in range(BOARD_SIZE)
        ),
        has_printed_colors=True,
    ),
    "gray": WallSide(
        tuple(dict.fromkeys(COLORS, tuple(range(BOARD_SIZE))) for _ in range(BOARD_SIZE)), has_printed_colors=False
    ),
}


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a table [8.1]."""

    marker_passes: bool = False  # each round the marker passes to the next seat's floor, and that seat starts [8.2]
    column_ends: bool = False  # a complete column ends the game too [8.3]
    literal_sum: bool = False  # a run of one tile scores 1 even if the other run is longer [8.4]


class Ruleset(StrEnum):
    """The rules that a table plays by [8.1]."""

    OFFICIAL = "official"
    HUNGARIAN = "hungarian"


class SumRule(StrEnum):
    """How a run of one tile is scored if the other run through the tile is longer [8.4]."""

    LITERAL = "literal"
    OFFICIAL = "official"


class Tiebreak(StrEnum):
    """What decides between equal points [7.3]."""

    TILES = "tiles"
    ROWS = "rows"


HOUSE_RULES: Mapping[tuple[Ruleset, SumRule], HouseRules] = {
    (Ruleset.OFFICIAL, SumRule.LITERAL): HouseRules(),  # the official rules allow one reading only
    (Ruleset.OFFICIAL, SumRule.OFFICIAL): HouseRules(),
    (Ruleset.HUNGARIAN, SumRule.LITERAL): HouseRules(marker_passes=True, column_ends=True, literal_sum=True),
    (Ruleset.HUNGARIAN, SumRule.OFFICIAL): HouseRules(marker_passes=True, column_ends=True),
}

SEATS = range(2, 5)  # [1.2]
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "wall": tuple(WALL_SIDES),
    "rules": tuple(map(str, Ruleset)),
    "sum": tuple(map(str, SumRule)),
    "tiebreak": tuple(map(str, Tiebreak)),
}


def display_count(seats: int) -> int:
    """Return the number of displays for `seats` seats: 5, 7 or 9 [2.2]."""
    return 2 * seats + 1


class _HeapOrder(dict[str, int]):
    """The order of pieces in a heap. Unknown letters come first; the check of positions reports them."""

    def __missing__(self, piece: str) -> int:
        return -1


_HEAP_ORDER = _HeapOrder({piece: index for index, piece in enumerate(COLORS + MARKER)})


def heap(pieces: Iterable[str]) -> str:
    """Return the pieces in heap order, the marker last.

    >>> heap("KMBKY")
    'BYKKM'
    """
    return "".join(sorted(pieces, key=_HEAP_ORDER.__getitem__))


def remove_tiles(tiles: str, part: str) -> str:
    """Return a heap without some of its tiles.

    >>> remove_tiles("BBYR", "BR")
    'BY'
    """
    return "".join([color * (tiles.count(color) - part.count(color)) for color in COLORS])


@lru_cache(maxsize=8192)
def run_length(cells: str, place: int) -> int:
    """Return the length of the run of tiles through a 0-based place, as if there were a tile at the place [5.3].

    >>> run_length("BB.YR", 0), run_length("BB.YR", 2), run_length("BB.YR", 4)
    (2, 5, 2)
    """
    return len(cells[:place].rpartition(EMPTY_CELL)[2]) + 1 + len(cells[place + 1 :].partition(EMPTY_CELL)[0])


def column(wall: Sequence[str], index: int) -> str:
    """Return the five cells of a 0-based column, top first."""
    return "".join([row[index] for row in wall])


def count_complete_rows(wall: Sequence[str]) -> int:
    """Return the number of complete rows of a wall."""
    return sum([EMPTY_CELL not in row for row in wall])


def count_complete_columns(wall: Sequence[str]) -> int:
    """Return the number of complete columns of a wall."""
    return sum([EMPTY_CELL not in column(wall, index) for index in range(BOARD_SIZE)])


def count_complete(wall: Sequence[str]) -> dict[str, int]:
    """Return the numbers of complete rows, columns and colors of a wall [7.2]."""
    colors = sum(all(color in row for row in wall) for color in COLORS)
    return {"rows": count_complete_rows(wall), "columns": count_complete_columns(wall), "colors": colors}


def final_points(wall: Sequence[str]) -> int:
    """Return the bonus points for complete rows, columns and colors [7.2]."""
    return sum(n * FINAL_BONUSES[what] for what, n in count_complete(wall).items())
