"""What a person asks about the past of a table: history, replay, which tables are over. Knows no Discord library."""

from __future__ import annotations

import asyncio

from bot.delivery.films import ReplayFilms
from bot.interactions.move_menu import MoveMenu, SeveralTables
from bot.model.errors import Refusal
from bot.model.people import Asker, Location, address
from bot.model.phases import needs_table
from bot.model.room import PlayedRoom, Room
from bot.screens import replay as replay_screen
from bot.screens.refusals import notice
from bot.screens.screen import Screen, Suggestion
from bot.screens.tables import named
from bot.services.table_life import TableLife

MOST = 25  # rows that Discord shows


class ReplayHandlers:
    """Looks at tables under way and over; changes nothing."""

    def __init__(self, table_life: TableLife, films: ReplayFilms, menu: MoveMenu) -> None:
        self._table_life, self._films, self._move_menu = table_life, films, menu

    async def history(self, asker: Asker, room_id: int, page: int) -> Screen:
        """One page of what happened at the table, the last for page -1. Raises as `begun`."""
        room = await self.begun(asker, room_id)
        return await asyncio.to_thread(replay_screen.history, room, room.seat_of(asker.person.id), asker.words, page)

    async def replay(self, asker: Asker, room_id: int, at: int) -> Screen:
        """The table after one of its moves, the last for -1. Raises as `begun`."""
        room = await self.begun(asker, room_id)
        return await asyncio.to_thread(replay_screen.replay, room, room.seat_of(asker.person.id), asker.words, at)

    async def closer(self, asker: Asker, room_id: int) -> Screen:
        """Every seat of the table enlarged, as this person may see it. Raises as `begun`."""
        room = await self.begun(asker, room_id)
        return await asyncio.to_thread(replay_screen.closer, room, room.seat_of(asker.person.id), asker.words)

    async def film(self, asker: Asker, room_id: int) -> Screen:
        """A link to the film of the table, which is posted now if it was not before. Raises as `ReplayFilms.where`."""
        room = await self._move_menu.visible(asker, room_id)
        channel, message = await self._films.where(room, asker.shared)
        link = address(Location(room.place.guild, channel), message)
        return notice(asker.words, "film.there", tag=room.tag, link=link)

    async def find(self, asker: Asker, tag: str | None) -> Room:
        """The named table, otherwise the one that ended last. Raises as `MoveMenu.find`."""
        try:
            return await self._move_menu.find(asker, tag)
        except SeveralTables:
            raise
        except Refusal as no:
            over = await self._table_life.finished(asker.person.id, asker.channel) if no.key == "no_table" else []
            if not over:
                raise
            return over[0]

    async def named(self, asker: Asker, typed: str) -> list[Suggestion]:
        """Tables that may be meant: those under way, then those that are over."""
        rows = await self._move_menu.named(asker, typed)
        over = await self._table_life.finished(asker.person.id, asker.channel)
        names = [named(room, asker.person.id, asker.words) for room in over]
        rows += [Suggestion(name[:100], name.split()[0]) for name in names if typed.casefold() in name.casefold()]
        return rows[:MOST]

    async def begun(self, asker: Asker, room_id: int) -> PlayedRoom:
        """The table, under way or over. Raises Refusal: gone, wrong_place, not_started."""
        return needs_table(await self._move_menu.visible(asker, room_id))
