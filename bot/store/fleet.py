"""Processes that share one database: which of Discord's shards each has, who may connect next, which table is owed.

Knows no driver and no Discord; a database on a server has its own way to agree on these, in fleet_postgres.py.
"""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from secrets import token_hex

from bot.store.database import StorePart
from bot.store.homes import Home

LIVING = 60.0  # seconds; a process that has said nothing for so long has ended
KEPT = 86_400.0  # seconds

_BEAT = """
    INSERT INTO processes (name, first, last, count, since, seen)
    VALUES (:name, :first, :last, :count, :since, :clock)
    ON CONFLICT (name) DO UPDATE SET seen = excluded.seen"""
_FORGET = "DELETE FROM processes WHERE name = :name OR seen < :clock - :kept"
_OTHERS = """
    SELECT name, first, last, count, since FROM processes
    WHERE name <> :name AND seen >= :clock - :living ORDER BY count, first, name"""

Hear = Callable[[int, int], None]  # is called with the number of a table and of its server, 0 for direct messages


class Fleet:
    """All processes that use the database, as one of them sees them: of a file this one is the only one.

    `worker`: the name of this process. No other one has it meanwhile; whoever takes over after a crash gets it again.
    `is_alone`: whether there can be no other process.
    """

    is_alone = True

    def __init__(self) -> None:
        self.worker = token_hex(8)
        self._free: dict[int, float] = {}  # lane: when it is free again, by the event loop's clock

    async def identify(self, lane: int, seconds: float) -> None:
        """Return when it is our turn to connect to Discord in that lane; for so many seconds it is nobody else's."""
        now = asyncio.get_running_loop().time()
        begin = max(now, self._free.get(lane, now))
        self._free[lane] = begin + seconds
        await asyncio.sleep(begin - now)

    async def listen(self, hear: Hear) -> None:
        """From now on every table that another process names is told to `hear`."""

    async def tell(self, room_id: int, guild: int | None) -> None:
        """Name the table to all others, once what happened there is committed. It may be lost: nothing relies on it."""


@dataclass(frozen=True)
class Process:
    """A process at work."""

    name: str  # which it made up
    home: Home  # the servers that it sees to
    since: float  # when it began, in unix seconds


class ProcessStore(StorePart):
    """Who is at work. Each call is one transaction. On a server its own clock counts in place of `now`."""

    async def beat(self, process: Process, now: float) -> list[Process]:
        """The process is at work at that moment; the others that are."""
        facts = {"name": process.name, "since": process.since, **asdict(process.home)}
        await self._database.execute_alone(_BEAT, rooms=(), clock=now, **facts)
        rows = await self._database.fetch(_OTHERS, name=process.name, clock=now, living=LIVING)
        return [Process(name, Home(first, last, count), since) for name, first, last, count, since in rows]

    async def end(self, process: Process, now: float) -> None:
        """The process has ended; those that ended long ago without saying so are forgotten, too."""
        await self._database.execute_alone(_FORGET, rooms=(), name=process.name, clock=now, kept=KEPT)
