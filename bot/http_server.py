"""HTTP servers that limit their input and reveal nothing in their error responses. Independent of pages and clients.

By default the library decompresses bodies on the event loop, sends its own version and Python's, and echoes the
request in its error responses.
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

FIRST_REQUEST_TIMEOUT = 10.0  # seconds until the head of the first request must be complete
MAX_HTTP_CONNECTIONS = 1_000  # simultaneous connections of a server
MAX_LINE = 4_096  # bytes of a request line or header
MAX_HEADERS = 64
KEEPALIVE_TIMEOUT = 30.0  # seconds that an idle connection is kept open
LINGERING_TIME = 1.0  # seconds to read the rest of a request after an early response
RESPONSE_TIMEOUT = 20.0  # seconds within which the client must read a response
ACCEPT_RETRY_DELAY = 1.0  # seconds after a failed accept
ACCEPT_BACKLOG = 512  # pending connections
PRIVATE_SUFFIXES = (
    ".local",
    ".internal",
    ".localhost",
    ".home.arpa",
)  # host names that nobody can register on the internet
DEFAULT_HEADERS: Mapping[str, str] = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

Endpoint = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

log = logging.getLogger(__name__)


class ServerLimits(NamedTuple):
    """What a server accepts, and the headers and callbacks of its responses."""

    max_body: int | None = None  # bytes of a request body, which must be announced; None for no limit
    host_names: tuple[str, ...] | None = None
    """Accepted `Host` names besides IP addresses and names of private networks; None for every host."""
    headers: Mapping[str, str] = DEFAULT_HEADERS  # of every error response
    shutdown_timeout: float = 1.0  # seconds to finish responses in progress
    max_connections: int | None = MAX_HTTP_CONNECTIONS  # simultaneous connections, None for no limit
    on_refusal: Callable[[int], None] = lambda _: None  # called with the status of every error response

    def refusal_response(self, status: HTTPStatus) -> web.Response:
        """Return an error response and report its status."""
        self.on_refusal(status)
        return _PlainAnswer(status, self.headers)

    def refusal_status(self, request: web.BaseRequest) -> HTTPStatus | None:
        """Return the status with which the request is refused before its body is read, None to accept it."""
        headers = request.headers
        if headers.get("Content-Encoding", "identity").lower() != "identity":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        if headers.get("Expect", "100-continue").lower() != "100-continue":
            return HTTPStatus.EXPECTATION_FAILED
        if self.host_names is not None and not is_private(request_host(request), self.host_names):
            return HTTPStatus.MISDIRECTED_REQUEST
        if self.max_body is not None and "Transfer-Encoding" in headers:
            return HTTPStatus.LENGTH_REQUIRED
        if self.max_body is not None and (request.content_length or 0) > self.max_body:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return None


class Connection(web.RequestHandler):
    """A connection to one of our servers, with timeouts and plain error responses."""

    def __init__(self, server: web.Server, limits: ServerLimits) -> None:
        silent = logging.getLogger(f"{__name__}.library")
        silent.disabled = True  # the library would log the address of a client that sends something malformed
        super().__init__(
            server, loop=asyncio.get_running_loop(), access_log=None, logger=silent,  # type: ignore[arg-type]
            keepalive_timeout=KEEPALIVE_TIMEOUT, lingering_time=LINGERING_TIME, auto_decompress=False,
            max_line_size=MAX_LINE, max_field_size=MAX_LINE, max_headers=MAX_HEADERS,
        )  # fmt: skip
        self._limits = limits
        self._first_request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timeout of the first request, for which the library would wait forever."""
        super().connection_made(transport)
        self._first_request_timer = asyncio.get_running_loop().call_later(FIRST_REQUEST_TIMEOUT, self.abort)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Stop the timeout of the first request."""
        self.note_request()
        super().connection_lost(exc)

    def note_request(self) -> None:
        """Stop the timeout: the head of the first request is complete."""
        if self._first_request_timer is not None:
            self._first_request_timer.cancel()
            self._first_request_timer = None

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Return a plain error response for a malformed request or a failed handler, without any details."""
        if exc is not None and status == HTTPStatus.INTERNAL_SERVER_ERROR:
            log.error("fault of a server", exc_info=exc, extra={"code": logs.fault_code()})
        if request.writer.output_size > 0:
            raise ConnectionError("a response has begun already")
        return self._limits.refusal_response(HTTPStatus(status))

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send the response; drop the connection if the client reads too slowly."""
        try:
            async with asyncio.timeout(RESPONSE_TIMEOUT):
                return await super().finish_response(request, resp, start_time)
        except TimeoutError:
            self.abort()
            raise ConnectionError("the client did not read the response") from None

    def abort(self) -> None:
        """Close the connection at once and discard what was not sent yet."""
        transport = self.transport
        self.force_close()
        if transport is not None:
            transport.abort()


class _PlainAnswer(web.Response):
    """An error response with its status in words; closes the connection."""

    def __init__(self, status: HTTPStatus, headers: Mapping[str, str]) -> None:
        super().__init__(status=status, text=f"{status.value}: {status.phrase}\n", headers=headers)
        self.force_close()

    async def _prepare_headers(self) -> None:
        await super()._prepare_headers()
        self.headers.popall("Server", None)


@asynccontextmanager
async def serve_http(
    app: web.Application,
    address: Address | socket.socket,
    limits: ServerLimits,
    connect: Callable[[web.Server, ServerLimits], Connection] = Connection,
) -> AsyncIterator[None]:
    """Serve the application at that address, or on that socket, inside the context.

    Raises OSError if the address cannot be bound.
    """
    app.on_response_prepare.append(_remove_server_header)
    runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=limits.shutdown_timeout)
    await runner.setup()
    server = runner.server
    assert server is not None
    server.request_handler = _enforce_limits(server.request_handler, limits)
    try:
        async with AsyncExitStack() as open_sockets:
            sockets = [address] if isinstance(address, socket.socket) else await _listening_sockets(address)
            for listening in map(open_sockets.enter_context, sockets):
                open_sockets.push_async_callback(
                    _Acceptor(listening, server, partial(connect, server, limits), limits.max_connections).close
                )
            yield
    finally:
        await runner.cleanup()


async def _listening_sockets(address: Address) -> list[socket.socket]:
    """Return a listening socket for each address of the host. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    resolved = dict.fromkeys((family, name) for family, _, _, _, name in found)
    sockets = list[socket.socket]()
    try:
        for family, name in resolved:
            sockets.append(socket.create_server(name, family=family, backlog=ACCEPT_BACKLOG))
    except OSError:
        for opened in sockets:
            opened.close()
        raise
    return sockets


