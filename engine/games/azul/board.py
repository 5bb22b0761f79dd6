"""One player's board of Azul: pattern lines, wall and floor.

Knows nothing about displays, turns and other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from engine.games.azul.moves import FLOOR_LINE
from engine.games.azul.sets import (
    BOARD_SIZE,
    COLORS,
    EMPTY_CELL,
    FLOOR_COSTS,
    FLOOR_SPACES,
    MARKER,
    HouseRules,
    WallSide,
)
from engine.games.azul.tiling import NO_CHOICE_PLAN, column_chooser, tile_full_lines, tile_points


class Tiling(NamedTuple):
    """The result of tiling a full line."""

    row: int  # 0-based
    color: str  # of the line
    column: int | None  # the 0-based wall column of its tile; None if the whole line fell to the floor
    points: int  # scored by that tile
    lid: int  # the number of tiles of the line that go to the lid


class Landing(NamedTuple):
    """Where the tiles of a draft go."""

    tile_count: int  # tiles taken from the source
    fits: int  # tiles that go into the line
    lid: int  # tiles that go to the lid because the floor is full
    marker: bool  # whether the marker was taken too
    floor: str  # the floor afterwards

    @property
    def falls(self) -> int:
        """The tiles that do not go into the line."""
        return self.tile_count - self.fits


@dataclass
class Board:
    """A player's board."""

    lines: list[str] = field(default_factory=lambda: [""] * BOARD_SIZE)
    """Five strings of one color, line 1 first, of at most 1 to 5 tiles; "" is empty."""
    wall: list[str] = field(default_factory=lambda: [EMPTY_CELL * BOARD_SIZE] * BOARD_SIZE)
    """Five strings of five cells, row 1 first, "." is empty. Copies share the list, so replace it, never change it."""
    floor: str = ""  # the occupied floor spaces from the left, at most 7; "M" is the first-player marker
    score: int = 0  # the points so far, never below 0
    spilled: int = 0  # the occupied floor spaces of the last finished round, for the tie-break

    def copy(self) -> Board:
        """Return an independent copy."""
        copied = object.__new__(Board)
        copied.lines = self.lines[:]
        copied.wall = self.wall
        copied.floor = self.floor
        copied.score = self.score
        copied.spilled = self.spilled
        return copied

    def wall_tile_count(self) -> int:
        """Return the number of tiles on the wall."""
        cells = "".join(self.wall)
        return len(cells) - cells.count(EMPTY_CELL)

    def refuses(self, place: int, color: str) -> str | None:
        """Return the rule that bars a color from a 0-based line, or None.

        "4.6": the line is full; "4.5": it has another color; "4.7": the color is in its wall row.
        """
        line = self.lines[place]
        if len(line) > place:
            return "4.6"
        if line and line[0] != color:
            return "4.5"
        return "4.7" if color in self.wall[place] else None

    def open_lines(self) -> int:
        """Return which 0-based lines take which colors, as bits: number `5 * color + line`, colors as in COLORS."""
        lines, wall = self.lines, self.wall
        return (
            _open_line_bits(0, lines[0], wall[0])
            | _open_line_bits(1, lines[1], wall[1])
            | _open_line_bits(2, lines[2], wall[2])
            | _open_line_bits(3, lines[3], wall[3])
            | _open_line_bits(4, lines[4], wall[4])
        )

    def landing(self, color: str, count: int, line: str, marker: bool) -> Landing:
        """Return where `count` tiles of a color go if placed in a line "1".."5" or on the floor "F" [4.8] [4.9]."""
        fits = 0
        size = 0 if line == FLOOR_LINE else int(line)
        if size and self.refuses(size - 1, color) is None:
            fits = min(count, size - len(self.lines[size - 1]))
        if not marker and fits == count:
            return Landing(count, fits, 0, marker, self.floor)
        floor, lid = add_to_floor(self.floor, MARKER * marker + color * (count - fits))  # the marker comes first [4.4]
        return Landing(count, fits, lid, marker, floor)

    def tile_wall(self, wall: WallSide, house: HouseRules, plan: str = NO_CHOICE_PLAN) -> Iterator[Tiling]:
        """Empty each full line from the top and yield the result [5.1] [5.4].

        `plan` names a column for each row with a choice. For a row without a name the tile goes where it scores most.
        """
        for (row, color, _, _), column, cells in tile_full_lines(
            wall, self.lines, self.wall, column_chooser(plan, house)
        ):
            line = self.lines[row]
            self.lines[row] = ""
            self.wall = cells
            if column is None:
                self.floor, lid = add_to_floor(self.floor, line)  # all tiles of the line fall [5.11]
                yield Tiling(row, color, None, 0, lid)
            else:
                yield Tiling(row, color, column, tile_points(cells, row, column, house), row)

    def text_lines(self, head: str) -> list[str]:
        """Return the board as text below `head`: each line beside its wall row, then "F", the floor and its cost."""
        lines = [
            f" {place + 1}{self.lines[place].rjust(place + 1, EMPTY_CELL).rjust(BOARD_SIZE + 1)} {self.wall[place]}"
            for place in range(BOARD_SIZE)
        ]
        return [head, *lines, f" F {self.floor.ljust(FLOOR_SPACES, EMPTY_CELL)} -{FLOOR_COSTS[len(self.floor)]}"]


def add_to_floor(floor: str, pieces: str) -> tuple[str, int]:
    """Return the floor with pieces added to its free spaces [4.9], and how many tiles go to the lid [4.10].

    >>> add_to_floor("BBBBBB", "MYY")
    ('BBBBBBM', 2)
    """
    lying = floor + pieces
    return lying[:FLOOR_SPACES], len(
        lying[FLOOR_SPACES:].replace(MARKER, "")
    )  # if the floor is full, the marker costs nothing


@lru_cache(maxsize=8192)
def _open_line_bits(place: int, line: str, cells: str) -> int:
    board = Board()
    board.lines[place], board.wall[place] = line, cells
    takes = [color for color in range(BOARD_SIZE) if board.refuses(place, COLORS[color]) is None]
    return sum(1 << BOARD_SIZE * color + place for color in takes)
