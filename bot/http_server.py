"""HTTP servers whose input is bounded and whose own answers tell nothing. Knows no page and nobody who asks.

Left to itself the library unpacks bodies on the event loop, names its version and Python's, and repeats in its own
answers what it was sent.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import NamedTuple

from aiohttp import web

from bot import logs
from bot.settings import Address

FIRST = 10.0  # seconds until the whole head of the first request must be there
MOST = 1_000  # connections at a time
LINE = 4_096  # bytes of a line of a request
HEADER_LINES = 64
IDLE = 30.0  # seconds for which a connection without a request is kept
LINGER = 1.0  # seconds after an early answer for the rest of the request
SLOWEST_READER = 20.0  # seconds in which an answer has to be taken in
PAUSE = 1.0  # seconds after a connection that could not be accepted
BACKLOG = 512  # connections that wait to be accepted
PRIVATE = (".local", ".internal", ".localhost", ".home.arpa")  # ends of names that nobody can own on the internet
HEADERS: Mapping[str, str] = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

Answer = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

log = logging.getLogger(__name__)


class Limits(NamedTuple):
    """What a server answers at all."""

    body: int | None = None  # bytes that a request may bring, and must announce; None for any number
    names: tuple[str, ...] | None = None
    """Hosts by which it is asked beside numbers and names of private networks; None for every host."""
    headers: Mapping[str, str] = HEADERS  # what goes with every answer
    last: float = 1.0  # seconds at the end for answers under way
    connections: int | None = MOST  # how many there may be, None for any number
    refused: Callable[[int], None] = lambda _: None  # hears the status of every answer that no page gave

    def answer(self, status: HTTPStatus) -> web.Response:
        """The answer that no page gives."""
        self.refused(status)
        return _PlainAnswer(status, self.headers)

    def refusal(self, request: web.BaseRequest) -> HTTPStatus | None:
        """Why the request is refused before anything of its body is read; None if it is not."""
        headers = request.headers
        if headers.get("Content-Encoding", "identity").lower() != "identity":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        if headers.get("Expect", "100-continue").lower() != "100-continue":
            return HTTPStatus.EXPECTATION_FAILED
        if self.names is not None and not is_private(host_of(request), self.names):
            return HTTPStatus.MISDIRECTED_REQUEST
        if self.body is not None and "Transfer-Encoding" in headers:
            return HTTPStatus.LENGTH_REQUIRED
        if self.body is not None and (request.content_length or 0) > self.body:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return None


class Connection(web.RequestHandler):
    """A connection to one of our servers."""

    def __init__(self, server: web.Server, limits: Limits) -> None:
        silent = logging.getLogger(f"{__name__}.library")
        silent.disabled = True  # the library writes down the address of whoever sends something malformed
        super().__init__(
            server, loop=asyncio.get_running_loop(), access_log=None, logger=silent,  # type: ignore[arg-type]
            keepalive_timeout=IDLE, lingering_time=LINGER, auto_decompress=False,
            max_line_size=LINE, max_field_size=LINE, max_headers=HEADER_LINES,
        )  # fmt: skip
        self._limits = limits
        self._silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected, and has to ask for something soon: the library waits for ever."""
        super().connection_made(transport)
        self._silence = asyncio.get_running_loop().call_later(FIRST, self.abort)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Nobody is there any more."""
        self.hear()
        super().connection_lost(exc)

    def hear(self) -> None:
        """A first request was read as far as its body."""
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """The answer to a request that cannot be read, or by a handler that failed: without a word of either."""
        if exc is not None and status == HTTPStatus.INTERNAL_SERVER_ERROR:
            log.error("fault of a server", exc_info=exc, extra={"code": logs.fault_code()})
        if request.writer.output_size > 0:
            raise ConnectionError("an answer has begun already")
        return self._limits.answer(HTTPStatus(status))

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """The answer was sent, or its reader took too long and is left."""
        try:
            async with asyncio.timeout(SLOWEST_READER):
                return await super().finish_response(request, resp, start_time)
        except TimeoutError:
            self.abort()
            raise ConnectionError("the answer was not taken in") from None

    def abort(self) -> None:
        """The connection is closed at once; what was not sent yet never is."""
        transport = self.transport
        self.force_close()
        if transport is not None:
            transport.abort()


class _PlainAnswer(web.Response):
    """An answer that no page of ours gave: its status in words, after which the connection is closed."""

    def __init__(self, status: HTTPStatus, headers: Mapping[str, str]) -> None:
        super().__init__(status=status, text=f"{status.value}: {status.phrase}\n", headers=headers)
        self.force_close()

    async def _prepare_headers(self) -> None:
        await super()._prepare_headers()
        self.headers.popall("Server", None)


@asynccontextmanager
async def serve_http(
    app: web.Application,
    where: Address | socket.socket,
    limits: Limits,
    connect: Callable[[web.Server, Limits], Connection] = Connection,
) -> AsyncIterator[None]:
    """Within, the application answers there, within these limits. Raises OSError if nobody can listen there."""
    app.on_response_prepare.append(_without_version)
    runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=limits.last)
    await runner.setup()
    server = runner.server
    assert server is not None
    server.request_handler = _bounded(server.request_handler, limits)
    try:
        async with AsyncExitStack() as open_sockets:
            sockets = [where] if isinstance(where, socket.socket) else await _sockets(where)
            for one in map(open_sockets.enter_context, sockets):
                open_sockets.push_async_callback(
                    _Door(one, server, partial(connect, server, limits), limits.connections).close
                )
            yield
    finally:
        await runner.cleanup()


async def _sockets(where: Address) -> list[socket.socket]:
    """A socket for each address of the host, on which it listens. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)
    addresses = dict.fromkeys((family, address) for family, _, _, _, address in found)
    sockets = list[socket.socket]()
    try:
        for family, address in addresses:
            sockets.append(socket.create_server(address, family=family, backlog=BACKLOG))
    except OSError:
        for one in sockets:
            one.close()
        raise
    return sockets


