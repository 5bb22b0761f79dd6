"""The layout of Azul's pictures, for each number of seats, and for one enlarged seat on phones.

Knows nothing about positions, only the printed boards, which are the background of every scene.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.games.azul.moves import CENTER_SOURCE, COLUMN_LETTERS
from engine.games.azul.sets import BOARD_SIZE, COLORS, FLOOR_PENALTIES, WALL_SIDES
from render.parts import ROW_LABEL_WIDTH, TRUE_MINUS, column_beside, square
from render.scene import Box, Ground, Shape

CELL_SHARE = 0.92  # the side of a cell, relative to the pitch
FLOOR_CELL_SHARE = 0.80  # the side of a floor space, relative to the pitch
FLOOR_GROUP_GAP = 6  # board units between the groups of floor spaces
FLOOR_GROUP_STARTS = (2, 5)  # the 0-based floor spaces at which the second and third groups begin
TILE_SHARE = 0.345  # the side of a tile, relative to its display
TILE_GAP_SHARE = 0.035  # the gap between tiles, relative to the display
CENTER_LETTER_WIDTH = 22  # board units kept free in the center for its letter
COUNT_GAP = 5  # board units between a tile in the center and the count of its color
COUNT_WIDTH = 28  # board units
LINE_LABEL_WIDTH = 32  # board units left of line 5 for the numbers of the lines
LETTER_HEIGHT = 12  # board units that column letters take above a wall
PANEL_MARGIN = 8  # board units kept free at the edges of a board
NUMBER_OFFSET_SHARE = 0.05  # the distance of a display's number from the corner of its box, relative to the display
# An enlarged seat is laid out small, then magnified. These are board units of the layout.
CLOSE_ZOOM = 1.4  # enlarges the 514 units of the layout to 720
CLOSE_WIDTH = 514  # of the layout
CLOSE_LEFT = 9  # the margin at the left
CLOSE_CONTENT_WIDTH = 496  # the space for everything
CLOSE_TOP = 46  # the top of the displays
CLOSE_DISPLAY_SIZE = 121  # the side of a display
CLOSE_DISPLAY_PITCH = 125  # from one display to the next
CLOSE_DISPLAYS_PER_ROW = 4
CLOSE_CENTER_HEIGHT = 62  # of the center if it has a row of its own
CLOSE_CARD_HEIGHT = 100  # of the card
CLOSE_PANEL_HEIGHT = 320  # of the board
CLOSE_CHIP_HEIGHT = 44  # of the box with the points of another seat
CLOSE_GAP = 8  # between the parts


@dataclass(frozen=True)
class Layout:
    """The places of the large parts of a table, in board units."""

    width: int  # of the picture
    height: int  # of the picture
    displays: tuple[Box, ...]  # the displays, display 1 first
    center: Box  # the center of the table
    across: int  # tiles in a row of the center
    cards: tuple[Box, ...]  # in place of displays and center when the game is over, the winner first
    panels: tuple[Box, ...]  # the boards, one per seat
    pitch: int  # from cell to cell of a board
    head: int  # height of the head of a board
    chips: tuple[Box, ...] = ()  # the points of the other seats if one seat is enlarged


# With three seats, the displays take the quarter of the picture that no board needs; their tiles are 42 units wide.
LAYOUTS = {
    2: Layout(
        *(1200, 620),
        displays=tuple(Box(12 + 175 * index, 50, 168, 168) for index in range(5)),
        center=Box(888, 50, 300, 168),
        across=3,
        cards=tuple(Box(12 + 594 * index, 50, 582, 168) for index in range(2)),
        panels=tuple(Box(12 + 594 * index, 232, 582, 376) for index in range(2)),
        pitch=50,
        head=44,
    ),
    3: Layout(
        *(1200, 760),
        displays=tuple(Box(606 + 151 * index, 404, 128, 128) for index in range(4))
        + tuple(Box(681 + 151 * index, 538, 128, 128) for index in range(3)),
        center=Box(606, 678, 582, 72),
        across=6,
        cards=tuple(Box(606, 404 + 119 * index, 582, 108) for index in range(3)),
        panels=(Box(12, 48, 582, 346), Box(606, 48, 582, 346), Box(12, 404, 582, 346)),
        pitch=46,
        head=44,
    ),
    4: Layout(
        *(1200, 800),
        displays=tuple(Box(10 + 104 * index, 46, 100, 100) for index in range(9)),
        center=Box(948, 46, 242, 100),
        across=3,
        cards=tuple(Box(10 + 297 * index, 46, 289, 100) for index in range(4)),
        panels=tuple(Box(10 + 594 * (index % 2), 158 + 320 * (index // 2), 586, 312) for index in range(4)),
        pitch=42,
        head=38,
    ),
}


@dataclass(frozen=True)
class SeatBoxes:
    """The boxes of one seat."""

    panel: Box  # the whole board
    head: Box  # name and points
    lines: tuple[tuple[Box, ...], ...]  # the cells of each line, the rightmost first, which is filled first
    arrows: tuple[Box, ...]  # from each line to its wall row
    wall: tuple[tuple[Box, ...], ...]  # the cells by rows
    letters: tuple[Box, ...]  # of the columns, above a wall whose columns are chosen; empty for other walls
    floor: tuple[Box, ...]  # the spaces from the left
    floor_total: Box  # the cost of the floor
    marker_beside_floor: Box  # for the first-player marker if its owner's floor was full


@dataclass(frozen=True)
class Places:
    """All boxes of a table."""

    layout: Layout  # the large parts
    ground: Ground  # with the printed boards
    displays: tuple[tuple[Box, ...], ...]  # the four tiles of each display
    center: Mapping[str, Box]  # one per color and one for the first-player marker
    counts: Mapping[str, Box]  # the number of tiles of each color in the center
    numbers: Mapping[str, Box]  # the number of each display and the letter of the center
    seats: tuple[SeatBoxes, ...]  # one per seat


@cache
def places(seats: int, wall: str, over: bool, enlarged: bool = False) -> Places:
    """Return the boxes for a number of seats and a side of the boards; if the game is `over`, with cards, not displays.

    If a seat is `enlarged`, the boxes are not yet magnified, and all seats share them, because only one is drawn.
    """
    layout = _enlarged_layout(seats, over=over) if enlarged else LAYOUTS[seats]
    lettered = any(len(columns) > 1 for row in WALL_SIDES[wall].columns_for for columns in row.values())
    boards = tuple(_seat_boxes(panel, layout, lettered=lettered) for panel in layout.panels)
    displays = []
    numbers = {}
    for name, display in enumerate(layout.displays, 1):
        side = round(display.w * TILE_SHARE)
        gap = round(display.w * TILE_GAP_SHARE)
        x = display.x + (display.w - 2 * side - gap) // 2
        y = display.y + (display.h - 2 * side - gap) // 2
        step = side + gap
        displays.append(tuple(Box(x + step * (index % 2), y + step * (index // 2), side, side) for index in range(4)))
        corner = round(display.w * NUMBER_OFFSET_SHARE)
        numbers[str(name)] = square(display.x + corner, display.y + corner, max(13, round(display.h * 0.095)))
    middle = layout.center
    numbers[CENTER_SOURCE] = square(middle.x + 9, middle.y + 11, max(13, round(middle.h * 0.095)))
    heap = _center_boxes(layout)
    counts = {
        color: Box(box.x + box.w + COUNT_GAP, box.y, COUNT_WIDTH, box.h)
        for color, box in heap.items()
        if color in COLORS
    }
    above = [Shape("panel", card) for card in layout.cards] if over else _empty_market(layout, heap, numbers)
    printed = [shape for board in boards for shape in _printed_board(board, wall)]
    chips = [Shape("chip", box) for box in layout.chips]
    ground = Ground(layout.width, layout.height, (*above, *printed, *chips))
    return Places(layout, ground, tuple(displays), heap, counts, numbers, boards * seats if enlarged else boards)


def _enlarged_layout(seats: int, *, over: bool) -> Layout:
    """Return the layout of an enlarged seat: displays in rows of four, center, board, and the points of the others.

    The center is beside the last display if that is alone in its row, else below the displays.
    """
    count = 2 * seats + 1
    displays = []
    for index in range(count):  # from the left; a row of three is centered
        row, place = divmod(index, CLOSE_DISPLAYS_PER_ROW)
        three = min(CLOSE_DISPLAYS_PER_ROW, count - CLOSE_DISPLAYS_PER_ROW * row) == CLOSE_DISPLAYS_PER_ROW - 1
        x = CLOSE_LEFT + (CLOSE_DISPLAY_PITCH // 2 if three else 0) + CLOSE_DISPLAY_PITCH * place
        y = CLOSE_TOP + CLOSE_DISPLAY_PITCH * row
        displays.append(Box(x, y, CLOSE_DISPLAY_SIZE, CLOSE_DISPLAY_SIZE))
    end = displays[-1].y + CLOSE_DISPLAY_PITCH
    is_last_alone = count % CLOSE_DISPLAYS_PER_ROW == 1
    if is_last_alone:
        width = CLOSE_CONTENT_WIDTH - CLOSE_DISPLAY_PITCH
        center = Box(CLOSE_LEFT + CLOSE_DISPLAY_PITCH, displays[-1].y, width, CLOSE_DISPLAY_SIZE)
    else:
        center = Box(CLOSE_LEFT, end, CLOSE_CONTENT_WIDTH, CLOSE_CENTER_HEIGHT)
    top = (CLOSE_TOP + CLOSE_CARD_HEIGHT if over else center.y + center.h) + CLOSE_GAP
    below = top + CLOSE_PANEL_HEIGHT + CLOSE_GAP
    wide = (CLOSE_CONTENT_WIDTH - CLOSE_GAP * (seats - 2)) // (seats - 1)
    return Layout(
        *(CLOSE_WIDTH, below + CLOSE_CHIP_HEIGHT + CLOSE_GAP),
        displays=tuple(displays),
        center=center,
        across=3 if is_last_alone else 6,
        cards=(Box(CLOSE_LEFT, CLOSE_TOP, CLOSE_CONTENT_WIDTH, CLOSE_CARD_HEIGHT),),
        panels=(Box(CLOSE_LEFT, top, CLOSE_CONTENT_WIDTH, CLOSE_PANEL_HEIGHT),),
        pitch=40,
        head=44,
        chips=tuple(
            Box(CLOSE_LEFT + (wide + CLOSE_GAP) * index, below, wide, CLOSE_CHIP_HEIGHT) for index in range(seats - 1)
        ),
    )


def _center_boxes(layout: Layout) -> dict[str, Box]:
    """Return a box for the first-player marker and one for each color."""
    box = layout.center
    across = layout.across
    down = 6 // across
    wide = (box.w - CENTER_LETTER_WIDTH) // across
    high = (box.h - 8) // down
    side = min(wide - COUNT_WIDTH - COUNT_GAP, high - 6, round(layout.displays[0].h * TILE_SHARE) + 4)
    x = box.x + CENTER_LETTER_WIDTH
    y = box.y + 4 + (high - side) // 2
    spots = [Box(x + wide * (index % across), y + high * (index // across), side, side) for index in range(6)]
    return dict(zip("M" + COLORS, spots, strict=True))


def _seat_boxes(panel: Box, layout: Layout, *, lettered: bool) -> SeatBoxes:
    room = panel.h - layout.head - 12 - LETTER_HEIGHT - PANEL_MARGIN  # for a wall below column letters
    pitches = range(layout.pitch, 0, -1)
    pitch = next(
        each for each in pitches if not lettered or _floor_offset(each) + round(each * FLOOR_CELL_SHARE) <= room
    )
    side = round(pitch * CELL_SHARE)
    small = round(pitch * FLOOR_CELL_SHARE)
    gap = min(46, panel.w - 2 * BOARD_SIZE * pitch - LINE_LABEL_WIDTH - 2 * PANEL_MARGIN)
    left = panel.x + (panel.w - LINE_LABEL_WIDTH - 2 * BOARD_SIZE * pitch - gap) // 2 + LINE_LABEL_WIDTH
    top = panel.y + layout.head + 12
    wall = left + BOARD_SIZE * pitch + gap
    top += LETTER_HEIGHT if lettered else 0
    rows = [top + pitch * row for row in range(BOARD_SIZE)]
    below = top + _floor_offset(pitch)
    above = panel.y + layout.head
    hung = [
        left + index * (small + 4) + FLOOR_GROUP_GAP * sum(index >= group for group in FLOOR_GROUP_STARTS)
        for index in range(len(FLOOR_PENALTIES))
    ]
    after = hung[-1] + small + 14
    return SeatBoxes(
        panel,
        Box(panel.x, panel.y, panel.w, layout.head),
        tuple(
            tuple(Box(left + pitch * (4 - index), y, side, side) for index in range(row))
            for row, y in enumerate(rows, 1)
        ),
        tuple(Box(wall - gap // 2 - 6, y + side // 2 - 7, 9, 14) for y in rows),
        tuple(tuple(Box(wall + pitch * index, y, side, side) for index in range(BOARD_SIZE)) for y in rows),
        tuple(Box(wall + pitch * index, above, side, top - above) for index in range(BOARD_SIZE)) if lettered else (),
        tuple(Box(x, below, small, small) for x in hung),
        Box(after, below, 76, small),
        Box(after + 80, below, small, small),
    )


def _floor_offset(pitch: int) -> int:
    """Return the distance from the top of line 1 to the floor."""
    return BOARD_SIZE * pitch + round(pitch * 0.18)


def _empty_market(layout: Layout, heap: Mapping[str, Box], numbers: Mapping[str, Box]) -> Iterator[Shape]:
    for index, display in enumerate(layout.displays, 1):
        yield Shape("display empty", display)
        yield Shape("number empty", numbers[str(index)], str(index))
    yield Shape("center", layout.center)
    yield Shape("marker due", heap["M"], "1")
    for color in COLORS:
        yield Shape(f"due {color}", heap[color])


def _printed_board(board: SeatBoxes, wall: str) -> Iterator[Shape]:
    yield Shape("panel", board.panel)
    for row in range(BOARD_SIZE):
        yield Shape("label", column_beside(board.lines[row][-1], -ROW_LABEL_WIDTH), str(row + 1))
        for cell in board.lines[row]:
            yield Shape("slot", cell)
        yield Shape("arrow", board.arrows[row])
        spots = WALL_SIDES[wall].columns_for[row].items()
        for index, cell in enumerate(board.wall[row]):  # a space for a single color or for any color
            waiting = [color for color, columns in spots if columns == (index,)]
            yield Shape(f"due {waiting[0]}" if waiting else "slot", cell)
    for name, box in zip(COLUMN_LETTERS, board.letters, strict=False):
        yield Shape("label", box, name)
    yield Shape("label", column_beside(board.floor[0], -ROW_LABEL_WIDTH), "F")
    for space, points in zip(board.floor, FLOOR_PENALTIES, strict=True):
        yield Shape("floor slot", space, f"{TRUE_MINUS}{points}")
