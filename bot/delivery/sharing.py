"""Which tables this process shows, where several share one database. Knows no message and no other process."""

from collections.abc import Awaitable, Callable

from bot.services.rooms import Rooms
from bot.store.store import Store

Elsewhere = Callable[[int, int | None], Awaitable[None]]


class TableSharing:
    """Every table is shown by a process whose home its server is.

    `on_elsewhere`: is told the numbers of a table and of its server (None: direct messages) if the message of a table
    that another process shows is out of date, because somebody has pressed something here. By default nobody hears of
    it, and that process finds the table when it looks for what it owes.
    """

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms, self._home = rooms, store.home
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


async def _untold(_room_id: int, _guild: int | None) -> None:
    pass
