"""A room at a moment: its record, its table and the viewer's settings; and checks of its phase.

Independent of Discord objects, storage and rules.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.model.errors import Refusal
from bot.model.people import Location, Occupant, Person, label
from bot.model.preferences import MenuSight, ThemeName
from bot.model.prepared_turns import PreparedTurn
from bot.model.record import ENDED_PHASES, FINAL_DEPARTURES, Chair, LogLine, NewestMessage, Phase, Record
from bot.model.record_table import saved_table
from bot.model.room_number import Tag, code
from engine.codec import Misfit
from engine.core import CHANCE, Fact, Game, Seat
from engine.table import Table

ENLARGE_FROM_SEATS = 3  # with this many seats or more, a picture of the whole table is too small on a phone
TABLE_IDLE_AFTER = 7 * 24 * 3600.0  # seconds without a change after which a table counts as abandoned

PreparationMode = Literal["", "p", "t"]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Room:
    """A lobby or a table at a moment, as someone sees it."""

    record: Record
    """The saved record, without absences, offers and a proposal that have expired by then, and without prepared turns,
    which nobody else may see."""
    game: Game
    """The rules of the game."""
    table: Table | None
    """The game so far, None in a lobby. With `preparation`, it has moves that the record does not have yet."""
    now: float = field(default=0.0, compare=False)
    """The moment, unix seconds."""
    theme: ThemeName = "light"
    """The theme of pictures: the server's in shared messages, the person's in private ones."""
    sight: MenuSight = "auto"
    """Whether pictures in a private menu enlarge the person's own seat, see `enlarges_own_seat`."""
    preparation: PreparationMode = ""
    """Whether `table` is as if it were the turn of a person who prepares moves: "p" to prepare a new turn, "t" to
    continue the last one, "" for the table as it is."""

    @property
    def id(self) -> int:
        """The number of the room."""
        return self.record.id

    @property
    def tag(self) -> str:
        """The number as people read it: "#123"."""
        return Tag(self.record.id, self.game.title)

    @property
    def code(self) -> str:
        """The number as in buttons and addresses: "3f"."""
        return code(self.record.id)

    @property
    def phase(self) -> Phase:
        """The phase of the room."""
        return self.record.phase

    @property
    def place(self) -> Location:
        """The channel where the room is shown."""
        return self.record.place

    @property
    def newest_message(self) -> NewestMessage:
        """The newest message that shows the room."""
        return self.record.newest_message

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The seats: in a lobby in the order of joining, after the start in seat order."""
        return self.record.chairs

    @property
    def occupants(self) -> tuple[Occupant, ...]:
        """The people and robots at the table, each with a seat number if the name is ambiguous."""
        return self.record.numbered_occupants

    @property
    def people(self) -> tuple[Person, ...]:
        """The people who have a seat, in seat order, without robots."""
        return tuple(occupant for occupant in self.occupants if isinstance(occupant, Person))

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The log of the record; empty while a turn is prepared, as nobody has made those moves."""
        return () if self.preparation else self.record.log

    @property
    def deadlines(self) -> dict[Seat, float]:
        """When the time of each seat that must move runs out, unix seconds; empty while the table is paused."""
        if self.record.is_paused:
            return {}
        return {seat: chair.deadline.due_at for seat, chair in enumerate(self.chairs) if chair.deadline}

    @property
    def banks(self) -> dict[Seat, float]:
        """The seconds in the time bank of each person's seat; empty if the clock has no bank."""
        found = {}
        for seat, chair in enumerate(self.chairs):
            bank = self.record.bank_of(chair)
            if bank is not None and isinstance(chair.occupant, Person):
                found[seat] = max(bank, 0.0)
        return found

    @property
    def deadline_moved_at(self) -> float:
        """When a deadline was last moved within a turn, unix seconds; 0 for never."""
        return max((chair.deadline.moved_at for chair in self.chairs if chair.deadline), default=0.0)

    def is_idle_for(self, person_id: int) -> bool:
        """Whether ending the table disturbs nobody: no other people play, or nothing changed for TABLE_IDLE_AFTER."""
        return (
            all(person.id == person_id for person in self.people)
            or self.now - self.record.changed_at >= TABLE_IDLE_AFTER
        )

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that must move; () unless the table is being played and not paused."""
        if self.phase != "playing" or self.table is None or self.record.is_paused:
            return ()
        to_act = self.table.state.to_act()
        return () if CHANCE in to_act else to_act

    @property
    def unchosen_moves(self) -> frozenset[int]:
        """Log indexes of moves that were made for a person: by a robot, or because only one move was possible."""
        return self.record.stand_in_moves | {
            place for place, line in enumerate(self.log) if line.trigger in ("only", "late")
        }

    @property
    def host_label(self) -> str:
        """The host's name for plain text, "?" if the host has no seat."""
        return next((label(person) for person in self.people if person.id == self.record.host.id), "?")

    @property
    def has_next_game(self) -> bool:
        """Whether the match continued with another game after this one."""
        is_last = self.record.first_seat + 1 == len(self.chairs)
        has_resigned = any(chair.departure == "resigned" for chair in self.chairs)
        return self.record.match is not None and self.phase == "over" and not is_last and not has_resigned

    @property
    def is_rated(self) -> bool:
        """Whether the game counts for ratings when it ends: it is not casual, and at least two people started it."""
        began = [isinstance(chair.occupant, Person) or chair.former_person is not None for chair in self.chairs]
        return self.record.terms.get("counts") != "casual" and sum(began) > 1

    def seat_of(self, person_id: int) -> Seat | None:
        """The 0-based seat of this person, or None."""
        return self.record.seat_of(person_id)

    def current_or_former_seat(self, person_id: int) -> Seat | None:
        """The seat of this person, or the seat that a robot took over from them, or None."""
        own = self.seat_of(person_id)
        if own is not None:
            return own
        return next((seat for seat, chair in enumerate(self.chairs) if chair.former_person == person_id), None)

    def seat_kept_for(self, person_id: int) -> Seat | None:
        """The seat that a robot plays for this person until they return, or None."""
        chairs = enumerate(self.chairs)
        return next(
            (seat for seat, chair in chairs if (chair.former_person, chair.departure) == (person_id, "late")), None
        )

    def seat_in_facts(self, facts: Mapping[str, Fact]) -> Seat | None:
        """The seat of the person that a room event names; None if the name is ambiguous."""
        seat = facts.get("seat")
        if isinstance(seat, int):
            return seat
        found = [seat for seat, occupant in enumerate(self.occupants) if occupant.name == facts.get("name")]
        return found[0] if len(found) == 1 else None

    def is_spectator(self, person_id: int) -> bool:
        """Whether the person has left their seat for good and can only watch."""
        seat = self.current_or_former_seat(person_id)
        if seat is None or self.seat_of(person_id) is not None:
            return False
        return self.phase in ENDED_PHASES or self.chairs[seat].departure in FINAL_DEPARTURES

    @property
    def enlarges_own_seat(self) -> bool:
        """Whether a private menu enlarges the person's seat: as chosen, by default with three or more seats."""
        return self.sight == "own" or (self.sight == "auto" and len(self.chairs) >= ENLARGE_FROM_SEATS)


