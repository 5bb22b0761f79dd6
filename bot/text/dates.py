"""Calendar dates as people write and read them in every language. Independent of clocks and the Discord library."""

import re
from datetime import UTC, date, datetime
from functools import cache

from bot.text.spelling import split_words
from bot.text.words import Words, languages, words_for

MIN_MONTH_LETTERS = 3  # letters that identify a month: "jan", "máj"
YEAR_DIGITS = 4
ROMAN_MONTHS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_TIME = re.compile(r"[t\s]\d{1,2}:\d\d\S*$", re.IGNORECASE)  # a time after the day: "T10:00"
_ENDING = re.compile(r"(?<=\d)(st|nd|rd|th|\.?-(j?[aáeé]n?|ig|i|r[ae]|t[óő]l))\b", re.IGNORECASE)  # as in "3rd", "3-án"


def parse_date(typed: str, today: date) -> str:
    """The typed date as "2026-05-03", or "" if it is not a date.

    Year, month and day come in this order with any separators. With a month name any order is accepted; without a year,
    the next such day is meant. Ordinal endings and a time after the date are ignored.

    >>> [parse_date(text, date(2026, 4, 30)) for text in ("2026. 05. 03.", "2026-5-3", "máj. 3.", "3 Jan", "5/3/2026")]
    ['2026-05-03', '2026-05-03', '2026-05-03', '2027-01-03', '']
    """
    parts = split_words(_ENDING.sub(" ", _TIME.sub("", typed.strip())))
    months = [number for part in parts if (number := _month_number(part))]
    numbers = [part for part in parts if part.isdecimal()]
    years = [int(number) for number in numbers if len(number) == YEAR_DIGITS]
    others = [int(number) for number in numbers if len(number) < MIN_MONTH_LETTERS]
    if len(parts) != len(months) + len(years) + len(others):
        return ""
    match months, years, others:
        case [], [year], [month, day] if parts[0] == numbers[0] and len(numbers[0]) == YEAR_DIGITS:
            return _iso_date(year, month, day)
        case [month], [year], [day]:
            return _iso_date(year, month, day)
        case [month], [], [day]:
            this_year = _iso_date(today.year, month, day)
            return this_year if this_year > today.isoformat() else _iso_date(today.year + 1, month, day)
        case _:
            return ""


def format_date(day: str, words: Words) -> str:
    """Format an ISO date such as "2026-05-03" in the language."""
    year, month, number = day.split("-")
    return words("day.written", year=year, month=month, day=number)


def date_timestamp(day: str) -> int:
    """A Unix time that falls on that day everywhere from UTC-10 to UTC+13:45, so nearly worldwide."""
    return int(datetime.fromisoformat(day).replace(hour=10, tzinfo=UTC).timestamp())


def _iso_date(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _month_number(part: str) -> int:
    """The number of a month from its name (or the start of it) in any language or a Roman numeral; 0 if unknown."""
    if part in ROMAN_MONTHS:
        return ROMAN_MONTHS.index(part) + 1
    found = {number for names in _month_names() for number, name in enumerate(names, 1) if name.startswith(part)}
    return found.pop() if len(found) == 1 and len(part) >= MIN_MONTH_LETTERS else 0


@cache
def _month_names() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(split_words(words_for(language)("day.months"))) for language in languages())
