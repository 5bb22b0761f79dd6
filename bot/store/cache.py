"""What was read last: a press asks for the same things many times. Knows no connection and no table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

RECORDS, ROWS = 200, 2_000  # at a time, the latest asked for: a record has its whole log, some 50 KB


class VersionCheck:
    """What one task is about: it asks only once whether another program has written to the file."""

    def __init__(self) -> None:
        self.over = self.looked = False


_GLANCE: ContextVar[VersionCheck | None] = ContextVar("glance", default=None)


@contextmanager
def glance() -> Iterator[None]:
    """A glance of this task; tasks that it begins share it until it is over."""
    mine = VersionCheck()
    token = _GLANCE.set(mine)
    try:
        yield
    finally:
        mine.over = True
        _GLANCE.reset(token)


class Cache:
    """What is `kept` is as the file has it, as long as every transaction says what to `forget`, and versions are told.

    Whole rooms by their number; besides, rows of what no change of a single room touches, by sentence and facts.
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[Hashable, Any] = OrderedDict()
        self._rest: OrderedDict[Hashable, Any] = OrderedDict()
        self._version = 0

    @property
    def fresh(self) -> bool:
        """Whether the file's version was asked for in this glance; outside of one it must be asked for each time."""
        now = _GLANCE.get()
        return now is not None and now.looked and not now.over

    def told(self, version: int) -> None:
        """The version of the file now: another one whenever another connection has written to it."""
        if version != self._version:
            self.forget(None)
            self._version = version
        if (now := _GLANCE.get()) is not None:
            now.looked = True

    def keep(self, key: Hashable, found: Any) -> None:
        """That was found in the file now: a record by the number of its room, rows by sentence and facts."""
        shelf, most = (self._rooms, RECORDS) if isinstance(key, int) else (self._rest, ROWS)
        shelf[key] = found
        shelf.move_to_end(key)
        if len(shelf) > most:
            shelf.popitem(last=False)

    def recall(self, key: Hashable) -> Any:
        """What was kept under that key, None if it must be read."""
        return (self._rooms if isinstance(key, int) else self._rest).get(key)

    def forget(self, rooms: Collection[int] | None) -> None:
        """Something was written that may have changed these rooms and nothing else, None: anything."""
        if rooms is None:
            self._rooms.clear()
            self._rest.clear()
            return
        for room_id in rooms:
            self._rooms.pop(room_id, None)
