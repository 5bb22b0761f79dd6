"""People and robots at tables, locations, and the sender of a request. Independent of Discord objects and storage."""

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
    """The name when last seen."""
    seat_number: int = field(default=0, compare=False)
    """The 1-based number of the seat if the name is ambiguous, otherwise 0; see `number_lookalikes`."""


@dataclass(frozen=True)
class Robot:
    """A robot at a table."""

    level: str
    """A value of `engine.robots.core.Level`."""
    name: str
    """Unique at the table when the robot joined."""
    seat_number: int = field(default=0, compare=False)
    """The 1-based number of the seat if the name is ambiguous, otherwise 0."""


Occupant = Person | Robot


@dataclass(frozen=True)
class Location:
    """Where a room is shown."""

    guild: int | None
    """The number of the server, None in a direct message."""
    channel: int
    """The number of the channel or thread."""


def occupant_key(who: Occupant) -> str:
    """The key of an occupant in a button: a person's account number, a robot's name."""
    return str(who.id) if isinstance(who, Person) else who.name


def label(who: Occupant, most: int = names.MAX_IN_TEXT) -> str:
    """The name for plain text, with the seat number in front if there is one."""
    return names.name_label(who.name, who.seat_number, most)


def number_lookalikes(occupants: Sequence[Occupant], *, pictured: bool) -> tuple[Occupant, ...]:
    """Return the occupants with a 1-based seat number if the name alone is ambiguous, otherwise with 0.

    A name is ambiguous if another name here looks the same, or if it begins with a number in parentheses; with
    `pictured`, also if pictures cannot draw any letter of it.
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
    """The web address of the message, or of the channel if the message is None."""
    where = f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}"
    return f"{where}/{message}" if message else where


def free_robot_name(occupants: Iterable[Occupant]) -> str:
    """The first robot name that nobody at the table has."""
    taken = {occupant.name.casefold() for occupant in occupants}
    return next(name for name in ROBOT_NAMES if name.casefold() not in taken)


@dataclass(frozen=True)
class Asker:
    """The person who sends a request, and from where."""

    person: Person
    """The person."""
    words: Words
    """Words in the person's language."""
    shared_words: Words
    """Words in the language of messages that everyone there reads."""
    press: int
    """The number of the Discord interaction."""
    guild: int | None
    """The server where the request was made, None in a direct message."""
    channel: int
    """The number of the channel."""
    may_manage: bool = False
    """Whether the person may end the tables of others."""
