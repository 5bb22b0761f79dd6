"""A position of Summer Pavilion as plain text for terminals and failed tests: letters and digits only.

Knows no pixels and no names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.pavilion.board import Board
from engine.games.pavilion.sets import EMPTY, FILL, STARS

if TYPE_CHECKING:
    from engine.games.pavilion.state import Pavilion

WIDTH = 18


def drawing(state: Pavilion) -> str:
    """Round, wild color and supply, factories and center ("T" is the start token), then the boards side by side.

    A board: ">" before the seat to act, "#seat" with its points; "T" holds the token, "-" has passed. The printed
    number stands above each row of tiles; "H" is the hand, "K" what is kept.
    """
    shown = [f"{at}:{factory.ljust(FILL, EMPTY)}" for at, factory in enumerate(state.factories, 1)]
    head = f"round {state.round}  wild {state.wild}  supply {state.supply}"
    boards = [_board(state, seat, board) for seat, board in enumerate(state.boards)]
    rows = ["".join(row.ljust(WIDTH) for row in side).rstrip() for side in zip(*boards, strict=True)]
    return "\n".join([head, "  ".join([*shown, f"C:{state.center}{'T' * state.token}"]), *rows])


def _board(state: Pavilion, seat: int, board: Board) -> list[str]:
    acts = ">" if seat in state.to_act() else " "
    token = "T" if seat == state.starter and not state.token else " "
    costs = ["".join(map(str, star)) for star in state.face.costs]
    stars = [f" {name:2} {costs[at]} {board.stars[at]}" for at, name in enumerate(STARS)]
    return [f"{acts}#{seat + 1}{token}{'-' * board.passed} {board.score}", *stars, f" H {board.hand}",
            f" K {board.corners}"]  # fmt: skip
