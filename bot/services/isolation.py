"""What is done for many tables in turn: where it fails for one of them, it goes on for the others. Knows no clock."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.model.errors import Refusal

HELD = 600.0  # seconds before a table that has failed is tried again

log = logging.getLogger(__name__)


class Isolation:
    """Keeps the tables apart. `now`: unix seconds. What is forgotten at a restart is tried once more, no harm done."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._held: dict[int, float] = {}  # room: until when it is left alone

    def ready(self, room_id: int) -> bool:
        """Whether the room has not failed just now."""
        if self._held.get(room_id, 0.0) > self._now():
            return False
        self._held.pop(room_id, None)
        return True

    @contextmanager
    def alone(self, room_id: int) -> Iterator[None]:
        """Whatever is raised within ends with this room. A refusal means that somebody was faster; all else is told."""
        try:
            yield
        except Refusal:
            pass
        except Exception:  # our fault at one table must not stop the clocks of all
            now = self._now()
            self._held = {room: until for room, until in self._held.items() if until > now} | {room_id: now + HELD}
            log.exception("failed", extra={"room": room_id})
