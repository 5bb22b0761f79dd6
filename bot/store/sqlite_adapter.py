"""The adapter for SQLite: one connection to one file. It alone speaks to aiosqlite; it knows no table."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine, Generator
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path
from types import coroutine
from typing import Any, TypeVar

import aiosqlite

from bot import metrics
from bot.store.database import Conflict, Parameters, Work
from bot.store.migrations import PRAGMAS, migration_copies, prepare

T = TypeVar("T")
Statement = tuple[str, Any, bool]  # its text, its facts, whether it is carried out for each of several rows

_WAIT_BRIEFLY = "PRAGMA busy_timeout = 50"  # milliseconds in which nobody else has a turn
LOCK_RETRY_PAUSE = 0.05  # seconds for others in between
LOCK_ATTEMPTS = 50  # five seconds in all
_OPTIMIZE = "PRAGMA optimize"
_LOCKED_ERROR = sqlite3.SQLITE_BUSY
_UNIQUENESS_ERRORS = (
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
)


class SqliteAdapter:
    """The open file. All calls take turns with its connection, so that none reads uncommitted changes."""

    is_shared = False
    close_timeout: float | None = None

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path
        self._turn = asyncio.Lock()

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

    async def fetch(self, sql: str, facts: Parameters) -> list[Any]:
        """The rows of one statement outside of a transaction."""
        return await self._run_in_turn(partial(self.execute, sql, facts))

    async def fetch_autocommit(self, sql: str, facts: Parameters) -> list[Any]:
        """The rows of a statement that is a transaction by itself."""
        with metrics.current().time("commits"):
            return await self._run_in_turn(partial(self.execute, sql, facts))

    async def snapshot(self, work: Work[T]) -> T:
        """The result of work that reads several times, with no other call in between."""
        return await self._run_in_turn(work)

    async def transact(self, work: Work[T], *, serialized: bool) -> T:
        """The result of the work, done in a transaction. Here no two overlap, so every one is as good as `wide`."""

        async def transaction() -> T:
            await self.execute("BEGIN IMMEDIATE")
            result = await work()
            await self.execute("COMMIT")
            return result

        with metrics.current().time("commits"):
            return await self._run_in_turn(transaction, is_transaction=True)

    async def execute(self, sql: str, facts: Parameters = ()) -> list[Any]:
        """The rows of one statement, for the work of a transaction or of a snapshot."""
        return await _request_rows(sql, facts)

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """The statement is carried out for each row, for the work of a transaction."""
        if rows:
            await _request_rows(sql, rows, is_many=True)

    async def lock(self, kind: str, number: int) -> None:
        """Nothing to wait for: here no two transactions overlap."""

    async def version(self) -> object:
        """Another value after another program wrote to the file, for the work of a snapshot."""
        return (await self.execute("PRAGMA data_version"))[0][0]

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the files; False if another reader prevents it."""
        # Pages that were rebuilt keep old bytes between their cells: of 300 people deleted from a file of 23 MB in a
        # trial, 4 numbers could still be read before it was written anew.
        await self.fetch_autocommit("VACUUM", ())
        return not (await self.fetch_autocommit("PRAGMA wal_checkpoint(TRUNCATE)", ()))[0][0]

    async def optimize(self) -> None:
        """Count rows for the planner of statements, if there are many more or fewer than when that was last done."""
        await self.fetch_autocommit(_OPTIMIZE, ())

    def migration_copies(self) -> list[Path]:
        """The copies that were made of the file before its layout changed."""
        return migration_copies(self.path)

    async def _run_in_turn(self, work: Work[T], *, is_transaction: bool = False) -> T:
        """The result of work that waits for nothing but statements, once it has its turn with the connection.

        While another program has the file locked, the work is tried again and others have their turn in between: who
        only reads is never in anybody's way, and must not wait behind somebody who waits to write.
        """
        connection = self._connection
        for left in reversed(range(LOCK_ATTEMPTS)):
            with metrics.current().time("waits"):
                await self._turn.acquire()
            try:
                # All of it is done on the connection's own thread: going there and back costs more than most statements
                # do. The library has no public way to run a function there, where alone the connection may be used.
                run = partial(copy_context().run, _run_work, connection._conn, work())
                done: T = await connection._execute(run)  # type: ignore[no-untyped-call]
            except BaseException as error:
                if is_transaction:
                    await connection.rollback()
                    if isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorcode in _UNIQUENESS_ERRORS:
                        raise Conflict from error
                # The rest of the code says why it is locked.
                is_locked = (
                    isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF == _LOCKED_ERROR
                )
                if not left or not is_locked:
                    raise
            else:
                return done
            finally:
                self._turn.release()
            await asyncio.sleep(LOCK_RETRY_PAUSE)
        raise AssertionError


@coroutine
def _request_rows(sql: str, facts: Any, *, is_many: bool = False) -> Generator[Statement, list[Any], list[Any]]:
    """What the work of a transaction or snapshot waits for: the rows that the statement finds."""
    return (yield sql, facts, is_many)


def _run_work(connection: sqlite3.Connection, work: Coroutine[Statement, Any, T]) -> T:
    """The result of the work, told the rows of each statement that it waits for, or its error."""
    rows: list[Any] | None = None  # of the statement before
    failure: Exception | None = None  # its error
    while True:
        try:
            sql, facts, is_many = work.send(rows) if failure is None else work.throw(failure)
        except StopIteration as done:
            result: T = done.value
            return result
        rows = failure = None
        try:
            rows = (connection.executemany if is_many else connection.execute)(sql, facts).fetchall()
        except Exception as error:  # noqa: BLE001 - the work hears it, as if it had asked the connection itself
            failure = error
