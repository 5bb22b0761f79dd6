"""Who sits at tables, who asks for something, and where, as values. Knows no Discord objects and no storage."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.text.words import Words

ROBOT_NAMES = ("Vera", "Otto", "Ida", "Hugo", "Nora", "Emil", "Tilda", "Bruno")


@dataclass(frozen=True)
class Person:
    """Somebody on Discord.

    `id`: account number. `name`: as last seen.
    """

    id: int
    name: str


@dataclass(frozen=True)
class Robot:
    """A seat played by the program.

    `level`: one of `engine.ai.Level`. `name`: unique at its table.
    """

    level: str
    name: str


Occupant = Person | Robot


@dataclass(frozen=True)
class Location:
    """Where a room is shown.

    `guild`: the server, None in a direct message. `channel`: its number.
    """

    guild: int | None
    channel: int


def mark(who: Occupant) -> str:
    """What a button carries to name somebody at a table: a person's account number, a robot's name."""
    return str(who.id) if isinstance(who, Person) else who.name


def address(place: Location, message: int | None) -> str:
    """The web address of that message, or of the channel."""
    where = f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}"
    return f"{where}/{message}" if message else where


def robot_name(occupants: Iterable[Occupant]) -> str:
    """The first robot name that nobody at the table has."""
    taken = {one.name.casefold() for one in occupants}
    return next(name for name in ROBOT_NAMES if name.casefold() not in taken)


@dataclass(frozen=True)
class Asker:
    """Who asks, from where.

    `person` asks in `channel` of the server `guild`, None in a direct message. `words` are those of the person,
    `shared` those of what everybody there reads. `press`: the number of the interaction. `may_manage`: whether the
    person may end the tables of others.
    """

    person: Person
    words: Words
    shared: Words
    press: int
    guild: int | None
    channel: int
    may_manage: bool = False
