"""Which tables this process shows, where several share one database. Knows no message and no other process."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from bot.services.rooms import Rooms
from bot.store.store import Store

AGAIN = 1.0  # seconds before a table that another process is showing is looked at again
Elsewhere = Callable[[int, int | None], Awaitable[None]]


class TableSharing:
    """Every table is shown by a process whose home its server is.

    `on_elsewhere`: is told the numbers of a table and of its server (None: direct messages) if the message of a table
    that another process shows is out of date, because somebody has pressed something here. By default nobody hears of
    it, and that process finds the table when it looks for what it owes.
    """

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms, self._home, self._outbox = rooms, store.home, store.outbox
        self.is_shared = store.database.port.is_shared  # whether there may be another process at all
        self.on_elsewhere: Elsewhere = _untold

    async def is_elsewhere(self, room_id: int) -> bool:
        """Whether another process shows the room, which is told of it. Raises Refusal("gone")."""
        if self._home.is_everything:
            return False
        guild = (await self._rooms.room(room_id)).place.guild
        if self._home.has(guild):
            return False
        await self.on_elsewhere(room_id, guild)
        return True

    async def bring(self, room_id: int) -> bool:
        """Whether the store knows now that the room is to be posted anew; not where there is no other process."""
        if self.is_shared:
            await self._outbox.bring(room_id)
        return self.is_shared

    @asynccontextmanager
    async def taken(self, room_id: int) -> AsyncIterator[bool]:
        """Whether no other process shows the room within, which it may when this one takes over from it."""
        try:
            yield await self._outbox.take(room_id, self._rooms.now())
        finally:
            await self._outbox.release(room_id)


async def _untold(_room_id: int, _guild: int | None) -> None:
    pass
