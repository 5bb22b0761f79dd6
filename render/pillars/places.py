"""Where everything of Pillars lies in a picture, for each number of seats, and where one seat is enlarged for phones.

Knows no position: only the board and the trays, which are the ground of every scene.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count

from engine.core import Cell, Seat
from engine.games.pillars.moves import Lay
from engine.games.pillars.sets import MIDDLE, PILLARS, SIDE
from engine.games.pillars.shapes import CELLS, CENTER, PLAYABLE, SHAPES, cells
from render.looks.pieces import FULL
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
SHORE = 2  # board units of the shore around the squares
BEYOND = 4  # of the frame of the board
SEAM = 2  # board units between squares
BORDER = 5  # board units of the border of a tray when the seat moves
EDGE = 12  # free at its left and right
NAME = 28  # board units: the width of a name
BELOW = 3  # from a piece down to it


@dataclass(frozen=True)
class Grid:
    """Squares of a board."""

    x: int  # of the upper left corner of the first
    y: int  # of the same corner
    pitch: int  # from one to the next
    first: int = 0  # 0-based column and row
    last: int = SIDE - 1  # the last column and row

    @property
    def side(self) -> int:
        """Board units from the first column to the end of the last."""
        return self.pitch * (self.last + 1 - self.first)

    @property
    def frame(self) -> Box:
        """The border around all squares."""
        return Box(self.x, self.y, self.side, self.side).inset(-BEYOND)

    def shows(self, cell: Cell) -> bool:
        """Whether the square is one of these."""
        return all(self.first <= place <= self.last for place in (cell.column, cell.row))

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
    """The places of one seat."""

    panel: Box  # all of it
    head: Box  # name and dots
    body: Box  # below, for what it still has
    tiles: Mapping[str, Box]  # a box for each tile
    names: Mapping[str, Box]  # one for the name of each tile, and of the pillars, which share one
    pillars: tuple[Box, ...]  # the first at the bottom


@dataclass(frozen=True)
class Shelf:
    """How tiles stand in a tray."""

    rows: Sequence[str]  # the names of those in each row
    pitch: int  # of their squares
    name: int = 18  # the height of a name below them

    def stand(self, room: Box) -> dict[str, Box]:
        """A box for each; rows and what stands in them are spread evenly."""
        found: dict[str, Box] = {}
        for (top, high), row in zip(self._tops(room), self.rows, strict=True):
            tiles = row.split()
            wide = [self._wide(tile) for tile in tiles]
            gap = (room.w - 2 * EDGE - sum(wide)) / (len(tiles) - 1)
            for at, tile in enumerate(tiles):  # all on the lower border of their row
                tall = self._high(tile)
                found[tile] = Box(room.x + EDGE + round(sum(wide[:at]) + at * gap), top + high - tall, wide[at], tall)
        return found

    def named(self, box: Box) -> Box:
        """Where the name of what stands in the box is written."""
        return Box(box.x + (box.w - NAME) // 2, box.y + box.h + BELOW, NAME, self.name - BELOW + 1)

    def _tops(self, room: Box) -> list[tuple[int, int]]:
        """Top and height of each row, the names below left out."""
        heights = [max(map(self._high, row.split())) for row in self.rows]
        spare = room.h - sum(heights) - self.name * len(heights)
        gap = spare // (len(heights) + 1)
        found = []
        top = room.y + (spare - gap * (len(heights) - 1)) // 2
        for high in heights:
            found.append((top, high))
            top += high + self.name + gap
        return found

    def _wide(self, tile: str) -> int:
        return round(self.pitch * ROUND) if tile == PILLAR else self.pitch * len(STANDING[tile].split("/")[0])

    def _high(self, tile: str) -> int:
        return PILLARS * self._wide(tile) if tile == PILLAR else self.pitch * len(STANDING[tile].split("/"))


@dataclass(frozen=True)
class Places:
    """All places of a table of so many seats."""

    ground: Ground
    """The board and the empty trays."""
    grid: Grid  # the squares of the board
    title: Box  # for the name of the game
    aim: Box  # for what the game is about
    trays: tuple[Tray, ...]  # one a seat


@dataclass(frozen=True)
class EnlargedPlaces:
    """The places of one seat before they are magnified."""

    ground: Ground
    """The board, the empty tray and what the points of others stand on."""
    grid: Grid  # the squares of the part of the board that is shown
    tray: Tray  # of the seat
    chips: tuple[Box, ...]  # the points of the others


WIDTH = 1200
HEIGHT = 780
GRID = Grid(38, 40, 43)
HEADS = {2: 44, 3: 40, 4: 34}
SHELVES = {2: Shelf(THREE, 18), 3: Shelf(TWO, 14), 4: Shelf(TWO, 11, name=16)}
COLUMN = Box(790, 36, 400, 739)  # the trays, from the upper to the lower border of the board
BETWEEN = 8
# One seat enlarged is laid out small, then magnified:
ZOOM = 1.5  # from the 480 units of the layout to 720; even numbers stay whole
NARROW = 480  # board units of the layout
MARGIN = 6  # left of the tray
GAP = 6  # between board, tray and the dots of others
CORNER = 30  # board units left of and above the squares
ROOM = 442  # what they may take
PANEL = 218  # high: the tray
HEAD = 38  # its head
PITCH = 14  # a square in it
CHIP = 36  # the dots of others


@cache
def places(seats: int) -> Places:
    """Computed once for each number of seats."""
    high = (COLUMN.h - BETWEEN * (seats - 1)) // seats
    panels = [Box(COLUMN.x, COLUMN.y + (high + BETWEEN) * seat, COLUMN.w, high) for seat in range(seats)]
    trays = tuple(tray(panel, HEADS[seats], SHELVES[seats]) for panel in panels)
    shapes = [*board(GRID, seats)]
    for color, place in zip(COLORS, trays, strict=False):
        shapes += empty(place, color)
    title = Box(COLUMN.x + 2, 0, 190, COLUMN.y)
    aim = Box(COLUMN.x + 196, 0, COLUMN.w - 200, COLUMN.y)
    return Places(Ground(WIDTH, HEIGHT, tuple(shapes)), GRID, title, aim, trays)


@cache
def enlarged_places(seats: int, seat: Seat, cut: int) -> EnlargedPlaces:
    """Computed once for each number of seats, seat and part of the board: without so many columns at each border."""
    squares = SIDE - 2 * cut
    pitch = ROOM // squares // 2 * 2
    left = (ROOM - pitch * squares) // 4 * 2
    grid = Grid(CORNER + left, CORNER, pitch, cut, SIDE - 1 - cut)
    top = grid.frame.y + grid.frame.h + GAP
    own = tray(Box(MARGIN, top, NARROW - 2 * MARGIN, PANEL), HEAD, Shelf(TWO, PITCH))
    wide = (NARROW - 2 * MARGIN - GAP * (seats - 2)) // (seats - 1) // 2 * 2
    below = top + PANEL + GAP
    chips = tuple(Box(MARGIN + (wide + GAP) * at, below, wide, CHIP) for at in range(seats - 1))
    shapes = (*board(grid, seats), *empty(own, COLORS[seat]), *(Shape("chip", box) for box in chips))
    return EnlargedPlaces(Ground(NARROW, below + CHIP + GAP, shapes), grid, own, chips)


def board(grid: Grid, seats: int) -> Iterator[Shape]:
    """The board of so many players: the dark area, the land in it, the center section, letters and numbers."""
    seen = range(grid.first, grid.last + 1)
    land = {cell for cell in cells(PLAYABLE[seats]) if cell.column in seen and cell.row in seen}
    rows = ("".join(".#"[Cell(column, row) in land] for column in seen) for row in seen)
    yield Shape("sea", grid.frame)
    yield from _seams("seam sea", grid, {cell for cell in CELLS if cell.column in seen and cell.row in seen})
    yield Shape("land", Box(grid.x, grid.y, grid.side, grid.side).inset(-SHORE), cut="/".join(rows))
    yield from _seams("seam land", grid, land)
    yield Shape("heart", grid.at(Cell(MIDDLE[0], MIDDLE[0]), len(MIDDLE), len(MIDDLE)).inset(-SHORE))
    yield from _seams("seam heart", grid, set(cells(CENTER)))
    for number in seen:  # in the margins of the picture, above and at the left of the frame
        across = grid.at(Cell(number, grid.first))
        down = grid.at(Cell(grid.first, number))
        yield Shape("label", Box(across.x, 0, across.w, grid.frame.y), chr(ord("A") + number))
        yield Shape("label", Box(0, down.y, grid.frame.x, down.h), str(number + 1))


def _seams(role: str, grid: Grid, squares: set[Cell]) -> Iterator[Shape]:
    """Lines between these squares, as long as they go."""
    for first in sorted(squares):
        right = _on(first, across=1)
        below = _on(first, down=1)
        if right in squares and not {_on(first, down=-1), _on(right, down=-1)} <= squares:
            long = next(n for n in count(1) if not {_on(first, down=n), _on(right, down=n)} <= squares)
            box = grid.at(right, 1, long)
            yield Shape(role, Box(box.x - 1, box.y, SEAM, box.h))
        if below in squares and not {_on(first, across=-1), _on(below, across=-1)} <= squares:
            long = next(n for n in count(1) if not {_on(first, across=n), _on(below, across=n)} <= squares)
            box = grid.at(below, long, 1)
            yield Shape(role, Box(box.x, box.y - 1, box.w, SEAM))


def _on(cell: Cell, across: int = 0, down: int = 0) -> Cell:
    return Cell(cell.column + across, cell.row + down)


def tray(panel: Box, head: int, shelf: Shelf) -> Tray:
    """The places in a panel with a head so high."""
    body = Box(panel.x, panel.y + head, panel.w, panel.h - head - BORDER)
    found = shelf.stand(body)
    names = {tile: shelf.named(box) for tile, box in found.items()}
    place = found.pop(PILLAR)
    side = place.w
    stack = (Box(place.x, place.y + place.h - side * at, side, side) for at in range(1, PILLARS + 1))
    return Tray(panel, Box(panel.x, panel.y, panel.w, head), body, found, names, tuple(stack))


def empty(where: Tray, color: str) -> Iterator[Shape]:
    """A tray that holds nothing, only the shadows of all pieces."""
    yield Shape("panel", where.panel)
    for tile, box in where.tiles.items():
        yield Shape(f"shadow {color}", box, cut=STANDING[tile])
    for box in where.pillars:
        yield Shape(f"pillar shadow {color}", box)
