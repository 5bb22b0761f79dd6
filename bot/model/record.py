"""The stored values of a room, and their conversion to a Room and back.

Knows no database and no lobby rules.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import Any, Literal, get_args

from bot.model.notifications import Notification
from bot.model.people import Location, Occupant, Person, label, with_numbers
from bot.model.preferences import Theme
from bot.model.prepared import PreparedTurn
from bot.model.room import (
    OPEN_PHASES,
    OWN_MOVES,
    Aside,
    AsideKind,
    Departure,
    HowMoved,
    Mark,
    Note,
    Offer,
    Phase,
    PlayedRoom,
    Proposal,
    Room,
    Tag,
    tag,
)
from engine.codec import dump, load
from engine.core import CHANCE, Fact, Game, Seat, State
from engine.games import GAMES
from engine.table import Entry, Table

REMEMBERED = 128  # positions, some 20 KB each; the last ones are remembered
_known: dict[tuple[type[State], str], State] = {}  # positions as text, the oldest first
_turn = Lock()  # rooms are made on several threads

HandoverKind = Literal[Departure, "replaced", "given", "back"]

_ALIKE = (  # fields that a Room has as its Record has them
    "id", "options", "phase", "place", "opened", "moved", "guests", "uncalled", "ended_by", "change", "asides",
    "earlier", "terms", "note", "match", "first", "language", "theme",
)  # fmt: skip


@dataclass(frozen=True)
class Deadline:
    """Until when a seat must move. All are unix seconds; the person's own hours are reckoned in.

    `asked`: when its clock was started. `at`: when it runs out. `nudge`: when to remind the person, if ever. `shifted`:
    when the deadline was last moved within the turn.
    """

    asked: float
    at: float
    nudge: float | None = None
    shifted: float = 0.0


@dataclass(frozen=True)
class Chair:
    """A seat and who sits there.

    `occupant`: who that is. `joined`: place in the lobby, 0-based. `stamp` only ever rises. `acts`: owes a move.
    `deadline`: until when, None where no clock runs.

    `mark`: "resigned", "gone", "late" or "kicked" where a robot plays for a person who sat there; `former` is that
    person's number. `late`: deadlines missed in a row. `spare`: the person may still ask for more time, once. `bank`:
    the seconds in the seat's bank of time when its turn began, None for a full one. `away`: the first day on which the
    person plays again, as the person said when the chair was loaded; "" for nobody who is away; `zone`: the time zone
    whose midnight begins that day, "" for UTC. A chair does not keep these two itself.
    """

    occupant: Occupant
    joined: int
    stamp: int = 0
    acts: bool = False
    mark: Mark = ""
    former: int | None = None
    deadline: Deadline | None = None
    late: int = 0
    spare: bool = True
    bank: float | None = None
    away: str = ""
    zone: str = ""


@dataclass(frozen=True)
class Handover:
    """A `seat` changed hands when the log was `place` long. `at`: unix seconds.

    `person`: who left it or came back, an account number. `kind`: how: "resigned", "gone" (not to be found), "late" (a
    robot keeps the seat warm), "kicked" (turned over to a robot for good), "replaced", "given"; or "back" for a person
    who came back to it.
    """

    seat: Seat
    person: int
    place: int
    kind: HandoverKind
    at: float


@dataclass(frozen=True)
class LogLine:
    """One entry of the log, made by a `seat`.

    `text`: its notation. `stamp`: that of the seat before it moved, None for chance. `at`: unix seconds. `how`: "only"
    for a move that was made by itself because there was no other, "late" for one that a robot made at the deadline,
    "prepared" for one that its person had prepared, "quick" for one that a robot made at a quicker level because its
    search failed, else "".
    """

    seat: Seat
    text: str
    stamp: int | None
    at: float
    how: HowMoved = ""

    @property
    def is_own(self) -> bool:
        """Whether the seat's person, or its robot, has chosen this move."""
        return self.how in OWN_MOVES


@dataclass(frozen=True)
class Shown:
    """The newest message that shows a room.

    `message`: its number, None before the first. `posted`: unix seconds. `length`: how many log entries it shows, -1
    for none yet.
    """

    message: int | None = None
    posted: float = 0.0
    length: int = -1


