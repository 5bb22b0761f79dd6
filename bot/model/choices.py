"""What is chosen once for all tables: by a person for their own, by a server's managers for those on the server.

Knows no Discord and no storage. Nothing must be chosen: with ServerSettings() everybody may play everywhere.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args

from bot.model.hours import Hours, zones
from bot.model.lobby_options import TERMS
from bot.model.vacation import days
from bot.text.words import AS_DISCORD, DEFAULT, languages

Theme = Literal["light", "dark", "contrast"]
Pings = Literal["channel", "direct", "both", "none"]
Pictures = Literal["all", "board", "none"]
Confirm = Literal["always", "final", "never"]
Sight = Literal["auto", "own", "whole"]
Value = TypeVar("Value", bound=str)

REMEMBERED = 1_000  # different choices of people, and as many of servers

THEMES: tuple[Theme, ...] = get_args(Theme)
PINGS: tuple[Pings, ...] = get_args(Pings)
PICTURES: tuple[Pictures, ...] = get_args(Pictures)
CONFIRM: tuple[Confirm, ...] = get_args(Confirm)
SIGHTS: tuple[Sight, ...] = get_args(Sight)

# Every preference with its possible values, the default first. Free texts are the time zone, the end of an absence,
# and the locale of the person's Discord, which is not chosen here.
PREFERENCES: Mapping[str, tuple[str, ...]] = {
    "sleep": tuple(map(str, range(24))),
    "wake": tuple(map(str, range(24))),
    "weekends": ("play", "free"),
    "saver": ("no", "yes"),
    "pings": PINGS,
    "nudge": ("yes", "no"),
    "quiet": ("no", "yes"),
    "language": (AS_DISCORD, *languages()),
    "theme": THEMES,
    "pictures": PICTURES,
    "sight": SIGHTS,
    "confirm": CONFIRM,
    "only": ("yes", "no"),
    "spelled": ("no", "yes"),
    "profile": ("open", "hidden"),
    "listed": ("yes", "no"),
    "puzzles": ("no", "yes"),
}

TABLES_PER_PERSON = 20  # also of all servers together
TABLES_PER_CHANNEL = 5
TABLES_PER_SERVER = 200
MOST_CHOSEN = 25  # channels or roles that one list can hold
HOST = "host"  # the host of each table decides

# Every setting of one answer, in the order of its list; the language's are those that have words.
SERVER_SETTINGS: Mapping[str, tuple[str, ...]] = {
    "threads": (HOST, "yes", "no"),
    "clock": (HOST, *TERMS["clock"].values),
    "language": languages(),
    "theme": THEMES,
    "page": ("play", "watch", "off"),
    "person": ("1", "2", "3", "5", "10", str(TABLES_PER_PERSON)),
    "channel": ("1", "2", "3", str(TABLES_PER_CHANNEL), "10", "20"),
    "server": ("5", "10", "20", "50", "100", str(TABLES_PER_SERVER)),
    "nudges": ("yes", "no"),
    "earlier": ("delete", "line", "keep"),
}
LOOKS = ("language", "theme", "page")  # settings that messages show which stand already
# Those of any number of channels or roles, with the largest number.
LISTS: Mapping[str, int] = {"channels": MOST_CHOSEN, "openers": MOST_CHOSEN, "announce": 1}

_NUMBERS = re.compile(r"(?:[1-9][0-9]{0,18}(?:,[1-9][0-9]{0,18})*)?", re.ASCII)


@dataclass(frozen=True)
class Preferences:
    """The preferences of one person. The values of the texts are those of PREFERENCES."""

    hours: Hours = field(default_factory=Hours)  # when the person sleeps and is away
    pings: Pings = "channel"  # where the person is called
    nudge: bool = True  # whether to be reminded
    theme: Theme = "light"  # how pictures look
    confirm: Confirm = "always"  # which moves are asked about before they are played
    saver: bool = False  # days of vacation are used up before a turn is missed
    quiet: bool = False  # calls make no sound
    language: str = AS_DISCORD  # "auto" for that of Discord
    locale: str = ""  # of their Discord when it was seen last; "" where that makes no difference
    pictures: Pictures = "all"  # where they are shown
    sight: Sight = "auto"
    """Whether those of menus show the own view or the whole table, "auto": the own view from three seats on."""
    only: bool = True  # a move that is the only one is made for the person
    spelled: bool = False  # menus describe the board in words
    taken: frozenset[str] = frozenset()  # days of vacation, see model/vacation.py
    profile: str = "open"  # who may see it
    listed: str = "yes"  # whether leaderboards show the person
    puzzles: str = "no"  # whether finished games may become puzzles, without the person's name


@lru_cache(maxsize=REMEMBERED)
def preferences_from(stored: frozenset[tuple[str, str]]) -> Preferences:
    """The preferences made of the stored keys and values; what was never chosen has its default.

    They are made once for all who chose the same: a press asks several times for several people's.
    """
    choices = dict(stored)
    chosen = {key: one_of(values, choices.get(key)) for key, values in PREFERENCES.items()}
    hours = Hours(
        zone=choices.get("zone", ""),
        sleep=int(chosen["sleep"]),
        wake=int(chosen["wake"]),
        weekends=chosen["weekends"] == "free",
        away=choices.get("away", ""),
    )
    texts = ("pings", "language", "theme", "pictures", "sight", "confirm", "profile", "listed", "puzzles")
    rest: dict[str, Any] = {key: chosen[key] for key in texts}
    rest |= {key: chosen[key] == "yes" for key in ("nudge", "quiet", "only", "spelled", "saver")}
    return Preferences(hours, locale=choices.get("locale", ""), taken=days(choices.get("taken", "")), **rest)


def one_of(values: tuple[Value, ...], chosen: str | None) -> Value:
    """The chosen one of these values, the first where none of them was chosen."""
    return next((value for value in values if value == chosen), values[0])


def preference_fits(key: str, value: str) -> bool:
    """Whether the preference can have that value; "" ends an absence."""
    match key:
        case "zone":
            return value in zones()
        case "away":
            with suppress(ValueError):
                return not value or date.fromisoformat(value).isoformat() == value
            return False
        case _:
            return value in PREFERENCES.get(key, ())


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    channels: tuple[int, ...] = ()  # those where tables may be opened, () for all of them
    openers: tuple[int, ...] = ()  # the roles that may open tables, () for everybody
    threads: str = HOST  # HOST, "yes", "no"
    clock: str = HOST  # HOST, or the clock that lobbies begin with
    language: str = DEFAULT  # of what everybody there sees
    theme: Theme = "light"  # as `language`
    page: str = "play"
    """Whether tables have pages on which those who sit there "play", only for those who "watch", or "off"."""
    person: int = TABLES_PER_PERSON  # open tables at which a person may sit
    channel: int = TABLES_PER_CHANNEL  # open tables in a channel
    server: int = TABLES_PER_SERVER  # open tables on the server
    announce: int | None = None  # the channel where results are shown, if any
    nudges: bool = True  # whether reminders may be posted in its channels
    earlier: str = "delete"
    """What becomes of a table's message once a newer one stands: "delete", "line" (it becomes one line) or "keep"."""


