"""A room as it is saved, with all its parts.

Independent of the database and rules; does not decide what may happen next.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Literal, get_args

from bot.model.hours import Hours
from bot.model.lobby_options import TIME_BANK_SECONDS
from bot.model.notifications import Notification, NotificationKind
from bot.model.people import Location, Occupant, Person, label, number_lookalikes
from bot.model.preferences import ThemeName
from bot.model.prepared_turns import PreparedTurn
from bot.model.room_number import Tag, tag
from engine.core import Fact, Seat
from engine.games import GAMES
from engine.table import Entry

OFFER_LIFETIME = 24 * 3600.0  # seconds for which an offered seat can be taken

OpenPhase = Literal["lobby", "playing"]
EndedPhase = Literal["over", "ended"]
ClosedPhase = Literal["cancelled", "expired"]
Phase = Literal[OpenPhase, EndedPhase, ClosedPhase]
Departure = Literal["resigned", "gone", "late", "kicked"]
DepartureMark = Literal["", Departure]
HandoverKind = Literal[Departure, "replaced", "given", "back"]
MoveTrigger = Literal["", "only", "late", "prepared", "quick"]
ProposalKind = Literal["take_back", "pause", "finish"]
RoomEventKind = Literal[
    Departure, "back", "replaced", "not_replaced", "not_given", "took_back", "all_took_back", "goes_on", "paused",
    "went_on", "more_time", "outage", "lock", "all_finished",
]  # fmt: skip
LobbyNoteKey = Literal["changed", "host_left", "last_time", "as_last", "first"]

OPEN_PHASES: tuple[OpenPhase, ...] = get_args(OpenPhase)
ENDED_PHASES: tuple[EndedPhase, ...] = get_args(EndedPhase)
CLOSED_PHASES: tuple[ClosedPhase, ...] = get_args(ClosedPhase)  # of lobbies that never became a table
FINAL_DEPARTURES: tuple[DepartureMark, ...] = ("resigned", "kicked")  # the person cannot come back
CHOSEN_TRIGGERS: tuple[MoveTrigger, ...] = ("", "prepared", "quick")  # of moves that the seat's person or robot chose
PROPOSAL_KINDS: tuple[ProposalKind, ...] = get_args(ProposalKind)


@dataclass(frozen=True)
class Deadline:
    """When a seat must have moved. Times are unix seconds and take the person's hours of sleep into account."""

    clock_started: float
    """When the seat's clock was started."""
    due_at: float
    """When the time runs out."""
    remind_at: float | None = None
    """When to remind the person, if ever."""
    moved_at: float = 0.0
    """When the deadline was last moved within the turn."""


@dataclass(frozen=True)
class Chair:
    """A seat and who plays it."""

    occupant: Occupant
    """The person or robot who plays this seat."""
    lobby_place: int
    """The 0-based order of joining the lobby."""
    stamp: int = 0
    """A counter that menus carry; it rises with each move of the seat and each time the seat is to move again."""
    owes_move: bool = False
    """Whether the seat must move now."""
    departure: DepartureMark = ""
    """Why a robot plays for a person who had this seat, "" if none does."""
    former_person: int | None = None
    """The account number of the person for whom a robot plays."""
    deadline: Deadline | None = None
    """When the seat must have moved, None if no clock runs."""
    missed_deadlines: int = 0
    """Deadlines missed in a row."""
    may_extend: bool = True
    """Whether the person may still ask for more time, which is allowed once per game."""
    bank: float | None = None
    """The seconds in the seat's time bank when its turn began, None for a full bank."""
    away_until: str = ""
    """The first day on which the person plays again, "" if not away. It is read from the person's preferences when the
    record is loaded and may be past, see `absence_at`."""
    zone: str = ""
    """The person's time zone, read together with `away_until`; "" for UTC."""

    @property
    def owner(self) -> int | None:
        """The account number of the person in this seat, or of the person for whom a robot plays until they return."""
        if isinstance(self.occupant, Person):
            return self.occupant.id
        return self.former_person if self.departure == "late" else None

    def has_passed(self, stamp: int | None) -> bool:
        """Whether the seat has changed since the menu with this stamp was made; never for a new menu (None)."""
        return stamp not in (None, self.stamp)

    def absence_at(self, now: float) -> str:
        """The day on which the person returns if they are away at that moment, otherwise ""."""
        if not self.away_until:
            return ""
        today = datetime.fromtimestamp(now, Hours(zone=self.zone).time_zone)
        return self.away_until if self.away_until > f"{today:%Y-%m-%d}" else ""


@dataclass(frozen=True)
class Handover:
    """A change of who plays a seat."""

    seat: Seat  # the seat
    person: int  # account number of the person who left it or came back
    log_length: int  # the length of the log at that time
    kind: HandoverKind
    """Why: "resigned", "gone" (the person cannot be found), "late" (a robot plays until the person returns), "kicked"
    (a robot takes over for good), "replaced", "given"; or "back" for a person who returned."""
    at: float  # unix seconds


