"""The layout of a picture of Match Five: heads of seats, the part of the table in view, the hand.

Knows nothing about a position except the extent of its group of tiles.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.games.match_five.sets import COLORS, HAND_SIZE, MIDDLE_CELL, TABLE_SIDE
from render.match_five.stacks import CAP_HEIGHT, TablePlace, VisibleTable, strip_boxes, wild_tile
from render.parts import PLAQUE_SIZE
from render.scene import Box, Ground, Shape

PICTURE_WIDTH = 1200
# Possible numbers of whole columns and rows in view; half a cell on each side of them shows where the group can grow.
# There are only a few, so that most moves leave the layout unchanged. The last number is the whole table.
COLUMN_COUNTS = (8, 10, 12, 14, 18, TABLE_SIDE)
ROW_COUNTS = (6, 8, 10, 12, 14, 18, TABLE_SIDE)
MAX_CELL_RATIO = 1.9  # the largest ratio of width to height of a cell
TABLE_PANEL = Box(36, 0, PICTURE_WIDTH - 72, 640)  # the panel; its `y` depends on the heads
CELL_GAP = 3  # board units from a tile to the border of its cell
LABEL_HEIGHT = 24  # board units of a letter or number beside the panel
LABEL_WIDTH = 34  # board units
HEADS_TOP = 50  # board units above the heads
NARROW_HEAD_SEATS = 4  # from this number of seats on, heads are narrow
BROAD_HEAD_HEIGHT = 42  # board units
NARROW_HEAD_HEIGHT = 62  # board units
BROAD_BILL_HEIGHT = 36  # board units below a broad head at the end, for the breakdown of points
NARROW_BILL_HEIGHT = 62  # board units below a narrow head at the end, for the breakdown of points
RACK_HEIGHT = 96  # board units of the hand
PICTURE_MARGIN = 12
HEAD_GAP = 8
LEGEND_TILE = 30  # board units of a tile in the legend
LEGEND_STEP = 37  # board units from one tile of the legend to the next
LEGEND_WILD_WIDTH = 46  # board units of a wild in the legend
SCORE_WIDTH = 76  # board units of the points
GAIN_WIDTH = 80  # board units of the points just gained
BILL_WIDTH = 184  # board units of the breakdown of points


@dataclass(frozen=True)
class Head:
    """The boxes of one seat."""

    card: Box  # all of it
    head: Box  # the upper part, which can be highlighted
    plaque: Box  # the seat number
    name: Box  # the name
    note: Box | None  # a few words about the seat; None if they follow the name in its box
    score: Box  # the points
    bill: Box  # the breakdown of points, at the end only
    left: tuple[Box, ...]  # the tiles left in hand, at the end only


@dataclass(frozen=True)
class Rack:
    """The boxes of a hand."""

    panel: Box  # all of it
    title: Box  # its heading
    tiles: tuple[Box, ...]  # five tiles
    turn: Box  # the points of the unfinished turn


@dataclass(frozen=True)
class Places:
    """All boxes of a picture around its table."""

    ground: Ground  # what does not change during a game
    heads: tuple[Head, ...]  # one for each seat
    table: Box  # the panel of the table
    rack: Rack | None  # None if no hand is shown


@dataclass(frozen=True)
class PlayingField:
    """The part of the table in view. Where the table continues beyond its border, half cells are in view."""

    columns: range  # of whole cells
    rows: range  # of whole cells
    x: int  # the left edge of the first cell
    y: int  # its upper edge
    w: int  # the width of a cell
    h: int  # the height of a cell

    def cell_box(self, place: TablePlace) -> Box:
        """The box of a cell without the gap to its neighbors; half cells at the border of the view are smaller."""
        left, right = self._span(place[0], self.columns, self.x, self.w)
        top, bottom = self._span(place[1], self.rows, self.y, self.h)
        return Box(left, top, right - left, bottom - top).inset(CELL_GAP)

    @staticmethod
    def _span(at: int, seen: range, start: int, size: int) -> tuple[int, int]:
        near = start + (at - seen.start) * size
        far = start + (at - seen.start + 1) * size
        return near + size // 2 * (at < seen.start), far - (size - size // 2) * (at >= seen.stop)

    def labels(self, panel: Box) -> Iterator[Shape]:
        """Column letters above and below the table, row numbers on both sides, all in boxes of one size."""
        for column in range(max(0, self.columns.start - 1), min(TABLE_SIDE, self.columns.stop + 1)):
            cell = self.cell_box((column, self.rows.start))
            for y in (panel.y - LABEL_HEIGHT, panel.y + panel.h):
                yield Shape("label", _label(cell.x + cell.w // 2, y + LABEL_HEIGHT // 2), chr(ord("a") + column))
        for row in range(max(0, self.rows.start - 1), min(TABLE_SIDE, self.rows.stop + 1)):
            cell = self.cell_box((self.columns.start, row))
            for x in (panel.x // 2, panel.x + panel.w + panel.x // 2):
                yield Shape("label", _label(x, cell.y + cell.h // 2), str(row + 1))


def _label(x: int, y: int) -> Box:
    return Box(x - LABEL_WIDTH // 2, y - LABEL_HEIGHT // 2, LABEL_WIDTH, LABEL_HEIGHT)


@cache
def places(seats: int, rack: bool, over: bool) -> Places:
    """The boxes for a number of seats, with or without a hand, during the game or after its end."""
    wide = (PICTURE_WIDTH - 2 * PICTURE_MARGIN - HEAD_GAP * (seats - 1)) // seats
    head = _narrow_head if seats >= NARROW_HEAD_SEATS else _broad_head
    heads = tuple(head(PICTURE_MARGIN + (wide + HEAD_GAP) * seat, wide, over=over) for seat in range(seats))
    table = Box(TABLE_PANEL.x, heads[0].card.y + heads[0].card.h + LABEL_HEIGHT, TABLE_PANEL.w, TABLE_PANEL.h)
    hand = None
    if rack:
        panel = Box(
            PICTURE_MARGIN, table.y + table.h + LABEL_HEIGHT + 2, PICTURE_WIDTH - 2 * PICTURE_MARGIN, RACK_HEIGHT
        )
        tiles = tuple(Box(panel.x + 190 + 126 * at, panel.y + 9, 112, 58) for at in range(HAND_SIZE))
        title = Box(panel.x + 18, panel.y, 160, panel.h)
        hand = Rack(panel, title, tiles, Box(panel.x + panel.w - 318, panel.y, 300, panel.h))
    return Places(_ground(table, hand), heads, table, hand)


@cache
def _ground(table: Box, rack: Rack | None) -> Ground:
    """The background for this layout; equal layouts share one object, because painters cache few backgrounds."""
    height = table.y + table.h + LABEL_HEIGHT + 2 if rack is None else rack.panel.y + rack.panel.h + PICTURE_MARGIN
    printed = [Shape("panel", table)]
    # Tiles with their letters, centered beside the title.
    x = (PICTURE_WIDTH - LEGEND_STEP * len(COLORS) - LEGEND_WILD_WIDTH) // 2
    for at, color in enumerate(COLORS):
        printed.append(Shape(f"tile {color}", Box(x + LEGEND_STEP * at, 10, LEGEND_TILE, LEGEND_TILE), color))
    printed += wild_tile(Box(x + LEGEND_STEP * len(COLORS), 10, LEGEND_WILD_WIDTH, LEGEND_TILE))
    return Ground(PICTURE_WIDTH, height, (*printed, *([Shape("panel", rack.panel)] if rack else [])))


def playing_field(group: Sequence[TablePlace], panel: Box) -> PlayingField:
    """The part of the table with the group in its center, in the largest cells that fit."""
    across, down = zip(*(group or (MIDDLE_CELL,)), strict=True)
    widest = _cell_count_and_side(panel.w, COLUMN_COUNTS, _extent(across), panel.w)[1]
    rows, h = _cell_count_and_side(panel.h, ROW_COUNTS, _extent(down), widest)
    columns, w = _cell_count_and_side(panel.w, COLUMN_COUNTS, _extent(across), MAX_CELL_RATIO * h)
    x = panel.x + (panel.w - w * columns) // 2
    y = panel.y + (panel.h - h * rows) // 2
    return PlayingField(_centered_range(across, columns), _centered_range(down, rows), x, y, w, h)


def stack_boxes(table: VisibleTable, place: TablePlace, field: PlayingField) -> list[Box]:
    """The boxes of the tiles of a stack, below the bar of a blocked stack."""
    cell = field.cell_box(place)
    cap = (CAP_HEIGHT + 1) * table.is_blocked(place)
    return strip_boxes(Box(cell.x, cell.y + cap, cell.w, cell.h - cap), table.height(place))


def _extent(used: Sequence[int]) -> int:
    return max(used) - min(used) + 1


def _cell_count_and_side(room: int, numbers: Sequence[int], min_cells: int, max_side: float) -> tuple[int, int]:
    """The number of whole cells in view, at least `min_cells`, and the largest possible side of a cell.

    The side is at most `max_side`. Unless the whole table is in view, there is also a half cell at each end.
    """
    sides = ((number, room // (number + (number < TABLE_SIDE))) for number in numbers if number >= min_cells)
    return next((number, side) for number, side in sides if side <= max_side or number == TABLE_SIDE)


def _centered_range(used: Sequence[int], size: int) -> range:
    """A range of `size` columns or rows within the table, with the used ones in the center as far as possible."""
    start = max(0, min(TABLE_SIDE - size, min(used) - (size - _extent(used)) // 2))
    return range(start, start + size)


def _broad_head(x: int, wide: int, *, over: bool) -> Head:
    """Name, note and points in one line; below it the breakdown of points, then the tiles left in hand."""
    head = Box(x, HEADS_TOP, wide, BROAD_HEAD_HEIGHT)
    below = HEADS_TOP + BROAD_HEAD_HEIGHT
    return Head(
        Box(x, HEADS_TOP, wide, BROAD_HEAD_HEIGHT + BROAD_BILL_HEIGHT * over),
        head,
        Box(x + 10, HEADS_TOP + (BROAD_HEAD_HEIGHT - PLAQUE_SIZE) // 2, PLAQUE_SIZE, PLAQUE_SIZE),
        Box(x + 46, HEADS_TOP, wide - 46 - SCORE_WIDTH - (20 if over else GAIN_WIDTH), BROAD_HEAD_HEIGHT),
        None,
        Box(x + wide - 12 - SCORE_WIDTH, HEADS_TOP, SCORE_WIDTH, BROAD_HEAD_HEIGHT),
        Box(x + 12, below + 4, BILL_WIDTH, 26),
        tuple(Box(x + 12 + BILL_WIDTH + 34 * at, below + 5, 32, 24) for at in range(HAND_SIZE)),
    )


def _narrow_head(x: int, wide: int, *, over: bool) -> Head:
    """Note and points below the name; below them the breakdown of points, then the tiles left in hand."""
    head = Box(x, HEADS_TOP, wide, NARROW_HEAD_HEIGHT)
    below = HEADS_TOP + NARROW_HEAD_HEIGHT
    return Head(
        Box(x, HEADS_TOP, wide, NARROW_HEAD_HEIGHT + NARROW_BILL_HEIGHT * over),
        head,
        Box(x + 10, HEADS_TOP + 5, PLAQUE_SIZE, PLAQUE_SIZE),
        Box(x + 46, HEADS_TOP, wide - 56, 38),
        Box(x + 12, HEADS_TOP + 33, wide - 30 - SCORE_WIDTH, 26),
        Box(x + wide - 12 - SCORE_WIDTH, HEADS_TOP + 31, SCORE_WIDTH, 30),
        Box(x + 12, below + 4, wide - 24, 26),
        tuple(Box(x + 12 + 34 * at, below + 30, 32, 24) for at in range(HAND_SIZE)),
    )
