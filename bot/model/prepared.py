"""Turns that people have prepared while somebody else is to move, as values. Knows no rules and no storage.

Nobody but their own person may learn of them before they are played: they are in the Record, and in no Room.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.model.room import PlayedRoom
from engine.core import Seat
from engine.prepared import PreparedMove

MOST = 3  # turns that a person may prepare at a table, to be tried in this order


@dataclass(frozen=True)
class PreparedTurn:
    """A turn of a `seat` that waits for its time.

    `moves`: one or several, all to be played or none. `whole`: they make a turn; what has only begun is never played.
    `lapsed`: the turn came and this was not possible any more; its person is told, and it is never played.
    """

    seat: Seat
    moves: tuple[PreparedMove, ...]
    whole: bool = True
    lapsed: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """The notations of its moves."""
        return tuple(move.text for move in self.moves)


def of_seat(turns: Iterable[PreparedTurn], seat: Seat) -> tuple[PreparedTurn, ...]:
    """Those of the seat, in the order in which they are tried."""
    return tuple(turn for turn in turns if turn.seat == seat)


@dataclass(frozen=True)
class OwnPrepared:
    """What a person has prepared at a table, with the `seat` there.

    `room`: the table as it is. `turns`: in the order in which they are tried. `stamp`: what a menu made now carries.
    `may_add`: another one can be prepared now. `may_go_on`: the last one can be gone on with, for the case that all
    others have passed.
    """

    room: PlayedRoom
    seat: Seat
    turns: tuple[PreparedTurn, ...]
    stamp: int = 0
    may_add: bool = False
    may_go_on: bool = False

    @property
    def lapsed(self) -> tuple[PreparedTurn, ...]:
        """Those that were not possible any more when their turn came."""
        return tuple(turn for turn in self.turns if turn.lapsed)

    @property
    def waiting(self) -> tuple[PreparedTurn, ...]:
        """Those that wait for their turn."""
        return tuple(turn for turn in self.turns if not turn.lapsed)
