"""Rooms as whole records, with seats, log and events. Knows nothing about rules."""

import json
from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import partial
from math import inf
from operator import attrgetter
from typing import Any

from bot.model.prepared_turns import PreparedTurn
from bot.model.record import OPEN_PHASES, LogLine, Record
from bot.model.record_table import common_length
from bot.store.database import Conflict
from bot.store.rows import READ_ROOM, SEAT_COLUMNS, prepared_rows, prepared_turn, record_of, room_columns, seat_rows
from bot.store.shard_range import ShardedStore, server_in_range

_ADD_ROOM = """
    INSERT INTO rooms (game, edition, options, phase, host, host_seen, guild, channel, opened, changed_at,
        seed, state, length, ended_by, terms, note, lobby_channel, match, first_seat, paused, change)
    VALUES (:game, :edition, :options, :phase, :host, :host_seen, :guild, :channel, :opened, :changed_at,
        :seed, :state, :length, :ended_by, :terms, :note, :lobby_channel, :match, :first_seat, :paused, 1)
    RETURNING id"""
# A message that is posted after a change but before the change is saved does not show the change. The message counts as
# posted at the time of the change, so that it is updated.
_SET_AFTER_MOVE = """
        host_seen = :host_seen, state = :state, length = :length,
        posted = CASE WHEN :changed_at > changed_at AND posted > :changed_at THEN :changed_at ELSE posted END,
        changed_at = :changed_at,
        shown_length = CASE WHEN shown_length > :length THEN :length ELSE shown_length END, change = change + 1
    WHERE id = :id AND change = :change AND length = :old_length RETURNING id"""
# Most moves change only these columns. Others are not set, because SQLite rewrites the indexes of all columns that a
# statement sets, even to the same value.
_UPDATE_AFTER_MOVE = f"UPDATE rooms SET {_SET_AFTER_MOVE}"  # noqa: S608 - no outside text
_UPDATE_ROOM = f"""
    UPDATE rooms SET options = :options, phase = :phase, host = :host, seed = :seed, ended_by = :ended_by,
        terms = :terms, note = :note, guild = :guild, channel = :channel,
        lobby_channel = :lobby_channel, match = :match, paused = :paused, {_SET_AFTER_MOVE}"""  # noqa: S608 - no outside text
_KEPT_BY_MOVES = (
    "options",
    "phase",
    "host",
    "seed",
    "ended_by",
    "terms",
    "note",
    "place",
    "lobby_channel",
    "match",
    "paused",
)
_kept_by_moves = attrgetter(*_KEPT_BY_MOVES)
_IS_UNCHANGED = "SELECT 1 FROM rooms WHERE id = ? AND change = ? AND length = ?"
_DELETE_SEATS = "DELETE FROM seats WHERE room = ?"
_ADD_SEAT = f"INSERT INTO seats ({SEAT_COLUMNS}) VALUES ({', '.join('?' for _ in SEAT_COLUMNS.split(','))})"  # noqa: S608 - no outside text
_ADD_REMOVAL = "INSERT INTO lobby_removals (room, person) VALUES (?, ?) ON CONFLICT DO NOTHING"
_ADD_LINE = "INSERT INTO log (room, n, seat, move, stamp, at, how) VALUES (?, ?, ?, ?, ?, ?, ?)"
_DELETE_LINES = "DELETE FROM log WHERE room = ? AND n >= ?"
_ADD_EVENT = "INSERT INTO room_events (room, n, log_length, kind, facts, at) VALUES (?, ?, ?, ?, ?, ?)"
_CLAMP_EVENTS = "UPDATE room_events SET log_length = ? WHERE room = ? AND log_length > ?"
_DELETE_PROPOSAL = "DELETE FROM proposals WHERE room = ?"
_ADD_PROPOSAL = "INSERT INTO proposals (room, seat, length, target, agreed, at, kind) VALUES (?, ?, ?, ?, ?, ?, ?)"
_DELETE_OFFERS = "DELETE FROM offers WHERE room = ?"
_ADD_OFFER = "INSERT INTO offers (room, seat, person, giver, at) VALUES (?, ?, ?, ?, ?)"
_ADD_GUEST = "INSERT INTO guests (room, n, person, since) VALUES (?, ?, ?, ?) ON CONFLICT (room, person) DO NOTHING"
_DELETE_GUEST = "DELETE FROM guests WHERE room = ? AND person = ?"
_ADD_HANDOVER = "INSERT INTO handovers (room, n, seat, person, log_length, kind, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
_CLAMP_HANDOVERS = "UPDATE handovers SET log_length = ? WHERE room = ? AND log_length > ?"
_DELETE_PREPARED = "DELETE FROM prepared_turns WHERE room = ?"
_ADD_PREPARED = "INSERT INTO prepared_turns (room, seat, n, moves, whole, lapsed) VALUES (?, ?, ?, ?, ?, ?)"
_PREPARED_BY = """
    SELECT prepared_turns.room, seat, moves, whole, lapsed FROM seats JOIN prepared_turns USING (room, seat)
    WHERE seats.person = ? ORDER BY prepared_turns.room, n"""
