"""When traces of what was deleted are overwritten, and rows are counted: once a day. Knows no table and no Discord."""

from collections.abc import Callable, Sequence

from bot.store.store import Store

HOUR = 3600.0  # seconds
DAY = 24 * HOUR


def next_quiet_hour(since: float, presses: Sequence[int]) -> float:
    """When the quietest hour of the day next begins after that moment, at most a day later; the first of equals.

    `presses`: how often people played in each hour of the day, in UTC.

    >>> next_quiet_hour(10 * DAY + 100.0, [5, 5, 5, 1, *[9] * 20]) - 10 * DAY == 3 * HOUR
    True
    """
    first = since // HOUR + 1
    hours = [int(first) + n for n in range(24)]
    return min(hours, key=lambda hour: (presses[hour % 24], hour)) * HOUR


class Traces:
    """The upkeep of the database for which everybody waits, the longer the larger it is. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._quiet: dict[float, float] = {}  # since when there are traces: when they are to be removed
        self._optimized = now()

    async def remove(self) -> bool:
        """Remove all traces of what was deleted if it is time to; whether they were removed.

        That is in the quietest hour after the first of these deletions, so once a day at most, and within a day.
        """
        since = await self._store.privacy.traces_since(self._now())
        if since is None or self._now() < await self._quietest(since):
            return False
        return await self._store.privacy.scrub(self._now())

    async def optimize(self) -> None:
        """Rows are counted for the planner of statements, once a day."""
        if self._now() - self._optimized >= DAY:
            self._optimized = self._now()
            await self._store.database.optimize()

    async def _quietest(self, since: float) -> float:
        if since not in self._quiet:  # asked once, since presses are kept for a day only
            self._quiet = {since: next_quiet_hour(since, await self._store.rooms.presses_by_hour(since))}
        return self._quiet[since]
