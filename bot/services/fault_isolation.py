"""Keeps a fault at one table from stopping work on the others. Knows nothing about deadlines."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.model.errors import Refusal
from bot.store.database import DatabaseUnavailable

FAILED_TABLE_PAUSE = 600.0  # seconds before a table that failed is tried again

log = logging.getLogger(__name__)


class FaultIsolation:
    """Suppresses the faults of each table and delays the next try. `now`: unix seconds. A restart forgets failures."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._retry_times: dict[int, float] = {}  # by room: when it may be tried again

    def may_try(self, room_id: int) -> bool:
        """Whether the room has not failed within the last FAILED_TABLE_PAUSE seconds."""
        if self._retry_times.get(room_id, 0.0) > self._now():
            return False
        self._retry_times.pop(room_id, None)
        return True

    @contextmanager
    def isolate(self, room_id: int) -> Iterator[None]:
        """Suppress whatever the block raises, and log it unless it is a refusal: then the table has changed meanwhile.

        Raises DatabaseUnavailable, because an unavailable database is not the table's fault.
        """
        try:
            yield
        except Refusal:
            pass
        except DatabaseUnavailable:
            raise
        except Exception:  # a bug at one table must not stop the clocks of all
            now = self._now()
            self._retry_times = {room: until for room, until in self._retry_times.items() if until > now} | {
                room_id: now + FAILED_TABLE_PAUSE
            }
            log.exception("failed", extra={"room": room_id})
