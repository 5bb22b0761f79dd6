"""The layout of Pillars pictures: the whole table for each number of seats, and one seat enlarged for phones.

Knows nothing about positions, only the board and the trays, which are the background of every scene.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count

from engine.core import Cell, Seat
from engine.games.pillars.moves import Lay
from engine.games.pillars.sets import BOARD_SIDE, CENTER_RANGE, PILLARS_PER_PLAYER
from engine.games.pillars.shapes import BOARD_CELLS, CENTER_SQUARES, ORIENTATIONS, PLAYABLE_SQUARES, cells_of
from render.looks.pieces import FULL_SQUARE
from render.scene import Box, Ground, Shape

SEAT_COLORS = "ABCD"
TRAY_FORMS: Mapping[str, str] = {  # rows of each tile in a tray, turned so that it looks like the letter of its name
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
PILLAR_LABEL = "o"  # of the pillars in a tray
TRAY_PILLAR_SHARE = 1.3  # width of a pillar in a tray, in squares
THREE_TRAY_ROWS = ("1 2 3I 3L 4I 4L 4O o", "4S 4T 5I 5L 5N 5P", "5T 5U 5V 5Y 5Z")
TWO_TRAY_ROWS = ("1 2 3I 3L 4I 4L 4O 4S 4T o", "5I 5L 5N 5P 5T 5U 5V 5Y 5Z")
SHORE_WIDTH = 2  # board units
BOARD_FRAME_WIDTH = 4  # board units
SEAM_WIDTH = 2  # board units, between squares
TRAY_BORDER = 5  # board units of the border that shows that the seat is to move
TRAY_SIDE_MARGIN = 12  # board units
TILE_NAME_WIDTH = 28  # board units
TILE_NAME_GAP = 3  # board units from a piece down to its name


@dataclass(frozen=True)
class Grid:
    """The squares of the visible part of a board."""

    x: int  # of the upper left corner of the first square
    y: int  # of that corner
    pitch: int  # from one square to the next
    first: int = 0  # the first visible column and row, 0-based
    last: int = BOARD_SIDE - 1  # the last visible column and row, 0-based

    @property
    def side(self) -> int:
        """The width and height in board units."""
        return self.pitch * (self.last + 1 - self.first)

    @property
    def frame(self) -> Box:
        """The box of the frame around all squares."""
        return Box(self.x, self.y, self.side, self.side).inset(-BOARD_FRAME_WIDTH)

    def shows(self, cell: Cell) -> bool:
        """Whether the cell is visible."""
        return all(self.first <= place <= self.last for place in (cell.column, cell.row))

    def cell_box(self, cell: Cell, wide: int = 1, high: int = 1) -> Box:
        """Return the box of `wide` x `high` squares with the cell at its upper left."""
        x, y = ((place - self.first) * self.pitch for place in (cell.column, cell.row))
        return Box(self.x + x, self.y + y, wide * self.pitch, high * self.pitch)

    def tile_box_and_form(self, tile: Lay) -> tuple[Box, str]:
        """Return the box of a tile on the board, and its rows."""
        form = ORIENTATIONS[tile.tile][int(tile.turn) - 1].form
        rows = form.split("/")
        corner = Cell(tile.cell.column - rows[0].index(FULL_SQUARE), tile.cell.row)
        return self.cell_box(corner, len(rows[0]), len(rows)), form


@dataclass(frozen=True)
class Tray:
    """The places of one seat."""

    panel: Box  # the whole tray
    head: Box  # name and dots
    body: Box  # the part below, for the pieces in hand
    tiles: Mapping[str, Box]  # by tile
    names: Mapping[str, Box]  # the box of the name of each tile, and of the common name of the pillars
    pillars: tuple[Box, ...]  # bottom first


@dataclass(frozen=True)
class TrayLayout:
    """How tiles are arranged in a tray."""

    rows: Sequence[str]  # names of the tiles in each row
    pitch: int  # board units of a square
    name: int = 18  # board units of the name below a tile

    def arrange(self, room: Box) -> dict[str, Box]:
        """Return a box for each tile; rows, and tiles in a row, are spread evenly."""
        found: dict[str, Box] = {}
        for (top, row_height), row in zip(self._row_spans(room), self.rows, strict=True):
            tiles = row.split()
            widths = [self._tile_width(tile) for tile in tiles]
            gap = (room.w - 2 * TRAY_SIDE_MARGIN - sum(widths)) / (len(tiles) - 1)
            for index, tile in enumerate(tiles):  # aligned at the bottom of their row
                height = self._tile_height(tile)
                found[tile] = Box(
                    room.x + TRAY_SIDE_MARGIN + round(sum(widths[:index]) + index * gap),
                    top + row_height - height,
                    widths[index],
                    height,
                )
        return found

    def name_box(self, box: Box) -> Box:
        """Return the box of the name of the tile in `box`."""
        return Box(
            box.x + (box.w - TILE_NAME_WIDTH) // 2,
            box.y + box.h + TILE_NAME_GAP,
            TILE_NAME_WIDTH,
            self.name - TILE_NAME_GAP + 1,
        )

    def _row_spans(self, room: Box) -> list[tuple[int, int]]:
        """Return top and height of each row, without the names below it."""
        heights = [max(map(self._tile_height, row.split())) for row in self.rows]
        spare = room.h - sum(heights) - self.name * len(heights)
        gap = spare // (len(heights) + 1)
        found = []
        top = room.y + (spare - gap * (len(heights) - 1)) // 2
        for high in heights:
            found.append((top, high))
            top += high + self.name + gap
        return found

    def _tile_width(self, tile: str) -> int:
        return (
            round(self.pitch * TRAY_PILLAR_SHARE)
            if tile == PILLAR_LABEL
            else self.pitch * len(TRAY_FORMS[tile].split("/")[0])
        )

    def _tile_height(self, tile: str) -> int:
        return (
            PILLARS_PER_PLAYER * self._tile_width(tile)
            if tile == PILLAR_LABEL
            else self.pitch * len(TRAY_FORMS[tile].split("/"))
        )


@dataclass(frozen=True)
class Places:
    """The layout of the whole table."""

    ground: Ground
    """Board and empty trays."""
    grid: Grid  # of the board
    title: Box  # of the name of the game
    aim: Box  # of the sentence about the aim of the game
    trays: tuple[Tray, ...]  # by seat


@dataclass(frozen=True)
class EnlargedPlaces:
    """The layout of one enlarged seat, before it is magnified."""

    ground: Ground
    """Board, empty tray and the plates for the points of other seats."""
    grid: Grid  # of the visible part of the board
    tray: Tray  # of this seat
    chips: tuple[Box, ...]  # for the points of other seats


TABLE_PICTURE_WIDTH = 1200
TABLE_PICTURE_HEIGHT = 780
TABLE_GRID = Grid(38, 40, 43)
TRAY_HEAD_HEIGHTS = {2: 44, 3: 40, 4: 34}
TRAY_LAYOUTS = {
    2: TrayLayout(THREE_TRAY_ROWS, 18),
    3: TrayLayout(TWO_TRAY_ROWS, 14),
    4: TrayLayout(TWO_TRAY_ROWS, 11, name=16),
}
TRAY_COLUMN = Box(790, 36, 400, 739)  # of all trays, as high as the board
TRAY_GAP = 8
# An enlarged seat is laid out small, then magnified; lengths are units of that layout.
SEAT_ZOOM = 1.5  # from 480 to 720 board units; even lengths stay integers
SEAT_WIDTH = 480  # of the layout
SEAT_MARGIN = 6  # left of the tray
SEAT_GAP = 6  # between board, tray and chips
SEAT_GRID_CORNER = 30  # left of and above the squares
SEAT_GRID_SIDE = 442  # of all squares at most
SEAT_PANEL_HEIGHT = 218  # of the tray
SEAT_HEAD_HEIGHT = 38  # of the head of the tray
SEAT_TRAY_SQUARE = 14  # of a tile in the tray
SEAT_CHIP_HEIGHT = 36  # of the points of another seat


@cache
def places(seats: int) -> Places:
    """Return the layout for a number of seats; cached."""
    panel_height = (TRAY_COLUMN.h - TRAY_GAP * (seats - 1)) // seats
    panels = [
        Box(TRAY_COLUMN.x, TRAY_COLUMN.y + (panel_height + TRAY_GAP) * seat, TRAY_COLUMN.w, panel_height)
        for seat in range(seats)
    ]
    trays = tuple(lay_out_tray(panel, TRAY_HEAD_HEIGHTS[seats], TRAY_LAYOUTS[seats]) for panel in panels)
    shapes = [*board_shapes(TABLE_GRID, seats)]
    for color, place in zip(SEAT_COLORS, trays, strict=False):
        shapes += empty_tray_shapes(place, color)
    title = Box(TRAY_COLUMN.x + 2, 0, 190, TRAY_COLUMN.y)
    aim = Box(TRAY_COLUMN.x + 196, 0, TRAY_COLUMN.w - 200, TRAY_COLUMN.y)
    return Places(Ground(TABLE_PICTURE_WIDTH, TABLE_PICTURE_HEIGHT, tuple(shapes)), TABLE_GRID, title, aim, trays)


@cache
def enlarged_places(seats: int, seat: Seat, cut: int) -> EnlargedPlaces:
    """Return the layout of an enlarged seat, without the outer `cut` columns and rows on each side; cached."""
    squares = BOARD_SIDE - 2 * cut
    pitch = SEAT_GRID_SIDE // squares // 2 * 2
    inset = (SEAT_GRID_SIDE - pitch * squares) // 4 * 2
    grid = Grid(SEAT_GRID_CORNER + inset, SEAT_GRID_CORNER, pitch, cut, BOARD_SIDE - 1 - cut)
    top = grid.frame.y + grid.frame.h + SEAT_GAP
    seat_tray = lay_out_tray(
        Box(SEAT_MARGIN, top, SEAT_WIDTH - 2 * SEAT_MARGIN, SEAT_PANEL_HEIGHT),
        SEAT_HEAD_HEIGHT,
        TrayLayout(TWO_TRAY_ROWS, SEAT_TRAY_SQUARE),
    )
    chip_width = (SEAT_WIDTH - 2 * SEAT_MARGIN - SEAT_GAP * (seats - 2)) // (seats - 1) // 2 * 2
    chips_top = top + SEAT_PANEL_HEIGHT + SEAT_GAP
    chips = tuple(
        Box(SEAT_MARGIN + (chip_width + SEAT_GAP) * index, chips_top, chip_width, SEAT_CHIP_HEIGHT)
        for index in range(seats - 1)
    )
    shapes = (
        *board_shapes(grid, seats),
        *empty_tray_shapes(seat_tray, SEAT_COLORS[seat]),
        *(Shape("chip", box) for box in chips),
    )
    return EnlargedPlaces(Ground(SEAT_WIDTH, chips_top + SEAT_CHIP_HEIGHT + SEAT_GAP, shapes), grid, seat_tray, chips)


def board_shapes(grid: Grid, seats: int) -> Iterator[Shape]:
    """Yield the board for a number of seats: the dark area, the land, the center section, letters and numbers."""
    seen = range(grid.first, grid.last + 1)
    land = {cell for cell in cells_of(PLAYABLE_SQUARES[seats]) if cell.column in seen and cell.row in seen}
    rows = ("".join(".#"[Cell(column, row) in land] for column in seen) for row in seen)
    yield Shape("sea", grid.frame)
    yield from _seams("seam sea", grid, {cell for cell in BOARD_CELLS if cell.column in seen and cell.row in seen})
    yield Shape("land", Box(grid.x, grid.y, grid.side, grid.side).inset(-SHORE_WIDTH), cut="/".join(rows))
    yield from _seams("seam land", grid, land)
    yield Shape(
        "heart",
        grid.cell_box(Cell(CENTER_RANGE[0], CENTER_RANGE[0]), len(CENTER_RANGE), len(CENTER_RANGE)).inset(-SHORE_WIDTH),
    )
    yield from _seams("seam heart", grid, set(cells_of(CENTER_SQUARES)))
    for number in seen:  # in the margins above and to the left of the frame
        across = grid.cell_box(Cell(number, grid.first))
        down = grid.cell_box(Cell(grid.first, number))
        yield Shape("label", Box(across.x, 0, across.w, grid.frame.y), chr(ord("A") + number))
        yield Shape("label", Box(0, down.y, grid.frame.x, down.h), str(number + 1))


def _seams(role: str, grid: Grid, squares: set[Cell]) -> Iterator[Shape]:
    """Yield the lines between adjacent squares of this set, each as long as possible."""
    for first in sorted(squares):
        right = _shift(first, across=1)
        below = _shift(first, down=1)
        if right in squares and not {_shift(first, down=-1), _shift(right, down=-1)} <= squares:
            length = next(n for n in count(1) if not {_shift(first, down=n), _shift(right, down=n)} <= squares)
            box = grid.cell_box(right, 1, length)
            yield Shape(role, Box(box.x - 1, box.y, SEAM_WIDTH, box.h))
        if below in squares and not {_shift(first, across=-1), _shift(below, across=-1)} <= squares:
            length = next(n for n in count(1) if not {_shift(first, across=n), _shift(below, across=n)} <= squares)
            box = grid.cell_box(below, length, 1)
            yield Shape(role, Box(box.x, box.y - 1, box.w, SEAM_WIDTH))


def _shift(cell: Cell, across: int = 0, down: int = 0) -> Cell:
    return Cell(cell.column + across, cell.row + down)


def lay_out_tray(panel: Box, head: int, shelf: TrayLayout) -> Tray:
    """Return the layout of a tray; `head` is the height of its head."""
    body = Box(panel.x, panel.y + head, panel.w, panel.h - head - TRAY_BORDER)
    found = shelf.arrange(body)
    names = {tile: shelf.name_box(box) for tile, box in found.items()}
    place = found.pop(PILLAR_LABEL)
    side = place.w
    stack = (Box(place.x, place.y + place.h - side * level, side, side) for level in range(1, PILLARS_PER_PLAYER + 1))
    return Tray(panel, Box(panel.x, panel.y, panel.w, head), body, found, names, tuple(stack))


def empty_tray_shapes(tray: Tray, color: str) -> Iterator[Shape]:
    """Yield an empty tray with the shadows of all pieces."""
    yield Shape("panel", tray.panel)
    for tile, box in tray.tiles.items():
        yield Shape(f"shadow {color}", box, cut=TRAY_FORMS[tile])
    for box in tray.pillars:
        yield Shape(f"pillar shadow {color}", box)
