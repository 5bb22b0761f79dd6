"""What the picture of Match Five has for moves: what is chosen so far, why not, what is prepared, where answers are.

Knows no words; numbers in brackets are paragraphs of `data/rules/match_five.md`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from engine.core import Move, Seat, State, View
from engine.games.match_five import Exchange, MatchFive, Place, Wild
from engine.games.match_five.land import locked, walk
from engine.games.match_five.lines import CODES, fault
from engine.games.match_five.sets import HIGHEST, MIDDLE, WILD, split
from engine.games.match_five.spots import AXES, BESIDE, Spot, place_of
from render.match_five import land
from render.match_five.close import RIM, close_around, rack_boxes, towers
from render.match_five.land import TablePlan, owner, plan
from render.match_five.places import boxes_of, field, places
from render.match_five.scene import scene_around
from render.parts.heads import ring
from render.parts.standing import position
from render.portrayal import Spots, Turns
from render.scene import Box, Say, Scene, Shape

INSIDE = 4  # board units from the border of a tile of a stack to what is outlined, so that others can be read


@dataclass(frozen=True)
class _Table:
    """The table as one of the pictures shows it: what lies there, the columns and rows in view, where places are.

    `cell`: the box of a place with all that lies there. `tile`: that of the tile on one of its levels.
    """

    plan: TablePlan
    columns: range
    rows: range
    cell: Callable[[land.Place], Box]
    tile: Callable[[land.Place, int], Box]

    def box(self, spot: Spot) -> Box:
        """The box of one tile."""
        column, row, level = place_of(spot)
        return self.tile((column, row), level)

    def shows(self, place: land.Place) -> bool:
        """Whether the place is in view."""
        return place[0] in self.columns and place[1] in self.rows


def close_marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """A ring around the tile of the hand that is chosen."""
    state, tiles = position(view, MatchFive), {move.tile for move in moves if isinstance(move, Place)}
    if view.seat is None or len(tiles) != 1:
        return ()
    hand = split(state.hands[view.seat])
    boxes = [box for tile, box in zip(hand, rack_boxes(state, view.seat), strict=False) if tile in tiles]
    return tuple(shape for box in boxes[:1] for shape in ring(box, look="ring chosen"))


def cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The boxes in the picture of the whole table; none where nothing on it is to blame, or nobody looks."""
    return [] if view.seat is None else list(_blamed(_whole(view, ()), move, reason))


