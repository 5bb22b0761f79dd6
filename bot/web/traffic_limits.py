"""Limits of what one address or person may use at a time, so that nobody keeps others from watching.

Independent of pages.

`TrafficLimits` counts requests, bytes and streams. `PageConnections` counts connections, and decides which of them to
close for a new one. Everything is kept in memory for some minutes and never stored.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import resource
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from aiohttp import web

from bot import metrics
from bot.http_server import Connection, ServerLimits
from bot.settings import Network

HOUSEHOLD_BITS = 64  # bits of an IPv6 address; a household can use all addresses that begin with the same bits
REQUEST_BURST = 60  # requests at once
REQUEST_INTERVAL = 0.2  # seconds after which one more is allowed
FILE_COST = 0.1  # of a request, for a static file: a page needs some twenty, and many people may share an address
BYTE_BURST = 1 << 20  # bytes that one address may send at once
BYTE_INTERVAL = 1 / (64 << 10)
LOOKUP_BURST = 10  # session lookups before a request is counted, at once
LOOKUP_INTERVAL = 1.0
MAX_OPEN_REQUESTS = 60  # requests of one address or person that are answered at the same time, streams included
MAX_STREAMS_OF_CLIENT = 40  # streams of news of one address or person; many people may share an address
MAX_STRANGERS_OF_TABLE = 200  # streams of one table to people who are not signed in
MAX_STREAMS = 2_000  # streams in total
RESERVED_STREAMS = 500  # of them, reserved for people who are signed in
MAX_CLIENTS_KNOWN = 10_000  # addresses and people
MAX_SERVER_CONNECTIONS = 3_000  # connections at a time
STRANGER_SHARE = 5 / 6  # of them, at most, with open requests of people who are not signed in
MAX_CONNECTIONS_OF_ADDRESS = 100  # connections of one address; many people may share it
FREE_BYTES = 4_096  # bytes each connection may send when its address is over the limit: the person may be signed in
RESERVED_FILES = 256  # open files that the rest of the bot may need besides connections

TrafficLimit = Literal["requests", "bytes", "under_way", "streams", "watchers", "connections"]

log = logging.getLogger(__name__)


class TrafficLimits:
    """Admits or refuses requests.

    `clock`: seconds. `burst`: requests at once, REQUEST_BURST if 0. `proxies`: those whose X-Forwarded-For is trusted.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, burst: int = 0, proxies: Sequence[Network] = ()
    ) -> None:
        self._burst = burst
        self._proxies = tuple(proxies)
        self._requests = _Allowance(clock)
        self._bytes = _Allowance(clock)
        self._lookups = _Allowance(clock)
        self._under_way = Counter[Hashable]()
        self._streams = Counter[Hashable]()
        self._watchers = Counter[Hashable]()
        self._strangers = 0  # streams of people who are not signed in
        self._has_warned = False

    def count_request(self, client: str | int, cost: float = 1.0) -> None:
        """Count a request of that address, or person by number. Raises HTTPTooManyRequests."""
        if not self._requests.takes(client, REQUEST_INTERVAL * cost, (self._burst or REQUEST_BURST) * REQUEST_INTERVAL):
            raise _too_many_requests("requests")

    def admits_bytes(self, client: str | int, size: int) -> bool:
        """Whether this address or person may send so many bytes; if so they are counted."""
        return self._bytes.takes(client, BYTE_INTERVAL * size, BYTE_INTERVAL * BYTE_BURST)

    def may_look_up(self, address: str) -> bool:
        """Whether this address may have an unfamiliar session looked up; if so the lookup is counted."""
        return self._lookups.takes(address, LOOKUP_INTERVAL, LOOKUP_BURST * LOOKUP_INTERVAL)

    def begin(self, client: str | int) -> None:
        """Count a request as open until `end`. Raises HTTPTooManyRequests if there are too many."""
        if self._under_way[client] >= MAX_OPEN_REQUESTS:
            raise _too_many_requests("under_way")
        self._under_way[client] += 1

    def end(self, client: str | int) -> None:
        """Count the request as ended: it was answered, or the client has disconnected."""
        _decrement(self._under_way, client)

    @contextmanager
    def count_stream(self, request: web.Request, table: Hashable) -> Iterator[None]:
        """Count the request as a stream of the table's news inside the context. Raises HTTPTooManyRequests."""
        client = self.client(request)
        is_known = REQUEST_PERSON in request
        if self._streams[client] >= MAX_STREAMS_OF_CLIENT or self._streams.total() >= MAX_STREAMS:
            raise _too_many_requests("streams")
        if not is_known and self._strangers >= MAX_STREAMS - RESERVED_STREAMS:
            raise _too_many_requests("streams")
        if not is_known and self._watchers[table] >= MAX_STRANGERS_OF_TABLE:
            raise _too_many_requests("watchers")
        self._streams[client] += 1
        if not is_known:
            self._strangers += 1
            self._watchers[table] += 1
        try:
            with metrics.current().track_stream():
                yield
        finally:
            _decrement(self._streams, client)
            if not is_known:
                self._strangers -= 1
                _decrement(self._watchers, table)

    def client(self, request: web.Request) -> str | int:
        """The client that the request counts for: the person if they are signed in, else the address.

        People inside Discord all come from Discord's addresses, and many people may share an address.
        """
        person = request.get(REQUEST_PERSON)
        return self.client_address(request) if person is None else person

    def client_address(self, request: web.Request) -> str:
        """The client's address: reported by one of our proxies, else that of the connection.

        Only the last of all addresses, in one header or several, is the proxy's; the client can forge the others.
        """
        peer = request.remote or ""
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2].strip()
        if forwarded and not self.is_proxy(peer):
            # The operator may have forgotten a proxy, so that all its clients count as one: warn once.
            address = _address(peer)
            if not self._has_warned and address is not None and address.is_private:
                self._has_warned = True
                log.warning(
                    "X-Forwarded-For of a neighbor is not believed: TESSERA_WEB_PROXY does not name its address"
                )
            forwarded = ""
        return household_address(forwarded) or household_address(peer) or peer

    def is_proxy(self, peer: str) -> bool:
        """Whether the operator has named this address as a proxy."""
        address = _address(peer)
        return address is not None and any(address in network for network in self._proxies)


