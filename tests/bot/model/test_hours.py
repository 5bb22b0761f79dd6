"""Whose clock runs when: sleep, weekends, absences, and the two days a year on which clocks are changed."""

from __future__ import annotations

from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.model.hours import Hours, moment_after, running_spans, seconds_between, time_zone_names

HOUR = 3600.0
BUDAPEST, NEW_YORK, SYDNEY, KATHMANDU = "Europe/Budapest", "America/New_York", "Australia/Sydney", "Asia/Kathmandu"


def at(zone: str, text: str) -> float:
    """That moment in that zone."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def shown(zone: str, moment: float) -> str:
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).strftime("%a %d %H:%M")


def test_without_hours_the_clock_always_runs():
    assert moment_after(Hours(), 1_000.0, 24 * HOUR) == 1_000.0 + 24 * HOUR
    assert not Hours().is_asleep(0.0)


@pytest.mark.parametrize(
    ("sleep", "wake", "since", "seconds", "until"),
    [
        (23, 7, "2026-01-13T20:00", 4 * HOUR, "Wed 14 08:00"),  # over midnight
        (23, 7, "2026-01-13T02:00", HOUR, "Tue 13 08:00"),  # asked in the night
        (1, 9, "2026-01-13T00:30", HOUR, "Tue 13 09:30"),  # after midnight
        (23, 7, "2026-01-13T22:00", HOUR, "Tue 13 23:00"),  # not a minute later than needed
        (23, 7, "2026-01-13T08:00", 24 * HOUR, "Wed 14 16:00"),  # a day of waking hours
        (7, 7, "2026-01-13T08:00", 24 * HOUR, "Wed 14 08:00"),  # who never sleeps
    ],
)
def test_the_clock_stands_still_in_sleep(sleep, wake, since, seconds, until):
    hours = Hours(BUDAPEST, sleep, wake)
    assert shown(BUDAPEST, moment_after(hours, at(BUDAPEST, since), seconds)) == until


def test_a_free_weekend_does_not_count():
    hours = Hours(BUDAPEST, weekends=True)
    assert shown(BUDAPEST, moment_after(hours, at(BUDAPEST, "2026-01-16T20:00"), 24 * HOUR)) == "Mon 19 20:00"
    assert shown(BUDAPEST, moment_after(hours, at(BUDAPEST, "2026-01-17T12:00"), HOUR)) == "Mon 19 01:00"


def test_an_absence_does_not_count_until_its_last_day_is_over():
    hours = Hours(BUDAPEST, 23, 7, away_until="2026-05-03")
    assert shown(BUDAPEST, moment_after(hours, at(BUDAPEST, "2026-04-20T12:00"), HOUR)) == "Sun 03 08:00"
    assert shown(BUDAPEST, moment_after(hours, at(BUDAPEST, "2026-05-04T12:00"), HOUR)) == "Mon 04 13:00"


@pytest.mark.parametrize(
    ("zone", "night", "long"),
    [
        (BUDAPEST, "2026-03-29", 23), (BUDAPEST, "2026-10-25", 25),
        (NEW_YORK, "2026-03-08", 23), (NEW_YORK, "2026-11-01", 25),
        (SYDNEY, "2026-10-04", 23), (SYDNEY, "2026-04-05", 25),
        (KATHMANDU, "2026-03-29", 24),
    ],
)  # fmt: skip
def test_a_day_on_which_clocks_are_changed_is_shorter_or_longer(zone, night, long):
    start = at(zone, f"{night}T00:00")
    assert shown(zone, moment_after(Hours(zone), start, long * HOUR))[-5:] == "00:00"
    awake = Hours(zone, 23, 7)  # the change falls into the night, so 16 waking hours stay 16
    assert moment_after(awake, at(zone, f"{night}T07:00"), 16 * HOUR) == at(zone, f"{night}T23:00")
    across = at(zone, f"{night}T07:00") - 9 * HOUR - (long - 24) * HOUR  # 22:00 of the evening before
    assert shown(zone, moment_after(awake, across, 2 * HOUR))[-5:] == "08:00"


def test_asleep_follows_the_hours_of_the_place():
    hours = Hours(NEW_YORK, 23, 7)
    assert [hours.is_asleep(at(NEW_YORK, f"2026-07-01T{hour:02}:30")) for hour in (22, 23, 0, 6, 7)] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert [Hours(NEW_YORK, 1, 9).is_asleep(at(NEW_YORK, f"2026-07-01T0{hour}:30")) for hour in (0, 1, 8, 9)] == [
        False, True, True, False,
    ]  # fmt: skip


def test_what_passed_and_what_is_due_agree():
    rng = Random("hours")
    for _ in range(300):
        zone = rng.choice((BUDAPEST, NEW_YORK, SYDNEY, KATHMANDU, ""))
        hours = Hours(zone, rng.randrange(24), rng.randrange(24), weekends=rng.random() < 0.5)
        since, seconds = at(BUDAPEST, "2026-01-01T00:00") + rng.randrange(365 * 24 * 3600), rng.randrange(1, 400_000)
        end = moment_after(hours, since, seconds)
        assert abs(seconds_between(hours, since, end) - seconds) < 1
        assert seconds_between(hours, since, end - 60) < seconds


def test_the_clock_never_runs_in_a_night():
    rng = Random("nights")
    for _ in range(200):
        hours = Hours(rng.choice((BUDAPEST, NEW_YORK, SYDNEY)), rng.randrange(24), rng.randrange(24), weekends=True)
        since = at(BUDAPEST, "2026-03-01T00:00") + rng.randrange(300 * 24 * 3600)
        for _, (start, end) in zip(range(20), running_spans(hours, since), strict=False):
            middle = (start + end) / 2
            assert not hours.is_asleep(middle)
            assert datetime.fromtimestamp(middle, ZoneInfo(hours.zone)).weekday() < 5


def test_zones_are_places():
    assert {BUDAPEST, NEW_YORK, SYDNEY, KATHMANDU} <= time_zone_names()
    assert all("/" in name for name in time_zone_names())
