"""Which servers a process sees to by itself, where several share one database.

The one place where a statement is narrowed to these servers. Knows no table but `rooms`.
"""

from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from bot.store.database import BaseStore, Database

SENDING_LEASE = 60.0  # seconds after which what a process was sending may be sent by another
ROWS_PER_QUERY = 200  # rows that are looked up at once where there may be many thousands
SHARD_SHIFT = 22  # bits of an account number below those by which Discord puts servers on shards


@dataclass(frozen=True)
class ShardRange:
    """The servers of some of Discord's shards: `first` to `last` of `count`, counted from 0. By default all servers.

    What is not a press is done for a table by the process whose home its server is; a press is done wherever it
    arrives. Direct messages belong to shard 0.

    >>> Home(first=2, last=3, count=4).has(3 << 22), Home(first=2, last=3, count=4).has(None), Home().has(None)
    (True, False, True)
    """

    first: int = 0
    last: int = 0
    count: int = 1

    @property
    def covers_everything(self) -> bool:
        """Whether no server is left to another process."""
        return self.first == 0 and self.last == self.count - 1

    def covers(self, guild: int | None) -> bool:
        """Whether the server is among these; None: direct messages."""
        return self.first <= ((guild or 0) >> SHARD_SHIFT) % self.count <= self.last


ALL_SHARDS = ShardRange()


def shard_ranges(shards: Collection[int], count: int) -> tuple[ShardRange, ...]:
    """The servers of these shards of so many, with neighboring shards in one.

    >>> homes_of({0, 1, 3}, 4), homes_of({0, 1}, 2) == (EVERYWHERE,), homes_of((), 4)
    ((Home(first=0, last=1, count=4), Home(first=3, last=3, count=4)), True, ())
    """
    if len(shards) == count:
        return (ALL_SHARDS,)
    firsts = [one for one in sorted(shards) if one - 1 not in shards]
    lasts = [one for one in sorted(shards) if one + 1 not in shards]
    return tuple(ShardRange(first, last, count) for first, last in zip(firsts, lasts, strict=True))


def server_in_range(column: str) -> str:
    """The condition, in a statement for `_fetch_at_home`, that the server named in that column is at home.

    Where one process sees to everything `:shards` is 1, and the database looks no further.
    """
    # How far the shard lies behind the first of the home. Not BETWEEN, which would look the server up twice.
    shard = f"(coalesce({column}, 0) >> {SHARD_SHIFT}) % :shards"
    return f"(:shards = 1 OR ({shard} + :behind) % :shards <= :width)"


def table_in_range(column: str) -> str:
    """As `server_at_home`, for the server of the table named in that column."""
    return server_in_range(f"(SELECT its.guild FROM rooms AS its WHERE its.id = {column})")  # noqa: S608 - a column


class ShardedStore(BaseStore):
    """A store of one subject that looks for what this process is to do by itself."""

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
        """The rows of a statement that asks for those after the last one, `:most` of them at once.

        Rows begin with what orders them, as the statement names it. They are looked up some at a time, so that nobody
        waits for all of them.
        """
        while rows := await self._fetch_in_range(sql, **last, **facts, most=ROWS_PER_QUERY):
            for row in rows:
                yield row
            if len(rows) < ROWS_PER_QUERY:
                return
            last = dict(zip(last, rows[-1], strict=False))

    async def _take(self, sql: str, now: float, *, changed_keys: Collection[int] = (), **facts: Any) -> bool:
        """Whether this process may do something now: the statement finds that nobody does it, and says that we do.

        For a while two processes may have the same home, when one takes over from the other. Where there can be only
        one process nothing is asked. A statement names the moment `:clock`: the clock of a machine may be wrong, so on
        a server its own clock counts, and `now` does not.
        """
        if not self._database.port.is_shared:
            return True
        return bool(await self._database.execute_autocommit(sql, changed_keys=changed_keys, clock=now, **facts))
