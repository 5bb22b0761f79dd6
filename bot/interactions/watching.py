"""The links to the pages of tables: each person's own, and what hosts and managers may do. Knows no rules."""

from bot.discord_api.reply import Reply, on, showing
from bot.interactions.more import Entry
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.model.room import Room
from bot.screens import more as more_screen
from bot.screens import refusals as refusals_screen
from bot.screens import verbs
from bot.screens.screen import Screen
from bot.services.page_sessions import PageSessions
from bot.services.watching import Watching


class WatchHandlers:
    """The button that opens the page, and what More offers in `entries`."""

    def __init__(self, watching: Watching, sessions: PageSessions, tables: Tables) -> None:
        self._watching = watching
        self._sessions = sessions
        self._tables = tables
        self.handlers = (on(verbs.PAGE, showing(self.links)),)
        self.entries: dict[str, Entry] = {"close_page": self._close, "open_page": self._open}

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """The entry that More offers this person, if any."""
        offered = await self._offered(room, asker)
        return [f"{offered}_page"] if offered else []

    async def links(self, asker: Asker, room_id: int) -> Screen:
        """A link of the person's own to play at the table, and the one to watch it, where there are such pages."""
        room = await self._tables.visible(asker, room_id)
        page = await self._watching.page_link(room)
        own = ""
        looks_on = room.looks_on(asker.person.id)
        if page.plays and (looks_on or room.seat_of(asker.person.id) is not None):
            own = self._watching.own_address(room, await self._sessions.link(asker.person))
        if not (own or page.address):
            raise Refusal("page_none", tag=room.tag)
        return more_screen.links(room, own, page.address, asker.words, looks_on=looks_on)

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
