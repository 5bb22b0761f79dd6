"""What was read of the database and need not be read again, and how often another program is looked for.

Knows no connection and no statement.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

RECORDS, ROWS = 200, 2_000  # kept at most, the last ones read: a record has its whole log, some 50 KB


class VersionCheck:
    """One check whether another program wrote: whether it was `made`, and whether its scope is `over`."""

    def __init__(self) -> None:
        self.over = self.made = False


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
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[Hashable, Any] = OrderedDict()
        self._rest: OrderedDict[Hashable, Any] = OrderedDict()
        self._version: object = 0
        self.losses = 0  # how often anything was forgotten

    @property
    def fresh(self) -> bool:
        """Whether the version was checked within the present `one_version_check`; False outside of one."""
        now = _CHECK.get()
        return now is not None and now.made and not now.over

    def check(self, version: object) -> None:
        """Note the database's version, and forget all values if it is another one than at the last check."""
        if version != self._version:
            self.forget(None)
            self._version = version
        if (now := _CHECK.get()) is not None:
            now.made = True

    def keep(self, key: Hashable, found: Any) -> None:
        """Keep a value that was just read or written."""
        shelf, most = (self._rooms, RECORDS) if isinstance(key, int) else (self._rest, ROWS)
        shelf[key] = found
        shelf.move_to_end(key)
        if len(shelf) > most:
            shelf.popitem(last=False)

    def recall(self, key: Hashable) -> Any:
        """The value under that key, None if it must be read."""
        return (self._rooms if isinstance(key, int) else self._rest).get(key)

    def forget(self, keys: Collection[Hashable] | None) -> None:
        """Forget what is under these keys, which a transaction may have changed; None: forget everything."""
        self.losses += 1
        if keys is None:
            self._rooms.clear()
            self._rest.clear()
            return
        for key in keys:
            (self._rooms if isinstance(key, int) else self._rest).pop(key, None)
