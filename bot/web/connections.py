"""Connections to the pages: how many there may be, how long one may stay without asking. Knows no page.

The library bounds a connection between two requests, not before its first one.
"""

import asyncio
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.settings import Address

FIRST = 10.0  # seconds until the whole head of the first request must be there
MOST = 3_000  # connections at a time
KEPT_FREE = 256  # files that the rest of the bot may have open beside them


class PageConnections:
    """The connections to one server."""

    def __init__(self) -> None:
        self._silent: dict[asyncio.BaseProtocol, asyncio.TimerHandle] = {}
        self._most = MOST

    def heard(self, request: web.Request) -> None:
        """Somebody has asked for something there."""
        if (timer := self._silent.pop(request.protocol, None)) is not None:
            timer.cancel()

    @asynccontextmanager
    async def opened(self, address: Address, server: web.Server) -> AsyncIterator[None]:
        """Within, the server is reached at that address. Raises OSError if nobody can listen there."""
        loop, self._most = asyncio.get_running_loop(), _allowed()

        def protocol() -> asyncio.Protocol:
            made = server()
            patience = FIRST if len(server.connections) < self._most else 0.0
            self._silent[made] = loop.call_later(patience, self._drop, made)
            return made

        listening = await loop.create_server(protocol, *address)
        try:
            yield
        finally:
            listening.close()
            for timer in self._silent.values():
                timer.cancel()

    def _drop(self, silent: web.RequestHandler) -> None:
        del self._silent[silent]
        silent.force_close()
        if silent.transport is not None:
            silent.transport.abort()


def _allowed() -> int:
    """How many connections there may be: each is an open file, of which a process has only so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + KEPT_FREE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft - KEPT_FREE)


CONNECTIONS = web.AppKey("connections", PageConnections)
