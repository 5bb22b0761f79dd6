"""Where everything of Pillars lies in a picture, for each number of seats.

Knows no position: only the board and the trays, which are the ground of every scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.core import Cell
from engine.games.pillars_moves import Lay
from engine.games.pillars_sets import MIDDLE, PILLARS, SIDE
from engine.games.pillars_shapes import CELLS, CENTER, PLAYABLE, SHAPES, cells
from render.pieces import FULL
from render.scene import Box, Ground, Shape

COLORS = "ABCD"  # of the seats
STANDING: Mapping[str, str] = {  # how a tile stands in its tray: as the letter of its name
    "1": "#",
    "2": "#/#",
    "3I": "#/#/#",
    "3L": "#./##",
    "4I": "#/#/#/#",
    "4L": "#./#./##",
    "4O": "##/##",
    "4S": ".##/##.",
    "4T": "###/.#.",
    "5I": "#/#/#/#/#",
    "5L": "#./#./#./##",
    "5N": ".#/.#/##/#.",
    "5P": "##/##/#.",
    "5T": "###/.#./.#.",
    "5U": "#.#/###",
    "5V": "#../#../###",
    "5Y": ".#/##/.#/.#",
    "5Z": "##./.#./.##",
}
PILLAR = "o"  # where the pillars stand in a tray
ROUND = 1.3  # the width of a pillar there, of a square
THREE = ("1 2 3I 3L 4I 4L 4O o", "4S 4T 5I 5L 5N 5P", "5T 5U 5V 5Y 5Z")
TWO = ("1 2 3I 3L 4I 4L 4O 4S 4T o", "5I 5L 5N 5P 5T 5U 5V 5Y 5Z")
BEACH, BEYOND = 2, 4  # board units around the squares: the shore, the frame of the board
CELL_GAP = 1
BORDER = 5  # board units of the panel of the seat to move
LABELS = 24  # board units above and left of the frame, for the letters and numbers


@dataclass(frozen=True)
class Grid:
    """Squares of a board from the 0-based column and row `first` up to `last`: the corner of the first, their pitch."""

    x: int
    y: int
    pitch: int
    first: int = 0
    last: int = SIDE - 1

    @property
    def side(self) -> int:
        """Board units from the first column to the end of the last."""
        return self.pitch * (self.last + 1 - self.first)

    @property
    def frame(self) -> Box:
        """The border around all squares."""
        return Box(self.x, self.y, self.side, self.side).inset(-BEYOND)

    def at(self, cell: Cell, wide: int = 1, high: int = 1) -> Box:
        """The box of so many squares, the cell at its upper left."""
        x, y = ((place - self.first) * self.pitch for place in (cell.column, cell.row))
        return Box(self.x + x, self.y + y, wide * self.pitch, high * self.pitch)

    def lain(self, tile: Lay) -> tuple[Box, str]:
        """The box of a tile on the board and its rows."""
        form = SHAPES[tile.tile][int(tile.turn) - 1].form
        rows = form.split("/")
        corner = Cell(tile.cell.column - rows[0].index(FULL), tile.cell.row)
        return self.at(corner, len(rows[0]), len(rows)), form


@dataclass(frozen=True)
class Tray:
    """The places of one seat: a box for each tile and its name; `pillars`, the first at the bottom, share a name."""

    panel: Box
    head: Box
    tiles: Mapping[str, Box]
    names: Mapping[str, Box]
    pillars: tuple[Box, ...]


@dataclass(frozen=True)
class Shelf:
    """How tiles stand in a tray: which in each row, their pitch, the height of the head and of a name."""

    rows: Sequence[str]
    pitch: int
    head: int
    name: int = 18
    edge: int = 12

    def tray(self, panel: Box) -> Tray:
        """The places in a panel; rows and what stands in them are spread evenly."""
        tops = self._tops(Box(panel.x, panel.y + self.head, panel.w, panel.h - self.head - BORDER))
        found: dict[str, Box] = {}
        for (top, high), row in zip(tops, self.rows, strict=True):
            found |= self._row(row.split(), Box(panel.x + self.edge, top, panel.w - 2 * self.edge, high))
        names = {
            tile: Box(box.x + box.w // 2 - 20, box.y + box.h + 3, 40, self.name - 2) for tile, box in found.items()
        }
        pillars = self._pillars(found.pop(PILLAR))
        return Tray(panel, Box(panel.x, panel.y, panel.w, self.head), found, names, pillars)

    def _tops(self, room: Box) -> list[tuple[int, int]]:
        """Top and height of each row, the names below left out."""
        heights = [max(map(self._high, row.split())) for row in self.rows]
        spare = room.h - sum(heights) - self.name * len(heights)
        gap = spare // (len(heights) + 1)
        found, top = [], room.y + (spare - gap * (len(heights) - 1)) // 2
        for high in heights:
            found.append((top, high))
            top += high + self.name + gap
        return found

    def _row(self, tiles: Sequence[str], room: Box) -> Iterator[tuple[str, Box]]:
        """All stand on the lower border of the room."""
        wide = [self._wide(tile) for tile in tiles]
        gap = (room.w - sum(wide)) / (len(tiles) - 1)
        for at, tile in enumerate(tiles):
            high = self._high(tile)
            x = room.x + round(sum(wide[:at]) + at * gap)
            yield tile, Box(x, room.y + room.h - high, wide[at], high)

    def _pillars(self, place: Box) -> tuple[Box, ...]:
        side = place.w
        return tuple(Box(place.x, place.y + place.h - side * (at + 1), side, side) for at in range(PILLARS))

    def _wide(self, tile: str) -> int:
        return round(self.pitch * ROUND) if tile == PILLAR else self.pitch * len(STANDING[tile].split("/")[0])

    def _high(self, tile: str) -> int:
        return PILLARS * self._wide(tile) if tile == PILLAR else self.pitch * len(STANDING[tile].split("/"))


@dataclass(frozen=True)
class Places:
    """All places of a table of so many seats, a tray a seat."""

    ground: Ground
    grid: Grid
    title: Box
    aim: Box
    trays: tuple[Tray, ...]


WIDTH, HEIGHT = 1200, 780
GRID = Grid(38, 40, 43)
SHELVES = {2: Shelf(THREE, 18, 44), 3: Shelf(TWO, 14, 40), 4: Shelf(TWO, 11, 34, name=16)}
COLUMN = Box(790, 36, 400, 739)  # the trays, from the upper to the lower border of the board
BETWEEN = 8


@cache
def places(seats: int) -> Places:
    """Computed once for each number of seats."""
    high = (COLUMN.h - BETWEEN * (seats - 1)) // seats
    panels = [Box(COLUMN.x, COLUMN.y + (high + BETWEEN) * seat, COLUMN.w, high) for seat in range(seats)]
    trays = tuple(map(SHELVES[seats].tray, panels))
    shapes = [*board(GRID, seats)]
    for color, tray in zip(COLORS, trays, strict=False):
        shapes += empty(tray, color)
    title, aim = Box(COLUMN.x + 2, 0, 190, COLUMN.y), Box(COLUMN.x + 196, 0, COLUMN.w - 200, COLUMN.y)
    return Places(Ground(WIDTH, HEIGHT, tuple(shapes)), GRID, title, aim, trays)


def board(grid: Grid, seats: int) -> Iterator[Shape]:
    """The board of so many players: the dark area, the land in it, the center section, letters and numbers."""
    yield Shape("sea", grid.frame)
    seen = range(grid.first, grid.last + 1)
    land = set(cells(PLAYABLE[seats]))
    rows = ("".join(".#"[Cell(column, row) in land] for column in seen) for row in seen)
    lit, heart = Box(grid.x, grid.y, grid.side, grid.side), set(cells(CENTER))
    shapes: list[Shape] = []
    for cell in CELLS:
        if cell.column in seen and cell.row in seen:
            role = "middle" if cell in heart else "open" if cell in land else "dark"
            shapes.append(Shape(role, grid.at(cell).inset(CELL_GAP)))
    yield from (shape for shape in shapes if shape.role == "dark")
    yield Shape("land", lit.inset(-BEACH), cut="/".join(rows))
    yield from (shape for shape in shapes if shape.role != "dark")
    yield Shape("heart", grid.at(Cell(MIDDLE[0], MIDDLE[0]), len(MIDDLE), len(MIDDLE)).inset(-1))
    yield from _labels(grid)


def _labels(grid: Grid) -> Iterator[Shape]:
    for number in range(grid.first, grid.last + 1):
        across, down = grid.at(Cell(number, grid.first)), grid.at(Cell(grid.first, number))
        yield Shape("label", Box(across.x, grid.frame.y - LABELS - 2, across.w, LABELS), chr(ord("A") + number))
        yield Shape("label", Box(grid.frame.x - LABELS - 5, down.y, LABELS + 4, down.h), str(number + 1))


def empty(tray: Tray, color: str) -> Iterator[Shape]:
    """A tray that holds nothing, only the shadows of all pieces."""
    yield Shape("panel", tray.panel)
    for tile, box in tray.tiles.items():
        yield Shape(f"shadow {color}", box, cut=STANDING[tile])
    for box in tray.pillars:
        yield Shape(f"pillar shadow {color}", box)