@dataclass(frozen=True)
class PlayedRoom(Room):
    """A room whose game has begun and may be over."""

    table: Table
    """The game so far, never None."""


@dataclass(frozen=True)
class OwnPreparedTurns:
    """The turns that a person has prepared at a table."""

    room: PlayedRoom
    """The table as it is now."""
    seat: Seat
    """The person's seat."""
    turns: tuple[PreparedTurn, ...]
    """The prepared turns, in the order in which they are tried."""
    stamp: int = 0
    """The stamp for a new menu."""
    may_add: bool = False
    """Whether another turn can be prepared now."""
    may_continue: bool = False
    """Whether the last turn can be continued, in case all others have passed."""

    @property
    def lapsed_turns(self) -> tuple[PreparedTurn, ...]:
        """The turns that were no longer possible when the seat's turn came."""
        return tuple(turn for turn in self.turns if turn.has_lapsed)

    @property
    def waiting_turns(self) -> tuple[PreparedTurn, ...]:
        """The turns that can still be played."""
        return tuple(turn for turn in self.turns if not turn.has_lapsed)


def room_at(record: Record, games: Mapping[str, Game], now: float) -> Room:
    """The room of the record at that moment. Raises Misfit if its position does not fit the game."""
    game = games[record.game]
    table = saved_table(record, game)
    public = record.public
    if public.offers or any(chair.away_until for chair in public.chairs):
        chairs = tuple(replace(chair, away_until=chair.absence_at(now)) for chair in public.chairs)
        is_playing = public.phase == "playing"
        offers = tuple(offer for offer in public.offers if is_playing and offer.is_open(now))
        public = replace(public, chairs=chairs, offers=offers)
    if public.proposal and public.proposal.log_length != len(public.log):  # a move has ended the earlier proposal
        public = replace(public, proposal=None)
    if table is None:
        return Room(public, game, None, now, record.theme)
    return PlayedRoom(public, game, table, now, record.theme)


def readable_rooms(records: Iterable[Record], games: Mapping[str, Game], now: float) -> list[Room]:
    """The rooms of these records for a list, without rooms whose position does not fit their game.

    Each omitted room is logged; opening that room raises the error.
    """
    found = []
    for record in records:
        try:
            found.append(room_at(record, games, now))
        except (Misfit, KeyError):  # the program no longer knows these rules or this game
            log.exception("cannot be listed", extra={"room": record.id})
    return found


def require_play(room: Record | Room) -> None:
    """Raise Refusal unless the table is being played: over, not_started, gone."""
    if room.phase in ENDED_PHASES:
        raise Refusal("over", tag=room.tag, phase=room.phase)
    if room.phase != "playing":
        raise _no_table(room)


def require_unpaused(record: Record) -> None:
    """Raise Refusal("paused") if the table is paused."""
    if record.is_paused:
        raise Refusal("paused", tag=record.tag)


def require_turn(room: PlayedRoom, seat: Seat) -> None:
    """Raise Refusal unless the seat may move now or may change its simultaneous choice.

    Keys: paused; not_your_turn, whose fact `prepares` says whether the seat can prepare its move.
    """
    require_unpaused(room.record)
    if seat not in room.to_act and not room.table.state.moves(seat):
        acting = ", ".join(label(room.occupants[acting_seat]) for acting_seat in room.to_act)
        prepares = room.table.state.ahead(seat) is not None
        raise Refusal("not_your_turn", name=acting, tag=room.tag, prepares=prepares)


def require_table(room: Room) -> PlayedRoom:
    """The room as a PlayedRoom. Raises Refusal if its game has not begun: not_started, gone."""
    if not isinstance(room, PlayedRoom):
        raise _no_table(room)
    return room


def table_of(record: Record, game: Game) -> Table:
    """The table of a record. Raises Refusal if its game has not begun: not_started, gone; Misfit as `saved_table`."""
    table = saved_table(record, game)
    if table is None:
        raise _no_table(record)
    return table


def _no_table(room: Record | Room) -> Refusal:
    return Refusal("not_started" if room.phase == "lobby" else "gone", tag=room.tag, phase=room.phase)
