"""The adapter for SQLite: one connection to one file. Only this module uses aiosqlite. Knows nothing about tables."""

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
Statement = tuple[str, Any, bool]  # text, parameters, whether it runs once per row

_WAIT_BRIEFLY = "PRAGMA busy_timeout = 50"  # milliseconds for which the connection is blocked
LOCK_RETRY_PAUSE = 0.05  # seconds between attempts, in which other calls use the connection
LOCK_ATTEMPTS = 50  # attempts, five seconds in total
_OPTIMIZE = "PRAGMA optimize"
_LOCKED_ERROR = sqlite3.SQLITE_BUSY
_UNIQUENESS_ERRORS = (
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
)


class SqliteAdapter:
    """The open file. Calls use the connection in turn, so that none reads uncommitted changes."""

    is_shared = False
    close_timeout: float | None = None

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> SqliteAdapter:
        """Open the database file; create it if it is missing. Raises StoreFault, whose key names the reason."""
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
        """Update the planner's statistics and close the file. No statement depends on the statistics."""
        async with self._turn:
            with suppress(sqlite3.OperationalError):  # another program is writing, or the disk is full
                await self._connection.execute_fetchall(_OPTIMIZE)
            await self._connection.close()

    async def fetch(self, sql: str, facts: Parameters) -> list[Any]:
        """Return the rows of one statement outside of a transaction."""
        return await self._run_in_turn(partial(self.execute, sql, facts))

    async def fetch_autocommit(self, sql: str, facts: Parameters) -> list[Any]:
        """Return the rows of a statement that is a transaction by itself."""
        with metrics.current().time("commits"):
            return await self._run_in_turn(partial(self.execute, sql, facts))

    async def snapshot(self, work: Work[T]) -> T:
        """Return the result of work that reads several times, with no other call in between."""
        return await self._run_in_turn(work)

    async def transact(self, work: Work[T], *, serialized: bool) -> T:
        """Run the work in a transaction and return its result. Transactions never overlap, so all are serialized."""

        async def transaction() -> T:
            await self.execute("BEGIN IMMEDIATE")
            result = await work()
            await self.execute("COMMIT")
            return result

        with metrics.current().time("commits"):
            return await self._run_in_turn(transaction, is_transaction=True)

    async def execute(self, sql: str, facts: Parameters = ()) -> list[Any]:
        """Return the rows of one statement, within a transaction or a snapshot."""
        return await _request_rows(sql, facts)

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """Run the statement for each row, within a transaction."""
        if rows:
            await _request_rows(sql, rows, is_many=True)

    async def lock(self, kind: str, number: int) -> None:
        """Do nothing: transactions never overlap."""

    async def version(self) -> object:
        """Return, within a snapshot, a value that changes when another program writes to the file."""
        return (await self.execute("PRAGMA data_version"))[0][0]

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the files; False if another reader prevents it."""
        # Even with secure_delete, pages keep old bytes between their cells. In a trial 300 people were deleted from a
        # file of 23 MB, and 4 account IDs could still be read until the file was rewritten.
        await self.fetch_autocommit("VACUUM", ())
        return not (await self.fetch_autocommit("PRAGMA wal_checkpoint(TRUNCATE)", ()))[0][0]

    async def optimize(self) -> None:
        """Update the query planner's statistics if row counts have changed much."""
        await self.fetch_autocommit(_OPTIMIZE, ())

    def migration_copies(self) -> list[Path]:
        """Return the copies of the file that were made before migrations."""
        return migration_copies(self.path)

    async def _run_in_turn(self, work: Work[T], *, is_transaction: bool = False) -> T:
        """Wait for the connection, run work that awaits nothing but statements, and return its result.

        While another program has the file locked, the work is retried and other calls have their turn in between, so
        that reads never wait behind a write that waits for the lock.
        """
        connection = self._connection
        for left in reversed(range(LOCK_ATTEMPTS)):
            with metrics.current().time("waits"):
                await self._turn.acquire()
            try:
                # The work as a whole runs on the connection's own thread, because switching threads costs more than
                # most statements. The library has no public way to run a function on that thread.
                run = partial(copy_context().run, _run_work, connection._conn, work())
                done: T = await connection._execute(run)  # type: ignore[no-untyped-call]
            except BaseException as error:
                if is_transaction:
                    await connection.rollback()
                    if isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorcode in _UNIQUENESS_ERRORS:
                        raise Conflict from error
                # The higher bits of the error code, which say why the file is locked, do not matter.
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
    """Yield the statement to `_run_work`; return its rows."""
    return (yield sql, facts, is_many)


def _run_work(connection: sqlite3.Connection, work: Coroutine[Statement, Any, T]) -> T:
    """Run the work: execute each statement that it awaits, and send it the rows or the error."""
    rows: list[Any] | None = None  # of the last statement
    failure: Exception | None = None  # the error of the last statement
    while True:
        try:
            sql, facts, is_many = work.send(rows) if failure is None else work.throw(failure)
        except StopIteration as done:
            result: T = done.value
            return result
        rows = failure = None
        try:
            rows = (connection.executemany if is_many else connection.execute)(sql, facts).fetchall()
        except Exception as error:  # noqa: BLE001 - raised in the work
            failure = error
