"""Taking moves back: free while nobody else has moved, otherwise by consent (logic/consent.py), never across a draw.

In a game that counts nobody learns in this way what a robot would answer.

Each step takes the record of a room and returns the next one, or refuses. Knows no storage and no Discord.
"""

from dataclasses import dataclass

from bot.logic.results import counts
from bot.model.errors import Refusal
from bot.model.people import Person, Robot
from bot.model.record import Record
from bot.model.record_table import turned_back
from bot.model.room import needs_play, needs_unpaused, table_of
from bot.model.timeline import unfinished
from engine.core import CHANCE, Game, Seat


@dataclass(frozen=True)
class LastMove:
    """The last move of a person."""

    index: int
    """Its place in the log, 0-based."""
    movers: tuple[str, ...]
    """The names of the people who have moved since."""
    answered: bool
    """In a game that counts a robot has moved since, by itself or at a deadline. Whoever took the move back would know
    its answer."""

    @property
    def is_free(self) -> bool:
        """Whether nobody has to agree."""
        return not self.movers and not self.answered


def last_own(record: Record, seat: Seat) -> LastMove:
    """The seat's last move. Forced moves count for nobody, moves of robots only in a game that counts.

    Raises Refusal as `needs_play`, and no_take_back (`why`: none, drawn; nobody, where a robot has answered and no
    other person is left to agree).
    """
    needs_play(record)
    index = len(record.log) - 1
    while index >= 0 and not _is_own_move(record, seat, index):
        index -= 1
    if index < 0:
        raise Refusal("no_take_back", why="none")
    movers: dict[Seat, str] = {}
    has_robot_moved = False
    for place in range(index + 1, len(record.log)):
        line = record.log[place]
        if line.seat == CHANCE:
            raise Refusal("no_take_back", why="drawn")
        occupant = record.chairs[line.seat].occupant
        match occupant:
            case Robot():
                has_robot_moved = has_robot_moved or line.how in ("", "late", "quick")
            case Person(person_id):
                has_robot_moved = has_robot_moved or line.how in ("late", "quick") or place in record.stand_in_moves
                if line.seat != seat and line.is_own:
                    movers[line.seat] = record.label_of(person_id)
    answered = has_robot_moved and counts(record)
    if answered and not any(n != seat and isinstance(one, Person) for n, one in enumerate(record.occupants)):
        raise Refusal("no_take_back", why="nobody")
    return LastMove(index, tuple(movers.values()), answered)


def _is_own_move(record: Record, seat: Seat, place: int) -> bool:
    """Whether whoever has the seat chose that line of the log, and not a robot before its person came back."""
    line = record.log[place]
    if line.seat != seat or not line.is_own:
        return False
    return place not in record.stand_in_moves or not isinstance(record.chairs[seat].occupant, Person)


def taken_back(record: Record, game: Game, seat: Seat, now: float, *, turn: bool = False) -> Record:
    """The seat's last move is undone, or with `turn` all its moves in a row, as far as no draw lies between.

    Raises as `last_own`; and Refusal: paused, no_take_back (`why`: moved, robots).
    """
    needs_unpaused(record)
    last = last_own(record, seat)
    if not last.is_free:
        why = "moved" if last.movers else "robots"
        raise Refusal("no_take_back", why=why, name=", ".join(last.movers), n=len(last.movers), tag=record.tag)
    return _undone(record, game, seat, _turn_start(record, seat, last.index) if turn else last.index, now)


def withdrawn(record: Record, game: Game, seat: Seat, now: float) -> Record:
    """The record without the seat's moves of an unfinished turn that nobody else has seen."""
    if record.edition != game.edition or not unfinished(table_of(record, game), seat):
        return record
    return _undone(record, game, seat, _turn_start(record, seat, len(record.log) - 1), now)


def _turn_start(record: Record, seat: Seat, index: int) -> int:
    """The place in the log of the first of the seat's own moves in a row that end with this one."""
    while index and _is_own_move(record, seat, index - 1):
        index -= 1
    return index


def _undone(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    later = back_to(record, game, seat, length, now)
    if table_of(record, game).state.view(None) == table_of(later, game).state.view(None):
        return later  # nobody has seen the move, so nothing is noted
    return later.with_aside("took_back", {"name": record.chairs[seat].occupant.name, "seat": seat}, now)


def back_to(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    """The record with its log cut to that length, taken back by the seat. Raises Refusal: no_take_back."""
    if record.edition != game.edition:  # the log must lead to the position even if the rules were corrected since
        raise Refusal("no_take_back", why="edition")
    return turned_back(record, table_of(record, game).rewind_to(length), seat, now)
