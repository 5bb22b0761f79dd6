"""Announces finished tables in results channels and to followers, in a task that no table waits for.

Knows no rules; what is sent to whom is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import logging

from bot.delivery.followers import FollowerNotices
from bot.delivery.results_channel import ResultsChannel

log = logging.getLogger(__name__)


class Announcer:
    """Sends what the database lists as due; whatever fails is sent after the next `wake`."""

    def __init__(self, results: ResultsChannel, followers: FollowerNotices) -> None:
        self._results, self._followers = results, followers
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def wake(self) -> None:
        """Send the announcements that are due soon."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="announcing")

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The task that is sending announcements, if there is one."""
        return [self._task] if self._task is not None and not self._task.done() else []

    async def _run(self) -> None:
        while self._again:
            self._again = False
            for announce in (self._results.announce, self._followers.announce):
                try:
                    await announce()
                except Exception:  # a fault in one must not keep the other from being sent
                    log.exception("telling failed")
