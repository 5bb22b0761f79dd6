"""Old messages that could not be changed to say that a newer one stands. The store builds on it.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.ways import Ways

FIRST_WAIT = 3600.0  # seconds

_FOLLOWED = """
    INSERT OR IGNORE INTO strips (message, room, channel, length, at)
    SELECT message, id, CASE WHEN shown < 0 THEN coalesce(home, channel) ELSE channel END, shown, ?
    FROM rooms WHERE id = ? AND message <> ? AND phase <> 'lobby'"""
_AGAIN = "UPDATE strips SET tries = ?, at = ? WHERE message = ?"
_DONE = "DELETE FROM strips WHERE message = ?"
_DUE = "SELECT message, room, channel, length, tries FROM strips WHERE at <= ? ORDER BY at, message"


@dataclass(frozen=True)
class StaleMessage:
    """A message that shows an earlier state of a room.

    `message`, `room`, `channel`: their numbers. `length`: how many log entries it shows, -1 for a lobby. `tries`: how
    often it was tried again so far.
    """

    message: int
    room: int
    channel: int
    length: int
    tries: int = 0


class StaleMessageStore(Ways):
    """What is kept of old messages. Each public call is one transaction."""

    async def strip_again(self, strip: StaleMessage, at: float) -> None:
        """The message, if it is still owed, is tried once more at that moment (unix seconds)."""
        await self._alone(_AGAIN, strip.tries + 1, at, strip.message, rooms=())

    async def stripped(self, message: int) -> None:
        """The message need not be tried any more."""
        await self._alone(_DONE, message, rooms=())

    async def strips(self, now: float) -> list[StaleMessage]:
        """The messages that are to be tried at this moment, longest due first."""
        return [StaleMessage(*row) for row in await self._read(_DUE, now)]

    async def _followed(self, room_id: int, message: int | None, now: float) -> None:
        """The message that has shown the room is to be retired, because this one follows it; a lobby's is deleted."""
        await self._rows(_FOLLOWED, (now + FIRST_WAIT, room_id, message))
