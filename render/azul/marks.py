"""Marks of moves in the picture of Azul: choices so far, causes of refusals, prepared moves, boxes of fields.

Knows nothing about texts. Numbers in brackets are paragraphs of `data/rules/azul.md`. All functions work for the whole
table and for one enlarged seat.
"""

from collections.abc import Iterator, Sequence

from engine.core import Move, State, View
from engine.games.azul import Azul, Draft, Plan
from engine.games.azul.moves import CENTER_SOURCE, COLUMN_LETTERS, FLOOR_LINE
from engine.games.azul.sets import EMPTY_CELL
from render.azul.places import Places, SeatBoxes, places
from render.azul.scene import planned_tiles
from render.parts import position, ring
from render.portrayal import Spots
from render.scene import Box, Shape


def marks(view: View[State], moves: Sequence[Move], enlarged: bool) -> Iterator[Shape]:
    """Yield rings around the chosen source or tiles, and in the wall the tiles whose columns are chosen."""
    state = position(view, Azul)
    where = _view_places(view, enlarged)
    seat = view.seat
    drafts = [move for move in moves if isinstance(move, Draft)]
    plans = [move.columns for move in moves if isinstance(move, Plan)]
    if drafts and len({move.source for move in drafts}) == 1:
        colors = {move.color for move in drafts}
        for box in _tile_boxes(state, where, drafts[0]) if len(colors) == 1 else [_source_box(where, drafts[0].source)]:
            yield from ring(box, look="ring chosen")
    if plans and seat is not None:
        columns = enumerate(zip(*plans, strict=True))
        decided = next((row for row, letters in columns if len(set(letters)) > 1), len(plans[0]))
        yield from planned_tiles(state, seat, where.seats[seat], plans[0], decided)


def _source_box(where: Places, source: str) -> Box:
    return where.layout.center if source == CENTER_SOURCE else where.layout.displays[int(source) - 1]


def _tile_boxes(state: Azul, where: Places, draft: Draft) -> list[Box]:
    if draft.source == CENTER_SOURCE:
        return [where.center[draft.color]]
    index = int(draft.source) - 1
    tiles = zip(state.displays[index], where.displays[index], strict=False)
    return [box for tile, box in tiles if tile == draft.color]


def cause(view: View[State], move: Move, reason: str, enlarged: bool) -> Iterator[Box]:
    """Yield the boxes of what causes a refusal: the source, or the tiles that occupy the target."""
    assert view.seat is not None
    state = position(view, Azul)
    where = _view_places(view, enlarged)
    if isinstance(move, Draft):
        yield from _draft_causes(state, view.seat, where, move, reason)
    if isinstance(move, Plan):
        yield from _plan_causes(state, view.seat, where.seats[view.seat], move, reason)


def prepared_outlines(view: View[State], move: Move, enlarged: bool) -> Iterator[Shape]:
    """Yield rings around the source of a prepared draft and around the cells that it would fill."""
    assert view.seat is not None
    if not isinstance(move, Draft):
        return
    state = position(view, Azul)
    where = _view_places(view, enlarged)
    seat_boxes = where.seats[view.seat]
    board = state.boards[view.seat]
    landing = state.landing(view.seat, move)
    boxes = [_source_box(where, move.source)]
    if landing.fits:
        row = int(move.line) - 1
        first = len(board.lines[row])
        boxes.append(seat_boxes.lines[row][first].union(seat_boxes.lines[row][first + landing.fits - 1]))
    if len(landing.floor) > len(board.floor):
        boxes.append(seat_boxes.floor[len(board.floor)].union(seat_boxes.floor[len(landing.floor) - 1]))
    for box in boxes:
        yield from ring(box, look="ring tight")


def spots(view: View[State], move: Move, enlarged: bool) -> Spots:
    """Return the boxes for each field of a move; a row whose column is not chosen has none."""
    assert view.seat is not None
    where = _view_places(view, enlarged)
    seat_boxes = where.seats[view.seat]
    if isinstance(move, Draft):
        cells = seat_boxes.floor if move.line == FLOOR_LINE else seat_boxes.lines[int(move.line) - 1]
        tiles = tuple(_tile_boxes(position(view, Azul), where, move))
        line = cells[0].union(cells[-1])
        return {"source": (_source_box(where, move.source),), "color": tiles, "line": (line,)}
    if isinstance(move, Plan):
        rows = enumerate(zip(seat_boxes.wall, move.columns, strict=True), 1)
        return {
            f"row_{row}": (cells[COLUMN_LETTERS.index(letter)],)
            for row, (cells, letter) in rows
            if letter in COLUMN_LETTERS
        }
    return {}


def _view_places(view: View[State], enlarged: bool) -> Places:
    state = position(view, Azul)
    return places(len(state.boards), state.wall, state.over, enlarged)


def _draft_causes(state: Azul, seat: int, where: Places, move: Draft, reason: str) -> Iterator[Box]:
    """Yield for [4.2] the source, [4.5] [4.6] the tiles in the line, [4.7] the tile of that color in the wall row."""
    seat_boxes = where.seats[seat]
    board = state.boards[seat]
    if reason == "4.2":
        yield _source_box(where, move.source)
    if move.line == FLOOR_LINE:
        return
    row = int(move.line) - 1
    if reason in ("4.5", "4.6"):
        yield seat_boxes.lines[row][0].union(seat_boxes.lines[row][len(board.lines[row]) - 1])
    if reason == "4.7":
        yield seat_boxes.wall[row][board.wall[row].index(move.color)]


def _plan_causes(state: Azul, seat: int, seat_boxes: SeatBoxes, move: Plan, reason: str) -> Iterator[Box]:
    """Yield for [5.8] the tile on that space, [5.9] the tile of that color in the column."""
    board = state.boards[seat]
    chosen = [
        (row, COLUMN_LETTERS.index(letter)) for row, letter in enumerate(move.columns) if letter in COLUMN_LETTERS
    ]
    for row, column in chosen:
        color = board.lines[row][:1]
        if reason == "5.8" and board.wall[row][column] != EMPTY_CELL:
            yield seat_boxes.wall[row][column]
        if reason == "5.9":
            yield from (
                seat_boxes.wall[above][column] for above, tiles in enumerate(board.wall) if tiles[column] == color
            )
