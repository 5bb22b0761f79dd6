"""Processes that share one database: which of Discord's shards each has, who may connect next, which table is owed.

Knows no driver and no Discord; a database on a server has its own way to agree on these, in postgres_fleet.py.
"""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from secrets import token_hex

from bot.store.database import BaseStore
from bot.store.shard_range import ShardRange

PROCESS_TIMEOUT = 60.0  # seconds; a process that has said nothing for so long has ended
PROCESS_RETENTION = 86_400.0  # seconds

_RECORD_PROCESS = """
    INSERT INTO processes (name, first, last, count, since, seen)
    VALUES (:name, :first, :last, :count, :since, :clock)
    ON CONFLICT (name) DO UPDATE SET seen = excluded.seen"""
_DELETE_PROCESSES = "DELETE FROM processes WHERE name = :name OR seen < :clock - :kept"
_OTHER_PROCESSES = """
    SELECT name, first, last, count, since FROM processes
    WHERE name <> :name AND seen >= :clock - :living ORDER BY count, first, name"""

TableListener = Callable[
    [int, int], None
]  # is called with the number of a table and of its server, 0 for direct messages


class Fleet:
    """All processes that use the database, as one of them sees them: of a file this one is the only one.

    `worker`: the name of this process. No other one has it meanwhile; whoever takes over after a crash gets it again.
    `is_alone`: whether there can be no other process.
    """

    is_alone = True

    def __init__(self) -> None:
        self.worker = token_hex(8)
        self._free: dict[int, float] = {}  # lane: when it is free again, by the event loop's clock

    async def wait_to_identify(self, lane: int, seconds: float) -> None:
        """Return when it is our turn to connect to Discord in that lane; for so many seconds it is nobody else's."""
        now = asyncio.get_running_loop().time()
        begin = max(now, self._free.get(lane, now))
        self._free[lane] = begin + seconds
        await asyncio.sleep(begin - now)

    async def listen(self, listener: TableListener) -> None:
        """From now on every table that another process names is told to `hear`."""

    async def announce(self, room_id: int, guild: int | None) -> None:
        """Name the table to all others, once what happened there is committed. It may be lost: nothing relies on it."""


@dataclass(frozen=True)
class Process:
    """A process at work."""

    name: str  # which it made up
    shards: ShardRange  # the servers that it sees to
    since: float  # when it began, in unix seconds


class ProcessStore(BaseStore):
    """Who is at work. Each call is one transaction. On a server its own clock counts in place of `now`."""

    async def record_heartbeat(self, process: Process, now: float) -> list[Process]:
        """The process is at work at that moment; the others that are."""
        facts = {"name": process.name, "since": process.since, **asdict(process.shards)}
        await self._database.execute_autocommit(_RECORD_PROCESS, changed_keys=(), clock=now, **facts)
        rows = await self._database.fetch(_OTHER_PROCESSES, name=process.name, clock=now, living=PROCESS_TIMEOUT)
        return [Process(name, ShardRange(first, last, count), since) for name, first, last, count, since in rows]

    async def remove(self, process: Process, now: float) -> None:
        """The process has ended; those that ended long ago without saying so are forgotten, too."""
        await self._database.execute_autocommit(
            _DELETE_PROCESSES, changed_keys=(), name=process.name, clock=now, kept=PROCESS_RETENTION
        )
