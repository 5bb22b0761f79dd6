"""One seat of Summer Pavilion alone, with all that it can take, for phones.

Knows no pixels and no words of its own; no text is smaller than 22 board units of 720.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from engine.core import Seat, State, View
from engine.games.pavilion import Pavilion
from engine.games.pavilion.moves import CENTER, DRAFTING, OVER
from engine.games.pavilion.sets import COLORS, SUPPLY
from render.parts import Legend, position, shown, side_by_side, spelled, square
from render.pavilion.outlines import Trace, outlines, signed, traces, within
from render.pavilion.places import Band, Layout, Places, Scale, factory, groups, printed, spot, spread
from render.pavilion.scene import (
    board,
    earned,
    heap,
    holds_token,
    market,
    passed,
    sources,
    standing,
    wilds,
)
from render.scene import Box, Changes, Ground, Say, Scene, Shape

WIDTH = 720
EDGE = 12
GAP = 8
LEAST = 22  # board units, of any text
LINE = 50  # height of the line above
STRIP = 62  # the same with the air that the numbers of factories reach into
NEWS = 34  # board units below it for what others have placed
HEAD = 56  # height of the head
TOP = 12  # of the air above the stars
HAND = 92  # of the hand below them
ROW = 69  # height of factories
HEAP = 80  # of the center
STOCK = 62  # of the supply beside them
POOL = 152  # of the supply alone
LEGEND = Legend(side_by_side(Box(216, STRIP + 8, 16, 28), 82, 6), 60, look="close legend", cut="0")
LOWER_LEGEND = replace(LEGEND, tiles=tuple(box.down(NEWS) for box in LEGEND.tiles))
ACROSS = 5  # factories in a row
BADGE, GAIN, DIGIT = 36, 18, 15  # board units of a number of a move; of points beside their digits, of each digit
OTHERS = 400  # board units left of the other seats
SEAT = 190  # board units at most for the number, the name and the points of another seat
SIZES = tuple(Scale(*size, 30, LEAST) for size in ((74, 64), (66, 57), (60, 52)))  # by rows of factories


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """Round, wild color and the points of the others; what is offered; the board and the hand of the seat."""
    state = position(view, Pavilion)
    where = seat_places(state, seat)
    marks = traces(state, changes)
    shapes = [
        *_strip(state, seat, names, say),
        *market(state, where, {mark.source for mark in marks}, "word close", say),
    ]
    shapes += board(state, seat, where.seats[seat], say)
    shapes += _head(state, seat, where.seats[seat].head, names[seat], say)
    shapes += _hand(state, seat, where, say)
    own = [mark for mark in marks if mark.seat == seat]
    shapes += map(_enlarged, outlines(own, state, where, numbered=len(changes) > 1))
    shapes += earned(state.boards[seat], where.seats[seat]) if state.phase == OVER else ()
    shapes += _taken(marks, where, seat) if len(changes) > 1 else ()
    shapes += _placed(state, marks, seat, numbered=len(changes) > 1)
    drawn = Scene(where.ground, tuple(shapes))
    lettered = any(shape.role.startswith("tile ") and shape.text for shape in shapes)
    legend = LEGEND if state.phase == DRAFTING else LOWER_LEGEND
    return spelled(drawn, "pavilion.color", COLORS, say, legend) if lettered else drawn


def _taken(marks: Sequence[Trace], where: Places, seat: Seat) -> Iterator[Shape]:
    """The numbers of the moves of others at the sources that they emptied: their boards are not in this picture."""
    sources: dict[str, list[int]] = {}
    for mark in marks:
        if mark.source and mark.seat != seat:
            sources.setdefault(mark.source, []).append(mark.move)
    for source, numbers in sources.items():
        box = where.source(source)
        right = box.x + box.w
        y = box.y + 4
        if source != CENTER:  # which is empty
            right = box.x + (box.w + BADGE) // 2
            y = box.y + box.h // 2
        for at, number in enumerate(reversed(numbers)):
            spot = square(right - BADGE // 2 - (BADGE + 2) * at, y, BADGE // 2)
            yield within(Shape("badge", spot, str(number)), WIDTH)


def _placed(state: Pavilion, marks: Sequence[Trace], seat: Seat, *, numbered: bool) -> Iterator[Shape]:
    """Below the points of each other seat its latest moves: their numbers, and what they won or lost together.

    The newest two where there are more: their boards are not in this picture. While tiles are taken, these are moves of
    the round before; what was taken since is outlined where it lay.
    """
    for other, x, room in _others(state, seat):
        own = [mark for mark in marks if mark.seat == other and not mark.source][-2:]
        for at, mark in enumerate(own if numbered else ()):
            yield Shape("badge", Box(x + (BADGE + 2) * at, LINE - 1, BADGE, BADGE), str(mark.move))
        won = signed(sum(mark.points for mark in own))
        wide = GAIN + DIGIT * len(won)
        left = x + (BADGE + 2) * len(own) * numbered
        if won and left + wide <= x + room:
            yield Shape("close gain", Box(left, LINE - 1, wide, BADGE), won)


def _others(state: Pavilion, seat: Seat) -> Iterator[tuple[Seat, int, int]]:
    """The other seats, each with the left border of its place in the line above, and how wide that is."""
    others = [other for other in range(len(state.boards)) if other != seat]
    wide = min(SEAT, (WIDTH - EDGE - OTHERS) // len(others))
    for at, other in enumerate(others):
        yield other, WIDTH - EDGE - wide * (len(others) - at), wide


def seat_places(state: Pavilion, seat: Seat) -> Places:
    """The places of the picture of this seat, those of the only board under its number."""
    where = places(len(state.factories) if state.phase == DRAFTING else 0, state.side)
    return replace(where, seats={seat: where.seats[0]}, trays={seat: where.trays[0]}, hands={seat: where.hands[0]})


@cache
def places(offered: int, side: str) -> Places:
    """The places of a board below so many factories, as those of seat 0; without factories the supply has more room."""
    layout = _layout(offered)
    alone = spot(layout.panels[0], HEAD, TOP, layout.scale)
    heap = layout.center
    small = layout.small
    large = layout.large
    beside = Box(small.x + 110, small.y, small.w - 116, small.h)
    below = Box(large.x + 6, large.y + 40, large.w - 12, layout.bonus[1][1])
    return Places(
        layout,
        Ground(WIDTH, layout.height, tuple(printed(alone, side))),
        tuple(factory(box, layout.offer) for box in layout.factories),
        groups(Box(heap.x + 84, heap.y, heap.w - 88, heap.h), (40, 70)),
        Box(heap.x + 34, heap.y + (heap.h - 44) // 2, 44, 44),
        (
            Band(small, Box(small.x + 16, small.y, 100, small.h), spread(beside, SUPPLY, layout.bonus[0])),
            Band(large, Box(large.x + 16, large.y + 4, 200, 36), spread(below, SUPPLY, layout.bonus[1])),
        ),
        {0: alone},
        {0: layout.trays[0]},
        {0: groups(layout.trays[0], layout.held)},
    )


def _layout(offered: int) -> Layout:
    rows = -(-offered // ACROSS)
    wide = (WIDTH - 2 * EDGE - GAP * (ACROSS - 1)) // ACROSS
    shelf = [
        Box(EDGE + (wide + GAP) * (at % ACROSS), STRIP + NEWS + (ROW + GAP) * (at // ACROSS), wide, ROW)
        for at in range(offered)
    ]
    heap = Box(EDGE, STRIP + NEWS + (ROW + GAP) * rows, WIDTH - 2 * EDGE, HEAP)
    small = Box(EDGE, heap.y + HEAP + GAP, heap.w, STOCK)
    large = Box(EDGE, STRIP + NEWS, heap.w, POOL)
    scale = SIZES[rows]
    above = small if offered else large
    panel = Box(EDGE, above.y + above.h + GAP, heap.w, HEAD + TOP + 10 * scale.height + HAND)
    tray = Box(panel.x + 8, panel.y + panel.h - HAND + 2, panel.w - 16, HAND - 8)
    return Layout(
        *(panel.y + panel.h + EDGE, scale, (panel,), HEAD, TOP, tuple(shelf), heap, small, large, (tray,), (large,)),
        offer=(28, 49),
        bonus=((30, 52), (56, 97)),
        held=(44, 76),
        least=LEAST,
        disc=18,
    )


def _strip(state: Pavilion, seat: Seat, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """The round and its wild color, and the names and points of the other seats; gold has the start token."""
    over = state.phase == OVER
    progress = say("pavilion.picture.final") if over else say("pavilion.picture.round", round=state.round)
    yield Shape("title", Box(16, 2, 124, LINE), progress)
    if not over:
        yield Shape("close wild", Box(146, 2, 60, LINE), say("pavilion.picture.wild"))
        yield from (shape._replace(text="") for shape in wilds(state, 224, 25))
    for other, x, room in _others(state, seat):
        mood = " acting" if other in state.to_act() else " lit" if holds_token(state, other) else ""
        yield Shape(f"seat{mood}", Box(x, 9, 34, 34), str(other + 1))
        if shown(names[other]):
            yield Shape("close other", Box(x + 40, 2, room - 42, 24), shown(names[other]))
        yield Shape("points", Box(x + 40, 25, room - 44, 28), str(state.boards[other].score))


def _head(state: Pavilion, seat: Seat, box: Box, name: str, say: Say) -> Iterator[Shape]:
    who = standing(state, seat, name, say)
    mood = f" {who.mood}" if who.mood else ""
    if who.mood:
        yield Shape(f"head{mood}", box)
    yield Shape(f"close plaque{mood}", Box(box.x + 12, box.y + 9, 38, 38), str(seat + 1))
    text = shown(name) + (f"\t{who.note}" if who.note else "")
    if text:
        yield Shape(f"close name{mood}", Box(box.x + 64, box.y, box.w - 64 - 170, box.h), text)
    if holds_token(state, seat):
        yield Shape("marker", square(box.x + box.w - 128, box.y + box.h // 2, 20), "1")
    yield Shape(f"close score{mood}", Box(box.x + box.w - 118, box.y, 100, box.h), str(who.score))


def _hand(state: Pavilion, seat: Seat, where: Places, say: Say) -> Iterator[Shape]:
    """The hand; at the end what the points came from instead."""
    lies = state.boards[seat]
    tray = where.trays[seat]
    if state.phase == OVER:
        yield Shape("panel", where.layout.cards[0])
        for points, caption, box in sources(state, seat, where.layout.cards[0].inset(8), say):
            look = "close value" if points != "+0" else "close value none"
            yield Shape(look, Box(box.x, box.y + 30, box.w, 48), points)
            yield Shape("close caption", Box(box.x, box.y + 80, box.w, 36), caption)
    elif lies.passed:
        yield Shape("rest", tray, passed(lies, say))
    else:
        yield from heap(lies.hand, where.hands[seat], where.layout.least)


def _enlarged(shape: Shape) -> Shape:
    """Numbers and points of moves large enough for a phone, around the same middle but within the picture."""
    if shape.role not in ("badge", "gain"):
        return shape
    box = shape.box
    wide = BADGE if shape.role == "badge" else GAIN + DIGIT * len(shape.text)
    x = box.x + box.w // 2 - wide // 2 + (0 if shape.role == "gain" else -(BADGE - box.w) // 2)
    y = box.y + box.h // 2 - BADGE // 2
    role = "close gain" if shape.role == "gain" else "badge"
    return within(Shape(role, Box(x, y, wide, BADGE), shape.text), WIDTH)
