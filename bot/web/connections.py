"""Connections to the pages: how many there may be, and which gives way to a new one. Knows no page."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter

from aiohttp import web

from bot.http_server import Connection, Limits
from bot.web.gate import GATE, PERSON, Gate, household, refuse

MOST = 3_000  # connections at a time
STRANGERS = 5 / 6  # of them, at most, whose requests are under way and by nobody who is signed in
OF_ONE = 100  # connections of one address; many people may share one
FREE = 4_096  # bytes that each connection may send however much its address has sent: the next one may be signed in
KEPT_FREE = 256  # files that the rest of the bot may have open beside them


class PageConnection(Connection):
    """A connection to the pages.

    `address`: of whom we know only that, "" for a proxy, who comes for many. `person`: who asked last, None for
    somebody who is not signed in.
    """

    def __init__(self, server: web.Server, limits: Limits, book: PageConnections) -> None:
        super().__init__(server, limits)
        self._book = book
        self.address = ""
        self.person: int | None = None
        self._received = 0  # bytes
        self._whose: str | int | None = None  # the request that is under way

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected. Whoever is one too many is left at once."""
        super().connection_made(transport)
        peer = (transport.get_extra_info("peername") or ("",))[0]
        self.address = "" if self._book.gate.is_proxy(peer) else household(peer)
        if not self._book.admits(self):
            refuse("connections")
            self.abort()

    def data_received(self, data: bytes) -> None:
        """More has come. Too much of it ends the connection."""
        self._received += len(data)
        whose = self.address if self.person is None else self.person
        if whose and not self._book.gate.takes_in(whose, len(data)) and self._received > FREE:
            refuse("bytes")
            self.abort()
        else:
            super().data_received(data)

    def begin(self, request: web.Request) -> None:
        """A request was read as far as its body. Raises HTTPTooManyRequests, HTTPServiceUnavailable."""
        self.person = request.get(PERSON)
        self._book.begin(self)
        whose = self._book.gate.counted(request)
        self._book.gate.begin(whose)
        self._whose = whose

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """The answer was sent, and the connection waits for the next request."""
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self._end()
            self._book.rest(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Nobody is there any more."""
        self._end()
        self._book.forget(self)
        super().connection_lost(exc)

    def _end(self) -> None:
        if self._whose is not None:
            self._book.gate.end(self._whose)
            self._whose = None


class PageConnections:
    """All connections to the pages.

    Where there are too many, one that waits gives way to the new one: somebody who is signed in asks at once and so
    soon waits no more, but whoever only holds connections has to wait. Of the requests under way some are kept for
    people who are signed in.
    """

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self._most = _allowed()
        self._of = Counter[str]()  # connections by address
        self._open = set[PageConnection]()
        self._waiting: dict[PageConnection, None] = {}  # no request is under way, and nobody is known; the oldest first
        self._waiting_of: dict[str, dict[PageConnection, None]] = {}  # the same by address
        self._strangers = set[PageConnection]()  # a request of somebody who is not signed in is under way

    def connect(self, server: web.Server, limits: Limits) -> PageConnection:
        """A connection that will be among these."""
        return PageConnection(server, limits, self)

    def admits(self, new: PageConnection) -> bool:
        """Whether the new connection may stay; another one may have been closed for it."""
        if new.address and self._of[new.address] >= OF_ONE and not self._close(self._waiting_of.get(new.address, {})):
            return False
        if len(self._open) >= self._most and not self._close(self._waiting):
            return False
        self._open.add(new)
        self._of[new.address] += 1
        self.rest(new)
        return True

    def begin(self, one: PageConnection) -> None:
        """A request is under way there. Raises HTTPServiceUnavailable if there are too many of strangers."""
        self._wake(one)
        if one.person is not None or one not in self._open:  # it may have given way before its request had its turn
            return
        if len(self._strangers) >= self._most * STRANGERS:
            refuse("connections")
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "30"})
        self._strangers.add(one)

    def rest(self, one: PageConnection) -> None:
        """No request is under way there."""
        self._strangers.discard(one)
        if one.person is None and one in self._open:
            self._waiting[one] = None
            self._waiting_of.setdefault(one.address, {})[one] = None

    def forget(self, one: PageConnection) -> None:
        """The connection is closed."""
        self._wake(one)
        self._strangers.discard(one)
        if one in self._open:
            self._open.discard(one)
            self._of[one.address] -= 1
            if not self._of[one.address]:
                del self._of[one.address]

    def _close(self, waiting: dict[PageConnection, None]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        self.forget(oldest)  # at once: the library hears of it only after others have connected
        oldest.abort()
        return True

    def _wake(self, one: PageConnection) -> None:
        self._waiting.pop(one, None)
        of_address = self._waiting_of.get(one.address, {})
        of_address.pop(one, None)
        if not of_address:
            self._waiting_of.pop(one.address, None)


def begin_request(request: web.Request) -> None:
    """The request is under way until it is answered. Raises HTTPTooManyRequests, HTTPServiceUnavailable."""
    assert isinstance(request.protocol, PageConnection)
    request.protocol.begin(request)
    gate = request.app[GATE]
    if not request.protocol.address and not gate.takes_in(gate.counted(request), request.content_length or 0):
        refuse("bytes")
        raise web.HTTPTooManyRequests(headers={"Retry-After": "30"})


def _allowed() -> int:
    """How many connections there may be: each is an open file, of which a process has only so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + KEPT_FREE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft - KEPT_FREE)
