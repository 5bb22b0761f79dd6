"""How a Record is stored in rows, and the one statement that reads all of them.

Each statement costs a round trip to the database, so a single statement reads a whole room. Each row that it returns
has the name of a part, a position within the part, and the part's values, each in a column of the right type; the other
columns are NULL. Knows nothing about connections and rules.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import count, starmap
from operator import itemgetter
from typing import Any

from bot.model.people import Location, Person, Robot
from bot.model.prepared_turns import PreparedTurn
from bot.model.record import (
    Chair,
    Deadline,
    Handover,
    LobbyNote,
    LogLine,
    NewestMessage,
    Offer,
    Proposal,
    Record,
    RoomEvent,
)
from bot.store.folded_logs import decompress_log
from bot.text.words import DEFAULT_LANGUAGE
from engine.prepared_moves import PreparedMove

# The columns of `seats`, in the order of `seat_rows`.
SEAT_COLUMNS = (
    "room, seat, person, level, name, lobby_place, stamp, owes_move, mark, former_person, clock_started, due,"
    " remind_at, deadline_moved, missed_deadlines, may_extend, bank, is_paused"
)


def _plain_columns(names: str) -> dict[str, str]:
    """Return columns that are read unchanged. The suffix of a name is the type of the values; no suffix: integers."""
    return {name: name.partition(".")[0] for name in names.split()}


# Fields of a Record that a column of `rooms` holds unchanged, each with its column.
_COLUMNS = {
    **_plain_columns(
        "game edition phase host_seen opened changed_at seed state ended_by lobby_channel match first_seat"
    ),
}
_READ_COLUMNS = {**_COLUMNS, **_plain_columns("id change paused")}  # `room_columns` does not write the added fields
_ROOM = {
    **_plain_columns("edition host guild channel change message shown_length lobby_channel match first_seat"),
    **_plain_columns("host_seen.real opened.real changed_at.real posted.real paused.real"),
    **_plain_columns("game.text options.text phase.text seed.text state.text ended_by.text terms.text note.text"),
    "id": "rooms.id",
    "host_name.text": "people.name",
    "language.text": "(SELECT value FROM server_settings WHERE guild = rooms.guild AND key = 'language')",
    "theme.text": "(SELECT value FROM server_settings WHERE guild = rooms.guild AND key = 'theme')",
}
_CHAIR = {
    **_plain_columns(
        "person lobby_place stamp owes_move former_person missed_deadlines may_extend level.text mark.text"
    ),
    **_plain_columns("clock_started.real due.real remind_at.real deadline_moved.real bank.real"),
    "shown_name.text": "coalesce((SELECT name FROM people WHERE id = seats.person), seats.name)",
    "away.text": "(SELECT value FROM preferences WHERE person = seats.person AND key = 'away')",
    "zone.text": "(SELECT value FROM preferences WHERE person = seats.person AND key = 'zone')",
}
# For each part: its columns by name and type, the position of its rows, and their source.
_SOURCES = {
    "room": (_ROOM, "0", "rooms JOIN people ON people.id = rooms.host WHERE rooms.id = :room"),
    "chair": (_CHAIR, "seat", "seats WHERE room = :room"),
    "line": (_plain_columns("seat move.text stamp at.real how.text"), "n", "log WHERE room = :room AND n >= :known"),
    "folded": (_plain_columns("form lines.blob"), "0", "folded_logs WHERE room = :room"),
    "event": (_plain_columns("log_length kind.text facts.text at.real"), "n", "room_events WHERE room = :room"),
    "ask": (_plain_columns("seat length target agreed.text at.real kind.text"), "0", "proposals WHERE room = :room"),
    "guest": (
        _plain_columns("person name.text is_notified"),
        "n",
        "guests JOIN people ON people.id = person WHERE room = :room",
    ),
    "removed": (_plain_columns("person"), "0", "lobby_removals WHERE room = :room"),
    "earlier": (_plain_columns("earlier"), "0", "rematches WHERE room = :room"),
    "handover": (_plain_columns("seat person log_length kind.text at.real"), "n", "handovers WHERE room = :room"),
    "offer": (_plain_columns("seat person giver at.real"), "at", "offers WHERE room = :room"),
    "prepared": (_plain_columns("seat moves.text whole lapsed"), "n", "prepared_turns WHERE room = :room"),
    "named": (
        _plain_columns("id name.text"),
        "0",
        "offers JOIN people ON people.id IN (person, giver) WHERE room = :room",
    ),
}
_KINDS = {"": "BIGINT", "real": "DOUBLE PRECISION", "text": "TEXT", "blob": "BYTEA"}  # names that SQLite knows, too

# The types of the columns of READ_ROOM: for each type, as many columns as the part that needs the most of that type.
_LISTS = [[name.partition(".")[2] for name in columns] for columns, _, _ in _SOURCES.values()]
_SLOTS = [kind for kind in _KINDS for _ in range(max(kinds.count(kind) for kinds in _LISTS))]


def _layout(part: str) -> tuple[str, Callable[[Any], Any]]:
    """Return the statement that reads the part, and a getter of its values from a row: a tuple, or a single value."""
    columns, place, source = _SOURCES[part]
    free = {kind: count(_SLOTS.index(kind)) for kind in _KINDS}
    cells = [f"CAST(NULL AS {_KINDS[kind]})" for kind in _SLOTS]
    slots = []
    for name, sql in columns.items():
        slot = next(free[name.partition(".")[2]])
        cells[slot] = sql
        slots.append(slot + 2)
    select = f"SELECT '{part}' AS part, {place} AS place, {', '.join(cells)} FROM {source}"  # noqa: S608 - no outside text
    return select, itemgetter(*slots)


_LAYOUT = {part: _layout(part) for part in _SOURCES}
_FACTS = {part: facts for part, (_, facts) in _LAYOUT.items()}
_ROOM_NAMES = [name.partition(".")[0] for name in _ROOM]
_CHAIR_NAMES = [name.partition(".")[0] for name in _CHAIR]
READ_ROOM = " UNION ALL ".join(select for select, _ in _LAYOUT.values()) + " ORDER BY part, place"
"""Reads the rows of room `:room`, without the first `:known` lines of its log."""


def record_of(rows: Iterable[Any], known: tuple[LogLine, ...] = ()) -> Record | None:
    """Build the record from rows of READ_ROOM, None without rows; `known`: the whole log, if it is not in the rows."""
    parts = defaultdict[str, list[Any]](list)
    for row in rows:
        parts[row[0]].append(_FACTS[row[0]](row))
    if not parts["room"]:
        return None
    room = dict(zip(_ROOM_NAMES, parts["room"][0], strict=True))
    log: list[LogLine] = []
    for form, text in parts["folded"]:
        log += starmap(LogLine, (line[1:] for line in decompress_log(form, text)))
    who = {number: Person(number, name) for number, name in parts["named"]}
    ask = None
    for seat, length, target, agreed, at, kind in parts["ask"]:
        ask = Proposal(seat, length, target, tuple(json.loads(agreed)), at, kind)
    note = None
    if room["note"]:
        key, name, about = json.loads(room["note"])
        note = LobbyNote(key, name, tuple(about))
    return Record(
        **{field: room[column] for field, column in _READ_COLUMNS.items()},
        options=json.loads(room["options"]),
        host=Person(room["host"], room["host_name"]),
        place=Location(room["guild"], room["channel"]),
        terms=json.loads(room["terms"]),
        note=note,
        newest_message=NewestMessage(room["message"], room["posted"], room["shown_length"]),
        language=room["language"] or DEFAULT_LANGUAGE,
        theme=room["theme"] or "light",
        chairs=tuple(map(_chair, parts["chair"])),
        log=known or (*log, *starmap(LogLine, parts["line"])),
        removed_people=frozenset(parts["removed"]),
        room_events=tuple(RoomEvent(place, kind, json.loads(facts), at) for place, kind, facts, at in parts["event"]),
        proposal=ask,
        offers=tuple(Offer(seat, who[to], who[giver], at) for seat, to, giver, at in parts["offer"]),
        guests=tuple(Person(number, name) for number, name, _ in parts["guest"]),
        unpinged_guests=frozenset(number for number, _, called in parts["guest"] if not called),
        handovers=tuple(starmap(Handover, parts["handover"])),
        prepared=tuple(starmap(prepared_turn, parts["prepared"])),
        rematch_of=parts["earlier"][0] if parts["earlier"] else None,
    )


def _chair(facts: tuple[Any, ...]) -> Chair:
    row = dict(zip(_CHAIR_NAMES, facts, strict=True))
    name = row["shown_name"]
    until = None
    if row["due"] is not None:
        until = Deadline(
            clock_started=row["clock_started"],
            due_at=row["due"],
            remind_at=row["remind_at"],
            moved_at=row["deadline_moved"],
        )
    return Chair(
        occupant=Person(row["person"], name) if row["level"] is None else Robot(row["level"], name),
        lobby_place=row["lobby_place"],
        stamp=row["stamp"],
        owes_move=bool(row["owes_move"]),
        departure=row["mark"],
        former_person=row["former_person"],
        deadline=until,
        missed_deadlines=row["missed_deadlines"],
        may_extend=bool(row["may_extend"]),
        bank=row["bank"],
        away_until=row["away"] or "",
        zone=row["zone"] or "",
    )


def room_columns(record: Record) -> dict[str, str | float | None]:
    """Return the columns of the record's row in `rooms`, by name."""
    note = record.note
    return {
        **{column: getattr(record, field) for field, column in _COLUMNS.items()},
        "options": json.dumps(dict(record.options), sort_keys=True),
        "host": record.host.id,
        "guild": record.place.guild,
        "channel": record.place.channel,
        "length": len(record.log),
        "terms": json.dumps(dict(record.terms), sort_keys=True),
        "note": json.dumps([note.key, note.name, note.about]) if note else None,
        "paused": record.paused if record.is_paused else None,
    }


