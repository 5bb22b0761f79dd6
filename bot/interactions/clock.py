"""The buttons of a table's clock: more time, and taking one's seat back. Knows no rules."""

from __future__ import annotations

from bot.discord_api.custom_id import on
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import MoveMenu
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.screens import refusals as refusals_screen
from bot.screens import table as table_screen
from bot.screens import verbs
from bot.services.deadlines import Deadlines
from bot.services.rooms import Rooms
from bot.services.table_life import TableLife


class ClockHandlers:
    """What each of them does."""

    def __init__(self, rooms: Rooms, table_life: TableLife, deadlines: Deadlines, menu: MoveMenu) -> None:
        self._rooms, self._table_life, self._deadlines, self._move_menu = rooms, table_life, deadlines, menu
        self.handlers = on(verbs.RETURN, self._return), on(verbs.MORE_TIME, self._more_time)

    async def _return(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._move_menu.visible(asker, room_id)
        seat = room.warm_seat(asker.person.id)
        if seat is None and not await self._rooms.counted(asker.press):
            raise Refusal("not_away", tag=room.tag)
        if seat is not None:
            await self._table_life.take_over(room.id, asker.person, seat, asker.press)
        await reply.show(refusals_screen.notice(asker.words, "life.back", tag=room.tag))

    async def _more_time(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._deadlines.more_time(room_id, asker.person, asker.press)
        seat = room.seat_of(asker.person.id)
        until = table_screen.until(room, asker.words, seat) if seat is not None else ""
        await reply.show(refusals_screen.notice(asker.words, "life.more_time", tag=room.tag, until=until))
