"""One player's board of Azul: pattern lines, wall and floor.

Knows no displays, no turns and no other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from engine.games.azul.moves import FLOOR
from engine.games.azul.sets import COLORS, COST, EMPTY, MARKER, SIZE, SPACES, House, Wall
from engine.games.azul.tiling import NONE, by_plan, points, walk


class Tiling(NamedTuple):
    """What became of a full line."""

    row: int  # 0-based
    color: str  # that of the line
    at: int | None  # the 0-based column of the tile that went to the wall; None where the whole line fell to the floor
    points: int  # what that tile scored
    lid: int  # how many tiles of the line go to the lid


class Landing(NamedTuple):
    """Where the tiles of a draft come to lie."""

    taken: int  # tiles from their source
    fits: int  # those that go into the line
    lid: int  # those that fall and find no space
    marker: bool  # whether it comes along
    floor: str  # what lies there afterwards

    @property
    def falls(self) -> int:
        """The tiles that do not go into the line."""
        return self.taken - self.fits


@dataclass
class Board:
    """What lies before one player."""

    lines: list[str] = field(default_factory=lambda: [""] * SIZE)
    """Five strings of one color, line 1 first, of at most 1 to 5 tiles; "" is empty."""
    wall: list[str] = field(default_factory=lambda: [EMPTY * SIZE] * SIZE)
    """Five strings of five cells, row 1 first, "." is empty. Copies share it: a new list takes its place."""
    floor: str = ""  # the occupied floor spaces from the left, at most 7; "M" is the first-player marker
    score: int = 0  # the points so far, never below 0
    spilled: int = 0  # the occupied floor spaces of the last finished round, for the tie-break

    def copy(self) -> Board:
        """An independent copy."""
        twin = object.__new__(Board)
        twin.lines = self.lines[:]
        twin.wall = self.wall
        twin.floor = self.floor
        twin.score = self.score
        twin.spilled = self.spilled
        return twin

    def tiles(self) -> int:
        """The tiles on the wall."""
        cells = "".join(self.wall)
        return len(cells) - cells.count(EMPTY)

    def refuses(self, place: int, color: str) -> str | None:
        """The rule that keeps a color out of the 0-based line: "4.6" full, "4.5" other color, "4.7" wall row."""
        line = self.lines[place]
        if len(line) > place:
            return "4.6"
        if line and line[0] != color:
            return "4.5"
        return "4.7" if color in self.wall[place] else None

    def open_lines(self) -> int:
        """Bit `5 * color + line` is set for each 0-based line that takes that color, colors as in COLORS."""
        lines, wall = self.lines, self.wall
        return (
            _open(0, lines[0], wall[0])
            | _open(1, lines[1], wall[1])
            | _open(2, lines[2], wall[2])
            | _open(3, lines[3], wall[3])
            | _open(4, lines[4], wall[4])
        )

    def landing(self, color: str, count: int, line: str, marker: bool) -> Landing:
        """Where tiles of one color come to lie when laid into a line "1".."5" or on the floor "F" [4.8] [4.9]."""
        fits = 0
        size = 0 if line == FLOOR else int(line)
        if size and self.refuses(size - 1, color) is None:
            fits = min(count, size - len(self.lines[size - 1]))
        if not marker and fits == count:
            return Landing(count, fits, 0, marker, self.floor)
        floor, lid = fallen(self.floor, MARKER * marker + color * (count - fits))  # the marker lies down first [4.4]
        return Landing(count, fits, lid, marker, floor)

    def tile(self, wall: Wall, house: House, plan: str = NONE) -> Iterator[Tiling]:
        """Empties each full line, top first, and yields what became of it [5.1] [5.4].

        `plan` names a column for each row with a choice; where it does not, the tile goes where it scores most.
        """
        for (row, color, _, _), at, cells in walk(wall, self.lines, self.wall, by_plan(plan, house)):
            line = self.lines[row]
            self.lines[row] = ""
            self.wall = cells
            if at is None:
                self.floor, lid = fallen(self.floor, line)  # all of it [5.11]
                yield Tiling(row, color, None, 0, lid)
            else:
                yield Tiling(row, color, at, points(cells, row, at, house), row)

    def drawn(self, head: str) -> list[str]:
        """Plain text below a head: lines left of their wall rows, then "F", the floor with what it costs."""
        lines = [
            f" {place + 1}{self.lines[place].rjust(place + 1, EMPTY).rjust(SIZE + 1)} {self.wall[place]}"
            for place in range(SIZE)
        ]
        return [head, *lines, f" F {self.floor.ljust(SPACES, EMPTY)} -{COST[len(self.floor)]}"]


def fallen(floor: str, pieces: str) -> tuple[str, int]:
    """The floor when pieces have filled its next free spaces [4.9]; how many tiles found none and go to the lid [4.10].

    >>> fallen("BBBBBB", "MYY")
    ('BBBBBBM', 2)
    """
    lying = floor + pieces
    return lying[:SPACES], len(lying[SPACES:].replace(MARKER, ""))  # beside a full floor the marker costs nothing


@lru_cache(maxsize=8192)
def _open(place: int, line: str, cells: str) -> int:
    board = Board()
    board.lines[place], board.wall[place] = line, cells
    takes = [color for color in range(SIZE) if board.refuses(place, COLORS[color]) is None]
    return sum(1 << SIZE * color + place for color in takes)
