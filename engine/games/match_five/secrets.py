"""What a seat of Match Five may know, and positions that look the same to it.

Knows no rules of play.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.games.match_five.sets import HIDDEN, every_tile, heap, pile, split, without

if TYPE_CHECKING:
    from engine.games.match_five.state import MatchFive


def seen(state: MatchFive, seat: Seat | None) -> MatchFive:
    """The position with what the seat (None: the public) may not know blanked [3.1] [4.5]; all of it after the end."""
    view = state.copy()
    view.events = [event for event in state.events if event.seen_by(seat)]
    if state.over:
        return view
    view.bag = _blank(state.bag)
    view.hands = [hand if each == seat else _blank(hand) for each, hand in enumerate(state.hands)]
    if seat != state.short():
        view.aside = _blank(state.aside)
    if seat != state.turn:
        view.hands[state.turn] += HIDDEN * len(state.laid)
        view.laid = []
    return view


def _blank(tiles: str) -> str:
    return HIDDEN * len(split(tiles))


def guessed(view: MatchFive, seat: Seat, rng: Random) -> MatchFive:
    """The view with every hidden tile dealt anew from those that the seat does not see."""
    full = view.copy()
    if view.over:
        return full
    unseen = list(split(without(every_tile(view.copies), _known(view, seat))))
    rng.shuffle(unseen)
    for each, hand in enumerate(view.hands):
        if each != seat:
            full.hands[each] = heap(unseen.pop() for _ in split(hand))
    if HIDDEN in view.aside:
        full.aside = heap(unseen.pop() for _ in split(view.aside))
    full.bag = heap(unseen)
    return full


def _known(view: MatchFive, seat: Seat) -> str:
    """The tiles that the seat sees, wilds without their faces."""
    table = [tile for stack in view.table.values() for tile in pile(stack)]
    laid = [step.rstrip("0123456789")[:-1] for step in view.laid]
    shown = [tile if len(tile) == 2 else tile[0] for tile in table + laid]
    return "".join([*shown, view.hands[seat], view.aside.replace(HIDDEN, "")])
