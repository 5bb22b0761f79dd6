"""The adapter for PostgreSQL: connections to one server. It alone speaks to asyncpg; it knows no table."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from bot import metrics
from bot.store.database import Conflict, DatabaseAway, Facts, Work
from bot.store.database_dialect import numbered
from bot.store.database_pool import ConnectionPool
from bot.store.migrations import APPLICATION, StoreAway, StoreFault
from bot.store.migrations_postgres import prepare
from bot.store.server_postgres import IN_USE, plain

T = TypeVar("T")

CONNECTIONS = 8  # at most; sixteen processes need 128
PATIENCE = 30.0  # seconds after which a statement that hangs is given up, or the wait for a connection
CONNECTING = 10.0  # seconds in which a connection must come about
FAREWELL = 1.0  # seconds in which, once everything ends, what was begun must be done, and then connections be closed
SCRUBBING = 3600.0  # seconds that the whole database may take to be tidied up
MIGRATION_TIMEOUT = 3600.0  # seconds that one statement of a migration may take, or of a move of all rows
TRIES = 5  # of work that the server gave up, though nothing was wrong with it
WIDE = 1  # the number of the lock of wide work

_BEGIN = "BEGIN"
_BEGIN_WIDE = f"BEGIN; SELECT pg_advisory_xact_lock({APPLICATION}, {WIDE})"
_TAKE = f"SELECT pg_try_advisory_lock({APPLICATION}, {IN_USE})"
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1, $2))"
_SNAPSHOT = "SELECT pg_current_snapshot()::text"

_REPEATABLE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
# Somebody else removed meanwhile what a row was to refer to, or added what refers to a removed row; or it is a bug.
_OVERTAKEN = (asyncpg.ForeignKeyViolationError,)
# After these a connection is of no use.
_ENDED = (asyncpg.OperatorInterventionError, asyncpg.InternalClientError, TimeoutError, DatabaseAway)
FAULTS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
# What may be otherwise at the next try, though nobody has changed a setting: no answer, a server that starts or stops.
_PASSING = (
    OSError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.InsufficientResourcesError,
    asyncpg.InternalClientError,
)  # fmt: skip
_LASTING = (PermissionError, ssl.SSLError)
# A program whose machine vanished must not keep its locks: the server notices a minute later, not after two hours.
KEEPALIVES = {"tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
# Compiling a statement costs more than any of ours takes. A program that vanished must not keep its locks.
_SERVER = {
    "jit": "off", "application_name": "tessera", "idle_in_transaction_session_timeout": "60s", **KEEPALIVES,
}  # fmt: skip
_LENT: ContextVar[Any] = ContextVar("lent")  # the connection of the work that is being done


class PostgresAdapter:
    """A database on a server. Calls overlap, each on a connection of its own.

    `patience`: seconds after which a statement that hangs is given up, or the wait for a connection.
    """

    is_shared = True
    farewell: float | None = FAREWELL

    def __init__(self, address: str, use: SoleUse | None, patience: float = PATIENCE) -> None:
        self._use = use
        self._patience = patience
        self._pool = ConnectionPool(partial(_connected, address, patience), CONNECTIONS)

    @classmethod
    async def open(cls, address: str, *, alone: bool = True, patience: float = PATIENCE) -> PostgresAdapter:
        """The database at that address, with the newest schema; `alone`: no other process may use it meanwhile.

        Raises StoreFault, whose key names the reason.
        """
        return await cls.open_within(address, SoleUse(address, patience) if alone else None, patience)

    @classmethod
    async def open_within(cls, address: str, use: SoleUse | None, patience: float = PATIENCE) -> PostgresAdapter:
        """As `open`, as long as that use is held; it ends with `close`."""
        adapter = cls(address, use, patience)
        try:
            if use:
                await use.hold()
            async with _connection(address, MIGRATION_TIMEOUT) as connection:
                await prepare(connection, plain(address))
        except (*FAULTS, ValueError) as fault:
            await adapter.close()
            raise _as_fault(address, fault) from fault
        except BaseException:
            await adapter.close()
            raise
        return adapter

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(self._pool.close(FAREWELL), *([self._use.end()] if self._use else []))

    async def fetch(self, sql: str, facts: Facts) -> list[Any]:
        """The rows of one statement outside of a transaction."""
        return await self._repeated(lambda _: self.execute(sql, facts))

    async def fetch_alone(self, sql: str, facts: Facts) -> list[Any]:
        """The rows of a statement that is a transaction by itself."""
        with metrics.current().time("commits"):
            return await self._repeated(lambda _: self.execute(sql, facts), commits=True)

    async def snapshot(self, work: Work[T]) -> T:
        """The result of work that reads several times. What others commit meanwhile is seen."""
        return await self._repeated(lambda _: work())

    async def transact(self, work: Work[T], *, wide: bool) -> T:
        """The result of the work, done in a transaction; again from the start if the server gave it up."""
        with metrics.current().time("commits"):
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
        # After a crash the server gives numbers of transactions again, and then other ones may have such a snapshot.
        return self._pool.made, await _LENT.get().fetchval(_SNAPSHOT)

    async def scrub(self) -> bool:
        """Let the server use the space of deleted rows again. What it wrote before stays in its journal and backups."""
        await self._repeated(lambda connection: connection.execute("VACUUM", timeout=SCRUBBING))
        return True

    async def optimize(self) -> None:
        """Nothing to do: the server counts rows by itself."""

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
                except FAULTS as fault:
                    gone = isinstance(fault, _ENDED) or bool(connection.is_closed())  # or does not answer any more
                    may_pass = isinstance(fault, _REPEATABLE) or (left > 0 and isinstance(fault, _OVERTAKEN))
                    if not gone and not may_pass:
                        raise
                    if not left or (gone and commits) or isinstance(fault, DatabaseAway | TimeoutError):
                        raise DatabaseAway(str(fault)) from fault
        raise AssertionError

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Any]:
        """Within, statements have a connection. Raises DatabaseAway if there is none to be had."""
        with metrics.current().time("waits"):
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
                if self._use:
                    await self._use.hold()
                return await self._pool.take()
        except StoreFault as fault:  # somebody else uses the database since our lock was lost
            raise DatabaseAway(fault.key) from fault
        except FAULTS as fault:
            raise DatabaseAway(str(fault)) from fault


class SoleUse:
    """That this process uses the database, and no other one: a lock that ends with the connection that took it."""

    def __init__(self, address: str, patience: float) -> None:
        self._address = address
        self._patience = patience
        self._turn = asyncio.Lock()
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
            with suppress(*FAULTS):
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


async def _connected(address: str, patience: float) -> Any:
    """A new connection. None of its statements takes longer than the patience, in seconds."""
    return await asyncpg.connect(
        address, timeout=CONNECTING, command_timeout=patience, server_settings=_SERVER,
        statement_cache_size=1_000, max_cached_statement_lifetime=0,
    )  # fmt: skip


@asynccontextmanager
async def used_alone(address: str) -> AsyncIterator[Any]:
    """A connection to a database that no other process uses within. Raises StoreFault."""
    sole_use = SoleUse(address, PATIENCE)
    try:
        with _as_faults(address):
            await sole_use.hold()
            async with _connection(address, MIGRATION_TIMEOUT) as connection:
                yield connection
    finally:
        await sole_use.end()


@asynccontextmanager
async def looked_at(address: str) -> AsyncIterator[Any]:
    """A connection to a database that others may use, which cannot change anything. Raises StoreFault."""
    with _as_faults(address):
        async with _connection(address, PATIENCE) as connection, connection.transaction(readonly=True):
            yield connection


@asynccontextmanager
async def _connection(address: str, patience: float) -> AsyncIterator[Any]:
    connection = await _connected(address, patience)
    try:
        yield connection
    finally:
        await connection.close(timeout=FAREWELL)


@contextmanager
def _as_faults(address: str) -> Iterator[None]:
    """What goes wrong with that database meanwhile is told as a StoreFault."""
    try:
        yield
    except (*FAULTS, ValueError) as fault:
        raise _as_fault(address, fault) from fault


def _as_fault(address: str, fault: Exception) -> StoreFault:
    """What is wrong with that database: its server is away, or somebody has to change something first."""
    kind = StoreAway if isinstance(fault, _PASSING) and not isinstance(fault, _LASTING) else StoreFault
    return kind("store.away", plain(address), reason=str(fault).partition("\n")[0] or type(fault).__name__)


async def _committed(work: Work[T], statement: str, connection: Any) -> T:
    """The result of the work, which the statement begins. Raises DatabaseAway if nobody knows whether it is kept."""
    try:
        await connection.execute(statement)
        result = await work()
        try:
            await connection.execute("COMMIT")
        except FAULTS as fault:
            raise DatabaseAway(str(fault)) from fault
    except (TimeoutError, asyncio.CancelledError, DatabaseAway):
        raise  # the connection answers nothing more
    except BaseException:
        try:
            await connection.execute("ROLLBACK")
        except BaseException as fault:  # no connection stays in a transaction
            connection.terminate()
            if not isinstance(fault, FAULTS):
                raise
        raise
    return result
