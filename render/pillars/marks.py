"""What the picture of Pillars has for moves: where they go, the turns, why not, what is prepared, where answers are.

Knows no pixels and no words; numbers in brackets are paragraphs of `data/rules/pillars.md`.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from math import ceil

from engine.core import Cell, Move, State, View
from engine.games.pillars import Lay, Pillar, Pillars, Player
from engine.games.pillars.sets import MIDDLE
from engine.games.pillars.shapes import PLAYABLE, SHAPES, cells, covered
from render.looks.pieces import FULL
from render.parts.heads import square
from render.parts.standing import position
from render.pillars.close import ZOOM, enlarged_places
from render.pillars.places import BORDER, COLORS, Grid, Tray, places
from render.portrayal import Spots
from render.scene import Box, Shape, larger

DOT, TIP = 8, 0.26  # the radius of a dot: board units on the board, of a square on a form
MOST = 32  # board units, of a square of a form
NAME, SPARE = 20, 8  # board units: the height of a name, left between forms at least
ROW = 4  # forms in a row at most
INSIDE = 5  # board units from the border of a square to what is outlined, so that neighbors stay free


def marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """A dot on the first square of each tile and on the square of each pillar; the turns if all are of one tile.

    The turns take the room of the tray of the seat to move; each is named as in notation, as in "5L3", and has its dot.
    """
    state = position(view, Pillars)
    where = places(len(state.players))
    return tuple(_shown(state, where.grid, where.trays[state.turn], moves))


def close_marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """The same on the seat to move enlarged."""
    state = position(view, Pillars)
    where = enlarged_places(state, state.turn)
    return larger(tuple(_shown(state, where.grid, where.tray, moves)), ZOOM)


def _shown(state: Pillars, grid: Grid, tray: Tray, moves: Sequence[Move]) -> Iterator[Shape]:
    laid = [move for move in moves if isinstance(move, Lay)]
    turns = sorted({(move.tile, move.turn) for move in laid})
    yield from _dots(moves, grid)
    if len({move.tile for move in laid}) == 1:
        yield from _turns(turns, tray.body, COLORS[state.turn])


def _dots(moves: Sequence[Move], grid: Grid) -> Iterator[Shape]:
    for cell in sorted({move.cell for move in moves if isinstance(move, Lay | Pillar)}):
        box = grid.at(cell)
        yield Shape("dot", square(box.x + box.w // 2, box.y + box.h // 2, DOT))


def _turns(turns: Sequence[tuple[str, str]], body: Box, color: str) -> Iterator[Shape]:
    """The forms in the order of their numbers, side by side and as large as there is room."""
    room = Box(body.x + BORDER, body.y, body.w - 2 * BORDER, body.h)
    forms = {tile + turn: SHAPES[tile][int(turn) - 1].form for tile, turn in turns}
    columns = min(ROW, len(forms))
    wide, high = room.w // columns, room.h // ceil(len(forms) / columns)
    longest = max(len(side) for form in forms.values() for side in (form.split("/"), form.split("/")[0]))
    pitch = min(MOST, (wide - SPARE) // longest, (high - NAME - SPARE) // longest)
    yield Shape("sheet", room)
    for at, (name, form) in enumerate(forms.items()):
        cell = Box(room.x + wide * (at % columns), room.y + high * (at // columns), wide, high)
        yield from _form(name, form, cell, pitch, color)


def _form(name: str, form: str, cell: Box, pitch: int, color: str) -> Iterator[Shape]:
    """In the middle of its cell, the name below it."""
    rows = form.split("/")
    w, h = pitch * len(rows[0]), pitch * len(rows)
    box = Box(cell.x + (cell.w - w) // 2, cell.y + (cell.h - h - NAME) // 2, w, h)
    first = box.x + pitch * rows[0].index(FULL)
    yield Shape(f"piece {color}", box, cut=form)
    yield Shape("dot", square(first + pitch // 2, box.y + pitch // 2, round(TIP * pitch)))
    yield Shape("kept", Box(cell.x, box.y + h + 2, cell.w, NAME - 2), name)


def cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The boxes in the picture of the whole table; none where nothing on it is to blame, or nobody looks."""
    state = position(view, Pillars)
    where = places(len(state.players))
    return [] if view.seat is None else list(_blamed(view, (where.grid, where.trays[view.seat]), move, reason))


