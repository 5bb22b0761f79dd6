"""Where everything of Match Five lies in a picture: heads of seats, the part of the table in view, the hand.

Knows no position but the extent of the group.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.games.match_five.sets import COLORS, HAND_SIZE, MIDDLE_CELL, TABLE_SIDE
from render.match_five.stacks import CAP_HEIGHT, TablePlace, VisibleTable, strip_boxes, wild_tile
from render.parts import PLAQUE_SIZE
from render.scene import Box, Ground, Shape

PICTURE_WIDTH = 1200
# Columns and rows of whole cells in view; half a cell more on each side shows where the group may grow. Few numbers, so
# that most moves leave everything where it was. The last ones are the whole table.
COLUMN_COUNTS = (8, 10, 12, 14, 18, TABLE_SIDE)
ROW_COUNTS = (6, 8, 10, 12, 14, 18, TABLE_SIDE)
MAX_CELL_RATIO = 1.9  # a cell is at most so many times as wide as high
TABLE_PANEL = Box(36, 0, PICTURE_WIDTH - 72, 640)  # the panel; `y` follows from the heads
CELL_GAP = 3  # board units that a tile stays away from the border of its cell
LABEL_HEIGHT = 24  # board units of a letter or number beside the panel
LABEL_WIDTH = 34  # its width
HEADS_TOP = 50  # board units above the heads
NARROW_HEAD_SEATS = 4  # seats from which on heads are narrow
BROAD_HEAD_HEIGHT = 42  # height of broad heads
NARROW_HEAD_HEIGHT = 62  # height of narrow ones
BROAD_BILL_HEIGHT = 36  # board units below a broad head at the end, for what the points came from
NARROW_BILL_HEIGHT = 62  # below a narrow one
RACK_HEIGHT = 96  # board units of a hand
PICTURE_MARGIN = 12
HEAD_GAP = 8
LEGEND_TILE = 30  # board units of a tile of the legend
LEGEND_STEP = 37  # from one to the next
LEGEND_WILD_WIDTH = 46  # the width of a wild there
SCORE_WIDTH = 76  # width of points
GAIN_WIDTH = 80  # of what was earned lately
BILL_WIDTH = 184  # of where points came from


@dataclass(frozen=True)
class Head:
    """The places of one seat."""

    card: Box  # the whole of it
    head: Box  # the part above, which can be filled
    plaque: Box  # the number of the seat
    name: Box  # of the person
    note: Box | None  # None where it has no place of its own and follows the name
    score: Box  # the points
    bill: Box  # what the points came from, at the end only
    left: tuple[Box, ...]  # the tiles left over, at the end only


@dataclass(frozen=True)
class Rack:
    """The places of a hand."""

    panel: Box  # the whole of it
    title: Box  # what it is
    tiles: tuple[Box, ...]  # five
    turn: Box  # what the turn brings so far


@dataclass(frozen=True)
class Places:
    """All places around the table."""

    ground: Ground  # what never changes
    heads: tuple[Head, ...]  # one a seat
    table: Box  # the panel of the table
    rack: Rack | None  # None where no hand is shown


@dataclass(frozen=True)
class PlayingField:
    """The part of the table in view. At the border half a cell is in view, if the table goes on there."""

    columns: range  # whole ones
    rows: range  # whole ones
    x: int  # left of the first cell
    y: int  # above it
    w: int  # of a cell
    h: int  # of a cell

    def cell_box(self, place: TablePlace) -> Box:
        """The box of a cell without the gap to its neighbors, half as large at the border."""
        left, right = self._span(place[0], self.columns, self.x, self.w)
        top, bottom = self._span(place[1], self.rows, self.y, self.h)
        return Box(left, top, right - left, bottom - top).inset(CELL_GAP)

    @staticmethod
    def _span(at: int, seen: range, start: int, size: int) -> tuple[int, int]:
        near = start + (at - seen.start) * size
        far = start + (at - seen.start + 1) * size
        return near + size // 2 * (at < seen.start), far - (size - size // 2) * (at >= seen.stop)

    def labels(self, panel: Box) -> Iterator[Shape]:
        """Letters of columns above and below, numbers of rows on both sides; all in boxes of one size."""
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
    """Computed once for each number of seats, with and without a hand, running and over."""
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
    """One for all tables whose heads are as high: painters remember few."""
    height = table.y + table.h + LABEL_HEIGHT + 2 if rack is None else rack.panel.y + rack.panel.h + PICTURE_MARGIN
    printed = [Shape("panel", table)]
    # Tiles with their letters, in the middle of the title.
    x = (PICTURE_WIDTH - LEGEND_STEP * len(COLORS) - LEGEND_WILD_WIDTH) // 2
    for at, color in enumerate(COLORS):
        printed.append(Shape(f"tile {color}", Box(x + LEGEND_STEP * at, 10, LEGEND_TILE, LEGEND_TILE), color))
    printed += wild_tile(Box(x + LEGEND_STEP * len(COLORS), 10, LEGEND_WILD_WIDTH, LEGEND_TILE))
    return Ground(PICTURE_WIDTH, height, (*printed, *([Shape("panel", rack.panel)] if rack else [])))


def playing_field(group: Sequence[TablePlace], panel: Box) -> PlayingField:
    """The part of the table with the whole group in its middle, in the largest cells that there is room for."""
    across, down = zip(*(group or (MIDDLE_CELL,)), strict=True)
    widest = _cell_count_and_side(panel.w, COLUMN_COUNTS, _extent(across), panel.w)[1]
    rows, h = _cell_count_and_side(panel.h, ROW_COUNTS, _extent(down), widest)
    columns, w = _cell_count_and_side(panel.w, COLUMN_COUNTS, _extent(across), MAX_CELL_RATIO * h)
    x = panel.x + (panel.w - w * columns) // 2
    y = panel.y + (panel.h - h * rows) // 2
    return PlayingField(_centered_range(across, columns), _centered_range(down, rows), x, y, w, h)


def stack_boxes(table: VisibleTable, place: TablePlace, seen: PlayingField) -> list[Box]:
    """The boxes of a stack; a bar over one that takes no more needs room."""
    cell = seen.cell_box(place)
    cap = (CAP_HEIGHT + 1) * table.is_blocked(place)
    return strip_boxes(Box(cell.x, cell.y + cap, cell.w, cell.h - cap), table.height(place))


def _extent(used: Sequence[int]) -> int:
    return max(used) - min(used) + 1


def _cell_count_and_side(room: int, numbers: Sequence[int], least: int, most: float) -> tuple[int, int]:
    """How many cells are in view, and their side: as large as may be, `least` cells at least, a side of `most` at most.

    Two halves more are in view, unless that is the whole table.
    """
    sides = ((number, room // (number + (number < TABLE_SIDE))) for number in numbers if number >= least)
    return next((number, side) for number, side in sides if side <= most or number == TABLE_SIDE)


def _centered_range(used: Sequence[int], size: int) -> range:
    """So many columns or rows with those in use in the middle, as far as the table reaches."""
    start = max(0, min(TABLE_SIDE - size, min(used) - (size - _extent(used)) // 2))
    return range(start, start + size)


def _broad_head(x: int, wide: int, *, over: bool) -> Head:
    """Name, note and points in one line; below it what was left in hand beside where the points came from."""
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
    """The note and the points below the name, tiles left in hand below where the points came from."""
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
