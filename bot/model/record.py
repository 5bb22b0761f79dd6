"""A room as it is saved, with all its parts.

Knows no database, no rules and nothing of what may happen next.
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

OFFER_LIFETIME = 24 * 3600.0  # seconds in which an offer of a seat can be taken

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
FINAL_DEPARTURES: tuple[DepartureMark, ...] = ("resigned", "kicked")  # marks of those who cannot come back
CHOSEN_TRIGGERS: tuple[MoveTrigger, ...] = ("", "prepared", "quick")  # moves that the seat's person or robot has chosen
PROPOSAL_KINDS: tuple[ProposalKind, ...] = get_args(ProposalKind)


@dataclass(frozen=True)
class Deadline:
    """When a seat must have moved. Times are unix seconds that respect the person's own hours."""

    clock_started: float
    """When its clock was started."""
    due_at: float
    """When it runs out."""
    remind_at: float | None = None
    """When to remind the person, if ever."""
    moved_at: float = 0.0
    """When the deadline was last moved within the turn."""


@dataclass(frozen=True)
class Chair:
    """A seat and who plays it."""

    occupant: Occupant
    """Who plays this seat."""
    lobby_place: int
    """The 0-based order of joining the lobby."""
    stamp: int = 0
    """A counter that menus carry; it rises with each move of the seat and each time the seat is to move again."""
    owes_move: bool = False
    """Whether the seat owes a move."""
    departure: DepartureMark = ""
    """Why a robot plays for a person who had this seat, "" if none does."""
    former_person: int | None = None
    """The account number of the person for whom a robot plays."""
    deadline: Deadline | None = None
    """Until when the seat must move, None where no clock runs."""
    missed_deadlines: int = 0
    """Deadlines missed in a row."""
    may_extend: bool = True
    """Whether the person may still ask for more time, once."""
    bank: float | None = None
    """The seconds in the seat's bank of time when its turn began, None for a full one."""
    away_until: str = ""
    """The first day on which the person plays again, as the person's preferences were when the record was loaded; ""
    for none. It may be over, see `away_at`."""
    zone: str = ""
    """The person's time zone, loaded as `away`; "" for UTC."""

    @property
    def owner(self) -> int | None:
        """Who sees the open room among their own: the person here, or the one for whom a robot plays meanwhile."""
        if isinstance(self.occupant, Person):
            return self.occupant.id
        return self.former_person if self.departure == "late" else None

    def has_passed(self, stamp: int | None) -> bool:
        """Whether the seat has changed since a menu with that stamp was made; False for None, a new menu."""
        return stamp not in (None, self.stamp)

    def absence_at(self, now: float) -> str:
        """The day on which the person returns, if they are away at that moment, else ""."""
        if not self.away_until:
            return ""
        today = datetime.fromtimestamp(now, Hours(zone=self.zone).time_zone)
        return self.away_until if self.away_until > f"{today:%Y-%m-%d}" else ""


@dataclass(frozen=True)
class Handover:
    """A seat changed hands."""

    seat: Seat  # which one
    person: int  # who left it or came back, an account number
    log_length: int  # the length of the log then
    kind: HandoverKind
    """How: "resigned", "gone" (not to be found), "late" (a robot keeps the seat warm), "kicked" (turned over to a
    robot for good), "replaced", "given"; or "back" for a person who came back to it."""
    at: float  # unix seconds


@dataclass(frozen=True)
class LogLine:
    """One entry of the log: a move or a draw."""

    seat: Seat
    """Who made it, CHANCE for a draw."""
    text: str
    """Its notation."""
    stamp: int | None
    """That of the seat before it moved, None for chance."""
    at: float
    """Unix seconds."""
    trigger: MoveTrigger = ""
    """Made by itself because there was "only" this move; "late", by a robot at the deadline; "prepared" in advance;
    "quick", by a robot at a quicker level because its search failed. Else ""."""

    @property
    def is_chosen(self) -> bool:
        """Whether the seat's person, or its robot, has chosen this move."""
        return self.trigger in CHOSEN_TRIGGERS


@dataclass(frozen=True)
class NewestMessage:
    """The newest message that shows a room."""

    id: int | None = None  # its number, None before the first
    posted_at: float = 0.0  # unix seconds
    log_length: int = -1  # how many entries of the log it shows, -1 for none yet


@dataclass(frozen=True)
class RoomEvent:
    """Something that happened in a room besides the moves."""

    log_length: int  # the length of the log then
    kind: RoomEventKind  # it names the words
    facts: Mapping[str, Fact]  # they fill the gaps of the words
    at: float  # unix seconds


@dataclass(frozen=True)
class Proposal:
    """A proposal that everyone must agree to; any move ends it."""

    seat: Seat  # who proposes it
    log_length: int  # that of the log then
    kept_length: int  # for "take_back": how many entries of the log are to stay
    agreed_seats: tuple[Seat, ...]  # the seats that have agreed, the one who asks first
    at: float  # unix seconds
    kind: ProposalKind = "take_back"  # to "take_back" moves, "pause" the clock, or "finish" the game early


@dataclass(frozen=True)
class Offer:
    """A `seat` that `giver` offered `to` someone without a seat at the table. `at`: unix seconds."""

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
    """Someone "changed" answers; left as the host ("host_left"); answered differently "last_time"; answered "as_last"
    time; plays this game for the "first" time."""
    name: str
    """Who that is."""
    about: tuple[str, ...]
    """The keys of the questions; the name of the new host; each answer of then that differs, as "key=value"; the seat,
    from 1, where it is known."""


