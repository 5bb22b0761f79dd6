"""The picture of tic-tac-toe and its position in words.

Knows no pixels and no words of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import Seat, State, View
from engine.games.tictactoe import CELLS, EMPTY, SIDE, SIGNS, TicTacToe
from render.parts import chip, nameplate, ring, seat_label, turn
from render.portrayal import Portrayal
from render.scene import Box, Changes, Ground, Say, Scene, Shape, magnified

PITCH = 160
LEFT, TOP = 380, 80
BOXES = {cell: Box(LEFT + PITCH * cell.column, TOP + PITCH * cell.row, PITCH - 10, PITCH - 10) for cell in CELLS}
HEADS = (Box(12, 20, 540, 44), Box(648, 20, 540, 44))
GROUND = Ground(1200, 600, tuple(Shape("slot", box) for box in BOXES.values()))
SHIFT, ZOOM = 360, 1.4  # from the whole table to a narrow one of 514 units, and from there to 720
NARROW = Ground(514, 640, tuple(Shape("slot", Box(box.x - SHIFT, box.y, box.w, box.h)) for box in BOXES.values()))


def tictactoe(view: View[State]) -> TicTacToe:
    """The position, known to be one of tic-tac-toe."""
    assert isinstance(view.state, TicTacToe)
    return view.state


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """The board, a head a seat, rings around the last marks."""
    state = tictactoe(view)
    shapes = [*_signs(state, 0), *_rings(changes, 0)]
    for seat, name in enumerate(names):
        shapes += nameplate(HEADS[seat], seat_label(state, seat, name, state.scores()[seat][0], say))
    return Scene(GROUND, tuple(shapes))


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """The board under the head of one seat, the other seat below."""
    state, other = tictactoe(view), 1 - seat
    who, also = (seat_label(state, one, names[one], state.scores()[one][0], say) for one in (seat, other))
    below = chip(Box(12, 580, 490, 44), also)
    shapes = *_signs(state, SHIFT), *_rings(changes, SHIFT), *nameplate(Box(12, 20, 490, 44), who), *below
    return magnified(Scene(NARROW, shapes), ZOOM)


def _signs(state: TicTacToe, shift: int) -> Iterator[Shape]:
    line = state.line()
    for cell in CELLS:
        if state.sign(cell) != EMPTY:
            box = BOXES[cell]
            role = "sign lit" if cell in line else "sign"
            yield Shape(role, Box(box.x - shift, box.y, box.w, box.h), state.sign(cell))


def _rings(changes: Changes, shift: int) -> Iterator[Shape]:
    marked = [(number, event) for number, move in enumerate(changes, 1) for event in move if event.kind == "mark"]
    for number, event in marked:
        box = next(box for cell, box in BOXES.items() if str(cell) == event.facts["cell"])
        label = str(number) if len(changes) > 1 else ""
        yield from ring(Box(box.x - shift, box.y, box.w, box.h).inset(8), label)


def told(view: View[State], names: Sequence[str], say: Say) -> str:
    """Whose turn it is, then the rows; it is short enough for both forms."""
    state = tictactoe(view)
    head = say("tictactoe.alt.head", title=say("tictactoe.title"), turn=turn(state, names, say))
    rows = [say("tictactoe.alt.row", n=n, signs=_row(row, say)) for n, row in enumerate(state.rows, 1)]
    return "\n".join([head, *rows])


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """The board, then which sign each seat writes."""
    signs = zip(names, SIGNS, strict=True)
    return [told(view, names, say), *(say("tictactoe.picture.sign", name=name, sign=sign) for name, sign in signs)]


def _row(row: str, say: Say) -> str:
    return ", ".join(say("tictactoe.alt.none") if sign == EMPTY else sign for sign in row[:SIDE])


PORTRAYAL = Portrayal(scene, told, told, text, 0x14565D, close)
