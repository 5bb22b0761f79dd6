"""The presses that look at tables: boards, lists, which table is meant. Knows no rules."""

from __future__ import annotations

from bot.delivery.table_messages import TableMessages
from bot.discord_api.custom_id import on, showing
from bot.discord_api.reply import Reply
from bot.interactions.more import MoreHandlers
from bot.interactions.move_menu import MoveMenu
from bot.interactions.records import RecordHandlers
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.screens import refusals as refusals_screen
from bot.screens import tables as tables_screen
from bot.screens import verbs
from bot.screens.screen import Screen
from bot.services.rooms import Rooms


class TableHandlers:
    """What each of them does."""

    def __init__(
        self, rooms: Rooms, menu: MoveMenu, messages: TableMessages, more: MoreHandlers, records: RecordHandlers
    ) -> None:
        self._rooms, self._move_menu, self._messages, self._more, self._records = rooms, menu, messages, more, records
        self.handlers = (
            on(verbs.BOARD, showing(menu.board)),
            on(verbs.READ, showing(self._read)),
            on(verbs.WHICH, self._which),
            on(verbs.HERE, self._here),
            on(verbs.TURNS, showing(self._turns)),
            on(verbs.GAMES, showing(menu.games)),
        )

    async def _read(self, asker: Asker, room_id: int) -> Screen:
        return await self._move_menu.board(asker, room_id, as_text=True)

    async def _which(self, asker: Asker, reply: Reply, purpose: str, room_id: int) -> None:
        """What was wished is done with the table that was chosen."""
        purpose, _, typed = purpose.partition(":")
        match purpose:
            case "board":
                await reply.show(await self._move_menu.board(asker, room_id))
            case "history" | "replay" | "resign":
                await self._more.open(purpose, asker, room_id, reply)
            case "verify" | "export":
                await reply.show(await self._records.looks[purpose](asker, room_id))
            case "move":
                screen = await self._move_menu.written(asker, room_id, typed)
                await reply.show(await self._more.closed(asker, room_id, screen))
            case _:
                raise Refusal("unknown")

    async def _here(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room, _ = await self._rooms.seated(room_id, asker.person.id)
        brought = refusals_screen.notice(asker.words, "board.brought", channel=f"<#{room.place.channel}>")
        await reply.show(await self._more.unseen(asker, room) or brought)
        self._messages.bring(room.id)

    async def _turns(self, asker: Asker, page: int, _mark: str | None, only: str | None) -> Screen:
        return await self._move_menu.turns(asker, page, only or tables_screen.ONLY[0])
