"""Who acts, who leads, who has won: what heads of seats and texts of every game tell.

Knows no game, no pixels and no words of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Seat, State, places
from render.parts.heads import SeatLabel
from render.scene import Say


def ranks(state: State) -> tuple[int, ...]:
    """The place of each seat, from 1; equal places share it."""
    return places(state.scores())


def winners(state: State) -> tuple[Seat, ...]:
    """The seats that nobody is ahead of."""
    return tuple(seat for seat, rank in enumerate(ranks(state)) if rank == 1)


def seat_label(state: State, seat: Seat, name: str, points: int, say: Say) -> SeatLabel:
    """What the head of a seat tells: that it must act, or which place it has in the end."""
    if state.to_act():
        acts = seat in state.to_act()
        note, mood = (say("picture.to_move"), "acting") if acts else ("", "")
        return SeatLabel(seat, name, points, note, mood, spare=acts)
    rank, first = ranks(state)[seat], winners(state)
    if seat in first:
        alone = len(first) == 1
        note = say("picture.wins" if alone else "picture.shares")
        return SeatLabel(seat, name, points, note, "lit", spare=alone)
    return SeatLabel(seat, name, points, say("picture.place", n=rank))


def turn(state: State, names: Sequence[str], say: Say) -> str:
    """Whose turn it is, or who has won."""
    if not state.to_act():
        won = [names[seat] for seat in winners(state)]
        return say("picture.over", names=" + ".join(won), n=len(won))
    acting = [seat for seat in state.to_act() if seat in range(len(names))]
    return say("picture.turn", name=" + ".join(names[seat] for seat in acting)) if acting else say("picture.deal")


def from_turn(state: State, seats: int) -> list[Seat]:
    """All seats, the one to move first; from the first seat when nobody is."""
    first = max((0, *state.to_act()[:1]))
    return [(first + step) % seats for step in range(seats)]
