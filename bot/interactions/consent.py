"""The buttons of what everybody must agree to, and of a clock that stands still. Knows no rules."""

from __future__ import annotations

from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.reply import Reply
from bot.model.asker import Asker
from bot.model.lobby_options import CLOCKS
from bot.model.room import Room
from bot.screens import pages as pages_screen
from bot.services.deadlines import Deadlines
from bot.services.table_life import TableLife


class ConsentHandlers:
    """What each of them does; `verbs` has them by name, `entries` those that More offers."""

    def __init__(self, table_life: TableLife, deadlines: Deadlines) -> None:
        self._table_life, self._deadlines = table_life, deadlines
        self.verbs: dict[str, Deed] = {
            "ask": self._ask,
            "agree": self._agree,
            "no": self._no,
            "goon": self._go_on,
        }
        self.entries: dict[str, Deed] = {
            "ask": self._ask,
            "pause": self._pause,
            "finish": self._finish,
            "goon": self._go_on,
        }

    async def offers(self, room: Room, asker: Asker) -> list[str]:
        """What More offers this person of it now."""
        if room.phase != "playing" or room.seat_of(asker.person.id) is None:
            return []
        if room.paused is not None:
            return ["goon"]
        if room.ask is not None:
            return []
        back = await self._table_life.may_take_back(room.id, asker.person.id)
        return [
            *(["ask"] if back == "ask" else []),
            *(["pause"] if room.terms.get("clock") in CLOCKS else []),
            *(["finish"] if len(room.people) > 1 else []),
        ]

    async def _ask(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self._wish(press, asker, reply, "take_back")

    async def _pause(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self._wish(press, asker, reply, "pause")

    async def _finish(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self._wish(press, asker, reply, "finish")

    async def _wish(self, press: Press, asker: Asker, reply: Reply, kind: str) -> None:
        room = await self._table_life.ask(press.room, asker.person.id, kind, asker.press)
        key = "life.asked" if room.ask is not None or room.paused is None else "life.paused"
        await reply.show(pages_screen.said(asker.words, key, channel=f"<#{room.place.channel}>", tag=room.tag))

    async def _agree(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self._table_life.agree(press.room, asker.person.id, asker.press)
        await reply.accept()

    async def _no(self, press: Press, asker: Asker, reply: Reply) -> None:
        await self._table_life.decline(press.room, asker.person.id, asker.press)
        await reply.accept()

    async def _go_on(self, press: Press, asker: Asker, reply: Reply) -> None:
        room = await self._deadlines.go_on(press.room, asker.person, asker.press)
        await reply.show(pages_screen.said(asker.words, "life.goes_on", tag=room.tag))
