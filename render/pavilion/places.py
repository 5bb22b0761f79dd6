"""The layouts of Summer Pavilion: boards for any size of a rhomb, and the table for each number of seats.

Knows nothing about positions, only the printed boards, which are the background of every scene.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.core import Seat
from engine.games.pavilion.moves import CENTER
from engine.games.pavilion.sets import (
    COLORS,
    FACTORY_SIZE,
    MAX_KEPT,
    ORNAMENTS,
    OUTER_STARS,
    SIDES,
    STAR_SIZE,
    STARS,
    SUPPLY_SIZE,
)
from render.scene import Box, Ground, Shape

Pair = tuple[int, int]  # (right, down) or (width, height), in board units

PETAL_TURN = 60  # degrees between neighboring petals
# The centers of the stars, in the order of STARS, relative to the center of the board: (sides of a rhomb to the right,
# heights of a rhomb down) [2.3].
STAR_CENTERS = ((-1.5, -3), (1.5, -3), (3, 0), (1.5, 3), (-1.5, 3), (-3, 0), (0, 0))
WINDOW_DISTANCE = 1.461  # distance from the center of the board to a window, relative to the distance to its star
ORNAMENT_SIZES = {"pillar": (0.5, 0.5), "statue": (0.6, 0.6), "window": (0.56, 0.56)}  # relative to the side of a rhomb
NAME_LETTER_WIDTH = 0.47  # extra width of a name plate per letter, relative to the height of the plate
NUMBER_DISTANCE = 0.54  # from the center of a petal to the number of its space, relative to the side of a rhomb
NUMBER_HEIGHT = 1.25  # height of the box of a space's number, relative to the text size
CORNER_GAP = 10  # board units from the border of a panel to a corner for kept tiles
CORNER_SCALE = 0.6  # size of a tile in a corner, relative to a petal
COUNT_GAP = 4  # board units between a tile and the number of its color
COUNT_WIDTH = 0.55  # width of the box of the number of a color, relative to the height of the tile
SUPPLY_LABEL_WIDTH = 88  # board units for the word before the supply
SUPPLY_HEADING_HEIGHT = 32  # board units for the word above the supply
CENTER_LABEL_WIDTH = 62  # board units for the letter of the center and the start token
TOKEN_SIZE = 30  # board units
TILE_LETTER_SCALE = 0.24  # size of the letter on a tile, relative to the height of the tile
MIN_TILE_LETTER = 10  # smaller letters are left out


@dataclass(frozen=True)
class Scale:
    """The size of a rhomb; its long diagonal is two heights."""

    side: int  # even
    height: int  # the distance between opposite sides, which is half the long diagonal
    plate: int  # the height of the plate with the name of a star
    digit: int  # the text size of the number of a space

    @property
    def upright(self) -> Pair:
        """The width and height of an upright rhomb."""
        return self.side, 2 * self.height


@dataclass(frozen=True)
class Petal:
    """A space of a star."""

    box: Box  # of the whole rhomb
    cut: str  # the degrees by which it is turned, as text
    cost: Box  # of its cost
    number: Box  # of its number
    tip: Pair  # a point just beyond the outer tip of the space

    def enlarged_box(self, by: int) -> Box:
        """The box of the rhomb after each side is moved outward by `by` board units."""
        share = 4 * by / (3**0.5 * (self.box.w if self.cut == "0" else self.box.w / 1.5))
        x = round(self.box.w * share / 2)
        y = round(self.box.h * share / 2)
        return Box(self.box.x - x, self.box.y - y, self.box.w + 2 * x, self.box.h + 2 * y)


@dataclass(frozen=True)
class BoardPlaces:
    """The layout of one board."""

    panel: Box  # all of it
    head: Box  # name and points
    petals: tuple[tuple[Petal, ...], ...]  # petals[star][slot]
    ornaments: tuple[Box, ...]  # in the order of ORNAMENTS
    names: tuple[Box, ...]  # the plates with the names of the stars
    corners: tuple[Box, ...]  # for the kept tiles


def board_places(panel: Box, head: int, top: int, scale: Scale) -> BoardPlaces:
    """The layout of a board whose uppermost tip is `top` board units below its head, which is `head` units high."""
    x = panel.x + panel.w // 2
    y = panel.y + head + top + 5 * scale.height
    middles = tuple((x + round(across * scale.side), y + round(down * scale.height)) for across, down in STAR_CENTERS)
    return BoardPlaces(
        panel,
        Box(panel.x, panel.y, panel.w, head),
        tuple(
            tuple(_petal(middle, star, slot, scale) for slot in range(STAR_SIZE)) for star, middle in enumerate(middles)
        ),
        tuple(_ornament(ornament.kind, ornament.star, middles, scale) for ornament in ORNAMENTS),
        tuple(
            _box_around(middle, (scale.plate + (len(name) - 1) * round(NAME_LETTER_WIDTH * scale.plate), scale.plate))
            for name, middle in zip(STARS, middles, strict=True)
        ),
        _corners(panel, head, y, scale),
    )


def star_color(side: str, star: int) -> str:
    """The single color in which this star is printed, "" for a star of several colors."""
    kind = SIDES[side].kinds[star]
    return kind if kind in COLORS else ""


def printed_board(board: BoardPlaces, side: str) -> Iterator[Shape]:
    """Everything that is printed on a board; a space has its number only if that differs from its cost."""
    yield Shape("panel", board.panel)
    for corner in board.corners:
        yield Shape("corner", corner, cut="0")
    for star in range(len(STARS)):
        for slot in range(STAR_SIZE):
            yield from space_shapes(
                board.petals[star][slot], star_color(side, star), SIDES[side].costs[star][slot], slot + 1
            )
        yield Shape("star", board.names[star], STARS[star])
    for ornament, box in zip(ORNAMENTS, board.ornaments, strict=True):
        yield Shape(ornament.kind, box)


def space_shapes(petal: Petal, color: str, cost: int, number: int) -> Iterator[Shape]:
    """An empty space of a star of one color, or of several ("")."""
    yield Shape(f"due {color}" if color else "petal", petal.box, cut=petal.cut)
    yield Shape("cost", petal.cost, str(cost))
    if cost != number:
        yield Shape("space", petal.number, str(number))


def _petal(middle: Pair, star: int, slot: int, scale: Scale) -> Petal:
    """A space. Slots run clockwise; slot 0 is at the upper right in the first star, 60 degrees on in each next one."""
    turn = (slot + (star + 1 if star < len(OUTER_STARS) else 0)) % STAR_SIZE
    x, y = middle
    u = scale.side
    h = scale.height
    right = turn in (1, 2)
    up = turn in (0, 1, 5)
    if turn % 3 == 0:
        box = Box(x - u // 2, y - 2 * h * up, u, 2 * h)
    else:
        box = Box(x - (0 if right else 3 * u // 2), y - h * up, 3 * u // 2, h)
    along = ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))[turn]

    def beyond(far: float) -> Pair:
        return round(box.x + box.w / 2 + far * u * along[0]), round(box.y + box.h / 2 + far * u * along[1])

    return Petal(
        *(box, str(turn % 3 * PETAL_TURN)),
        cost=_box_around(beyond(0), (u, u // 2)),
        number=_box_around(beyond(NUMBER_DISTANCE), (u // 2, round(scale.digit * NUMBER_HEIGHT))),
        tip=beyond(0.86),
    )


def _box_around(middle: Pair, size: Pair) -> Box:
    return Box(middle[0] - size[0] // 2, middle[1] - size[1] // 2, *size)


def _ornament(what: str, star: int, middles: tuple[Pair, ...], scale: Scale) -> Box:
    x, y = middles[star]
    home, level = middles[-1]
    other = {"pillar": (home, level), "statue": middles[(star + 1) % len(OUTER_STARS)]}.get(what)
    if other:
        middle = (x + other[0]) // 2, (y + other[1]) // 2
    else:
        middle = round(home + (x - home) * WINDOW_DISTANCE), round(level + (y - level) * WINDOW_DISTANCE)
    wide, high = ORNAMENT_SIZES[what]
    return _box_around(middle, (round(wide * scale.side), round(high * scale.side)))


def _corners(panel: Box, head: int, y: int, scale: Scale) -> tuple[Box, ...]:
    """The corners by rows, upper left first, all equally far from the center of the board."""
    wide = round(CORNER_SCALE * scale.side)
    high = round(CORNER_SCALE * 2 * scale.height)
    left = panel.x + CORNER_GAP + 4
    right = panel.x + panel.w - CORNER_GAP - 4 - wide
    top = panel.y + head + CORNER_GAP
    below = 2 * y - top - high
    return tuple(Box(left if at % 2 == 0 else right, top if at < 2 else below, wide, high) for at in range(MAX_KEPT))


@dataclass(frozen=True)
class Band:
    """The tiles of the supply, in one or several rows."""

    box: Box  # all of it
    label: Box  # its label
    tiles: tuple[Box, ...]  # by rows, from the left


@dataclass(frozen=True)
class PictureLayout:
    """The main parts of a picture, and the sizes of the upright rhombs in them."""

    height: int  # of the picture
    scale: Scale  # of the boards
    panels: tuple[Box, ...]  # of the boards
    head: int  # height of a board's head
    top: int  # height of the gap between a board's head and its stars
    factories: tuple[Box, ...]  # of all factories
    center: Box  # of the center
    small: Box  # of the supply in the drafting phase
    large: Box  # of the supply in the placing phase
    trays: tuple[Box, ...]  # of the hands
    cards: tuple[Box, ...]  # for the breakdown of points once the game is over
    offer: Pair  # size of rhombs in factories and center
    bonus: tuple[Pair, Pair]  # sizes of rhombs in the supply: in the drafting phase, in the placing phase
    held: Pair  # size of rhombs in hands
    rows: tuple[int, ...] = (SUPPLY_SIZE,)  # tiles in each row of the supply in the placing phase
    pile: Pair | None = None  # size of rhombs in the center, None if as in factories
    least: int = MIN_TILE_LETTER  # the smallest size of a letter on a tile
    disc: int = 14  # the radius of the number of a factory
    chips: tuple[Box, ...] = ()  # boxes for the seat numbers beside trays that lie apart from their players' boards


def _layout_for_two() -> PictureLayout:
    panels = tuple(Box(12 + 594 * at, 142, 582, 648) for at in range(2))
    return PictureLayout(
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


def _layout_for_three() -> PictureLayout:
    panels = tuple(Box(12 + 395 * at, 210, 386, 478) for at in range(3))
    return PictureLayout(
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


def _layout_for_four() -> PictureLayout:
    """Factories, center and supply in the left column, as large as possible; the hands in rows below them."""
    rows = tuple(Box(12, 542 + 61 * at, 412, 61) for at in range(4))
    pairs = [Box(12 + 208 * (at % 2), 50 + 68 * (at // 2), 204, 62) for at in range(8)]
    return PictureLayout(
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


LAYOUT_BY_SEATS = {2: _layout_for_two(), 3: _layout_for_three(), 4: _layout_for_four()}


@dataclass(frozen=True)
class Places:
    """All boxes of a picture."""

    layout: PictureLayout  # the main parts
    ground: Ground  # with the printed boards
    factories: tuple[tuple[Box, ...], ...]  # four boxes for the tiles of each factory
    center: dict[str, Box]  # one box for each color
    token: Box  # of the start token
    supply: tuple[Band, Band]  # in the drafting phase, and in the placing phase
    seats: Mapping[Seat, BoardPlaces]  # the boards
    trays: Mapping[Seat, Box]  # the hands
    hands: Mapping[Seat, Mapping[str, Box]]  # the tiles of each hand, by color

    def source(self, name: str) -> Box:
        """The box of a factory or of the center."""
        return self.layout.center if name == CENTER else self.layout.factories[int(name) - 1]


@cache
def places(seats: int, side: str) -> Places:
    """The boxes for a number of seats and a side of the boards."""
    layout = LAYOUT_BY_SEATS[seats]
    boards = tuple(board_places(panel, layout.head, layout.top, layout.scale) for panel in layout.panels)
    ground = Ground(1200, layout.height, tuple(shape for board in boards for shape in printed_board(board, side)))
    heap = layout.center
    return Places(
        *(layout, ground),
        tuple(factory_boxes(box, layout.offer) for box in layout.factories),
        color_boxes(
            Box(heap.x + CENTER_LABEL_WIDTH, heap.y, heap.w - CENTER_LABEL_WIDTH - 4, heap.h),
            layout.pile or layout.offer,
        ),
        Box(heap.x + 26, heap.y + (heap.h - TOKEN_SIZE) // 2, TOKEN_SIZE, TOKEN_SIZE),
        (
            supply_band(layout.small, layout.bonus[0], (SUPPLY_SIZE,)),
            supply_band(layout.large, layout.bonus[1], layout.rows),
        ),
        dict(enumerate(boards)),
        dict(enumerate(layout.trays)),
        {seat: color_boxes(tray, layout.held) for seat, tray in enumerate(layout.trays)},
    )


def factory_boxes(box: Box, size: Pair) -> tuple[Box, ...]:
    """The boxes of four tiles, which do not overlap the factory's number at the upper left."""
    return spread(Box(box.x + 8, box.y, box.w - 11, box.h), FACTORY_SIZE, size)


