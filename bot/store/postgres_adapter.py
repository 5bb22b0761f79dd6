"""The adapter for PostgreSQL: connections to one server. Knows nothing about tables."""

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
from bot.store.connection_pool import ConnectionPool
from bot.store.database import Conflict, DatabaseUnavailable, Parameters, Work
from bot.store.migrations import APPLICATION_ID, StoreFault, StoreUnavailable
from bot.store.postgres_dialect import number_placeholders
from bot.store.postgres_migrations import prepare
from bot.store.postgres_server import IN_USE_LOCK, public_address

T = TypeVar("T")

MAX_CONNECTIONS = 8  # of one process; sixteen processes need 128
STATEMENT_TIMEOUT = 30.0  # seconds until a hanging statement, or the wait for a connection, is given up
CONNECT_TIMEOUT = 10.0  # seconds
CLOSE_TIMEOUT = 1.0  # seconds at shutdown for running writes to finish, and then again for connections to close
VACUUM_TIMEOUT = 3600.0  # seconds for the whole database
MIGRATION_TIMEOUT = 3600.0  # seconds for one statement of a migration or of a transfer
WORK_ATTEMPTS = 5  # attempts at work that the server aborts for no fault of ours
SERIALIZED_LOCK = 1  # number of the lock for serialized work

_BEGIN = "BEGIN"
_BEGIN_SERIALIZED = f"BEGIN; SELECT pg_advisory_xact_lock({APPLICATION_ID}, {SERIALIZED_LOCK})"
_TRY_LOCK = f"SELECT pg_try_advisory_lock({APPLICATION_ID}, {IN_USE_LOCK})"
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1, $2))"
_SNAPSHOT = "SELECT pg_current_snapshot()::text"