@dataclass(frozen=True)
class SeatLimit:
    """At how many open tables the `person` (an account number) may be: `here` on the server `guild`, or `anywhere`."""

    person: int
    guild: int | None  # None for direct messages, where only the other limit counts
    here: int
    anywhere: int = TABLES_PER_PERSON


@lru_cache(maxsize=REMEMBERED)
def server_of(stored: frozenset[tuple[str, str]]) -> ServerSettings:
    """The settings made of the stored keys and values; what was never chosen has its default.

    They are made once for all servers that chose the same: a press asks for them twice.
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
        language=language if language in languages() else DEFAULT,
        theme=one_of(THEMES, choices.get("theme")),
        page=choices.get("page", first.page),
        person=int(choices.get("person", first.person)),
        channel=int(choices.get("channel", first.channel)),
        server=int(choices.get("server", first.server)),
        announce=announce[0] if announce else None,
        nudges=choices.get("nudges", "yes") == "yes",
        earlier=choices.get("earlier", first.earlier),
    )


def setting_fits(key: str, value: str) -> bool:
    """Whether the setting can have that value; a list is written as numbers separated by commas."""
    if key in LISTS:
        return bool(_NUMBERS.fullmatch(value)) and len(_numbers(value)) <= LISTS[key]
    return value in SERVER_SETTINGS.get(key, ())


def chosen(server: ServerSettings, key: str) -> str:
    """The chosen value of one of SERVER_SETTINGS."""
    found = getattr(server, key)
    if isinstance(found, bool):
        return "yes" if found else "no"
    return str(found)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in text.split(",") if one)
