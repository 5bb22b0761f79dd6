"""The servers that a process handles, where several processes share one database.

Only this module narrows statements to these servers. Knows only the table `rooms`.
"""

from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from bot.store.database import BaseStore, Database

SENDING_LEASE = 60.0  # seconds after which another process may send a message that one process has begun to send
ROWS_PER_QUERY = 200  # for statements that may find many thousands of rows
SHARD_SHIFT = 22  # the lower bits of a server's ID, which do not affect its shard


@dataclass(frozen=True)
class ShardRange:
    """The servers of some of Discord's shards: `first` to `last` of `count`, 0-based. By default all servers.

    A press is handled by the process that receives it; all other work on a table is done by the process whose range
    has the table's server. Direct messages belong to shard 0.

    >>> some = ShardRange(first=2, last=3, count=4)
    >>> some.covers(3 << 22), some.covers(None), ShardRange().covers(None)
    (True, False, True)
    """

    first: int = 0
    last: int = 0
    count: int = 1

    @property
    def covers_everything(self) -> bool:
        """Whether the range has all servers."""
        return self.first == 0 and self.last == self.count - 1

    def covers(self, guild: int | None) -> bool:
        """Whether the range has the server; None: direct messages."""
        return self.first <= ((guild or 0) >> SHARD_SHIFT) % self.count <= self.last


ALL_SHARDS = ShardRange()


def shard_ranges(shards: Collection[int], count: int) -> tuple[ShardRange, ...]:
    """Return the ranges that cover these of `count` shards; adjacent shards share a range.

    >>> shard_ranges({0, 1, 3}, 4), shard_ranges({0, 1}, 2) == (ALL_SHARDS,), shard_ranges((), 4)
    ((ShardRange(first=0, last=1, count=4), ShardRange(first=3, last=3, count=4)), True, ())
    """
    if len(shards) == count:
        return (ALL_SHARDS,)
    firsts = [shard for shard in sorted(shards) if shard - 1 not in shards]
    lasts = [shard for shard in sorted(shards) if shard + 1 not in shards]
    return tuple(ShardRange(first, last, count) for first, last in zip(firsts, lasts, strict=True))


def server_in_range(column: str) -> str:
    """Return an SQL condition for `_fetch_in_range`: the server in that column belongs to the range.

    If one process handles everything, `:shards` is 1 and the database does not evaluate the rest of the condition.
    """
    # Compares the distance from the range's first shard, because BETWEEN could look the server up twice.
    shard = f"(coalesce({column}, 0) >> {SHARD_SHIFT}) % :shards"
    return f"(:shards = 1 OR ({shard} + :behind) % :shards <= :width)"


def table_in_range(column: str) -> str:
    """Return an SQL condition for `_fetch_in_range`: the server of the table in that column belongs to the range."""
    return server_in_range(f"(SELECT its.guild FROM rooms AS its WHERE its.id = {column})")  # noqa: S608 - a column


class ShardedStore(BaseStore):
    """A store of one subject that finds work only on servers of this process."""

    def __init__(self, database: Database, shards: ShardRange = ALL_SHARDS) -> None:
        super().__init__(database)
        self._shards = shards
        count = 1 if shards.covers_everything else shards.count
        self._range_parameters = {
            "shards": count,
            "behind": shards.count - shards.first,
            "width": shards.last - shards.first,
        }

    async def _fetch_in_range(self, sql: str, **facts: Any) -> list[Any]:
        return await self._database.fetch(sql, **facts, **self._range_parameters)

    async def _fetch_pages(self, sql: str, last: Mapping[str, Any], **facts: Any) -> AsyncIterator[Any]:
        """Yield all rows of a statement that returns at most `:most` rows after `last`.

        The rows are ordered by their first columns, whose names are the keys of `last`. They are fetched in pages, so
        that other calls do not wait for all of them.
        """
        while rows := await self._fetch_in_range(sql, **last, **facts, most=ROWS_PER_QUERY):
            for row in rows:
                yield row
            if len(rows) < ROWS_PER_QUERY:
                return
            last = dict(zip(last, rows[-1], strict=False))

    async def _take(self, sql: str, now: float, *, changed_keys: Collection[int] = (), **facts: Any) -> bool:
        """Try to take a lease with the statement; return whether this process has it now.

        Two processes may have the same range for a while, when one takes over from the other. Where there can be only
        one process, the statement is not run. The statement's time is `:clock`: `now` or, on a database server, the
        time of the server's clock, because the clocks of machines may differ.
        """
        if not self._database.port.is_shared:
            return True
        return bool(await self._database.execute_autocommit(sql, changed_keys=changed_keys, clock=now, **facts))
