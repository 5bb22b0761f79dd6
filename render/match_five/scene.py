"""The picture of Match Five: a plan of the table, seats above it, a hand below for whom it belongs to.

Knows no pixels and no words of its own; the places are in `places`, stacks in `tiles`,
outlines in `outlines`.
"""

from collections.abc import Iterator, Sequence

from engine.core import State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import WILD
from engine.games.match_five.spots import place_of
from render.match_five.heads import gain, head, progress, rack
from render.match_five.land import Place, TablePlan, owner, plan
from render.match_five.outlines import finished, gains, laid, outlines, traces
from render.match_five.places import Places, PlayingField, boxes_of, field, places
from render.match_five.tiles import CAP, stack, star, wall
from render.parts import position, square
from render.scene import Box, Changes, Say, Scene, Shape

TITLE, SUPPLY = Box(16, 2, 430, 46), Box(754, 2, 430, 46)


def scene(
    view: View[State], names: Sequence[str], say: Say, changes: Changes = (), also: Sequence[Place] = ()
) -> Scene:
    """The whole table; new tiles of the `changes` are outlined, those of an unfinished turn in another color.

    `also`: places in view, too.
    """
    state, seat = position(view, MatchFive), owner(view)
    where = places(len(state.hands), seat is not None, state.over)
    table = plan(state)
    seen = field((*table.stacks, *also), where.table)
    shapes = [
        Shape("title", TITLE, say("match_five.title")),  # apart from what every turn changes, so that it is drawn once
        Shape("supply", SUPPLY, progress(state, say)),
        *seen.labels(where.table),
        *_table(table, seen, spaces=not state.over),
        *_heads(state, names, where, changes, say),
    ]
    shapes += outlines(traces(state, changes), table, seen, numbered=len(finished(changes)) > 1)
    shapes += laid(table, seen)
    for place in table.stacks:
        tiles = zip(table.tiles(place), boxes_of(table, place, seen), strict=True)
        shapes += [star(box, seen.spot(place)) for tile, box in tiles if tile[0] == WILD]
    if seat is not None and where.rack:
        shapes += rack(state, seat, where.rack, say)
    return Scene(where.ground, tuple(shapes))


def _heads(state: MatchFive, names: Sequence[str], where: Places, changes: Changes, say: Say) -> Iterator[Shape]:
    earned = gains(changes)
    for seat, name in enumerate(names):
        spot = where.heads[seat]
        yield from head(state, seat, name, spot, say)
        crowded = spot.note and seat in state.to_act()
        if earned.get(seat) and not crowded and not state.over:
            yield gain(earned[seat], spot)


def _table(table: TablePlan, seen: PlayingField, *, spaces: bool) -> Iterator[Shape]:
    """Spaces beside the group, stacks, then walls between locked tiles and the places that they close."""
    for place in table.spaces if spaces else ():
        cell = seen.spot(place)
        middle = square(cell.x + cell.w // 2, cell.y + cell.h // 2, max(6, min(14, cell.h // 4)))
        yield Shape("closed", middle) if table.takes_none(place) else Shape("space", cell)
    for place in table.stacks:
        cell = seen.spot(place)
        yield from stack(boxes_of(table, place, seen), table.tiles(place))
        if table.takes_none(place):
            yield Shape("cap", Box(cell.x, cell.y, cell.w, CAP))
    for spot, side in table.walls():
        yield wall(seen.spot(place_of(spot)[:2]), side)