class _Allowance:
    """What each client may use at once, and how fast that is restored."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._full: dict[Hashable, float] = {}  # when a client has its whole allowance again

    def takes(self, key: Hashable, seconds: float, most: float) -> bool:
        """Take what is restored in `seconds`, if the client has so much; `most`: seconds to restore everything."""
        now = self._clock()
        full = max(self._full.get(key, -math.inf), now) + seconds
        if key not in self._full and len(self._full) >= MAX_CLIENTS_KNOWN:
            self._full = {client: at for client, at in self._full.items() if at > now}
        has_room = (
            key in self._full or isinstance(key, int) or len(self._full) < MAX_CLIENTS_KNOWN
        )  # people always have room
        if full - now > most or not has_room:
            return False
        self._full[key] = full
        return True


def household_address(address: str) -> str:
    """The address, or the common network of a household for IPv6; "" for any other text."""
    found = _address(address)
    if found is None or isinstance(found, ipaddress.IPv4Address):
        return str(found or "")
    return str(ipaddress.ip_network((int(found), HOUSEHOLD_BITS), strict=False))


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse the address; one of IPv4 that is written as IPv6 becomes IPv4."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def count_refusal(limit: TrafficLimit) -> None:
    """Count a refusal because of this limit."""
    metrics.current().count("limits", limit)


def _too_many_requests(limit: TrafficLimit) -> web.HTTPTooManyRequests:
    count_refusal(limit)
    return web.HTTPTooManyRequests(headers={"Retry-After": "10" if limit == "requests" else "30"})


def _decrement(counter: Counter[Hashable], key: Hashable) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


class PageConnection(Connection):
    """A connection to the pages.

    `address`: the client's, "" for a proxy, which serves many clients. `person`: who sent the last request, None for
    somebody who is not signed in.
    """

    def __init__(self, server: web.Server, limits: ServerLimits, connections: PageConnections) -> None:
        super().__init__(server, limits)
        self._connections = connections
        self.address = ""
        self.person: int | None = None
        self._received = 0  # bytes
        self._client: str | int | None = None  # of the open request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the new connection; it is closed at once if there are too many."""
        super().connection_made(transport)
        peer = (transport.get_extra_info("peername") or ("",))[0]
        self.address = "" if self._connections.traffic_limits.is_proxy(peer) else household_address(peer)
        if not self._connections.admits(self):
            count_refusal("connections")
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Count the bytes received. Too many end the connection."""
        self._received += len(data)
        client = self.address if self.person is None else self.person
        if (
            client
            and not self._connections.traffic_limits.admits_bytes(client, len(data))
            and self._received > FREE_BYTES
        ):
            count_refusal("bytes")
            self.abort()
        else:
            super().data_received(data)

    def begin(self, request: web.Request) -> None:
        """Count a request whose headers were read. Raises HTTPTooManyRequests, HTTPServiceUnavailable."""
        self.person = request.get(REQUEST_PERSON)
        self._connections.mark_busy(self)
        client = self._connections.traffic_limits.client(request)
        self._connections.traffic_limits.begin(client)
        self._client = client

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send the response; then the connection waits for the next request."""
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self._end()
            self._connections.mark_idle(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Forget the connection: the client has disconnected."""
        self._end()
        self._connections.forget(self)
        super().connection_lost(exc)

    def _end(self) -> None:
        if self._client is not None:
            self._connections.traffic_limits.end(self._client)
            self._client = None


class PageConnections:
    """All connections to the pages.

    When there are too many, the oldest idle connection is closed for a new one. A person who is signed in sends a
    request at once, and so soon stops being idle; a client that only holds connections stays idle. Some of the open
    requests are reserved for people who are signed in.
    """

    def __init__(self, traffic_limits: TrafficLimits) -> None:
        self.traffic_limits = traffic_limits
        self._most = _max_open_connections()
        self._count_by_address = Counter[str]()  # connections by address
        self._open = set[PageConnection]()
        self._waiting: dict[PageConnection, None] = {}  # idle and not signed in; the oldest first
        self._waiting_by_address: dict[str, dict[PageConnection, None]] = {}  # the same by address
        self._strangers = set[PageConnection]()  # with an open request of somebody who is not signed in

    def connect(self, server: web.Server, limits: ServerLimits) -> PageConnection:
        """Return a new connection that is counted here."""
        return PageConnection(server, limits, self)

    def admits(self, new: PageConnection) -> bool:
        """Whether the new connection may stay; another one may have been closed for it."""
        if (
            new.address
            and self._count_by_address[new.address] >= MAX_CONNECTIONS_OF_ADDRESS
            and not self._close_oldest(self._waiting_by_address.get(new.address, {}))
        ):
            return False
        if len(self._open) >= self._most and not self._close_oldest(self._waiting):
            return False
        self._open.add(new)
        self._count_by_address[new.address] += 1
        self.mark_idle(new)
        return True

    def mark_busy(self, connection: PageConnection) -> None:
        """Mark it as busy. Raises HTTPServiceUnavailable if too many requests are of people who are not signed in."""
        self._stop_waiting(connection)
        if (
            connection.person is not None or connection not in self._open
        ):  # it may have been closed before its request was handled
            return
        if len(self._strangers) >= self._most * STRANGER_SHARE:
            count_refusal("connections")
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "30"})
        self._strangers.add(connection)

    def mark_idle(self, connection: PageConnection) -> None:
        """Mark the connection as idle: it has no open request."""
        self._strangers.discard(connection)
        if connection.person is None and connection in self._open:
            self._waiting[connection] = None
            self._waiting_by_address.setdefault(connection.address, {})[connection] = None

    def forget(self, connection: PageConnection) -> None:
        """Remove a closed connection."""
        self._stop_waiting(connection)
        self._strangers.discard(connection)
        if connection in self._open:
            self._open.discard(connection)
            self._count_by_address[connection.address] -= 1
            if not self._count_by_address[connection.address]:
                del self._count_by_address[connection.address]

    def _close_oldest(self, waiting: dict[PageConnection, None]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        self.forget(oldest)  # at once: the library reports it only after others have connected
        oldest.abort()
        return True

    def _stop_waiting(self, connection: PageConnection) -> None:
        self._waiting.pop(connection, None)
        of_address = self._waiting_by_address.get(connection.address, {})
        of_address.pop(connection, None)
        if not of_address:
            self._waiting_by_address.pop(connection.address, None)


def begin_request(request: web.Request) -> None:
    """Count the request as open until it is answered. Raises HTTPTooManyRequests, HTTPServiceUnavailable."""
    assert isinstance(request.protocol, PageConnection)
    request.protocol.begin(request)
    limits = request.app[TRAFFIC_LIMITS]
    if not request.protocol.address and not limits.admits_bytes(limits.client(request), request.content_length or 0):
        count_refusal("bytes")
        raise web.HTTPTooManyRequests(headers={"Retry-After": "30"})


def _max_open_connections() -> int:
    """How many connections to allow: each is an open file, and the system limits those of a process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_SERVER_CONNECTIONS + RESERVED_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return (
        MAX_SERVER_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_SERVER_CONNECTIONS, soft - RESERVED_FILES)
    )


TRAFFIC_LIMITS = web.AppKey("gate", TrafficLimits)
REQUEST_PERSON = web.RequestKey("person", int)  # the person who asks, if a request proves that without a lookup
