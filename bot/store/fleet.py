"""Processes that share one database: their shards, whose turn it is to connect, and which tables have changed.

Knows nothing about drivers and Discord. Processes that share a PostgreSQL server coordinate by postgres_fleet.py.
"""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from secrets import token_hex

from bot.store.database import BaseStore
from bot.store.shard_range import ShardRange

PROCESS_TIMEOUT = 60.0  # seconds after its last heartbeat at which a process counts as ended
PROCESS_RETENTION = 86_400.0  # seconds for which an ended process stays listed

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
    """The processes that use the database, as seen by this one. A file has only this process.

    `worker`: the unique name of this process; a process that takes over after a crash gets the same name.
    `is_alone`: whether there can be no other process.
    """

    is_alone = True

    def __init__(self) -> None:
        self.worker = token_hex(8)
        self._free: dict[int, float] = {}  # by lane: when it is free again, by the event loop's clock

    async def wait_to_identify(self, lane: int, seconds: float) -> None:
        """Wait for this process's turn to connect to Discord in that lane; the turn lasts so many seconds."""
        now = asyncio.get_running_loop().time()
        begin = max(now, self._free.get(lane, now))
        self._free[lane] = begin + seconds
        await asyncio.sleep(begin - now)

    async def listen(self, listener: TableListener) -> None:
        """Call the listener for every table that another process announces from now on."""

    async def announce(self, room_id: int, guild: int | None) -> None:
        """Announce to other processes that the table changed, after the commit. Nothing relies on its delivery."""


@dataclass(frozen=True)
class Process:
    """A running process."""

    name: str  # chosen at its start
    shards: ShardRange  # whose servers it handles
    since: float  # its start, in unix seconds


class ProcessStore(BaseStore):
    """The running processes. Each call is one transaction. A database server uses its own clock instead of `now`."""

    async def record_heartbeat(self, process: Process, now: float) -> list[Process]:
        """Note that the process is running now; return the other running processes."""
        facts = {"name": process.name, "since": process.since, **asdict(process.shards)}
        await self._database.execute_autocommit(_RECORD_PROCESS, changed_keys=(), clock=now, **facts)
        rows = await self._database.fetch(_OTHER_PROCESSES, name=process.name, clock=now, living=PROCESS_TIMEOUT)
        return [Process(name, ShardRange(first, last, count), since) for name, first, last, count, since in rows]

    async def remove(self, process: Process, now: float) -> None:
        """Remove the process, and those that ended long ago without being removed."""
        await self._database.execute_autocommit(
            _DELETE_PROCESSES, changed_keys=(), name=process.name, clock=now, kept=PROCESS_RETENTION
        )
