"""What on the table of Match Five makes a rule forbid a move: the places that its picture outlines.

Knows no pixels and no words; the numbers are paragraphs of `data/rules/match_five.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from engine.core import Move, State, View
from engine.games.match_five import MatchFive, Place, Wild
from engine.games.match_five.land import AXES, BESIDE, Spot, fault, locked
from engine.games.match_five.sets import HIGHEST, MIDDLE, WILD
from render.match_five.land import TablePlan, owner, plan
from render.match_five.places import Field, boxes_of, field, places
from render.parts.standing import position
from render.scene import Box

INSIDE = 4  # board units from the border of a tile of a stack to what is outlined, so that others can be read


def cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The boxes in the picture of the whole table; none where nothing on it is to blame, or nobody looks."""
    state, table = position(view, MatchFive), plan(position(view, MatchFive))
    if view.seat is None:
        return []
    seen = field(table.stacks, places(len(state.hands), owner(view) is not None, state.over).table)
    if isinstance(move, Place | Wild):
        return list(_place(table, seen, move, reason))
    return [_tile(table, seen, spot) for spot in table.land.new] if reason == "4.8" else []


def _place(table: TablePlan, seen: Field, move: Place | Wild, reason: str) -> Iterator[Box]:
    """[3.3] the middle; [5.2] the full stack; [5.3] [5.4] [7.2] tiles of this turn; [5.5] the lonely place."""
    place = (move.cell.column, move.cell.row)
    lonely = reason == "5.5" and place[0] in seen.columns and place[1] in seen.rows
    if lonely or reason in ("3.3", "5.2"):
        yield seen.spot(MIDDLE if reason == "3.3" else place)
    for spot in table.land.new:
        if reason in ("5.3", "5.4") or (reason == "7.2" and table.land.tiles[spot][0] == WILD):
            yield _tile(table, seen, spot)
    if table.height(place) < HIGHEST:
        yield from _beside(table, seen, table.top(place), move, reason)


def _beside(table: TablePlan, seen: Field, spot: Spot, move: Place | Wild, reason: str) -> Iterator[Box]:
    """[6.1] the locked tiles beside the place; [5.6] [5.7] [7.3] the other tiles of each line that would be wrong."""
    x, y, level = spot
    if reason == "6.1":
        closing = locked(table.land) & {(x + dx, y + dy, level) for dx, dy in BESIDE}
        yield from (_tile(table, seen, each) for each in sorted(closing))
    tile = WILD + move.face if isinstance(move, Wild) else move.tile
    for axis in AXES:
        line = [each for each in table.land.line(spot, axis) if each != spot]
        if reason in ("5.6", "5.7", "7.3") and fault([tile, *(table.land.tiles[each] for each in line)]) == reason:
            yield reduce(Box.around, (_tile(table, seen, each) for each in line))


def _tile(table: TablePlan, seen: Field, spot: Spot) -> Box:
    """The box of one tile."""
    place = spot[:2]
    box = boxes_of(table, place, seen)[spot[2]]
    return box if table.height(place) == 1 else box.inset(INSIDE)