def spread(box: Box, count: int, size: Pair) -> tuple[Box, ...]:
    """Boxes of one size in a row across a box, at equal distances."""
    pitch = box.w / count
    y = box.y + (box.h - size[1]) // 2
    return tuple(Box(round(box.x + pitch * (at + 0.5) - size[0] / 2), y, *size) for at in range(count))


def color_boxes(box: Box, size: Pair) -> dict[str, Box]:
    """A box for each color, with room for a number beside it."""
    rooms = spread(box, len(COLORS), (size[0] + COUNT_GAP + round(size[1] * COUNT_WIDTH), size[1]))
    return {color: Box(room.x, room.y, *size) for color, room in zip(COLORS, rooms, strict=True)}


def count_box(tile: Box) -> Box:
    """The box of the number of tiles beside a tile."""
    return Box(tile.x + tile.w + COUNT_GAP, tile.y, round(tile.h * COUNT_WIDTH), tile.h)


def supply_band(box: Box, size: Pair, rows: tuple[int, ...]) -> Band:
    """The supply: its label, then one row of tiles beside it or several centered rows below it."""
    if len(rows) == 1:
        room = Box(box.x + SUPPLY_LABEL_WIDTH, box.y, box.w - SUPPLY_LABEL_WIDTH - 10, box.h)
        return Band(box, Box(box.x + 16, box.y, SUPPLY_LABEL_WIDTH, box.h), spread(room, rows[0], size))
    down = (box.h - SUPPLY_HEADING_HEIGHT - size[1] - 14) / (len(rows) - 1)
    across = (box.w - 20) // max(rows)
    tiles: list[Box] = []
    for at, per in enumerate(rows):
        y = box.y + SUPPLY_HEADING_HEIGHT + round(down * at)
        wide = across * per
        tiles += spread(Box(box.x + (box.w - wide) // 2, y, wide, size[1]), per, size)
    return Band(box, Box(box.x + 16, box.y + 6, SUPPLY_LABEL_WIDTH, SUPPLY_HEADING_HEIGHT), tuple(tiles))


def tile_letter(color: str, tile: Box, min_size: int) -> str:
    """The letter on a tile that can be taken, "" if the letter would be smaller than `min_size`."""
    return color if tile.h * TILE_LETTER_SCALE >= min_size else ""