def seat_rows(record: Record, room_id: int) -> list[tuple[Any, ...]]:
    """Return the record's chairs as rows of `seats`, in the order of SEAT_COLUMNS."""
    rows = []
    for seat, chair in enumerate(record.chairs):
        match chair.occupant:
            case Person(person_id):
                who: tuple[Any, ...] = (person_id, None, None)
            case Robot(level, name):
                who = (None, level, name)
        until = chair.deadline
        clock = (
            (until.clock_started, until.due_at, until.remind_at, until.moved_at) if until else (None, None, None, 0.0)
        )
        rows.append((
            room_id, seat, *who, chair.lobby_place, chair.stamp, int(chair.owes_move), chair.departure,
            chair.former_person, *clock, chair.missed_deadlines, int(chair.may_extend), chair.bank,
            int(record.is_paused),
        ))  # fmt: skip
    return rows


def prepared_rows(record: Record, room_id: int) -> list[tuple[Any, ...]]:
    """Return the prepared turns as rows of `prepared_turns`, for the room of that number."""
    rows = []
    for n, turn in enumerate(record.prepared):
        moves = json.dumps([[move.text, dict(move.meaning)] for move in turn.moves])
        rows.append((room_id, turn.seat, n, moves, int(turn.is_whole), int(turn.has_lapsed)))
    return rows


def prepared_turn(seat: int, moves: str, whole: int, lapsed: int) -> PreparedTurn:
    """Return the prepared turn that the row holds."""
    found = tuple(PreparedMove(text, meaning) for text, meaning in json.loads(moves))
    return PreparedTurn(seat, found, bool(whole), bool(lapsed))
