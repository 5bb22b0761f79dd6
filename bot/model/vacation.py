"""Days of vacation: thirty a year, taken by saying until when one is away. Knows no tables and no clock."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from bot.model.errors import Refusal

DAYS_A_YEAR = 30


def days(text: str) -> frozenset[str]:
    """The days that are kept in that text, each as "2026-05-03"."""
    return frozenset(text.split())


def kept(taken: frozenset[str], today: date) -> str:
    """The text that keeps these days; those of earlier years are forgotten."""
    return " ".join(sorted(day for day in taken if day >= f"{today.year}"))


def left(taken: frozenset[str], year: int) -> int:
    """How many days of that year are left."""
    return DAYS_A_YEAR - sum(day.startswith(f"{year}-") for day in taken)


def gone(taken: frozenset[str], today: date, back: date) -> frozenset[str]:
    """The days that are taken once somebody is away from today until the day before `back`.

    What was to come of an earlier absence is given back. Raises Refusal: no_day, too_long_away, no_vacation.
    """
    if back <= today:
        raise no_day(today)
    fresh = {(today + timedelta(days=n)).isoformat() for n in range((back - today).days)}
    if len(fresh) > DAYS_A_YEAR:
        raise Refusal("too_long_away", n=DAYS_A_YEAR)
    now = returned(taken, today) | fresh
    for year, number in Counter(int(day[:4]) for day in now).items():
        if number > DAYS_A_YEAR:
            raise Refusal("no_vacation", n=left(returned(taken, today) - {today.isoformat()}, year), year=year)
    return now


def no_day(today: date) -> Refusal:
    """That what was written is no day on which somebody could be back, with one that could be."""
    return Refusal("no_day", day=an_example(today))


def an_example(today: date) -> str:
    """A day two weeks from today, written as it is read: "2026-05-03"."""
    return (today + timedelta(days=14)).isoformat()


def returned(taken: frozenset[str], today: date) -> frozenset[str]:
    """The days that are taken once somebody is back: those to come are given back, today is not."""
    return frozenset(day for day in taken if day <= today.isoformat())
