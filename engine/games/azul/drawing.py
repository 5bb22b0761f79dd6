"""A position of Azul as plain text for terminals and failed tests: letters and digits only.

Knows no pixels and no names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.azul.board import Board
from engine.games.azul.moves import LETTERS
from engine.games.azul.sets import COST, EMPTY, FILL, SIZE, SPACES

if TYPE_CHECKING:
    from engine.games.azul.state import Azul

WIDTH = 18


def drawing(state: Azul) -> str:
    """Displays and center, then the boards side by side, each "#seat" with its points, ">" before the seat to act.

    Lines stand left of their wall rows; "F" is the floor with what it costs. While columns are chosen their letters
    stand above the walls.
    """
    shown = [f"{at}:{display.ljust(FILL, EMPTY)}" for at, display in enumerate(state.displays, 1)]
    letters = LETTERS if state.plans else ""
    boards = [_board(board, seat, (seat in state.to_act(), letters)) for seat, board in enumerate(state.boards)]
    rows = ["".join(row.ljust(WIDTH) for row in side).rstrip() for side in zip(*boards, strict=True)]
    return "\n".join(["  ".join([*shown, f"C:{state.center}"]), *rows])


def _board(board: Board, seat: int, above: tuple[bool, str]) -> list[str]:
    acts, letters = above
    head = f"{'>' if acts else ' '}#{seat + 1}  {board.score}".ljust(SIZE + 4) + letters
    lines = [
        f" {place + 1}{board.lines[place].rjust(place + 1, EMPTY).rjust(SIZE + 1)} {board.wall[place]}"
        for place in range(SIZE)
    ]
    return [head, *lines, f" F {board.floor.ljust(SPACES, EMPTY)} -{COST[len(board.floor)]}"]
