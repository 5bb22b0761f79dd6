"""What a player of Pillars may choose among, drawn on top of the picture: dots for places, forms for turns.

Knows no pixels and no words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from engine.core import Move, State, View
from engine.games.pillars import Lay, Pillar, Pillars
from engine.games.pillars.shapes import SHAPES
from render.looks.pieces import FULL
from render.parts.heads import square
from render.parts.standing import position
from render.pillars.places import BORDER, COLORS, Grid, places
from render.scene import Box, Shape

DOT, TIP = 8, 0.26  # the radius of a dot: board units on the board, of a square on a form
MOST = 32  # board units, of a square of a form
NAME, SPARE = 20, 8  # board units: the height of a name, left between forms at least
ROW = 4  # forms in a row at most


def marks(view: View[State], moves: Sequence[Move]) -> tuple[Shape, ...]:
    """A dot on the first square of each tile and on the square of each pillar; the turns if all are of one tile.

    The turns take the room of the tray of the seat to move; each is named as in notation, as in "5L3", and has its dot.
    """
    state = position(view, Pillars)
    where, laid = places(len(state.players)), [move for move in moves if isinstance(move, Lay)]
    turns = sorted({(move.tile, move.turn) for move in laid})
    alone = len({move.tile for move in laid}) == 1
    shown = _turns(turns, where.trays[state.turn].body, COLORS[state.turn]) if alone else ()
    return (*_dots(moves, where.grid), *shown)


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
