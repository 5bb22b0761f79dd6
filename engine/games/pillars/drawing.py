"""A position of the pillars game as plain text for terminals and failed tests.

Knows no pixels and no names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Cell
from engine.games.pillars.moves import Lay
from engine.games.pillars.sets import SIDE
from engine.games.pillars.shapes import CENTER, PLAYABLE, cells, covered

if TYPE_CHECKING:
    from engine.games.pillars.state import Pillars

MARKS = "abcd"  # a seat's tiles; its pillars are capitals
DARK, FREE, MIDDLE = "#", ".", ","


def drawing(state: Pillars) -> str:
    """The board with columns A to Q, then a line a seat: its mark, dots, tiles and pillars in hand.

    ">" stands before the seat to act, "#" is dark, "," the center section.
    """
    marks = _marks(state)
    head = "   " + "".join(chr(ord("A") + column) for column in range(SIDE))
    rows = [f"{row + 1:2} " + "".join(marks[Cell(column, row)] for column in range(SIDE)) for row in range(SIDE)]
    return "\n".join([head, *rows, *(_seat(state, seat) for seat in range(len(state.players)))])


def _marks(state: Pillars) -> dict[Cell, str]:
    marks = {Cell(column, row): DARK for column in range(SIDE) for row in range(SIDE)}
    marks |= dict.fromkeys(cells(PLAYABLE[len(state.players)]), FREE)
    marks |= dict.fromkeys(cells(CENTER), MIDDLE)
    for mark, player in zip(MARKS, state.players, strict=False):
        for piece in player.pieces():
            if piece is not None:
                marks |= dict.fromkeys(cells(covered(piece)), mark if isinstance(piece, Lay) else mark.upper())
    return marks


def _seat(state: Pillars, seat: int) -> str:
    player, acts = state.players[seat], seat in state.to_act()
    hand = f"-{player.dots}  {' '.join(player.stock)}  o{player.pillars}"
    return f"{'>' if acts else ' '}#{seat + 1} {MARKS[seat]} {hand}"
