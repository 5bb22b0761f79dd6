"""What was read of the database and need not be read again, and how often another program is looked for.

Knows no connection and no statement.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

RECORDS = 200  # kept at most, the last ones read: a record has its whole log, some 50 KB
ROWS = 2_000  # kept at most, of those that are no records
LINES = 256  # in which losses of single keys are noted, by their hash
NOTHING = -1, None


@dataclass
class VersionCheck:
    """One check whether another program wrote."""

    over: bool = False
    """Whether its scope has ended."""
    age: int | None = None
    """The age of what was read after it, None until it is made."""


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
        self._lost = [0] * LINES  # those at which single keys were

    @property
    def fresh(self) -> bool:
        """Whether the version was checked within the present `one_version_check`; False outside of one."""
        now = _CHECK.get()
        return now is not None and now.age is not None and not now.over

    def check(self, version: object) -> None:
        """Note the database's version; if it is another one than at the last check, all values are too old for it."""
        if version != self._version:
            self._version = version
            self.age += 1
        if (now := _CHECK.get()) is not None:
            now.age = self.age

    def keep(self, key: Hashable, found: Any, age: int) -> None:
        """Keep a value that was read or written at that age."""
        shelf, most = (self._rooms, RECORDS) if isinstance(key, int) else (self._rest, ROWS)
        shelf[key] = age, found
        shelf.move_to_end(key)
        if len(shelf) > most:
            shelf.popitem(last=False)

    def recall(self, key: Hashable) -> Any:
        """The value under that key, None if it must be read."""
        age, found = (self._rooms if isinstance(key, int) else self._rest).get(key, NOTHING)
        now = _CHECK.get()
        least = now.age if now is not None and now.age is not None and not now.over else self.age
        return found if age >= least else None

    def newest(self, key: Hashable) -> Any:
        """The same, but None also if anybody has found another version since it was read."""
        age, found = (self._rooms if isinstance(key, int) else self._rest).get(key, NOTHING)
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
            self._lost[hash(key) % LINES] = self.losses
            (self._rooms if isinstance(key, int) else self._rest).pop(key, None)

    def lost(self, key: Hashable, losses: int) -> bool:
        """Whether a value under that key may have been forgotten since there were so many losses."""
        return self._all_lost > losses or self._lost[hash(key) % LINES] > losses
