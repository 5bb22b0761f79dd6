"""The adapter for SQLite: one connection to one file. It alone speaks to aiosqlite; it knows no table."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot import measures
from bot.store.database import Conflict, Facts, Work
from bot.store.migrations import PRAGMAS, copies, prepare

T = TypeVar("T")

_WAIT_BRIEFLY = "PRAGMA busy_timeout = 50"  # milliseconds in which nobody else has a turn
PAUSE, ATTEMPTS = 0.05, 50  # seconds for others in between; five seconds in all
_OPTIMIZE = "PRAGMA optimize"
_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_ROWID)


class SqliteAdapter:
    """The open file. All calls take turns with its connection, so that none reads uncommitted changes."""

    is_shared = False
    farewell: float | None = None

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection, self.path = connection, path
        self._turn = ConnectionTurn()

    @classmethod
    async def open(cls, path: Path) -> SqliteAdapter:
        """The database in that file, made if there is none. Raises StoreFault, whose key names the reason."""
        await asyncio.to_thread(prepare, path)
        connection = await aiosqlite.connect(path, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            for pragma in PRAGMAS:
                await connection.execute_fetchall(pragma)
            await connection.execute_fetchall(_WAIT_BRIEFLY)
        except BaseException:
            await connection.close()
            raise
        return cls(connection, path)

    async def close(self) -> None:
        """Close the file, with statistics of what it holds now; its statements are made so as not to depend on them."""
        async with self._turn:
            with suppress(sqlite3.OperationalError):  # another program writes, or the disk is full
                await self._connection.execute_fetchall(_OPTIMIZE)
            await self._connection.close()

    async def fetch(self, sql: str, facts: Facts) -> list[Any]:
        """The rows of one statement outside of a transaction."""
        return await self._in_turn(lambda: self._fetch(sql, facts))

    async def fetch_alone(self, sql: str, facts: Facts) -> list[Any]:
        """The rows of a statement that is a transaction by itself."""
        with measures.current().time("commits"):
            return await self._in_turn(lambda: self._fetch(sql, facts))

    async def snapshot(self, work: Work[T]) -> T:
        """The result of work that reads several times, with no other call in between."""
        return await self._in_turn(lambda: self._carry_out(work()))

    async def transact(self, work: Work[T], *, wide: bool) -> T:
        """The result of the work, done in a transaction. Here no two overlap, so every one is as good as `wide`."""
        with measures.current().time("commits"):
            return await self._in_turn(lambda: self._transact(work))

    async def execute(self, sql: str, facts: Facts = ()) -> list[Any]:
        """The rows of one statement, for the work of a transaction or of a snapshot."""
        return await _Statement(lambda connection: connection.execute(sql, facts).fetchall())

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """The statement is carried out for each row, for the work of a transaction."""
        await _Statement(lambda connection: connection.executemany(sql, rows).fetchall())

    async def lock(self, kind: str, number: int) -> None:
        """Nothing to wait for: here no two transactions overlap."""

    async def version(self) -> object:
        """Another value after another program wrote to the file, for the work of a snapshot."""
        return (await self.execute("PRAGMA data_version"))[0][0]

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the files; False if another reader prevents it."""
        # Pages that were rebuilt keep old bytes between their cells: of 300 people deleted from a file of 23 MB in a
        # trial, 4 numbers could still be read before it was written anew.
        await self.fetch_alone("VACUUM", ())
        return not (await self.fetch_alone("PRAGMA wal_checkpoint(TRUNCATE)", ()))[0][0]

    async def optimize(self) -> None:
        """Count rows for the planner of statements, if there are many more or fewer than when that was last done."""
        await self.fetch_alone(_OPTIMIZE, ())

    def copies(self) -> list[Path]:
        """The copies that were made of the file before its layout changed."""
        return copies(self.path)

    async def _in_turn(self, deed: Callable[[], Awaitable[T]]) -> T:
        """The result of the deed once it has its turn with the connection.

        While another program has the file locked, the deed is tried again and others have their turn in between: who
        only reads is never in anybody's way, and must not wait behind somebody who waits to write.
        """
        for left in reversed(range(ATTEMPTS)):
            try:
                async with self._turn:
                    return await deed()
            except sqlite3.OperationalError as fault:
                if not left or fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # the rest of the code says why
                    raise
            await asyncio.sleep(PAUSE)
        raise AssertionError

    async def _fetch(self, sql: str, facts: Facts) -> list[Any]:
        return list(await self._connection.execute_fetchall(sql, facts))

    async def _transact(self, work: Work[T]) -> T:
        try:
            return await self._carry_out(self._committed(work))
        except BaseException as fault:
            await self._connection.rollback()
            if isinstance(fault, sqlite3.IntegrityError) and fault.sqlite_errorcode in _TAKEN:
                raise Conflict from fault
            raise

    async def _committed(self, work: Work[T]) -> T:
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


class ConnectionTurn:
    """One at a time: the others wait, and how long is reported."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> None:
        with measures.current().time("waits"):
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
