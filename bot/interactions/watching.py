"""The link to the page of a table: its host and managers take it back and make a new one. Knows no rules."""

from bot.discord_api.reply import Reply
from bot.interactions.more import Entry
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.model.room import Room
from bot.screens import refusals as refusals_screen
from bot.services.watching import Watching


class WatchHandlers:
    """`entries` has what More offers; there are no buttons."""

    handlers = ()

    def __init__(self, watching: Watching, tables: Tables) -> None:
        self._watching, self._tables = watching, tables
        self.entries: dict[str, Entry] = {"close_page": self._close, "open_page": self._open}

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """The entry that More offers this person, if any."""
        offered = await self._offered(room, asker)
        return [f"{offered}_page"] if offered else []

    async def _offered(self, room: Room, asker: Asker) -> str:
        may_manage = asker.may_manage and room.place.guild == asker.guild
        return await self._watching.offers(room, asker.person.id, may_manage=may_manage)

    async def _close(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._needed(asker, room_id, "close")
        await self._watching.close(room)
        await reply.show(refusals_screen.notice(asker.words, "watch.closed", tag=room.tag))

    async def _open(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._needed(asker, room_id, "open")
        await self._watching.reopen(room)
        await reply.show(refusals_screen.notice(asker.words, "watch.reopened", tag=room.tag))

    async def _needed(self, asker: Asker, room_id: int, wanted: str) -> Room:
        """The room, if More offers this person just that. Raises Refusal("unknown")."""
        room = await self._tables.visible(asker, room_id)
        if await self._offered(room, asker) != wanted:
            raise Refusal("unknown")
        return room
