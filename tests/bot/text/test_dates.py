"""Days as people write them, and the moment at which it is one of them nearly everywhere."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

from bot.text.dates import date_timestamp, format_date, parse_date
from bot.text.words import Words
from tests.cases import each

TODAY = date(2026, 4, 30)


@each(
    "typed",
    [
        "2026-05-03", "2026. 05. 03.", "2026.05.03", "2026-5-3", "2026‑05‑03", "2026–5–3", "2026/5/3", "２０２６-05-03",
        "٢٠٢٦-٠٥-٠٣", "2026. május 3.", "2026 MÁJ 3", "május 3.", "3 May", "May 3, 2026",
        "május 3-án", "május 3-ig", "MÁJUS 3.-IG", "2026. V. 3.", "V. 3.", "2026-05-03T10:00", "2026-05-03 10:00:00Z",
        "May 3rd", "3rd May", "2026-May-3", "3-V-2026",
    ],
)  # fmt: skip
def test_a_day_is_read_however_its_year_month_and_day_are_written(typed):
    assert parse_date(typed, TODAY) == "2026-05-03"


@each(
    "typed",
    [
        "",
        "tomorrow",
        "5/3/2026",
        "3.5.2026",
        "05.03.",
        "2026-13-01",
        "2026-02-30",
        "2026-05",
        "2026 5 3 4",
        "V",
        "2026-5-3-án 4",
        "3rd",
    ],
)
def test_what_is_no_day_or_may_be_two_is_not_guessed(typed):
    assert parse_date(typed, TODAY) == ""


def test_a_day_without_a_year_is_the_next_one():
    assert parse_date("30 April", TODAY) == "2027-04-30"
    assert parse_date("December 24", TODAY) == "2026-12-24"


def test_each_language_writes_days_its_own_way_and_reads_them_again():
    assert format_date("2026-05-03", Words("en")) == "2026-05-03"
    assert format_date("2026-05-03", Words("hu")) == "2026. 05. 03."
    assert parse_date(format_date("2026-05-03", Words("hu")), TODAY) == "2026-05-03"


def test_the_moment_of_a_day_is_on_that_day_from_hawaii_to_chatham():
    for quarter in range(-10 * 4, 13 * 4 + 4):
        here = timezone(timedelta(minutes=15 * quarter))
        assert str(datetime.fromtimestamp(date_timestamp("2026-05-10"), here).date()) == "2026-05-10", here
