"""Tells elsewhere how tables have ended: one task for all of them, so that no table waits until everybody was told.

Knows no rules; whom and what to tell is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import logging

from bot.delivery.followers import FollowerNotices
from bot.delivery.results_channel import ResultsChannel

log = logging.getLogger(__name__)


class Announcer:
    """What is owed stands in the database: whatever is not told now is told after the next `wake`."""

    def __init__(self, tidings: ResultsChannel, follows: FollowerNotices) -> None:
        self._tidings, self._follows = tidings, follows
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def wake(self) -> None:
        """Whoever is still to be told of an end will be, soon."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="telling")

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The task that tells just now, if there is one."""
        return [self._task] if self._task is not None and not self._task.done() else []

    async def _run(self) -> None:
        while self._again:
            self._again = False
            for tell in (self._tidings.tell, self._follows.tell):
                try:
                    await tell()
                except Exception:  # what fails for one must not keep the others from being told
                    log.exception("telling failed")
