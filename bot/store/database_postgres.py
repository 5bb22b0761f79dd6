"""The adapter for PostgreSQL: a pool of connections to one server. It alone speaks to asyncpg; it knows no table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import asyncpg  # type: ignore[import-untyped]

from bot import measures
from bot.store.database import Conflict, DatabaseAway, Facts, Work
from bot.store.database_address import plain
from bot.store.database_dialect import numbered
from bot.store.migrations import APPLICATION, StoreFault
from bot.store.migrations_postgres import prepare, version_of

T = TypeVar("T")

CONNECTIONS = 8  # at most; sixteen processes need 128
PATIENCE = 10.0  # seconds in which a connection must come about
TRIES = 5  # of work that the server gave up, though nothing was wrong with it
WIDE, ALONE = 1, 3  # numbers of locks

_BEGIN = "BEGIN"
_BEGIN_WIDE = f"BEGIN; SELECT pg_advisory_xact_lock({APPLICATION}, {WIDE})"
_TAKE = f"SELECT pg_try_advisory_lock({APPLICATION}, {ALONE})"
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1, $2))"
_SNAPSHOT = "SELECT pg_current_snapshot()::text"

_REPEATABLE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
_FAULTS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
# Compiling a statement costs more than any of ours takes. A program that vanished must not keep its locks.
_SERVER = {"jit": "off", "application_name": "tessera", "idle_in_transaction_session_timeout": "60s"}
_LENT: ContextVar[Any] = ContextVar("lent")  # the connection of the work that is being done


class Use(Protocol):
    """That this process uses the database, as others can see."""

    async def hold(self) -> None:
        """Return while it does. Raises StoreFault if it must not."""

    async def end(self) -> None:
        """It does not any more."""


class PostgresAdapter:
    """A database on a server. Calls overlap, each on a connection of its own."""

    is_shared = True

    def __init__(self, pool: Any, use: Use | None) -> None:
        self._pool, self._use = pool, use

    @classmethod
    async def open(cls, address: str, *, alone: bool = True) -> PostgresAdapter:
        """The database at that address, with the newest schema; `alone`: no other process may use it meanwhile.

        Raises StoreFault, whose key names the reason.
        """
        return await cls.open_within(address, SoleUse(address) if alone else None)

    @classmethod
    async def open_within(cls, address: str, use: Use | None) -> PostgresAdapter:
        """As `open`, as long as that use is held; it ends with `close`."""
        try:
            pool = await asyncpg.create_pool(
                address, min_size=0, max_size=CONNECTIONS, reset=_untouched, timeout=PATIENCE, server_settings=_SERVER,
                statement_cache_size=1_000, max_cached_statement_lifetime=0,
            )  # fmt: skip
        except ValueError as fault:
            raise StoreFault("store.away", plain(address), reason=str(fault)) from fault
        adapter = cls(pool, use)
        try:
            async with adapter._lent() as connection:
                await prepare(connection, plain(address))
        except _FAULTS as fault:
            await adapter.close()
            raise StoreFault("store.away", plain(address), reason=str(fault)) from fault
        except BaseException:
            await adapter.close()
            raise
        return adapter

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()
        if self._use:
            await self._use.end()

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

    async def lock(self, kind: str, number: int) -> None:
        """Until its end no other work has this lock, for the work of a transaction, which waits for it first."""
        await _LENT.get().fetchval(_LOCK, kind, number)

    async def version(self) -> object:
        """Another value after anybody wrote, for the work of a snapshot."""
        return await _LENT.get().fetchval(_SNAPSHOT)

    async def scrub(self) -> bool:
        """Let the server use the space of deleted rows again. What it wrote before stays in its journal and backups."""
        await self.fetch_alone("VACUUM", ())
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
                    if not left or (gone and commits) or isinstance(fault, DatabaseAway):
                        raise DatabaseAway(str(fault)) from fault
        raise AssertionError

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Any]:
        """Within, statements have a connection. Raises DatabaseAway if there is none to be had."""
        try:
            with measures.current().connection_wait():
                if self._use:
                    await self._use.hold()
                connection = await self._pool.acquire()
        except _FAULTS as fault:
            raise DatabaseAway(str(fault)) from fault
        token = _LENT.set(connection)
        try:
            yield connection
        finally:
            _LENT.reset(token)
            await self._pool.release(connection)


class SoleUse:
    """That no other process uses the database: a lock that ends with the connection that took it."""

    def __init__(self, address: str) -> None:
        self._address, self._turn = address, asyncio.Lock()
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
            await self._connection.close()

    def _held(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def _taken(self) -> Any:
        connection = await asyncpg.connect(self._address, timeout=PATIENCE, server_settings=_SERVER)
        if not await connection.fetchval(_TAKE):
            await connection.close()
            raise StoreFault("store.in_use", plain(self._address))
        return connection


async def version_at(address: str) -> int:
    """The version of the schema there, 0 for an empty database. Raises StoreFault; nothing is changed."""
    try:
        connection = await asyncpg.connect(address, timeout=PATIENCE, server_settings=_SERVER)
    except (*_FAULTS, ValueError) as fault:
        raise StoreFault("store.away", plain(address), reason=str(fault)) from fault
    try:
        return await version_of(connection, plain(address))
    finally:
        await connection.close()


async def _committed(work: Work[T], statement: str, connection: Any) -> T:
    """The result of the work, which the statement begins. Raises DatabaseAway if nobody knows whether it is kept."""
    done = False
    try:
        await connection.execute(statement)
        result = await work()
        try:
            await connection.execute("COMMIT")
        except _FAULTS as fault:
            raise DatabaseAway(str(fault)) from fault
        done = True
    finally:
        if not done:
            await _undo(connection)
    return result


async def _undo(connection: Any) -> None:
    """The connection is in no transaction any more, or closed."""
    undone = False
    try:
        with suppress(*_FAULTS):
            await connection.execute("ROLLBACK")
            undone = True
    finally:
        if not undone:
            with suppress(asyncpg.InterfaceError):  # it is closed already
                connection.terminate()


def _gone(connection: Any, fault: BaseException) -> bool:
    """Whether the server has ended the connection."""
    if isinstance(fault, asyncpg.OperatorInterventionError | DatabaseAway):
        return True
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:  # the pool has taken it back
        return True


async def _untouched(_: Any) -> None:
    """Nothing is set on a connection of the pool, so nothing must be put back: that would be one more way each time."""