def close_cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The same in the picture of the seat of the view enlarged."""
    return [] if view.seat is None else list(_blamed(_enlarged(view, view.seat, ()), move, reason))


def prepared(view: View[State], move: Move) -> list[Shape]:
    """The place on which the seat of the view would lay a tile; none where the picture does not show it."""
    return [] if view.seat is None else list(_prepared(_whole(view, ()), move))


def close_prepared(view: View[State], move: Move) -> list[Shape]:
    """The same on that seat enlarged."""
    return [] if view.seat is None else list(_prepared(_enlarged(view, view.seat, ()), move))


def spots(view: View[State], move: Move) -> Spots:
    """What stands for each answer of a move of the seat of the view; the color and number of a wild stand nowhere."""
    state = position(view, MatchFive)
    rack = places(len(state.hands), owner(view) is not None, state.over).rack
    if rack is None or view.seat is None:
        return {}
    return _spots(_whole(view, ()), _lying(state, view.seat, rack.tiles), move)


def close_spots(view: View[State], move: Move) -> Spots:
    """The same on that seat enlarged."""
    if view.seat is None:
        return {}
    state = position(view, MatchFive)
    hand = _lying(state, view.seat, rack_boxes(state, view.seat))
    return _spots(_enlarged(view, view.seat, ()), hand, move)


def _lying(state: MatchFive, seat: Seat, rack: Sequence[Box]) -> list[tuple[str, Box]]:
    """The tiles of a hand with their boxes."""
    return list(zip(split(state.hands[seat]), rack, strict=False))


def _spots(table: _Table, hand: Sequence[tuple[str, Box]], move: Move) -> dict[str, tuple[Box, ...]]:
    match move:
        case Place(tile=tile, cell=cell):
            tiles = tuple(box for lies, box in hand if lies == tile)
            return {"tile": tiles, "cell": (table.cell((cell.column, cell.row)),)}
        case Wild(cell=cell):
            return {"cell": (table.cell((cell.column, cell.row)),)}
        case Exchange(tiles=tiles):
            return {"tiles": tuple(box for lies, box in hand if lies in split(tiles))}
    return {}


def with_prepared(view: View[State], names: Sequence[str], say: Say, turns: Turns) -> tuple[Scene, list[list[Shape]]]:
    """The whole table with room for all these turns, and their outlines: tiles go where nothing lies beside yet."""
    also = _laid(turns)
    return scene_around(view, names, say, (), also), _outlines(_whole(view, also), turns)


def close_with_prepared(
    view: View[State], names: Sequence[str], say: Say, turns: Turns
) -> tuple[Scene, list[list[Shape]]]:
    """The same with the seat of the view enlarged."""
    assert view.seat is not None
    also = _laid(turns)
    drawn = close_around(view, names, say, (), view.seat, also)
    return drawn, _outlines(_enlarged(view, view.seat, also), turns)


def _laid(turns: Turns) -> list[land.Place]:
    """The places on which the turns lay tiles."""
    return [(move.cell.column, move.cell.row) for moves in turns for move in moves if isinstance(move, Place | Wild)]


def _outlines(table: _Table, turns: Turns) -> list[list[Shape]]:
    return [[shape for move in moves for shape in _prepared(table, move)] for moves in turns]


def _whole(view: View[State], also: Sequence[land.Place]) -> _Table:
    state, table = position(view, MatchFive), plan(position(view, MatchFive))
    seen = field((*table.stacks, *also), places(len(state.hands), owner(view) is not None, state.over).table)

    def tile(place: land.Place, level: int) -> Box:
        box = boxes_of(table, place, seen)[level]
        return box if table.height(place) == 1 else box.inset(INSIDE)

    return _Table(table, seen.columns, seen.rows, seen.spot, tile)


def _enlarged(view: View[State], seat: Seat, also: Sequence[land.Place]) -> _Table:
    state, table = position(view, MatchFive), plan(position(view, MatchFive))
    seen = towers(state, table, seat, also)

    def cell(place: land.Place) -> Box:
        return seen.tile(place).around(seen.tile(place, max(table.height(place) - 1, 0))).inset(RIM)

    return _Table(table, seen.columns, seen.rows, cell, lambda place, level: seen.tile(place, level).inset(RIM))


def _prepared(table: _Table, move: Move) -> Iterator[Shape]:
    if isinstance(move, Place | Wild) and table.shows((move.cell.column, move.cell.row)):
        yield from ring(table.cell((move.cell.column, move.cell.row)), look="ring tight")


def _blamed(table: _Table, move: Move, reason: str) -> Iterator[Box]:
    if isinstance(move, Place | Wild):
        yield from _place(table, move, reason)
    elif reason == "4.8":
        yield from map(table.box, table.plan.land.new)


def _place(table: _Table, move: Place | Wild, reason: str) -> Iterator[Box]:
    """[3.3] the middle; [5.2] the full stack; [5.3] [5.4] [7.2] tiles of this turn; [5.5] the lonely place."""
    place, lies = (move.cell.column, move.cell.row), table.plan
    if (reason == "5.5" and table.shows(place)) or reason in ("3.3", "5.2"):
        yield table.cell(MIDDLE if reason == "3.3" else place)
    for spot in lies.land.new:
        if reason in ("5.3", "5.4") or (reason == "7.2" and lies.land.tile(spot)[0] == WILD):
            yield table.box(spot)
    if lies.height(place) < HIGHEST:
        yield from _beside(table, lies.top(place), move, reason)


def _beside(table: _Table, spot: Spot, move: Place | Wild, reason: str) -> Iterator[Box]:
    """[6.1] the locked tiles beside the place; [5.6] [5.7] [7.3] the other tiles of each line that would be wrong."""
    tiles = table.plan.land.tiles
    if reason == "6.1":
        yield from map(table.box, sorted(locked(tiles) & {spot + step for step in BESIDE}))
    for axis in AXES:
        before, after, others = walk(tiles, spot, axis)
        line = [each for each in range(before + axis, after, axis) if each != spot]
        if reason in ("5.6", "5.7", "7.3") and fault(others + CODES[move.as_laid]) == reason:
            yield reduce(Box.around, map(table.box, line))
