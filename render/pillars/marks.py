"""Marks of moves in the picture of Pillars: legal moves, turns of tiles, causes of refusals, prepared moves, fields.

Knows nothing about pixels and texts; numbers in brackets are paragraphs of `data/rules/pillars.md`.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from math import ceil

from engine.core import Cell, Move, Seat, State, View
from engine.games.pillars import Lay, Pillar, Pillars, Player
from engine.games.pillars.sets import CENTER_RANGE
from engine.games.pillars.shapes import ORIENTATIONS, PLAYABLE_SQUARES, cells_of, covered_squares
from render.looks.pieces import FULL_SQUARE
from render.parts import position, square
from render.pillars.places import SEAT_COLORS, TRAY_BORDER, Grid, Tray, places
from render.pillars.scene import seat_places
from render.portrayal import Spots
from render.scene import Box, Shape

DOT_RADIUS = 8  # board units, on the board
FORM_DOT_SHARE = 0.26  # radius of a dot on a form, as a share of a square
MAX_FORM_SQUARE = 32  # board units
FORM_NAME_HEIGHT = 20  # board units
FORM_GAP = 8  # board units at least
FORMS_PER_ROW = 4  # at most
OUTLINE_INSET = 5  # board units from the border of a square, so that outlines do not touch neighbors


def marks(view: View[State], moves: Sequence[Move], enlarged: bool) -> Iterator[Shape]:
    """Yield a dot on the first square of each tile and on the square of each pillar; for a single tile, also its turns.

    The turns cover the tray of the seat to move. Each has its name in notation, "5L3", and a dot on its first square.
    """
    state = position(view, Pillars)
    grid, tray = _grid_and_tray(state, state.turn, enlarged)
    for cell in sorted({move.cell for move in moves if isinstance(move, Lay | Pillar)}):
        box = grid.cell_box(cell)
        yield Shape("dot", square(box.x + box.w // 2, box.y + box.h // 2, DOT_RADIUS))
    laid = [move for move in moves if isinstance(move, Lay)]
    if len({move.tile for move in laid}) == 1:
        yield from _turn_sheet(sorted({(move.tile, move.turn) for move in laid}), tray.body, SEAT_COLORS[state.turn])


def _turn_sheet(turns: Sequence[tuple[str, str]], body: Box, color: str) -> Iterator[Shape]:
    room = Box(body.x + TRAY_BORDER, body.y, body.w - 2 * TRAY_BORDER, body.h)
    forms = {tile + turn: ORIENTATIONS[tile][int(turn) - 1].form for tile, turn in turns}
    columns = min(FORMS_PER_ROW, len(forms))
    wide = room.w // columns
    high = room.h // ceil(len(forms) / columns)
    longest = max(len(side) for form in forms.values() for side in (form.split("/"), form.split("/")[0]))
    pitch = min(MAX_FORM_SQUARE, (wide - FORM_GAP) // longest, (high - FORM_NAME_HEIGHT - FORM_GAP) // longest)
    yield Shape("sheet", room)
    for index, (name, form) in enumerate(forms.items()):
        cell = Box(room.x + wide * (index % columns), room.y + high * (index // columns), wide, high)
        yield from _form(name, form, cell, pitch, color)


def _form(name: str, form: str, cell: Box, pitch: int, color: str) -> Iterator[Shape]:
    rows = form.split("/")
    w = pitch * len(rows[0])
    h = pitch * len(rows)
    box = Box(cell.x + (cell.w - w) // 2, cell.y + (cell.h - h - FORM_NAME_HEIGHT) // 2, w, h)
    first = box.x + pitch * rows[0].index(FULL_SQUARE)
    yield Shape(f"piece {color}", box, cut=form)
    yield Shape("dot", square(first + pitch // 2, box.y + pitch // 2, round(FORM_DOT_SHARE * pitch)))
    yield Shape("kept", Box(cell.x, box.y + h + 2, cell.w, FORM_NAME_HEIGHT - 2), name)


def cause(view: View[State], move: Move, reason: str, enlarged: bool) -> Iterator[Box]:
    """Yield the cause of a refusal on the board and in the tray of the view's seat."""
    assert view.seat is not None
    state = position(view, Pillars)
    grid_and_tray = _grid_and_tray(state, view.seat, enlarged)
    if isinstance(move, Lay | Pillar):
        yield from _blamed_squares(state, grid_and_tray[0], move, reason)
        yield from _blamed_pieces(state.players[view.seat], grid_and_tray, move, reason)


