"""The bot's Discord Activity: where it is open and for whom. Independent of Discord objects."""

from dataclasses import dataclass

from bot.model.people import Location


@dataclass(frozen=True)
class ActivityInstance:
    """An open Activity."""

    place: Location  # the channel and its server; no server in direct messages
    users: frozenset[int]  # account numbers of the people who have it open


@dataclass(frozen=True)
class ActivityGuest:
    """A person who has the Activity open."""

    person: int  # the account number
    place: Location  # where it is open
    instance: str  # Discord's name of the open Activity


class DiscordUnavailable(Exception):
    """Discord cannot be reached right now."""


class NotAdmitted(Exception):
    """Discord does not confirm that this person has this Activity open."""
