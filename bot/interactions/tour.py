"""The rules of a game in a minute, step by step; from a table's menu a way leads back to the move. Knows no rules."""

import asyncio

from bot.discord_api.custom_id import on, showing
from bot.interactions.tables import Tables
from bot.model.errors import Refusal
from bot.model.lobby_options import PLAYED
from bot.model.people import Asker
from bot.screens import tour as tour_screen
from bot.screens import verbs
from bot.screens.screen import Screen


class TourHandlers:
    """Shows its steps."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.handlers = (on(verbs.TOUR, showing(self._step)),)

    async def _step(self, asker: Asker, home: str, game: str, step: int) -> Screen:
        """That step. Raises Refusal: unknown, for a game that is not there; gone, wrong_place."""
        if game not in PLAYED:
            raise Refusal("unknown")
        screen = await asyncio.to_thread(tour_screen.tour, game, asker.words, step, home)
        return await self._tables.with_way_back(asker, home, screen)
