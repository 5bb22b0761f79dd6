"""How much one address or person may ask for at a time, so that nobody keeps others from watching. Knows no page.

All is kept in memory for some minutes and never written down.
"""

import ipaddress
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from aiohttp import web

from bot import measures
from bot.settings import Network

HOUSEHOLD = 64  # bits of an IPv6 address; who has one can use all that begin with them
BURST = 60  # requests at once
EVERY = 0.2  # seconds after which there is one more
FILE = 0.1  # of a request, for a file that lies ready: a page needs some twenty, and many people may share an address
BYTES = 1 << 20  # that one address sends at once
EVERY_BYTE = 1 / (64 << 10)
LOOKUPS = 10  # of sessions before a request is counted, at once
EVERY_LOOKUP = 1.0
UNDER_WAY = 60  # requests of one address or person that are answered at the same time, streams among them
AT_ONCE = 40  # streams of news of one address or person; many people may share an address
WATCHERS = 200  # streams of one table to people who are not signed in
IN_ALL = 2_000  # streams of everybody
RESERVED = 500  # of them for people who are signed in
MOST_KNOWN = 10_000  # addresses and people

Limit = Literal["requests", "bytes", "under_way", "streams", "watchers", "connections"]

log = logging.getLogger(__name__)


class Gate:
    """Lets requests in, or not.

    `clock`: seconds. `burst`: requests at once, BURST if 0. `proxies`: where somebody may say for whom they ask.
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

    def lets_in(self, who: str | int, cost: float = 1.0) -> None:
        """The request of that address, or person by number, is counted. Raises HTTPTooManyRequests."""
        if not self._requests.takes(who, EVERY * cost, (self._burst or BURST) * EVERY):
            raise _too_many("requests")

    def takes_in(self, who: str | int, size: int) -> bool:
        """Whether so many bytes of that address or person are taken in; they are counted."""
        return self._bytes.takes(who, EVERY_BYTE * size, EVERY_BYTE * BYTES)

    def looks_up(self, address: str) -> bool:
        """Whether it is looked up who asks there with a session that nobody here has seen lately; it is counted."""
        return self._lookups.takes(address, EVERY_LOOKUP, LOOKUPS * EVERY_LOOKUP)

    def begin(self, who: str | int) -> None:
        """A request is under way until `end`. Raises HTTPTooManyRequests if there are too many."""
        if self._under_way[who] >= UNDER_WAY:
            raise _too_many("under_way")
        self._under_way[who] += 1

    def end(self, who: str | int) -> None:
        """The answer was sent, or nobody is there any more."""
        _count_down(self._under_way, who)

    @contextmanager
    def watching(self, request: web.Request, table: Hashable) -> Iterator[None]:
        """Within, the request is a stream of the table's news. Raises HTTPTooManyRequests where there are too many."""
        who = self.counted(request)
        is_known = PERSON in request
        if self._streams[who] >= AT_ONCE or self._streams.total() >= IN_ALL:
            raise _too_many("streams")
        if not is_known and self._strangers >= IN_ALL - RESERVED:
            raise _too_many("streams")
        if not is_known and self._watchers[table] >= WATCHERS:
            raise _too_many("watchers")
        self._streams[who] += 1
        if not is_known:
            self._strangers += 1
            self._watchers[table] += 1
        try:
            with measures.current().stream():
                yield
        finally:
            _count_down(self._streams, who)
            if not is_known:
                self._strangers -= 1
                _count_down(self._watchers, table)

    def counted(self, request: web.Request) -> str | int:
        """Whose request it is: the person's where we know who asks, else the address's.

        People inside Discord all ask from Discord's addresses, and many people may share one.
        """
        person = request.get(PERSON)
        return self.asker(request) if person is None else person

    def asker(self, request: web.Request) -> str:
        """The address that asks: what one of our proxies says, else whoever has connected.

        Of all addresses, in one line or several, only the last is the proxy's own; anybody can write any before it.
        """
        peer = request.remote or ""
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2].strip()
        if forwarded and not self.is_proxy(peer):
            # A proxy may have been forgotten, and all who come through it count as one: say so once.
            address = _address(peer)
            if not self._has_warned and address is not None and address.is_private:
                self._has_warned = True
                log.warning(
                    "X-Forwarded-For of a neighbor is not believed: TESSERA_WEB_PROXY does not name its address"
                )
            forwarded = ""
        return household(forwarded) or household(peer) or peer

    def is_proxy(self, peer: str) -> bool:
        """Whether the operator has named this address as that of a proxy."""
        address = _address(peer)
        return address is not None and any(address in network for network in self._proxies)


class _Allowance:
    """What each may have at once, and how that grows again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._full: dict[Hashable, float] = {}  # when somebody may have the whole again

    def takes(self, who: Hashable, seconds: float, most: float) -> bool:
        """Whether that one may have what grows again in so many seconds; `most`: seconds in which the whole does."""
        now = self._clock()
        full = max(self._full.get(who, -math.inf), now) + seconds
        if who not in self._full and len(self._full) >= MOST_KNOWN:
            self._full = {one: at for one, at in self._full.items() if at > now}
        has_room = who in self._full or isinstance(who, int) or len(self._full) < MOST_KNOWN  # people always have room
        if full - now > most or not has_room:
            return False
        self._full[who] = full
        return True


def household(address: str) -> str:
    """The address, or what all addresses of one household have in common; "" for any other text."""
    found = _address(address)
    if found is None or isinstance(found, ipaddress.IPv4Address):
        return str(found or "")
    return str(ipaddress.ip_network((int(found), HOUSEHOLD), strict=False))


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address, of IPv4 where it is only written as one of IPv6."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def refuse(limit: Limit) -> None:
    """Somebody wanted more than there is for one; it is counted."""
    measures.current().count("limits", limit)


def _too_many(limit: Limit) -> web.HTTPTooManyRequests:
    refuse(limit)
    return web.HTTPTooManyRequests(headers={"Retry-After": "10" if limit == "requests" else "30"})


def _count_down(counter: Counter[Hashable], key: Hashable) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


GATE = web.AppKey("gate", Gate)
PERSON = web.RequestKey("person", int)  # who asks, where a request proves that without looking it up
