"""The database as the stores use it, and the port behind which each kind of database has an adapter.

Here are the cache and the finishing of what was begun. Knows no table and no driver.
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

MAX_CACHED_RECORDS = 200  # kept at most, the last ones read: a record has its whole log, some 50 KB
MAX_CACHED_ROWS = 2_000  # kept at most, of those that are no records
LOSS_SLOTS = 256  # in which losses of single keys are noted, by their hash
NOT_CACHED = -1, None


class Conflict(Exception):
    """Somebody else changed the room, or used this press, since the record was read; nothing was saved."""


class DatabaseUnavailable(OSError):
    """The database's server cannot be reached now. Whether what was to be kept is kept is not known."""


class DatabasePort(Protocol):
    """What an adapter offers: `sqlite_adapter.py` for a file, `postgres_adapter.py` for a server.

    A statement has `?` for a sequence of facts or `:name` for a mapping. Work waits for nothing but the statements that
    it asks this port for. `is_shared`: whether several processes may use the database at the same time. `farewell`:
    seconds that may still be waited for what was begun once everything ends; None: as long as it takes.
    """

    is_shared: bool
    close_timeout: float | None

    async def close(self) -> None:
        """Nothing is asked any more."""

    async def fetch(self, sql: str, facts: Parameters) -> list[Any]:
        """The rows of one statement outside of a transaction."""

    async def fetch_autocommit(self, sql: str, facts: Parameters) -> list[Any]:
        """The rows of a statement that is a transaction by itself."""

    async def snapshot(self, work: Work[T]) -> T:
        """The result of work that reads several times."""

    async def transact(self, work: Work[T], *, serialized: bool) -> T:
        """The result of the work, done in a transaction.

        `wide`: it touches what others touch at any table, ratings for instance; there is one such work at a time. Work
        may be done more than once, so it changes nothing but the database. Raises Conflict if something that may be
        there only once is there already.
        """

    async def execute(self, sql: str, facts: Parameters = ()) -> list[Any]:
        """The rows of one statement, for work."""

    async def execute_many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """The statement is carried out for each row, if there are any, for the work of a transaction."""

    async def lock(self, kind: str, number: int) -> None:
        """Until its end no other work has this lock, for the work of a transaction, which waits for it first."""

    async def version(self) -> object:
        """Another value after another program wrote, for the work of a snapshot."""

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the disk; False if that was not possible now."""

    async def optimize(self) -> None:
        """Count rows for the planner of statements, if there are many more or fewer than when that was last done."""

    def migration_copies(self) -> list[Path]:
        """The copies of the whole database that were made before its layout changed."""


@dataclass
class VersionCheck:
    """One check whether another program wrote."""

    is_over: bool = False
    """Whether its scope has ended."""
    age: int | None = None
    """The age of what was read after it, None until it is made."""


_CHECK: ContextVar[VersionCheck | None] = ContextVar("version_check", default=None)


def _version_check_age() -> int | None:
    """The age that the present `one_version_check` has found; None outside of one, or before it has looked."""
    check = _CHECK.get()
    return None if check is None or check.is_over else check.age


@contextmanager
def one_version_check() -> Iterator[None]:
    """Within this context the task, and tasks that it starts, check only once whether another program wrote."""
    check = VersionCheck()
    token = _CHECK.set(check)
    try:
        yield
    finally:
        check.is_over = True
        _CHECK.reset(token)


class Cache:
    """Values as the database has them, if every transaction calls `forget` and every check of the version `check`.

    Whole rooms by their number; besides, rows that hardly any change of a single room touches, by statement and facts.
    Each value has an age: how often another version had been found when it was read. Whoever has checked the version
    needs what was read since then, also after others have found a newer one.
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._rest: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._version: object = 0
        self.age = 0  # of what is read now
        self.losses = 0  # how often anything was forgotten
        self._all_lost = 0  # the loss at which everything was lost
        self._lost = [0] * LOSS_SLOTS  # those at which single keys were

    def note_version(self, version: object) -> None:
        """Note the database's version; if it is another one than at the last check, all values are too old for it."""
        if version != self._version:
            self._version = version
            self.age += 1
        if (now := _CHECK.get()) is not None:
            now.age = self.age

    def keep(self, key: Hashable, found: Any, age: int | None = None) -> None:
        """Keep a value that was read or written at that age, by default now."""
        is_room = isinstance(key, int)
        shelf = self._rooms if is_room else self._rest
        shelf[key] = (self.age if age is None else age, found)
        shelf.move_to_end(key)
        if len(shelf) > (MAX_CACHED_RECORDS if is_room else MAX_CACHED_ROWS):
            shelf.popitem(last=False)

    def recall(self, key: Hashable) -> Any:
        """The value under that key, None if it must be read."""
        age, found = (self._rooms if isinstance(key, int) else self._rest).get(key, NOT_CACHED)
        least = _version_check_age()
        if least is None:
            least = self.age
        return found if age >= least else None

    def recall_newest(self, key: Hashable) -> Any:
        """The same, but None also if anybody has found another version since it was read."""
        age, found = (self._rooms if isinstance(key, int) else self._rest).get(key, NOT_CACHED)
        return found if age >= self.age else None

    def forget(self, keys: Collection[Hashable] | None) -> None:
        """Forget what is under these keys, which a transaction may have changed; None: forget everything."""
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
        """Whether a value under that key may have been forgotten since there were so many losses."""
        return self._all_lost > losses or self._lost[hash(key) % LOSS_SLOTS] > losses


