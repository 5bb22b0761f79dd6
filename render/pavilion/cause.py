"""What on the table of Summer Pavilion makes a rule forbid a move: the places that its picture outlines.

Knows no pixels and no words; the numbers are paragraphs of `data/rules/pavilion.md`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Move, State, View
from engine.games.pavilion import Draft, Pavilion, Place
from engine.games.pavilion.moves import PLACING
from engine.games.pavilion.sets import EMPTY, STARS
from render.parts.standing import position
from render.pavilion.board import tinted
from render.pavilion.places import Places, count, places
from render.scene import Box


def cause(view: View[State], move: Move, reason: str) -> list[Box]:
    """The boxes in the picture of the whole table, for a space its middle.

    None where nothing on it is to blame, or nobody looks.
    """
    state = position(view, Pavilion)
    where = places(len(state.boards), state.side)
    if view.seat is None:
        return []
    if isinstance(move, Draft):  # [4.2] [4.3] what lies there
        return [where.source(move.source)] if reason in ("4.2", "4.3") else []
    if isinstance(move, Place):
        return [*_star(state, view.seat, where, move, reason), *_price(state, view.seat, where, move, reason)]
    return list(_heaps(state, view.seat, where, reason))


def _star(state: Pavilion, seat: int, where: Places, move: Place, reason: str) -> Iterator[Box]:
    """[5.2] the tile on the space; [5.3] [5.4] the tile of that color, else the tiles that decide, else the name."""
    star, spot = STARS.index(move.star), where.seats[seat]
    cells = state.boards[seat].stars[star]
    if reason == "5.2":
        yield spot.petals[star][move.slot - 1].cost
    if reason not in ("5.3", "5.4"):
        return
    if tinted(state.side, star):
        yield spot.names[star]
    same = [slot for slot, tile in enumerate(cells) if tile == move.color]
    laid = [slot for slot, tile in enumerate(cells) if tile != EMPTY]
    yield from (spot.petals[star][slot].cost for slot in (same or laid))


def _price(state: Pavilion, seat: int, where: Places, move: Place, reason: str) -> Iterator[Box]:
    """[5.5] [5.6] what the space costs; [5.5] [5.7] the tiles in the hand to pay with; [5.10] the supply."""
    if reason in ("5.5", "5.6"):
        yield where.seats[seat].petals[STARS.index(move.star)][move.slot - 1].cost
    paid = {"5.5": move.color + state.wild * (move.wilds > 0), "5.7": state.wild}.get(reason, "")
    held = state.boards[seat].hand
    for color in dict.fromkeys(paid):
        tile = where.hands[seat][color]
        if color in held:
            yield tile.around(count(tile)) if held.count(color) > 1 else tile
    yield from _heaps(state, seat, where, reason)


def _heaps(state: Pavilion, seat: int, where: Places, reason: str) -> Iterator[Box]:
    """[5.10] the supply to choose from; [6.2] the hand to keep four of."""
    if reason == "5.10":
        yield where.supply[state.phase == PLACING].box
    if reason == "6.2":
        yield where.trays[seat]
