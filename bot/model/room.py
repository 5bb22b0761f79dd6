"""A room: a table with the people and robots at it and its place in Discord, as values.

Knows no Discord objects, no storage and no rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal, get_args

from bot.model.errors import Refusal
from bot.model.people import Location, Occupant, Person, label, with_numbers
from bot.model.preferences import Sight, Theme
from engine.core import CHANCE, Fact, Game, Seat
from engine.table import Table

OWN_FROM = 3  # seats, from which on the whole table is small on a phone
IDLE = 7 * 24 * 3600.0  # seconds without a change from which on nobody is thought to play at a table

CALLED_AGAIN = 3600.0  # seconds after which people are called to answer a proposal once more

OpenPhase = Literal["lobby", "playing"]
EndedPhase = Literal["over", "ended"]
Phase = Literal[OpenPhase, EndedPhase, "cancelled", "expired"]
Departure = Literal["resigned", "gone", "late", "kicked"]
Mark = Literal["", Departure]
FOR_GOOD: tuple[Mark, ...] = ("resigned", "kicked")  # marks of those who cannot come back
HowMoved = Literal["", "only", "late", "prepared", "quick"]
ProposalKind = Literal["take_back", "pause", "finish"]
AsideKind = Literal[
    Departure, "back", "replaced", "not_replaced", "not_given", "took_back", "all_took_back", "goes_on", "paused",
    "went_on", "more_time", "outage", "lock", "all_finished",
]  # fmt: skip
AheadMode = Literal["", "p", "t"]
NoteKey = Literal["changed", "host_left", "last_time", "as_last", "first"]

OWN_MOVES: tuple[HowMoved, ...] = ("", "prepared", "quick")  # moves that the seat's person or robot has chosen

OPEN_PHASES: tuple[OpenPhase, ...] = get_args(OpenPhase)
ENDED_PHASES: tuple[EndedPhase, ...] = get_args(EndedPhase)
PROPOSALS: tuple[ProposalKind, ...] = get_args(ProposalKind)

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CODE = re.compile(r"[0-9a-z]{1,12}", re.ASCII | re.IGNORECASE)
_DECIMAL = re.compile(r"\d{1,18}")  # in any script


@dataclass(frozen=True)
class Aside:
    """Something besides the moves.

    `place`: the length of the log when it happened. `kind` names its words, `facts` fill their gaps. `at`: unix
    seconds.
    """

    place: int
    kind: AsideKind
    facts: Mapping[str, Fact]
    at: float


@dataclass(frozen=True)
class Proposal:
    """What a `seat` proposes and everybody must agree to, made when the log was `length` long; any move ends it.

    `kind`: "take_back" to go back to the first `target` entries of the log, "pause" for the clock to stand still,
    "finish" to end the game. `agreed`: the seats that have agreed, the one who asks first. `at`: unix seconds.
    """

    seat: Seat
    length: int
    target: int
    agreed: tuple[Seat, ...]
    at: float
    kind: ProposalKind = "take_back"


def called_before(asides: Sequence[Aside], ask: Proposal) -> int | None:
    """When people were called for a refused proposal within the hour before this one, unix seconds; None if never."""
    calls = [int(aside.facts.get("called", 0)) for aside in asides if aside.kind == "goes_on"]
    return max((at for at in calls if ask.at - at < CALLED_AGAIN), default=None)


@dataclass(frozen=True)
class Offer:
    """A `seat` that `giver` has offered `to` a person who does not sit at the table yet. `at`: unix seconds."""

    seat: Seat
    to: Person
    giver: Person
    at: float


@dataclass(frozen=True)
class Note:
    """The latest remark under a lobby.

    `key` "changed": `about` are the questions that `name` answered anew. "host_left": the name of who hosts now.
    "last_time": the answers of `name`'s last lobby that differ from those here, each as "key=value". "as_last": the
    questions that `name` answered as then. "first": `name` plays this game for the first time, on
    that seat, from 1, where it is known.
    """

    key: NoteKey
    name: str
    about: tuple[str, ...]


def unseated(seats: Iterable[tuple[Mark, int | None]], person_id: int, phase: Phase, tag: str) -> Refusal:
    """Why this person does not sit there, and how to come back if a robot plays for them.

    `seats`: the mark of each, and for whom a robot plays there.
    """
    kept = {mark: n for n, (mark, former) in enumerate(seats, 1) if former == person_id and phase == "playing"}
    if "gone" in kept:
        return Refusal("seat_free", tag=tag, n=kept["gone"])
    return Refusal("away" if "late" in kept else "not_seated", tag=tag)


@dataclass(frozen=True)
class Room:
    """A lobby or a table as it stands.

    `id`: its number. `game` and `options`: what is played. `phase`: how far it has come. `place`: where it is shown.
    `note`: the remark under a lobby, None for none. `host`: account number of who may start it. `seats`: in order of
    joining in a lobby, from the start on in seat order, each with its number where the name does not say who it is.
    `opened`, `posted`, `moved`: unix seconds; `moved` is the last change of lobby or table. `table`: None until the
    start.

    `stamps`: a number for each seat, which only rises; menus carry it.

    `message`: the newest message that shows this room, posted at `posted`, showing `shown` entries of the log (-1: none
    shown yet). `ended_by`: the name of who cancelled or ended it early. `guests`: for whom seats are kept in a lobby;
    `uncalled`: those of them whom no message has called yet.

    `change`: counts every change of the room, from 1. `terms`: what the lobby agreed on beside the game's own options,
    see `lobby_options`. `home`: the channel where the lobby stood; the table may be in a thread of it. `match`: the
    number of the first game of the match that this is part of, `first` the seat that begins this game, so its place in
    the match.

    `marks`: for each seat "", or why a robot plays for a person who was there: "resigned", "gone", "late", "kicked";
    `former`: who that was. `joined`: for each seat its place in the lobby, 0-based. `due`: for each seat until when it
    must move, if it must and the clock does not stand still; `shifted`: when it was moved in a turn. `paused`: since
    when the clock stands still, None while it runs. `banks`: for each person's seat the seconds in its bank of time,
    None for robots and where the clock has no bank. `away`: for each seat the first day on which its person plays
    again, "" for nobody who is away.

    `times` and `hows`: for each log entry when it was made, and "only" for one that was made by itself, "late" for one
    that a robot made at the deadline, "prepared" for one that its person had prepared, "quick" for one that a
    robot made at a quicker level because its search failed. `cared`: the places in the log of moves that a robot made
    for somebody who was there before. `ahead`: the table stands as if one seat that is not to move were, for its person
    to prepare a move: "p" a new turn, "t" more of the last one; "" for the table as it is.

    `asides`: what happened besides the moves, oldest first. `ask`: the wish that waits for consent. `offers`: seats
    offered to people who do not sit here yet. `earlier`: the number of the table whose rematch this is. `theme`: how
    pictures look to whoever looks at the room, `language`: what its shared messages speak; both as the server chose,
    `theme` as the person did in private. `sight`: whether a private menu shows the own view, see `shows_own`.
    `now`: when somebody looks, 0 where nobody says.
    """

    id: int
    game: Game
    options: Mapping[str, str]
    phase: Phase
    host: int
    seats: tuple[Occupant, ...]
    place: Location
    opened: float
    table: Table | None
    stamps: tuple[int, ...]
    message: int | None
    posted: float
    shown: int
    ended_by: str
    guests: tuple[Person, ...] = ()
    uncalled: frozenset[int] = frozenset()
    moved: float = 0.0
    change: int = 1
    marks: tuple[Mark, ...] = ()
    former: tuple[int | None, ...] = ()
    joined: tuple[int, ...] = ()
    due: tuple[float | None, ...] = ()
    shifted: float = 0.0
    times: tuple[float, ...] = ()
    hows: tuple[HowMoved, ...] = ()
    cared: frozenset[int] = frozenset()
    asides: tuple[Aside, ...] = ()
    ask: Proposal | None = None
    offers: tuple[Offer, ...] = ()
    paused: float | None = None
    banks: tuple[float | None, ...] = ()
    away: tuple[str, ...] = ()
    earlier: int | None = None
    terms: Mapping[str, str] = field(default_factory=dict)
    note: Note | None = None
    home: int = 0
    match: int | None = None
    first: Seat = 0
    theme: Theme = "light"
    language: str = "en"
    ahead: AheadMode = ""
    sight: Sight = "auto"
    now: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        """The seats are told apart by their names or numbers."""
        object.__setattr__(self, "seats", with_numbers(self.seats, pictured=self.table is not None))

    @property
    def tag(self) -> str:
        """The number that people read: "#123"."""
        return Tag(self.id, self.game.title)

    @property
    def code(self) -> str:
        """The number as buttons and addresses carry it: "3f"."""
        return code(self.id)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people seated here, in the order of their seats; robots left out."""
        return tuple(one for one in self.seats if isinstance(one, Person))

    def idle_for(self, person_id: int) -> bool:
        """Whether ending the table disturbs nobody: no other person sits here, or nothing has happened for IDLE."""
        return all(one.id == person_id for one in self.people) or self.now - self.moved >= IDLE

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that must move; () unless the table is being played and not paused."""
        if self.phase != "playing" or self.table is None or self.paused is not None:
            return ()
        return tuple(seat for seat in self.table.state.to_act() if seat != CHANCE)

    @property
    def by_bot(self) -> frozenset[int]:
        """The places in the log of moves that people did not choose themselves, though they sat there."""
        return self.cared | {place for place, how in enumerate(self.hows) if how in ("only", "late")}

    @property
    def host_label(self) -> str:
        """What texts without marks call the host, "?" if nobody here has that number."""
        return next((label(person) for person in self.people if person.id == self.host), "?")

    @property
    def leads_on(self) -> bool:
        """Whether the next game of the match began when this one ended; not after a resignation or an early end."""
        is_last = self.first + 1 == len(self.seats)
        return self.match is not None and self.phase == "over" and not is_last and "resigned" not in self.marks

    @property
    def counts(self) -> bool:
        """Whether the game counts for ratings once it is over: it is not casual, and at least two people began it."""
        own = [isinstance(who, Person) for who in self.seats]
        began = [person or former is not None for person, former in zip_longest(own, self.former)]
        return self.terms.get("counts") != "casual" and sum(map(bool, began)) > 1

    def seat_of(self, person_id: int) -> Seat | None:
        """The 0-based seat of this person, or None."""
        found = (seat for seat, one in enumerate(self.seats) if isinstance(one, Person) and one.id == person_id)
        return next(found, None)

    def played_seat(self, person_id: int) -> Seat | None:
        """The seat of this person, or the one at which a robot took over from them, as after resigning; or None."""
        own = self.seat_of(person_id)
        return next((seat for seat, one in enumerate(self.former) if one == person_id), None) if own is None else own

    def seat_named(self, facts: Mapping[str, Fact]) -> Seat | None:
        """The seat of whom an aside names; None where two of that name sit here and the aside does not say which."""
        if isinstance(seat := facts.get("seat"), int):
            return seat
        found = [seat for seat, one in enumerate(self.seats) if one.name == facts.get("name")]
        return found[0] if len(found) == 1 else None

    def unseated(self, person_id: int) -> Refusal:
        """As the function, for somebody without a seat here."""
        return unseated(zip(self.marks, self.former, strict=False), person_id, self.phase, self.tag)

    def looks_on(self, person_id: int) -> bool:
        """Whether the person has left the seat for good and may go on looking: the game as all see it, then its end."""
        seat = self.played_seat(person_id)
        if seat is None or self.seat_of(person_id) is not None:
            return False
        return self.phase in ENDED_PHASES or self.mark(seat) in FOR_GOOD

    def mark(self, seat: Seat) -> Mark:
        """Why a robot plays for the seat's former person, see `marks`; "" for any other seat."""
        return self.marks[seat] if seat < len(self.marks) else ""

    def warm_seat(self, person_id: int) -> Seat | None:
        """The seat at which a robot plays for this person meanwhile, or None."""
        late = (seat for seat, former in enumerate(self.former) if former == person_id and self.mark(seat) == "late")
        return next(late, None)

    def stamp(self, seat: Seat) -> int:
        """The stamp which a menu made now for this seat has to carry."""
        return self.stamps[seat]

    @property
    def shows_own(self) -> bool:
        """Whether a private menu shows one seat enlarged: as was chosen, else from three seats on."""
        return self.sight == "own" or (self.sight == "auto" and len(self.seats) >= OWN_FROM)


