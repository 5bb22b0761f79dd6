"""Taking moves back: free while nobody else has moved, otherwise by consent (logic/consent.py).

Moves before a draw can never be taken back. In a rated game, a person needs consent to take back a move to which a
robot has replied.

Each step takes a room's record and returns the changed record, or refuses. Independent of storage and Discord.
"""

from dataclasses import dataclass

from bot.logic.results import is_rated
from bot.model.errors import Refusal
from bot.model.people import Person, Robot
from bot.model.record import Record
from bot.model.record_table import with_shorter_table
from bot.model.room import require_play, require_unpaused, table_of
from bot.model.timeline import is_mid_turn
from engine.core import CHANCE, Game, Seat


@dataclass(frozen=True)
class LastMove:
    """The last move of a person."""

    index: int
    """0-based index in the log."""
    later_movers: tuple[str, ...]
    """Names of the other people who have chosen a move since."""
    is_answered: bool
    """Whether a robot has moved since in a rated game. Taking the move back would then exploit that reply."""

    @property
    def is_free(self) -> bool:
        """Whether the move can be taken back without consent."""
        return not self.later_movers and not self.is_answered


def last_own_move(record: Record, seat: Seat) -> LastMove:
    """The last move that the seat's person chose, and who has chosen a move since.

    Forced moves do not count, and moves of robots count only in rated games.

    Raises Refusal: as `require_play`, and no_take_back (`why`: none, drawn; nobody, if a robot has replied and no other
    person is left to agree).
    """
    require_play(record)
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
                has_robot_moved = has_robot_moved or line.trigger in ("", "late", "quick")
            case Person(person_id):
                has_robot_moved = has_robot_moved or line.trigger in ("late", "quick") or place in record.stand_in_moves
                if line.seat != seat and line.is_chosen:
                    movers[line.seat] = record.label_of(person_id)
    answered = has_robot_moved and is_rated(record)
    if answered and not any(n != seat and isinstance(each, Person) for n, each in enumerate(record.occupants)):
        raise Refusal("no_take_back", why="nobody")
    return LastMove(index, tuple(movers.values()), answered)


def _is_own_move(record: Record, seat: Seat, place: int) -> bool:
    """Whether the seat's current occupant chose the move at that log index, rather than a robot standing in."""
    line = record.log[place]
    if line.seat != seat or not line.is_chosen:
        return False
    return place not in record.stand_in_moves or not isinstance(record.chairs[seat].occupant, Person)


def take_back_moves(record: Record, game: Game, seat: Seat, now: float, *, whole_turn: bool = False) -> Record:
    """Undo the seat's last move, or with `whole_turn` all its moves in a row back to the last draw.

    Raises Refusal: as `last_own_move`, and paused, no_take_back (`why`: moved, robots).
    """
    require_unpaused(record)
    last = last_own_move(record, seat)
    if not last.is_free:
        why = "moved" if last.later_movers else "robots"
        raise Refusal(
            "no_take_back", why=why, name=", ".join(last.later_movers), n=len(last.later_movers), tag=record.tag
        )
    return _undo(record, game, seat, _turn_start(record, seat, last.index) if whole_turn else last.index, now)


def withdraw_unfinished_turn(record: Record, game: Game, seat: Seat, now: float) -> Record:
    """Drop the seat's moves of an unfinished turn, which nobody else has seen."""
    if record.edition != game.edition or not is_mid_turn(table_of(record, game), seat):
        return record
    return _undo(record, game, seat, _turn_start(record, seat, len(record.log) - 1), now)


def _turn_start(record: Record, seat: Seat, index: int) -> int:
    """The log index where the seat's unbroken run of own moves up to `index` starts."""
    while index and _is_own_move(record, seat, index - 1):
        index -= 1
    return index


def _undo(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    later = rewind_to(record, game, seat, length, now)
    if table_of(record, game).state.view(None) == table_of(later, game).state.view(None):
        return later  # nobody has seen the move, so the table does not mention it
    return later.with_room_event("took_back", {"name": record.chairs[seat].occupant.name, "seat": seat}, now)


def rewind_to(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    """Shorten the log to that length because the seat took moves back. Raises Refusal: no_take_back."""
    if record.edition != game.edition:  # under changed rules, replaying the log may lead to another position
        raise Refusal("no_take_back", why="edition")
    return with_shorter_table(record, table_of(record, game).back_to(length), seat, now)
