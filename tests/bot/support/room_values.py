"""Rooms as values, for tests of what is said of them: no store keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import zip_longest
from typing import Any

from bot.model.people import Location, Occupant, Person
from bot.model.record import Chair, Deadline, LogLine, Record
from bot.model.room import PlayedRoom, Room
from engine.core import Game
from engine.table import Table

OF_ROOM = {field.name for field in fields(Room)} - {"record"}
OF_SHOWN = {"message": "id", "posted": "posted_at", "shown": "log_length"}
OF_CHAIR = {  # what is given as one value for each seat, and the field of a chair
    "marks": "departure", "former": "former_person", "joined": "lobby_place", "stamps": "stamp",
    "away": "away_until", "banks": "bank",
}  # fmt: skip


def room_value(table: Table | None, seats: Sequence[Occupant], game: Game | None = None, **facts: Any) -> Any:
    """The room of that table with these people and robots, a lobby for None; the facts are those of `altered`."""
    game = table.game if table else game
    options = table.options if table else game.chosen({})
    phase = "lobby" if table is None else "playing" if table.state.to_act() else "over"
    host = next((one for one in seats if isinstance(one, Person)), Person(1, "Ana"))
    record = Record(1, game.key, game.edition, options, phase, host, 0.0, Location(3, 4), 0.0, 0.0, (), change=1)
    return altered(Room(record, game, None), table=table, seats=seats, **facts)


def altered(room: Room, **facts: Any) -> Any:
    """The room with these facts: fields of the room, of its record or its newest message, or one value for each seat.

    For each seat: `seats`, `marks`, `former`, `joined`, `stamps`, `away`, `banks` and `due`, when its deadline ends;
    `shifted`: when one was. For each line of the log, which is as long as the table's: `times` and `hows`.
    """
    given = {name: facts.pop(name) for name in OF_ROOM & set(facts)}
    table = given.get("table", room.table)
    record = room.record
    chairs = list(record.chairs)
    if "seats" in facts:
        pairs = zip_longest(facts.pop("seats"), chairs)
        chairs = [replace(old, occupant=who) if old else Chair(who, n) for n, (who, old) in enumerate(pairs) if who]
    if "banks" in facts:
        facts["terms"] = {**facts.get("terms", record.terms), "clock": "bank"}
    for name in OF_CHAIR.keys() & facts.keys():
        chairs = [replace(one, **{OF_CHAIR[name]: of}) for one, of in zip(chairs, facts.pop(name), strict=True)]
    for seat, at in enumerate(facts.pop("due", ())):
        chairs[seat] = replace(chairs[seat], deadline=None if at is None else Deadline(0.0, at))
    if "shifted" in facts:
        until = chairs[0].deadline or Deadline(0.0, 0.0)
        chairs[0] = replace(chairs[0], deadline=replace(until, moved_at=facts.pop("shifted")))
    shown = {field: facts.pop(name) for name, field in OF_SHOWN.items() if name in facts}
    times = facts.pop("times", [line.at for line in record.log])
    hows = facts.pop("hows", [line.trigger for line in record.log])
    entries = table.log if table else ()
    lines = zip_longest(entries, times[: len(entries)], hows[: len(entries)])
    log = tuple(LogLine(entry.seat, entry.text, None, at or 0.0, how or "") for entry, at, how in lines)
    record = replace(
        record, chairs=tuple(chairs), newest_message=replace(record.newest_message, **shown), log=log, **facts
    )
    kind = type(room) if type(room) not in (Room, PlayedRoom) else Room if table is None else PlayedRoom
    return kind(**{**vars(room), **given, "record": record})