_ADD_REMATCH = "INSERT INTO rematches (room, earlier) VALUES (?, ?)"
_REMATCH_OF = "SELECT room FROM rematches WHERE earlier = ?"
_DELETE_REMATCH = "DELETE FROM rematches WHERE room = ?"
_FORGET_MESSAGE = "UPDATE rooms SET message = NULL WHERE id = ?"
_ADD_PRESS = "INSERT INTO presses (press, room, at) VALUES (?, ?, ?)"
_ROOM_CHANGED_BY = "SELECT room FROM presses WHERE press = ?"
_TAKE_PRESS = "INSERT INTO roomless_presses (press, at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING press"
_FORGET_ROOMLESS_PRESSES = (
    "DELETE FROM roomless_presses WHERE press IN (SELECT press FROM roomless_presses WHERE at < ? ORDER BY at LIMIT ?)"
)
_FORGET_PRESSES = "DELETE FROM presses WHERE press IN (SELECT press FROM presses WHERE at < ? ORDER BY at LIMIT ?)"
_COUNT_PRESSES = "SELECT count(*) FROM presses WHERE at >= ? AND at < ?"
_OPEN_OF_PERSON = """
    SELECT DISTINCT rooms.id FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE (seats.person = ? OR (seats.former_person = ? AND seats.mark = 'late'))
        AND rooms.phase IN ('lobby', 'playing')"""
_OPEN_IN_CHANNEL = """
    SELECT id, changed_at FROM rooms WHERE channel = :channel AND phase IN ('lobby', 'playing')
    UNION SELECT id, changed_at FROM rooms WHERE lobby_channel = :channel AND phase IN ('lobby', 'playing')
    ORDER BY changed_at DESC, id DESC"""
_ROOMS_OF_MATCH = "SELECT id FROM rooms WHERE match = ? ORDER BY first_seat"
_ROOM_IN_RANGE = server_in_range("rooms.guild")
_LOBBIES = f"""
    SELECT id FROM rooms WHERE phase = 'lobby' AND opened < :before AND {_ROOM_IN_RANGE}
    ORDER BY opened, id"""  # noqa: S608 - no outside text
_ROBOTS = f"""
    SELECT seats.room, seats.seat, seats.stamp FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE seats.person IS NULL AND seats.owes_move = 1 AND rooms.phase = 'playing'
        AND rooms.paused IS NULL AND {_ROOM_IN_RANGE} ORDER BY seats.room"""  # noqa: S608 - no outside text
_FINISHED_OF = """
    SELECT DISTINCT rooms.id, rooms.changed_at FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE (seats.person = :person OR seats.former_person = :person) AND rooms.phase IN ('over', 'ended')
    ORDER BY rooms.changed_at DESC, rooms.id DESC LIMIT :most"""
_FINISHED_IN = """
    SELECT id, changed_at FROM rooms WHERE channel = ? AND phase IN ('over', 'ended')
    ORDER BY changed_at DESC, id DESC LIMIT ?"""

