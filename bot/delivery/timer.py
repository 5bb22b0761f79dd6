"""Waits for the nearest deadline and then does what is due. Knows no rules and no database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot import logs, tasks
from bot.services.deadlines import Deadlines
from bot.store.homes import Home

LONGEST_WAIT = 15.0  # seconds between two beats of the pulse; every new deadline is farther away
SHORTEST_WAIT = 1.0  # seconds between two ticks at least

log = logging.getLogger(__name__)


class Timer:
    """Sees to deadlines wherever people can play. `remind`: calls those short of time."""

    def __init__(self, deadlines: Deadlines, remind: Callable[[], Awaitable[None]]) -> None:
        self._deadlines = deadlines
        self._remind = remind
        self._task: asyncio.Task[None] | None = None
        self.open_for(())

    @property
    def open(self) -> bool:
        """Whether any people can reach the bot."""
        return bool(self._deadlines.reachable)

    def open_for(self, homes: tuple[Home, ...]) -> None:
        """The people of exactly these servers can reach the bot."""
        self._deadlines.reachable = homes

    def start(self) -> None:
        """Begin to wait for deadlines."""
        self._task = asyncio.create_task(self._run(), name="clock")

    async def close(self) -> None:
        """Stop waiting; whatever is due is done after the next start."""
        if self._task is not None:
            await tasks.cancel([self._task])

    async def tick(self) -> None:
        """Do what is due at this moment; after an outage deadlines are moved first."""
        if not self.open:
            return
        await self._deadlines.beat()
        await self._deadlines.lapse()
        await self._deadlines.time_out()
        await self._remind()

    async def _run(self) -> None:
        while True:
            try:
                logs.about()
                began = self._deadlines.now()
                await self.tick()
                wait = await self._wait(began)
            except Exception:  # one failed tick must not end all later ones
                log.exception("clock failed")
                wait = LONGEST_WAIT
            await asyncio.sleep(wait)

    async def _wait(self, began: float) -> float:
        """Seconds to the next tick. What was due when the last one `began` and still is has failed and can wait."""
        if not self.open:
            return SHORTEST_WAIT
        nearest = await self._deadlines.nearest()
        left = LONGEST_WAIT if nearest is None or nearest <= began else nearest - self._deadlines.now()
        return min(max(left, SHORTEST_WAIT), LONGEST_WAIT)
