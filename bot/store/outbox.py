"""Rooms whose messages are out of date, and what their newest messages show. Knows no words."""

from __future__ import annotations

from bot.model.record import Record, Shown, unreminded
from bot.model.room import Room
from bot.store.database import Database
from bot.store.messages import StaleMessageStore

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
_CALLED = "UPDATE guests SET called = 1 WHERE room = ? AND since <= ?"
# Messages of open tables are behind, though nothing in their rooms changed: a length below 0 tells this from a move.
_LOOK_AGAIN = """
    INSERT INTO outbox (room, length, change, since) SELECT id, -1, change, moved FROM rooms
    WHERE guild = ? AND phase IN ('lobby', 'playing') AND message IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET length = -1"""
_LOOKED = "DELETE FROM outbox WHERE room = ? AND change <= ? AND length < 0"
_LOOKS_OLD = "SELECT 1 FROM outbox WHERE room = ? AND length < 0"


class OutboxStore:
    """Messages to post or edit. Each call is one transaction, except the steps at the end, which need one."""

    def __init__(self, database: Database, stale_messages: StaleMessageStore) -> None:
        self._database, self._stale_messages = database, stale_messages

    async def owe(self, room_id: int) -> None:
        """The newest message of the room is out of date, though nothing in the room changed."""
        await self._database.execute_alone(_OWE_AGAIN, room_id, rooms=())

    async def owed(self) -> list[tuple[int, int]]:
        """Rooms whose newest message is out of date, longest waiting first, each with the length of log to show."""
        return [(room_id, length) for room_id, length in await self._database.fetch(_OWED)]

    async def behind(self) -> frozenset[int]:
        """The same rooms, and those asleep whose message is behind."""
        return frozenset(room_id for (room_id,) in await self._database.fetch(_BEHIND))

    async def showed(self, seen: Record | Room, shown: Shown, fresh: bool) -> None:
        """The message of a room is remembered, its moment only if `fresh`; it shows what was `seen` of the room.

        Nothing is owed any more unless the room went on after that.
        """

        async def work() -> None:
            if fresh:
                await self._stale_messages.add(seen.id, shown.message, shown.posted)
            posted = shown.posted if fresh else None
            facts = {"message": shown.message, "length": shown.length, "posted": posted}
            await self._database.execute(_SHOWN, {**facts, "id": seen.id, "moved": seen.moved})
            await self._database.execute(_PAID, (seen.id, seen.change))
            if fresh and seen.uncalled:
                await self._database.execute(_CALLED, (seen.id, seen.change))

        await self._database.transaction(work, (seen.id,))

    async def looks_old(self, room_id: int) -> bool:
        """Whether the newest message of the room has a language or look that its server has given up."""
        return bool(await self._database.fetch(_LOOKS_OLD, room_id))

    async def looks_new(self, room_id: int, change: int) -> None:
        """The message shows the room after that change as its server wants it."""
        await self._database.execute_alone(_LOOKED, room_id, change)

    # steps inside a transaction

    async def add(self, old: Record, new: Record) -> None:
        """The newest message of the room is behind, unless nobody could see there what has changed."""
        if unreminded(new) != unreminded(old):
            await self._database.execute(_OWE, (old.id, len(new.log), old.change + 1, new.moved))

    async def add_open(self, guild: int) -> None:
        """The messages of all open tables of the server are behind, in their language or look."""
        await self._database.execute(_LOOK_AGAIN, (guild,))
