"""What is measured while the program works: the places that know report it here, and by default nobody listens.

Knows nothing of how numbers are kept or read. What is reported never names a person, a room or a server: a room's
number serves only to find its own earlier report again.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Literal

from bot.model.record import Record

Waiting = Literal["table", "old message", "result", "reminder"]  # what is sent later because it could not be sent now

_NOTHING: AbstractContextManager[None] = nullcontext()


class Measures:
    """Hears what could be measured, and does nothing with it. What returns a context measures the time within."""

    def press(self, verb: str) -> AbstractContextManager[object]:
        """A press or a command is answered within; `verb` is one of a small fixed set."""
        return _NOTHING

    def commit(self) -> AbstractContextManager[object]:
        """Something is written to the database within, from the first statement to the end of the commit."""
        return _NOTHING

    def connection_wait(self) -> AbstractContextManager[object]:
        """A statement waits for its turn with the connection within."""
        return _NOTHING

    def picture(self, game: str) -> AbstractContextManager[object]:
        """The picture of a position is drawn within; from any thread."""
        return _NOTHING

    def robot(self, level: str) -> AbstractContextManager[object]:
        """A robot of that level is asked for its move within, from the question to the answer."""
        return _NOTHING

    def lost_search(self) -> None:
        """A process in which a robot searched has ended, and is replaced."""

    def hung_search(self) -> None:
        """A process in which a robot searched took longer than any search may, and is replaced."""

    def saved(self, before: Record | None, later: Record) -> None:
        """The room was committed as `later` in place of `before`, None for a new one."""

    def showed(self, room_id: int, *, fresh: bool) -> None:
        """The message of the room shows it; `fresh`: it was just posted."""

    def slept(self, room_id: int) -> None:
        """The message of the room cannot be posted until somebody changes something on Discord."""

    def refused(self, key: str) -> None:
        """Somebody was told no; the key of a refusal, or a game and the number of its rule."""

    def clashed(self) -> None:
        """A transaction was undone, because somebody else was faster."""

    def retried(self, what: Waiting) -> None:
        """Something could not be sent, and will be tried again."""

    def answered_elsewhere(self) -> None:
        """Somebody else has answered a press before us: another process that has the same shard for a moment."""

    def page_answered(self, route: str, status: int, seconds: float) -> None:
        """The answer for a page has begun after so many seconds; `route`: one of our own, or "other"."""

    def stream(self) -> AbstractContextManager[object]:
        """Somebody watches a table within."""
        return _NOTHING

    def limited(self, limit: str) -> None:
        """A page was refused to somebody who asked for too much; `limit`: of what, one of a small fixed set."""

    def unreadable(self, event: str) -> None:
        """Discord has told something that could not be read: an event of the library, or "other"."""

    def requested(self, method: str, path: str, status: str) -> None:
        """Discord has answered a request with that status; "none" if no answer came."""


class _Listening:
    """Who hears it; the same for the whole program, as with the log."""

    measures = Measures()


def current() -> Measures:
    """Whom to report to."""
    return _Listening.measures


@contextmanager
def reported_to(measures: Measures) -> Iterator[None]:
    """Within, these measures hear everything."""
    before, _Listening.measures = _Listening.measures, measures
    try:
        yield
    finally:
        _Listening.measures = before
