"""How a Record lies in the rows of the database and comes back from them. Knows no SQL and no rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.model.people import Location, Person, Robot
from bot.model.record import Chair, Deadline, Record, Shown
from bot.model.room import Note
from bot.text.words import DEFAULT

# The columns of `seats`, in the order of `seat_row`.
SEAT = (
    "room, seat, person, level, name, joined, stamp, acts, mark, former, asked, due, nudge, shifted, late, spare, bank,"
    " note"
)


def columns(record: Record) -> dict[str, str | float | None]:
    """The record as the columns of its row in `rooms`, by name."""
    return {
        "game": record.game,
        "edition": record.edition,
        "options": json.dumps(dict(record.options), sort_keys=True),
        "phase": record.phase,
        "host": record.host.id,
        "host_seen": record.host_seen,
        "guild": record.place.guild,
        "channel": record.place.channel,
        "opened": record.opened,
        "moved": record.moved,
        "seed": record.seed,
        "state": record.state,
        "length": len(record.log),
        "ended_by": record.ended_by,
        **_agreed(record),
    }


def _agreed(record: Record) -> dict[str, str | float | None]:
    return {
        "terms": json.dumps(dict(record.terms), sort_keys=True),
        "note": json.dumps([record.note.key, record.note.name, record.note.about]) if record.note else None,
        "ripe": record.ripe,
        "home": record.home,
        "match": record.match,
        "first": record.first,
        "paused": record.paused if record.phase == "playing" else None,
    }


def seat_row(room_id: int, seat: int, chair: Chair) -> tuple[Any, ...]:
    """The chair as a row of `seats`, in the order of SEAT."""
    match chair.occupant:
        case Person(person_id):
            who: tuple[Any, ...] = (person_id, None, None)
        case Robot(level, name):
            who = (None, level, name)
    until = chair.deadline
    clock = (until.asked, until.at, until.nudge, until.shifted) if until else (None, None, None, 0.0)
    stands = (chair.joined, chair.stamp, int(chair.acts), chair.mark, chair.former)
    return (room_id, seat, *who, *stands, *clock, chair.late, int(chair.spare), chair.bank, chair.note)


def chair_from(row: Mapping[str, Any]) -> Chair:
    """The chair which a row of `seats` keeps; `shown_name` is that of person or robot."""
    name = row["shown_name"]
    occupant = Person(row["person"], name) if row["level"] is None else Robot(row["level"], name)
    until = _deadline(row) if row["due"] is not None else None
    stands = (row["joined"], row["stamp"], bool(row["acts"]), row["mark"], row["former"])
    rest = (row["late"], bool(row["spare"]), row["bank"], row["note"])
    return Chair(occupant, *stands, until, *rest, away=row["away"] or "", zone=row["zone"] or "")


def _deadline(row: Mapping[str, Any]) -> Deadline:
    return Deadline(row["asked"], row["due"], row["nudge"], row["shifted"])


def record_from(row: Mapping[str, Any], **parts: Any) -> Record:
    """The record which a row of `rooms` keeps; `parts` are the fields that other tables keep of it, by name."""
    return Record(
        id=row["id"],
        game=row["game"],
        edition=row["edition"],
        options=json.loads(row["options"]),
        phase=row["phase"],
        host=Person(row["host"], row["host_name"]),
        host_seen=row["host_seen"],
        place=Location(row["guild"], row["channel"]),
        opened=row["opened"],
        moved=row["moved"],
        seed=row["seed"],
        state=row["state"],
        ended_by=row["ended_by"],
        change=row["change"],
        shown=Shown(row["message"], row["posted"], row["shown"]),
        **_terms(row),
        **parts,
    )


def _terms(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "terms": json.loads(row["terms"]),
        "note": _note(row["note"]),
        "ripe": bool(row["ripe"]),
        "home": row["home"],
        "match": row["match"],
        "first": row["first"],
        "language": row["language"] or DEFAULT,
        "theme": row["theme"] or "light",
        "paused": row["paused"],
    }


def _note(text: str | None) -> Note | None:
    if not text:
        return None
    key, name, about = json.loads(text)
    return Note(key, name, tuple(about))
