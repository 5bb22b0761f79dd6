"""The one router of buttons, lists and forms: finds its handler and has it answer. Knows no rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.delivery.table_messages import TableMessages
from bot.discord_api.caller import asker_of, missing
from bot.discord_api.custom_id import Deed, MenuState, Press
from bot.discord_api.reply import Manner, Reply
from bot.interactions.clock import ClockHandlers
from bot.interactions.lobby import LobbyHandlers
from bot.interactions.more import MoreHandlers
from bot.interactions.move_menu import MoveMenu
from bot.interactions.open_lobby import LobbyOpener
from bot.interactions.preferences import PreferencesHandlers
from bot.interactions.privacy import PrivacyHandlers
from bot.interactions.ratings import SHARED, RatingHandlers
from bot.interactions.records import RecordHandlers
from bot.interactions.replay import ReplayHandlers
from bot.interactions.rules import RulesHandlers
from bot.interactions.sandbox import SandboxHandlers
from bot.interactions.server_settings import ServerSettingsHandlers
from bot.model.asker import Asker
from bot.model.errors import Refusal
from bot.model.room import from_tag
from bot.screens import pages as pages_screen
from bot.screens.screen import Text
from bot.services.rooms import Rooms

OF_LOBBIES = ("set", "defaults", "agreed", "out", "wait", "invite", "bring")
IN_PLACE = (
    "m", "b", "why", "rule", "tick", "do", "typed", "read", "turns", "games", "choose", "keep", "end", "which",
    "undo", "ask", "resigned", "history", "replay", "movehere", "close",
    "goon", "follow", "unfollow", "replace", "offer", "take", "nottake", "kick", "kicked",
    "book", "found", "para", "look", "help", "rec", "try", "tryon", "roll", "drawn", "retract", "me", "wish", "region",
    "wrote", "top", "prof", "server", "decide", "forget", "forgotten", "own", "erase",
)  # fmt: skip


def manner(press: Press, interaction: discord.Interaction[Any]) -> Manner:
    """Private menus change in place, lobbies too; all else answers anew."""
    private = interaction.message is not None and interaction.message.flags.ephemeral
    if press.verb in SHARED:
        return Manner.PUBLIC
    if press.verb in ("join", "leave", "start", "cancel") or (private and press.verb == "robot"):
        return Manner.IN_PLACE
    if private and (press.verb in (*IN_PLACE, *OF_LOBBIES) or press.verb in ("board", "rules")):
        return Manner.IN_PLACE
    return Manner.PRIVATE


@dataclass(frozen=True)
class Handlers:
    """What answers buttons and commands, each named after its subject.

    `menu`, `rules`, `replay`, `lobby`, `more` (what the button *More* offers), `clock`, `records`, `sandbox`,
    `preferences`, `ratings`, `server_settings`, `privacy`; `opener` opens lobbies.
    """

    menu: MoveMenu
    rules: RulesHandlers
    replay: ReplayHandlers
    opener: LobbyOpener
    lobby: LobbyHandlers
    more: MoreHandlers
    clock: ClockHandlers
    records: RecordHandlers
    sandbox: SandboxHandlers
    preferences: PreferencesHandlers
    ratings: RatingHandlers
    server_settings: ServerSettingsHandlers
    privacy: PrivacyHandlers


class Router:
    """Every button and list of the bot."""

    def __init__(self, rooms: Rooms, messages: TableMessages, handlers: Handlers) -> None:
        self._rooms, self._messages, self._move_menu = rooms, messages, handlers.menu
        self._more, self._records, self._sandbox = handlers.more, handlers.records, handlers.sandbox
        self._verbs: dict[str, Deed] = {
            **handlers.lobby.verbs,
            **self._of_menus,
            **handlers.more.verbs,
            **handlers.rules.verbs,
            **handlers.preferences.verbs,
            **handlers.ratings.verbs,
            **handlers.server_settings.verbs,
            **handlers.privacy.verbs,
            **handlers.clock.verbs,
        }

    @property
    def _of_menus(self) -> dict[str, Deed]:
        return {
            **dict.fromkeys(("play", "m"), self._menu),
            "b": self._back,
            "tick": self._tick,
            "why": self._why,
            "rule": self._rule,
            "type": self._type,
            "typed": self._typed,
            "do": self._do,
            **dict.fromkeys(("board", "read"), self._board),
            "which": self._which,
            "here": self._here,
            **dict.fromkeys(("turns", "games"), self._page),
        }

    async def answer(self, press: Press, reply: Reply) -> None:
        """Answer this press once. Raises Refusal and IllegalMove for what cannot be; nothing has changed then."""
        asker = asker_of(reply.interaction)
        await self._rooms.meet(asker.person)
        verb = self._sandbox.verb(press) or self._verbs.get(press.verb)
        if verb is None:
            raise Refusal("unknown")
        await verb(press, asker, reply)

    # the private menu

    async def _menu(self, press: Press, asker: Asker, reply: Reply) -> None:
        ticket = MenuState(press.room) if press.verb == "play" else press.ticket
        await reply.show(await self._more.closed(asker, ticket.room, await self._move_menu.menu(asker, ticket)))

    async def _back(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._move_menu.back(asker, press.ticket))

    async def _tick(self, press: Press, asker: Asker, reply: Reply) -> None:
        tiles = [value.partition(":")[2] for value in press.values]
        await reply.show(await self._move_menu.ticked(asker, press.ticket, tiles))

    async def _why(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._move_menu.why_not(asker, press.ticket))

    async def _rule(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._move_menu.reason(asker, press.ticket, press.values[0] if press.values else ""))

    async def _type(self, press: Press, asker: Asker, reply: Reply) -> None:
        if not await reply.open(await self._move_menu.form(asker, press.ticket)):
            raise Refusal("busy")

    async def _typed(self, press: Press, asker: Asker, reply: Reply) -> None:
        """What was written into the form of a menu."""
        room = await self._move_menu.visible(asker, press.room)
        screen = await self._move_menu.typed(asker, room, press.values[0] if press.values else "")
        await reply.show(await self._more.closed(asker, room.id, screen))

    async def _do(self, press: Press, asker: Asker, reply: Reply) -> None:
        ticket = press.ticket
        screen = await self._move_menu.play(asker, ticket, ".".join(ticket.path))
        screen = await self._more.closing(screen, asker, ticket.room)
        lacking = missing(reply.interaction)
        if lacking and (await self._rooms.room(ticket.room)).place.channel == asker.channel:
            unseen = Text(asker.words("refusal.missing_saved", rights=", ".join(lacking)))
            screen = replace(screen, parts=(*screen.parts, unseen))
        await reply.show(screen)

    # looking

    async def _board(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._move_menu.board(asker, press.room, as_text=press.verb == "read"))

    async def _which(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`which:board` or `which:move:<what was typed>`, the table in the list."""
        number = from_tag(press.values[0]) if press.values else None
        if number is None:
            raise Refusal("unknown")
        match press.rest:
            case ("board",):
                await reply.show(await self._move_menu.board(asker, number))
            case (("history" | "replay" | "resign") as wish,):
                await self._more.open(wish, asker, number, reply)
            case (("verify" | "export") as wish,):
                await reply.show(await self._records.looks[wish](asker, number))
            case ("move", *typed):
                room = await self._move_menu.visible(asker, number)
                screen = await self._move_menu.typed(asker, room, ":".join(typed))
                await reply.show(await self._more.closed(asker, room.id, screen))
            case _:
                raise Refusal("unknown")

    async def _here(self, press: Press, asker: Asker, reply: Reply) -> None:
        room, _ = await self._rooms.seated(press.room, asker.person.id)
        brought = pages_screen.said(asker.words, "board.brought", channel=f"<#{room.place.channel}>")
        await reply.show(await self._more.unseen(asker, room) or brought)
        self._messages.bring(room.id)

    async def _page(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`turns:<page>:<button>:<which>`, where a list gives which; `games:<page>:<button>`."""
        page = press.number(0)
        if press.verb == "games":
            await reply.show(await self._move_menu.games(asker, page))
            return
        only = press.values[0] if press.values else press.rest[2] if len(press.rest) > 2 else pages_screen.ONLY[0]
        await reply.show(await self._move_menu.turns(asker, page, only))
