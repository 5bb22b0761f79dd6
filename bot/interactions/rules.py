"""What a person reads without touching a table: rules by page and by search, help. Knows no Discord library."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.discord_api.custom_id import Deed, Press
from bot.discord_api.reply import Reply
from bot.interactions.move_menu import MoveMenu
from bot.model.asker import Asker
from bot.model.catalog import PLAYED
from bot.model.errors import Refusal
from bot.model.room import from_tag
from bot.screens import help as help_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import rules as rules_screen
from bot.screens.screen import Screen, Suggestion
from bot.text.rulebook import rulebook

MOST = 25  # rows that Discord shows


class RulesHandlers:
    """Rules and help. From a table's menu every page leads back to the move."""

    def __init__(self, menu: MoveMenu) -> None:
        self._move_menu, self.support = menu, ""
        self.verbs: dict[str, Deed] = {
            "rules": self._rules,
            "book": self._book,
            "find": self._find,
            "found": self._found,
            "para": self._paragraph,
            "look": self._look,
            "help": self._help,
        }

    async def find(self, asker: Asker, game: str, text: str, home: str = "") -> Screen:
        """What the rules say about it; the first page for an empty text. Raises Refusal("unknown"): no such game.

        For the game "" that which alone is played in the channel is meant; else the question which one.
        """
        game = game or await self._meant(asker)
        if not game:
            return rules_screen.which_game(asker.words, text)
        _needs_game(game)
        if not text.strip():
            return await self._page(asker, game, home, 0)
        screen = await asyncio.to_thread(rules_screen.found, game, asker.words, text, home)
        return await self._with_way_back(asker, home, screen)

    async def titles(self, asker: Asker, game: str, typed: str) -> list[Suggestion]:
        """Paragraphs whose title or text fits what is typed so far; the first ones for nothing typed."""
        game = game or await self._meant(asker)
        if game not in PLAYED:
            return []
        every = rulebook(game, asker.words.language).values()
        hits = rules_screen.search(game, asker.words, typed) if typed.strip() else list(every)
        return [Suggestion(f"{p.number} {p.title}"[:100], p.number) for p in hits[:MOST]]

    async def _meant(self, asker: Asker) -> str:
        """The only game that is played in this channel, "" where there are several or none."""
        here = await self._move_menu.played_here(asker)
        return here[0] if len(here) == 1 else ""

    async def _page(self, asker: Asker, game: str, home: str, page: int, number: str = "") -> Screen:
        _needs_game(game)
        screen = await asyncio.to_thread(rules_screen.rules, game, asker.words, page, home, number)
        return await self._with_way_back(asker, home, screen)

    async def _with_way_back(self, asker: Asker, home: str, screen: Screen) -> Screen:
        number = from_tag(home) if home else None
        if number is None:
            return screen
        room = await self._move_menu.visible(asker, number)
        seat = room.seat_of(asker.person.id)
        if seat is None or seat not in room.to_act:
            return screen
        return replace(screen, parts=(*screen.parts, move_menu_screen.way_back(room, seat, asker.words)))

    async def _rules(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`rules:<room>` opens the book of its game, `rules:<room or nothing>:<game>[:<page>]` turns a page."""
        if len(press.rest) < 2:
            room = await self._move_menu.visible(asker, press.room)
            await reply.show(await self._page(asker, room.game.key, room.code, 0))
            return
        listed = press.values[0] if press.values else ""
        page = int(listed) if listed.isdecimal() and len(listed) < 4 else press.number(2)
        await reply.show(await self._page(asker, press.rest[1], press.rest[0], page))

    async def _book(self, press: Press, asker: Asker, reply: Reply) -> None:
        await reply.show(await self._page(asker, press.values[0] if press.values else "", "", 0))

    async def _find(self, press: Press, asker: Asker, reply: Reply) -> None:
        home, game = _place(press)
        if not await reply.open(rules_screen.form(game, asker.words, home)):
            raise Refusal("busy")

    async def _found(self, press: Press, asker: Asker, reply: Reply) -> None:
        home, game = _place(press)
        await reply.show(await self.find(asker, game, press.values[0] if press.values else "", home))

    async def _paragraph(self, press: Press, asker: Asker, reply: Reply) -> None:
        home, game = _place(press)
        await reply.show(await self._page(asker, game, home, 0, press.values[0] if press.values else ""))

    async def _look(self, press: Press, asker: Asker, reply: Reply) -> None:
        """`look:<game>:<text>`: the answer to which game, the text may hold colons of its own."""
        game, *text = press.rest or ("",)
        _needs_game(game)
        await reply.show(await self.find(asker, game, ":".join(text)))

    def help(self, asker: Asker, topic: str = "") -> Screen:
        """The first page of help, with whom to tell of faults as the operator set it, or one of its topics."""
        return help_screen.help_page(asker.words, topic, self.support)

    async def _help(self, press: Press, asker: Asker, reply: Reply) -> None:
        topic = press.rest[0] if press.rest else ""
        if topic and topic not in help_screen.TOPICS:
            raise Refusal("unknown")
        await reply.show(self.help(asker, topic))


def _place(press: Press) -> tuple[str, str]:
    """The table's code ("" for none) and the game that a press of a book carries. Raises Refusal("unknown")."""
    if len(press.rest) != 2:
        raise Refusal("unknown")
    _needs_game(press.rest[1])
    return press.rest[0], press.rest[1]


def _needs_game(game: str) -> None:
    if game not in PLAYED:
        raise Refusal("unknown")