@dataclass(frozen=True)
class LogLine:
    """An entry of the log: a move or a draw."""

    seat: Seat
    """The seat that moved, CHANCE for a draw."""
    text: str
    """The notation of the move or draw."""
    stamp: int | None
    """The stamp of the seat before it moved, None for a draw."""
    at: float
    """When it was made, unix seconds."""
    trigger: MoveTrigger = ""
    """How the move came about: "only" if made automatically as the only possible move, "late" if a robot made it at the
    deadline, "prepared" in advance, "quick" by a robot at a quicker level because its search failed; otherwise ""."""

    @property
    def is_chosen(self) -> bool:
        """Whether the seat's person or robot chose this move."""
        return self.trigger in CHOSEN_TRIGGERS


@dataclass(frozen=True)
class NewestMessage:
    """The newest message that shows a room."""

    id: int | None = None  # the number of the message, None before the first
    posted_at: float = 0.0  # unix seconds
    log_length: int = -1  # how many entries of the log it shows, -1 before the first message


@dataclass(frozen=True)
class RoomEvent:
    """Something that happened in a room besides the moves."""

    log_length: int  # the length of the log at that time
    kind: RoomEventKind  # selects the text
    facts: Mapping[str, Fact]  # fill the gaps of the text
    at: float  # unix seconds


@dataclass(frozen=True)
class Proposal:
    """A proposal that everyone must agree to; any move ends it."""

    seat: Seat  # the proposing seat
    log_length: int  # the length of the log at that time
    kept_length: int  # for "take_back": how many entries of the log would remain
    agreed_seats: tuple[Seat, ...]  # the seats that have agreed, the proposing seat first
    at: float  # unix seconds
    kind: ProposalKind = "take_back"  # to "take_back" moves, "pause" the clock, or "finish" the game early


@dataclass(frozen=True)
class Offer:
    """An offer by `giver` of a `seat` at the table `to` a person without a seat there, made `at` (unix seconds)."""

    seat: Seat
    to: Person
    giver: Person
    at: float

    def is_open(self, now: float) -> bool:
        """Whether the offer can still be taken."""
        return now - self.at < OFFER_LIFETIME


@dataclass(frozen=True)
class LobbyNote:
    """The latest note under a lobby."""

    key: LobbyNoteKey
    """The subject: someone "changed" answers; the host left ("host_left"); the host's answers were different last time
    ("last_time") or have been set as last time ("as_last"); someone plays this game for the first time ("first")."""
    name: str
    """The name of that person."""
    about: tuple[str, ...]
    """For "changed" and "as_last" the keys of the questions; for "host_left" the new host's name; for "last_time" each
    earlier answer that differs, as "key=value"; for "first" the 1-based seat if known."""


