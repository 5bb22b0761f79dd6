"""The adapter for PostgreSQL: connections to one server. It alone speaks to asyncpg; it knows no table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from bot import measures
from bot.store.database import Conflict, DatabaseAway, Facts, Work
from bot.store.database_address import plain
from bot.store.database_dialect import numbered
from bot.store.database_pool import ConnectionPool
from bot.store.migrations import APPLICATION, StoreFault
from bot.store.migrations_postgres import prepare, version_of

T = TypeVar("T")

CONNECTIONS = 8  # at most; sixteen processes need 128
PATIENCE = 30.0  # seconds after which a statement that hangs is given up, or the wait for a connection
CONNECTING = 10.0  # seconds in which a connection must come about
FAREWELL = 1.0  # seconds in which, once everything ends, what was begun must be done, and then connections be closed
SCRUBBING = 3600.0  # seconds that the whole database may take to be tidied up
TRIES = 5  # of work that the server gave up, though nothing was wrong with it
WIDE, ALONE = 1, 3  # numbers of locks

_BEGIN = "BEGIN"
_BEGIN_WIDE = f"BEGIN; SELECT pg_advisory_xact_lock({APPLICATION}, {WIDE})"
_TAKE = f"SELECT pg_try_advisory_lock({APPLICATION}, {ALONE})"
_SNAPSHOT = "SELECT pg_current_snapshot()::text"

_REPEATABLE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
# After these a connection is of no use.
_ENDED = (asyncpg.OperatorInterventionError, asyncpg.InternalClientError, TimeoutError, DatabaseAway)
_FAULTS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
# Compiling a statement costs more than any of ours takes. A program that vanished must not keep its locks, nor one
# whose machine vanished, which the server notices a minute later; by itself it asks for the first time after two hours.
_SERVER = {
    "jit": "off", "application_name": "tessera", "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3",
}  # fmt: skip
_LENT: ContextVar[Any] = ContextVar("lent")  # the connection of the work that is being done


class PostgresAdapter:
    """A database on a server. Calls overlap, each on a connection of its own.

    `patience`: seconds after which a statement that hangs is given up, or the wait for a connection.
    """

    farewell: float | None = FAREWELL

    def __init__(self, address: str, *, alone: bool, patience: float = PATIENCE) -> None:
        self._sole_use = SoleUse(address, patience) if alone else None
        self._pool = ConnectionPool(partial(_connected, address, patience), CONNECTIONS)
        self._patience = patience

    @classmethod
    async def open(cls, address: str, *, alone: bool = True, patience: float = PATIENCE) -> PostgresAdapter:
        """The database at that address, with the newest schema; `alone`: no other process may use it meanwhile.

        Raises StoreFault, whose key names the reason.
        """
        adapter = cls(address, alone=alone, patience=patience)
        try:
            if adapter._sole_use:
                await adapter._sole_use.hold()
            await _prepared(address)
        except (*_FAULTS, ValueError) as fault:
            await adapter.close()
            raise StoreFault("store.away", plain(address), reason=str(fault)) from fault
        except BaseException:
            await adapter.close()
            raise
        return adapter

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(self._pool.close(FAREWELL), *([self._sole_use.end()] if self._sole_use else []))

    async def fetch(self, sql: str, facts: Facts) -> list[Any]:
        """The rows of one statement outside of a transaction."""
        return await self._repeated(lambda _: self.execute(sql, facts))

    async def fetch_alone(self, sql: str, facts: Facts) -> list[Any]:
        """The rows of a statement that is a transaction by itself."""
        with measures.current().commit():
            return await self._repeated(lambda _: self.execute(sql, facts), commits=True)

    async def snapshot(self, work: Work[T]) -> T:
        """The result of work that reads several times. What others commit meanwhile is seen."""
        return await self._repeated(lambda _: work())

    async def transact(self, work: Work[T], *, wide: bool) -> T:
        """The result of the work, done in a transaction; again from the start if the server gave it up."""
        with measures.current().commit():
            return await self._repeated(partial(_committed, work, _BEGIN_WIDE if wide else _BEGIN))

    async def execute(self, sql: str, facts: Facts = ()) -> list[Any]:
        """The rows of one statement, for the work of a transaction or of a snapshot."""
        statement, keys = numbered(sql)
        found: list[Any] = await _LENT.get().fetch(statement, *[facts[key] for key in keys])  # type: ignore[index]
        return found

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """The statement is carried out for each row, for the work of a transaction."""
        if rows:
            statement, _ = numbered(sql)
            await _LENT.get().executemany(statement, rows)

    async def version(self) -> object:
        """Another value after anybody wrote, for the work of a snapshot."""
        # After a crash the server gives numbers of transactions again, and then other ones may have such a snapshot.
        return self._pool.made, await _LENT.get().fetchval(_SNAPSHOT)

    async def scrub(self) -> bool:
        """Let the server use the space of deleted rows again. What it wrote before stays in its journal and backups."""
        await self._repeated(lambda connection: connection.execute("VACUUM", timeout=SCRUBBING))
        return True

    def copies(self) -> list[Path]:
        """None: changes of the layout happen wholly or not at all, and copies are the operator's."""
        return []

    async def _repeated(self, deed: Callable[[Any], Awaitable[T]], *, commits: bool = False) -> T:
        """The result of the deed, done again where that is safe; `commits`: it may be kept though it failed."""
        for left in reversed(range(TRIES)):
            async with self._lent() as connection:
                try:
                    return await deed(connection)
                except asyncpg.UniqueViolationError as fault:
                    raise Conflict from fault
                except _FAULTS as fault:
                    gone = _gone(connection, fault)
                    if not gone and not isinstance(fault, _REPEATABLE):
                        raise
                    if not left or (gone and commits) or isinstance(fault, DatabaseAway | TimeoutError):
                        raise DatabaseAway(str(fault)) from fault
        raise AssertionError

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Any]:
        """Within, statements have a connection. Raises DatabaseAway if there is none to be had."""
        with measures.current().connection_wait():
            connection = await self._taken()
        token = _LENT.set(connection)
        try:
            yield connection
        except (DatabaseAway, asyncio.CancelledError):  # what it still does is not known, and nobody waits for it
            connection.terminate()
            raise
        finally:
            _LENT.reset(token)
            self._pool.give_back(connection)

    async def _taken(self) -> Any:
        try:
            async with asyncio.timeout(self._patience):
                if self._sole_use:
                    await self._sole_use.hold()
                return await self._pool.take()
        except StoreFault as fault:  # somebody else uses the database since our lock was lost
            raise DatabaseAway(fault.key) from fault
        except _FAULTS as fault:
            raise DatabaseAway(str(fault)) from fault


