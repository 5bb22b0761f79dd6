"""The ways to the connection that every part of the store takes. Knows no table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection
from typing import Any, TypeVar

T = TypeVar("T")


class Ways(ABC):
    """What the store itself has: one connection, at which all calls take turns."""

    @abstractmethod
    async def _read(self, sql: str, *facts: Any, **named: Any) -> list[Any]:
        """The rows of one statement outside of a transaction; `facts` are for its `?`, or `named` for its `:name`."""

    @abstractmethod
    async def _recall(self, sql: str, *facts: Any) -> list[Any]:
        """As `_read`, of what no change of a room alone touches; not read again while nothing else was written."""

    @abstractmethod
    async def _rows(self, sql: str, facts: Any = ()) -> list[Any]:
        """The rows of a sentence inside a transaction."""

    @abstractmethod
    async def _many(self, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """The sentence for each row, inside a transaction."""

    @abstractmethod
    async def _alone(self, sql: str, *facts: Any, rooms: Collection[int] | None = None, **named: Any) -> list[Any]:
        """The rows of a sentence that is a transaction by itself, `rooms` as below."""

    @abstractmethod
    async def _transact(self, work: Callable[[], Awaitable[T]], rooms: Collection[int] | None = None) -> T:
        """What the work answers, all of it kept or nothing.

        `rooms`: those of which alone a record may be another one afterwards, None: of any.
        """
