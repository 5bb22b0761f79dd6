"""Turns that people prepare while others are to move. Independent of rules and storage.

Only the person who prepared a turn may see it before it is played, so a Record contains prepared turns but a Room does
not.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core import Seat
from engine.prepared_moves import PreparedMove

MAX_PREPARED_TURNS = 3  # turns that a person may prepare at a table


@dataclass(frozen=True)
class PreparedTurn:
    """A turn that a person has prepared."""

    seat: Seat
    """The person's seat."""
    moves: tuple[PreparedMove, ...]
    """At least one move; either all are played or none."""
    is_whole: bool = True
    """Whether the moves are a complete turn; an incomplete one is never played."""
    has_lapsed: bool = False
    """Whether it could not be played when the seat's turn came: its owner is notified, and it is never played."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The notations of its moves."""
        return tuple(move.text for move in self.moves)


def turns_of_seat(turns: Iterable[PreparedTurn], seat: Seat) -> tuple[PreparedTurn, ...]:
    """The turns that this seat has prepared, in the order in which they are tried."""
    return tuple(turn for turn in turns if turn.seat == seat)
