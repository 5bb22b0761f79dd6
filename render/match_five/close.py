"""Match Five on a phone: an upright picture of one seat with its hand and the whole table, whose stacks are towers.

All columns have the same width; a row is as high as its highest stack. Knows nothing about texts: `say` supplies them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from engine.core import Seat, State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.coordinates import coordinates_of
from engine.games.match_five.sets import HIDDEN_TILE, WILD, split
from render.looks.strips import FLAT_STRIP, digit_box
from render.match_five.scene import (
    DIGIT_WEIGHT,
    MOTIF_WEIGHT,
    Trace,
    finished_turns,
    gains,
    hand_tile,
    points_text,
    progress,
    traces,
    unfinished_points,
)
from render.match_five.stacks import CAP_HEIGHT, TablePlace, VisibleTable, visible_table
from render.parts import (
    BADGE_SIZE,
    CLOSE_BADGE_SIZE,
    Obstacle,
    clearest_place,
    drawable_seat_name,
    position,
    ring,
    seat_label,
    square,
    winners,
)
from render.scene import Box, Changes, Ground, Say, Scene, Shape

CLOSE_WIDTH = 720
CLOSE_MARGIN = 10
TOWER_GAP = 3
CLOSE_TITLE_BOX = Box(16, 6, 330, 38)
CLOSE_PROGRESS_BOX = Box(350, 6, 354, 38)
CLOSE_HEAD_BOX = Box(CLOSE_MARGIN, 46, CLOSE_WIDTH - 2 * CLOSE_MARGIN, 58)
OTHER_SEATS_BOX = Box(CLOSE_MARGIN, 112, CLOSE_WIDTH - 2 * CLOSE_MARGIN, 46)
COLUMN_LABELS_HEIGHT = 30  # board units for the column letters above the table
ROW_LABELS_WIDTH = 34  # board units for the row numbers left of the table
TABLE_TOP = OTHER_SEATS_BOX.y + OTHER_SEATS_BOX.h + COLUMN_LABELS_HEIGHT
CLOSE_RACK_HEIGHT = 136  # board units of the hand
# Board units of the table that fit on a phone with everything else; if even the flattest tiles need more, it is higher.
TABLE_HEIGHT = 1070 - TABLE_TOP - CLOSE_RACK_HEIGHT
TOWER_TILE_HEIGHTS = (52, 44, 38, 32, 28, 24, 21, 19)  # heights of a tile, in the order tried
ROW_HEADROOM = 10  # board units above the towers of a row
RING_OVERLAP = 3  # board units by which a ring covers the edge of its tile, so that it does not cover neighbors
HEIGHT_STEP = 40  # heights of pictures are multiples of this
MAX_OTHERS_WITH_GAINS = 3  # the most other seats for which gains are shown
MAX_OTHERS_ON_ONE_LINE = 2  # the most other seats for which name and points share a line
MAX_COLUMN_WIDTH = 96  # board units
MIN_TOWER_DIGIT = 22  # board units of a digit


@dataclass(frozen=True)
class TowerGrid:
    """The layout of the towers."""

    columns: range  # in view: the columns of the group and one on each side of them, within the table
    rows: range  # in view: the rows of the group and one on each side of them, within the table
    x: int  # the left edge of the first column
    column_width: int  # of a column
    tile_height: int  # of a tile
    floors: dict[int, int]  # the y of the lower edge of each row

    def tile(self, place: TablePlace, level: int = 0) -> Box:
        """The box of a tile of a tower."""
        left = self.x + (place[0] - self.columns.start) * self.column_width
        return Box(
            left + TOWER_GAP,
            self.floors[place[1]] - (level + 1) * self.tile_height,
            self.column_width - 2 * TOWER_GAP,
            self.tile_height,
        )

    @property
    def bottom(self) -> int:
        """The lower edge of the table."""
        return self.floors[self.rows[-1]] + TOWER_GAP + 6


def tower_grid(places: Sequence[TablePlace], table: VisibleTable) -> TowerGrid:
    """A layout that shows all these places, with the largest tiles that fit on a phone."""
    columns = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    rows = range(min(y for _, y in places), max(y for _, y in places) + 1)
    highest = {row: max((table.height(place) for place in places if place[1] == row), default=0) for row in rows}
    room = CLOSE_WIDTH - 2 * CLOSE_MARGIN - ROW_LABELS_WIDTH
    wide = min(MAX_COLUMN_WIDTH, room // len(columns))
    storeys = (
        height
        for height in TOWER_TILE_HEIGHTS
        if sum(_row_height(highest[row], height) for row in rows) <= TABLE_HEIGHT
    )
    storey = next(storeys, TOWER_TILE_HEIGHTS[-1])
    floors = accumulate((_row_height(highest[row], storey) for row in rows), initial=TABLE_TOP)
    feet = dict(zip(rows, list(floors)[1:], strict=True))
    return TowerGrid(
        columns, rows, CLOSE_MARGIN + ROW_LABELS_WIDTH + (room - wide * len(columns)) // 2, wide, storey, feet
    )


def _row_height(height: int, tile_height: int) -> int:
    """The height of a row whose highest tower has `height` tiles, at least that of one tile."""
    return max(1, height) * tile_height + ROW_HEADROOM


def close(
    view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat, also: Sequence[TablePlace] = ()
) -> Scene:
    """The table as towers, the head and hand of one seat, and the points of the others; new tiles are outlined.

    `also`: further places that must be in view.
    """
    state = position(view, MatchFive)
    table = visible_table(state)
    spaces = () if state.over else table.spaces
    hand = split(state.hands[seat])
    towers, height = tower_layout(state, table, seat, also)
    below = CLOSE_RACK_HEIGHT if hand else CLOSE_MARGIN
    board = Box(
        CLOSE_MARGIN + ROW_LABELS_WIDTH,
        TABLE_TOP,
        CLOSE_WIDTH - 2 * CLOSE_MARGIN - ROW_LABELS_WIDTH,
        height - below - TABLE_TOP,
    )
    shapes = [
        Shape("panel", board),
        Shape("title", CLOSE_TITLE_BOX, say("match_five.title")),
        Shape("close state", CLOSE_PROGRESS_BOX, progress(state, say)),
        *_head(state, seat, names[seat], say),
        *_other_seats(state, seat, names, changes),
    ]
    shapes += _labels(towers)
    for place in spaces:
        box = towers.tile(place)
        middle = square(box.x + box.w // 2, box.y + box.h // 2, min(14, box.h // 3))
        shapes.append(Shape("closed", middle) if table.is_blocked(place) else Shape("space", box))
    for place in table.stacks:
        boxes = [towers.tile(place, level) for level in range(table.height(place))]
        for tile, box in zip(table.tiles(place), boxes, strict=True):
            shapes += _tower_tile(box, tile)
        if table.is_blocked(place):
            shapes.append(Shape("cap", Box(boxes[-1].x, boxes[-1].y - CAP_HEIGHT - 1, boxes[-1].w, CAP_HEIGHT)))
    shapes += [*_outlines(state, table, towers, changes), *_stars(table, towers), *_rack(hand, height)]
    return Scene(_ground(height), tuple(shapes))


def _labels(towers: TowerGrid) -> Iterator[Shape]:
    """The letters of columns above the table, the numbers of rows left of it."""
    for column in towers.columns:
        box = towers.tile((column, towers.rows[0]))
        above = Box(box.x + box.w // 2 - 17, TABLE_TOP - COLUMN_LABELS_HEIGHT, 34, COLUMN_LABELS_HEIGHT)
        yield Shape("close label", above, chr(ord("a") + column))
    for row in towers.rows:
        box = towers.tile((towers.columns[0], row))
        left = Box(CLOSE_MARGIN - 2, box.y + box.h // 2 - 15, ROW_LABELS_WIDTH, 30)
        yield Shape("close label", left, str(row + 1))


def tower_layout(
    state: MatchFive, table: VisibleTable, seat: Seat, also: Sequence[TablePlace]
) -> tuple[TowerGrid, int]:
    """The layout of the towers in a seat's picture, with these further places in view, and the picture height."""
    spaces = () if state.over else table.spaces
    towers = tower_grid((*table.stacks, *spaces, *also) or table.spaces, table)
    return towers, -(
        -(towers.bottom + (CLOSE_RACK_HEIGHT if state.hands[seat] else CLOSE_MARGIN)) // HEIGHT_STEP
    ) * HEIGHT_STEP


