"""How much one address or person may ask for at a time, so that nobody keeps others from watching. Knows no page.

Both are kept in memory for some minutes and never written down.
"""

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aiohttp import web

HOUSEHOLD = 64  # bits of an IPv6 address; who has one can use all that begin with them
BURST, EVERY = 60, 0.2  # requests at once, then one more every so many seconds
FILE = 0.1  # of a request, for a file that lies ready: a page needs some twenty, and many people may share an address
AT_ONCE = 40  # streams of news of one address; many people may share one
IN_ALL = 2_000  # streams of everybody
MOST_KNOWN = 10_000  # addresses and people


class Gate:
    """Lets requests in, or not. `clock`: seconds. `burst`: requests at once, BURST if 0."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, burst: int = 0) -> None:
        self._clock, self._burst = clock, burst
        self._full: dict[str | int, float] = {}  # when somebody may ask for the whole number at once again
        self._watching = Counter[str | int]()

    def admits(self, who: str | int, cost: float = 1.0) -> bool:
        """Whether a request of that address, or of that person by number, is answered; it is counted as so many."""
        now = self._clock()
        full = max(self._full.get(who, -math.inf), now) + EVERY * cost
        if full - now > (self._burst or BURST) * EVERY or not self._has_room(who, now):
            return False
        self._full[who] = full
        return True

    def lets_in(self, who: str | int, cost: float = 1.0) -> None:
        """The request of that address or person is counted. Raises HTTPTooManyRequests where it is not answered."""
        if not self.admits(who, cost):
            raise web.HTTPTooManyRequests(headers={"Retry-After": "10"})

    @contextmanager
    def watching(self, request: web.Request) -> Iterator[None]:
        """Within, the request is a stream of news. Raises HTTPTooManyRequests where there are too many."""
        who = counted(request)
        if self._watching[who] >= AT_ONCE or self._watching.total() >= IN_ALL:
            raise web.HTTPTooManyRequests(headers={"Retry-After": "30"})
        self._watching[who] += 1
        try:
            yield
        finally:
            self._watching[who] -= 1
            if not self._watching[who]:
                del self._watching[who]

    def _has_room(self, who: str | int, now: float) -> bool:
        if who not in self._full and len(self._full) >= MOST_KNOWN:
            self._full = {one: at for one, at in self._full.items() if at > now}
        return who in self._full or len(self._full) < MOST_KNOWN


def asker(request: web.Request) -> str:
    """The address that asks: what a proxy on this machine or network says, else whoever has connected.

    Of all addresses, in one line or several, only the last is the proxy's own; whoever asks can write any before it.
    """
    peer = request.remote or ""
    told = ",".join(request.headers.getall("X-Forwarded-For", ())).rpartition(",")[2].strip()
    try:
        return _household(told if told and ipaddress.ip_address(peer).is_private else peer)
    except ValueError:
        return peer


def _household(address: str) -> str:
    """The address, or what all addresses of one household have in common. Raises ValueError for any other text."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), HOUSEHOLD), strict=False))


def counted(request: web.Request) -> str | int:
    """Whose number of requests it is: people inside Discord all ask from Discord's addresses."""
    person = request.get(PERSON)
    return asker(request) if person is None else person


GATE = web.AppKey("gate", Gate)
PERSON = web.RequestKey("person", int)  # who asks, where a request proves that without looking it up
