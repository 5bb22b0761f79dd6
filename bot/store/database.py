"""The database as the stores use it, with its cache, and the port that each kind of database implements.

Writes are finished even if their caller is cancelled. Knows nothing about tables and drivers.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from bot import metrics

T = TypeVar("T")
Parameters = Sequence[Any] | Mapping[str, Any]
Work = Callable[[], Coroutine[Any, Any, T]]
CacheKeys = Collection[Hashable] | None

MAX_CACHED_RECORDS = 200  # the most recently used ones; a record has its whole log, some 50 KB
MAX_CACHED_ROWS = 2_000  # rows other than records
LOSS_SLOTS = 256  # slots, by the hash of the key, that note when a key was last forgotten
NOT_CACHED = -1, None


class Conflict(Exception):
    """The room was changed, or this press was used, since the record was read; nothing was saved."""


class DatabaseUnavailable(OSError):
    """The database server cannot be reached now. It is unknown whether a write was committed."""


class DatabasePort(Protocol):
    """What an adapter offers: `sqlite_adapter.py` for a file, `postgres_adapter.py` for a server.

    The parameters of a statement are a sequence for `?` or a mapping for `:name`. "Work" is a function that awaits
    nothing but statements of this port. `is_shared`: several processes may use the database at the same time.
    `close_timeout`: seconds to wait for running writes at shutdown; None: no limit.
    """

    is_shared: bool
    close_timeout: float | None

    async def close(self) -> None:
        """Close the database; no call may follow."""

    async def fetch(self, sql: str, facts: Parameters) -> list[Any]:
        """Return the rows of one statement outside of a transaction."""

    async def fetch_autocommit(self, sql: str, facts: Parameters) -> list[Any]:
        """Return the rows of a statement that is a transaction by itself."""

    async def snapshot(self, work: Work[T]) -> T:
        """Return the result of work that reads several times."""

    async def transact(self, work: Work[T], *, serialized: bool) -> T:
        """Run the work in a transaction and return its result.

        `serialized`: the work changes data of many tables, such as ratings, so only one such work runs at a time. Work
        may be repeated, so it must change nothing but the database. Raises Conflict if a new row is not unique.
        """

    async def execute(self, sql: str, facts: Parameters = ()) -> list[Any]:
        """Return the rows of one statement, within work."""

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """Run the statement for each row, if there are any, within a transaction."""

    async def lock(self, kind: str, number: int) -> None:
        """Wait for the lock of that kind and number, and hold it until the end of the transaction."""

    async def version(self) -> object:
        """Return, within a snapshot, a value that changes when another program writes."""

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the disk; False if that was not possible now."""

    async def optimize(self) -> None:
        """Update the query planner's statistics if row counts have changed much."""

    def migration_copies(self) -> list[Path]:
        """Return the copies of the whole database that were made before migrations."""


@dataclass
class VersionCheck:
    """The result of checking whether another program has written."""

    is_over: bool = False
    """Its scope has ended."""
    age: int | None = None
    """Cache age found by the check, None until it is made."""


_CHECK: ContextVar[VersionCheck | None] = ContextVar("version_check", default=None)


def _version_check_age() -> int | None:
    """Return the age found by the current `one_version_check`; None outside of such a block, or before its check."""
    check = _CHECK.get()
    return None if check is None or check.is_over else check.age


@contextmanager
def one_version_check() -> Iterator[None]:
    """Make this task, and tasks that it starts, check only once whether another program has written."""
    check = VersionCheck()
    token = _CHECK.set(check)
    try:
        yield
    finally:
        check.is_over = True
        _CHECK.reset(token)


