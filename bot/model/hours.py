"""When a person's clock runs: not while they sleep, not on free weekends, not while they are away.

Independent of tables; never reads the time itself. Moments are unix seconds; days are days in the person's time zone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

MAX_DAYS_SEARCHED = 400  # days searched for the end of a time limit; no sensible deadline is later
SATURDAY = 5  # as `date.weekday` counts
QUARTER_HOUR = 900.0  # seconds; clocks change at full quarter hours, and by multiples of a quarter hour
HOUR = 3_600.0  # seconds
_OFFSET = re.compile(r"Etc/(UTC|GMT[+-]\d+)")

Span = tuple[float, float]  # start and end, unix seconds


@dataclass(frozen=True)
class Hours:
    """A person's sleeping hours, weekends and absence. With the defaults the clock always runs."""

    zone: str = ""  # a name such as "Europe/Budapest", "" if not set (then UTC)
    sleep: int = 0  # the hour of the day at which sleep begins, 0 to 23
    wake: int = 0  # the hour at which it ends, perhaps on the next day; equal to `sleep` for no sleeping hours
    weekends: bool = False  # whether Saturdays and Sundays are free
    away_until: str = ""  # the first day on which the person plays again, such as "2026-05-03"; "" if not away

    @property
    def time_zone(self) -> tzinfo:
        """The person's time zone."""
        return ZoneInfo(self.zone) if self.zone else UTC

    def is_asleep(self, moment: float) -> bool:
        """Whether the moment is in the person's sleeping hours; False if there are none."""
        hour = datetime.fromtimestamp(moment, self.time_zone).hour
        if self.sleep <= self.wake:
            return self.sleep <= hour < self.wake
        return hour >= self.sleep or hour < self.wake


@cache
def time_zone_names() -> frozenset[str]:
    """Every time zone that can be chosen: places, UTC, and offsets of whole hours from UTC."""
    known = (name for name in available_timezones() if "/" in name and not name.startswith("posix"))
    return frozenset(name for name in known if not name.startswith("Etc/") or _OFFSET.fullmatch(name))


def running_spans(hours: Hours, since: float) -> Iterator[Span]:
    """The spans in which the person's clock runs, in order, from `since` on."""
    first = datetime.fromtimestamp(since, hours.time_zone).date()
    for days in range(MAX_DAYS_SEARCHED):
        for start, end in _running_spans_on(hours, first + timedelta(days=days)):
            if end > since:
                yield max(start, since), end


def moment_after(hours: Hours, since: float, seconds: float) -> float:
    """The moment when the person's clock has run for that many seconds since `since`."""
    left = seconds
    end = since
    for start, end in running_spans(hours, since):
        if end - start >= left:
            return start + left
        left -= end - start
    return end + left


def seconds_between(hours: Hours, since: float, until: float) -> float:
    """The seconds for which the person's clock runs between the two moments."""
    total = 0.0
    for start, end in running_spans(hours, since):
        if start >= until:
            break
        total += min(end, until) - start
    return total


def _running_spans_on(hours: Hours, day: date) -> Iterator[Span]:
    """The spans of one local day in which the clock runs."""
    is_away = bool(hours.away_until) and day < date.fromisoformat(hours.away_until)
    is_free = hours.weekends and day.weekday() >= SATURDAY
    if is_away or is_free:
        return
    here = hours.time_zone
    start = datetime.combine(day, time(), here).timestamp()  # the first midnight if there are two
    end = datetime.combine(day + timedelta(days=1), time(), here).timestamp()
    if end - start == 24 * HOUR:
        waking = [(hours.wake, hours.sleep)]  # in hours since midnight
        if hours.sleep == hours.wake:
            waking = [(0, 24)]
        elif hours.sleep < hours.wake:
            waking = [(0, hours.sleep), (hours.wake, 24)]
        for first, last in waking:
            if first < last:
                yield start + first * HOUR, start + last * HOUR
        return
    while start < end:  # the clocks change on this day, by any number of quarter hours: check each quarter hour
        if not hours.is_asleep(start):
            yield start, start + QUARTER_HOUR
        start += QUARTER_HOUR
