"""The presses of a move's private menu. Knows no rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.discord_api.caller import missing
from bot.discord_api.custom_id import on, showing
from bot.discord_api.reply import Reply
from bot.interactions.more import MoreHandlers
from bot.interactions.move_menu import MoveMenu
from bot.model.errors import Refusal
from bot.model.move_menu import MenuState
from bot.model.people import Asker
from bot.screens import verbs
from bot.screens.screen import Text
from bot.services.rooms import Rooms


class MenuHandlers:
    """What each control of the menu does."""

    def __init__(self, rooms: Rooms, menu: MoveMenu, more: MoreHandlers) -> None:
        self._rooms, self._move_menu, self._more = rooms, menu, more
        self.handlers = (
            on(verbs.PLAY, self._play),
            on(verbs.ANSWER, self._answer),
            on(verbs.BACK, showing(menu.back)),
            on(verbs.TICK, showing(menu.ticked)),
            on(verbs.WHY, showing(menu.why_not)),
            on(verbs.RULE, showing(menu.reason)),
            on(verbs.TYPE, form_of(menu)),
            on(verbs.TYPED, self._typed),
            on(verbs.PLAY_IT, self._play_it),
        )

    async def _play(self, asker: Asker, reply: Reply, room_id: int) -> None:
        await self._answer(asker, reply, MenuState(room_id))

    async def _answer(self, asker: Asker, reply: Reply, at: MenuState) -> None:
        await reply.show(await self._more.closed(asker, at.room, await self._move_menu.menu(asker, at)))

    async def _typed(self, asker: Asker, reply: Reply, room_id: int, text: str) -> None:
        await reply.show(await self._more.closed(asker, room_id, await self._move_menu.written(asker, room_id, text)))

    async def _play_it(self, asker: Asker, reply: Reply, at: MenuState) -> None:
        screen = await self._move_menu.play_it(asker, at)
        screen = await self._more.closing(screen, asker, at.room)
        lacking = missing(reply.interaction)
        if lacking and (await self._rooms.room(at.room)).place.channel == asker.channel:
            unseen = Text(asker.words("refusal.missing_saved", rights=", ".join(lacking)))
            screen = replace(screen, parts=(*screen.parts, unseen))
        await reply.show(screen)


def form_of(menu: MoveMenu) -> Callable[[Asker, Reply, MenuState], Awaitable[None]]:
    """What opens the form to type a move in."""

    async def form(asker: Asker, reply: Reply, at: MenuState) -> None:
        if not await reply.open(await menu.form(asker, at)):
            raise Refusal("busy")

    return form
