"""Notifications, each sent once to a person or a channel. Knows no words and no storage."""

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
    """A notification that a step adds for a person."""

    kind: NotificationKind  # what is told
    person: int  # account number of who is told
    about: int | None = None  # account number of whom the text names besides, None for nobody
    facts: Mapping[str, int] = field(default_factory=dict)  # what else this kind must know, such as the "seat"


@dataclass(frozen=True)
class DueNotification:
    """A notification to send, with what the database knows about its table."""

    id: int  # higher ones came up later
    room: int  # the number of the table
    kind: NotificationKind  # what is told
    person: int | None  # account number of who is told, None where a channel is
    channel: int | None  # the number of that channel
    name: str  # whom the text names besides, "" for nobody
    facts: Mapping[str, int]  # what else this kind must know
    since: int  # the change of the room with which it came up
    is_behind: bool = False  # the table's message does not show the newest position yet
    is_owed: bool = False  # the same, and the table can be shown or is being tried again
    is_lost: bool = False  # the table's channel is gone
    is_paused: bool = False  # the table's clock stands still