@dataclass(frozen=True)
class Record:
    """A room as a database keeps it. Times are unix seconds.

    `id` and `change` are 0 before it is kept for the first time. `game` is a key, `edition` that of its rules.
    `chairs`: the seats. `state`: the position as JSON, `seed`: that of its draws; both None in a lobby. `log`: all
    moves and draws. `shown`: the newest message. `host_seen`: when the host last used the lobby. `removed`: account
    numbers that the host sent away. `asides` and `handovers` only grow. `earlier`: the number of the room whose rematch
    this is. `paused`: since when the clock of a table being played stands still. `language` and `theme`: those of what
    everybody on its server sees. `prepared`: the turns that people have prepared, in the order in which they are tried.
    `notifications`: what the step wants people to be told; they are kept beside the room, which no longer has them when
    it is read again.

    `options`, `phase`, `host`, `place`, `opened`, `moved`, `guests`, `uncalled`, `ended_by`, `ask`, `offers`, `terms`,
    `note`, `home`, `match` and `first` are those of the Room.
    """

    id: int
    game: str
    edition: int
    options: Mapping[str, str]
    phase: Phase
    host: Person
    host_seen: float
    place: Location
    opened: float
    moved: float
    chairs: tuple[Chair, ...]
    guests: tuple[Person, ...] = ()
    uncalled: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    seed: str | None = None
    state: str | None = None
    log: tuple[LogLine, ...] = ()
    ended_by: str = ""
    change: int = 0
    shown: Shown = Shown()
    asides: tuple[Aside, ...] = ()
    ask: Proposal | None = None
    offers: tuple[Offer, ...] = ()
    handovers: tuple[Handover, ...] = ()
    paused: float | None = None
    earlier: int | None = None
    terms: Mapping[str, str] = field(default_factory=dict)
    note: Note | None = None
    home: int | None = None
    match: int | None = None
    first: Seat = 0
    language: str = "en"
    theme: Theme = "light"
    prepared: tuple[PreparedTurn, ...] = ()
    notifications: tuple[Notification, ...] = ()

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The log as a table has it; made once, because a press asks for the room of one record several times."""
        return tuple(Entry(line.seat, line.text) for line in self.log)

    @cached_property
    def room_facts(self) -> Mapping[str, Any]:
        """What its room has at any moment; made once, because a press asks for the room of one record several times."""
        paused = self.paused if self.phase == "playing" else None
        return {
            **{name: getattr(self, name) for name in _ALIKE},
            "seats": self.occupants,
            "stamps": tuple(chair.stamp for chair in self.chairs),
            "marks": tuple(chair.mark for chair in self.chairs),
            "former": tuple(chair.former for chair in self.chairs),
            "joined": tuple(chair.joined for chair in self.chairs),
            "away": tuple(chair.away for chair in self.chairs),
            "shifted": max((chair.deadline.shifted for chair in self.chairs if chair.deadline), default=0.0),
            "host": self.host.id,
            "home": self.home or self.place.channel,
            "message": self.shown.message,
            "posted": self.shown.posted,
            "shown": self.shown.length,
            "due": tuple(chair.deadline.at if chair.deadline and paused is None else None for chair in self.chairs),
            "paused": paused,
            "times": tuple(line.at for line in self.log),
            "hows": tuple(line.how for line in self.log),
            "cared": cared(self),
            "ask": self.ask if self.ask and self.ask.length == len(self.log) else None,
            "offers": self.offers if self.phase == "playing" else (),
        }

    @cached_property
    def rooms_made(self) -> dict[str, Room]:
        """By the key of its game, the room that was made of this record last, while the next differs only in `now`."""
        return {}

    @property
    def tag(self) -> str:
        """The number that people read: "#123"."""
        return Tag(self.id, GAMES[self.game].title) if self.game in GAMES else tag(self.id)

    @property
    def occupants(self) -> tuple[Occupant, ...]:
        """Who sits here, in the order of the seats."""
        return tuple(chair.occupant for chair in self.chairs)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody that the record names: seated, host, invited, those who offer seats and are offered one."""
        seated = [one for one in self.occupants if isinstance(one, Person)]
        offered = [one for offer in self.offers for one in (offer.to, offer.giver)]
        return (*seated, self.host, *self.guests, *offered)

    def label_of(self, person_id: int) -> str:
        """What texts without marks call this person at the table; "?" for somebody whom the record does not name."""
        seats = with_numbers(self.occupants, pictured=self.state is not None)
        known = [one for one in (*seats, *self.people) if isinstance(one, Person) and one.id == person_id]
        return label(known[0]) if known else "?"

    def chair_of(self, person_id: int) -> Chair | None:
        """The chair of this person, or None."""
        sits = (one for one in self.chairs if isinstance(one.occupant, Person) and one.occupant.id == person_id)
        return next(sits, None)


def room_of(record: Record, games: Mapping[str, Game], **of_now: Any) -> Room:
    """The room of the record, with these facts of the moment. Raises Misfit if its position does not fit the game."""
    game = games[record.game]
    facts = {**record.room_facts, "game": game, **of_now}
    table = kept_table(record, game)
    return Room(table=None, **facts) if table is None else PlayedRoom(table=table, **facts)


