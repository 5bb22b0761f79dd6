"""A person's own time reckoned once more, by counting quarters of an hour; nothing of the bot's reckoning is used.

Knows no tables. Every zone of today keeps quarters of an hour, so within one nobody falls asleep.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

QUARTER = 900  # seconds
FRIDAY = 4

Gap = tuple[float, float]


class Days:
    """What a person said: zone, sleep from and until (hours, equal ones for none), free weekends, away until a day."""

    def __init__(self, zone: str, sleep: int, wake: int, *, weekends: bool = False, away: str = "") -> None:
        self.zone, self.sleep, self.wake, self.weekends, self.away = zone, sleep, wake, weekends, away
        self._known: dict[int, tuple[bool, bool]] = {}

    @cached_property
    def here(self) -> ZoneInfo:
        """The time zone."""
        return ZoneInfo(self.zone)

    def until(self, day: str) -> None:
        """From now on the person is away before that day, "" for not at all."""
        self.away, self._known = day, {}

    def asleep(self, moment: float) -> bool:
        """Whether the person sleeps then."""
        return self._quarter(int(moment // QUARTER))[0]

    def free(self, moment: float) -> bool:
        """Whether the person's time does not count then: asleep, on a free weekend, or away."""
        return self._quarter(int(moment // QUARTER))[1]

    def passed(self, since: float, until: float, gaps: Sequence[Gap] = ()) -> float:
        """The seconds between the two moments that count, those in the gaps left out."""
        total = 0.0
        for quarter in range(int(since // QUARTER), int(until // QUARTER) + 1):
            if not self._quarter(quarter)[1]:
                span = max(since, quarter * QUARTER), min(until, (quarter + 1) * QUARTER)
                total += _less(span, gaps)
        return total

    def later(self, since: float, seconds: float) -> float:
        """The moment at which so many seconds that count have passed."""
        quarter, left, at = int(since // QUARTER), seconds, since
        while True:
            end = (quarter + 1) * QUARTER
            if not self._quarter(quarter)[1]:
                if end - at >= left:
                    return at + left
                left -= end - at
            quarter, at = quarter + 1, end

    def _quarter(self, quarter: int) -> tuple[bool, bool]:
        if quarter not in self._known:
            here = datetime.fromtimestamp(quarter * QUARTER, self.here)
            sleeps = (here.hour - self.sleep) % 24 < (self.wake - self.sleep) % 24
            off = self.weekends and here.weekday() > FRIDAY
            self._known[quarter] = sleeps, sleeps or off or f"{here:%Y-%m-%d}" < self.away
        return self._known[quarter]


def _less(span: Gap, gaps: Sequence[Gap]) -> float:
    """The seconds of the span that lie in no gap; gaps do not touch each other."""
    start, end = span
    if start >= end:
        return 0.0
    return end - start - sum(max(0.0, min(end, until) - max(start, since)) for since, until in gaps)
