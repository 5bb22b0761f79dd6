"""The end of a round of Azul: tiling the walls, paying for the floor, the marker, the final points.

Knows no drafts, and asks no house and no wall for its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import CHANCE, Seat
from engine.games.azul.board import Board
from engine.games.azul.sets import BONUS, COST, EMPTY, MARKER, STALL, column, complete, heap

if TYPE_CHECKING:
    from engine.games.azul.state import Azul


def end_round(state: Azul) -> None:
    """Tiles and charges every seat by the plans, then prepares the next round or the end. Changes the position."""
    placed = [_tile(state, seat, chosen) for seat, chosen in enumerate(state.plans)]
    state.plans, state.stall = (), 0 if any(placed) else state.stall + 1
    if state.stall == STALL:
        state.note("stall", CHANCE)
    ended = any(_ends(state, board) for board in state.boards)
    exhausted = not ended and not state.bag + state.lid
    if exhausted:
        state.note("exhausted", CHANCE)
    last = ended or state.stall == STALL or exhausted  # [7.1] [7.5] [7.4]
    _pass_marker(state, last)
    if last:
        _finish(state)
    else:
        state.round += 1


def _ends(state: Azul, board: Board) -> bool:
    done = complete(board.wall)
    return bool(done["rows"] or (state.house.column_ends and done["columns"]))  # [8.3]


def _pass_marker(state: Azul, last: bool) -> None:
    """Back to the center, or on to the next seat unless that was the last round [6.4] [8.2]."""
    if not state.house.marker_passes:
        state.center = MARKER
    elif not last:
        state.starter = (state.starter + 1) % len(state.boards)
        state.boards[state.starter].floor = MARKER
    state.turn = state.starter


def _tile(state: Azul, seat: Seat, chosen: str) -> int:
    """Tiles the wall of a seat, charges and clears its floor; the number of tiles that went to the wall [5.1]."""
    board, placed = state.boards[seat], 0
    for row, color, at, points, lid in board.tile(state.side, state.house, chosen):
        state.lid += color * lid
        if at is None:
            state.note("fall", seat, color=color, row=row + 1, count=row + 1, lid=lid)
            continue
        placed += 1
        board.score += points
        state.note("place", seat, color=color, row=row + 1, column=at + 1, points=points)
        _note_end(state, seat, row, at)
    _sweep(state, seat)
    return placed


def _note_end(state: Azul, seat: Seat, row: int, at: int) -> None:
    wall = state.boards[seat].wall
    if EMPTY not in wall[row]:
        state.note("last_round", seat, row=row + 1)
    if state.house.column_ends and EMPTY not in column(wall, at):
        state.note("last_round", seat, column=at + 1)


def _sweep(state: Azul, seat: Seat) -> None:
    board = state.boards[seat]
    board.spilled = len(board.floor)
    lost = min(board.score, COST[board.spilled])  # never below 0 [5.5]
    if lost:
        board.score -= lost
        state.note("floor", seat, points=lost, spaces=board.spilled)
    state.lid = heap(state.lid + board.floor.replace(MARKER, ""))  # [5.6]
    board.floor = ""


def _finish(state: Azul) -> None:
    for seat, board in enumerate(state.boards):
        for what, n in complete(board.wall).items():
            if n:
                board.score += n * BONUS[what]
                state.note("bonus", seat, what=what, n=n, points=n * BONUS[what])
    state.over = True
    state.note("over", CHANCE)
