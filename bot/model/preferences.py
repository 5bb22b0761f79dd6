"""The preferences of a person and the settings of a server, which apply to all their tables.

Independent of Discord and storage. Everything has a default: ServerSettings() lets everyone play everywhere.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args

from bot.model.hours import Hours, time_zone_names
from bot.model.lobby_options import TERMS
from bot.model.vacation import stored_days
from bot.text.words import AS_DISCORD, DEFAULT_LANGUAGE, languages

ThemeName = Literal["light", "dark", "contrast"]
PingMode = Literal["channel", "direct", "both", "none"]
PictureMode = Literal["all", "board", "none"]
ConfirmMode = Literal["always", "final", "never"]
MenuSight = Literal["auto", "own", "whole"]
Value = TypeVar("Value", bound=str)

SETTINGS_CACHE_SIZE = 1_000  # cached Preferences, and as many cached ServerSettings

THEME_NAMES: tuple[ThemeName, ...] = get_args(ThemeName)
PING_MODES: tuple[PingMode, ...] = get_args(PingMode)
PICTURE_MODES: tuple[PictureMode, ...] = get_args(PictureMode)
CONFIRM_MODES: tuple[ConfirmMode, ...] = get_args(ConfirmMode)
MENU_SIGHTS: tuple[MenuSight, ...] = get_args(MenuSight)

# Every preference with its possible values, the default first. Not listed, because they are free text: the time zone,
# the end of an absence, and the locale of the person's Discord, which people do not choose here.
PREFERENCE_VALUES: Mapping[str, tuple[str, ...]] = {
    "sleep": tuple(map(str, range(24))),
    "wake": tuple(map(str, range(24))),
    "weekends": ("play", "free"),
    "saver": ("no", "yes"),
    "pings": PING_MODES,
    "nudge": ("yes", "no"),
    "quiet": ("no", "yes"),
    "language": (AS_DISCORD, *languages()),
    "theme": THEME_NAMES,
    "pictures": PICTURE_MODES,
    "sight": MENU_SIGHTS,
    "confirm": CONFIRM_MODES,
    "only": ("yes", "no"),
    "spelled": ("no", "yes"),
    "profile": ("open", "hidden"),
    "listed": ("yes", "no"),
    "puzzles": ("no", "yes"),
}

TABLES_PER_PERSON = 20  # the default on each server, and the limit on all servers together
TABLES_PER_CHANNEL = 5
TABLES_PER_SERVER = 200
MAX_LIST_ENTRIES = 25  # channels or roles that one list can hold
HOST_DECIDES = "host"  # the host of each table decides

# Every setting that has a single value, with its possible values in the order of the list.
SERVER_SETTING_VALUES: Mapping[str, tuple[str, ...]] = {
    "threads": (HOST_DECIDES, "yes", "no"),
    "clock": (HOST_DECIDES, *TERMS["clock"].values),
    "language": languages(),
    "theme": THEME_NAMES,
    "page": ("play", "watch", "off"),
    "person": ("1", "2", "3", "5", "10", str(TABLES_PER_PERSON)),
    "channel": ("1", "2", "3", str(TABLES_PER_CHANNEL), "10", "20"),
    "server": ("5", "10", "20", "50", "100", str(TABLES_PER_SERVER)),
    "nudges": ("yes", "no"),
    "earlier": ("delete", "line", "keep"),
}
APPEARANCE_SETTINGS = ("language", "theme", "page")  # settings that change messages already posted
# Every setting that is a list of channels or roles, with its maximum length.
LIST_SETTINGS: Mapping[str, int] = {"channels": MAX_LIST_ENTRIES, "openers": MAX_LIST_ENTRIES, "announce": 1}

_NUMBERS = re.compile(r"(?:[1-9][0-9]{0,18}(?:,[1-9][0-9]{0,18})*)?", re.ASCII)


@dataclass(frozen=True)
class Preferences:
    """The preferences of a person. Texts have the values of PREFERENCE_VALUES."""

    hours: Hours = field(default_factory=Hours)  # when the person sleeps and is away
    pings: PingMode = "channel"  # where the person is notified
    nudge: bool = True  # whether to send the person reminders
    theme: ThemeName = "light"  # the theme of pictures
    confirm: ConfirmMode = "always"  # which moves have a preview before they are played
    saver: bool = False  # whether a vacation day is taken automatically before a deadline is missed
    quiet: bool = False  # whether notifications make no sound
    language: str = AS_DISCORD  # "auto" for the language of the person's Discord
    locale: str = ""  # the locale of their Discord when last seen; "" if only the default was seen
    pictures: PictureMode = "all"  # where pictures are shown
    sight: MenuSight = "auto"
    """Whether pictures in menus show the person's own view or the whole table; "auto" is the own view with three or
    more seats."""
    only: bool = True  # whether the only possible move is played for the person
    spelled: bool = False  # whether menus describe the board in words
    vacation_days: frozenset[str] = frozenset()  # vacation days taken, see model/vacation.py
    profile: str = "open"  # whether others may see the person's profile
    listed: str = "yes"  # whether leaderboards show the person
    puzzles: str = "no"  # whether finished games may become puzzles, without the person's name


@lru_cache(maxsize=SETTINGS_CACHE_SIZE)
def preferences_from(stored: frozenset[tuple[str, str]]) -> Preferences:
    """The preferences from stored keys and values, with defaults for what is missing.

    Cached because one button press needs the preferences of several people several times.
    """
    choices = dict(stored)
    chosen = {key: value_or_default(values, choices.get(key)) for key, values in PREFERENCE_VALUES.items()}
    hours = Hours(
        zone=choices.get("zone", ""),
        sleep=int(chosen["sleep"]),
        wake=int(chosen["wake"]),
        weekends=chosen["weekends"] == "free",
        away_until=choices.get("away", ""),
    )
    texts = ("pings", "language", "theme", "pictures", "sight", "confirm", "profile", "listed", "puzzles")
    rest: dict[str, Any] = {key: chosen[key] for key in texts}
    rest |= {key: chosen[key] == "yes" for key in ("nudge", "quiet", "only", "spelled", "saver")}
    return Preferences(
        hours, locale=choices.get("locale", ""), vacation_days=stored_days(choices.get("taken", "")), **rest
    )


def value_or_default(values: tuple[Value, ...], chosen: str | None) -> Value:
    """The chosen value if it is one of these, otherwise the first."""
    return next((value for value in values if value == chosen), values[0])


def preference_fits(key: str, value: str) -> bool:
    """Whether the value is valid for the preference. For "away", "" is valid: it ends an absence."""
    match key:
        case "zone":
            return value in time_zone_names()
        case "away":
            with suppress(ValueError):
                return not value or date.fromisoformat(value).isoformat() == value
            return False
        case _:
            return value in PREFERENCE_VALUES.get(key, ())


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    channels: tuple[int, ...] = ()  # the channels where tables may be opened, () for all channels
    openers: tuple[int, ...] = ()  # the roles that may open tables, () for everyone
    threads: str = HOST_DECIDES  # whether tables get a thread: HOST_DECIDES, "yes" or "no"
    clock: str = HOST_DECIDES  # the clock of new lobbies, or HOST_DECIDES
    language: str = DEFAULT_LANGUAGE  # the language of messages that everyone there sees
    theme: ThemeName = "light"  # the theme of pictures in these messages
    page: str = "play"
    """Whether a table has a web page where people can "play", a page only to "watch", or none ("off")."""
    person: int = TABLES_PER_PERSON  # the maximum number of open tables per person
    channel: int = TABLES_PER_CHANNEL  # the maximum number of open tables per channel
    server: int = TABLES_PER_SERVER  # the maximum number of open tables on the server
    announce: int | None = None  # the channel where results are shown, if any
    nudges: bool = True  # whether reminders may be posted in its channels
    earlier: str = "delete"
    """What happens to a table's message when a newer one is posted: "delete", "line" (it becomes one line) or
    "keep"."""


@dataclass(frozen=True)
class SeatLimit:
    """The largest number of open tables that a person may have joined."""

    person: int  # the person's account number
    guild: int | None  # the server, None for direct messages, where only `overall` applies
    on_server: int  # the limit on that server
    overall: int = TABLES_PER_PERSON  # the limit on all servers together


@lru_cache(maxsize=SETTINGS_CACHE_SIZE)
def server_settings_from(stored: frozenset[tuple[str, str]]) -> ServerSettings:
    """The server settings from stored keys and values, with defaults for what is missing.

    Cached because one button press needs them twice.
    """
    choices = dict(stored)
    first = ServerSettings()
    announce = _numbers(choices.get("announce", ""))
    language = choices.get("language", first.language)
    return ServerSettings(
        channels=_numbers(choices.get("channels", "")),
        openers=_numbers(choices.get("openers", "")),
        threads=choices.get("threads", first.threads),
        clock=choices.get("clock", first.clock),
        language=language if language in languages() else DEFAULT_LANGUAGE,
        theme=value_or_default(THEME_NAMES, choices.get("theme")),
        page=choices.get("page", first.page),
        person=int(choices.get("person", first.person)),
        channel=int(choices.get("channel", first.channel)),
        server=int(choices.get("server", first.server)),
        announce=announce[0] if announce else None,
        nudges=choices.get("nudges", "yes") == "yes",
        earlier=choices.get("earlier", first.earlier),
    )


def setting_fits(key: str, value: str) -> bool:
    """Whether the value is valid for the setting; a list is written as numbers separated by commas."""
    if key in LIST_SETTINGS:
        return bool(_NUMBERS.fullmatch(value)) and len(_numbers(value)) <= LIST_SETTINGS[key]
    return value in SERVER_SETTING_VALUES.get(key, ())


def setting_value(server: ServerSettings, key: str) -> str:
    """The current value of a setting, as SERVER_SETTING_VALUES lists it."""
    found = getattr(server, key)
    if isinstance(found, bool):
        return "yes" if found else "no"
    return str(found)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number)
