"""Limits how fast people may press, so that nobody keeps others waiting, and how fast the bot may ask Discord.

Of people it remembers only those who pressed in the last minutes, in memory: a restart gives nobody a notable
advantage. Knows no kind of press and no request's meaning.
"""

import asyncio
import math
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace

import aiohttp
import discord

from bot import measures
from bot.model.errors import Refusal

MOST_KNOWN = 20_000  # people remembered at a time; beyond that presses are refused as busy
IDLE = 60.0  # seconds between two rounds in which people without any wait are forgotten
A_SECOND = 45  # requests; Discord takes 50, and what was sent evenly may arrive in a bunch
LEAD = 1.0  # seconds before it is sent in which a message may be made
TOO_FAST = 429  # the HTTP status of a request that came too soon
_FREE = re.compile(r"/(interactions|webhooks)/")  # answers to presses, which Discord does not count
_CHANNEL = re.compile(r"/channels/(\d+)/messages")


@dataclass(frozen=True)
class RateLimit:
    """So many times at once, then once more after each wait."""

    burst: int  # times at once
    every: float  # seconds


@dataclass(frozen=True)
class RateLimits:
    """What one person may do, and how many presses are worked on at the same time."""

    presses: RateLimit = RateLimit(40, 0.25)  # whoever plays fast presses three times a second
    letters: RateLimit = RateLimit(40, 0.1)  # of what is typed: each asks for a list
    openings: RateLimit = RateLimit(4, 30.0)  # of lobbies
    wholes: RateLimit = RateLimit(3, 60.0)  # deletions: the file is written anew while all wait (0.6 s for 40 MiB)
    at_once: int = 120  # presses at the same time in all
    in_channel: int = 40  # of one channel
    of_person: int = 8  # of one person


WARNED = RateLimit(1, 1.0)  # how often a person who presses too fast is warned
NODDED = RateLimit(4, 0.25)  # how many further presses are silently acknowledged
USUAL = RateLimits()


class Muted(Refusal):
    """The person goes on pressing and was warned less than a second ago. Raised only by `RateLimiter.passing`.

    `nod`: the press may be acknowledged. Presses faster than any hand are left unanswered, because every answer costs
    a request, and somebody's flood must not become a flood of ours.
    """

    def __init__(self, seconds: int, *, nod: bool) -> None:
        super().__init__("slow_down", n=seconds)
        self.nod = nod


@dataclass
class RateLimiter:
    """Lets people in, or raises Refusal: slow_down with the seconds to wait as `n`, busy."""

    now: Callable[[], float]  # seconds
    paces: RateLimits = USUAL  # the limits
    most: int = MOST_KNOWN  # people that are remembered
    _full: dict[Hashable, float] = field(default_factory=dict)  # kind and person: when a whole burst is free again
    _cleared: float = -math.inf  # when people without any wait were last forgotten
    _inside: Counter[Hashable] = field(default_factory=Counter)  # what is being worked on

    @contextmanager
    def passing(self, person: int, channel: int) -> Iterator[None]:
        """A press of this person is worked on inside. Raises Refusal: slow_down, busy."""
        seconds = self._wait(("press", person), self.paces.presses)
        if seconds:
            raise self._slow(person, seconds)
        whole = "all"
        there = ("channel", channel)
        own = ("person", person)
        if self._inside[own] >= self.paces.of_person:
            raise self._slow(person, 1.0)
        if self._inside[whole] >= self.paces.at_once or self._inside[there] >= self.paces.in_channel:
            raise Refusal("busy")
        places = (whole, there, own)
        self._inside.update(places)
        try:
            yield
        finally:
            self._inside -= Counter(places)  # which forgets what is empty

    def typing(self, person: int) -> bool:
        """Whether this person may get suggestions for one more letter."""
        return not self._wait(("letter", person), self.paces.letters)

    def opening(self, person: int) -> None:
        """This person opens a table. Raises Refusal: slow_down, busy."""
        self._admit(person, "opening", self.paces.openings)

    def whole(self, person: int) -> None:
        """This person asks for something that works on the whole database. Raises Refusal: slow_down, busy."""
        self._admit(person, "whole", self.paces.wholes)

    def _admit(self, person: int, kind: str, pace: RateLimit) -> None:
        """Raises Refusal, never Muted: the press was let in, so it is answered."""
        seconds = self._wait((kind, person), pace)
        if seconds:
            raise Refusal("slow_down", n=math.ceil(seconds))

    def _slow(self, person: int, seconds: float) -> Refusal:
        if not self._wait(("warned", person), WARNED):
            return Refusal("slow_down", n=math.ceil(seconds))
        return Muted(math.ceil(seconds), nod=not self._wait(("nodded", person), NODDED))

    def _wait(self, key: Hashable, pace: RateLimit) -> float:
        """The seconds to wait; if 0.0, this time counts. Raises Refusal("busy") if too many people are remembered."""
        now = self.now()
        whole_burst = pace.burst * pace.every  # seconds until it is free again
        full = max(self._full.get(key, now), now)
        if full > now + whole_burst:  # the clock was set back
            full = now
        seconds = full + pace.every - (now + whole_burst)
        if seconds > 0:
            return seconds
        # Others are forgotten now and then, and where there are too many.
        crowded = len(self._full) >= self.most and key not in self._full
        if crowded or abs(now - self._cleared) >= IDLE:
            self._full = {one: at for one, at in self._full.items() if at > now}
            self._cleared = now
        if crowded and len(self._full) >= self.most:
            raise Refusal("busy")
        self._full[key] = full + pace.every
        return 0.0


