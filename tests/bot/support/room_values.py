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
OF_CHAIR = {  # what is given as one value for each seat, and the field of a chair
    "marks": "mark", "former": "former", "joined": "joined", "stamps": "stamp", "away": "away", "banks": "bank",
}  # fmt: skip


def room_value(table: Table | None, seats: Sequence[Occupant], game: Game | None = None, **facts: Any) -> Room:
    """The room of that table with these people and robots, a lobby for None; the facts are those of `altered`."""
    game = table.game if table else game
    people = [one for one in seats if isinstance(one, Person)]
    record = Record(
        id=1,
        game=game.key,
        edition=game.edition,
        options=table.options if table else game.chosen({}),
        phase="lobby" if table is None else "playing" if table.state.to_act() else "over",
        host=people[0] if people else Person(1, "Ana"),
        host_seen=0.0,
        place=Location(3, 4),
        opened=0.0,
        moved=0.0,
        chairs=(),
        change=1,
    )
    return altered(Room(record, game, None), table=table, seats=tuple(seats), **facts)


def altered(room: Room, **facts: Any) -> Any:
    """The room with these facts: fields of the room, of its record or its newest message, or one value for each seat.

    For each seat: `seats`, `marks`, `former`, `joined`, `stamps`, `away`, `banks` and `due`, when its deadline ends;
    `shifted`: when one was. For each line of the log, which is as long as the table's: `times` and `hows`.
    """
    of_room = {name: facts.pop(name) for name in OF_ROOM & set(facts)}
    table = of_room.get("table", room.table)
    record = room.record
    chairs = record.chairs
    if "seats" in facts:
        pairs = zip_longest(facts.pop("seats"), chairs)
        chairs = tuple(
            replace(chair, occupant=who) if chair else Chair(who, place)
            for place, (who, chair) in enumerate(pairs)
            if who is not None
        )
    for name, field in OF_CHAIR.items():
        if name in facts:
            if name == "banks":
                facts["terms"] = {**facts.get("terms", record.terms), "clock": "bank"}
            chairs = tuple(replace(one, **{field: of}) for one, of in zip(chairs, facts.pop(name), strict=True))
    if "due" in facts:
        due = facts.pop("due")
        deadlines = [at if at is None else Deadline(0.0, at) for at in due]
        chairs = tuple(replace(one, deadline=until) for one, until in zip(chairs, deadlines, strict=True))
    if "shifted" in facts:
        until = replace(chairs[0].deadline or Deadline(0.0, 0.0), shifted=facts.pop("shifted"))
        chairs = (replace(chairs[0], deadline=until), *chairs[1:])
    shown = replace(
        record.shown,
        message=facts.pop("message", record.shown.message),
        posted=facts.pop("posted", record.shown.posted),
        length=facts.pop("shown", record.shown.length),
    )
    entries = table.log if table else ()
    times = facts.pop("times", [line.at for line in record.log])
    hows = facts.pop("hows", [line.how for line in record.log])
    log = [
        LogLine(entry.seat, entry.text, None, at or 0.0, how or "")
        for entry, at, how in zip_longest(entries, times[: len(entries)], hows[: len(entries)])
    ]
    record = replace(record, chairs=chairs, shown=shown, log=tuple(log), **facts)
    kind = type(room) if type(room) not in (Room, PlayedRoom) else Room if table is None else PlayedRoom
    return kind(**{**vars(room), **of_room, "record": record})