def close_cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The same in the picture of the seat of the view enlarged."""
    if view.seat is None:
        return []
    where = enlarged_places(position(view, Pillars), view.seat)
    return [box.times(ZOOM) for box in _blamed(view, (where.grid, where.tray), move, reason)]


def prepared(view: View[State], move: Move) -> list[Shape]:
    """The form of a tile or a pillar where it would come to lie."""
    return list(_prepared(places(len(position(view, Pillars).players)).grid, move))


def close_prepared(view: View[State], move: Move) -> tuple[Shape, ...]:
    """The same on the seat of the view enlarged."""
    if view.seat is None:
        return ()
    return larger(tuple(_prepared(enlarged_places(position(view, Pillars), view.seat).grid, move)), ZOOM)


def spots(view: View[State], move: Move) -> Spots:
    """What stands for each answer of a move of the seat of the view: a tile in its tray, a square; no turn."""
    where = places(len(position(view, Pillars).players))
    return {} if view.seat is None else _spots(where.grid, where.trays[view.seat], move)


def close_spots(view: View[State], move: Move) -> Spots:
    """The same on that seat enlarged."""
    if view.seat is None:
        return {}
    where = enlarged_places(position(view, Pillars), view.seat)
    found = _spots(where.grid, where.tray, move)
    return {answer: tuple(box.times(ZOOM) for box in boxes) for answer, boxes in found.items()}


def _spots(grid: Grid, tray: Tray, move: Move) -> dict[str, tuple[Box, ...]]:
    """Columns and rows that are left out of the picture of one seat are dark, so that only a pillar may go there."""
    if isinstance(move, Lay):
        return {"tile": (tray.tiles[move.tile].around(tray.names[move.tile]),), "cell": (grid.at(move.cell),)}
    return {"cell": (grid.at(move.cell),)} if isinstance(move, Pillar) and grid.shows(move.cell) else {}


def _prepared(grid: Grid, move: Move) -> Iterator[Shape]:
    if isinstance(move, Lay):
        box, form = grid.lain(move)
        yield Shape("left piece", box.inset(2), cut=form)
    if isinstance(move, Pillar):
        yield Shape("left pillar", grid.at(move.cell).inset(INSIDE))


def _blamed(view: View[State], where: tuple[Grid, Tray], move: Move, reason: str) -> Iterator[Box]:
    """What is to blame on the board and in the tray of the seat of the view."""
    state = position(view, Pillars)
    if view.seat is not None and isinstance(move, Lay | Pillar):
        yield from _squares(state, where[0], move, reason)
        yield from _pieces(state.players[view.seat], where, move, reason)


def _squares(state: Pillars, grid: Grid, move: Lay | Pillar, reason: str) -> Iterator[Box]:
    """[3.3] the center section; [4.5] squares that are taken; [4.6] dark ones; [4.7] the place that touches nothing.

    Only what is in view.
    """
    if reason == "3.3":
        yield grid.at(Cell(MIDDLE[0], MIDDLE[0]), len(MIDDLE), len(MIDDLE))
    if reason in ("4.5", "4.6"):
        wrong = state.taken if reason == "4.5" else ~PLAYABLE[len(state.players)]
        yield from (grid.at(cell).inset(INSIDE) for cell in cells(covered(move) & wrong) if grid.shows(cell))
    if reason == "4.7" and isinstance(move, Lay) and all(map(grid.shows, cells(covered(move)))):
        yield grid.lain(move)[0].inset(INSIDE)


def _pieces(player: Player, where: tuple[Grid, Tray], move: Lay | Pillar, reason: str) -> Iterator[Box]:
    """[3.2] the pillars that come first; [4.2] the tile, which lies on the board; [5.1] the pillars put down."""
    grid, tray = where
    if reason == "3.2":
        yield reduce(Box.around, tray.pillars[: player.pillars])
    for piece in player.pieces():
        if reason == "4.2" and isinstance(piece, Lay) and isinstance(move, Lay) and piece.tile == move.tile:
            yield grid.lain(piece)[0].inset(INSIDE)
        if reason == "5.1" and isinstance(piece, Pillar):
            yield grid.at(piece.cell).inset(INSIDE)
