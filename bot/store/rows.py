"""How a Record lies in the rows of the database, and the one statement that reads all of them at once.

A statement costs a way to the database and back, so that a room is read by a single one. A row of it has the name of
its part, its place within it, and the facts of that part, each in a column for values of its kind; the rest is NULL.
Knows no connection and no rules.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

from bot.model.people import Location, Person, Robot
from bot.model.prepared import PreparedTurn
from bot.model.record import Aside, Chair, Deadline, Handover, LogLine, Note, Offer, Proposal, Record, Shown
from bot.store.folding import unfolded
from bot.text.words import DEFAULT
from engine.prepared import PreparedMove

# The columns of `seats`, in the order of `seat_row`.
SEAT = (
    "room, seat, person, level, name, joined, stamp, acts, mark, former, asked, due, nudge, shifted, late, spare, bank,"
    " stopped"
)


def _plain(names: str) -> dict[str, str]:
    """Columns that are read as they are. What follows the name is the kind of its values, nothing for whole numbers."""
    return {name: name.partition(".")[0] for name in names.split()}


# Columns of `rooms` that hold what the field of that name holds.
_ALIKE = tuple(_plain("game edition phase host_seen opened moved seed state ended_by home match first"))
_ROOM = {
    **_plain("edition host guild channel change message shown home match first"),
    **_plain("host_seen.real opened.real moved.real posted.real paused.real"),
    **_plain("game.text options.text phase.text seed.text state.text ended_by.text terms.text note.text"),
    "id": "rooms.id",
    "host_name.text": "people.name",
    "language.text": "(SELECT value FROM choices WHERE guild = rooms.guild AND key = 'language')",
    "theme.text": "(SELECT value FROM choices WHERE guild = rooms.guild AND key = 'theme')",
}
_CHAIR = {
    **_plain("person joined stamp acts former late spare level.text mark.text"),
    **_plain("asked.real due.real nudge.real shifted.real bank.real"),
    "shown_name.text": "coalesce((SELECT name FROM people WHERE id = seats.person), seats.name)",
    "away.text": "(SELECT value FROM wishes WHERE person = seats.person AND key = 'away')",
    "zone.text": "(SELECT value FROM wishes WHERE person = seats.person AND key = 'zone')",
}
# Of each part: its columns by name and kind, what orders its rows, and where they are.
_SOURCES = {
    "room": (_ROOM, "0", "rooms JOIN people ON people.id = rooms.host WHERE rooms.id = :room"),
    "chair": (_CHAIR, "seat", "seats WHERE room = :room"),
    "line": (_plain("seat move.text stamp at.real how.text"), "n", "log WHERE room = :room AND n >= :known"),
    "folded": (_plain("form lines.blob"), "0", "folded_logs WHERE room = :room"),
    "aside": (_plain("place kind.text facts.text at.real"), "n", "asides WHERE room = :room"),
    "ask": (_plain("seat length target agreed.text at.real kind.text"), "0", "asks WHERE room = :room"),
    "guest": (_plain("person name.text called"), "n", "guests JOIN people ON people.id = person WHERE room = :room"),
    "removed": (_plain("person"), "0", "removed WHERE room = :room"),
    "earlier": (_plain("earlier"), "0", "rematches WHERE room = :room"),
    "handover": (_plain("seat person place kind.text at.real"), "n", "handovers WHERE room = :room"),
    "offer": (_plain("seat person giver at.real"), "at", "offers WHERE room = :room"),
    "prepared": (_plain("seat moves.text whole lapsed"), "n", "prepared WHERE room = :room"),
    "named": (_plain("id name.text"), "0", "offers JOIN people ON people.id IN (person, giver) WHERE room = :room"),
}
_KINDS = {"": "BIGINT", "real": "DOUBLE PRECISION", "text": "TEXT", "blob": "BYTEA"}  # SQLite knows these names, too


class _Part(NamedTuple):
    """Of one part: its `names` in order, and `facts`, which takes them out of a row of READ."""

    names: tuple[str, ...]
    facts: Callable[[Any], tuple[Any, ...]]


def _kind(name: str) -> str:
    return name.partition(".")[2]


# The kind of each column of READ: as many of a kind as the part that has the most of it.
_LISTS = [[_kind(name) for name in columns] for columns, _, _ in _SOURCES.values()]
_SLOTS = [kind for kind in _KINDS for _ in range(max(kinds.count(kind) for kinds in _LISTS))]


def _placed(columns: Iterable[str]) -> dict[str, int]:
    """In which column of READ each of these stands."""
    free = {kind: count(_SLOTS.index(kind)) for kind in _KINDS}
    return {name: next(free[_kind(name)]) for name in columns}


def _statement(part: str) -> str:
    columns, place, source = _SOURCES[part]
    facts = [f"CAST(NULL AS {_KINDS[kind]})" for kind in _SLOTS]
    for name, slot in _placed(columns).items():
        facts[slot] = columns[name]
    return f"SELECT '{part}' AS part, {place} AS place, {', '.join(facts)} FROM {source}"  # noqa: S608 - no outside text


def _part(columns: Mapping[str, str]) -> _Part:
    slots = [slot + 2 for slot in _placed(columns).values()]
    names = tuple(name.partition(".")[0] for name in columns)
    only = itemgetter(*slots)
    return _Part(names, only if len(slots) > 1 else lambda row: (only(row),))


_PARTS = {part: _part(columns) for part, (columns, _, _) in _SOURCES.items()}
READ = " UNION ALL ".join(map(_statement, _SOURCES)) + " ORDER BY part, place"
"""The rows of the room with the number `:room`, without the first `:known` lines of its log."""


def record_of(rows: Iterable[Any], known: tuple[LogLine, ...] = ()) -> Record | None:
    """The record whose rows READ has found, None if it found no room; `known`: its whole log, if no line was read."""
    parts: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        parts[row[0]].append(_PARTS[row[0]].facts(row))
    if not parts["room"]:
        return None
    row = _named("room", parts["room"][0])
    note = json.loads(row["note"]) if row["note"] else None
    folded = [line for form, text in parts["folded"] for _, *line in unfolded(form, text)]
    who = {number: Person(number, name) for number, name in parts["named"]}
    asks = [
        Proposal(seat, n, to, tuple(json.loads(agreed)), at, kind) for seat, n, to, agreed, at, kind in parts["ask"]
    ]
    return Record(
        **{name: row[name] for name in (*_ALIKE, "id", "change", "paused")},
        options=json.loads(row["options"]),
        host=Person(row["host"], row["host_name"]),
        place=Location(row["guild"], row["channel"]),
        terms=json.loads(row["terms"]),
        note=Note(note[0], note[1], tuple(note[2])) if note else None,
        shown=Shown(row["message"], row["posted"], row["shown"]),
        language=row["language"] or DEFAULT,
        theme=row["theme"] or "light",
        chairs=tuple(_chair(_named("chair", facts)) for facts in parts["chair"]),
        log=known or tuple(LogLine(*line) for line in (*folded, *parts["line"])),
        removed=frozenset(person for (person,) in parts["removed"]),
        asides=tuple(Aside(at, kind, json.loads(facts), when) for at, kind, facts, when in parts["aside"]),
        ask=next(iter(asks), None),
        offers=tuple(Offer(seat, who[to], who[giver], at) for seat, to, giver, at in parts["offer"]),
        guests=tuple(Person(number, name) for number, name, _ in parts["guest"]),
        uncalled=frozenset(number for number, _, called in parts["guest"] if not called),
        handovers=tuple(Handover(*facts) for facts in parts["handover"]),
        prepared=tuple(prepared_turn(*facts) for facts in parts["prepared"]),
        earlier=next((int(earlier) for (earlier,) in parts["earlier"]), None),
    )


def _named(part: str, facts: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(_PARTS[part].names, facts, strict=True))


def columns(record: Record) -> dict[str, str | float | None]:
    """The record as the columns of its row in `rooms`, by name."""
    return {
        **{name: getattr(record, name) for name in _ALIKE},
        "options": json.dumps(dict(record.options), sort_keys=True),
        "host": record.host.id,
        "guild": record.place.guild,
        "channel": record.place.channel,
        "length": len(record.log),
        "terms": json.dumps(dict(record.terms), sort_keys=True),
        "note": json.dumps([record.note.key, record.note.name, record.note.about]) if record.note else None,
        "paused": record.paused if stopped(record) else None,
    }


def seat_row(record: Record, seat: int, room_id: int) -> tuple[Any, ...]:
    """The record's chair of that seat as a row of `seats`, in the order of SEAT, for the room of that number."""
    chair = record.chairs[seat]
    match chair.occupant:
        case Person(person_id):
            who: tuple[Any, ...] = (person_id, None, None)
        case Robot(level, name):
            who = (None, level, name)
    until = chair.deadline
    clock = (until.asked, until.at, until.nudge, until.shifted) if until else (None, None, None, 0.0)
    stands = (chair.joined, chair.stamp, int(chair.acts), chair.mark, chair.former)
    rest = (chair.late, int(chair.spare), chair.bank, int(stopped(record)))
    return (room_id, seat, *who, *stands, *clock, *rest)


