"""What is told once besides the messages of tables, to a person or in a channel. Knows no words and no storage."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

NotificationKind = Literal[
    "declined",  # to whoever invited somebody, or offered them a seat
    "timed_out",  # a robot moved for the person, or has their seat now
    "reminder",  # the time of the person's turn runs short
    "ended",  # the end of a table, to a person who follows it
    "result",  # the end of a table, in the server's channel for results
]


@dataclass(frozen=True)
class Notification:
    """Something that a step wants a person to be told."""

    kind: NotificationKind
    """What is told."""
    person: int
    """Account number of who is told."""
    about: int | None = None
    """Account number of whom the text names besides, None for nobody."""
    facts: Mapping[str, int] = field(default_factory=dict)
    """What else this kind must know, such as the "seat"."""


@dataclass(frozen=True)
class DueNotification:
    """A notification that is to be sent, with what the database knows of its table."""

    id: int
    """Higher ones came up later."""
    room: int
    """The number of the table."""
    kind: NotificationKind
    """What is told."""
    person: int | None
    """Account number of who is told, None where a channel is."""
    channel: int | None
    """The number of that channel."""
    name: str
    """Whom the text names besides, "" for nobody."""
    facts: Mapping[str, int]
    """What else this kind must know."""
    since: int
    """The change of the room with which it came up."""
    is_behind: bool = False
    """The table's message does not show the newest position yet."""
    is_owed: bool = False
    """The same, and the table can be shown or is being tried again."""
    is_lost: bool = False
    """The table's channel is gone."""
