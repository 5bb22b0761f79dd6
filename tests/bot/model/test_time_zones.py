"""Which time zone is meant by what people type: cities, names of zones, offsets, abbreviations."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from bot.model.hours import time_zone_names
from bot.model.time_zones import has_offset_only, matching_zones, resolve_zone, zone_label


@cache
def offsets(zone: str) -> list[float]:
    """The hours before UTC in the middle of each month."""
    days = (datetime(2027, month, 15, tzinfo=ZoneInfo(zone)) for month in range(1, 13))
    return [offset.total_seconds() / 3600 for day in days if (offset := day.utcoffset()) is not None]


def test_a_city_names_its_zone():
    assert resolve_zone(" budapest ") == "Europe/Budapest"
    assert resolve_zone("new york") == "America/New_York"
    assert resolve_zone("asia/kathmandu") == "Asia/Kathmandu"
    assert resolve_zone("europe") == resolve_zone("") == resolve_zone("?") == ""


PLACES = sorted(name for name in time_zone_names() if not has_offset_only(name))


def test_every_city_is_known_by_its_name_alone_with_the_clock_of_its_zone():
    """15 of them were refused because several zones have their name, though 14 of those are one zone with two names."""
    for name in PLACES:
        city = name.rpartition("/")[2].replace("_", " ")
        meant = matching_zones(city)
        assert any(offsets(one) == offsets(name) for one in meant), name
        assert len(meant) == 1 or city == "West"


def test_a_zone_is_known_by_its_name_in_other_spellings():
    for name in PLACES:
        for spelled in (name.upper(), name.replace("_", " ").replace("-", " "), zone_label(name)):
            assert offsets(resolve_zone(spelled)) == offsets(name), spelled


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("São Paulo", "America/Sao_Paulo"), ("Zürich", "Europe/Zurich"), ("Asunción", "America/Asuncion"),
        ("New-York", "America/New_York"), ("port au prince", "America/Port-au-Prince"), ("İstanbul", "Europe/Istanbul"),
        ("St. John’s", "America/St_Johns"), ("Chișinău", "Europe/Chisinau"), ("Europe / Budapest", "Europe/Budapest"),
    ],
)  # fmt: skip
def test_a_city_is_known_with_its_accents_and_hyphens(typed, zone):
    assert resolve_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("GMT", 0), ("utc", 0), ("Z", 0), ("UTC+0", 0), ("gmt+1", 1), ("UTC + 1", 1), ("+01:00", 1), ("-0330", -3.5),
        ("UTC−3", -3), ("UTC–3", -3), ("GMT-10", -10), ("UTC+14", 14), ("UTC+5:30", 5.5), ("utc+5.5", 5.5),
        ("UTC+5,75", 5.75), ("UTC+05:45", 5.75), ("UTC+٣", 3), ("UTC-9:30", -9.5), ("Etc/GMT-1", 1),
    ],
)  # fmt: skip
def test_an_offset_names_a_zone_that_has_it_all_year_if_any_has(typed, hours):
    found = offsets(resolve_zone(typed))
    assert set(found) == {hours} or (typed == "-0330" and hours in found)  # only Newfoundland, and in winter


def test_every_whole_hour_has_a_zone_that_is_read_with_the_sign_that_people_use():
    for hours in (*range(-12, 0), *range(1, 15)):
        zone = resolve_zone(f"UTC{hours:+d}")
        assert set(offsets(zone)) == {hours}
        assert zone_label(zone) == f"UTC{hours:+d}"


@pytest.mark.parametrize("typed", ["GMT", "UTC+0", "utc-0", "GMT-0", "UTC+00:00", "+0", "Etc/GMT+0", "Etc/GMT-0"])
def test_no_offset_at_all_is_utc_without_a_sign(typed):
    """ "UTC+0" was told as "UTC-0"; who typed it then has it stored so."""
    assert zone_label(resolve_zone(typed)) == "UTC"
    assert resolve_zone(typed) == "Etc/UTC" or typed.startswith("Etc/")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("CET", "Europe/Berlin"), ("CEST", "Europe/Berlin"), ("EET", "Europe/Athens"), ("WET", "Europe/Lisbon"),
        ("MSK", "Europe/Moscow"), ("EST", "America/New_York"), ("EDT", "America/New_York"), ("CST", "America/Chicago"),
        ("MDT", "America/Denver"), ("PDT", "America/Los_Angeles"), ("ADT", "America/Halifax"), ("KST", "Asia/Seoul"),
        ("AEST", "Australia/Sydney"), ("HST", "Pacific/Honolulu"), ("UTC+5:30", "Asia/Kolkata"),
    ],
)  # fmt: skip
def test_a_clock_is_named_by_a_place_that_people_know(typed, zone):
    """ "CEST" stored Europe/Andorra, the first by the alphabet."""
    assert matching_zones(typed)[0] == zone


@pytest.mark.parametrize("typed", ["UTC+15", "UTC+5:20", "GMT+", "+", "UTC+1:75"])
def test_what_is_no_offset_of_any_place_means_no_zone(typed):
    assert matching_zones(typed) == []


def test_what_may_be_several_zones_names_one_of_each_clock():
    assert matching_zones("west") == ["Australia/West", "Brazil/West"]
    assert matching_zones("IST") == ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"]
    assert resolve_zone("JST") == "Asia/Tokyo"
    for typed in ("CET", "EST", "UTC+10:30"):
        clocks = [tuple(offsets(one)) for one in matching_zones(typed)]
        assert len(clocks) == len(set(clocks)) > 1