@dataclass(frozen=True)
class Record:
    """A room as a database stores it. Times are unix seconds."""

    id: int
    """The number of the room, 0 before it is saved for the first time."""
    game: str
    """The key of the game."""
    edition: int
    """The edition of the game's rules."""
    options: Mapping[str, str]
    """The answers to the questions of the game."""
    phase: Phase
    """The phase of the room."""
    host: Person
    """The person who may start the game."""
    host_seen: float
    """When the host last used the lobby."""
    place: Location
    """The channel where the room is shown."""
    opened: float
    """When the lobby was opened."""
    changed_at: float
    """When the lobby or table was last changed."""
    chairs: tuple[Chair, ...]
    """The seats: in a lobby in the order of joining, after the start in seat order."""
    guests: tuple[Person, ...] = ()
    """The people for whom seats are reserved in a lobby."""
    unpinged_guests: frozenset[int] = frozenset()
    """Account numbers of the guests whom no message has mentioned yet."""
    removed_people: frozenset[int] = frozenset()
    """Account numbers of the people whom the host removed."""
    seed: str | None = None
    """The seed of the draws, None in a lobby."""
    state: str | None = None
    """The position as JSON, None in a lobby."""
    log: tuple[LogLine, ...] = ()
    """All moves and draws."""
    ended_by: str = ""
    """The name of the person who canceled the lobby or ended the game early."""
    change: int = 0
    """Rises with every change of the room; 1 when it is saved for the first time."""
    newest_message: NewestMessage = NewestMessage()
    """The newest message that shows the room."""
    room_events: tuple[RoomEvent, ...] = ()
    """What happened besides the moves, oldest first; only grows."""
    proposal: Proposal | None = None
    """The proposal that is waiting for agreement."""
    offers: tuple[Offer, ...] = ()
    """The offers of seats to people without a seat at this table."""
    handovers: tuple[Handover, ...] = ()
    """The changes of who plays a seat, oldest first; only grows."""
    paused: float | None = None
    """Since when the table is paused; meaningless once the game is over, see `is_paused`."""
    rematch_of: int | None = None
    """The number of the room whose rematch this is."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """The answers to the lobby's questions that are not options of the game, see `lobby_options`."""
    note: LobbyNote | None = None
    """The note under a lobby."""
    lobby_channel: int | None = None
    """The channel of the lobby, None if the table is in that channel itself."""
    match: int | None = None
    """The number of the room with the first game of the match, None if there is no match."""
    first_seat: Seat = 0
    """The seat that begins this game; also the game's 0-based index in the match."""
    language: str = "en"
    """The language of shared messages on the server."""
    theme: ThemeName = "light"
    """The theme of shared pictures on the server."""
    prepared: tuple[PreparedTurn, ...] = ()
    """The turns that people have prepared, in the order in which they are tried."""
    notifications: tuple[Notification, ...] = ()
    """New notifications for people. They are saved apart from the room: a loaded record has none."""

    # Cached because one button press reads these properties of the same record several times.

    @cached_property
    def public(self) -> "Record":
        """The record without prepared turns, which nobody else may see."""
        return replace(self, prepared=()) if self.prepared else self

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The log as entries of a table."""
        return tuple(Entry(line.seat, line.text) for line in self.log)

    @cached_property
    def numbered_occupants(self) -> tuple[Occupant, ...]:
        """The people and robots at the table, each with a seat number if the name is ambiguous."""
        has_picture = self.phase == "playing" or self.phase in ENDED_PHASES
        return number_lookalikes(self.occupants, pictured=has_picture)

    @cached_property
    def stand_in_moves(self) -> frozenset[int]:
        """Log indexes of moves that a robot made for a person who had left, temporarily or for good."""
        found = set()
        for place, line in enumerate(self.log if self.handovers else ()):
            latest: HandoverKind | None = None  # the seat's last handover before that move
            for handover in self.handovers:
                if handover.seat == line.seat and (handover.at, handover.log_length) <= (line.at, place):
                    latest = handover.kind
            if latest in get_args(Departure):
                found.add(place)
        return frozenset(found)

    @property
    def tag(self) -> str:
        """The number as people read it: "#123"."""
        return Tag(self.id, GAMES[self.game].title) if self.game in GAMES else tag(self.id)

    @property
    def occupants(self) -> tuple[Occupant, ...]:
        """The people and robots at the table, in the order of the seats."""
        return tuple(chair.occupant for chair in self.chairs)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone the record names: people with a seat, the host, guests, and both sides of each offer."""
        found = [chair.occupant for chair in self.chairs if isinstance(chair.occupant, Person)]
        found += [self.host, *self.guests]
        for offer in self.offers:
            found += [offer.to, offer.giver]
        return tuple(found)

    @property
    def is_paused(self) -> bool:
        """Whether the table is paused."""
        return self.phase == "playing" and self.paused is not None

    def bank_of(self, chair: Chair) -> float | None:
        """The seconds in the chair's time bank, None if the clock has no bank.

        Negative only while a turn that used time from the bank is being taken back.
        """
        if self.terms.get("clock") != "bank":
            return None
        return TIME_BANK_SECONDS if chair.bank is None else chair.bank

    def label_of(self, person_id: int) -> str:
        """The person's name for plain text, "?" if the record does not name this person."""
        known = [
            person
            for person in (*self.numbered_occupants, *self.people)
            if isinstance(person, Person) and person.id == person_id
        ]
        return label(known[0]) if known else "?"

    def seat_of(self, person_id: int) -> Seat | None:
        """The 0-based seat of this person, or None."""
        for seat, chair in enumerate(self.chairs):
            if isinstance(chair.occupant, Person) and chair.occupant.id == person_id:
                return seat
        return None

    def chair_of(self, person_id: int) -> Chair | None:
        """The chair of this person, or None."""
        seat = self.seat_of(person_id)
        return None if seat is None else self.chairs[seat]

    def with_chair(self, seat: Seat, chair: Chair) -> "Record":
        """The record with that chair on the seat."""
        return replace(self, chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    def with_room_event(self, kind: RoomEventKind, facts: Mapping[str, Fact], now: float) -> "Record":
        """The record with a room event added that happened just now."""
        return replace(
            self, room_events=(*self.room_events, RoomEvent(len(self.log), kind, facts, now)), changed_at=now
        )

    def with_notification(
        self, kind: NotificationKind, person: int, about: int | None = None, **facts: int
    ) -> "Record":
        """The record with a notification added, which is sent once the record is saved."""
        return replace(self, notifications=(*self.notifications, Notification(kind, person, about, facts)))

    def without_reminders(self) -> "Record":
        """The record without the parts that no message shows: times of reminders, notifications, prepared turns."""
        chairs = []
        for chair in self.chairs:
            deadline = chair.deadline and replace(chair.deadline, remind_at=None)
            chairs.append(replace(chair, deadline=deadline))
        return replace(self, chairs=tuple(chairs), prepared=(), notifications=())

    def is_silent_after(self, before: "Record") -> bool:
        """Whether only prepared turns have changed since `before`, which nobody but their owner may notice."""
        return before.prepared != self.prepared and replace(before, prepared=self.prepared) == self
