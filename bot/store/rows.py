"""How a Record lies in the rows of the database, and the one statement that reads all of them at once.

A statement costs a way to the thread of the connection and back, so that a room is read by a single one. A row of it
has the name of its part, its place within it, and as many facts as that part has columns; the rest is NULL.
Knows no connection and no rules.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from bot.model.people import Location, Person, Robot
from bot.model.prepared import PreparedTurn
from bot.model.record import Chair, Deadline, Handover, LogLine, Record, Shown
from bot.model.room import Aside, Note, Offer, Proposal
from bot.store.folding import unfolded
from bot.text.words import DEFAULT
from engine.prepared import PreparedMove

# The columns of `seats`, in the order of `seat_row`.
SEAT = (
    "room, seat, person, level, name, joined, stamp, acts, mark, former, asked, due, nudge, shifted, late, spare, bank,"
    " note, stopped"
)


def _plain(names: str) -> dict[str, str]:
    return {name: name for name in names.split()}


# Columns of `rooms` that hold what the field of that name holds.
_ALIKE = _plain("game edition phase host_seen opened moved seed state ended_by home match first")
_ROOM = {
    **_plain("game edition options phase host host_seen guild channel opened moved seed state change message posted"),
    **_plain("shown ended_by terms note home match first paused"),
    "id": "rooms.id",
    "host_name": "people.name",
    "language": "(SELECT value FROM choices WHERE guild = rooms.guild AND key = 'language')",
    "theme": "(SELECT value FROM choices WHERE guild = rooms.guild AND key = 'theme')",
}
_CHAIR = {
    **_plain("person level joined stamp acts mark former asked due nudge shifted late spare bank note"),
    "shown_name": "coalesce((SELECT name FROM people WHERE id = seats.person), seats.name)",
    "away": "(SELECT value FROM wishes WHERE person = seats.person AND key = 'away')",
    "zone": "(SELECT value FROM wishes WHERE person = seats.person AND key = 'zone')",
}
# Of each part: its columns by name, what orders its rows, and where they are.
_PARTS = {
    "room": (_ROOM, "0", "rooms JOIN people ON people.id = rooms.host WHERE rooms.id = :room"),
    "chair": (_CHAIR, "seat", "seats WHERE room = :room"),
    "line": (_plain("seat move stamp at how"), "n", "log WHERE room = :room"),
    "folded": (_plain("form lines"), "0", "folded_logs WHERE room = :room"),
    "aside": (_plain("place kind facts at"), "n", "asides WHERE room = :room"),
    "ask": (_plain("seat length target agreed at kind"), "0", "asks WHERE room = :room"),
    "guest": (_plain("person name called"), "n", "guests JOIN people ON people.id = guests.person WHERE room = :room"),
    "removed": (_plain("person"), "0", "removed WHERE room = :room"),
    "earlier": (_plain("earlier"), "0", "rematches WHERE room = :room"),
    "handover": (_plain("seat person place kind at"), "n", "handovers WHERE room = :room"),
    "offer": (_plain("seat person giver at"), "at", "offers WHERE room = :room"),
    "prepared": (_plain("seat moves whole lapsed"), "n", "prepared WHERE room = :room"),
    "named": (_plain("id name"), "0", "offers JOIN people ON people.id IN (person, giver) WHERE room = :room"),
}
_WIDEST = max(len(columns) for columns, _, _ in _PARTS.values())


def _statement(part: str) -> str:
    columns, place, source = _PARTS[part]
    facts = [*columns.values(), *["NULL"] * (_WIDEST - len(columns))]
    return f"SELECT '{part}' AS part, {place} AS place, {', '.join(facts)} FROM {source}"  # noqa: S608 - no outside text


READ = " UNION ALL ".join(map(_statement, _PARTS)) + " ORDER BY part, place"
"""The rows of the room with the number `:room`."""


def record_of(rows: Iterable[Any]) -> Record | None:
    """The record whose rows READ has found, None if it found no room."""
    parts: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for part, _, *facts in rows:
        parts[part].append(tuple(facts[: len(_PARTS[part][0])]))
    if not parts["room"]:
        return None
    return _record(
        _named("room", parts["room"][0]),
        chairs=tuple(_chair(_named("chair", facts)) for facts in parts["chair"]),
        log=_log(parts),
        removed=frozenset(person for (person,) in parts["removed"]),
        **_life(parts),
    )


def _log(parts: Mapping[str, list[Any]]) -> tuple[LogLine, ...]:
    """The log, wherever its lines lie."""
    lines = [line for _, *line in (one for form, text in parts["folded"] for one in unfolded(form, text))]
    return tuple(LogLine(*line) for line in (*lines, *parts["line"]))


def _named(part: str, facts: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(_PARTS[part][0], facts, strict=True))


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
    rest = (chair.late, int(chair.spare), chair.bank, chair.note, int(stopped(record)))
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
    rest = (row["late"], bool(row["spare"]), row["bank"], row["note"])
    return Chair(occupant, *stands, until, *rest, away=row["away"] or "", zone=row["zone"] or "")


def _record(row: Mapping[str, Any], **parts: Any) -> Record:
    alike = {name: row[name] for name in (*_ALIKE, "id", "change", "paused")}
    return Record(
        **alike,
        options=json.loads(row["options"]),
        host=Person(row["host"], row["host_name"]),
        place=Location(row["guild"], row["channel"]),
        terms=json.loads(row["terms"]),
        note=_note(row["note"]),
        shown=Shown(row["message"], row["posted"], row["shown"]),
        language=row["language"] or DEFAULT,
        theme=row["theme"] or "light",
        **parts,
    )


def _note(text: str | None) -> Note | None:
    if not text:
        return None
    key, name, about = json.loads(text)
    return Note(key, name, tuple(about))


def _life(parts: Mapping[str, list[Any]]) -> dict[str, Any]:
    who = {number: Person(number, name) for number, name in parts["named"]}
    asks = (
        Proposal(seat, n, to, tuple(json.loads(agreed)), at, kind) for seat, n, to, agreed, at, kind in parts["ask"]
    )
    return {
        "asides": tuple(Aside(at, kind, json.loads(facts), when) for at, kind, facts, when in parts["aside"]),
        "ask": next(asks, None),
        "offers": tuple(Offer(seat, who[to], who[giver], at) for seat, to, giver, at in parts["offer"]),
        "guests": tuple(Person(number, name) for number, name, _ in parts["guest"]),
        "uncalled": frozenset(number for number, _, called in parts["guest"] if not called),
        "handovers": tuple(Handover(*facts) for facts in parts["handover"]),
        "prepared": tuple(prepared_turn(*facts) for facts in parts["prepared"]),
        "earlier": next((int(earlier) for (earlier,) in parts["earlier"]), None),
    }
