"""Where everything of Match Five lies in a picture: heads of seats, the part of the table in view, the hand.

Knows no position but the extent of the group.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.games.match_five.sets import COLORS, HAND, MIDDLE, SIDE
from render.match_five.stacks import CAP, Place, TablePlan, strips, wild_tile
from render.parts import PLAQUE
from render.scene import Box, Ground, Shape

WIDTH = 1200
# Columns and rows of whole cells in view; half a cell more on each side shows where the group may grow. Few numbers, so
# that most moves leave everything where it was. The last ones are the whole table.
COLUMNS = (8, 10, 12, 14, 18, SIDE)
ROWS = (6, 8, 10, 12, 14, 18, SIDE)
FLATTEST = 1.9  # a cell is at most so many times as wide as high
TABLE = Box(36, 0, WIDTH - 72, 640)  # the panel; `y` follows from the heads
GAP = 3  # board units that a tile stays away from the border of its cell
LABEL = 24  # board units of a letter or number beside the panel
LABEL_WIDE = 34  # its width
HEADS = 50  # board units above the heads
CROWD = 4  # seats from which on heads are narrow
ONE_LINE = 42  # height of broad heads
TWO_LINES = 62  # height of narrow ones
BILL_ONE = 36  # board units below a broad head at the end, for what the points came from
BILL_TWO = 62  # below a narrow one
RACK = 96  # board units of a hand
MARGIN = 12
BETWEEN = 8
LEGEND = 30  # board units of a tile of the legend
STEP = 37  # from one to the next
WILD = 46  # the width of a wild there
SCORE = 76  # width of points
GAINED = 80  # of what was earned lately
BILL = 184  # of where points came from


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

    def spot(self, place: Place) -> Box:
        """The box of a cell without the gap to its neighbors, half as large at the border."""
        left, right = self._span(place[0], self.columns, self.x, self.w)
        top, bottom = self._span(place[1], self.rows, self.y, self.h)
        return Box(left, top, right - left, bottom - top).inset(GAP)

    @staticmethod
    def _span(at: int, seen: range, start: int, size: int) -> tuple[int, int]:
        near = start + (at - seen.start) * size
        far = start + (at - seen.start + 1) * size
        return near + size // 2 * (at < seen.start), far - (size - size // 2) * (at >= seen.stop)

    def labels(self, panel: Box) -> Iterator[Shape]:
        """Letters of columns above and below, numbers of rows on both sides; all in boxes of one size."""
        for column in range(max(0, self.columns.start - 1), min(SIDE, self.columns.stop + 1)):
            cell = self.spot((column, self.rows.start))
            for y in (panel.y - LABEL, panel.y + panel.h):
                yield Shape("label", _label(cell.x + cell.w // 2, y + LABEL // 2), chr(ord("a") + column))
        for row in range(max(0, self.rows.start - 1), min(SIDE, self.rows.stop + 1)):
            cell = self.spot((self.columns.start, row))
            for x in (panel.x // 2, panel.x + panel.w + panel.x // 2):
                yield Shape("label", _label(x, cell.y + cell.h // 2), str(row + 1))


def _label(x: int, y: int) -> Box:
    return Box(x - LABEL_WIDE // 2, y - LABEL // 2, LABEL_WIDE, LABEL)


@cache
def places(seats: int, rack: bool, over: bool) -> Places:
    """Computed once for each number of seats, with and without a hand, running and over."""
    wide = (WIDTH - 2 * MARGIN - BETWEEN * (seats - 1)) // seats
    head = _narrow if seats >= CROWD else _broad
    heads = tuple(head(MARGIN + (wide + BETWEEN) * seat, wide, over=over) for seat in range(seats))
    table = Box(TABLE.x, heads[0].card.y + heads[0].card.h + LABEL, TABLE.w, TABLE.h)
    hand = None
    if rack:
        panel = Box(MARGIN, table.y + table.h + LABEL + 2, WIDTH - 2 * MARGIN, RACK)
        tiles = tuple(Box(panel.x + 190 + 126 * at, panel.y + 9, 112, 58) for at in range(HAND))
        title = Box(panel.x + 18, panel.y, 160, panel.h)
        hand = Rack(panel, title, tiles, Box(panel.x + panel.w - 318, panel.y, 300, panel.h))
    return Places(_ground(table, hand), heads, table, hand)


@cache
def _ground(table: Box, rack: Rack | None) -> Ground:
    """One for all tables whose heads are as high: painters remember few."""
    height = table.y + table.h + LABEL + 2 if rack is None else rack.panel.y + rack.panel.h + MARGIN
    printed = [Shape("panel", table)]
    x = (WIDTH - STEP * len(COLORS) - WILD) // 2  # tiles with their letters, in the middle of the title
    for at, color in enumerate(COLORS):
        printed.append(Shape(f"tile {color}", Box(x + STEP * at, 10, LEGEND, LEGEND), color))
    printed += wild_tile(Box(x + STEP * len(COLORS), 10, WILD, LEGEND))
    return Ground(WIDTH, height, (*printed, *([Shape("panel", rack.panel)] if rack else [])))


def field(group: Sequence[Place], panel: Box) -> PlayingField:
    """The part of the table with the whole group in its middle, in the largest cells that there is room for."""
    across, down = zip(*(group or (MIDDLE,)), strict=True)
    widest = _cells(panel.w, COLUMNS, _extent(across), panel.w)[1]
    rows, h = _cells(panel.h, ROWS, _extent(down), widest)
    columns, w = _cells(panel.w, COLUMNS, _extent(across), FLATTEST * h)
    x = panel.x + (panel.w - w * columns) // 2
    y = panel.y + (panel.h - h * rows) // 2
    return PlayingField(_middle(across, columns), _middle(down, rows), x, y, w, h)


def boxes_of(table: TablePlan, place: Place, seen: PlayingField) -> list[Box]:
    """The boxes of a stack; a bar over one that takes no more needs room."""
    cell = seen.spot(place)
    cap = (CAP + 1) * table.takes_none(place)
    return strips(Box(cell.x, cell.y + cap, cell.w, cell.h - cap), table.height(place))


def _extent(used: Sequence[int]) -> int:
    return max(used) - min(used) + 1


def _cells(room: int, numbers: Sequence[int], least: int, most: float) -> tuple[int, int]:
    """How many cells are in view, and their side: as large as may be, `least` cells at least, a side of `most` at most.

    Two halves more are in view, unless that is the whole table.
    """
    sides = ((number, room // (number + (number < SIDE))) for number in numbers if number >= least)
    return next((number, side) for number, side in sides if side <= most or number == SIDE)


def _middle(used: Sequence[int], size: int) -> range:
    """So many columns or rows with those in use in the middle, as far as the table reaches."""
    start = max(0, min(SIDE - size, min(used) - (size - _extent(used)) // 2))
    return range(start, start + size)


def _broad(x: int, wide: int, *, over: bool) -> Head:
    """Name, note and points in one line; below it what was left in hand beside where the points came from."""
    head = Box(x, HEADS, wide, ONE_LINE)
    below = HEADS + ONE_LINE
    return Head(
        Box(x, HEADS, wide, ONE_LINE + BILL_ONE * over),
        head,
        Box(x + 10, HEADS + (ONE_LINE - PLAQUE) // 2, PLAQUE, PLAQUE),
        Box(x + 46, HEADS, wide - 46 - SCORE - (20 if over else GAINED), ONE_LINE),
        None,
        Box(x + wide - 12 - SCORE, HEADS, SCORE, ONE_LINE),
        Box(x + 12, below + 4, BILL, 26),
        tuple(Box(x + 12 + BILL + 34 * at, below + 5, 32, 24) for at in range(HAND)),
    )


def _narrow(x: int, wide: int, *, over: bool) -> Head:
    """The note and the points below the name, tiles left in hand below where the points came from."""
    head = Box(x, HEADS, wide, TWO_LINES)
    below = HEADS + TWO_LINES
    return Head(
        Box(x, HEADS, wide, TWO_LINES + BILL_TWO * over),
        head,
        Box(x + 10, HEADS + 5, PLAQUE, PLAQUE),
        Box(x + 46, HEADS, wide - 56, 38),
        Box(x + 12, HEADS + 33, wide - 30 - SCORE, 26),
        Box(x + wide - 12 - SCORE, HEADS + 31, SCORE, 30),
        Box(x + 12, below + 4, wide - 24, 26),
        tuple(Box(x + 12 + 34 * at, below + 30, 32, 24) for at in range(HAND)),
    )
