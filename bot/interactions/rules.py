"""Handlers of the rules, by page and by search, and of the help. Independent of the Discord library."""

import asyncio

from bot.discord_api.reply import Reply, answer_with_form, answer_with_screen, bind
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.lobby_options import PLAYABLE_GAMES
from bot.model.people import Asker
from bot.model.room_number import room_of_code
from bot.screens import rules as rules_screen
from bot.screens import verbs
from bot.screens.screen import MAX_SUGGESTION, MAX_SUGGESTIONS, InputForm, Screen, Suggestion
from bot.text.words import rulebook


class RulesHandlers:
    """Shows rules and help. In a table's menu every page leads back to the move."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.support = ""
        self.table_handlers = (
            bind(verbs.SHOW_RULES, self._rules),
            bind(verbs.SEARCH_RULES, answer_with_form(self._search_form)),
            bind(verbs.SUBMIT_SEARCH, answer_with_screen(self._search)),
            bind(verbs.SHOW_PARAGRAPH, answer_with_screen(self._paragraph)),
        )
        self.handlers = (
            *self.table_handlers,
            bind(verbs.CHOOSE_RULEBOOK, answer_with_screen(lambda asker, game: self._page(asker, game, "", 0))),
            bind(verbs.SEARCH_GAME, answer_with_screen(lambda asker, game, text: self._search(asker, "", game, text))),
            bind(verbs.TOUR, answer_with_screen(self._tour)),
            bind(verbs.HELP, self.show_help),
        )

    async def search_rules(self, asker: Asker, game: str, text: str, home: str = "") -> Screen:
        """Search the rules for the text; return the first page for "". Raises Refusal("unknown") for an unknown game.

        The game "" means the only one played in the channel. If several are played there, the text is searched in the
        rules of all of them; if none is played, or the only one has no result, in those of all games. Without a text
        the person is asked for the game.
        """
        named, number = rules_screen.parse_hit_name(text)
        chosen = game or named
        game = chosen or await self._only_game(asker)
        if not game and not text.strip():
            return rules_screen.ask_which_game(asker.words, text)
        answers = bool(chosen) or await asyncio.to_thread(rules_screen.rules_mention, game, asker.words, text)
        if not answers:
            here = () if game else await self._tables.games_played_here(asker)
            return await asyncio.to_thread(
                rules_screen.search_result_of_games, asker.words, text, here or PLAYABLE_GAMES
            )
        text = number or text
        _require_game(game)
        if not text.strip():
            return await self._page(asker, game, home, 0)
        screen = await asyncio.to_thread(rules_screen.search_result, game, asker.words, text, home)
        return await self._tables.add_way_back(asker, home, screen)

    async def suggest_paragraphs(self, asker: Asker, game: str, typed: str) -> list[Suggestion]:
        """Suggest paragraphs whose title or text fits the typed text; the first ones for ""."""
        game = game or await self._only_game(asker)
        if not game:
            here = await self._tables.games_played_here(asker) or PLAYABLE_GAMES
            return (await asyncio.to_thread(rules_screen.suggestions, asker.words, typed, here))[:MAX_SUGGESTIONS]
        if game not in PLAYABLE_GAMES:
            return []
        every = rulebook(game, asker.words.language).values()
        hits = rules_screen.search(game, asker.words, typed) if typed.strip() else list(every)
        return [Suggestion(f"{p.number} {p.title}"[:MAX_SUGGESTION], p.number) for p in hits[:MAX_SUGGESTIONS]]

    async def _only_game(self, asker: Asker) -> str:
        """Return the only game played in this channel, "" if there are several or none."""
        here = await self._tables.games_played_here(asker)
        return here[0] if len(here) == 1 else ""

    async def _page(self, asker: Asker, game: str, home: str, page: int, number: str = "") -> Screen:
        _require_game(game)
        screen = await asyncio.to_thread(rules_screen.rules, game, asker.words, page, home, number)
        return await self._tables.add_way_back(asker, home, screen)

    async def _paragraph(self, asker: Asker, home: str, game: str, chosen: str) -> Screen:
        """Return the page of the chosen paragraph. `chosen` names the game if several games were searched."""
        named, number = (game, chosen) if game else rules_screen.parse_hit_name(chosen)
        return await self._page(asker, named, home, 0, number)

    async def _rules(self, asker: Asker, reply: Reply, home: str, game: str | None, page: int | None) -> None:
        """Show a page of the game's rules; without a game, the first page for the game of the table `home`."""
        if game is not None and page is not None:
            await reply.show(await self._page(asker, game, home, page))
            return
        number = room_of_code(home)
        if game is not None or number is None:
            raise Refusal("unknown")
        room = await self._tables.visible_room(asker, number)
        await reply.show(await self._page(asker, room.game.key, room.code, 0))

    async def _search_form(self, asker: Asker, home: str, game: str) -> InputForm:
        _require_game(game)
        return rules_screen.search_form(game, asker.words, home)

    async def _search(self, asker: Asker, home: str, game: str, text: str) -> Screen:
        _require_game(game)
        return await self.search_rules(asker, game, text, home)

    async def _tour(self, asker: Asker, home: str, game: str, step: int) -> Screen:
        """Return that step of the quick introduction. Raises Refusal: unknown, gone, wrong_place."""
        _require_game(game)
        screen = await asyncio.to_thread(rules_screen.tour, game, asker.words, step, home)
        return await self._tables.add_way_back(asker, home, screen)

    async def show_help(self, asker: Asker, reply: Reply, topic: str | None = None) -> None:
        """Show the first page of the help, with the operator's support contact, or one of its topics."""
        if topic and topic not in rules_screen.HELP_TOPICS:
            raise Refusal("unknown")
        await reply.show(rules_screen.help_page(asker.words, topic or "", self.support))


def _require_game(game: str) -> None:
    if game not in PLAYABLE_GAMES:
        raise Refusal("unknown")
