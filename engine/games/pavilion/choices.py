"""What a seat may do in a position of Summer Pavilion, and the rule that forbids the rest.

Knows no way to change a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import CHANCE, Move, Seat
from engine.games.pavilion.moves import (
    CENTER,
    DEALING,
    DRAFTING,
    DRAFTS,
    FILLING,
    HEAPS,
    KEEPS,
    OVER,
    PASS,
    PLACING,
    SOURCES,
    TAKES,
    Deal,
    Draft,
    Keep,
    Pass,
    Place,
    Supply,
    Take,
    refuses_draw,
    sizes,
)
from engine.games.pavilion.sets import COLORS, KEEP, ROUNDS, SUPPLY, holds

if TYPE_CHECKING:
    from engine.games.pavilion.state import Pavilion


def choices(state: Pavilion, seat: Seat) -> list[Move]:
    """Drafts by source and color; bonus tiles; placements by star, slot, color and wilds, then the pass."""
    if state.to_act() != (seat,) or seat == CHANCE:
        return []
    if state.owed:
        return [TAKES[color] for color in COLORS if color in state.supply]
    if state.phase == PLACING:
        return [*state.boards[seat].places(state.side, state.wild), *_passes(state, seat)]
    sources = SOURCES[: len(state.factories)] + CENTER
    return [DRAFTS[source + color] for source in sources for color in _offers(state, source)]


def asks(state: Pavilion, seat: Seat) -> bool:
    """Whether a pass asks which four tiles to keep: not with four or fewer, and not at the end [6.2] [6.4]."""
    return state.round < ROUNDS and len(state.boards[seat].hand) > KEEP


def wanted(state: Pavilion) -> list[int]:
    """The sizes of the heaps that chance is to draw [7.1] [7.2]."""
    stock = len(state.bag) + len(state.tower)
    if state.phase == FILLING:
        return [min(SUPPLY - len(state.supply), stock)]
    return sizes(len(state.factories), stock)


def refusal(state: Pavilion, seat: Seat, move: Move) -> str | None:
    """The rule that forbids the move, None when it is legal."""
    if state.phase == OVER:
        return "8.5"
    if isinstance(move, Supply):
        return _refuses_draw(state, seat, FILLING, (move.tiles,))
    if isinstance(move, Deal):
        return _refuses_draw(state, seat, DEALING, move.factories)
    if state.to_act() != (seat,) or seat == CHANCE:
        return "4.1" if isinstance(move, Draft) else "5.1"
    if isinstance(move, Draft):
        return _refuses_draft(state, move)
    return _refuses_turn(state, seat, move) if state.phase == PLACING else "5.1"


def _offers(state: Pavilion, source: str) -> str:
    """The colors to choose from: not the wild one, unless nothing else is there [4.3] [4.4]."""
    tiles = state.heap(source)
    return "".join([color for color in COLORS if color in tiles and color != state.wild]) or tiles[:1]


def _passes(state: Pavilion, seat: Seat) -> list[Move]:
    hand = state.boards[seat].hand
    return [KEEPS[kept] for kept in HEAPS if holds(hand, kept)] if asks(state, seat) else [PASS]


def _refuses_draw(state: Pavilion, seat: Seat, phase: str, heaps: Sequence[str]) -> str | None:
    if seat != CHANCE or state.phase != phase:
        return "7.1" if phase == FILLING else "7.2"
    return refuses_draw(heaps, wanted(state), state.bag, state.tower)


def _refuses_draft(state: Pavilion, move: Draft) -> str | None:
    if state.phase != DRAFTING:
        return "4.7"
    if move.color not in state.heap(move.source):
        return "4.2"
    return None if move.color in _offers(state, move.source) else "4.3"


def _refuses_turn(state: Pavilion, seat: Seat, move: Move) -> str | None:
    if isinstance(move, Take) or state.owed:
        return None if isinstance(move, Take) and state.owed and move.tile in state.supply else "5.10"
    match move:
        case Place():
            return state.boards[seat].refuses(move, state.face, state.wild)
        case Pass():
            return "6.2" if asks(state, seat) else None
        case Keep(kept) if asks(state, seat):
            return None if len(kept) == KEEP and holds(state.boards[seat].hand, kept) else "6.2"
    return "6.4" if state.round == ROUNDS else "6.2"
