"""News as they come, as an answer that does not end: server-sent events. Knows no table."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from hashlib import blake2b

from aiohttp import web

from bot.model.errors import Refusal
from bot.web.gate import GATE
from bot.web.shows import GONE, Shows, Sight

WhileKnown = Callable[[web.Request, AsyncGenerator[str, None]], AsyncGenerator[str, None]]
PATIENCE = 20.0  # seconds after which a reader that takes nothing in is left
STREAM = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def streamed(
    request: web.Request, shows: Shows, sight: Sight, while_known: WhileKnown | None = None
) -> web.StreamResponse:
    """The answer that tells the news until there are no more, or the newest alone. Raises HTTPNotFound without any.

    `while_known` lets the news through as long as we know who asks.
    """
    with request.app[GATE].watching(request, sight.link):
        try:
            if "once" in request.query:
                # For whoever is behind a proxy that holds news back; what was `seen` already is nothing new.
                text = await shows.newest(sight)
                tag = blake2b(text.encode(), digest_size=8).hexdigest()
                is_new = request.query.get("seen") != tag
                return web.Response(text=f"id: {tag}\n{_event(text)}" if is_new else _event(""), headers=STREAM)
            news = shows.news(sight)
            return await _told(request, while_known(request, news) if while_known else news)
        except Refusal:
            raise web.HTTPNotFound from None


async def _told(request: web.Request, news: AsyncGenerator[str, None]) -> web.StreamResponse:
    async with aclosing(news):
        first, stream = await anext(news), web.StreamResponse(headers=STREAM)
        with suppress(OSError):  # of the connection, or of the database: whoever watches asks again
            await stream.prepare(request)
            await _send(stream, first)
            async for text in news:
                await _send(stream, text)
        return stream


async def _send(stream: web.StreamResponse, text: str) -> None:
    async with asyncio.timeout(PATIENCE):
        await stream.write(_event(text).encode())


def _event(text: str) -> str:
    """The news as an event; a comment for none, which shows that somebody is still there."""
    return "event: gone\ndata:\n\n" if text == GONE else f"data: {text}\n\n" if text else ":\n\n"