class Pace:
    """Holds back requests so that Discord need not refuse them, and remembers what Discord said of each channel.

    Whoever is refused too often is banned for hours. `now`: seconds.
    """

    def __init__(self, a_second: int = A_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._sent: deque[float] = deque(maxlen=a_second)  # when the last requests were sent or will be
        self._closed_until: dict[int, float] = {}  # channel: when it takes messages again
        self._all_closed_until = 0.0  # when Discord takes any request again

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
        """The seconds until no request waits to be sent; others may come in meanwhile, so ask again then."""
        return max(0.0, self._next() - self._now())

    def wait(self, channel: int) -> float:
        """The seconds until a message for this channel should be made.

        As far as Discord has said, and as long as too many requests wait already: what a message shows is old by the
        time at which it is sent.
        """
        queued = self._sent[-1] - LEAD if self._sent else 0.0
        return max(0.0, max(self._closed_until.get(channel, 0.0), queued) - self._now())

    def note_answer(self, path: str, status: int, headers: Mapping[str, str]) -> None:
        """Discord has answered a request for this path."""
        if status == TOO_FAST:
            wait = headers.get("Retry-After", "")
        elif headers.get("X-RateLimit-Remaining") == "0":
            wait = headers.get("X-RateLimit-Reset-After", "")
        else:
            return
        now = self._now()
        try:
            again = now + float(wait)
        except ValueError:
            again = now + 1.0
        found = _CHANNEL.search(path)
        if status == TOO_FAST and headers.get("X-RateLimit-Global"):
            self._all_closed_until = again
        elif found is not None:
            channel = int(found[1])
            again = max(self._closed_until.get(channel, 0.0), again)
            self._closed_until = {one: at for one, at in self._closed_until.items() if at > now}
            self._closed_until[channel] = again

    def _next(self) -> float:
        """The moment at which one more request may be sent, at the earliest."""
        at = max(self._now(), self._all_closed_until)
        if len(self._sent) == self._sent.maxlen:
            at = max(at, self._sent[0] + 1.0)
        return at

    async def _begin(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        seconds = 0.0 if _FREE.search(params.url.path) else self.reserve()
        if seconds > 0:
            await asyncio.sleep(seconds)

    async def _end(self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        status = params.response.status
        measures.current().requested(params.method, params.url.path, str(status))
        self.note_answer(params.url.path, status, params.response.headers)

    async def _lost(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        measures.current().requested(params.method, params.url.path, "none")


def is_limit(error: BaseException) -> bool:
    """Whether Discord has refused a request because there were too many."""
    is_refused = isinstance(error, discord.HTTPException) and error.status == TOO_FAST
    return is_refused or isinstance(error, discord.RateLimited)
