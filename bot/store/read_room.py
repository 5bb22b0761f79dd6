"""All that is kept of a room, read by one sentence: every sentence is a way to the thread of the file and back.

A row has the name of its part, its place within it, and as many facts as that part has columns; the rest is NULL.
Knows no connection.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any


def _plain(names: str) -> dict[str, str]:
    return {name: name for name in names.split()}


_ROOM = {
    **_plain("game edition options phase host host_seen guild channel opened moved seed state change message posted"),
    **_plain("shown ended_by terms note ripe home match first paused"),
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
    "aside": (_plain("place kind facts at"), "n", "asides WHERE room = :room"),
    "ask": (_plain("seat length target agreed at kind"), "0", "asks WHERE room = :room"),
    "guest": (_plain("person name called"), "n", "guests JOIN people ON people.id = guests.person WHERE room = :room"),
    "removed": (_plain("person"), "0", "removed WHERE room = :room"),
    "earlier": (_plain("earlier"), "0", "rematches WHERE room = :room"),
    "handover": (_plain("seat person place kind at"), "n", "handovers WHERE room = :room"),
    "offer": (_plain("seat person giver at"), "at", "offers WHERE room = :room"),
    "named": (_plain("id name"), "0", "offers JOIN people ON people.id IN (person, giver) WHERE room = :room"),
}
_WIDEST = max(len(columns) for columns, _, _ in _PARTS.values())


def _sentence(part: str) -> str:
    columns, place, source = _PARTS[part]
    facts = [*columns.values(), *["NULL"] * (_WIDEST - len(columns))]
    return f"SELECT '{part}' AS part, {place} AS place, {', '.join(facts)} FROM {source}"  # noqa: S608 - no outside text


READ = " UNION ALL ".join(map(_sentence, _PARTS)) + " ORDER BY part, place"
"""The rows of the room with that number."""


def parts_of(rows: Iterable[Any]) -> defaultdict[str, list[tuple[Any, ...]]]:
    """The facts of each row, without the padding, by part; no part without a row."""
    found: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for part, _, *facts in rows:
        found[part].append(tuple(facts[: len(_PARTS[part][0])]))
    return found


def named(part: str, facts: tuple[Any, ...]) -> dict[str, Any]:
    """The facts of such a part by the names of their columns."""
    return dict(zip(_PARTS[part][0], facts, strict=True))
