"""Marks of moves in the picture of Match Five: choices, causes of refusals, prepared moves, boxes of their fields.

[5.2] is a paragraph of `data/rules/match_five.md`. Knows nothing about texts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from engine.core import Move, Seat, State, View
from engine.games.match_five import Exchange, MatchFive, Place, Wild
from engine.games.match_five.coordinates import AXES, NEIGHBOR_STEPS, TileSpot, coordinates_of
from engine.games.match_five.lines import CODE_BY_TILE, series_fault
from engine.games.match_five.sets import MAX_STACK, MIDDLE_CELL, WILD, split
from engine.games.match_five.tile_grid import locked_spots, walk
from render.match_five.close import RING_OVERLAP, close, rack_boxes, tower_layout
from render.match_five.places import places, playing_field, stack_boxes
from render.match_five.scene import scene
from render.match_five.stacks import TablePlace, VisibleTable, hand_owner, visible_table
from render.parts import position, ring
from render.portrayal import PreparedTurns, Spots
from render.scene import Box, Say, Scene, Shape

# Board units from the border of a tile in a stack inward to its outline, so that other tiles stay readable.
STACKED_TILE_INSET = 4


@dataclass(frozen=True)
class _DrawnTable:
    """The table as one of the pictures shows it.

    `columns` and `rows` are in view. `cell` returns the box of a place with its stack, `tile` the box of one tile.
    """

    plan: VisibleTable
    columns: range
    rows: range
    cell: Callable[[TablePlace], Box]
    tile: Callable[[TablePlace, int], Box]

    def box(self, spot: TileSpot) -> Box:
        """The box of one tile."""
        column, row, level = coordinates_of(spot)
        return self.tile((column, row), level)

    def shows(self, place: TablePlace) -> bool:
        """Whether the place is in view."""
        return place[0] in self.columns and place[1] in self.rows


def marks(view: View[State], moves: Sequence[Move], enlarged: bool) -> Iterator[Shape]:
    """In the enlarged picture, a ring around the chosen tile of the hand."""
    tiles = {move.tile for move in moves if isinstance(move, Place)}
    if enlarged and view.seat is not None and len(tiles) == 1:
        boxes = [box for tile, box in _hand_boxes(view, view.seat, enlarged) if tile in tiles]
        for box in boxes[:1]:
            yield from ring(box, look="ring chosen")


def cause(view: View[State], move: Move, reason: str, enlarged: bool) -> Iterator[Box]:
    """The boxes of the places and tiles because of which the rule forbids the move."""
    table = _drawn_table(view, (), enlarged)
    if isinstance(move, Place | Wild):
        yield from _blamed_boxes(table, move, reason)
    elif reason == "4.8":
        yield from map(table.box, table.plan.grid.new_spots)


def prepared_outlines(view: View[State], move: Move, enlarged: bool) -> list[Shape]:
    """The outline of the place where the viewer would lay a tile; empty if the picture does not show it."""
    return _outlines(_drawn_table(view, (), enlarged), [move])


def spots(view: View[State], move: Move, enlarged: bool) -> Spots:
    """The boxes for each field of a move; the face of a wild has none."""
    assert view.seat is not None
    if hand_owner(view) is None and not enlarged:
        return {}
    hand = _hand_boxes(view, view.seat, enlarged)
    table = _drawn_table(view, (), enlarged)
    match move:
        case Place(tile=tile, cell=cell):
            tiles = tuple(box for held, box in hand if held == tile)
            return {"tile": tiles, "cell": (table.cell((cell.column, cell.row)),)}
        case Wild(cell=cell):
            return {"cell": (table.cell((cell.column, cell.row)),)}
        case Exchange(tiles=tiles):
            return {"tiles": tuple(box for held, box in hand if held in split(tiles))}
    return {}


def scene_with_prepared(
    view: View[State], names: Sequence[str], say: Say, turns: PreparedTurns, enlarged: bool
) -> tuple[Scene, list[list[Shape]]]:
    """The picture, with all places of these turns in view, and the outlines of each turn."""
    laid = [move for moves in turns for move in moves if isinstance(move, Place | Wild)]
    also = [(move.cell.column, move.cell.row) for move in laid]
    table = _drawn_table(view, also, enlarged)
    outlines = [_outlines(table, moves) for moves in turns]
    if not enlarged:
        return scene(view, names, say, (), also), outlines
    assert view.seat is not None
    return close(view, names, say, (), view.seat, also), outlines


def _outlines(table: _DrawnTable, moves: Sequence[Move]) -> list[Shape]:
    laid = [move for move in moves if isinstance(move, Place | Wild)]
    places_of = [(move.cell.column, move.cell.row) for move in laid]
    return [shape for place in places_of if table.shows(place) for shape in ring(table.cell(place), look="ring tight")]


def _hand_boxes(view: View[State], seat: Seat, enlarged: bool) -> list[tuple[str, Box]]:
    state = position(view, MatchFive)
    rack = None if enlarged else places(len(state.hands), hand_owner(view) is not None, state.over).rack
    boxes = (
        rack.tiles if rack else rack_boxes(tower_layout(state, visible_table(state), seat, ())[1]) if enlarged else ()
    )
    return list(zip(split(state.hands[seat]), boxes, strict=False))


def _drawn_table(view: View[State], also: Sequence[TablePlace], enlarged: bool) -> _DrawnTable:
    state = position(view, MatchFive)
    table = visible_table(state)
    if enlarged:
        assert view.seat is not None
        towers, _ = tower_layout(state, table, view.seat, also)

        def tower(place: TablePlace) -> Box:
            top = towers.tile(place, max(table.height(place) - 1, 0))
            return towers.tile(place).union(top).inset(RING_OVERLAP)

        def storey(place: TablePlace, level: int) -> Box:
            return towers.tile(place, level).inset(RING_OVERLAP)

        return _DrawnTable(table, towers.columns, towers.rows, tower, storey)
    field = playing_field(
        (*table.stacks, *also), places(len(state.hands), hand_owner(view) is not None, state.over).table
    )

    def tile(place: TablePlace, level: int) -> Box:
        box = stack_boxes(table, place, field)[level]
        return box if table.height(place) == 1 else box.inset(STACKED_TILE_INSET)

    return _DrawnTable(table, field.columns, field.rows, field.cell_box, tile)


def _blamed_boxes(table: _DrawnTable, move: Place | Wild, reason: str) -> Iterator[Box]:
    """For [3.3] the middle, [5.2] the full stack, [5.3] [5.4] [7.2] tiles of this turn, [5.5] the isolated place."""
    place = (move.cell.column, move.cell.row)
    visible = table.plan
    if (reason == "5.5" and table.shows(place)) or reason in ("3.3", "5.2"):
        yield table.cell(MIDDLE_CELL if reason == "3.3" else place)
    for spot in visible.grid.new_spots:
        if reason in ("5.3", "5.4") or (reason == "7.2" and visible.grid.tile(spot)[0] == WILD):
            yield table.box(spot)
    if visible.height(place) < MAX_STACK:
        yield from _blamed_neighbors(table, visible.landing_spot(place), move, reason)


def _blamed_neighbors(table: _DrawnTable, spot: TileSpot, move: Place | Wild, reason: str) -> Iterator[Box]:
    """For [6.1] locked tiles beside the place, [5.6] [5.7] [7.3] the other tiles of each line that breaks the rule."""
    tiles = table.plan.grid.tiles
    if reason == "6.1":
        yield from map(table.box, sorted(locked_spots(tiles) & {spot + step for step in NEIGHBOR_STEPS}))
    for axis in AXES:
        before, after, others = walk(tiles, spot, axis)
        line = [other for other in range(before + axis, after, axis) if other != spot]
        if reason in ("5.6", "5.7", "7.3") and series_fault(others + CODE_BY_TILE[move.table_tile]) == reason:
            yield reduce(Box.union, map(table.box, line))
