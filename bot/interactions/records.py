"""What a person asks of a table's record: its draws dealt again, its moves as a file. Knows no Discord library."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.interactions.move_menu import SeveralTables
from bot.interactions.replay import ReplayHandlers
from bot.model.people import Asker
from bot.screens import bag_proof as bag_proof_screen
from bot.screens import records as records_screen
from bot.screens import tables as tables_screen
from bot.screens.screen import Screen
from bot.services.rooms import Rooms

Look = Callable[[Asker, int], Awaitable[Screen]]


class RecordHandlers:
    """Looks at tables under way and over; changes nothing."""

    def __init__(self, rooms: Rooms, replay: ReplayHandlers) -> None:
        self._rooms, self._replays = rooms, replay
        self.looks: dict[str, Look] = {"verify": self.verify, "export": self.export}

    async def asked(self, verb: str, asker: Asker, tag: str | None) -> Screen:
        """The answer of "verify" or "export" about that table, or the question which table."""
        try:
            room = await self._replays.find(asker, tag)
        except SeveralTables as no:
            return tables_screen.which(no.tables, asker.person.id, asker.words, verb)
        return await self.looks[verb](asker, room.id)

    async def verify(self, asker: Asker, room_id: int) -> Screen:
        """Whether the table's draws follow from its bag. Raises Refusal: gone, wrong_place, not_started."""
        room = await self._replays.begun(asker, room_id)
        return await asyncio.to_thread(bag_proof_screen.verified, room, await self._rooms.match(room), asker.words)

    async def export(self, asker: Asker, room_id: int) -> Screen:
        """The table's moves as a file, as far as everybody may know them.

        Raises Refusal: gone, wrong_place, not_started; secret_record while hands are hidden.
        """
        room = await self._replays.begun(asker, room_id)
        return await asyncio.to_thread(records_screen.exported, room, await self._rooms.match(room), asker.words)
