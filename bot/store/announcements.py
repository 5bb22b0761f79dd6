"""Who is still to hear how a table ended: its followers, and the channel for results. Knows no words."""

from __future__ import annotations

from bot.model.record import Record
from bot.store.database import Part

_FOLLOW = "INSERT OR IGNORE INTO follows (room, person) SELECT id, ? FROM rooms WHERE id = ?"
_UNFOLLOW = "DELETE FROM follows WHERE room = ? AND person = ?"
_FOLLOWS = "SELECT 1 FROM follows WHERE room = ? AND person = ?"
# The end must stand in the channel first, since a note links to it, unless there is no channel any more.
_FOLLOWERS_DUE = """
    SELECT follows.room, follows.person FROM follows JOIN rooms ON rooms.id = follows.room
    WHERE rooms.phase IN ('over', 'ended') AND (NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.room = rooms.id)
        OR EXISTS (SELECT 1 FROM asleep WHERE asleep.room = rooms.id AND reason = 'channel_gone'))
    ORDER BY follows.room, follows.person"""
# A result is announced elsewhere only: where the table stands everybody sees its end.
_OWE = """
    INSERT INTO tidings (room, channel) SELECT rooms.id, CAST(choices.value AS INTEGER)
    FROM rooms JOIN choices ON choices.guild = rooms.guild AND choices.key = 'announce' AND choices.value <> ''
    WHERE rooms.id = ? AND CAST(choices.value AS INTEGER) NOT IN (rooms.channel, coalesce(rooms.home, 0))
    ON CONFLICT DO NOTHING"""
_DUE = "SELECT room, channel FROM tidings ORDER BY room"
_DONE = "DELETE FROM tidings WHERE room = ?"


class FollowerStore(Part):
    """Who follows which table until it ends. Each call is one transaction."""

    async def add(self, room_id: int, person: int) -> None:
        """The person follows the table; a second time changes nothing."""
        await self._database.execute_alone(_FOLLOW, person, room_id)

    async def remove(self, room_id: int, person: int) -> None:
        """The person follows the table no longer, or knows how it ended."""
        await self._database.execute_alone(_UNFOLLOW, room_id, person)

    async def has(self, room_id: int, person: int) -> bool:
        """Whether the person follows the table."""
        return bool(await self._database.fetch(_FOLLOWS, room_id, person))

    async def due(self) -> list[tuple[int, int]]:
        """Tables that ended and show it, or never can, each with the number of a person who does not know yet."""
        return [(int(room_id), int(person)) for room_id, person in await self._database.fetch(_FOLLOWERS_DUE)]


class AnnouncementStore(Part):
    """Results that are to be announced in another channel. Each call is one transaction."""

    async def due(self) -> list[tuple[int, int]]:
        """Tables whose result is still to be announced, each with the channel."""
        return [(int(room_id), int(channel)) for room_id, channel in await self._database.fetch(_DUE)]

    async def remove(self, room_id: int) -> None:
        """The result of this table is announced, or cannot be."""
        await self._database.execute_alone(_DONE, room_id)

    async def add(self, old: Record, new: Record) -> None:
        """Inside a transaction: the result of a table that has just ended is due, where the server wants that."""
        if new.phase == "over" and old.phase != "over":
            await self._database.execute(_OWE, (old.id,))
