"""When traces of what was deleted are overwritten, and rows are counted: once a day. Knows no table and no Discord."""

from collections.abc import Callable, Sequence
from math import ceil

from bot.store.store import Store

HOUR = 3600.0  # seconds
DAY = 24 * HOUR


def quietest_hour(earliest: float, latest: float, presses: Sequence[int]) -> float:
    """When the quietest hour begins of those that begin between these moments; the first of equals, `latest` if none.

    `presses`: how often people played in each hour of the day, in UTC.

    >>> quietest_hour(10 * DAY + 100.0, 11 * DAY, [5, 5, 5, 1, *[9] * 20]) - 10 * DAY == 3 * HOUR
    True
    """
    hours = range(ceil(earliest / HOUR), int(latest // HOUR) + 1)
    return min(hours, key=lambda hour: (presses[hour % 24], hour)) * HOUR if hours else latest


class Traces:
    """The upkeep of the database for which everybody waits, the longer the larger it is. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._optimized = now()

    async def remove(self) -> bool:
        """Remove all traces of what was deleted if it is time to; whether they were removed.

        That is in the quietest hour within a day of the first of these deletions, but planned no sooner than a day
        after the last time.
        """
        found, now = await self._store.privacy.traces(), self._now()
        if found is None:
            return False
        since, due, last = found
        if due is None:
            earliest = now if last is None else max(now, last + DAY)
            due = quietest_hour(earliest, since + DAY, await self._store.rooms.presses_by_hour(now))
            await self._store.privacy.plan(since, due)
        return due <= now and await self._store.privacy.scrub(now)

    async def optimize(self) -> None:
        """Rows are counted for the planner of statements, once a day."""
        if self._now() - self._optimized >= DAY:
            self._optimized = self._now()
            await self._store.database.optimize()