@dataclass(frozen=True)
class PlayedRoom(Room):
    """A room whose game has begun; it may be over.

    `table`: its table, never None.
    """

    table: Table


class Tag(str):
    """The number of a room as people read it. `named`: the same with its game, so that nobody takes it for a number."""

    __slots__ = ("named",)
    named: str

    def __new__(cls, room_id: int, game: str) -> Tag:
        """The tag of that room, in which the game of that title is played.

        >>> Tag(123, "Azul"), Tag(123, "Azul").named
        ('#123', 'Azul #123')
        """
        made = super().__new__(cls, tag(room_id))
        made.named = f"{game} {made}"
        return made


def tag(room_id: int) -> str:
    """The number of a room as people read it.

    >>> tag(123)
    '#123'
    """
    return f"#{room_id}"


def code(room_id: int) -> str:
    """The number of a room as buttons, addresses and nonces carry it: in base 36, as people read it once.

    >>> code(123)
    '3f'
    """
    digits = ""
    while room_id:
        room_id, digit = divmod(room_id, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"


def from_code(text: str) -> int | None:
    """The number of the room that a button or an address carries, None for anything else.

    >>> from_code("3f"), from_code("10"), from_code("-1")
    (123, 36, None)
    """
    return int(text, 36) if _CODE.fullmatch(text) else None


def from_tag(text: str) -> int | None:
    """The number of the room that somebody typed, None for anything else.

    One with a letter was read in an old message, so it is a code.

    >>> from_tag("#123"), from_tag("#3F"), from_tag("10"), from_tag("-1")
    (123, 123, 10, None)
    """
    number = text.removeprefix("#")
    return int(number) if _DECIMAL.fullmatch(number) else from_code(number)