class SoleUse:
    """That no other process uses the database: a lock that ends with the connection that took it."""

    def __init__(self, address: str, patience: float) -> None:
        self._address, self._patience, self._turn = address, patience, asyncio.Lock()
        self._connection: Any = None

    async def hold(self) -> None:
        """Return while the lock is ours, take it again if the server lost it. Raises StoreFault("store.in_use")."""
        if self._held():
            return
        async with self._turn:
            if not self._held():
                self._connection = await self._taken()

    async def end(self) -> None:
        """Others may use the database."""
        if self._held():
            with suppress(*_FAULTS):
                await self._connection.close(timeout=FAREWELL)

    def _held(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def _taken(self) -> Any:
        connection = await _connected(self._address, self._patience)
        taken = False
        try:
            taken = await connection.fetchval(_TAKE)
        finally:
            if not taken:
                connection.terminate()
        if not taken:
            raise StoreFault("store.in_use", plain(self._address))
        return connection


async def _connected(address: str, patience: float | None) -> Any:
    """A new connection. None of its statements takes longer than the patience, in seconds."""
    return await asyncpg.connect(
        address, timeout=CONNECTING, command_timeout=patience, server_settings=_SERVER,
        statement_cache_size=1_000, max_cached_statement_lifetime=0,
    )  # fmt: skip


async def _prepared(address: str) -> None:
    """The database there has the newest schema, however long that takes."""
    connection = await _connected(address, None)
    try:
        await prepare(connection, plain(address))
    finally:
        await connection.close(timeout=FAREWELL)


async def version_at(address: str) -> int:
    """The version of the schema there, 0 for an empty database. Raises StoreFault; nothing is changed."""
    try:
        connection = await _connected(address, PATIENCE)
    except (*_FAULTS, ValueError) as fault:
        raise StoreFault("store.away", plain(address), reason=str(fault)) from fault
    try:
        return await version_of(connection, plain(address))
    finally:
        await connection.close()


async def _committed(work: Work[T], statement: str, connection: Any) -> T:
    """The result of the work, which the statement begins. Raises DatabaseAway if nobody knows whether it is kept."""
    try:
        await connection.execute(statement)
        result = await work()
        try:
            await connection.execute("COMMIT")
        except _FAULTS as fault:
            raise DatabaseAway(str(fault)) from fault
    except (TimeoutError, asyncio.CancelledError, DatabaseAway):
        raise  # the connection answers nothing more
    except BaseException:
        await _undo(connection)
        raise
    return result


async def _undo(connection: Any) -> None:
    """The connection is in no transaction any more, or closed."""
    try:
        await connection.execute("ROLLBACK")
    except BaseException as fault:
        connection.terminate()
        if not isinstance(fault, _FAULTS):
            raise


def _gone(connection: Any, fault: BaseException) -> bool:
    """Whether the connection is of no use any more: the server has ended it, or does not answer."""
    return isinstance(fault, _ENDED) or bool(connection.is_closed())
