"""What on the board of Azul makes a rule forbid a move: the places that its picture outlines.

Knows no pixels and no words; the numbers are paragraphs of `data/rules/azul.md`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Move, State, View
from engine.games.azul import Azul, Draft, Plan
from engine.games.azul.moves import CENTER, FLOOR, LETTERS
from engine.games.azul.sets import EMPTY
from render.azul.places import Places, Spot, places
from render.parts.standing import position
from render.scene import Box


def cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The boxes in the picture of the whole table; none where nothing on it is to blame, or nobody looks."""
    state = position(view, Azul)
    if view.seat is None:
        return []
    where = places(len(state.boards), state.wall, state.over)
    if isinstance(move, Draft):
        return list(_draft(state, view.seat, where, move, reason))
    return list(_plan(state, view.seat, where.seats[view.seat], move, reason)) if isinstance(move, Plan) else []


def _draft(state: Azul, seat: int, where: Places, move: Draft, reason: str) -> Iterator[Box]:
    """[4.2] the source; [4.5] [4.6] what lies in the line; [4.7] the tile that the row already has."""
    spot, board = where.seats[seat], state.boards[seat]
    if reason == "4.2":
        yield where.layout.center if move.source == CENTER else where.layout.displays[int(move.source) - 1]
    if move.line == FLOOR:
        return
    row = int(move.line) - 1
    if reason in ("4.5", "4.6"):
        yield spot.lines[row][0].around(spot.lines[row][len(board.lines[row]) - 1])
    if reason == "4.7":
        yield spot.wall[row][board.wall[row].index(move.color)]


def _plan(state: Azul, seat: int, spot: Spot, move: Plan, reason: str) -> Iterator[Box]:
    """[5.8] the tile that lies there; [5.9] the tile of that color in the column."""
    board = state.boards[seat]
    chosen = [(row, LETTERS.index(letter)) for row, letter in enumerate(move.columns) if letter in LETTERS]
    for row, at in chosen:
        color = board.lines[row][:1]
        if reason == "5.8" and board.wall[row][at] != EMPTY:
            yield spot.wall[row][at]
        if reason == "5.9":
            yield from (spot.wall[above][at] for above, tiles in enumerate(board.wall) if tiles[at] == color)
