"""The table of Summer Pavilion for each number of seats: boards, factories, center, supply, hands.

Knows no position.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.core import Seat
from engine.games.pavilion.moves import CENTER
from engine.games.pavilion.sets import COLORS, FILL, SUPPLY
from render.pavilion.board import Pair, Scale, Spot, printed, spot
from render.scene import Box, Ground

BESIDE, COUNT = 4, 0.55  # board units between a tile and the number of its color; the room of that, in heights
LABEL, HEADING = 88, 32  # board units for the word before the supply, or above it
LETTERS = 62  # board units for the letter of the center and the start token
TOKEN = 30  # board units
WORD, LEAST = 0.24, 10  # of the height of a tile, its letter; the smallest one that is written


@dataclass(frozen=True)
class Band:
    """A row of tiles: its `box`, the `label` with its name, its `tiles`."""

    box: Box
    label: Box
    tiles: tuple[Box, ...]


@dataclass(frozen=True)
class Layout:
    """The frame of a picture, `height` high: `panels` with the boards, drawn in one `scale`.

    `head` and `top` are the heights of the head of a board and of the air above its stars. `factories` and `center` are
    what can be taken from. `small` and `large` are the boxes of the supply while tiles are taken and placed.
    `trays` hold the hands, `chips` the seat numbers beside trays that lie apart from their boards. `cards` show
    what the points came from when the game is over. Sizes of upright rhombs: of factories and center `offer`, of the
    supply `bonus` (while taking, while placing, then in `rows` of so many), of hands `held`, of a center with less
    room than factories `pile`. `least`: size of a letter on a tile; `disc`: radius of the number of a factory.
    """

    height: int
    scale: Scale
    panels: tuple[Box, ...]
    head: int
    top: int
    factories: tuple[Box, ...]
    center: Box
    small: Box
    large: Box
    trays: tuple[Box, ...]
    cards: tuple[Box, ...]
    offer: Pair
    bonus: tuple[Pair, Pair]
    held: Pair
    rows: tuple[int, ...] = (SUPPLY,)
    pile: Pair | None = None
    least: int = LEAST
    disc: int = 14
    chips: tuple[Box, ...] = ()


def _two() -> Layout:
    panels = tuple(Box(12 + 594 * at, 142, 582, 648) for at in range(2))
    return Layout(
        *(800, Scale(60, 52, 22, 14), panels, 44, 14),
        factories=tuple(Box(12 + 151 * at, 54, 143, 78) for at in range(5)),
        center=Box(767, 54, 421, 78),
        small=Box(680, 5, 320, 40),
        large=Box(12, 54, 1176, 78),
        trays=tuple(Box(panel.x + 16, panel.y + 580, panel.w - 32, 60) for panel in panels),
        cards=tuple(Box(panel.x, 54, panel.w, 78) for panel in panels),
        offer=(28, 50),
        bonus=((20, 36), (38, 66)),
        held=(32, 56),
    )


def _three() -> Layout:
    panels = tuple(Box(12 + 395 * at, 210, 386, 478) for at in range(3))
    return Layout(
        *(698, Scale(40, 35, 17, 12), panels, 44, 12),
        factories=tuple(Box(12 + 169 * at, 54, 162, 70) for at in range(7)),
        center=Box(12, 132, 582, 70),
        small=Box(606, 132, 582, 70),
        large=Box(12, 54, 1176, 148),
        trays=tuple(Box(panel.x + 8, panel.y + 412, panel.w - 16, 56) for panel in panels),
        cards=tuple(Box(panel.x, 54, panel.w, 148) for panel in panels),
        offer=(30, 52),
        bonus=((30, 52), (60, 104)),
        held=(30, 52),
    )


def _four() -> Layout:
    """The market in the left column, as large as it can be; the hands below it in rows as high as their tiles."""
    rows = tuple(Box(12, 542 + 61 * at, 412, 61) for at in range(4))
    pairs = [Box(12 + 208 * (at % 2), 50 + 68 * (at // 2), 204, 62) for at in range(8)]
    return Layout(
        *(800, Scale(36, 31, 17, 12)),
        tuple(Box(434 + 382 * (at % 2), 50 + 374 * (at // 2), 374, 366) for at in range(4)),
        *(36, 10),
        factories=(*pairs, Box(116, 322, 204, 62)),
        center=Box(12, 392, 412, 70),
        small=Box(12, 470, 412, 58),
        large=Box(12, 50, 412, 478),
        trays=tuple(Box(row.x + 52, row.y + 2, row.w - 58, 57) for row in rows),
        cards=tuple(Box(12, 50 + 187 * at, 412, 179) for at in range(4)),
        offer=(34, 58),
        pile=(26, 45),
        bonus=((28, 48), (92, 159)),
        held=(28, 48),
        rows=(3, 4, 3),
        chips=tuple(Box(row.x + 14, row.y + 16, 28, 28) for row in rows),
    )


LAYOUTS = {2: _two(), 3: _three(), 4: _four()}


@dataclass(frozen=True)
class Places:
    """All places of a table: its `layout`, the `ground` with the printed boards, the boards of the `seats`.

    `factories` has four boxes for each factory, `center` one for each color, `token` is where the start token lies.
    `supply` is the band while tiles are taken, and while they are placed. `trays` are the boxes of the hands, `hands`
    their places by color.
    """

    layout: Layout
    ground: Ground
    factories: tuple[tuple[Box, ...], ...]
    center: dict[str, Box]
    token: Box
    supply: tuple[Band, Band]
    seats: Mapping[Seat, Spot]
    trays: Mapping[Seat, Box]
    hands: Mapping[Seat, Mapping[str, Box]]

    def source(self, name: str) -> Box:
        """The box of a factory or of the center."""
        return self.layout.center if name == CENTER else self.layout.factories[int(name) - 1]


@cache
def places(seats: int, side: str) -> Places:
    """Computed once for each number of seats and side of the boards."""
    layout = LAYOUTS[seats]
    boards = tuple(spot(panel, layout.head, layout.top, layout.scale) for panel in layout.panels)
    ground = Ground(1200, layout.height, tuple(shape for board in boards for shape in printed(board, side)))
    heap = layout.center
    return Places(
        *(layout, ground),
        tuple(factory(box, layout.offer) for box in layout.factories),
        groups(Box(heap.x + LETTERS, heap.y, heap.w - LETTERS - 4, heap.h), layout.pile or layout.offer),
        Box(heap.x + 26, heap.y + (heap.h - TOKEN) // 2, TOKEN, TOKEN),
        (band(layout.small, layout.bonus[0], (SUPPLY,)), band(layout.large, layout.bonus[1], layout.rows)),
        dict(enumerate(boards)),
        dict(enumerate(layout.trays)),
        {seat: groups(tray, layout.held) for seat, tray in enumerate(layout.trays)},
    )


def factory(box: Box, size: Pair) -> tuple[Box, ...]:
    """Four tiles, clear of the number at the upper left."""
    return spread(Box(box.x + 8, box.y, box.w - 11, box.h), FILL, size)


def spread(box: Box, count: int, size: Pair) -> tuple[Box, ...]:
    """So many boxes of one size at equal distances in a row across the box."""
    pitch, y = box.w / count, box.y + (box.h - size[1]) // 2
    return tuple(Box(round(box.x + pitch * (at + 0.5) - size[0] / 2), y, *size) for at in range(count))


def groups(box: Box, size: Pair) -> dict[str, Box]:
    """A place for each color, with room for a number beside it."""
    rooms = spread(box, len(COLORS), (size[0] + BESIDE + round(size[1] * COUNT), size[1]))
    return {color: Box(room.x, room.y, *size) for color, room in zip(COLORS, rooms, strict=True)}


def count(tile: Box) -> Box:
    """Where the number of tiles of a color stands."""
    return Box(tile.x + tile.w + BESIDE, tile.y, round(tile.h * COUNT), tile.h)


def band(box: Box, size: Pair, rows: tuple[int, ...]) -> Band:
    """The ten spaces of the supply: one row behind its name, or several below it, each centered."""
    if len(rows) == 1:
        room = Box(box.x + LABEL, box.y, box.w - LABEL - 10, box.h)
        return Band(box, Box(box.x + 16, box.y, LABEL, box.h), spread(room, rows[0], size))
    down, across = (box.h - HEADING - size[1] - 14) / (len(rows) - 1), (box.w - 20) // max(rows)
    tiles: list[Box] = []
    for at, per in enumerate(rows):
        y, wide = box.y + HEADING + round(down * at), across * per
        tiles += spread(Box(box.x + (box.w - wide) // 2, y, wide, size[1]), per, size)
    return Band(box, Box(box.x + 16, box.y + 6, LABEL, HEADING), tuple(tiles))


def letter(color: str, tile: Box, least: int) -> str:
    """What stands on a tile that may be taken: its letter if that has the least size, else nothing."""
    return color if tile.h * WORD >= least else ""
