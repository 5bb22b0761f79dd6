"""Match Five on a phone: one seat with its hand and the whole table, upright; stacks are towers here.

Knows no words of its own; columns are all alike, a row is as high as its highest stack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from engine.core import Seat, State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import HIDDEN, WILD, split
from engine.games.match_five.spots import place_of
from render.looks.strips import FLAT, digit
from render.match_five.scene import (
    DIGIT,
    MOTIF,
    Trace,
    finished,
    gains,
    hand_tile,
    progress,
    signed,
    traces,
    unfinished,
)
from render.match_five.stacks import CAP, Place, TablePlan, plan
from render.parts import BADGE, CLOSE_BADGE, Covered, clearest, position, ring, seat_label, shown, square, winners
from render.scene import Box, Changes, Ground, Say, Scene, Shape

WIDTH = 720
MARGIN = 10
GAP = 3
TITLE = Box(16, 6, 330, 38)
STATE = Box(350, 6, 354, 38)
HEAD = Box(MARGIN, 46, WIDTH - 2 * MARGIN, 58)
OTHERS = Box(MARGIN, 112, WIDTH - 2 * MARGIN, 46)
LETTERS = 30  # board units for the letters above the table
NUMBERS = 34  # board units for the numbers left of it
TOP = OTHERS.y + OTHERS.h + LETTERS
HAND = 136  # board units of the hand
ROOM = 1070 - TOP - HAND  # for the table, so that a phone shows all; a table that needs more gets more
STOREYS = (52, 44, 38, 32, 28, 24, 21, 19)  # board units of a tile of a tower
HEADROOM = 10  # board units above the towers of a row
RIM = 3  # board units that a ring covers of its own tile, to leave its neighbors free
STEP = 40  # heights of pictures are multiples of it
ROOMY, ABREAST = 3, 2  # other seats whose gains find room; whose names stand beside their points
WIDEST = 96  # board units of a column at most
LEAST = 22  # board units of letters at least


@dataclass(frozen=True)
class TowerGrid:
    """Where the towers stand."""

    columns: range  # in view, one more than the group on each side as far as the table reaches
    rows: range  # in view, as well
    x: int  # left of the columns
    wide: int  # a column is
    storey: int  # high is a tile
    floors: dict[int, int]  # the lower border of each row

    def tile(self, place: Place, level: int = 0) -> Box:
        """The box of a tile of a tower."""
        left = self.x + (place[0] - self.columns.start) * self.wide
        return Box(left + GAP, self.floors[place[1]] - (level + 1) * self.storey, self.wide - 2 * GAP, self.storey)

    @property
    def foot(self) -> int:
        """The lower border of the table."""
        return self.floors[self.rows[-1]] + GAP + 6


def grid(places: Sequence[Place], table: TablePlan) -> TowerGrid:
    """All these places, in the largest tiles that a phone shows."""
    columns = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    rows = range(min(y for _, y in places), max(y for _, y in places) + 1)
    highest = {row: max((table.height(place) for place in places if place[1] == row), default=0) for row in rows}
    room = WIDTH - 2 * MARGIN - NUMBERS
    wide = min(WIDEST, room // len(columns))
    storeys = (each for each in STOREYS if sum(_high(highest[row], each) for row in rows) <= ROOM)
    storey = next(storeys, STOREYS[-1])
    floors = accumulate((_high(highest[row], storey) for row in rows), initial=TOP)
    feet = dict(zip(rows, list(floors)[1:], strict=True))
    return TowerGrid(columns, rows, MARGIN + NUMBERS + (room - wide * len(columns)) // 2, wide, storey, feet)


def _high(height: int, storey: int) -> int:
    """The height of a row with a tower so high, or of one without any."""
    return max(1, height) * storey + HEADROOM


def close(
    view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat, also: Sequence[Place] = ()
) -> Scene:
    """The table as towers, the head and the hand of one seat, the points of the others; new tiles are outlined.

    `also`: places in view, too.
    """
    state = position(view, MatchFive)
    table = plan(state)
    spaces = () if state.over else table.spaces
    hand = split(state.hands[seat])
    seen, height = laid_out(state, table, seat, also)
    below = HAND if hand else MARGIN
    board = Box(MARGIN + NUMBERS, TOP, WIDTH - 2 * MARGIN - NUMBERS, height - below - TOP)
    shapes = [
        Shape("panel", board),
        Shape("title", TITLE, say("match_five.title")),
        Shape("close state", STATE, progress(state, say)),
        *_head(state, seat, names[seat], say),
        *_others(state, seat, names, changes),
    ]
    for column in seen.columns:
        box = seen.tile((column, seen.rows[0]))
        middle = Box(box.x + box.w // 2 - 17, TOP - LETTERS, 34, LETTERS)
        shapes.append(Shape("close label", middle, chr(ord("a") + column)))
    for row in seen.rows:
        box = seen.tile((seen.columns[0], row))
        shapes.append(Shape("close label", Box(MARGIN - 2, box.y + box.h // 2 - 15, NUMBERS, 30), str(row + 1)))
    for place in spaces:
        box = seen.tile(place)
        middle = square(box.x + box.w // 2, box.y + box.h // 2, min(14, box.h // 3))
        shapes.append(Shape("closed", middle) if table.takes_none(place) else Shape("space", box))
    for place in table.stacks:
        boxes = [seen.tile(place, level) for level in range(table.height(place))]
        for tile, box in zip(table.tiles(place), boxes, strict=True):
            shapes += _storey(box, tile)
        if table.takes_none(place):
            shapes.append(Shape("cap", Box(boxes[-1].x, boxes[-1].y - CAP - 1, boxes[-1].w, CAP)))
    shapes += [*_outlines(state, table, seen, changes), *_stars(table, seen), *_rack(hand, height)]
    return Scene(_ground(height), tuple(shapes))


def laid_out(state: MatchFive, table: TablePlan, seat: Seat, also: Sequence[Place]) -> tuple[TowerGrid, int]:
    """Where the towers stand in the picture of that seat with these places in view, too; how high the picture is."""
    spaces = () if state.over else table.spaces
    seen = grid((*table.stacks, *spaces, *also) or table.spaces, table)
    return seen, -(-(seen.foot + (HAND if state.hands[seat] else MARGIN)) // STEP) * STEP


@cache
def _ground(height: int) -> Ground:
    """An empty one of few heights, as painters remember grounds."""
    return Ground(WIDTH, height, ())


def _head(state: MatchFive, seat: Seat, name: str, say: Say) -> Iterator[Shape]:
    who = seat_label(state, seat, name, state.points[seat], say)
    suffix = f" {who.mood}" if who.mood else ""
    note = (
        f"+{unfinished(state)} {say('match_five.picture.unfinished')}"
        if state.laid and seat == state.turn
        else who.note
    )
    yield from _plate(HEAD, suffix)
    yield Shape(f"close plaque{suffix}", Box(HEAD.x + 12, HEAD.y + 11, 36, 36), str(seat + 1))
    if shown(name) or note:
        yield Shape(
            f"close name{suffix}", Box(HEAD.x + 62, HEAD.y, 500, HEAD.h), shown(name) + (f"\t{note}" if note else "")
        )
    yield Shape(f"close score{suffix}", Box(HEAD.x + HEAD.w - 126, HEAD.y, 110, HEAD.h), signed(state.points[seat]))


def _others(state: MatchFive, seat: Seat, names: Sequence[str], changes: Changes) -> Iterator[Shape]:
    """Number, name and points of each other seat, where there is room what it earned; filled: moves or has won."""
    others = [each for each in range(len(state.points)) if each != seat]
    earned = gains(changes)
    wide = (OTHERS.w - 8 * (len(others) - 1)) // len(others)
    for at, each in enumerate(others):
        mood = "lit" if state.over and each in winners(state) else "acting" if each in state.to_act() else ""
        box = Box(OTHERS.x + (wide + 8) * at, OTHERS.y, wide, OTHERS.h)
        suffix = f" {mood}" if mood else ""
        yield from _plate(box, suffix)
        yield Shape(f"close plaque{suffix}", Box(box.x + 8, box.y + 7, 32, 32), str(each + 1))
        text = f"+{earned[each]}" if earned.get(each) and len(others) <= ROOMY else ""
        pill = 14 * len(text) + 14 if text else 0
        if len(others) <= ABREAST:  # the name beside the points
            name = Box(box.x + 48, box.y, box.w - 48 - 94 - pill, box.h)
            points = Box(box.x + box.w - 86, box.y, 74, box.h)
        else:  # above them
            name = Box(box.x + 46, box.y + 2, box.w - 50 - pill, 20)
            points = Box(name.x, name.y + 20, name.w - 4, 22)
        yield Shape(f"close points{suffix}", points, signed(state.points[each]))
        if shown(names[each]):
            yield Shape(f"close other{suffix}", name, shown(names[each]))
        if text:
            yield Shape("close gain", Box(name.x + name.w, box.y + 7, pill, 32), text)


def _plate(box: Box, suffix: str) -> Iterator[Shape]:
    """What the points of a seat stand on, in its mood on top of what stays if nobody is to move."""
    yield Shape("chip", box)
    if suffix:
        yield Shape(f"chip{suffix}", box)


def _storey(box: Box, tile: str) -> Iterator[Shape]:
    """A tile of a tower: its number is as large as it must be for a phone, however flat the tile."""
    color = tile[-2]
    number = tile[-1]
    size = max(LEAST, digit(box, FLAT).h)
    middle = box.x + round(0.71 * box.w)
    yield Shape(f"{'faced' if tile[0] == WILD else 'strip'} {color}", box, cut=FLAT)
    yield Shape(f"digit {color}", Box(middle - size // 2, box.y + (box.h - size) // 2, size, size), number)


def _stars(table: TablePlan, seen: TowerGrid) -> Iterator[Shape]:
    for place in table.stacks:
        for level, tile in enumerate(table.tiles(place)):
            if tile[0] == WILD:
                box = seen.tile(place, level)
                yield Shape("star", square(box.x + box.w - 3, box.y + 3, 8))


def _outlines(state: MatchFive, table: TablePlan, seen: TowerGrid, changes: Changes) -> Iterator[Shape]:
    marks = traces(state, changes)
    badges = list[Shape]()
    for mark in marks:
        for box in _ringed(mark, seen):
            yield from ring(box, "", "ring tight")
    for x, y, level in map(place_of, table.land.new):
        yield Shape("own ring", seen.tile((x, y), level).inset(RIM - 5))
    if len(finished(changes)) > 1:
        covered = list(_readable(table, seen, () if state.over else table.spaces))
        for mark in marks:
            spots = [spot for box in _ringed(mark, seen) for spot in _around(box, seen)]
            taken = (Covered(badge.box, BADGE) for badge in badges)
            badges.append(Shape("badge", clearest(spots, [*covered, *taken]), str(mark.move)))
    yield from badges


def _ringed(mark: Trace, seen: TowerGrid) -> list[Box]:
    """The new tiles of each tower, a bit smaller, so that a ring leaves its neighbors free."""
    levels = mark.levels.items()
    return [
        seen.tile(place, low).around(seen.tile(place, above - 1)).inset(RIM) for place, (low, above) in sorted(levels)
    ]


def _around(box: Box, seen: TowerGrid) -> Iterator[Box]:
    """Where the number of a ring may stand within the table: beside it, at its corners, above it, below it."""
    half = CLOSE_BADGE // 2
    left = box.x - 2
    middle = box.x + box.w // 2
    right = box.x + box.w + 2
    top = box.y - 2
    center = box.y + box.h // 2
    bottom = box.y + box.h + 2
    sides = [(left - half, center), (right + half, center), (middle, top - half), (middle, bottom + half)]
    for x, y in [*sides, (left, top), (right, top), (left, bottom), (right, bottom)]:
        inside = min(max(x, MARGIN + NUMBERS + half), WIDTH - MARGIN - half)
        yield square(inside, min(max(y, TOP + half), seen.foot - half), half)


def _readable(table: TablePlan, seen: TowerGrid, spaces: Sequence[Place]) -> Iterator[Covered]:
    for place in table.stacks:
        for level in range(table.height(place)):
            box = seen.tile(place, level)
            yield Covered(box, MOTIF)
            yield Covered(Box(box.x + box.w // 2, box.y, box.w // 2, box.h), DIGIT)
    for place in spaces:
        box = seen.tile(place)
        yield Covered(square(box.x + box.w // 2, box.y + box.h // 2, box.h // 3), MOTIF)


def rack_boxes(height: int) -> list[Box]:
    """Where the tiles of the hand lie in a picture of that height."""
    top = height - HAND + MARGIN
    wide = (WIDTH - 2 * MARGIN - 4 * 10) // 5
    return [Box(MARGIN + (wide + 10) * at, top, wide, HAND - MARGIN - 40) for at in range(5)]


def _rack(hand: Sequence[str], height: int) -> Iterator[Shape]:
    """Large tiles over their names in moves; backs where the hand is not known."""
    for tile, box in zip(hand, rack_boxes(height), strict=False):
        if tile == HIDDEN:
            yield Shape("back", box)
            continue
        yield from hand_tile(box, tile)
        yield Shape("close label", Box(box.x, box.y + box.h + 2, box.w, 32), tile)
