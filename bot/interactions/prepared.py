"""Handlers to prepare moves while another seat is to move, and to show and remove them. Independent of rules.

All screens here are shown only to the person themselves.
"""

import asyncio
from dataclasses import replace

from bot.discord_api.reply import Reply, answer_with_screen, bind
from bot.interactions.move_menu import MoveMenu
from bot.interactions.tables import Tables
from bot.model.move_menu import MenuState
from bot.model.people import Asker
from bot.model.preferences import MenuSight
from bot.model.room import OwnPreparedTurns, PlayedRoom, PreparationMode, Room
from bot.screens import accessible as accessible_screen
from bot.screens import prepared as prepared_screen
from bot.screens import verbs
from bot.screens.screen import Screen
from bot.services.prepared_moves import PreparationRooms
from bot.services.services import Services


class PrepareMenu(MoveMenu):
    """The move menu at a table as if the person's seat were to act; in the end the move is prepared, not played."""

    stale_key = "prepared.stale"
    so_far_key = "prepared.so_far"

    def __init__(self, services: Services, tables: Tables, rooms: PreparationRooms) -> None:
        super().__init__(rooms, services.preferences, tables)
        self._prepared_moves = services.prepared_moves

    async def closing_screen(
        self, asker: Asker, room: PlayedRoom, later: PlayedRoom, move: str, *, with_picture: bool
    ) -> Screen:
        """Return the page of prepared moves."""
        own = await self._prepared_moves.load(room.id, asker.person.id)
        screen = await prepared_page(self._tables, asker, own, asker.words("prepared.done", what=move))
        return accessible_screen.adapt_menu(screen, await self._preferences.load(asker.person.id))


class PreparedHandlers:
    """Handles prepared moves; `menus` are those to prepare a new turn ("p") and to continue the last one ("t")."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self._rooms = services.rooms
        self._prepared = services.prepared_moves
        self._tables = tables
        self._preferences = services.preferences
        self.menus: dict[PreparationMode, MoveMenu] = {
            "p": PrepareMenu(services, tables, PreparationRooms(services.rooms, "p")),
            "t": PrepareMenu(services, tables, PreparationRooms(services.rooms, "t")),
        }
        self.handlers = (
            bind(verbs.PREPARE, answer_with_screen(self.prepare)),
            bind(verbs.CHANGE_PREPARED_SIGHT, answer_with_screen(self._show_sight)),
            bind(verbs.UNPREPARE, self._remove),
            bind(verbs.STEP_BACK_PREPARED, self._step_back),
        )
        self.entries = {"prepare": answer_with_screen(self.prepare)}

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """Return the entry that More offers a person who waits for others."""
        return ["prepare"] if self._prepared.may_prepare(room, room.seat_of(asker.person.id)) else []

    async def prepare(self, asker: Asker, room_id: int) -> Screen:
        """Return the page of prepared moves, or the first question if there are none."""
        own = await self._prepared.load(room_id, asker.person.id)
        if not own.turns:
            return await self.menus["p"].menu(asker, MenuState(room_id, None, (), "p"))
        return await self._prepared_screen(asker, own)

    async def _show_sight(self, asker: Asker, room_id: int, sight: MenuSight) -> Screen:
        return await self._prepared_screen(asker, await self._prepared.load(room_id, asker.person.id), sight)

    async def _remove(self, asker: Asker, reply: Reply, room_id: int, place: int | None) -> None:
        own = await self._prepared.remove_turn(room_id, asker.person.id, place, asker.press)
        await reply.show(await self._prepared_screen(asker, own))

    async def _step_back(self, asker: Asker, reply: Reply, room_id: int, stamp: int, back: str | None) -> None:
        await self._prepared.retract(room_id, asker.person.id, stamp, asker.press, turn=back == "turn")
        await reply.show(await self.menus["p"].menu(asker, MenuState(room_id, None, (), "p")))

    async def _prepared_screen(self, asker: Asker, own: OwnPreparedTurns, sight: MenuSight = "auto") -> Screen:
        screen = await prepared_page(self._tables, asker, own, sight=sight)
        return accessible_screen.adapt_menu(screen, await self._preferences.load(asker.person.id))


async def prepared_page(
    tables: Tables, asker: Asker, own: OwnPreparedTurns, head: str = "", sight: MenuSight = "auto"
) -> Screen:
    """Return the page of all prepared moves, with the asker's theme."""
    room = await tables.apply_preferences(asker, own.room, sight)
    assert isinstance(room, PlayedRoom)
    return await asyncio.to_thread(prepared_screen.page, replace(own, room=room), asker.words, head)
