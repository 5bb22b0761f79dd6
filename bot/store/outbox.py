"""What channels do not show yet, and what their newest messages show. The store builds on it.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

from bot.model.record import Record, Shown, unreminded
from bot.model.room import Room
from bot.store.messages import StaleMessageStore
from bot.store.rooms import TableLifeStore

_OWE = """
    INSERT INTO outbox (room, length, change, since) VALUES (?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET change = excluded.change,
        length = CASE WHEN length < 0 THEN length ELSE excluded.length END"""
_OWED = """
    SELECT room, length FROM outbox WHERE room NOT IN (SELECT room FROM asleep WHERE NOT trying) ORDER BY since, room"""
# What happened while a message was on its way came after it, though the message stands there later: it counts as
# posted when the first such thing happened.
_SHOWN = """
    UPDATE rooms SET message = :message, shown = :length,
        posted = CASE WHEN :posted IS NULL THEN posted ELSE min(:posted, coalesce((SELECT min(at) FROM (
            SELECT moved AS at FROM rooms WHERE id = :id UNION ALL SELECT at FROM asides WHERE room = :id
            UNION ALL SELECT at FROM asks WHERE room = :id UNION ALL SELECT at FROM offers WHERE room = :id
            UNION ALL SELECT shifted FROM seats WHERE room = :id) WHERE at > :moved), :posted)) END
    WHERE id = :id"""
_BEHIND = "SELECT room FROM outbox"
_PAID = "DELETE FROM outbox WHERE room = ? AND change <= ? AND length >= 0"
_OWE_AGAIN = "INSERT OR IGNORE INTO outbox SELECT id, length, change, moved FROM rooms WHERE id = ?"


class OutboxStore(StaleMessageStore, TableLifeStore):
    """What is still to be shown. Each public call is one transaction."""

    async def owe(self, room_id: int) -> None:
        """The newest message of the room is behind, though nothing in the room changed."""
        await self._alone(_OWE_AGAIN, room_id, rooms=())

    async def owed(self) -> list[tuple[int, int]]:
        """Rooms whose newest message is behind, longest waiting first, each with the length of log to show."""
        return [(room_id, length) for room_id, length in await self._read(_OWED)]

    async def behind(self) -> frozenset[int]:
        """The same rooms, and those asleep whose message is behind."""
        return frozenset(room_id for (room_id,) in await self._read(_BEHIND))

    async def showed(self, seen: Record | Room, shown: Shown, fresh: bool) -> None:
        """The message of a room is remembered, its moment only if `fresh`; it shows what was `seen` of the room.

        Nothing is owed any more unless the room went on after that.
        """

        async def work() -> None:
            if fresh:
                await self._followed(seen.id, shown.message, shown.posted)
            posted = shown.posted if fresh else None
            facts = {"message": shown.message, "length": shown.length, "posted": posted}
            await self._rows(_SHOWN, {**facts, "id": seen.id, "moved": seen.moved})
            await self._rows(_PAID, (seen.id, seen.change))
            if fresh and seen.uncalled:
                await self._called(seen.id, seen.change)

        await self._transact(work, (seen.id,))

    async def _owe_message(self, old: Record, new: Record) -> None:
        """The newest message of the room is behind, unless nobody could see there what has changed."""
        if unreminded(new) != unreminded(old):
            await self._rows(_OWE, (old.id, len(new.log), old.change + 1, new.moved))