def prepared_rows(record: Record, room_id: int) -> list[tuple[Any, ...]]:
    """What people have prepared as rows of `prepared`, for the room of that number."""
    written = [json.dumps([[move.text, dict(move.meaning)] for move in turn.moves]) for turn in record.prepared]
    found = zip(record.prepared, written, strict=True)
    return [(room_id, one.seat, n, text, int(one.whole), int(one.lapsed)) for n, (one, text) in enumerate(found)]


def prepared_turn(seat: int, moves: str, whole: int, lapsed: int) -> PreparedTurn:
    """The turn that such a row holds."""
    found = tuple(PreparedMove(text, meaning) for text, meaning in json.loads(moves))
    return PreparedTurn(seat, found, bool(whole), bool(lapsed))


def stopped(record: Record) -> bool:
    """Whether the clock of the table stands still."""
    return record.phase == "playing" and record.paused is not None


def _chair(row: Mapping[str, Any]) -> Chair:
    name = row["shown_name"]
    occupant = Person(row["person"], name) if row["level"] is None else Robot(row["level"], name)
    until = Deadline(row["asked"], row["due"], row["nudge"], row["shifted"]) if row["due"] is not None else None
    stands = (row["joined"], row["stamp"], bool(row["acts"]), row["mark"], row["former"])
    rest = (row["late"], bool(row["spare"]), row["bank"])
    return Chair(occupant, *stands, until, *rest, away=row["away"] or "", zone=row["zone"] or "")