@cache
def _ground(height: int) -> Ground:
    """The empty background of this height; heights are rounded to few values, because painters cache backgrounds."""
    return Ground(CLOSE_WIDTH, height, ())


def _head(state: MatchFive, seat: Seat, name: str, say: Say) -> Iterator[Shape]:
    label = seat_label(state, seat, name, state.points[seat], say)
    suffix = f" {label.mood}" if label.mood else ""
    note = (
        f"+{unfinished_points(state)} {say('match_five.picture.unfinished')}"
        if state.laid and seat == state.turn
        else label.note
    )
    yield from _plate(CLOSE_HEAD_BOX, suffix)
    yield Shape(f"close plaque{suffix}", Box(CLOSE_HEAD_BOX.x + 12, CLOSE_HEAD_BOX.y + 11, 36, 36), str(seat + 1))
    if drawable_seat_name(name) or note:
        yield Shape(
            f"close name{suffix}",
            Box(CLOSE_HEAD_BOX.x + 62, CLOSE_HEAD_BOX.y, 500, CLOSE_HEAD_BOX.h),
            drawable_seat_name(name) + (f"\t{note}" if note else ""),
        )
    yield Shape(
        f"close score{suffix}",
        Box(CLOSE_HEAD_BOX.x + CLOSE_HEAD_BOX.w - 126, CLOSE_HEAD_BOX.y, 110, CLOSE_HEAD_BOX.h),
        points_text(state.points[seat]),
    )


