"""Work for many tables in turn: a fault at one table does not stop the others. Knows no clock."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.model.errors import Refusal
from bot.store.database import DatabaseAway

HELD = 600.0  # seconds before a table that failed is tried again

log = logging.getLogger(__name__)


class Isolation:
    """Keeps a fault at one table from the others. `now`: unix seconds. A restart tries failed tables again."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._held: dict[int, float] = {}  # room: when it is tried again

    def ready(self, room_id: int) -> bool:
        """Whether the room has not failed within the last HELD seconds."""
        if self._held.get(room_id, 0.0) > self._now():
            return False
        self._held.pop(room_id, None)
        return True

    @contextmanager
    def alone(self, room_id: int) -> Iterator[None]:
        """Whatever is raised within stays here. A refusal means that somebody was faster; other faults are logged.

        But if there is no database it is no fault of the table. Raises DatabaseAway.
        """
        try:
            yield
        except Refusal:
            pass
        except DatabaseAway:
            raise
        except Exception:  # our fault at one table must not stop the clocks of all
            now = self._now()
            self._held = {room: until for room, until in self._held.items() if until > now} | {room_id: now + HELD}
            log.exception("failed", extra={"room": room_id})
