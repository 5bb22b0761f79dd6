"""When a person's clock runs: not while they sleep, not on free weekends, not while they are away.

Knows no tables and no clock of its own; moments are unix seconds, days are those of the person's time zone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, available_timezones

MOST_DAYS = 400  # days searched for the end of a time; no sensible deadline lies beyond
SATURDAY = 5

Span = tuple[float, float]  # from, until


@dataclass(frozen=True)
class Hours:
    """What a person said about their days. With the defaults the clock always runs.

    `zone`: a name such as "Europe/Budapest", "" for none said (then UTC). `sleep`, `wake`: hours of the day, equal
    ones for no sleep; a sleep may last over midnight. `weekends`: whether Saturdays and Sundays are free. `away`: the
    first day, as "2026-05-03", on which the person plays again, "" for nobody who is away.
    """

    zone: str = ""
    sleep: int = 0
    wake: int = 0
    weekends: bool = False
    away: str = ""

    @property
    def here(self) -> tzinfo:
        """The person's time zone."""
        return ZoneInfo(self.zone) if self.zone else UTC

    def asleep(self, moment: float) -> bool:
        """Whether the person sleeps at that moment; never without chosen hours."""
        hour = datetime.fromtimestamp(moment, self.here).hour
        if self.sleep <= self.wake:
            return self.sleep <= hour < self.wake
        return hour >= self.sleep or hour < self.wake


def zones() -> frozenset[str]:
    """Every time zone that can be chosen: those of places, and UTC."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix")))
    return frozenset((*places, "Etc/UTC"))


def runs(hours: Hours, since: float) -> Iterator[Span]:
    """The spans in which the clock runs, from that moment on, in order."""
    first = datetime.fromtimestamp(since, hours.here).date()
    for day in (first + timedelta(days=n) for n in range(MOST_DAYS)):
        for start, end in _open(hours, day):
            if end > since:
                yield max(start, since), end


def due(hours: Hours, since: float, seconds: float) -> float:
    """The moment at which so many seconds of the person's own time have passed since then."""
    left, end = seconds, since
    for start, end in runs(hours, since):
        if end - start >= left:
            return start + left
        left -= end - start
    return end + left


def passed(hours: Hours, since: float, until: float) -> float:
    """How many seconds of the person's own time lie between the two moments."""
    total = 0.0
    for start, end in runs(hours, since):
        if start >= until:
            break
        total += min(end, until) - start
    return total


def _open(hours: Hours, day: date) -> Iterator[Span]:
    """The spans of one day of the person in which the clock runs."""
    if (hours.away and day < date.fromisoformat(hours.away)) or (hours.weekends and day.weekday() >= SATURDAY):
        return
    for start, end in _waking(hours):
        span = _moment(hours, day, start), _moment(hours, day, end)
        if span[0] < span[1]:  # an hour that the clocks skip is empty
            yield span


def _waking(hours: Hours) -> tuple[tuple[int, int], ...]:
    """The waking hours of a day, as hours from its midnight."""
    if hours.sleep == hours.wake:
        return ((0, 24),)
    if hours.sleep < hours.wake:
        return (0, hours.sleep), (hours.wake, 24)
    return ((hours.wake, hours.sleep),)


def _moment(hours: Hours, day: date, hour: int) -> float:
    """The moment of that hour of the day, 24 being the next midnight; the first one of an hour that comes twice."""
    day += timedelta(days=hour // 24)
    return datetime.combine(day, time(hour % 24), tzinfo=hours.here).timestamp()