class Database:
    """Reading, the cache and transactions, on any port.

    A statement has `?` for `facts` or `:name` for `named`. Where `rooms` can be given, nothing else that the cache has
    may be another afterwards: rooms by their number, lists of rooms by their key. None: anything may have changed.
    """

    def __init__(self, port: DatabasePort) -> None:
        self.port = port
        self.execute = port.execute
        self.execute_many = port.execute_many
        self.lock = port.lock
        self._cache = Cache()
        self.keep = self._cache.keep  # after a commit: a value that the database has too
        self.recall_newest = self._cache.recall_newest  # for work that knows all that it changes
        self._writing: set[asyncio.Task[Any]] = set()
        self._abandoned: set[asyncio.Task[Any]] = set()  # those of them whose caller was cancelled

    async def close(self) -> None:
        """Finish what was begun, then close the port. What a server does not finish in time fails."""
        pending: set[asyncio.Task[Any]] = set()
        while self._writing and not pending:
            _, pending = await asyncio.wait(self._writing, timeout=self.port.close_timeout)
        await self.port.close()
        await asyncio.gather(*self._writing, return_exceptions=True)

    # reading

    async def fetch(self, sql: str, *facts: Any, **named: Any) -> list[Any]:
        """The rows of one statement outside of a transaction."""
        await self._wait_for_abandoned()
        return await self.port.fetch(sql, facts or named)

    async def fetch_cached(self, *statements: tuple[str, tuple[Any, ...]]) -> list[list[Any]]:
        """The rows of each of these statements with its facts, which no change of a single room touches.

        They are read again only after something else changed, with one visit for all that is not known.
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
        """The result of work that reads several times."""

        async def reading() -> T:
            if _version_check_age() is None:
                self._cache.note_version(await self.port.version())
            return await work()

        await self._wait_for_abandoned()
        return await self.port.snapshot(reading)

    async def recall(self, key: Hashable, read: Callable[[], Awaitable[T | None]]) -> T | None:
        """The value under that key, for the work of a snapshot; read now if the cache does not have it or is stale."""
        found: T | None = self._cache.recall(key)
        if found is None:
            losses = self._cache.losses
            age = self._cache.age
            found = await read()
            if found is not None and not self._cache.may_be_lost(key, losses):  # it was not written while it was read
                self._cache.keep(key, found, age)
        return found

    def recall_many(self, *keys: Hashable) -> list[Any] | None:
        """What the cache has under each of these keys; None if it lacks one of them or is stale."""
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
        """The rows of a statement that is a transaction by itself. It is finished even if the caller is cancelled."""

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
        """Run the work in a transaction and return its result, which stays in the cache under `key` if it is not None.

        Cancelling the caller does not cancel the work: a transaction left open would swallow all later ones. `wide` and
        Conflict as in `transact` of the port.
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
            finally:  # whoever cancels a COMMIT cannot know whether it came too late
                self._cache.forget(changed_keys)
            if is_newest:
                self._cache.keep(kept, result, age)
            return result

        return await self._finish(commit())

    async def scrub(self) -> bool:
        """Remove all traces of deleted rows from the disk; False if that was not possible now."""
        return await self._finish(self.port.scrub())

    async def optimize(self) -> None:
        """Count rows for the planner of statements, if there are many more or fewer than when that was last done."""
        await self._finish(self.port.optimize())

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        if self._abandoned:  # a later write may be faster, and what was given back would be taken afterwards
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
        """Nothing is read before what somebody began and did not wait for: nobody would know which of them it shows."""
        if self._abandoned:  # once: while a server hangs there are always more
            await asyncio.wait(self._abandoned)


async def _run_after(earlier: Collection[asyncio.Task[Any]], work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is begun once those tasks are done."""
    await asyncio.wait(earlier)
    return await work


class BaseStore:
    """A store of one subject, on the database that all of them share."""

    def __init__(self, database: Database) -> None:
        self._database = database
