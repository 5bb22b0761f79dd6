"""The interface for metrics: other modules report events here, and by default they are discarded.

Knows nothing of how metrics are stored or read. Reports never name a person, a room or a server; a room's number only
matches a report to an earlier one of the same room.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Literal

from bot.model.record import Record

RetriedMessage = Literal[
    "table", "old message", "result", "reminder"
]  # messages that are retried because they could not be sent
TimedMetric = Literal[
    "presses",  # and commands, until the answer; by verb, one of a small fixed set
    "commits",  # to the database, from the first statement to the end of the commit
    "waits",  # of a statement for the database connection
    "pictures",  # drawing a position, in any thread; by game
    "robots",  # waiting for a robot's move; by level
]
CountedMetric = Literal[
    "searches",  # whose process died
    "hung",  # searches that exceeded the time limit
    "refusals",  # by refusal key, or game and rule number
    "clashes",  # transactions rolled back because another one committed first
    "retries",  # by what is retried, one of RetriedMessage
    "elsewhere",  # presses answered by another process that briefly shares the shard
    "limits",  # page requests over a rate limit; by the limit, one of a small fixed set
    "unread",  # gateway events that could not be parsed; by their name in the library, or "other"
]

_NO_CONTEXT: AbstractContextManager[None] = nullcontext()


class Metrics:
    """Discards all reports; a subclass records them. `labels` are those named in the lists above."""

    def time(self, _what: TimedMetric, *_labels: str) -> AbstractContextManager[object]:
        """Measure the seconds spent inside the context."""
        return _NO_CONTEXT

    def count(self, what: CountedMetric, *labels: str) -> None:
        """Count one more event."""

    def note_saved_room(self, before: Record | None, later: Record) -> None:
        """Note that the room was committed as `later` in place of `before`, which is None for a new room."""

    def note_shown_message(self, room_id: int, *, fresh: bool) -> None:
        """Note that the room's message is up to date; `fresh`: it was just posted."""

    def note_blocked_message(self, room_id: int) -> None:
        """Note that the room's message cannot be posted until something changes on Discord, such as a permission."""

    def note_page(self, route: str, status: int, seconds: float) -> None:
        """Note how many seconds it took until the response of a page began; `route`: one of our own, or "other"."""

    def track_stream(self) -> AbstractContextManager[object]:
        """Count a page that receives updates of a table, inside the context."""
        return _NO_CONTEXT

    def note_discord_request(self, method: str, path: str, status: str) -> None:
        """Note the status with which Discord answered a request; "none" if no answer came."""


_active = Metrics()  # one for the whole program, as with the log


def current() -> Metrics:
    """Return the metrics to report to."""
    return _active


@contextmanager
def activate(metrics: Metrics) -> Iterator[None]:
    """Report everything to these metrics inside the context."""
    global _active  # noqa: PLW0603 - there is only one
    before = _active
    _active = metrics
    try:
        yield
    finally:
        _active = before
