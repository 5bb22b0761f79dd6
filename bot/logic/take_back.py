"""Taking moves back: free while nobody else has moved, otherwise by consent (logic/consent.py), never across a draw.

In a game that counts nobody learns in this way what a robot would answer.

Each step takes the record of a room and returns the next one, or refuses. Knows no storage and no Discord.
"""

from dataclasses import dataclass

from bot.logic.results import counts
from bot.model.errors import Refusal
from bot.model.people import Person, Robot
from bot.model.record import LogLine, Record
from bot.model.record_table import turned_back
from bot.model.room import needs_play, needs_unpaused, table_of
from bot.model.turns import unfinished
from engine.core import CHANCE, Game, Seat


@dataclass(frozen=True)
class LastMove:
    """The last move of a person.

    `index`: its place in the log, 0-based. `movers`: the names of the people who have moved since. `answered`: in a
    game that counts a robot has moved since, by itself or at a deadline; who took the move back would know its answer.
    """

    index: int
    movers: tuple[str, ...]
    answered: bool

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
    meanwhile = _made_meanwhile(record)
    mine = [n for n, line in enumerate(record.log) if line.seat == seat and line.is_own and n not in meanwhile]
    if not mine:
        raise Refusal("no_take_back", why="none")
    later = range(mine[-1] + 1, len(record.log))
    if any(record.log[n].seat == CHANCE for n in later):
        raise Refusal("no_take_back", why="drawn")
    answered = counts(record) and any(n in meanwhile or _answers(record, record.log[n]) for n in later)
    if answered and not any(n != seat and isinstance(one, Person) for n, one in enumerate(record.occupants)):
        raise Refusal("no_take_back", why="nobody")
    others = dict.fromkeys(record.log[n].seat for n in later if record.log[n].seat != seat and record.log[n].is_own)
    people = [record.chairs[other].occupant for other in others]
    movers = tuple(record.label_of(one.id) for one in people if isinstance(one, Person))
    return LastMove(mine[-1], movers, answered)


def _answers(record: Record, line: LogLine) -> bool:
    """Whether a robot made that line of the log, or sits where a person made it."""
    is_robots = line.seat >= 0 and isinstance(record.chairs[line.seat].occupant, Robot)
    return line.how in ("late", "quick") or (not line.how and is_robots)


def _made_meanwhile(record: Record) -> frozenset[int]:
    """The lines of the log that a robot made on a seat at which a person sits again."""
    people = {seat for seat, one in enumerate(record.occupants) if isinstance(one, Person)}
    return frozenset(place for place in record.cared if record.log[place].seat in people)


def taken_back(record: Record, game: Game, seat: Seat, now: float, *, turn: bool = False) -> Record:
    """The seat's last move is undone, or with `turn` all its moves in a row, as far as no draw lies between.

    Raises as `last_own`; and Refusal: paused, no_take_back (`why`: moved, robots).
    """
    needs_unpaused(record)
    last = last_own(record, seat)
    if not last.is_free:
        why, name = ("moved", ", ".join(last.movers)) if last.movers else ("robots", "")
        raise Refusal("no_take_back", why=why, name=name, n=len(last.movers), tag=record.tag)
    return _undone(record, game, seat, _turn_start(record, last.index) if turn else last.index, now)


def withdrawn(record: Record, game: Game, seat: Seat, now: float) -> Record:
    """The record without the seat's moves of an unfinished turn that nobody else has seen."""
    if record.edition != game.edition or not unfinished(table_of(record, game), seat):
        return record
    return _undone(record, game, seat, _turn_start(record, len(record.log) - 1), now)


def _turn_start(record: Record, index: int) -> int:
    """The place in the log of the first of the moves in a row that end with this one, all made by the same person."""
    line, start, meanwhile = record.log[index], index, _made_meanwhile(record)
    while start and start - 1 not in meanwhile:
        if record.log[start - 1].seat != line.seat or not record.log[start - 1].is_own:
            break
        start -= 1
    return start


def _undone(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    later = back_to(record, game, seat, length, now)
    if table_of(record, game).state.view(None) == table_of(later, game).state.view(None):
        return later  # nobody has seen the move, so nothing is noted
    return later.with_aside("took_back", {"name": record.chairs[seat].occupant.name, "seat": seat}, now)


def back_to(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    """The record with its log cut to that length, taken back by the seat. Raises Refusal: no_take_back."""
    if record.edition != game.edition:  # the log must lead to the position even if the rules were corrected since
        raise Refusal("no_take_back", why="edition")
    return turned_back(record, table_of(record, game).back_to(length), seat, now)
