"""Find the time zone for a typed text: a city in any spelling, a zone name, or an offset such as UTC+5:30.

Independent of people and clocks.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from zoneinfo import ZoneInfo

from bot.model.hours import time_zone_names
from bot.text.spelling import plain_letters

REFERENCE_YEAR = 2100  # far enough ahead that every zone follows the latest rules known for it
# Well-known zones, preferred among zones with the same clock and listed first; all others are listed alphabetically.
FAMILIAR_ZONES = (
    "Europe/Berlin", "Europe/London", "Europe/Athens", "Europe/Lisbon", "Europe/Moscow", "America/New_York",
    "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Halifax", "Asia/Kolkata",
    "Asia/Shanghai", "Asia/Seoul", "Australia/Sydney", "Pacific/Honolulu",
)  # fmt: skip

# "UTC+5:30", "gmt -3", "+0530"; in "+5.5" and "+5.75" the decimals are parts of an hour. The minus may be a dash.
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-−–‐‑])\s*(\d{1,2})(?:[.,](25|5|75)|[:.]?([0-5]\d))?", re.IGNORECASE)
_FRACTIONS = {"25": 15, "5": 30, "75": 45}  # minutes


def resolve_zone(typed: str) -> str:
    """The time zone that the text means, "" if there is none or more than one.

    >>> [resolve_zone(text) for text in ("europe/budapest", "São Paulo", "istanbul", "utc", "GMT+1", "Nowhere")]
    ['Europe/Budapest', 'America/Sao_Paulo', 'Europe/Istanbul', 'Etc/UTC', 'Etc/GMT-1', '']
    """
    meant = matching_zones(typed)
    return meant[0] if len(meant) == 1 else ""


def matching_zones(typed: str) -> list[str]:
    """The time zones that the text may mean, well-known zones first; zones with the same clock are listed once."""
    text = typed.strip()
    if text.upper() in ("UTC", "GMT", "Z"):
        return ["Etc/UTC"]
    if offset := _OFFSET.fullmatch(text):
        sign, hours, part, minutes = offset.groups()
        length = timedelta(hours=int(hours), minutes=_FRACTIONS[part] if part else int(minutes or 0))
        return _zones_with_offset(length if sign == "+" else -length) if length else ["Etc/UTC"]
    if exact := [name for name in time_zone_names() if name.casefold() == text.casefold().replace(" ", "_")]:
        return exact
    wanted = _fold_name(text)
    named = [name for name, folded in _folded_names().items() if wanted in folded]
    return _one_per_clock(named or [name for name in time_zone_names() if text.upper() in _abbreviations(name)])


def zone_label(zone: str) -> str:
    """The zone as people read it: "America/New York", "UTC+1". The names in tzdata have the opposite sign."""
    name = zone.removeprefix("Etc/").replace("GMT", "UTC")
    if name == zone:
        return zone.replace("_", " ")
    return name.removesuffix("+0").removesuffix("-0").translate(str.maketrans("+-", "-+"))


def has_offset_only(zone: str) -> bool:
    """Whether the zone is a fixed offset, which never has daylight saving time, and not a place."""
    return zone.startswith("Etc/")


@cache
def _folded_names() -> dict[str, tuple[str, str]]:
    """For each zone, its folded name and the folded name of its city."""
    return {name: (_fold_name(name), _fold_name(name.rpartition("/")[2])) for name in time_zone_names()}


def _fold_name(name: str) -> str:
    """The plain lower-case letters and digits of a name: "São Paulo" and "Sao_Paulo" both become "saopaulo"."""
    return re.sub(r"[\W_]+", "", plain_letters(name))


def _zones_with_offset(offset: timedelta) -> list[str]:
    """The fixed-offset zone if it exists, otherwise zones with this offset all year, otherwise part of the year."""
    always = [name for name in time_zone_names() if set(_offsets_of_year(name)) == {offset}]
    own = sorted(name for name in always if has_offset_only(name))
    return own[:1] or _one_per_clock(always or [name for name in time_zone_names() if offset in _offsets_of_year(name)])


def _one_per_clock(names: Iterable[str]) -> list[str]:
    """The best-known name of each group of zones with the same clock, well-known zones first."""
    groups: dict[tuple[timedelta, ...], list[str]] = {}
    for name in names:
        groups.setdefault(_offsets_of_year(name), []).append(name)
    return sorted(map(_best_known, groups.values()), key=lambda name: (_familiarity(name), name))


def _best_known(names: Sequence[str]) -> str:
    regions = Counter(name.partition("/")[0] for name in names)
    return min(
        names,
        key=lambda name: (_familiarity(name), name not in _current_names(), -regions[name.partition("/")[0]], name),
    )


def _familiarity(name: str) -> int:
    """The zone's index in FAMILIAR_ZONES, or the length of that list for any other zone."""
    return FAMILIAR_ZONES.index(name) if name in FAMILIAR_ZONES else len(FAMILIAR_ZONES)


@cache
def _current_names() -> frozenset[str]:
    """The current names of zones; all other names are outdated."""
    table = resources.files("tzdata.zoneinfo").joinpath("zone1970.tab").read_text("utf-8")
    return frozenset(line.split("\t")[2] for line in table.splitlines() if not line.startswith("#"))


@cache
def _offsets_of_year(name: str) -> tuple[timedelta, ...]:
    """The zone's UTC offsets on four days of each month."""
    zone = ZoneInfo(name)
    days = (datetime(REFERENCE_YEAR, month, day, tzinfo=zone) for month in range(1, 13) for day in (1, 9, 17, 25))
    return tuple(day.utcoffset() or timedelta() for day in days)


@cache
def _abbreviations(name: str) -> frozenset[str]:
    """The abbreviations of the zone's time in winter and in summer: CET, CEST."""
    return frozenset(datetime(REFERENCE_YEAR, month, 1, tzinfo=ZoneInfo(name)).tzname() or "" for month in (1, 7))
