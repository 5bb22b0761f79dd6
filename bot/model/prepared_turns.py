"""Turns that people have prepared while somebody else is to move, as values. Knows no rules and no storage.

Nobody but their own person may learn of them before they are played: a Record has them, and no Room.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core import Seat
from engine.prepared_moves import PreparedMove

MAX_PREPARED_TURNS = 3  # turns that a person may prepare at a table, to be tried in this order


@dataclass(frozen=True)
class PreparedTurn:
    """A turn that waits for its time."""

    seat: Seat
    """Whose turn it is."""
    moves: tuple[PreparedMove, ...]
    """One or several, all to be played or none."""
    is_whole: bool = True
    """Whether they make a turn; what has only begun is never played."""
    has_lapsed: bool = False
    """The turn came and this was not possible any more; its person is notified, and it is never played."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The notations of its moves."""
        return tuple(move.text for move in self.moves)


def turns_of_seat(turns: Iterable[PreparedTurn], seat: Seat) -> tuple[PreparedTurn, ...]:
    """Those of the seat, in the order in which they are tried."""
    return tuple(turn for turn in turns if turn.seat == seat)