_RETRYABLE_ERRORS = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
# Either another transaction has deleted a row that this transaction refers to, or refers to a row that this transaction
# deletes, or there is a bug.
_REFERENCE_ERRORS = (asyncpg.ForeignKeyViolationError,)
# After these errors the connection is unusable.
_CONNECTION_ERRORS = (asyncpg.OperatorInterventionError, asyncpg.InternalClientError, TimeoutError, DatabaseUnavailable)
DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
# These may go away without a change of settings, for example while the server starts or stops.
_TRANSIENT_ERRORS = (
    OSError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.InsufficientResourcesError,
    asyncpg.InternalClientError,
)  # fmt: skip
_PERMANENT_ERRORS = (PermissionError, ssl.SSLError)
# If the machine of a process vanishes, the server must release its locks after a minute, not after two hours.
KEEPALIVE_SETTINGS = {"tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
# Without jit, because compiling a statement takes longer than running any of ours; with a timeout, because a process
# that has vanished must not keep its locks.
_SESSION_SETTINGS = {
    "jit": "off", "application_name": "tessera", "idle_in_transaction_session_timeout": "60s", **KEEPALIVE_SETTINGS,
}  # fmt: skip
_CONNECTION: ContextVar[Any] = ContextVar("lent")  # the connection of the work that is running


class PostgresAdapter:
    """A database on a server. Calls overlap, each on its own connection.

    `statement_timeout`: seconds until a hanging statement, or the wait for a connection, is given up.
    """

    is_shared = True
    close_timeout: float | None = CLOSE_TIMEOUT

    def __init__(self, address: str, lock: DatabaseLock | None, statement_timeout: float = STATEMENT_TIMEOUT) -> None:
        self._lock = lock
        self._statement_timeout = statement_timeout
        self._pool = ConnectionPool(partial(_connect, address, statement_timeout), MAX_CONNECTIONS)

    @classmethod
    async def open(
        cls, address: str, *, exclusive: bool = True, statement_timeout: float = STATEMENT_TIMEOUT
    ) -> PostgresAdapter:
        """Open the database with the newest schema; `exclusive`: no other process may use it meanwhile.

        Raises StoreFault, whose key names the reason.
        """
        return await cls.open_with_lock(
            address, DatabaseLock(address, statement_timeout) if exclusive else None, statement_timeout
        )

    @classmethod
    async def open_with_lock(
        cls, address: str, lock: DatabaseLock | None, statement_timeout: float = STATEMENT_TIMEOUT
    ) -> PostgresAdapter:
        """Open the database under that lock, which `close` releases."""
        adapter = cls(address, lock, statement_timeout)
        try:
            if lock:
                await lock.hold()
            async with _open_connection(address, MIGRATION_TIMEOUT) as connection:
                await prepare(connection, public_address(address))
        except (*DRIVER_ERRORS, ValueError) as fault:
            await adapter.close()
            raise _fault_from(address, fault) from fault
        except BaseException:
            await adapter.close()
            raise
        return adapter

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(self._pool.close(CLOSE_TIMEOUT), *([self._lock.release()] if self._lock else []))

    async def fetch(self, sql: str, facts: Parameters) -> list[Any]:
        """Return the rows of one statement outside of a transaction."""
        return await self._run_with_retries(lambda _: self.execute(sql, facts))

    async def fetch_autocommit(self, sql: str, facts: Parameters) -> list[Any]:
        """Return the rows of a statement that is a transaction by itself."""
        with metrics.current().time("commits"):
            return await self._run_with_retries(lambda _: self.execute(sql, facts), commits=True)

    async def snapshot(self, work: Work[T]) -> T:
        """Return the result of work that reads several times; later reads see what others commit meanwhile."""
        return await self._run_with_retries(lambda _: work())

    async def transact(self, work: Work[T], *, serialized: bool) -> T:
        """Run the work in a transaction and return its result; repeat it if the server aborts the transaction."""
        with metrics.current().time("commits"):
            return await self._run_with_retries(
                partial(_run_and_commit, work, _BEGIN_SERIALIZED if serialized else _BEGIN)
            )

    async def execute(self, sql: str, facts: Parameters = ()) -> list[Any]:
        """Return the rows of one statement, within a transaction or a snapshot."""
        statement, keys = number_placeholders(sql)
        found: list[Any] = await _CONNECTION.get().fetch(statement, *[facts[key] for key in keys])  # type: ignore[index]
        return found

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """Run the statement for each row, within a transaction."""
        if rows:
            statement, _ = number_placeholders(sql)
            await _CONNECTION.get().executemany(statement, rows)

    async def lock(self, kind: str, number: int) -> None:
        """Wait for this lock, and hold it until the end of the transaction."""
        await _CONNECTION.get().fetchval(_LOCK, kind, number)

    async def version(self) -> object:
        """Return, within a snapshot, a value that changes when anyone writes."""
        # After a crash the server may reuse transaction numbers, so the snapshot alone is not unique.
        return self._pool.opened_count, await _CONNECTION.get().fetchval(_SNAPSHOT)

    async def scrub(self) -> bool:
        """Let the server reuse the space of deleted rows, which remain in its journal and backups."""
        await self._run_with_retries(lambda connection: connection.execute("VACUUM", timeout=VACUUM_TIMEOUT))
        return True

    async def optimize(self) -> None:
        """Do nothing: the server updates its statistics by itself."""

    def migration_copies(self) -> list[Path]:
        """Return no copies: migrations are transactions, and backups are up to the operator."""
        return []

    async def _run_with_retries(self, work: Callable[[Any], Awaitable[T]], *, commits: bool = False) -> T:
        """Run the work, and repeat it after errors if this is safe; `commits`: a failed attempt may be committed."""
        for left in reversed(range(WORK_ATTEMPTS)):
            async with self._borrow_connection() as connection:
                try:
                    return await work(connection)
                except asyncpg.UniqueViolationError as fault:
                    raise Conflict from fault
                except DRIVER_ERRORS as fault:
                    gone = isinstance(fault, _CONNECTION_ERRORS) or bool(
                        connection.is_closed()
                    )  # or it no longer answers
                    may_pass = isinstance(fault, _RETRYABLE_ERRORS) or (
                        left > 0 and isinstance(fault, _REFERENCE_ERRORS)
                    )
                    if not gone and not may_pass:
                        raise
                    if not left or (gone and commits) or isinstance(fault, DatabaseUnavailable | TimeoutError):
                        raise DatabaseUnavailable(str(fault)) from fault
        raise AssertionError

    @asynccontextmanager
    async def _borrow_connection(self) -> AsyncIterator[Any]:
        """Provide a connection for statements. Raises DatabaseUnavailable if there is none."""
        with metrics.current().time("waits"):
            connection = await self._take_connection()
        token = _CONNECTION.set(connection)
        try:
            yield connection
        except (
            DatabaseUnavailable,
            asyncio.CancelledError,
        ):  # the state of the connection is unknown
            connection.terminate()
            raise
        finally:
            _CONNECTION.reset(token)
            self._pool.give_back(connection)

    async def _take_connection(self) -> Any:
        try:
            async with asyncio.timeout(self._statement_timeout):
                if self._lock:
                    await self._lock.hold()
                return await self._pool.take()
        except StoreFault as fault:  # the lock was lost, and another process has taken the database
            raise DatabaseUnavailable(fault.key) from fault
        except DRIVER_ERRORS as fault:
            raise DatabaseUnavailable(str(fault)) from fault


class DatabaseLock:
    """A lock that gives the database to this process alone; it ends with the connection that took it."""

    def __init__(self, address: str, statement_timeout: float) -> None:
        self._address = address
        self._statement_timeout = statement_timeout
        self._turn = asyncio.Lock()
        self._connection: Any = None

    async def hold(self) -> None:
        """Make sure that the lock is held; take it again if the server lost it. Raises StoreFault("store.in_use")."""
        if self._is_held():
            return
        async with self._turn:
            if not self._is_held():
                self._connection = await self._acquire()

    async def release(self) -> None:
        """Release the lock."""
        if self._is_held():
            with suppress(*DRIVER_ERRORS):
                await self._connection.close(timeout=CLOSE_TIMEOUT)

    def _is_held(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def _acquire(self) -> Any:
        connection = await _connect(self._address, self._statement_timeout)
        taken = False
        try:
            taken = await connection.fetchval(_TRY_LOCK)
        finally:
            if not taken:
                connection.terminate()
        if not taken:
            raise StoreFault("store.in_use", public_address(self._address))
        return connection


async def _connect(address: str, statement_timeout: float) -> Any:
    """Return a new connection whose statements time out after so many seconds."""
    return await asyncpg.connect(
        address, timeout=CONNECT_TIMEOUT, command_timeout=statement_timeout, server_settings=_SESSION_SETTINGS,
        statement_cache_size=1_000, max_cached_statement_lifetime=0,
    )  # fmt: skip


@asynccontextmanager
async def exclusive_connection(address: str) -> AsyncIterator[Any]:
    """Provide a connection while no other process uses the database. Raises StoreFault."""
    sole_use = DatabaseLock(address, STATEMENT_TIMEOUT)
    try:
        with _driver_errors_as_faults(address):
            await sole_use.hold()
            async with _open_connection(address, MIGRATION_TIMEOUT) as connection:
                yield connection
    finally:
        await sole_use.release()


@asynccontextmanager
async def read_only_connection(address: str) -> AsyncIterator[Any]:
    """Provide a connection that cannot change anything; others may use the database. Raises StoreFault."""
    with _driver_errors_as_faults(address):
        async with _open_connection(address, STATEMENT_TIMEOUT) as connection, connection.transaction(readonly=True):
            yield connection


@asynccontextmanager
async def _open_connection(address: str, statement_timeout: float) -> AsyncIterator[Any]:
    connection = await _connect(address, statement_timeout)
    try:
        yield connection
    finally:
        await connection.close(timeout=CLOSE_TIMEOUT)


@contextmanager
def _driver_errors_as_faults(address: str) -> Iterator[None]:
    """Turn errors of the driver into a StoreFault."""
    try:
        yield
    except (*DRIVER_ERRORS, ValueError) as fault:
        raise _fault_from(address, fault) from fault


def _fault_from(address: str, fault: Exception) -> StoreFault:
    """Return StoreUnavailable if the error may go away by itself, otherwise StoreFault."""
    kind = (
        StoreUnavailable
        if isinstance(fault, _TRANSIENT_ERRORS) and not isinstance(fault, _PERMANENT_ERRORS)
        else StoreFault
    )
    return kind("store.away", public_address(address), reason=str(fault).partition("\n")[0] or type(fault).__name__)


async def _run_and_commit(work: Work[T], statement: str, connection: Any) -> T:
    """Begin a transaction, run the work, commit. Raises DatabaseUnavailable if the outcome is unknown."""
    try:
        await connection.execute(statement)
        result = await work()
        try:
            await connection.execute("COMMIT")
        except DRIVER_ERRORS as fault:
            raise DatabaseUnavailable(str(fault)) from fault
    except (TimeoutError, asyncio.CancelledError, DatabaseUnavailable):
        raise  # the connection no longer answers
    except BaseException:
        try:
            await connection.execute("ROLLBACK")
        except BaseException as fault:  # no connection may stay in a transaction
            connection.terminate()
            if not isinstance(fault, DRIVER_ERRORS):
                raise
        raise
    return result