def _other_seats(state: MatchFive, seat: Seat, names: Sequence[str], changes: Changes) -> Iterator[Shape]:
    """Number, name, points and, if there is room, gain of each other seat, highlighted if it is to move or has won."""
    others = [other for other in range(len(state.points)) if other != seat]
    earned = gains(changes)
    wide = (OTHER_SEATS_BOX.w - 8 * (len(others) - 1)) // len(others)
    for at, other in enumerate(others):
        mood = "lit" if state.over and other in winners(state) else "acting" if other in state.to_act() else ""
        box = Box(OTHER_SEATS_BOX.x + (wide + 8) * at, OTHER_SEATS_BOX.y, wide, OTHER_SEATS_BOX.h)
        suffix = f" {mood}" if mood else ""
        yield from _plate(box, suffix)
        yield Shape(f"close plaque{suffix}", Box(box.x + 8, box.y + 7, 32, 32), str(other + 1))
        text = f"+{earned[other]}" if earned.get(other) and len(others) <= MAX_OTHERS_WITH_GAINS else ""
        pill = 14 * len(text) + 14 if text else 0
        if len(others) <= MAX_OTHERS_ON_ONE_LINE:  # the name is beside the points
            name = Box(box.x + 48, box.y, box.w - 48 - 94 - pill, box.h)
            points = Box(box.x + box.w - 86, box.y, 74, box.h)
        else:  # the name is above the points
            name = Box(box.x + 46, box.y + 2, box.w - 50 - pill, 20)
            points = Box(name.x, name.y + 20, name.w - 4, 22)
        yield Shape(f"close points{suffix}", points, points_text(state.points[other]))
        if drawable_seat_name(names[other]):
            yield Shape(f"close other{suffix}", name, drawable_seat_name(names[other]))
        if text:
            yield Shape("close gain", Box(name.x + name.w, box.y + 7, pill, 32), text)


def _plate(box: Box, suffix: str) -> Iterator[Shape]:
    """The plate of a seat; its mood is a second shape on top, which `unmark_seats` can drop."""
    yield Shape("chip", box)
    if suffix:
        yield Shape(f"chip{suffix}", box)


