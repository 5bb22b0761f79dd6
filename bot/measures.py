"""What is measured while the program works: the places that know report it here, and by default nobody listens.

Knows nothing of how numbers are kept or read. What is reported never names a person, a room or a server: a room's
number serves only to find its own earlier report again.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Literal

from bot.model.record import Record

Waiting = Literal["table", "old message", "result", "reminder"]  # what is sent later because it could not be sent now
Timed = Literal[
    "presses",  # or commands, until the answer; by verb, one of a small fixed set
    "commits",  # to the database, from the first statement to the end of the commit
    "waits",  # of a statement for its turn with the connection
    "pictures",  # of a position, drawn by any thread; by game
    "robots",  # asked for a move, until the answer; by level
]
Counted = Literal[
    "searches",  # whose process ended
    "hung",  # searches that took longer than any may
    "refusals",  # by the key of a refusal, or a game and the number of its rule
    "clashes",  # transactions undone, because somebody else was faster
    "retries",  # by what will be tried again, one of Waiting
    "elsewhere",  # presses that another process has answered, which has the same shard for a moment
    "limits",  # pages refused to somebody who asked for too much; by the limit, one of a small fixed set
    "unread",  # events that could not be read; by their name in the library, or "other"
]

_NOTHING: AbstractContextManager[None] = nullcontext()


class Measures:
    """Hears what could be measured, and does nothing with it. `labels` are those that the list above names."""

    def time(self, _what: Timed, *_labels: str) -> AbstractContextManager[object]:
        """The seconds within are measured."""
        return _NOTHING

    def count(self, what: Counted, *labels: str) -> None:
        """One more has happened."""

    def saved(self, before: Record | None, later: Record) -> None:
        """The room was committed as `later` in place of `before`, None for a new one."""

    def showed(self, room_id: int, *, fresh: bool) -> None:
        """The message of the room shows it; `fresh`: it was just posted."""

    def slept(self, room_id: int) -> None:
        """The message of the room cannot be posted until somebody changes something on Discord."""

    def page_answered(self, route: str, status: int, seconds: float) -> None:
        """The answer for a page has begun after so many seconds; `route`: one of our own, or "other"."""

    def stream(self) -> AbstractContextManager[object]:
        """Somebody watches a table within."""
        return _NOTHING

    def requested(self, method: str, path: str, status: str) -> None:
        """Discord has answered a request with that status; "none" if no answer came."""


_listener = Measures()  # the same for the whole program, as with the log


def current() -> Measures:
    """Whom to report to."""
    return _listener


@contextmanager
def reported_to(measures: Measures) -> Iterator[None]:
    """Within, these measures hear everything."""
    global _listener  # noqa: PLW0603 - there is one
    before = _listener
    _listener = measures
    try:
        yield
    finally:
        _listener = before
