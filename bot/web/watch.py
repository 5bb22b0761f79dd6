"""The page on which a table is watched: its document and its live news. Independent of games."""

from aiohttp import web

from bot.model.errors import Refusal
from bot.model.room import PlayedRoom
from bot.services.watching import WATCH_PATH, Watching
from bot.text.words import DEFAULT_LANGUAGE, Words, words_for
from bot.web.documents import answer_document, answer_table
from bot.web.live_pages import LivePages, PageKey
from bot.web.responses import browser_language, request_words, wants_contrast
from bot.web.streams import moment_routes, stream_news


class WatchPages:
    """Handlers for people who have the link of a table."""

    def __init__(self, watching: Watching, pages: LivePages) -> None:
        self._watching = watching
        self._pages = pages

    @property
    def routes(self) -> list[web.RouteDef]:
        """Routes of these pages."""
        link = WATCH_PATH + "{link}"
        return [
            web.get(link, self._page),
            web.get(f"{link}/news", self._news),
            *moment_routes(link, self._pages, self._look),
        ]

    async def _page(self, request: web.Request) -> web.Response:
        try:
            room = await self._watching.table(request.match_info["link"])
        except Refusal:
            return answer_document("gone", words_for(browser_language(request) or DEFAULT_LANGUAGE), {}, 404)
        return answer_table(request_words(request, room), "watch", room.game, is_own=False)

    async def _look(self, request: web.Request) -> tuple[PlayedRoom, Words, None]:
        try:
            room = await self._watching.table(request.match_info["link"])
        except Refusal:
            raise web.HTTPNotFound from None
        return room, request_words(request, room), None

    async def _news(self, request: web.Request) -> web.StreamResponse:
        key = PageKey(request.match_info["link"], browser_language(request), wants_contrast(request))
        return await stream_news(request, self._pages, key)
