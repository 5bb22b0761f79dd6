"""People and robots at tables, locations, and who asks for something. Knows no Discord objects and no storage."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.text import names
from bot.text.words import Words
from render import drawable_name

_NUMBERED = re.compile(r"\(\d+\)")
ROBOT_NAMES = ("Vera", "Otto", "Ida", "Hugo", "Nora", "Emil", "Tilda", "Bruno")


@dataclass(frozen=True)
class Person:
    """A person on Discord."""

    id: int
    """The account number."""
    name: str
    """As last seen."""
    seat_number: int = field(default=0, compare=False)
    """That of the seat, from 1, where the name does not say who it is; else 0, see `with_numbers`."""


@dataclass(frozen=True)
class Robot:
    """A seat played by the program."""

    level: str
    """One of `engine.robots.core.Level`."""
    name: str
    """Unique at its table when it joined."""
    seat_number: int = field(default=0, compare=False)
    """As a person's."""


Occupant = Person | Robot


@dataclass(frozen=True)
class Location:
    """Where a room is shown."""

    guild: int | None
    """The server, None in a direct message."""
    channel: int
    """Its number; that of a thread in a thread."""


def occupant_key(who: Occupant) -> str:
    """The key of an occupant in a button: a person's account number, a robot's name."""
    return str(who.id) if isinstance(who, Person) else who.name


def label(who: Occupant, most: int = names.MAX_IN_TEXT) -> str:
    """The name for plain text, after the seat number if it needs one."""
    return names.name_label(who.name, who.seat_number, most)


def number_lookalikes(occupants: Sequence[Occupant], *, pictured: bool) -> tuple[Occupant, ...]:
    """Return the occupants with a 1-based seat number if the name alone is ambiguous, otherwise with 0.

    A name is ambiguous if another one here looks the same or if it begins like a number; if a picture shows the seats
    (`pictured`), also if it cannot draw any letter of the name.
    """
    looks = list(map(_appearance, occupants))
    found = []
    for number, (occupant, look) in enumerate(zip(occupants, looks, strict=True), 1):
        name = names.plain_name(occupant.name, names.MAX_IN_PICTURES)
        is_unclear = looks.count(look) > 1 or _NUMBERED.match(name) or (pictured and not drawable_name(name))
        found.append(replace(occupant, seat_number=number if is_unclear else 0))
    return tuple(found)


def look_alike(first: Occupant, other: Occupant) -> bool:
    """Whether the two names look the same."""
    return _appearance(first) == _appearance(other)


def _appearance(who: Occupant) -> str:
    name = names.plain_name(who.name, names.MAX_IN_PICTURES)
    return (drawable_name(name) or name).casefold()


def message_link(place: Location, message: int | None) -> str:
    """The web address of the message, or of the channel for None."""
    where = f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}"
    return f"{where}/{message}" if message else where


def free_robot_name(occupants: Iterable[Occupant]) -> str:
    """The first robot name that nobody at the table has."""
    taken = {occupant.name.casefold() for occupant in occupants}
    return next(name for name in ROBOT_NAMES if name.casefold() not in taken)


@dataclass(frozen=True)
class Asker:
    """Who asks, from where."""

    person: Person
    """Who it is."""
    words: Words
    """Those of the person."""
    shared_words: Words
    """Those of what everybody there reads."""
    press: int
    """The number of the interaction."""
    guild: int | None
    """The server where the person asks, None in a direct message."""
    channel: int
    """The number of the channel."""
    may_manage: bool = False
    """Whether the person may end the tables of others."""
