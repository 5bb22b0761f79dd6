"""What a person chose for all their tables: their hours, where they are called, how things look. Knows no Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from bot.hours import Hours, zones
from bot.languages import AS_DISCORD
from bot.words import languages

# Every wish with its possible values, the default first; the zone and the last day away are texts, and so is the locale
# of the person's Discord, which nobody chooses here.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "sleep": tuple(map(str, range(24))),
    "wake": tuple(map(str, range(24))),
    "weekends": ("play", "free"),
    "pings": ("channel", "direct", "both", "none"),
    "nudge": ("yes", "no"),
    "language": (AS_DISCORD, *languages()),
    "theme": ("light", "dark", "contrast"),
    "confirm": ("always", "final", "never"),
    "profile": ("open", "hidden"),
    "listed": ("yes", "no"),
}


@dataclass(frozen=True)
class Mine:
    """The wishes of one person. The values of the texts are those of CHOICES."""

    hours: Hours = field(default_factory=Hours)
    pings: str = "channel"
    nudge: bool = True
    theme: str = "light"
    confirm: str = "always"
    language: str = AS_DISCORD
    locale: str = ""  # of their Discord when it was seen last; "" where that makes no difference
    profile: str = "open"
    listed: str = "yes"


def mine_of(wishes: Mapping[str, str]) -> Mine:
    """The wishes as they are kept: by key, those that were never chosen left out."""
    chosen = {key: wishes.get(key, values[0]) for key, values in CHOICES.items()}
    hours = Hours(
        zone=wishes.get("zone", ""),
        sleep=int(chosen["sleep"]),
        wake=int(chosen["wake"]),
        weekends=chosen["weekends"] == "free",
        away=wishes.get("away", ""),
    )
    return Mine(
        hours, chosen["pings"], chosen["nudge"] == "yes", chosen["theme"], chosen["confirm"],
        chosen["language"], wishes.get("locale", ""), chosen["profile"], chosen["listed"],
    )  # fmt: skip


def fits(key: str, value: str) -> bool:
    """Whether a wish can have that value: "" ends an absence."""
    match key:
        case "zone":
            return value in zones()
        case "away":
            return not value or _is_day(value)
        case _:
            return value in CHOICES.get(key, ())


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
