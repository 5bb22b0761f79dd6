"""What words want to know about a draft of Azul before it is made, legal or not.

Knows no words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Fact, Seat
from engine.games.azul.moves import CENTER, FLOOR, Draft
from engine.games.azul.plans import columns
from engine.games.azul.sets import COST, SPACES

if TYPE_CHECKING:
    from engine.games.azul.state import Azul


def facts_of_draft(state: Azul, seat: Seat, move: Draft) -> dict[str, Fact]:
    """How many tiles land where and what it costs.

    `count` tiles, `fits` of them into the line, `falls` beside it (`lid` of these to the lid); `size` and `filled`
    of the line or floor afterwards, `full` if equal; `barred`: the line is full but no column of its row is open to
    the color any more, so that it will fall [5.11]. `marker` comes along; `held`: the color in the line, "" if none;
    `cost`: what the floor costs more; `rest`: the heap that moves to the center.
    """
    board, landing = state.boards[seat], state.landing(seat, move)
    floor = len(board.floor) + landing.spaces
    line = "" if move.line == FLOOR else board.lines[int(move.line) - 1]
    size, filled = (SPACES, floor) if move.line == FLOOR else (int(move.line), len(line) + landing.fits)
    closed = move.line != FLOOR and not columns(state.side, board.wall, int(move.line) - 1, move.color)
    rest = "" if move.source == CENTER else state.heap(move.source).replace(move.color, "")
    return {
        "count": landing.taken, "fits": landing.fits, "falls": landing.falls, "lid": landing.lid,
        "size": size, "filled": filled, "full": filled == size, "barred": filled == size and closed,
        "marker": landing.marker, "held": line[:1], "cost": COST[floor] - COST[len(board.floor)], "rest": rest,
    }  # fmt: skip
