"""What on the board of Pillars makes a rule forbid a move: the places that its picture outlines.

Knows no pixels and no words; the numbers are paragraphs of `data/rules/pillars.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from engine.core import Cell, Move, State, View
from engine.games.pillars import Lay, Pillar, Pillars
from engine.games.pillars.sets import MIDDLE
from engine.games.pillars.shapes import PLAYABLE, cells, covered
from render.parts.standing import position
from render.pillars.places import Grid, Places, places
from render.scene import Box

INSIDE = 5  # board units from the border of a square to what is outlined, so that neighbors stay free


def cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The boxes in the picture of the whole table; none where nothing on it is to blame, or nobody looks."""
    state = position(view, Pillars)
    where = places(len(state.players))
    if view.seat is None or not isinstance(move, Lay | Pillar):
        return []
    return [*_squares(state, where.grid, move, reason), *_pieces(state, view.seat, where, move, reason)]


def _squares(state: Pillars, grid: Grid, move: Lay | Pillar, reason: str) -> Iterator[Box]:
    """[3.3] the center section; [4.5] squares that are taken; [4.6] dark ones; [4.7] the place that touches nothing."""
    if reason == "3.3":
        yield grid.at(Cell(MIDDLE[0], MIDDLE[0]), len(MIDDLE), len(MIDDLE))
    if reason in ("4.5", "4.6"):
        wrong = state.taken() if reason == "4.5" else ~PLAYABLE[len(state.players)]
        yield from (grid.at(cell).inset(INSIDE) for cell in cells(covered(move) & wrong))
    if reason == "4.7" and isinstance(move, Lay):
        yield grid.lain(move)[0].inset(INSIDE)


def _pieces(state: Pillars, seat: int, where: Places, move: Lay | Pillar, reason: str) -> Iterator[Box]:
    """[3.2] the pillars that come first; [4.2] the tile, which lies on the board; [5.1] the pillars put down."""
    player, tray = state.players[seat], where.trays[seat]
    if reason == "3.2":
        yield reduce(Box.around, tray.pillars[: player.pillars])
    for piece in player.pieces():
        if reason == "4.2" and isinstance(piece, Lay) and isinstance(move, Lay) and piece.tile == move.tile:
            yield where.grid.lain(piece)[0].inset(INSIDE)
        if reason == "5.1" and isinstance(piece, Pillar):
            yield where.grid.at(piece.cell).inset(INSIDE)
