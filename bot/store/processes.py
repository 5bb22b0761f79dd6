"""Which processes use the database, and which of Discord's shards each of them has. Knows no Discord."""

from dataclasses import asdict, dataclass

from bot.model.home import Home
from bot.store.database import StorePart

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


@dataclass(frozen=True)
class Process:
    """A process at work: the `name` that it made up, its `home`, and `since` when it is at work (unix seconds)."""

    name: str
    home: Home
    since: float


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