class _Acceptor:
    """Accepts one connection per iteration of the event loop, until it is closed.

    The library would accept all pending connections first; this way a burst of connections does not block other work.
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
        """Stop accepting connections; open ones remain with the server."""
        if self._pause is not None:
            self._pause.cancel()
        self._loop.remove_reader(self._listening)
        await asyncio.gather(*self._connecting, return_exceptions=True)

    def _open(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        try:
            accepted, _ = self._listening.accept()
        except (BlockingIOError, ConnectionAbortedError):  # the client has disconnected already
            return
        except OSError as error:  # such as too many open files; retrying at once would keep the loop busy
            log.warning("no connection can be accepted (%s)", logs.error_summary(error))
            self._loop.remove_reader(self._listening)
            self._pause = self._loop.call_later(ACCEPT_RETRY_DELAY, self._open)
            return
        if self._most is not None and len(self._server.connections) >= self._most:
            accepted.close()
            return
        task = self._loop.create_task(self._loop.connect_accepted_socket(self._connect, accepted))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)


def _enforce_limits(handler: Endpoint, limits: ServerLimits) -> Endpoint:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        assert isinstance(request.protocol, Connection)
        request.protocol.note_request()
        refusal = limits.refusal_status(request)
        return await handler(request) if refusal is None else limits.refusal_response(refusal)

    return answer


async def _remove_server_header(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.popall("Server", None)


def request_host(request: web.BaseRequest) -> str:
    """Return the host that the request names, in lower case and without a port; "" for none."""
    host = request.headers.get("Host", "").lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_private(host: str, names: tuple[str, ...]) -> bool:
    """Whether the host is among the names, an IP address, or a name that nobody can register on the internet.

    Protects against DNS rebinding: a foreign page can point its own name at this machine and read our responses.
    """
    if host in names or host.endswith(PRIVATE_SUFFIXES) or (host and "." not in host):
        return True
    try:
        return bool(ip_address(host))
    except ValueError:
        return False
