"""The review of a game that is over, for whoever sat there, as far as it is known. Knows no game."""

from dataclasses import replace
from functools import partial
from typing import Any

from aiohttp import web

from bot.model.errors import Refusal
from bot.model.preferences import THEMES, one_of
from bot.screens.page_review import page_decision, page_overview
from bot.screens.page_turn import page_refusal
from bot.services.reviews import Reviews
from bot.services.watching import OWN_TABLE
from bot.web.answers import as_answer
from bot.web.asked import wants_contrast
from bot.web.play import AtTable, PlayPages
from bot.web.shows import Shows


class ReviewPages:
    """What is answered to people who want to know what mattered."""

    def __init__(self, reviews: Reviews, shows: Shows, plays: PlayPages) -> None:
        self._reviews, self._shows, self._plays = reviews, shows, plays

    @property
    def routes(self) -> list[web.RouteDef]:
        """The ways to it."""
        return [
            web.get(f"{OWN_TABLE}/review", self._overview),
            web.get(OWN_TABLE + r"/review/{at:\d{1,4}}", self._decision),
        ]

    async def _overview(self, request: web.Request) -> web.Response:
        """What is known so far; the first who asks has the review made."""
        at = await self._at(request)
        try:
            so_far = await self._reviews.ask(at.person, at.room)
        except Refusal as no:
            return as_answer(page_refusal(at.words, no), 409)
        return as_answer(await self._shows.drawn(page_overview, at.room, at.seat, at.words, so_far))

    async def _decision(self, request: web.Request) -> web.Response:
        """One decision. Raises HTTPNotFound where they are not all judged yet."""
        at, number = await self._at(request), int(request.match_info["at"])
        so_far = self._reviews.now(at.room.id) or await self._reviews.kept(at.room.id)
        if so_far is None or not so_far.has_first_look or so_far.length != len(at.room.table.log):
            raise web.HTTPNotFound
        draw = partial(page_decision, at.room, at.seat, at.words, so_far, number)
        found: dict[str, Any] = await self._shows.drawn(draw, contrast=wants_contrast(request))
        return as_answer(found)

    async def _at(self, request: web.Request) -> AtTable:
        """Who asks, at the table whose pictures are in the theme that is asked for."""
        at = await self._plays.at(request)
        theme = one_of(THEMES, request.query.get("theme"))
        return at._replace(room=replace(at.room, theme=theme))
