"""What a person chose for all their tables: their hours, where they are called, how things look. Knows no Discord."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args

from bot.model.hours import Hours, zones
from bot.model.vacation import days
from bot.text.words import AS_DISCORD, languages

Theme = Literal["light", "dark", "contrast"]
Pings = Literal["channel", "direct", "both", "none"]
Pictures = Literal["all", "board", "none"]
Confirm = Literal["always", "final", "never"]
Sight = Literal["auto", "own", "whole"]
Value = TypeVar("Value", bound=str)

REMEMBERED = 1_000  # different choices of people

THEMES: tuple[Theme, ...] = get_args(Theme)
PINGS: tuple[Pings, ...] = get_args(Pings)
PICTURES: tuple[Pictures, ...] = get_args(Pictures)
CONFIRM: tuple[Confirm, ...] = get_args(Confirm)
SIGHTS: tuple[Sight, ...] = get_args(Sight)

# Every preference with its possible values, the default first. Free texts are the time zone, the end of an absence,
# and the locale of the person's Discord, which is not chosen here.
CHOICES: Mapping[str, tuple[str, ...]] = {
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


@dataclass(frozen=True)
class Preferences:
    """The preferences of one person. The values of the texts are those of CHOICES."""

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


def preferences_from(stored: Mapping[str, str]) -> Preferences:
    """The preferences made of the stored values by key; what was never chosen has its default."""
    return _made(frozenset(stored.items()))


@lru_cache(maxsize=REMEMBERED)
def _made(values: frozenset[tuple[str, str]]) -> Preferences:
    """The preferences, made once for all who chose the same: a press asks several times for several people's."""
    stored = dict(values)
    chosen = {key: one_of(values, stored.get(key)) for key, values in CHOICES.items()}
    hours = Hours(
        zone=stored.get("zone", ""),
        sleep=int(chosen["sleep"]),
        wake=int(chosen["wake"]),
        weekends=chosen["weekends"] == "free",
        away=stored.get("away", ""),
    )
    texts = ("pings", "language", "theme", "pictures", "sight", "confirm", "profile", "listed", "puzzles")
    rest: dict[str, Any] = {key: chosen[key] for key in texts}
    rest |= {key: chosen[key] == "yes" for key in ("nudge", "quiet", "only", "spelled", "saver")}
    return Preferences(hours, locale=stored.get("locale", ""), taken=days(stored.get("taken", "")), **rest)


def one_of(values: tuple[Value, ...], chosen: str | None) -> Value:
    """The chosen one of these values, the first where none of them was chosen."""
    return next((value for value in values if value == chosen), values[0])


def fits(key: str, value: str) -> bool:
    """Whether the preference can have that value; "" ends an absence."""
    match key:
        case "zone":
            return value in zones()
        case "away":
            with suppress(ValueError):
                return not value or date.fromisoformat(value).isoformat() == value
            return False
        case _:
            return value in CHOICES.get(key, ())
