"""The one connection to the database: transactions, reading, the cache, and closing after the last write.

It alone speaks to aiosqlite; it knows no table. Another SQL engine would be a second class with these methods.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot import measures
from bot.store.migrations import PRAGMAS, prepare

T = TypeVar("T")

_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_ROWID)
RECORDS, ROWS = 200, 2_000  # kept at most, the last ones read: a record has its whole log, some 50 KB


class Conflict(Exception):
    """Somebody else changed the room, or used this press, since the record was read; nothing was saved."""


class Database:
    """The open file. All calls take turns with its connection, so that none reads uncommitted changes.

    A statement has `?` for `facts` or `:name` for `named`. Where `rooms` can be given, these are the only rooms whose
    record may be another one afterwards; None means that anything may have changed.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection, self.path = connection, path
        self._turn, self._cache = ConnectionTurn(), Cache()
        self._writing: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """The database in that file, made if there is none. Raises StoreFault, whose key names the reason."""
        await asyncio.to_thread(prepare, path)
        connection = await aiosqlite.connect(path, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            for pragma in PRAGMAS:
                await connection.execute_fetchall(pragma)
        except BaseException:
            await connection.close()
            raise
        return cls(connection, path)

    async def close(self) -> None:
        """Finish what was begun, then close the file."""
        while self._writing:
            await asyncio.wait(self._writing)
        async with self._turn:
            await self._connection.close()

    # reading

    async def fetch(self, sql: str, *facts: Any, **named: Any) -> list[Any]:
        """The rows of one statement outside of a transaction."""
        async with self._turn:
            return list(await self._connection.execute_fetchall(sql, facts or named))

    async def fetch_cached(self, sql: str, *facts: Any) -> list[Any]:
        """The same for rows that no change of a single room touches: read again only after something else changed."""
        return await self.cached((sql, facts), lambda: self.execute(sql, facts)) or []

    async def fetch_all_cached(self, sql: str, every: Sequence[Any]) -> list[Any]:
        """As `fetch_cached` for each of these facts, with one visit to the file for all that is not known."""
        keys = [(sql, (facts,)) for facts in every]
        known = [self._cache.recall(key) for key in keys]
        if self._cache.fresh and None not in known:
            return known

        async def work() -> list[list[Any]]:
            return [await self.recall(key, partial(self.execute, *key)) or [] for key in keys]

        return await self.snapshot(work)

    async def cached(self, key: Hashable, read: Callable[[], Awaitable[T | None]]) -> T | None:
        """The value under that key, a room by its number; read now if the cache does not have it or is stale."""
        found: T | None = self._cache.recall(key) if self._cache.fresh else None
        return found if found is not None else await self.snapshot(lambda: self.recall(key, read))

    async def snapshot(self, work: Callable[[], Awaitable[T]]) -> T:
        """The result of work that reads several times, with no other call in between."""

        async def reading() -> T:
            if not self._cache.fresh:
                self._cache.check((await self.execute("PRAGMA data_version"))[0][0])
            return await work()

        async with self._turn:
            return await self._carry_out(reading())

    async def recall(self, key: Hashable, read: Callable[[], Awaitable[T | None]]) -> T | None:
        """As `cached`, for the work of a snapshot."""
        found: T | None = self._cache.recall(key)
        if found is None and (found := await read()) is not None:
            self._cache.keep(key, found)
        return found

    def kept(self, key: Hashable) -> Any:
        """What the cache has under that key, None if it has nothing: for work that knows all that it changes."""
        return self._cache.recall(key)

    def keep(self, key: Hashable, found: Any) -> None:
        """The cache has this value under that key, which the file has too."""
        self._cache.keep(key, found)

    # writing

    async def execute_alone(
        self, sql: str, *facts: Any, rooms: Collection[int] | None = None, **named: Any
    ) -> list[Any]:
        """The rows of a statement that is a transaction by itself. It is finished even if the caller is cancelled."""

        async def work() -> list[Any]:
            async with self._turn:
                try:
                    with measures.current().commit():
                        return list(await self._connection.execute_fetchall(sql, facts or named))
                finally:
                    self._cache.forget(rooms)

        return await self._finish(work())

    async def transaction(
        self,
        work: Callable[[], Awaitable[T]],
        rooms: Collection[int] | None = None,
        key: Callable[[T], Hashable] | None = None,
    ) -> T:
        """Run the work in a transaction and return its result, which stays in the cache under `key` if it is not None.

        Cancelling the caller does not cancel the work: a transaction left open would swallow all later ones. Raises
        Conflict if something that may be there only once is there already.
        """
        return await self._finish(self._transact(work, rooms, key))

    async def execute(self, sql: str, facts: Any = ()) -> list[Any]:
        """The rows of one statement, for the work of a transaction or of a snapshot."""
        return await _Statement(lambda connection: connection.execute(sql, facts).fetchall())

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """The statement is carried out for each row, for the work of a transaction."""
        await _Statement(lambda connection: connection.executemany(sql, rows).fetchall())

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the files; False if another reader prevents it."""
        # Pages that were rebuilt keep old bytes between their cells: of 300 people deleted from a file of 23 MB in a
        # trial, 4 numbers could still be read before it was written anew.
        await self.execute_alone("VACUUM")
        return not (await self.execute_alone("PRAGMA wal_checkpoint(TRUNCATE)"))[0][0]

    async def _transact(
        self, work: Callable[[], Awaitable[T]], rooms: Collection[int] | None, key: Callable[[T], Hashable] | None
    ) -> T:
        async with self._turn:
            try:
                with measures.current().commit():
                    result = await self._carry_out(self._committed(work))
            except BaseException as fault:
                await self._connection.rollback()
                clash = _clash(fault)
                if clash is None:
                    raise
                measures.current().clashed()
                raise clash from (None if clash is fault else fault)
            finally:  # whoever cancels a COMMIT cannot know whether it came too late
                self._cache.forget(rooms)
            if key is not None and result is not None:
                self._cache.keep(key(result), result)
            return result

    async def _committed(self, work: Callable[[], Awaitable[T]]) -> T:
        await self.execute("BEGIN IMMEDIATE")
        result = await work()
        await self.execute("COMMIT")
        return result

    async def _carry_out(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of work that waits for nothing but statements: all of it is done on the connection's own thread.

        Going there and back costs more than most statements do.
        """
        connection, here = self._connection, copy_context()
        # The library has no public way to run a function on its thread, where alone the connection may be used.
        done: T = await connection._execute(here.run, _carried_out, connection._conn, work)  # type: ignore[no-untyped-call]
        return done

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return await asyncio.shield(task)


def _clash(fault: BaseException) -> Conflict | None:
    """The fault as a Conflict if it means that somebody else was faster, else None."""
    if isinstance(fault, sqlite3.IntegrityError) and fault.sqlite_errorcode in _TAKEN:
        return Conflict()
    return fault if isinstance(fault, Conflict) else None


class ConnectionTurn:
    """One at a time: the others wait, and how long is reported."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> None:
        with measures.current().connection_wait():
            await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


class _Statement:
    """What the work of a transaction or snapshot waits for: the rows that `run` brings from the connection."""

    def __init__(self, run: Callable[[sqlite3.Connection], list[Any]]) -> None:
        self.run = run

    def __await__(self) -> Generator[_Statement, list[Any], list[Any]]:
        return (yield self)


def _carried_out(connection: sqlite3.Connection, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, with the rows of each statement that it waits for, or with its fault."""
    go_on = partial(work.send, None)
    while True:
        try:
            statement = go_on()
        except StopIteration as done:
            result: T = done.value
            return result
        try:
            go_on = partial(work.send, statement.run(connection))
        except Exception as fault:  # noqa: BLE001 - the work is told, as if it had asked the connection itself
            go_on = partial(work.throw, fault)


class VersionCheck:
    """One check whether another program wrote to the file: whether it was `made`, and whether its scope is `over`."""

    def __init__(self) -> None:
        self.over = self.made = False


_CHECK: ContextVar[VersionCheck | None] = ContextVar("version_check", default=None)


@contextmanager
def one_version_check() -> Iterator[None]:
    """Within this context the task, and tasks that it starts, check only once whether another program wrote."""
    check = VersionCheck()
    token = _CHECK.set(check)
    try:
        yield
    finally:
        check.over = True
        _CHECK.reset(token)


class Cache:
    """Values as the file has them, as long as every transaction calls `forget` and every check of the version `check`.

    Whole rooms by their number; besides, rows that no change of a single room touches, by statement and facts.
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[Hashable, Any] = OrderedDict()
        self._rest: OrderedDict[Hashable, Any] = OrderedDict()
        self._version = 0

    @property
    def fresh(self) -> bool:
        """Whether the file's version was checked within the present `one_version_check`; False outside of one."""
        now = _CHECK.get()
        return now is not None and now.made and not now.over

    def check(self, version: int) -> None:
        """Note the file's version, and forget all values if another connection has written to the file."""
        if version != self._version:
            self.forget(None)
            self._version = version
        if (now := _CHECK.get()) is not None:
            now.made = True

    def keep(self, key: Hashable, found: Any) -> None:
        """Keep a value that was just read from the file or written to it."""
        shelf, most = (self._rooms, RECORDS) if isinstance(key, int) else (self._rest, ROWS)
        shelf[key] = found
        shelf.move_to_end(key)
        if len(shelf) > most:
            shelf.popitem(last=False)

    def recall(self, key: Hashable) -> Any:
        """The value under that key, None if it must be read."""
        return (self._rooms if isinstance(key, int) else self._rest).get(key)

    def forget(self, rooms: Collection[int] | None) -> None:
        """Forget these rooms, which a transaction may have changed; None: forget everything."""
        if rooms is None:
            self._rooms.clear()
            self._rest.clear()
            return
        for room_id in rooms:
            self._rooms.pop(room_id, None)


class StorePart:
    """A store of one subject, on the database that all of them share."""

    def __init__(self, database: Database) -> None:
        self._database = database
