"""What every page of a table offers: news as they come (server-sent events), and the moments of the game.

Knows neither the addresses of pages nor the people who request them.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from hashlib import blake2b

from aiohttp import web

from bot.model.errors import Refusal
from bot.model.room import PlayedRoom
from bot.screens.page import moment_page, moment_texts
from bot.text.words import Words
from bot.web.live_pages import PAGE_GONE, LivePages, PageKey, page_facts
from bot.web.responses import json_response, wants_contrast
from bot.web.traffic_limits import TRAFFIC_LIMITS
from engine import GAMES, Seat

FilterNews = Callable[[web.Request, AsyncGenerator[str, None]], AsyncGenerator[str, None]]
FindTable = Callable[[web.Request], Awaitable[tuple[PlayedRoom, Words, Seat | None]]]  # table, viewer's words, seat
WRITE_TIMEOUT = 20.0  # seconds after which a client that reads nothing is disconnected
STREAM_HEADERS = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}

_SEATS = frozenset(str(seat) for game in GAMES.values() for seat in range(max(game.seats)))


async def stream_news(
    request: web.Request, pages: LivePages, key: PageKey, while_known: FilterNews | None = None
) -> web.StreamResponse:
    """Stream the news until they end, or answer with the newest alone. Raises HTTPNotFound if there are none.

    `while_known` passes the news on as long as the person is signed in.
    """
    with request.app[TRAFFIC_LIMITS].count_stream(request, key.link):
        try:
            if "once" in request.query:
                # For people behind a proxy that holds news back; what was `seen` already is not sent again.
                text = await pages.newest(key)
                tag = blake2b(text.encode(), digest_size=8).hexdigest()
                is_new = request.query.get("seen") != tag
                return web.Response(text=f"id: {tag}\n{_event(text)}" if is_new else _event(""), headers=STREAM_HEADERS)
            news = pages.news(key)
            async with aclosing(while_known(request, news) if while_known else news) as texts:
                first = await anext(texts)
                stream = web.StreamResponse(headers=STREAM_HEADERS)
                with suppress(OSError):  # of the connection, or of the database: the page asks again
                    await stream.prepare(request)
                    await _send(stream, first)
                    async for text in texts:
                        await _send(stream, text)
                return stream
        except Refusal:
            raise web.HTTPNotFound from None


async def _send(stream: web.StreamResponse, text: str) -> None:
    async with asyncio.timeout(WRITE_TIMEOUT):
        await stream.write(_event(text).encode())


def _event(text: str) -> str:
    """Return the news as an event; a comment for "", which shows that the connection is alive."""
    return "event: gone\ndata:\n\n" if text == PAGE_GONE else f"data: {text}\n\n" if text else ":\n\n"


def moment_routes(table: str, pages: LivePages, find_table: FindTable) -> list[web.RouteDef]:
    """Routes of the game so far: the list of its moments as texts, and the table at one of them."""

    async def moments(request: web.Request) -> web.Response:
        return json_response(list(await pages.draw(moment_texts, *await find_table(request))))

    async def moment(request: web.Request) -> web.Response:
        room, words, seat = await find_table(request)
        at = int(request.match_info["at"])
        wanted = request.query.get("seat", "")
        closer = int(wanted) if wanted in _SEATS else None
        page = await pages.draw(moment_page, room, words, at, seat, contrast=wants_contrast(request), closer=closer)
        return json_response(page_facts(page))

    return [web.get(f"{table}/moments", moments), web.get(table + r"/moments/{at:\d{1,6}}", moment)]