PRESSES_PER_CLEANUP = 500  # the most that one statement deletes
_HOUR = 3600.0  # seconds


class RoomStore(ShardedStore):
    """All rooms. Each call is one transaction, except the steps at the end, which need one."""

    async def load(self, room_id: int) -> Record | None:
        """Return the room of that number, None if there is none."""
        known: list[Record] | None = self._database.recall_many(room_id)
        if known is not None:
            return known[0]
        work = partial(self._database.recall, room_id, partial(self.read, room_id))
        return await self._database.snapshot(work)

    async def open_rooms_of_person(self, person_id: int) -> list[Record]:
        """Return lobbies and tables where the person has a seat, or where a robot plays for them.

        Rooms that wait for the person come first, by the time left; then the others, by their latest change.
        """
        found = await self._load_list((_OPEN_OF_PERSON, (person_id, person_id)))
        return sorted(found, key=partial(_urgency, person_id))

    async def open_rooms_in_channel(self, channel_id: int) -> list[Record]:
        """Return lobbies and tables of the channel, the last changed first."""
        return await self._load_records(_OPEN_IN_CHANNEL, channel=channel_id)

    async def lobbies(self, opened_before: float) -> list[Record]:
        """Return this process's lobbies opened before that time (unix seconds), oldest first."""
        return await self._load_records(_LOBBIES, before=opened_before, **self._range_parameters)

    async def rooms_of_match(self, match: int) -> list[Record]:
        """Return the games of a match so far, in order."""
        return await self._load_list((_ROOMS_OF_MATCH, (match,)))

    async def finished_rooms_of_person(self, person_id: int, most: int) -> list[Record]:
        """Return finished tables at which the person had a seat, the latest first."""
        return await self._load_records(_FINISHED_OF, person=person_id, most=most)

    async def finished_rooms_in_channel(self, channel_id: int, most: int) -> list[Record]:
        """Return finished tables of the channel, the latest first."""
        return await self._load_records(_FINISHED_IN, channel_id, most)

    async def prepared_turns(self, person_id: int) -> dict[int, tuple[PreparedTurn, ...]]:
        """Return the turns that the person has prepared, by room number."""
        found: dict[int, tuple[PreparedTurn, ...]] = {}
        for room_id, *facts in await self._database.fetch(_PREPARED_BY, person_id):
            found[room_id] = (*found.get(room_id, ()), prepared_turn(*facts))
        return found

    async def rooms_awaiting_robots(self) -> list[int]:
        """Return this process's rooms in which a robot is to move."""
        return list(dict.fromkeys(room_id for room_id, _, _ in await self.awaited_robots()))

    async def awaited_robots(self) -> list[tuple[int, int, int]]:
        """Return room, seat and stamp of each robot that is to move; the stamp changes with each move."""
        return [(room_id, seat, stamp) for room_id, seat, stamp in await self._fetch_in_range(_ROBOTS)]

    async def rematch_of(self, room_id: int) -> int | None:
        """Return the room that is the rematch of this one, None if there is none."""
        rows = await self._database.fetch(_REMATCH_OF, room_id)
        return int(rows[0][0]) if rows else None

    async def forget_rematch(self, room_id: int) -> None:
        """Forget that this abandoned room was a rematch."""
        await self._database.execute_autocommit(_DELETE_REMATCH, room_id)

    async def forget_message(self, room_id: int) -> None:
        """Forget the room's message, because its channel is gone."""
        await self._database.execute_autocommit(_FORGET_MESSAGE, room_id)

    async def room_changed_by(self, press: int) -> int | None:
        """Return the room that this interaction changed, None if it changed no room."""
        if (known := self._database.recall_newest((_ROOM_CHANGED_BY, press))) is not None:
            return int(known)
        rows = await self._database.fetch(_ROOM_CHANGED_BY, press)
        return int(rows[0][0]) if rows else None

    def note_press(self, press: int, room_id: int) -> None:
        """Cache the room that the press changed. Called after the commit."""
        self._database.keep((_ROOM_CHANGED_BY, press), room_id)

    async def take_press(self, press: int, now: float) -> bool:
        """Record an interaction that changes something other than a room; return False if it was recorded before."""
        return bool(await self._database.execute_autocommit(_TAKE_PRESS, press, now, changed_keys=()))

    async def forget_presses(self, before: float) -> None:
        """Delete interactions from before that time (unix seconds), oldest first; Discord repeats none that old.

        A call deletes a limited number, but more than arrive in 15 seconds; later calls delete the rest.
        """
        for statement in (_FORGET_PRESSES, _FORGET_ROOMLESS_PRESSES):
            await self._database.execute_autocommit(statement, before, PRESSES_PER_CLEANUP, changed_keys=())

    async def presses_by_hour(self, until: float) -> list[int]:
        """Return how many interactions changed something in each hour of the day (UTC) within the last 24 hours."""
        last = int(until // _HOUR)
        counts = [0] * 24
        for hour in range(last - 24, last + 1):  # the first and the last belong to the same hour of the day
            begin = max(hour * _HOUR, until - 24 * _HOUR)
            end = min((hour + 1) * _HOUR, until)
            ((count,),) = await self._database.fetch(_COUNT_PRESSES, begin, end)
            counts[hour % 24] += count
        return counts

    def list_keys(self, record: Record) -> set[Hashable]:
        """Return the keys of the cached lists that contain this room: of its match and, while open, of its people."""
        found: set[Hashable] = {(_ROOMS_OF_MATCH, (record.match,))}
        if record.phase in OPEN_PHASES:
            for chair in record.chairs:
                owner = chair.owner
                if owner is not None:
                    found.add((_OPEN_OF_PERSON, (owner, owner)))
        return found

    async def _load_list(self, key: tuple[str, tuple[int, ...]]) -> list[Record]:
        """Return the rooms that the statement finds; the list is cached until a room enters or leaves it."""
        known = self._database.recall_many(key)
        if known is not None:
            found = self._database.recall_many(*[room_id for (room_id,) in known[0]])
            if found is not None:
                return found

        async def work() -> list[Record]:
            rows = await self._database.recall(key, partial(self._database.execute, *key)) or []
            return await self._read_all(rows)

        return await self._database.snapshot(work)

    async def _load_records(self, sql: str, *facts: Any, **named: Any) -> list[Record]:
        async def work() -> list[Record]:
            return await self._read_all(await self._database.execute(sql, facts or named))

        return await self._database.snapshot(work)

    # steps inside a transaction

    async def _read_all(self, rows: Iterable[Any]) -> list[Record]:
        """Return the rooms whose numbers are in the first column, skipping deleted ones."""
        found = []
        for room_id, *_ in rows:
            record = await self._database.recall(room_id, partial(self.read, room_id))
            if record is not None:
                found.append(record)
        return found

    async def read(self, room_id: int, known: tuple[LogLine, ...] = ()) -> Record | None:
        """Read the room from the database; `known`: its log, if the caller has just written it."""
        rows = await self._database.execute(READ_ROOM, {"room": room_id, "known": len(known)})
        return record_of(rows, known)

    async def insert(self, record: Record) -> Record:
        """Add a row for the record; return the record with its number and without parts, which `save_parts` adds."""
        ((room_id,),) = await self._database.execute(_ADD_ROOM, room_columns(record))
        bare = replace(
            record, id=room_id, chairs=(), removed_people=frozenset(), log=(), room_events=(), guests=(), offers=()
        )
        return replace(bare, handovers=(), rematch_of=None)

    async def update(self, old: Record, new: Record) -> None:
        """Save the room's own row. Raises Conflict if the room is not as in `old`."""
        changes = {**room_columns(new), "id": old.id, "change": old.change, "old_length": len(old.log)}
        statement = _UPDATE_AFTER_MOVE if _kept_by_moves(old) == _kept_by_moves(new) else _UPDATE_ROOM
        if not await self._database.execute(statement, changes):
            raise Conflict

    async def check_unchanged(self, old: Record) -> None:
        """Raise Conflict if the room is not as in `old`."""
        if not await self._database.execute(_IS_UNCHANGED, (old.id, old.change, len(old.log))):
            raise Conflict

    async def save_parts(self, old: Record, new: Record, press: int | None) -> None:
        """Save seats, log, events and other parts, and the press. Raises Conflict if the press was used before."""
        execute = self._database.execute
        execute_many = self._database.execute_many
        room_id = old.id
        if new.chairs != old.chairs or new.is_paused != old.is_paused:
            await execute(_DELETE_SEATS, (room_id,))
            await execute_many(_ADD_SEAT, seat_rows(new, room_id))
        if new.removed_people != old.removed_people:
            await execute_many(_ADD_REMOVAL, [(room_id, person) for person in new.removed_people - old.removed_people])
        await self._save_log(old, new)
        if new.proposal != old.proposal:
            await execute(_DELETE_PROPOSAL, (room_id,))
            if (ask := new.proposal) is not None:
                agreed = json.dumps(ask.agreed_seats)
                await execute(
                    _ADD_PROPOSAL, (room_id, ask.seat, ask.log_length, ask.kept_length, agreed, ask.at, ask.kind)
                )
        if new.offers != old.offers:
            await execute(_DELETE_OFFERS, (room_id,))
            await execute_many(
                _ADD_OFFER, [(room_id, offer.seat, offer.to.id, offer.giver.id, offer.at) for offer in new.offers]
            )
        if new.guests != old.guests:
            gone = {guest.id for guest in old.guests} - {guest.id for guest in new.guests}
            await execute_many(_DELETE_GUEST, [(room_id, person) for person in gone])
            guests = [(room_id, n, guest.id, old.change + 1) for n, guest in enumerate(new.guests)]
            await execute_many(_ADD_GUEST, guests)
        if new.prepared != old.prepared:
            await execute(_DELETE_PREPARED, (room_id,))
            await execute_many(_ADD_PREPARED, prepared_rows(new, room_id))
        if new.rematch_of is not None and old.rematch_of is None:
            await execute(_ADD_REMATCH, (room_id, new.rematch_of))
        if press is not None:
            await execute(_ADD_PRESS, (press, room_id, new.changed_at))

    async def _save_log(self, old: Record, new: Record) -> None:
        """Save the log, add events and handovers; positions beyond the end of a shortened log are clamped."""
        execute = self._database.execute
        execute_many = self._database.execute_many
        length = len(new.log)
        common = common_length(old.log, new.log)
        if common < len(old.log):
            await execute(_DELETE_LINES, (old.id, common))
            await execute(_CLAMP_EVENTS, (length, old.id, length))
            await execute(_CLAMP_HANDOVERS, (length, old.id, length))
        rows: list[tuple[Any, ...]] = []
        for n, line in enumerate(new.log[common:], start=common):
            rows.append((old.id, n, line.seat, line.text, line.stamp, line.at, line.trigger))
        await execute_many(_ADD_LINE, rows)
        rows = []
        for n, room_event in enumerate(new.room_events[len(old.room_events) :], start=len(old.room_events)):
            rows.append(
                (old.id, n, room_event.log_length, room_event.kind, json.dumps(dict(room_event.facts)), room_event.at)
            )
        await execute_many(_ADD_EVENT, rows)
        rows = []
        for n, handover in enumerate(new.handovers[len(old.handovers) :], start=len(old.handovers)):
            rows.append((old.id, n, handover.seat, handover.person, handover.log_length, handover.kind, handover.at))
        await execute_many(_ADD_HANDOVER, rows)


def _urgency(person_id: int, record: Record) -> tuple[bool, float, float, int]:
    """Return a sort key: rooms that wait for the person, then the least time left, then the latest change."""
    waits = False
    due = inf
    if record.phase == "playing" and not record.is_paused:
        for chair in record.chairs:
            if chair.owner == person_id:
                waits = waits or (chair.owes_move and not chair.departure)
                if chair.deadline is not None:
                    due = min(due, chair.deadline.due_at)
    return not waits, due, -record.changed_at, -record.id
