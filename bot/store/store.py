"""Everything that is kept, in one SQLite file: rooms, seats, logs, people and presses here, the rest in its parts.

Knows no rules, no games and no Discord; Records go in and come out.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.logic.results import NOTHING, Consequences
from bot.model.people import Person
from bot.model.record import LogLine, Record
from bot.store.cache import Cache
from bot.store.deadlines import DeadlineStore
from bot.store.followers import FollowerStore
from bot.store.leaderboards import LeaderboardStore
from bot.store.lobby_habits import LobbyHabitStore
from bot.store.migrations import PRAGMAS, StoreFault, prepare
from bot.store.outbox import OutboxStore
from bot.store.privacy import PrivacyStore
from bot.store.read_room import READ, named, parts_of
from bot.store.rows import SEAT, chair_from, columns, record_from, seat_row
from bot.store.sandboxes import SandboxStore
from bot.store.servers import ServerStore
from bot.store.shared_pages import SharedPageStore
from bot.store.table_life import BARE_LIFE, life_of

__all__ = ["Conflict", "Store", "StoreFault"]

T = TypeVar("T")

_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_ROWID)

_ADD = """
    INSERT INTO rooms (game, edition, options, phase, host, host_seen, guild, channel, opened, moved,
        seed, state, length, ended_by, terms, note, ripe, home, match, first, paused, change)
    VALUES (:game, :edition, :options, :phase, :host, :host_seen, :guild, :channel, :opened, :moved,
        :seed, :state, :length, :ended_by, :terms, :note, :ripe, :home, :match, :first, :paused, 1) RETURNING id"""
_CHANGE = """
    UPDATE rooms SET options = :options, phase = :phase, host = :host, host_seen = :host_seen,
        moved = :moved, seed = :seed, state = :state, length = :length, ended_by = :ended_by, terms = :terms,
        note = :note, ripe = :ripe, guild = :guild, channel = :channel, home = :home, match = :match, paused = :paused,
        shown = min(shown, :length), change = change + 1
    WHERE id = :id AND change = :change AND length = :old_length RETURNING id"""
_CLEAR_SEATS = "DELETE FROM seats WHERE room = ?"
_SEAT = f"INSERT INTO seats ({SEAT}) VALUES ({', '.join('?' for _ in SEAT.split(','))})"  # noqa: S608 - no outside text
_REMOVE = "INSERT INTO removed (room, person) VALUES (?, ?) ON CONFLICT DO NOTHING"
_APPEND = "INSERT INTO log (room, n, seat, move, stamp, at, how) VALUES (?, ?, ?, ?, ?, ?, ?)"
_PRESS = "INSERT INTO presses (press, room, at) VALUES (?, ?, ?)"
_PRESSED = "SELECT room FROM presses WHERE press = ?"
_FORGET = "DELETE FROM presses WHERE at < ?"
_MEET = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
_RENAME = "UPDATE people SET name = :name WHERE id = :id AND name <> :name"
_NAME = "SELECT name FROM people WHERE id = ?"
_OF_PERSON = """
    SELECT rooms.id FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE (seats.person = :person OR (seats.former = :person AND seats.mark = 'late'))
        AND rooms.phase IN ('lobby', 'playing')
    GROUP BY rooms.id
    ORDER BY (rooms.phase = 'playing' AND rooms.paused IS NULL AND seats.acts AND seats.mark = '') DESC,
        CASE WHEN rooms.paused IS NULL THEN seats.due END NULLS LAST, rooms.moved DESC, rooms.id DESC"""
_IN_CHANNEL = """
    SELECT id FROM rooms WHERE (channel = :channel OR home = :channel) AND phase IN ('lobby', 'playing')
    ORDER BY moved DESC, id DESC"""
_OF_MATCH = "SELECT id FROM rooms WHERE match = ? ORDER BY first"
_LOBBIES = "SELECT id FROM rooms WHERE phase = 'lobby' AND opened < ? ORDER BY id"
_UNRIPE = "SELECT id FROM rooms WHERE phase = 'lobby' AND NOT ripe AND opened < ? ORDER BY id"
_ROBOTS = """
    SELECT DISTINCT seats.room FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE seats.person IS NULL AND seats.acts = 1 AND rooms.phase = 'playing'
        AND rooms.paused IS NULL ORDER BY seats.room"""


class Conflict(Exception):
    """Somebody else changed the room, or used this press, since the record was read; nothing was saved."""


class Store(
    DeadlineStore,
    OutboxStore,
    LobbyHabitStore,
    SandboxStore,
    LeaderboardStore,
    ServerStore,
    FollowerStore,
    SharedPageStore,
    PrivacyStore,
):
    """The open file. Each call is one transaction: it happens wholly or not at all, whoever is cancelled.

    All calls take turns at the one connection, so that none ever reads what another has not committed yet.
    """

    def __init__(self, database: aiosqlite.Connection, path: Path) -> None:
        self._database, self.path = database, path
        self._turn, self._known = asyncio.Lock(), Cache()
        self._writing: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, path: Path) -> Store:
        """The store in that file, made if there is none. Raises StoreFault, whose key names the reason."""
        await asyncio.to_thread(prepare, path)
        database = await aiosqlite.connect(path, isolation_level=None)
        try:
            database.row_factory = sqlite3.Row
            for pragma in PRAGMAS:
                await database.execute_fetchall(pragma)
        except BaseException:
            await database.close()
            raise
        return cls(database, path)

    async def close(self) -> None:
        """What was begun is finished, the file is closed."""
        while self._writing:
            await asyncio.wait(self._writing)
        async with self._turn:
            await self._database.close()

    # rooms

    async def add(self, record: Record, press: int) -> Record:
        """The record kept as a new room, with its number. Raises Conflict if the press was used before."""
        return await self._transact(lambda: self._new(record, press))

    async def save(self, old: Record, new: Record, press: int | None, then: Consequences = NOTHING) -> Record:
        """What changed from `old` to `new` is kept: room, seats, further log lines, the press, what is owed.

        With what follows from it: the next game of a match as a new room, a result and the ratings it changes. Comes
        back as it is kept now. Raises Conflict if the room is not as `old` any more or the press was used before.
        """

        async def work() -> Record:
            await self._meet(set(new.people) - set(old.people))
            changes = {**columns(new), "id": old.id, "change": old.change, "old_length": len(old.log)}
            if not await self._rows(_CHANGE, changes):
                raise Conflict
            if then.born is not None:
                await self._new(then.born, None)
            if then.result is not None:
                await self._count(then.result)
            return await self._fill(old, new, press)

        alone = then == NOTHING and old.people == new.people
        return await self._transact(work, (old.id,) if alone else None)

    async def load(self, room_id: int) -> Record | None:
        """The room of that number, None if there never was one."""
        known: Record | None = self._known.recall(room_id) if self._known.fresh else None
        if known is not None:
            return known
        async with self._turn:
            await self._look()
            return await self._recalled(room_id)

    async def of_person(self, person_id: int) -> list[Record]:
        """Lobbies and tables where the person sits, or where a robot keeps the seat warm.

        First those that wait for them, the least time left first, then the latest change first.
        """
        return await self._records(_OF_PERSON, person=person_id)

    async def in_channel(self, channel_id: int) -> list[Record]:
        """Lobbies and tables of the channel, the latest change first."""
        return await self._records(_IN_CHANNEL, channel=channel_id)

    async def lobbies(self, opened_before: float) -> list[Record]:
        """Lobbies opened before that moment (unix seconds), oldest first."""
        return await self._records(_LOBBIES, opened_before)

    async def unripe(self, opened_before: float) -> list[Record]:
        """Lobbies opened before that moment that are not marked ripe yet, oldest first."""
        return await self._records(_UNRIPE, opened_before)

    async def of_match(self, match: int) -> list[Record]:
        """The games of a match so far, in order."""
        return await self._records(_OF_MATCH, match)

    async def robots_to_act(self) -> list[int]:
        """The numbers of the tables at which a robot owes a move."""
        return [room_id for (room_id,) in await self._read(_ROBOTS)]

    # presses and people

    async def pressed(self, press: int) -> int | None:
        """The room that this interaction changed, None if it changed nothing so far."""
        rows = await self._read(_PRESSED, press)
        return int(rows[0][0]) if rows else None

    async def forget_presses(self, before: float) -> None:
        """Interactions from before that moment (unix seconds) are forgotten; Discord sends none that old again."""
        await self._alone(_FORGET, before)

    async def rename(self, person: Person) -> None:
        """If this person is known, it is by this name from now on."""
        if await self.name(person.id) not in ("", person.name):
            await self._alone(_RENAME, id=person.id, name=person.name)

    async def name(self, person_id: int) -> str:
        """The name of the person as last seen, "" for somebody unknown."""
        rows = await self._recall(_NAME, person_id)
        return str(rows[0][0]) if rows else ""

    # steps inside a transaction

    async def _new(self, record: Record, press: int | None) -> Record:
        await self._meet(record.people)
        (room_id,) = (await self._rows(_ADD, columns(record)))[0]
        bare = replace(record, id=room_id, chairs=(), removed=frozenset(), log=(), **BARE_LIFE)
        return await self._fill(bare, record, press)

    async def _fill(self, old: Record, new: Record, press: int | None) -> Record:
        room_id = old.id
        if new.chairs != old.chairs:
            await self._rows(_CLEAR_SEATS, (room_id,))
            await self._many(_SEAT, [seat_row(room_id, seat, chair) for seat, chair in enumerate(new.chairs)])
        await self._many(_REMOVE, [(room_id, person) for person in new.removed - old.removed])
        kept = await self._shorten(old, new)
        lines = enumerate(new.log[kept:], start=kept)
        await self._many(_APPEND, [(room_id, n, *astuple(line)) for n, line in lines])
        await self._keep_life(old, new)
        await self._owe_tidings(old, new)
        if press is not None:
            await self._many(_PRESS, [(press, room_id, new.moved)])
        await self._owe_message(old, new)
        saved = await self._kept(room_id)
        assert saved is not None
        return saved

    async def _meet(self, people: Iterable[Person]) -> None:
        await self._many(_MEET, [(person.id, person.name) for person in people])
        for person in people:
            await self._rows(_RENAME, {"id": person.id, "name": person.name})

    async def _kept(self, room_id: int) -> Record | None:
        parts = parts_of(await self._rows(READ, {"room": room_id}))
        if not parts["room"]:
            return None
        chairs = tuple(chair_from(named("chair", facts)) for facts in parts["chair"])
        log = tuple(LogLine(*facts) for facts in parts["line"])
        removed = frozenset(person for (person,) in parts["removed"])
        return record_from(named("room", parts["room"][0]), chairs=chairs, log=log, removed=removed, **life_of(parts))

    async def _recalled(self, room_id: int) -> Record | None:
        """As `_kept`, outside of a transaction and after a look: what has not changed since is not read again."""
        known: Record | None = self._known.recall(room_id) or await self._kept(room_id)
        if known is not None:
            self._known.keep(room_id, known)
        return known

    # turns at the connection

    async def _records(self, sql: str, *facts: Any, **named: Any) -> list[Record]:
        async with self._turn:
            await self._look()
            found = [await self._recalled(room_id) for (room_id,) in await self._rows(sql, facts or named)]
            return [record for record in found if record is not None]

    async def _read(self, sql: str, *facts: Any, **named: Any) -> list[sqlite3.Row]:
        async with self._turn:
            return await self._rows(sql, facts or named)

    async def _recall(self, sql: str, *facts: Any) -> list[sqlite3.Row]:
        key = (sql, facts)
        found: list[sqlite3.Row] | None = self._known.recall(key) if self._known.fresh else None
        if found is not None:
            return found
        async with self._turn:
            await self._look()
            found = self._known.recall(key)
            if found is None:
                self._known.keep(key, found := await self._rows(sql, facts))
            return found

    async def _look(self) -> None:
        """Whether another program has written to the file; what was known is forgotten then."""
        if not self._known.fresh:
            self._known.told(int((await self._rows("PRAGMA data_version"))[0][0]))

    async def _alone(
        self, sql: str, *facts: Any, rooms: Collection[int] | None = None, **named: Any
    ) -> list[sqlite3.Row]:
        """Cancelling the caller does not cut the sentence short."""

        async def work() -> list[sqlite3.Row]:
            async with self._turn:
                try:
                    return await self._rows(sql, facts or named)
                finally:
                    self._known.forget(rooms)

        return await self._unhurt(work())

    async def _transact(self, work: Callable[[], Awaitable[T]], rooms: Collection[int] | None = None) -> T:
        """Cancelling the caller does not cancel the work: a transaction left open would swallow all later ones."""
        return await self._unhurt(self._whole(work, rooms))

    async def _unhurt(self, deed: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(deed)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return await asyncio.shield(task)

    async def _whole(self, work: Callable[[], Awaitable[T]], rooms: Collection[int] | None) -> T:
        async with self._turn:
            try:
                await self._rows("BEGIN IMMEDIATE")
                result = await work()
                await self._rows("COMMIT")
            except BaseException as fault:
                await self._database.rollback()
                if isinstance(fault, sqlite3.IntegrityError) and fault.sqlite_errorcode in _TAKEN:
                    raise Conflict from fault
                raise
            finally:  # whoever cancels a COMMIT cannot know whether it came too late
                self._known.forget(rooms)
            if isinstance(result, Record):  # it was read last of all
                self._known.keep(result.id, result)
            return result

    async def _rows(self, sql: str, facts: Any = ()) -> list[sqlite3.Row]:
        return list(await self._database.execute_fetchall(sql, facts))

    async def _many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        if rows:
            await self._database.executemany(sql, rows)
