"""Which links for watching were taken back. Knows no link, no secret and no Discord."""

from dataclasses import dataclass

from bot.store.database import Database, StorePart
from bot.store.outbox import OutboxStore

_OF = "SELECT renewed, closed FROM watch_links WHERE room = ?"
_CLOSE = """
    INSERT INTO watch_links (room, renewed, closed) VALUES (?, 1, 1)
    ON CONFLICT (room) DO UPDATE SET renewed = watch_links.renewed + 1 - watch_links.closed, closed = 1"""
_OPEN = "UPDATE watch_links SET closed = 0 WHERE room = ?"


@dataclass(frozen=True)
class WatchLinkState:
    """What became of the link of a table: how often it was taken back (`renewed`), and whether it `is_closed` now."""

    renewed: int = 0
    is_closed: bool = False


class WatchLinkStore(StorePart):
    """The links of tables that are not as they were at first. Each call is one transaction."""

    def __init__(self, database: Database, outbox: OutboxStore) -> None:
        super().__init__(database)
        self._outbox = outbox

    async def of(self, room_id: int) -> WatchLinkState:
        """What became of the table's link."""
        rows = await self._database.fetch_cached(_OF, room_id)
        return WatchLinkState(int(rows[0][0]), bool(rows[0][1])) if rows else WatchLinkState()

    async def close(self, room_id: int) -> None:
        """The table has no link; the message that shows it is out of date."""
        await self._change(_CLOSE, room_id)

    async def open(self, room_id: int) -> None:
        """The table has a link again, which is not the one that it had; its message is out of date."""
        await self._change(_OPEN, room_id)

    async def _change(self, sql: str, room_id: int) -> None:
        async def work() -> None:
            await self._database.execute(sql, (room_id,))
            await self._outbox.add_look(room_id)

        await self._database.transaction(work)
