"""Notifications, each sent once to a person or a channel. Knows nothing about texts or storage."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

NotificationKind = Literal[
    "declined",  # the person's invitation, or their offer of a seat, was declined
    "timed_out",  # the person's time ran out: a robot moved for them or took over their seat
    "reminder",  # little time is left for the person's turn
    "ended",  # a table that the person follows has ended
    "result",  # a table has ended; goes to the server's channel for results
]


@dataclass(frozen=True)
class Notification:
    """A new notification for a person, saved together with the change that caused it."""

    kind: NotificationKind  # what it is about
    person: int  # account number of the recipient
    about: int | None = None  # account number of another person whom the text names, if any
    facts: Mapping[str, int] = field(default_factory=dict)  # what else the text needs, such as the "seat"


@dataclass(frozen=True)
class DueNotification:
    """A notification to send, with what the database knows about its table."""

    id: int  # later notifications have higher numbers
    room: int  # the number of the table
    kind: NotificationKind  # what it is about
    person: int | None  # account number of the recipient, None if it goes to a channel
    channel: int | None  # the number of the channel, None if it goes to a person
    name: str  # the other person whom the text names, "" for nobody
    facts: Mapping[str, int]  # what else the text needs
    since: int  # the room's `change` number just after the change that caused the notification
    is_behind: bool = False  # the table's message does not show the newest position yet
    is_owed: bool = False  # as `is_behind`, and the table's message will still be updated
    is_lost: bool = False  # the table's channel is gone
    is_paused: bool = False  # the table is paused
