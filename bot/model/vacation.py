"""Vacation days: thirty a year, taken by choosing the day of return. Independent of tables and clocks."""

from collections import Counter
from datetime import date, timedelta

from bot.model.errors import Refusal

VACATION_DAYS_PER_YEAR = 30


def stored_days(text: str) -> frozenset[str]:
    """The days in a stored text, each such as "2026-05-03"."""
    return frozenset(text.split())


def stored_text(taken: frozenset[str], today: date) -> str:
    """The text that stores these days, without days of earlier years."""
    return " ".join(sorted(day for day in taken if day >= f"{today.year}"))


def days_left(taken: frozenset[str], year: int) -> int:
    """The number of vacation days left in that year."""
    return VACATION_DAYS_PER_YEAR - sum(day.startswith(f"{year}-") for day in taken)


def with_absence(taken: frozenset[str], today: date, back: date) -> frozenset[str]:
    """The vacation days taken if the person is away from today until the day before `back`.

    Future days of an earlier absence no longer count. Raises Refusal: no_day, too_long_away, no_vacation.
    """
    if back <= today:
        raise no_day_refusal(today)
    fresh = {(today + timedelta(days=n)).isoformat() for n in range((back - today).days)}
    if len(fresh) > VACATION_DAYS_PER_YEAR:
        raise Refusal("too_long_away", n=VACATION_DAYS_PER_YEAR)
    now = with_return(taken, today) | fresh
    for year, number in Counter(int(day[:4]) for day in now).items():
        if number > VACATION_DAYS_PER_YEAR:
            raise Refusal("no_vacation", n=days_left(with_return(taken, today) - {today.isoformat()}, year), year=year)
    return now


def no_day_refusal(today: date) -> Refusal:
    """The refusal of an impossible day of return, with an example of a possible one."""
    return Refusal("no_day", day=example_day(today))


def example_day(today: date) -> str:
    """The date two weeks from today, such as "2026-05-03"."""
    return (today + timedelta(days=14)).isoformat()


def with_return(taken: frozenset[str], today: date) -> frozenset[str]:
    """The vacation days taken if the person returns today: today still counts, future days do not."""
    return frozenset(day for day in taken if day <= today.isoformat())
