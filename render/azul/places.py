"""Where everything of Azul lies in a picture, for each number of seats.

Knows no position: only the printed boards, which are the ground of every scene.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.games.azul.moves import LETTERS
from engine.games.azul.sets import COLORS, PENALTY, SIZE, WALLS
from render.parts import LABEL, MINUS, column, square
from render.scene import Box, Ground, Shape

CELL, FLOOR_CELL = 0.92, 0.80  # of the pitch of the wall
HANG, GROUPS = 6, (2, 5)  # board units between the groups of floor spaces, which begin at these
TILE, BETWEEN = 0.345, 0.035  # of a display: its tiles, the gap between them
CORNER = 22  # board units left free in the center, for its letter
BESIDE, COUNT = 5, 28  # board units right of a tile in the center: a gap, the number of its color
LABELS = 32  # board units left of line 5, for the numbers of the lines
LETTER_ROOM, EDGE = 12, 8  # board units by which letters push a wall down, that stay free below the floor then
PLAQUE = 0.05  # of a display: how far its number is from the corner of the box, clear of the tiles


@dataclass(frozen=True)
class Layout:
    """The frame of a picture: where the large parts of a table lie.

    `width` and `height` are those of the picture, in board units. `displays` and `center` are what can be taken from,
    `across` is the number of places in a row of the center. `cards` take their room when the game is over, the first
    place first. `panels` hold the boards, one a seat. `pitch` of the cells of a board and height of the `head`, in
    board units.
    """

    width: int
    height: int
    displays: tuple[Box, ...]
    center: Box
    across: int
    cards: tuple[Box, ...]
    panels: tuple[Box, ...]
    pitch: int
    head: int


# Three seats share a square of four with the displays, not a row: their tiles are 42 units wide there, 30 in a row.
LAYOUTS = {
    2: Layout(
        *(1200, 620),
        displays=tuple(Box(12 + 175 * at, 50, 168, 168) for at in range(5)),
        center=Box(888, 50, 300, 168),
        across=3,
        cards=tuple(Box(12 + 594 * at, 50, 582, 168) for at in range(2)),
        panels=tuple(Box(12 + 594 * at, 232, 582, 376) for at in range(2)),
        pitch=50,
        head=44,
    ),
    3: Layout(
        *(1200, 760),
        displays=tuple(Box(606 + 151 * at, 404, 128, 128) for at in range(4))
        + tuple(Box(681 + 151 * at, 538, 128, 128) for at in range(3)),
        center=Box(606, 678, 582, 72),
        across=6,
        cards=tuple(Box(606, 404 + 119 * at, 582, 108) for at in range(3)),
        panels=(Box(12, 48, 582, 346), Box(606, 48, 582, 346), Box(12, 404, 582, 346)),
        pitch=46,
        head=44,
    ),
    4: Layout(
        *(1200, 800),
        displays=tuple(Box(10 + 104 * at, 46, 100, 100) for at in range(9)),
        center=Box(948, 46, 242, 100),
        across=3,
        cards=tuple(Box(10 + 297 * at, 46, 289, 100) for at in range(4)),
        panels=tuple(Box(10 + 594 * (at % 2), 158 + 320 * (at // 2), 586, 312) for at in range(4)),
        pitch=42,
        head=38,
    ),
}


@dataclass(frozen=True)
class Spot:
    """The places of one seat: `panel` is all of its board, `head` has its name.

    `lines[row][0]` is the rightmost cell of a line, which is filled first; `arrows[row]` leads from there to the row
    `wall[row]`. `letters` of the columns stand above a wall that leaves a choice; there are none above any other.
    `floor` has its spaces from the left. `beside` is for a marker that found its owner's floor full; `total` for what
    the floor costs.
    """

    panel: Box
    head: Box
    lines: tuple[tuple[Box, ...], ...]
    arrows: tuple[Box, ...]
    wall: tuple[tuple[Box, ...], ...]
    letters: tuple[Box, ...]
    floor: tuple[Box, ...]
    total: Box
    beside: Box


@dataclass(frozen=True)
class Places:
    """All places of a table: its `layout`, the `ground` with the printed boards, and one of `seats` for each seat.

    `displays` has four boxes for each display, `center` a box for each color and for the marker.
    """

    layout: Layout
    ground: Ground
    displays: tuple[tuple[Box, ...], ...]
    center: dict[str, Box]
    seats: tuple[Spot, ...]


@cache
def places(seats: int, wall: str, over: bool) -> Places:
    """Computed once for each number of seats and side of the boards, with and without displays."""
    return laid(LAYOUTS[seats], wall, over=over)


def laid(layout: Layout, wall: str, *, over: bool) -> Places:
    """Everything at its place in this frame, with displays or, when the game is over, cards."""
    lettered = chosen(wall)
    boards = tuple(_seat(panel, layout, lettered=lettered) for panel in layout.panels)
    heap = _center(layout)
    printed = [shape for board in boards for shape in _printed(board, wall)]
    above = (Shape("panel", card) for card in layout.cards) if over else _market(layout, heap)
    ground = Ground(layout.width, layout.height, (*above, *printed))
    return Places(layout, ground, tuple(map(_four, layout.displays)), heap, boards)


def chosen(wall: str) -> bool:
    """Whether this side of the boards leaves a choice of columns, so that these must have names."""
    return any(len(columns) > 1 for row in WALLS[wall].spots for columns in row.values())


def count(tile: Box) -> Box:
    """Where the number of tiles of a color stands, beside its tile in the center."""
    return Box(tile.x + tile.w + BESIDE, tile.y, COUNT, tile.h)


def number(display: Box) -> Box:
    """Where the number of a display stands: in its cut corner."""
    r = max(13, round(display.h * 0.095))
    return square(display.x + round(display.w * PLAQUE), display.y + round(display.h * PLAQUE), r)


def letter(center: Box) -> Box:
    """Where the letter of the center stands."""
    return square(center.x + 9, center.y + 11, max(13, round(center.h * 0.095)))


def _four(display: Box) -> tuple[Box, ...]:
    side, gap = round(display.w * TILE), round(display.w * BETWEEN)
    x, y = display.x + (display.w - 2 * side - gap) // 2, display.y + (display.h - 2 * side - gap) // 2
    return tuple(Box(x + (side + gap) * (at % 2), y + (side + gap) * (at // 2), side, side) for at in range(4))


def _center(layout: Layout) -> dict[str, Box]:
    """The marker first, then a place for each color."""
    box, across = layout.center, layout.across
    down = 6 // across
    wide, high = (box.w - CORNER) // across, (box.h - 8) // down
    side = min(wide - COUNT - BESIDE, high - 6, round(layout.displays[0].h * TILE) + 4)
    x, y = box.x + CORNER, box.y + 4 + (high - side) // 2
    spots = [Box(x + wide * (at % across), y + high * (at // across), side, side) for at in range(6)]
    return dict(zip("M" + COLORS, spots, strict=True))


def _seat(panel: Box, layout: Layout, *, lettered: bool) -> Spot:
    room = panel.h - layout.head - 12 - LETTER_ROOM - EDGE  # where letters push the wall down
    pitches = range(layout.pitch, 0, -1)
    pitch = next(each for each in pitches if not lettered or _down(each) + round(each * FLOOR_CELL) <= room)
    side, small = round(pitch * CELL), round(pitch * FLOOR_CELL)
    gap = min(46, panel.w - 2 * SIZE * pitch - LABELS - 2 * EDGE)
    left = panel.x + (panel.w - LABELS - 2 * SIZE * pitch - gap) // 2 + LABELS
    top, wall = panel.y + layout.head + 12, left + SIZE * pitch + gap
    top += LETTER_ROOM if lettered else 0
    rows, below = [top + pitch * row for row in range(SIZE)], top + _down(pitch)
    above = panel.y + layout.head
    hung = [left + at * (small + 4) + HANG * sum(at >= group for group in GROUPS) for at in range(len(PENALTY))]
    after = hung[-1] + small + 14
    return Spot(
        panel,
        Box(panel.x, panel.y, panel.w, layout.head),
        tuple(tuple(Box(left + pitch * (4 - at), y, side, side) for at in range(row)) for row, y in enumerate(rows, 1)),
        tuple(Box(wall - gap // 2 - 6, y + side // 2 - 7, 9, 14) for y in rows),
        tuple(tuple(Box(wall + pitch * at, y, side, side) for at in range(SIZE)) for y in rows),
        tuple(Box(wall + pitch * at, above, side, top - above) for at in range(SIZE)) if lettered else (),
        tuple(Box(x, below, small, small) for x in hung),
        Box(after, below, 76, small),
        Box(after + 80, below, small, small),
    )


def _down(pitch: int) -> int:
    """From the top of line 1 to the floor."""
    return SIZE * pitch + round(pitch * 0.18)


def _market(layout: Layout, heap: dict[str, Box]) -> Iterator[Shape]:
    for at, display in enumerate(layout.displays):
        yield Shape("display empty", display)
        yield Shape("number empty", number(display), str(at + 1))
    yield Shape("center", layout.center)
    yield Shape("marker due", heap["M"], "1")
    for color in COLORS:
        yield Shape(f"due {color}", heap[color])


def _printed(board: Spot, wall: str) -> Iterator[Shape]:
    yield Shape("panel", board.panel)
    for row in range(SIZE):
        yield Shape("label", column(board.lines[row][-1], -LABEL), str(row + 1))
        for cell in board.lines[row]:
            yield Shape("slot", cell)
        yield Shape("arrow", board.arrows[row])
        spots = WALLS[wall].spots[row].items()
        for at, cell in enumerate(board.wall[row]):  # it waits for one color, or for any
            waiting = [color for color, columns in spots if columns == (at,)]
            yield Shape(f"due {waiting[0]}" if waiting else "slot", cell)
    for name, box in zip(LETTERS, board.letters, strict=False):
        yield Shape("label", box, name)
    yield Shape("label", column(board.floor[0], -LABEL), "F")
    for space, points in zip(board.floor, PENALTY, strict=True):
        yield Shape("floor slot", space, f"{MINUS}{points}")
