"""One seat of Azul for phones: what it can take, its own board large, the points of the others.

Knows no pixels and no words of its own. Laid out small with the parts of the whole table, then magnified.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from engine.core import Seat, State, View
from engine.games.azul import Azul
from engine.games.azul.sets import COLORS
from render.azul.outlines import Trace, traces
from render.azul.places import Layout, Places, laid
from render.azul.scene import earned, market, outline, own, sources, title
from render.parts import BADGE, Legend, chip, position, seat_label, side_by_side, spelled, square
from render.scene import Box, Changes, Ground, Say, Scene, Shape, magnified

ZOOM = 1.4  # from the 514 units of the layout to 720
WIDTH, EDGE, ROOM = 514, 9, 496  # board units: all, left of everything, what is left
TOP, DISPLAY, PITCH = 46, 121, 125  # where displays begin, how large they are, from one to the next
ACROSS = 4  # displays in a row
HEAP = 62  # high is a center that has a row of its own
PANEL, CHIP, GAP = 320, 44, 8  # high: the board, the points of others; between them
TITLE, SUPPLY = Box(12, 0, 300, TOP), Box(300, 0, 202, TOP)


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """All that the 0-based seat needs to decide its move, 720 wide."""
    state = position(view, Azul)
    where = enlarged_places(len(names), state.wall, state.over)
    marks = traces(state, changes)
    shapes = [*title(state, TITLE, SUPPLY, say)]
    if state.over:
        shapes += sources(state, seat, where.layout.cards[0], say)
    else:
        shapes += market(state, where, {mark.source for mark in marks})
    shapes += own(state, where, seat, names[seat], say)
    shapes += earned(state.boards[seat].wall, where.seats[seat]) if state.over else ()
    for mark in marks:
        shapes += outline(mark, where, numbered=len(changes) > 1) if mark.seat == seat else ()
    shapes += _others(state, where, names, say, seat, marks if len(changes) > 1 else ())
    drawn = Scene(where.ground, tuple(shapes))
    return magnified(drawn if state.over else spelled(drawn, "azul.color", COLORS, say, _legend(where)), ZOOM)


def _legend(where: Places) -> Legend:
    """Left of the three shortest lines, where nothing ever lies: two tiles, two and one."""
    left, side = where.layout.panels[0].x + 20, 22
    tops = [lines[0].y + (lines[0].h - side) // 2 for lines in where.seats[0].lines[:3]]
    rows = (side_by_side(Box(left, top, side, side), 50, 2) for top in tops)
    return Legend(tuple(box for boxes in rows for box in boxes)[: len(COLORS)], 22)


@cache
def enlarged_places(seats: int, wall: str, over: bool) -> Places:
    """The places before they are magnified; every seat has the same one, for only one is drawn."""
    where = laid(_layout(seats, over=over), wall, over=over)
    chips = tuple(Shape("chip", box) for box in _chips(where.layout, seats))
    ground = Ground(where.ground.width, where.ground.height, (*where.ground.shapes, *chips))
    return replace(where, ground=ground, seats=where.seats * seats)


def _layout(seats: int, *, over: bool) -> Layout:
    """Displays in rows of four, the center beside the last one or below three, then the board."""
    count = 2 * seats + 1
    rows = [range(at, min(at + ACROSS, count)) for at in range(0, count, ACROSS)]
    displays = []
    for number, row in enumerate(rows):  # from the left, but three stand in the middle
        left = EDGE + (PITCH // 2 if len(row) == ACROSS - 1 else 0)
        displays += [Box(left + PITCH * at, TOP + PITCH * number, DISPLAY, DISPLAY) for at in range(len(row))]
    end = TOP + PITCH * len(rows)
    beside = len(rows[-1]) == 1
    wide = PITCH if beside else 0
    center = Box(EDGE + wide, end - PITCH if beside else end, ROOM - wide, DISPLAY if beside else HEAP)
    top = (TOP + 100 if over else center.y + center.h) + GAP
    return Layout(
        *(WIDTH, top + PANEL + GAP + CHIP + GAP),
        displays=tuple(displays),
        center=center,
        across=3 if beside else 6,
        cards=(Box(EDGE, TOP, ROOM, 100),),
        panels=(Box(EDGE, top, ROOM, PANEL),),
        pitch=40,
        head=44,
    )


def _chips(layout: Layout, seats: int) -> list[Box]:
    wide = (ROOM - GAP * (seats - 2)) // (seats - 1)
    return [Box(EDGE + (wide + GAP) * at, layout.height - CHIP - GAP, wide, CHIP) for at in range(seats - 1)]


def _others(
    state: Azul, where: Places, names: Sequence[str], say: Say, seat: Seat, marks: Sequence[Trace]
) -> Iterator[Shape]:
    """A chip for each of the others, then the numbers of their moves on it: their boards are not in this picture."""
    others = [other for other in range(len(names)) if other != seat]
    chips = list(zip(others, _chips(where.layout, len(names)), strict=True))
    for other, box in chips:
        yield from chip(box, seat_label(state, other, names[other], state.boards[other].score, say))
    for other, box in chips:
        for at, number in enumerate(sorted({mark.move for mark in marks if mark.seat == other})):
            yield Shape("badge", square(box.x + 12 + (BADGE + 2) * at, box.y + 1, BADGE // 2), str(number))