def _tower_tile(box: Box, tile: str) -> Iterator[Shape]:
    """A tile of a tower, with a number that is legible on a phone even if the tile is flat."""
    color = tile[-2]
    number = tile[-1]
    size = max(MIN_TOWER_DIGIT, digit_box(box, FLAT_STRIP).h)
    middle = box.x + round(0.71 * box.w)
    yield Shape(f"{'faced' if tile[0] == WILD else 'strip'} {color}", box, cut=FLAT_STRIP)
    yield Shape(f"digit {color}", Box(middle - size // 2, box.y + (box.h - size) // 2, size, size), number)


def _stars(table: VisibleTable, towers: TowerGrid) -> Iterator[Shape]:
    for place in table.stacks:
        for level, tile in enumerate(table.tiles(place)):
            if tile[0] == WILD:
                box = towers.tile(place, level)
                yield Shape("star", square(box.x + box.w - 3, box.y + 3, 8))


def _outlines(state: MatchFive, table: VisibleTable, towers: TowerGrid, changes: Changes) -> Iterator[Shape]:
    marks = traces(state, changes)
    badges = list[Shape]()
    for mark in marks:
        for box in _ring_boxes(mark, towers):
            yield from ring(box, "", "ring tight")
    for x, y, level in map(coordinates_of, table.grid.new_spots):
        yield Shape("own ring", towers.tile((x, y), level).inset(RING_OVERLAP - 5))
    if len(finished_turns(changes)) > 1:
        covered = list(_readable_areas(table, towers, () if state.over else table.spaces))
        for mark in marks:
            spots = [spot for box in _ring_boxes(mark, towers) for spot in _badge_boxes(box, towers)]
            taken = (Obstacle(badge.box, BADGE_SIZE) for badge in badges)
            badges.append(Shape("badge", clearest_place(spots, [*covered, *taken]), str(mark.move)))
    yield from badges


def _ring_boxes(mark: Trace, towers: TowerGrid) -> list[Box]:
    """For each tower, the box of its new tiles, made a bit smaller, so that its ring does not cover neighbors."""
    levels = mark.levels.items()
    return [
        towers.tile(place, low).union(towers.tile(place, above - 1)).inset(RING_OVERLAP)
        for place, (low, above) in sorted(levels)
    ]


def _badge_boxes(box: Box, towers: TowerGrid) -> Iterator[Box]:
    """The possible boxes for the number of a ring within the table: beside it, above, below and at its corners."""
    half = CLOSE_BADGE_SIZE // 2
    left = box.x - 2
    middle = box.x + box.w // 2
    right = box.x + box.w + 2
    top = box.y - 2
    center = box.y + box.h // 2
    bottom = box.y + box.h + 2
    sides = [(left - half, center), (right + half, center), (middle, top - half), (middle, bottom + half)]
    for x, y in [*sides, (left, top), (right, top), (left, bottom), (right, bottom)]:
        inside = min(max(x, CLOSE_MARGIN + ROW_LABELS_WIDTH + half), CLOSE_WIDTH - CLOSE_MARGIN - half)
        yield square(inside, min(max(y, TABLE_TOP + half), towers.bottom - half), half)


def _readable_areas(table: VisibleTable, towers: TowerGrid, spaces: Sequence[TablePlace]) -> Iterator[Obstacle]:
    for place in table.stacks:
        for level in range(table.height(place)):
            box = towers.tile(place, level)
            yield Obstacle(box, MOTIF_WEIGHT)
            yield Obstacle(Box(box.x + box.w // 2, box.y, box.w // 2, box.h), DIGIT_WEIGHT)
    for place in spaces:
        box = towers.tile(place)
        yield Obstacle(square(box.x + box.w // 2, box.y + box.h // 2, box.h // 3), MOTIF_WEIGHT)


def rack_boxes(height: int) -> list[Box]:
    """The boxes of the tiles of the hand in a picture of that height."""
    top = height - CLOSE_RACK_HEIGHT + CLOSE_MARGIN
    wide = (CLOSE_WIDTH - 2 * CLOSE_MARGIN - 4 * 10) // 5
    return [Box(CLOSE_MARGIN + (wide + 10) * at, top, wide, CLOSE_RACK_HEIGHT - CLOSE_MARGIN - 40) for at in range(5)]


def _rack(hand: Sequence[str], height: int) -> Iterator[Shape]:
    """The hand as large tiles above their notation; a hidden hand shows the backs of its tiles."""
    for tile, box in zip(hand, rack_boxes(height), strict=False):
        if tile == HIDDEN_TILE:
            yield Shape("back", box)
            continue
        yield from hand_tile(box, tile)
        yield Shape("close label", Box(box.x, box.y + box.h + 2, box.w, 32), tile)
