"""Waits for the next deadline and then does what is due. Knows nothing about rules or the database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot import logs, tasks
from bot.services.deadlines import Deadlines
from bot.store.shard_range import ShardRange

MAX_TICK_WAIT = 15.0  # seconds between two heartbeats; new deadlines are never due sooner
MIN_TICK_WAIT = 1.0  # seconds between two ticks

log = logging.getLogger(__name__)


class Timer:
    """Applies deadlines on servers where people can reach the bot. `remind`: notifies people who are short of time."""

    def __init__(self, deadlines: Deadlines, remind: Callable[[], Awaitable[None]]) -> None:
        self._deadlines = deadlines
        self._remind = remind
        self._task: asyncio.Task[None] | None = None
        self.open_for(())

    @property
    def is_open(self) -> bool:
        """Whether any people can reach the bot."""
        return bool(self._deadlines.reachable_shards)

    def open_for(self, shards: tuple[ShardRange, ...]) -> None:
        """Note that people can reach the bot on the servers of exactly these shards."""
        self._deadlines.reachable_shards = shards

    def start(self) -> None:
        """Start waiting for deadlines."""
        self._task = asyncio.create_task(self._run(), name="clock")

    async def close(self) -> None:
        """Stop waiting; what is due is done after the next start."""
        if self._task is not None:
            await tasks.cancel([self._task])

    async def tick(self) -> None:
        """Do what is due now; after an outage, deadlines are moved first."""
        if not self.is_open:
            return
        await self._deadlines.note_heartbeat()
        await self._deadlines.end_expired()
        await self._deadlines.time_out()
        await self._remind()

    async def _run(self) -> None:
        while True:
            try:
                logs.set_context()
                began = self._deadlines.now()
                await self.tick()
                wait = await self._wait(began)
            except Exception:  # one failed tick must not end all later ones
                log.exception("clock failed")
                wait = MAX_TICK_WAIT
            await asyncio.sleep(wait)

    async def _wait(self, began: float) -> float:
        """Return the seconds until the next tick. What was due when the last tick `began` has failed and can wait."""
        if not self.is_open:
            return MIN_TICK_WAIT
        nearest = await self._deadlines.next_due()
        left = MAX_TICK_WAIT if nearest is None or nearest <= began else nearest - self._deadlines.now()
        return min(max(left, MIN_TICK_WAIT), MAX_TICK_WAIT)