class _Door:
    """Accepts one connection in each turn of the event loop, until it is closed.

    A crowd that connects at once waits so, and everything else goes on: the library's own way accepts all that wait
    before anything else has its turn.
    """

    def __init__(
        self, listening: socket.socket, server: web.Server, connect: Callable[[], Connection], most: int | None
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listening = listening
        self._server = server
        self._connect = connect
        self._most = most
        self._connecting = set[asyncio.Task[object]]()
        self._pause: asyncio.TimerHandle | None = None
        listening.setblocking(False)
        self._open()

    async def close(self) -> None:
        """Nobody is accepted any more; whoever was belongs to the server."""
        if self._pause is not None:
            self._pause.cancel()
        self._loop.remove_reader(self._listening)
        await asyncio.gather(*self._connecting, return_exceptions=True)

    def _open(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        try:
            accepted, _ = self._listening.accept()
        except (BlockingIOError, ConnectionAbortedError):  # whoever connected has gone already
            return
        except OSError as error:  # such as too many open files; asking again at once would keep the loop busy
            log.warning("no connection can be accepted (%s)", logs.summary(error))
            self._loop.remove_reader(self._listening)
            self._pause = self._loop.call_later(PAUSE, self._open)
            return
        if self._most is not None and len(self._server.connections) >= self._most:
            accepted.close()
            return
        task = self._loop.create_task(self._loop.connect_accepted_socket(self._connect, accepted))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)


def _bounded(handler: Answer, limits: Limits) -> Answer:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        assert isinstance(request.protocol, Connection)
        request.protocol.hear()
        refusal = limits.refusal(request)
        return await handler(request) if refusal is None else limits.answer(refusal)

    return answer


async def _without_version(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.popall("Server", None)


def host_of(request: web.BaseRequest) -> str:
    """The host that the request names, in small letters and without a port; "" for none."""
    host = request.headers.get("Host", "").lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_private(host: str, names: tuple[str, ...]) -> bool:
    """Whether the host is among the names, a number, or a name that nobody can own on the internet.

    A page of somebody else's can make its own name lead to this machine, and so read what is answered to that name.
    """
    if host in names or host.endswith(PRIVATE) or (host and "." not in host):
        return True
    try:
        return bool(ip_address(host))
    except ValueError:
        return False
