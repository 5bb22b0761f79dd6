"""The bot's Discord Activity: where it is open, and who has it open. Knows no Discord objects."""

from dataclasses import dataclass

from bot.model.people import Location


@dataclass(frozen=True)
class ActivityInstance:
    """An Activity that is open."""

    place: Location  # the server, None in direct messages, and the channel
    users: frozenset[int]  # account numbers of those who have it open


@dataclass(frozen=True)
class ActivityGuest:
    """A person who has the Activity open."""

    person: int  # the account number
    place: Location  # where
    instance: str  # Discord's name of what is open there


class DiscordUnavailable(Exception):
    """Discord cannot be asked right now."""


class NotAdmitted(Exception):
    """Discord does not confirm that this person has this Activity open."""