class Cache:
    """Cached values; correct if every transaction calls `forget` and every version check calls `note_version`.

    Holds whole rooms by number, and rows that a change of a single room rarely affects, by statement and parameters.
    The age of a value is the number of version changes noticed before the value was read. A reader that has checked the
    version accepts values at least as new as its check, even if other readers have seen a newer version meanwhile.
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._rest: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._version: object = 0
        self.age = 0  # the age of values that are read now
        self.losses = 0  # how often values were forgotten
        self._all_lost = 0  # the value of `losses` when everything was last forgotten
        self._lost = [0] * LOSS_SLOTS  # the values of `losses` when single keys were last forgotten

    def note_version(self, version: object) -> None:
        """Note the database's version; if it has changed, all cached values are too old."""
        if version != self._version:
            self._version = version
            self.age += 1
        if (now := _CHECK.get()) is not None:
            now.age = self.age

    def keep(self, key: Hashable, found: Any, age: int | None = None) -> None:
        """Keep a value that was read or written at that age, by default the current one."""
        is_room = isinstance(key, int)
        shelf = self._rooms if is_room else self._rest
        shelf[key] = (self.age if age is None else age, found)
        shelf.move_to_end(key)
        if len(shelf) > (MAX_CACHED_RECORDS if is_room else MAX_CACHED_ROWS):
            shelf.popitem(last=False)

    def recall(self, key: Hashable) -> Any:
        """Return the value of the key, None if it must be read from the database."""
        age, found = (self._rooms if isinstance(key, int) else self._rest).get(key, NOT_CACHED)
        least = _version_check_age()
        if least is None:
            least = self.age
        return found if age >= least else None

    def recall_newest(self, key: Hashable) -> Any:
        """Return the value of the key, None if any reader has seen another version since the value was read."""
        age, found = (self._rooms if isinstance(key, int) else self._rest).get(key, NOT_CACHED)
        return found if age >= self.age else None

    def forget(self, keys: Collection[Hashable] | None) -> None:
        """Forget these keys, which a transaction may have changed; None: forget everything."""
        self.losses += 1
        if keys is None:
            self._all_lost = self.losses
            self._rooms.clear()
            self._rest.clear()
            return
        for key in keys:
            self._lost[hash(key) % LOSS_SLOTS] = self.losses
            (self._rooms if isinstance(key, int) else self._rest).pop(key, None)

    def may_be_lost(self, key: Hashable, losses: int) -> bool:
        """Whether the key may have been forgotten since `self.losses` had that value."""
        return self._all_lost > losses or self._lost[hash(key) % LOSS_SLOTS] > losses


