"""The picture of Match Five: a plan of the table, seats above it, a hand below for whom it belongs to.

Knows no pixels and no words of its own; the places are in `match_five_places`, stacks in `match_five_tiles`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from engine.core import State, View
from engine.games.match_five import MatchFive
from engine.games.match_five_sets import WILD
from render.match_five_heads import gain, head, progress, rack
from render.match_five_land import Place, Plan, match_five, owner, plan
from render.match_five_last import Trace, gains, told, traces
from render.match_five_places import Field, Places, field, places
from render.match_five_tiles import CAP, below_cap, stack, star, strips, wall
from render.parts import BADGE, ring, square
from render.scene import Box, Changes, Say, Scene, Shape
from render.strips import UNDER

TITLE, SUPPLY = Box(16, 2, 430, 46), Box(754, 2, 430, 46)


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """The whole table; new tiles of the `changes` are outlined, those of an unfinished turn in another color."""
    state, seat = match_five(view), owner(view)
    where = places(len(state.hands), seat is not None, state.over)
    table = plan(state)
    seen = field(table.stacks, where.table)
    shapes = [
        *_title(state, say),
        *seen.labels(where.table),
        *_table(table, seen, spaces=not state.over),
        *_heads(state, names, where, changes, say),
    ]
    numbered, marks = len(told(changes)) > 1, traces(state, changes)
    rings = [shape for mark in marks for shape in _outline(mark, table, seen, numbered=numbered)]
    rings.sort(key=lambda shape: shape.role == "badge")  # no ring covers a number
    shapes += [*rings, *_laid(table, seen), *_stars(table, seen)]
    if seat is not None and where.rack:
        shapes += rack(state, seat, where.rack, say)
    return Scene(where.ground, tuple(shapes))


def _title(state: MatchFive, say: Say) -> Iterator[Shape]:
    """The name of the game apart from what every turn changes, so that it is drawn once."""
    yield Shape("title", TITLE, say("match_five.title"))
    yield Shape("supply", SUPPLY, progress(state, say))


def _heads(state: MatchFive, names: Sequence[str], where: Places, changes: Changes, say: Say) -> Iterator[Shape]:
    earned = gains(changes)
    for seat, name in enumerate(names):
        spot = where.heads[seat]
        yield from head(state, seat, name, spot, say)
        crowded = spot.note and seat in state.to_act()
        if earned.get(seat) and not crowded and not state.over:
            yield gain(earned[seat], spot)


def _table(table: Plan, seen: Field, *, spaces: bool) -> Iterator[Shape]:
    """Spaces beside the group, stacks, then walls between locked tiles and the places that they close."""
    for place in table.spaces if spaces else ():
        yield _space(seen.spot(place), closed=table.takes_none(place))
    for place in table.stacks:
        cell = seen.spot(place)
        yield from stack(_strips(table, place, seen), table.tiles(place))
        if table.takes_none(place):
            yield Shape("cap", Box(cell.x, cell.y, cell.w, CAP))
    for (x, y, _), side in table.walls():
        yield wall(seen.spot((x, y)), side)


def _stars(table: Plan, seen: Field) -> Iterator[Shape]:
    for place in table.stacks:
        for tile, box in zip(table.tiles(place), _strips(table, place, seen), strict=True):
            if tile[0] == WILD:
                yield star(box, seen.spot(place))


def _strips(table: Plan, place: Place, seen: Field) -> list[Box]:
    """The boxes of a stack; a bar over one that takes no more needs room."""
    cell = seen.spot(place)
    return strips(below_cap(cell) if table.takes_none(place) else cell, table.height(place))


def _space(cell: Box, *, closed: bool) -> Shape:
    """Where a tile may go; a cross where none may."""
    middle = square(cell.x + cell.w // 2, cell.y + cell.h // 2, max(6, min(14, cell.h // 4)))
    return Shape("closed", middle) if closed else Shape("space", cell)


def _outline(mark: Trace, table: Plan, seen: Field, *, numbered: bool) -> Iterator[Shape]:
    """A ring around the new tiles of each stack, one around new stacks side by side; one number a turn."""
    label = str(mark.move) if numbered else ""
    for first, *others in mark.groups(table):
        boxes = [_new_tiles(table, place, mark.levels[place], seen) for place in (first, *others)]
        box = reduce(Box.around, boxes)
        yield from ring(box, "", "ring tight")
        if label:
            yield _badge(box, label, table.tiles(first), mark.levels[first])
        label = ""


def _badge(box: Box, label: str, tiles: Sequence[str], levels: tuple[int, int]) -> Shape:
    """The number of a ring where it covers least: on a corner; on narrow strips above and below in turns.

    Never on the star of a wild, which is above.
    """
    wild = any(tile[0] == WILD for tile in tiles[slice(*levels)])
    below = len(tiles) > 1 and (wild or levels[0] % 2 == 1)
    x, y = (box.x + 1, box.y - 5) if len(tiles) == 1 else (box.x + box.w // 2, box.y - 7)
    return Shape("badge", square(x, box.y + box.h + 7 if below else y, BADGE // 2), label)


def _new_tiles(table: Plan, place: Place, levels: tuple[int, int], seen: Field) -> Box:
    """The strips of some levels of a stack, a bit smaller in a stack, so that a ring leaves the others free."""
    height, boxes = table.height(place), _strips(table, place, seen)
    around = boxes[levels[0]].around(boxes[levels[1] - 1])
    covered = UNDER if levels[1] < height else 0
    return around if height == 1 else Box(around.x, around.y, around.w - covered, around.h).inset(2)


def _laid(table: Plan, seen: Field) -> Iterator[Shape]:
    """The tiles of an unfinished turn."""
    for x, y, level in table.land.new:
        yield Shape("own ring", _new_tiles(table, (x, y), (level, level + 1), seen).inset(-5))