def prepared_outlines(view: View[State], move: Move, enlarged: bool) -> Iterator[Shape]:
    """Yield the outline of a tile or a pillar where it would lie."""
    assert view.seat is not None
    grid, _ = _grid_and_tray(position(view, Pillars), view.seat, enlarged)
    if isinstance(move, Lay):
        box, form = grid.tile_box_and_form(move)
        yield Shape("left piece", box.inset(2), cut=form)
    if isinstance(move, Pillar):
        yield Shape("left pillar", grid.cell_box(move.cell).inset(OUTLINE_INSET))


def spots(view: View[State], move: Move, enlarged: bool) -> Spots:
    """Return the boxes for the tile, which is in its tray, and for the square; the turn of a tile has none.

    Columns and rows that the picture of one seat leaves out are dark, so only a pillar can be put there.
    """
    assert view.seat is not None
    grid, tray = _grid_and_tray(position(view, Pillars), view.seat, enlarged)
    if isinstance(move, Lay):
        return {"tile": (tray.tiles[move.tile].union(tray.names[move.tile]),), "cell": (grid.cell_box(move.cell),)}
    return {"cell": (grid.cell_box(move.cell),)} if isinstance(move, Pillar) and grid.shows(move.cell) else {}


def _grid_and_tray(state: Pillars, seat: Seat, enlarged: bool) -> tuple[Grid, Tray]:
    if enlarged:
        enlarged_layout = seat_places(state, seat)
        return enlarged_layout.grid, enlarged_layout.tray
    layout = places(len(state.players))
    return layout.grid, layout.trays[seat]


def _blamed_squares(state: Pillars, grid: Grid, move: Lay | Pillar, reason: str) -> Iterator[Box]:
    """Yield [3.3] the center section, [4.5] taken squares, [4.6] dark squares, [4.7] the place that touches nothing.

    Squares outside the picture are left out.
    """
    if reason == "3.3":
        yield grid.cell_box(Cell(CENTER_RANGE[0], CENTER_RANGE[0]), len(CENTER_RANGE), len(CENTER_RANGE))
    if reason in ("4.5", "4.6"):
        wrong = state.taken_squares if reason == "4.5" else ~PLAYABLE_SQUARES[len(state.players)]
        yield from (
            grid.cell_box(cell).inset(OUTLINE_INSET)
            for cell in cells_of(covered_squares(move) & wrong)
            if grid.shows(cell)
        )
    if reason == "4.7" and isinstance(move, Lay) and all(map(grid.shows, cells_of(covered_squares(move)))):
        yield grid.tile_box_and_form(move)[0].inset(OUTLINE_INSET)


def _blamed_pieces(player: Player, grid_and_tray: tuple[Grid, Tray], move: Lay | Pillar, reason: str) -> Iterator[Box]:
    """Yield [3.2] the pillars in hand, [4.2] the tile on the board, [5.1] the pillars on the board."""
    grid, tray = grid_and_tray
    if reason == "3.2":
        yield reduce(Box.union, tray.pillars[: player.pillars])
    for piece in player.pieces():
        if reason == "4.2" and isinstance(piece, Lay) and isinstance(move, Lay) and piece.tile == move.tile:
            yield grid.tile_box_and_form(piece)[0].inset(OUTLINE_INSET)
        if reason == "5.1" and isinstance(piece, Pillar):
            yield grid.cell_box(piece.cell).inset(OUTLINE_INSET)
