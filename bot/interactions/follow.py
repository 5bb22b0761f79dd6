"""The buttons of who follows a game, and of who reports a fault. Knows no rules."""

from __future__ import annotations

import logging

from bot import logs
from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import MoveMenu
from bot.interactions.rules import RulesHandlers
from bot.model.asker import Asker
from bot.model.phases import needs_play, needs_table
from bot.model.room import Room
from bot.screens import follow as follow_screen
from bot.services.table_life import TableLife

log = logging.getLogger(__name__)


class FollowHandlers:
    """What each of them does; `verbs` has them by name, `entries` those that More offers."""

    def __init__(self, table_life: TableLife, menu: MoveMenu, rules: RulesHandlers) -> None:
        self._table_life, self._move_menu, self._rules = table_life, menu, rules
        self.verbs: dict[str, Deed] = {"follow": self._follow, "unfollow": self._unfollow}
        self.entries: dict[str, Deed] = {**self.verbs, "report": self._report}

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """What More offers this person of it now; a table in direct messages tells its one reader by itself."""
        if room.phase != "playing" or room.place.guild is None:
            return ["report"]
        return ["unfollow" if await self._table_life.follows(room.id, asker.person.id) else "follow", "report"]

    async def _follow(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._move_menu.visible(asker, press.room)
        needs_play(room)
        await self._table_life.follow(room.id, asker.person.id)
        await reply.show(follow_screen.followed(room, asker.words))

    async def _unfollow(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._move_menu.visible(asker, press.room)
        await self._table_life.unfollow(room.id, asker.person.id)
        await reply.show(follow_screen.unfollowed(room, asker.words))

    async def _report(self, press: Press, asker: Asker, reply: Reply) -> None:
        """The log names table, move number and code: never who reports, nor a move."""
        room = needs_table(await self._move_menu.visible(asker, press.room))
        code = logs.fault_code()
        logs.about(room.id, len(room.table.log))
        log.warning("somebody reports a fault", extra={"code": code})
        await reply.show(follow_screen.reported(room, asker.words, code, self._rules.support))
