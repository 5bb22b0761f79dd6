"""The buttons to follow a game and to report a fault. Knows no rules."""

from __future__ import annotations

import logging

from bot import logs
from bot.discord_api.custom_id import on
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import MoveMenu
from bot.interactions.rules import RulesHandlers
from bot.model.asker import Asker
from bot.model.phases import needs_play, needs_table
from bot.model.room import Room
from bot.screens import more as more_screen
from bot.screens import verbs
from bot.services.table_life import TableLife

log = logging.getLogger(__name__)


class FollowHandlers:
    """What each of them does; `entries` has those that More offers."""

    def __init__(self, table_life: TableLife, menu: MoveMenu, rules: RulesHandlers) -> None:
        self._table_life, self._move_menu, self._rules = table_life, menu, rules
        self.handlers = on(verbs.FOLLOW, self._follow), on(verbs.UNFOLLOW, self._unfollow)
        self.entries = {"follow": self._follow, "unfollow": self._unfollow, "report": self._report}

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """The entries that More offers this person; nobody need follow a table in direct messages."""
        if room.phase != "playing" or room.place.guild is None:
            return ["report"]
        return ["unfollow" if await self._table_life.follows(room.id, asker.person.id) else "follow", "report"]

    async def _follow(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._move_menu.visible(asker, room_id)
        needs_play(room)
        await self._table_life.follow(room.id, asker.person.id)
        await reply.show(more_screen.followed(room, asker.words))

    async def _unfollow(self, asker: Asker, reply: Reply, room_id: int) -> None:
        room = await self._move_menu.visible(asker, room_id)
        await self._table_life.unfollow(room.id, asker.person.id)
        await reply.show(more_screen.unfollowed(room, asker.words))

    async def _report(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Log table, move number and code of the report, but neither the person nor a move."""
        room = needs_table(await self._move_menu.visible(asker, room_id))
        code = logs.fault_code()
        logs.about(room.id, len(room.table.log))
        log.warning("somebody reports a fault", extra={"code": code})
        await reply.show(more_screen.reported(room, asker.words, code, self._rules.support))
