"""What a server's managers chose for it: where tables are opened and by whom, how they begin and look, how many.

Knows no Discord and no storage. Nothing must be chosen: a Server() is one where everybody may play everywhere.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.model.lobby_options import TERMS
from bot.model.preferences import THEMES, Theme, one_of
from bot.text.words import DEFAULT, languages

TABLES_PER_PERSON = 20  # also of all servers together
TABLES_PER_CHANNEL = 5
TABLES_PER_SERVER = 200
MOST_CHOSEN = 25  # channels or roles that one list can hold
REMEMBERED = 1_000  # different choices of servers
HOST = "host"  # the host of each table decides

# Every choice of one answer, in the order of its list; the language's are those that have words.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "threads": (HOST, "yes", "no"),
    "clock": (HOST, *TERMS["clock"]),
    "language": languages(),
    "theme": THEMES,
    "page": ("play", "watch", "off"),
    "person": ("1", "2", "3", "5", "10", str(TABLES_PER_PERSON)),
    "channel": ("1", "2", "3", str(TABLES_PER_CHANNEL), "10", "20"),
    "server": ("5", "10", "20", "50", "100", str(TABLES_PER_SERVER)),
    "nudges": ("yes", "no"),
    "earlier": ("delete", "line", "keep"),
}
LOOKS = ("language", "theme", "page")  # choices that messages show which stand already
# Those of any number of channels or roles, with the largest number.
LISTS: Mapping[str, int] = {"channels": MOST_CHOSEN, "openers": MOST_CHOSEN, "announce": 1}

_NUMBERS = re.compile(r"(?:[1-9][0-9]{0,18}(?:,[1-9][0-9]{0,18})*)?", re.ASCII)


@dataclass(frozen=True)
class ServerSettings:
    """The choices of one server."""

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


def server_of(choices: Mapping[str, str]) -> ServerSettings:
    """The settings made of the stored values by key; what was never chosen has its default."""
    return _made(frozenset(choices.items()))


@lru_cache(maxsize=REMEMBERED)
def _made(values: frozenset[tuple[str, str]]) -> ServerSettings:
    """The settings, made once for all servers that chose the same: a press asks for them twice."""
    choices = dict(values)
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


def fits(key: str, value: str) -> bool:
    """Whether the setting can have that value; a list is written as numbers separated by commas."""
    if key in LISTS:
        return bool(_NUMBERS.fullmatch(value)) and len(_numbers(value)) <= LISTS[key]
    return value in CHOICES.get(key, ())


def chosen(server: ServerSettings, key: str) -> str:
    """The chosen value of one of CHOICES."""
    found = getattr(server, key)
    if isinstance(found, bool):
        return "yes" if found else "no"
    return str(found)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in text.split(",") if one)
