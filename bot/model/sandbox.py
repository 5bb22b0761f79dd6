"""An imported game and its sandbox, where the game's owner tries other moves for every seat.

Nothing here is rated or shown to anyone else. Knows nothing about storage, texts or Discord.
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

FIRST_SANDBOX_ID = 36**6  # numbers of sandboxes begin here; numbers of rooms are always lower
SANDBOX_ID_LIMIT = FIRST_SANDBOX_ID + 36**5


@dataclass(frozen=True)
class ImportedGame:
    """A game that a person imported as a transcript."""

    id: int  # the number of the imported game
    person: int  # account number of the owner
    transcript: str  # the transcript, in the format that the bot writes
    is_whole: bool  # False if the import was cut short because the rules have been corrected
    imported_at: float  # unix seconds
    sandbox_start: int = 0  # the number of the transcript's log entries before the sandbox begins
    tried: tuple[Entry, ...] = ()  # the moves and draws made in the sandbox
    change: int = 1  # rises with each change of the sandbox


class Sandbox(PlayedRoom):
    """A table where one person plays every seat."""

    @property
    def tag(self) -> str:
        """The text that people read in place of a table's number."""
        return "sandbox"

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat that acts now, or the first seat if none does; None for anyone but the owner."""
        if person_id != self.record.host.id:
            return None
        return self.to_act[0] if self.to_act else 0


def imported_room(brought: ImportedGame, games: Mapping[str, Game]) -> PlayedRoom:
    """The table with the whole imported game. Raises IllegalMove("record") if the rules no longer allow it."""
    transcript = read_transcript(brought.transcript, games)
    return _room(PlayedRoom, brought, transcript, transcript.table)


def sandbox_room(brought: ImportedGame, games: Mapping[str, Game]) -> PlayedRoom:
    """The sandbox as a table. Raises IllegalMove("record") if the rules no longer allow the imported game."""
    transcript = read_transcript(brought.transcript, games)
    table = transcript.table.back_to(min(brought.sandbox_start, len(transcript.table.log)))
    for entry in brought.tried:
        table = table.step(entry)
    return _room(Sandbox, brought, transcript, table)


def tried_without_last(brought: ImportedGame, *, turn: bool) -> tuple[Entry, ...]:
    """The tried moves without the last move (or, with `turn`, the last turn) and the draws after it."""
    tried = brought.tried
    moves = [n for n, entry in enumerate(tried) if entry.seat != CHANCE]
    last = moves[-1] if moves else 0
    while turn and last and tried[last - 1].seat == tried[last].seat:
        last -= 1
    return tried[:last]


def _room(kind: type[PlayedRoom], brought: ImportedGame, transcript: Transcript, table: Table) -> PlayedRoom:
    names = [
        name or f"#{number}" for number, name in enumerate(transcript.names, 1)
    ]  # a transcript may leave out names
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
