"""How fast the bot asks Discord: so many requests a second in all, and in no channel that takes none at the moment.

Knows no request's meaning. Answers to presses are free, because Discord does not count them.
"""

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import SimpleNamespace

import aiohttp
import discord

from bot import measures

A_SECOND = 45  # requests; Discord takes 50, and what was sent evenly may arrive in a bunch
LEAD = 1.0  # seconds before it is sent in which a message may be made
TOO_FAST = 429
_FREE = re.compile(r"/(interactions|webhooks)/")
_CHANNEL = re.compile(r"/channels/(\d+)/messages")


class Pace:
    """Holds back requests so that Discord need not refuse them, and remembers what Discord said of each channel.

    Whoever is refused too often is banned for hours. `now`: seconds.
    """

    def __init__(self, a_second: int = A_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._sent: deque[float] = deque(maxlen=a_second)  # when the last requests were sent or will be
        self._closed: dict[int, float] = {}  # channel: when it takes messages again
        self._open = 0.0  # when Discord takes any request again

    @property
    def trace(self) -> aiohttp.TraceConfig:
        """What the library must be given so that its requests keep this pace."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._begin)
        trace.on_request_end.append(self._end)
        trace.on_request_exception.append(self._lost)
        return trace

    def reserve(self) -> float:
        """The seconds after which one more request may be sent; it counts as sent then."""
        at = self._next()
        self._sent.append(at)
        return at - self._now()

    def idle_in(self) -> float:
        """The seconds until nothing waits to be sent, if nobody adds to it; whoever can wait asks again then."""
        return max(0.0, self._next() - self._now())

    def wait(self, channel: int) -> float:
        """The seconds until a message for this channel should be made.

        As far as Discord has said, and as long as too many requests wait already: what a message shows is old by the
        time at which it is sent.
        """
        queued = self._sent[-1] - LEAD if self._sent else 0.0
        return max(0.0, max(self._closed.get(channel, 0.0), queued) - self._now())

    def heard(self, path: str, status: int, headers: Mapping[str, str]) -> None:
        """Discord has answered a request for this path."""
        now, found = self._now(), _CHANNEL.search(path)
        if status == TOO_FAST and headers.get("X-RateLimit-Global"):
            self._open = now + _seconds(headers, "Retry-After")
        elif found and status == TOO_FAST:
            self._close(int(found[1]), _seconds(headers, "Retry-After"))
        elif found and headers.get("X-RateLimit-Remaining") == "0":
            self._close(int(found[1]), _seconds(headers, "X-RateLimit-Reset-After"))

    def _next(self) -> float:
        at = max(self._now(), self._open)
        return max(at, self._sent[0] + 1.0) if len(self._sent) == self._sent.maxlen else at

    def _close(self, channel: int, seconds: float) -> None:
        now = self._now()
        self._closed = {one: at for one, at in self._closed.items() if at > now}
        self._closed[channel] = max(self._closed.get(channel, 0.0), now + seconds)

    async def _begin(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if not _FREE.search(params.url.path) and (seconds := self.reserve()) > 0:
            await asyncio.sleep(seconds)

    async def _end(self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        status = params.response.status
        measures.current().requested(params.method, params.url.path, str(status))
        self.heard(params.url.path, status, params.response.headers)

    async def _lost(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        measures.current().requested(params.method, params.url.path, "none")


def _seconds(headers: Mapping[str, str], name: str) -> float:
    try:
        return float(headers.get(name, ""))
    except ValueError:
        return 1.0


def is_limit(fault: BaseException) -> bool:
    """Whether Discord has refused a request because there were too many."""
    is_refused = isinstance(fault, discord.HTTPException) and fault.status == TOO_FAST
    return is_refused or isinstance(fault, discord.RateLimited)
