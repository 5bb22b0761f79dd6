"""One player's board of Azul: pattern lines, wall, floor.

Knows no displays, no turns and no other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from engine.games.azul_sets import COLORS, EMPTY, MARKER, SIZE, SPACES, Wall, column, run


@dataclass
class Board:
    """What lies before one player.

    `lines`: five strings of one color, line 1 first, "" is empty, at most 1 to 5 tiles.
    `wall`: five strings of five cells, row 1 first, "." is empty.
    `floor`: the occupied floor spaces from the left, at most 7, "M" is the first-player marker.
    `spilled`: occupied floor spaces of the last finished round, for the tie-break.
    """

    lines: list[str] = field(default_factory=lambda: [""] * SIZE)
    wall: list[str] = field(default_factory=lambda: [EMPTY * SIZE] * SIZE)
    floor: str = ""
    score: int = 0
    spilled: int = 0

    def copy(self) -> Board:
        """A board of its own."""
        return Board(self.lines[:], self.wall[:], self.floor, self.score, self.spilled)

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

    def tile(self, wall: Wall) -> Iterator[tuple[int, int, str, int]]:
        """Moves a tile of each full line to the wall, top first; 0-based row and column, color, points [5.1] [5.4]."""
        for row, line in enumerate(self.lines):
            if len(line) > row:  # others keep their tiles [5.2]
                at = wall.spots[row][line[0]][0]
                self.lines[row] = ""
                yield row, at, line[0], self._lay(row, at, line[0])

    def _lay(self, row: int, at: int, color: str) -> int:
        cells = self.wall[row]
        self.wall[row] = cells[:at] + color + cells[at + 1 :]
        runs = run(self.wall[row], at), run(column(self.wall, at), row)
        return sum(length for length in runs if length > 1) or 1  # a lone tile scores 1 [5.3]

    def fault(self, wall: Wall) -> str:
        """The first field that no position can have, "" for a sound board."""
        if len(self.lines) != SIZE or any(_wrong_line(place, line) for place, line in enumerate(self.lines)):
            return "lines"
        if len(self.wall) != SIZE or any(_wrong_row(wall, row, cells) for row, cells in enumerate(self.wall)):
            return "wall"
        if any(line and line[0] in self.wall[place] for place, line in enumerate(self.lines)):
            return "lines"  # never of a color that the row already has [4.7]
        if any(len(set(cells) - {EMPTY}) < SIZE - cells.count(EMPTY) for cells in map(self._column, range(SIZE))):
            return "wall"
        if len(self.floor) > SPACES or set(self.floor) - set(COLORS + MARKER):
            return "floor"
        return "score" if self.score < 0 else "" if 0 <= self.spilled <= SPACES else "spilled"

    def _column(self, at: int) -> str:
        return column(self.wall, at)


def _wrong_line(place: int, line: str) -> bool:
    return len(line) > place + 1 or line != line[:1] * len(line) or line[:1] not in COLORS


def _wrong_row(wall: Wall, row: int, cells: str) -> bool:
    tiles = [(at, color) for at, color in enumerate(cells) if color != EMPTY]
    misplaced = any(at not in wall.spots[row].get(color, ()) for at, color in tiles)
    return len(cells) != SIZE or misplaced or len({color for _, color in tiles}) < len(tiles)


@lru_cache(maxsize=8192)
def _open(place: int, line: str, cells: str) -> int:
    board = Board()
    board.lines[place], board.wall[place] = line, cells
    takes = [color for color in range(SIZE) if board.refuses(place, COLORS[color]) is None]
    return sum(1 << SIZE * color + place for color in takes)
