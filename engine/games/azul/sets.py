"""Pieces, walls, houses, penalties and bonuses of Azul as data.

Knows no position and no moves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

COLORS = "BYRKW"  # blue, yellow, red, black, white: the order of every heap and of the first row of the wall
MARKER = "M"  # no tile: it never enters the bag or the lid [2.5]
EMPTY = "."

TILES = 20  # of each color [2.1]
FILL = 4  # tiles on a full display [2.2]
SIZE = 5  # lines, rows and columns of a board [2.3]
SPACES = 7  # of a floor [2.3]
PENALTY = (1, 1, 2, 2, 2, 3, 3)  # floor spaces from the left [2.4]
COST = tuple(sum(PENALTY[:spaces]) for spaces in range(SPACES + 1))  # of so many occupied spaces [2.4]
BONUS = {"rows": 2, "columns": 7, "colors": 10}  # for each complete one [7.2]
STALL = 3  # rounds in a row without a tile on any wall end the game [7.5]


@dataclass(frozen=True)
class Wall:
    """A side of the player board [2.6]."""

    spots: tuple[Mapping[str, tuple[int, ...]], ...]
    """`spots[row][color]`: the 0-based columns made for that color in that row."""
    printed: bool  # there is one for each color, so that nobody chooses [5.1]


WALLS: Mapping[str, Wall] = {
    "colored": Wall(
        tuple({color: ((place + row) % SIZE,) for place, color in enumerate(COLORS)} for row in range(SIZE)),
        printed=True,
    ),
    "gray": Wall(tuple(dict.fromkeys(COLORS, tuple(range(SIZE))) for _ in range(SIZE)), printed=False),
}


@dataclass(frozen=True)
class House:
    """The rules of a house [8.1]."""

    marker_passes: bool = False  # the marker lies on the starter's floor and is handed on each round [8.2]
    column_ends: bool = False  # a complete column ends the game too [8.3]
    literal_sum: bool = False  # beside a longer run a run of one tile counts 1 [8.4]


class Ruleset(StrEnum):
    """By which rules a table plays [8.1]."""

    OFFICIAL = "official"
    HUNGARIAN = "hungarian"


class Sum(StrEnum):
    """How the points beside a run of one tile are read [8.4]."""

    LITERAL = "literal"
    OFFICIAL = "official"


class Tiebreak(StrEnum):
    """What decides between equal points [7.3]."""

    TILES = "tiles"
    ROWS = "rows"


HOUSES: Mapping[tuple[Ruleset, Sum], House] = {
    (Ruleset.OFFICIAL, Sum.LITERAL): House(),  # there is nothing to read literally
    (Ruleset.OFFICIAL, Sum.OFFICIAL): House(),
    (Ruleset.HUNGARIAN, Sum.LITERAL): House(marker_passes=True, column_ends=True, literal_sum=True),
    (Ruleset.HUNGARIAN, Sum.OFFICIAL): House(marker_passes=True, column_ends=True),
}

SEATS = range(2, 5)  # [1.2]
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "wall": tuple(WALLS),
    "rules": tuple(map(str, Ruleset)),
    "sum": tuple(map(str, Sum)),
    "tiebreak": tuple(map(str, Tiebreak)),
}


def displays(seats: int) -> int:
    """The number of displays for so many seats: 5, 7 or 9 [2.2]."""
    return 2 * seats + 1


class _Places(dict[str, int]):
    """Where each piece stands in a heap; strange letters come first, for the check to find."""

    def __missing__(self, piece: str) -> int:
        return -1


_PLACE = _Places({piece: at for at, piece in enumerate(COLORS + MARKER)})


def heap(pieces: Iterable[str]) -> str:
    """The pieces in heap order, the marker last.

    >>> heap("KMBKY")
    'BYKKM'
    """
    return "".join(sorted(pieces, key=_PLACE.__getitem__))


def without(tiles: str, part: str) -> str:
    """A heap less some of its tiles.

    >>> without("BBYR", "BR")
    'BY'
    """
    return "".join([color * (tiles.count(color) - part.count(color)) for color in COLORS])


@lru_cache(maxsize=8192)
def run(cells: str, place: int) -> int:
    """The length of the unbroken run of tiles through a 0-based place with its tile, there or to come [5.3].

    >>> run("BB.YR", 0), run("BB.YR", 2), run("BB.YR", 4)
    (2, 5, 2)
    """
    return len(cells[:place].rpartition(EMPTY)[2]) + 1 + len(cells[place + 1 :].partition(EMPTY)[0])


def column(wall: Sequence[str], at: int) -> str:
    """The five cells of a 0-based column, top first."""
    return "".join([row[at] for row in wall])


def complete_rows(wall: Sequence[str]) -> int:
    """How many rows of a wall are complete."""
    return sum([EMPTY not in row for row in wall])


def complete_columns(wall: Sequence[str]) -> int:
    """How many columns of a wall are complete."""
    return sum([EMPTY not in column(wall, at) for at in range(SIZE)])


def complete(wall: Sequence[str]) -> dict[str, int]:
    """How many rows, columns and colors of a wall are complete [7.2]."""
    colors = sum(all(color in row for row in wall) for color in COLORS)
    return {"rows": complete_rows(wall), "columns": complete_columns(wall), "colors": colors}


def final_points(wall: Sequence[str]) -> int:
    """What complete rows, columns and colors bring at the end [7.2]."""
    return sum(n * BONUS[what] for what, n in complete(wall).items())
