"""Who follows which table until it ends. The store builds on it.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

from bot.store.ways import Ways

_FOLLOW = "INSERT OR IGNORE INTO follows (room, person) SELECT id, ? FROM rooms WHERE id = ?"
_UNFOLLOW = "DELETE FROM follows WHERE room = ? AND person = ?"
_FOLLOWS = "SELECT 1 FROM follows WHERE room = ? AND person = ?"
# The end must stand in the channel first, since a note links to it, unless there is no channel any more.
_DUE = """
    SELECT follows.room, follows.person FROM follows JOIN rooms ON rooms.id = follows.room
    WHERE rooms.phase IN ('over', 'ended') AND (NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.room = rooms.id)
        OR EXISTS (SELECT 1 FROM asleep WHERE asleep.room = rooms.id AND reason = 'channel_gone'))
    ORDER BY follows.room, follows.person"""


class FollowerStore(Ways):
    """What is kept of who follows. Each public call is one transaction."""

    async def follow(self, room_id: int, person: int) -> None:
        """The person follows the table; a second time changes nothing."""
        await self._alone(_FOLLOW, person, room_id)

    async def unfollow(self, room_id: int, person: int) -> None:
        """The person follows the table no longer, or was told how it ended."""
        await self._alone(_UNFOLLOW, room_id, person)

    async def follows(self, room_id: int, person: int) -> bool:
        """Whether the person follows the table."""
        return bool(await self._read(_FOLLOWS, room_id, person))

    async def followers_to_tell(self) -> list[tuple[int, int]]:
        """Tables that ended and show it, or never can, each with the number of a person who is still to be told."""
        return [(int(room_id), int(person)) for room_id, person in await self._read(_DUE)]