@dataclass(frozen=True)
class Record:
    """A room as a database keeps it. Times are unix seconds."""

    id: int
    """The number of the room, 0 before it is kept for the first time."""
    game: str
    """The key of the game."""
    edition: int
    """The edition of the game's rules."""
    options: Mapping[str, str]
    """The answers to the questions of the game."""
    phase: Phase
    """How far it has come."""
    host: Person
    """Who may start it."""
    host_seen: float
    """When the host last used the lobby."""
    place: Location
    """Where it is shown."""
    opened: float
    """When the lobby was opened."""
    changed_at: float
    """When the lobby or table was last changed."""
    chairs: tuple[Chair, ...]
    """The seats: in order of joining in a lobby, from the start on in seat order."""
    guests: tuple[Person, ...] = ()
    """The people for whom seats are reserved in a lobby."""
    unpinged_guests: frozenset[int] = frozenset()
    """Account numbers of the guests that no message has called yet."""
    removed_people: frozenset[int] = frozenset()
    """Account numbers of the people that the host removed."""
    seed: str | None = None
    """The seed of the draws, None in a lobby."""
    state: str | None = None
    """The position as JSON, None in a lobby."""
    log: tuple[LogLine, ...] = ()
    """All moves and draws."""
    ended_by: str = ""
    """The name of who cancelled or ended it early."""
    change: int = 0
    """Counts every change of the room, from 1 when it is kept for the first time."""
    newest_message: NewestMessage = NewestMessage()
    """The newest message."""
    room_events: tuple[RoomEvent, ...] = ()
    """What happened besides the moves, oldest first; only grows."""
    proposal: Proposal | None = None
    """The proposal that waits for consent."""
    offers: tuple[Offer, ...] = ()
    """Seats offered to people who have none here yet."""
    handovers: tuple[Handover, ...] = ()
    """How seats changed hands, oldest first; it only grows."""
    paused: float | None = None
    """Since when the table is paused; it has no meaning once the game is over, see `is_paused`."""
    rematch_of: int | None = None
    """The number of the room whose rematch this is."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """What the lobby agreed on besides the game's own options, see `lobby_options`."""
    note: LobbyNote | None = None
    """The remark under a lobby."""
    lobby_channel: int | None = None
    """The channel of the lobby, None if the table is in that channel itself."""
    match: int | None = None
    """The number of the first game of its match."""
    first_seat: Seat = 0
    """The seat that begins this game, which is also its 0-based index in the match."""
    language: str = "en"
    """The language of shared messages on its server."""
    theme: ThemeName = "light"
    """The theme of shared pictures on its server."""
    prepared: tuple[PreparedTurn, ...] = ()
    """The turns that people have prepared, in the order in which they are tried."""
    notifications: tuple[Notification, ...] = ()
    """What to notify people of. Saved apart from the room: a loaded record has none."""

    # One press asks for the same record several times, so these are computed once.

    @cached_property
    def public(self) -> "Record":
        """The record without prepared turns, which nobody else may see."""
        return replace(self, prepared=()) if self.prepared else self

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The log as a table has it."""
        return tuple(Entry(line.seat, line.text) for line in self.log)

    @cached_property
    def numbered_occupants(self) -> tuple[Occupant, ...]:
        """The people and robots here, each with a seat number if the name is ambiguous."""
        has_picture = self.phase == "playing" or self.phase in ENDED_PHASES
        return number_lookalikes(self.occupants, pictured=has_picture)

    @cached_property
    def stand_in_moves(self) -> frozenset[int]:
        """Log indexes of moves that a robot made for someone who had left, for good or for a while."""
        found = set()
        for place, line in enumerate(self.log if self.handovers else ()):
            latest: HandoverKind | None = None  # how the seat changed hands last before that move
            for handover in self.handovers:
                if handover.seat == line.seat and (handover.at, handover.log_length) <= (line.at, place):
                    latest = handover.kind
            if latest in get_args(Departure):
                found.add(place)
        return frozenset(found)

    @property
    def tag(self) -> str:
        """The number that people read: "#123"."""
        return Tag(self.id, GAMES[self.game].title) if self.game in GAMES else tag(self.id)

    @property
    def occupants(self) -> tuple[Occupant, ...]:
        """The people and robots here, in the order of the seats."""
        return tuple(chair.occupant for chair in self.chairs)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone the record names: seated, host, invited, and both sides of offers."""
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
        """The seconds in the chair's time bank; None if the clock has none.

        It is below 0 only while a turn that had drawn on the bank is taken back.
        """
        if self.terms.get("clock") != "bank":
            return None
        return TIME_BANK_SECONDS if chair.bank is None else chair.bank

    def label_of(self, person_id: int) -> str:
        """What texts without marks call this person at the table; "?" for somebody whom the record does not name."""
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
        """The record with one more room event, which has just happened."""
        return replace(
            self, room_events=(*self.room_events, RoomEvent(len(self.log), kind, facts, now)), changed_at=now
        )

    def with_notification(
        self, kind: NotificationKind, person: int, about: int | None = None, **facts: int
    ) -> "Record":
        """The record with one more notification, which is sent once it is saved."""
        return replace(self, notifications=(*self.notifications, Notification(kind, person, about, facts)))

    def without_reminders(self) -> "Record":
        """The record without what no message shows: times of reminders, notifications, prepared turns."""
        chairs = []
        for chair in self.chairs:
            deadline = chair.deadline and replace(chair.deadline, remind_at=None)
            chairs.append(replace(chair, deadline=deadline))
        return replace(self, chairs=tuple(chairs), prepared=(), notifications=())

    def is_silent_after(self, before: "Record") -> bool:
        """Whether only prepared turns changed since `before`, which nobody else may notice."""
        return before.prepared != self.prepared and replace(before, prepared=self.prepared) == self