def cared(record: Record) -> frozenset[int]:
    """The places in the log of moves that a robot made for somebody who had left the seat, for good or for a while."""
    found = set()
    for place, line in enumerate(record.log if record.handovers else ()):
        own = (one for one in record.handovers if one.seat == line.seat)
        before = [one.kind for one in own if (one.at, one.place) <= (line.at, place)]
        if before and before[-1] in get_args(Departure):
            found.add(place)
    return frozenset(found)


def kept_table(record: Record, game: Game) -> Table | None:
    """The table of the record, None before its game has begun. Raises Misfit if its position does not fit the game."""
    if record.state is None:
        return None
    state = position(game.state, record.state)
    return Table(game, len(record.chairs), record.options, record.seed, record.entries, state, first=record.first)


def with_table(record: Record, table: Table, stamp: int | None, now: float, how: HowMoved = "") -> Record:
    """The record after its table went on to `table`: phase, position, new lines of the log, who has to act.

    `stamp` is that of the seat whose move it was, None for the first deal. The stamps of that seat and of every seat
    that newly has to act are one higher. `how`: see LogLine.
    """
    fresh = table.log[len(record.log) :]
    mover = fresh[0].seat if stamp is not None else None
    lines = [
        LogLine(one.seat, one.text, None, now) if one.seat == CHANCE else LogLine(one.seat, one.text, stamp, now, how)
        for one in fresh
    ]
    ask = None if lines else record.ask
    return _at(replace(record, log=(*record.log, *lines), ask=ask), table, mover, now)


def turned_back(record: Record, table: Table, seat: Seat, now: float) -> Record:
    """The record after its table went back to `table`, whose log is shorter, because this seat took moves back.

    Stamps only rise: that of the seat and of every seat that newly has to act are one higher.
    """
    return _at(replace(record, log=record.log[: len(table.log)], ask=None), table, seat, now)


def unreminded(record: Record) -> Record:
    """The record without what no message of the table shows: times of reminders, notifications, prepared turns."""
    chairs = [
        replace(chair, deadline=chair.deadline and replace(chair.deadline, nudge=None)) for chair in record.chairs
    ]
    return replace(record, chairs=tuple(chairs), prepared=(), notifications=())


def is_silent(before: Record, later: Record) -> bool:
    """Whether only what people have prepared is another one, which nobody else may notice in any way."""
    return before.prepared != later.prepared and replace(before, prepared=later.prepared) == later


def owner_of(chair: Chair) -> int | None:
    """Who finds the room among their own while it is open: who sits there, or whose seat a robot keeps until then."""
    return chair.occupant.id if isinstance(chair.occupant, Person) else chair.former if chair.mark == "late" else None


def owners(record: Record) -> set[int]:
    """Who finds the room among their own, by number, while it is open."""
    return {one for chair in record.chairs if (one := owner_of(chair)) is not None}


def listing(record: Record) -> tuple[object, ...]:
    """All by which lists of rooms find this one: whose it is, whether it is open, its match."""
    return owners(record), record.phase in OPEN_PHASES, record.match


def with_chair(record: Record, seat: Seat, chair: Chair) -> Record:
    """The record with that chair on the seat."""
    return replace(record, chairs=(*record.chairs[:seat], chair, *record.chairs[seat + 1 :]))


def noted(record: Record, kind: AsideKind, facts: Mapping[str, Fact], now: float) -> Record:
    """The record with an aside about what has just happened besides moves; `kind` names its text, see Aside."""
    return replace(record, asides=(*record.asides, Aside(len(record.log), kind, facts, now)), moved=now)


def _at(record: Record, table: Table, mover: Seat | None, now: float) -> Record:
    to_act = table.state.to_act()
    chairs = []
    for seat, chair in enumerate(record.chairs):
        acts = seat in to_act
        rises = seat == mover or (acts and not chair.acts)
        chairs.append(replace(chair, acts=acts, stamp=chair.stamp + rises))
    state = written(table.state)
    offers = record.offers if to_act else ()
    later = replace(record, state=state, chairs=tuple(chairs), offers=offers, moved=now)
    return replace(later, phase="playing" if to_act else "over")


def written(state: State) -> str:
    """The position as JSON."""
    text = json.dumps(dump(state), separators=(",", ":"))
    _remember((type(state), text), state)
    return text


def position(kind: type[State], text: str) -> State:
    """The position of that game in a text. Raises Misfit if it does not fit the game.

    A press loads its room several times, mostly the one that the press before it has written; positions never change.
    """
    found = _known.get((kind, text))
    return _remember((kind, text), load(kind, json.loads(text))) if found is None else found


def _remember(key: tuple[type[State], str], state: State) -> State:
    with _turn:
        _known[key] = state
        if len(_known) > REMEMBERED:
            del _known[next(iter(_known))]
    return state
