"""An imported game and its sandbox, in which its owner tries other moves for every seat.

Nothing here is rated or shown to anyone else. Knows no storage, no words and no Discord.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.people import Location, Person
from bot.model.record import Chair, LogLine, Record
from bot.model.room import PlayedRoom
from bot.text.names import plain_name
from engine.core import CHANCE, Game, Seat
from engine.table import Entry, Table
from engine.transcript import Transcript, read_transcript

FIRST_SANDBOX_ID = 36**6  # numbers of sandboxes begin here; numbers of rooms never come so far
SANDBOX_ID_LIMIT = FIRST_SANDBOX_ID + 36**5


@dataclass(frozen=True)
class ImportedGame:
    """A game that a person imported as a transcript."""

    id: int  # its number
    person: int  # whose it is, an account number
    transcript: str  # the record as the bot writes one
    is_whole: bool  # whether no corrected rules cut it short
    imported_at: float  # unix seconds
    sandbox_start: int = 0  # after so many entries of the record's log its sandbox begins
    tried: tuple[Entry, ...] = ()  # the moves and draws made in the sandbox
    change: int = 1  # rises with each change of the sandbox


class Sandbox(PlayedRoom):
    """A table at which one person plays every seat."""

    @property
    def tag(self) -> str:
        """What people read where a table has its number."""
        return "sandbox"

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat that acts now, the first one where none does; None for anybody but the one person."""
        if person_id != self.record.host.id:
            return None
        return self.to_act[0] if self.to_act else 0


def imported_room(brought: ImportedGame, games: Mapping[str, Game]) -> PlayedRoom:
    """The finished table. Raises IllegalMove("record") if the rules do not agree with it any more."""
    transcript = read_transcript(brought.transcript, games)
    return _room(PlayedRoom, brought, transcript, transcript.table)


def sandbox_room(brought: ImportedGame, games: Mapping[str, Game]) -> PlayedRoom:
    """The sandbox as a table. Raises IllegalMove("record") if the rules do not agree with the record any more."""
    transcript = read_transcript(brought.transcript, games)
    table = transcript.table.back_to(min(brought.sandbox_start, len(transcript.table.log)))
    for entry in brought.tried:
        table = table.step(entry)
    return _room(Sandbox, brought, transcript, table)


def tried_without_last(brought: ImportedGame, *, turn: bool) -> tuple[Entry, ...]:
    """The tried moves without the last move, or without the last turn, and without the draws after it."""
    tried = brought.tried
    moves = [n for n, entry in enumerate(tried) if entry.seat != CHANCE]
    last = moves[-1] if moves else 0
    while turn and last and tried[last - 1].seat == tried[last].seat:
        last -= 1
    return tried[:last]


def _room(kind: type[PlayedRoom], brought: ImportedGame, transcript: Transcript, table: Table) -> PlayedRoom:
    names = [name or f"#{number}" for number, name in enumerate(transcript.names, 1)]  # a record need not name anybody
    seats = [Person(brought.person, plain_name(name)) for name in names]
    is_playing = kind is Sandbox and bool(table.state.to_act())
    record = Record(
        id=brought.id + (FIRST_SANDBOX_ID if kind is Sandbox else 0),
        game=table.game.key,
        edition=table.game.edition,
        options=table.options,
        phase="playing" if is_playing else "over",
        host=Person(brought.person, ""),
        host_seen=brought.imported_at,
        place=Location(None, 0),
        opened=brought.imported_at,
        changed_at=brought.imported_at,
        chairs=tuple(Chair(who, place, stamp=brought.change) for place, who in enumerate(seats)),
        log=tuple(LogLine(entry.seat, entry.text, None, brought.imported_at) for entry in table.log),
    )
    return kind(record, table.game, table)