class Database:
    """Reading, the cache and transactions, on any port.

    Statements take their parameters from `facts` for `?`, or from `named` for `:name`. `changed_keys` lists the keys of
    all cached values that a write may change: numbers of rooms, keys of lists of rooms. None: any value may change.
    """

    def __init__(self, port: DatabasePort) -> None:
        self.port = port
        self.execute = port.execute
        self.execute_many = port.execute_many
        self.lock = port.lock
        self._cache = Cache()
        self.keep = self._cache.keep  # to be called after a commit, with a value that is in the database
        self.recall_newest = self._cache.recall_newest  # for writes that must start from the newest known value
        self._writing: set[asyncio.Task[Any]] = set()
        self._abandoned: set[asyncio.Task[Any]] = set()  # writes whose caller was cancelled

    async def close(self) -> None:
        """Finish running writes, then close the port. Writes that a server does not finish in time fail."""
        pending: set[asyncio.Task[Any]] = set()
        while self._writing and not pending:
            _, pending = await asyncio.wait(self._writing, timeout=self.port.close_timeout)
        await self.port.close()
        await asyncio.gather(*self._writing, return_exceptions=True)

    # reading

    async def fetch(self, sql: str, *facts: Any, **named: Any) -> list[Any]:
        """Return the rows of one statement outside of a transaction."""
        await self._wait_for_abandoned()
        return await self.port.fetch(sql, facts or named)

    async def fetch_cached(self, *statements: tuple[str, tuple[Any, ...]]) -> list[list[Any]]:
        """Return the rows of each statement, which must not depend on changes of a single room.

        Rows that are not cached are all read in one visit to the database.
        """
        known = self.recall_many(*statements)
        if known is not None:
            return known

        async def work() -> list[list[Any]]:
            found = []
            for statement in statements:
                rows = await self.recall(statement, partial(self.execute, *statement))
                found.append(rows or [])
            return found

        return await self.snapshot(work)

    async def snapshot(self, work: Work[T]) -> T:
        """Return the result of work that reads several times."""

        async def reading() -> T:
            if _version_check_age() is None:
                self._cache.note_version(await self.port.version())
            return await work()

        await self._wait_for_abandoned()
        return await self.port.snapshot(reading)

    async def recall(self, key: Hashable, read: Callable[[], Awaitable[T | None]]) -> T | None:
        """Return, within a snapshot, the value of the key; read it if it is not cached or is stale."""
        found: T | None = self._cache.recall(key)
        if found is None:
            losses = self._cache.losses
            age = self._cache.age
            found = await read()
            if found is not None and not self._cache.may_be_lost(key, losses):  # unchanged while it was read
                self._cache.keep(key, found, age)
        return found

    def recall_many(self, *keys: Hashable) -> list[Any] | None:
        """Return the cached values of these keys, None if one is missing or stale."""
        if _version_check_age() is None:
            return None
        found = []
        for key in keys:
            known = self._cache.recall(key)
            if known is None:
                return None
            found.append(known)
        return found

    # writing

    async def execute_autocommit(
        self, sql: str, *facts: Any, changed_keys: CacheKeys = None, **named: Any
    ) -> list[Any]:
        """Run a statement that is a transaction by itself; it is finished even if the caller is cancelled."""

        async def work() -> list[Any]:
            try:
                return await self.port.fetch_autocommit(sql, facts or named)
            finally:
                self._cache.forget(changed_keys)

        return await self._finish(work())

    async def transaction(
        self,
        work: Work[T],
        changed_keys: CacheKeys = None,
        key: Callable[[T], Hashable] | None = None,
        *,
        serialized: bool = False,
    ) -> T:
        """Run the work in a transaction and return its result, which is cached under `key` if it is not None.

        Cancelling the caller does not cancel the work, because later writes would become part of a transaction that is
        left open. See `DatabasePort.transact` for `serialized` and Conflict.
        """
        losses = 0
        age = 0

        async def begin() -> T:
            nonlocal losses, age
            losses = self._cache.losses
            age = self._cache.age
            return await work()

        async def commit() -> T:
            try:
                result = await self.port.transact(begin, serialized=serialized)
                kept = key(result) if key is not None and result is not None else None
                is_newest = kept is not None and not self._cache.may_be_lost(kept, losses)
            except Conflict:
                metrics.current().count("clashes")
                raise
            finally:  # a cancelled COMMIT may have succeeded
                self._cache.forget(changed_keys)
            if is_newest:
                self._cache.keep(kept, result, age)
            return result

        return await self._finish(commit())

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the disk; False if that was not possible now."""
        return await self._finish(self.port.scrub())

    async def optimize(self) -> None:
        """Update the query planner's statistics if row counts have changed much."""
        await self._finish(self.port.optimize())

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        if self._abandoned:  # a later write must not overtake an abandoned one
            work = _run_after(frozenset(self._abandoned), work)
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():
                self._abandoned.add(task)
                task.add_done_callback(self._abandoned.discard)
            raise

    async def _wait_for_abandoned(self) -> None:
        """Wait for abandoned writes, so that a read is sure to see them."""
        if self._abandoned:  # no loop, because while a server hangs, further writes are abandoned all the time
            await asyncio.wait(self._abandoned)


async def _run_after(earlier: Collection[asyncio.Task[Any]], work: Coroutine[Any, Any, T]) -> T:
    """Run the work after those tasks are done; return its result."""
    await asyncio.wait(earlier)
    return await work


class BaseStore:
    """A store of one subject, on the shared database."""

    def __init__(self, database: Database) -> None:
        self._database = database
