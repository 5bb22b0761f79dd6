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
from render.match_five.close import RIM, close, laid_out, rack_boxes
from render.match_five.places import boxes_of, field, places
from render.match_five.scene import scene
from render.match_five.stacks import Place as TablePlace
from render.match_five.stacks import TablePlan, owner, plan
from render.parts import position, ring
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
    cell: Callable[[TablePlace], Box]
    tile: Callable[[TablePlace, int], Box]

    def box(self, spot: Spot) -> Box:
        """The box of one tile."""
        column, row, level = place_of(spot)
        return self.tile((column, row), level)

    def shows(self, place: TablePlace) -> bool:
        """Whether the place is in view."""
        return place[0] in self.columns and place[1] in self.rows


def marks(view: View[State], moves: Sequence[Move], enlarged: bool) -> Iterator[Shape]:
    """On the seat enlarged a ring around the tile of the hand that is chosen."""
    tiles = {move.tile for move in moves if isinstance(move, Place)}
    if enlarged and view.seat is not None and len(tiles) == 1:
        boxes = [box for tile, box in _hand(view, view.seat, enlarged) if tile in tiles]
        for box in boxes[:1]:
            yield from ring(box, look="ring chosen")


def cause(view: View[State], move: Move, reason: str, enlarged: bool) -> Iterator[Box]:
    """The places and tiles that are to blame."""
    table = _table(view, (), enlarged)
    if isinstance(move, Place | Wild):
        yield from _place(table, move, reason)
    elif reason == "4.8":
        yield from map(table.box, table.plan.land.new)


def prepared_outlines(view: View[State], move: Move, enlarged: bool) -> list[Shape]:
    """The place on which the seat of the view would lay a tile; none where the picture does not show it."""
    return _outlines(_table(view, (), enlarged), [move])


def spots(view: View[State], move: Move, enlarged: bool) -> Spots:
    """What stands for each answer of a move; the color and number of a wild stand nowhere."""
    assert view.seat is not None
    if owner(view) is None and not enlarged:
        return {}
    hand = _hand(view, view.seat, enlarged)
    table = _table(view, (), enlarged)
    match move:
        case Place(tile=tile, cell=cell):
            tiles = tuple(box for lies, box in hand if lies == tile)
            return {"tile": tiles, "cell": (table.cell((cell.column, cell.row)),)}
        case Wild(cell=cell):
            return {"cell": (table.cell((cell.column, cell.row)),)}
        case Exchange(tiles=tiles):
            return {"tiles": tuple(box for lies, box in hand if lies in split(tiles))}
    return {}


def with_prepared(
    view: View[State], names: Sequence[str], say: Say, turns: Turns, enlarged: bool
) -> tuple[Scene, list[list[Shape]]]:
    """The picture with room for all these turns, and their outlines: tiles go where nothing lies beside yet."""
    laid = [move for moves in turns for move in moves if isinstance(move, Place | Wild)]
    also = [(move.cell.column, move.cell.row) for move in laid]
    table = _table(view, also, enlarged)
    outlines = [_outlines(table, moves) for moves in turns]
    if not enlarged:
        return scene(view, names, say, (), also), outlines
    assert view.seat is not None
    return close(view, names, say, (), view.seat, also), outlines


def _outlines(table: _Table, moves: Sequence[Move]) -> list[Shape]:
    laid = [move for move in moves if isinstance(move, Place | Wild)]
    places_of = [(move.cell.column, move.cell.row) for move in laid]
    return [shape for place in places_of if table.shows(place) for shape in ring(table.cell(place), look="ring tight")]


def _hand(view: View[State], seat: Seat, enlarged: bool) -> list[tuple[str, Box]]:
    state = position(view, MatchFive)
    rack = None if enlarged else places(len(state.hands), owner(view) is not None, state.over).rack
    boxes = rack.tiles if rack else rack_boxes(laid_out(state, plan(state), seat, ())[1]) if enlarged else ()
    return list(zip(split(state.hands[seat]), boxes, strict=False))


def _table(view: View[State], also: Sequence[TablePlace], enlarged: bool) -> _Table:
    state = position(view, MatchFive)
    table = plan(state)
    if enlarged:
        assert view.seat is not None
        towers, _ = laid_out(state, table, view.seat, also)

        def tower(place: TablePlace) -> Box:
            top = towers.tile(place, max(table.height(place) - 1, 0))
            return towers.tile(place).around(top).inset(RIM)

        def storey(place: TablePlace, level: int) -> Box:
            return towers.tile(place, level).inset(RIM)

        return _Table(table, towers.columns, towers.rows, tower, storey)
    seen = field((*table.stacks, *also), places(len(state.hands), owner(view) is not None, state.over).table)

    def tile(place: TablePlace, level: int) -> Box:
        box = boxes_of(table, place, seen)[level]
        return box if table.height(place) == 1 else box.inset(INSIDE)

    return _Table(table, seen.columns, seen.rows, seen.spot, tile)


def _place(table: _Table, move: Place | Wild, reason: str) -> Iterator[Box]:
    """[3.3] the middle; [5.2] the full stack; [5.3] [5.4] [7.2] tiles of this turn; [5.5] the lonely place."""
    place = (move.cell.column, move.cell.row)
    lies = table.plan
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
