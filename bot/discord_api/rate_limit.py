"""Rate limits for people, so that nobody keeps others waiting, and for the bot's own requests to Discord.

Only people who pressed in the last minutes are remembered, and only in memory, because a restart gives nobody a notable
advantage. Knows nothing about the meaning of presses and requests.
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

from bot import metrics
from bot.model.errors import Refusal

MAX_RATE_LIMITED_PEOPLE = 20_000  # people remembered at a time; further people are refused as busy
CLEANUP_INTERVAL = 60.0  # seconds between two cleanups, which forget people who need not wait
REQUESTS_PER_SECOND = 45  # Discord accepts 50, but evenly sent requests may arrive in a burst
MESSAGE_LEAD_TIME = 1.0  # a message is created at most this many seconds before it can be sent
TOO_MANY_REQUESTS = 429  # HTTP status
_UNLIMITED_PATH = re.compile(r"/(interactions|webhooks)/")  # answers to presses, which do not count for Discord's limit
_CHANNEL_PATH = re.compile(r"/channels/(\d+)/messages")


@dataclass(frozen=True)
class RateLimit:
    """A token bucket: a burst of actions, then one more per interval."""

    burst: int  # actions
    every: float  # seconds


@dataclass(frozen=True)
class RateLimits:
    """The limits of one person, and of presses in progress at the same time."""

    presses: RateLimit = RateLimit(40, 0.25)  # a fast player presses three times a second
    letters: RateLimit = RateLimit(40, 0.1)  # typed letters, each of which requests suggestions
    openings: RateLimit = RateLimit(4, 30.0)  # of lobbies
    database_wide: RateLimit = RateLimit(
        3, 60.0
    )  # deletions and exports; a deletion rewrites the file while all wait (0.6 s for 40 MiB)
    concurrent: int = 120  # presses in progress in all
    concurrent_in_channel: int = 40  # of one channel
    concurrent_of_person: int = 8  # of one person


WARNING_LIMIT = RateLimit(1, 1.0)  # how often a person who presses too fast is warned
ACKNOWLEDGED_LIMIT = RateLimit(4, 0.25)  # how many further presses are silently acknowledged
DEFAULT_LIMITS = RateLimits()


class Muted(Refusal):
    """The person keeps pressing and was warned less than a second ago. Raised only by `RateLimiter.admit_press`.

    `may_acknowledge`: the press may be acknowledged. Presses faster than any person can make are left unanswered,
    because every answer costs a request, and a flood of presses must not cause a flood of requests.
    """

    def __init__(self, seconds: int, *, may_acknowledge: bool) -> None:
        super().__init__("slow_down", n=seconds)
        self.may_acknowledge = may_acknowledge


@dataclass
class RateLimiter:
    """Admits actions of people, or raises Refusal: busy, or slow_down with the seconds to wait as `n`."""

    now: Callable[[], float]  # seconds
    limits: RateLimits = DEFAULT_LIMITS  # per person and in all
    max_people: int = MAX_RATE_LIMITED_PEOPLE  # remembered at a time
    _full: dict[Hashable, float] = field(
        default_factory=dict
    )  # kind and person: when the whole burst is available again
    _cleared: float = -math.inf  # last cleanup of `_full`
    _inside: Counter[Hashable] = field(default_factory=Counter)  # presses in progress

    @contextmanager
    def admit_press(self, person: int, channel: int) -> Iterator[None]:
        """Admit a press of this person, which is in progress within the block. Raises Refusal: slow_down, busy."""
        seconds = self._seconds_to_wait(("press", person), self.limits.presses)
        if seconds:
            raise self._slow_down(person, seconds)
        whole = "all"
        there = ("channel", channel)
        own = ("person", person)
        if self._inside[own] >= self.limits.concurrent_of_person:
            raise self._slow_down(person, 1.0)
        if self._inside[whole] >= self.limits.concurrent or self._inside[there] >= self.limits.concurrent_in_channel:
            raise Refusal("busy")
        places = (whole, there, own)
        self._inside.update(places)
        try:
            yield
        finally:
            self._inside -= Counter(places)  # this also removes zero counts

    def allows_typing(self, person: int) -> bool:
        """Whether this person may get suggestions for one more typed letter."""
        return not self._seconds_to_wait(("letter", person), self.limits.letters)

    def admit_opening(self, person: int) -> None:
        """Admit that this person opens a table. Raises Refusal: slow_down, busy."""
        self._admit(person, "opening", self.limits.openings)

    def admit_database_wide(self, person: int) -> None:
        """Admit an action that works on the whole database. Raises Refusal: slow_down, busy."""
        self._admit(person, "whole", self.limits.database_wide)

    def _admit(self, person: int, kind: str, limit: RateLimit) -> None:
        """Admit an action. Raises Refusal, but never Muted, because its press was admitted and must be answered."""
        seconds = self._seconds_to_wait((kind, person), limit)
        if seconds:
            raise Refusal("slow_down", n=math.ceil(seconds))

    def _slow_down(self, person: int, seconds: float) -> Refusal:
        if not self._seconds_to_wait(("warned", person), WARNING_LIMIT):
            return Refusal("slow_down", n=math.ceil(seconds))
        return Muted(
            math.ceil(seconds), may_acknowledge=not self._seconds_to_wait(("nodded", person), ACKNOWLEDGED_LIMIT)
        )

    def _seconds_to_wait(self, key: Hashable, limit: RateLimit) -> float:
        """Return the seconds to wait; if 0.0, count the action. Raises Refusal("busy") if too many are remembered."""
        now = self.now()
        whole_burst = limit.burst * limit.every  # seconds until an empty bucket is full
        full = max(self._full.get(key, now), now)
        if full > now + whole_burst:  # the clock was set back
            full = now
        seconds = full + limit.every - (now + whole_burst)
        if seconds > 0:
            return seconds
        # People who need not wait are forgotten periodically, and whenever too many are remembered.
        is_crowded = len(self._full) >= self.max_people and key not in self._full
        if is_crowded or abs(now - self._cleared) >= CLEANUP_INTERVAL:
            self._full = {other: at for other, at in self._full.items() if at > now}
            self._cleared = now
        if is_crowded and len(self._full) >= self.max_people:
            raise Refusal("busy")
        self._full[key] = full + limit.every
        return 0.0


class RequestPace:
    """Delays requests to stay below Discord's limits, and remembers the limits that Discord reports per channel.

    Too many refused requests lead to a ban for hours. `now`: seconds.
    """

    def __init__(
        self, requests_per_second: int = REQUESTS_PER_SECOND, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = now
        self._sent: deque[float] = deque(maxlen=requests_per_second)  # when the last requests were or will be sent
        self._closed_until: dict[int, float] = {}  # channel: when it accepts messages again
        self._all_closed_until = 0.0  # when Discord accepts any request again

    @property
    def trace(self) -> aiohttp.TraceConfig:
        """The trace configuration that makes the library's requests keep this pace."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._start_request)
        trace.on_request_end.append(self._finish_request)
        trace.on_request_exception.append(self._fail_request)
        return trace

    def reserve(self) -> float:
        """Reserve a slot for one more request and return the seconds until that slot."""
        at = self._next_slot()
        self._sent.append(at)
        return at - self._now()

    def seconds_until_idle(self) -> float:
        """Return the seconds until no request is waiting; more may arrive meanwhile, so ask again then."""
        return max(0.0, self._next_slot() - self._now())

    def message_delay(self, channel: int) -> float:
        """Return the seconds until a message for this channel should be created.

        A message is created only shortly before it can be sent, because its content would be outdated otherwise. The
        delay depends on the channel's limit and on the requests that are waiting.
        """
        queued = self._sent[-1] - MESSAGE_LEAD_TIME if self._sent else 0.0
        return max(0.0, max(self._closed_until.get(channel, 0.0), queued) - self._now())

    def note_answer(self, path: str, status: int, headers: Mapping[str, str]) -> None:
        """Note the rate limits in Discord's answer to a request for this path."""
        if status == TOO_MANY_REQUESTS:
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
        found = _CHANNEL_PATH.search(path)
        if status == TOO_MANY_REQUESTS and headers.get("X-RateLimit-Global"):
            self._all_closed_until = again
        elif found is not None:
            channel = int(found[1])
            again = max(self._closed_until.get(channel, 0.0), again)
            self._closed_until = {other: at for other, at in self._closed_until.items() if at > now}
            self._closed_until[channel] = again

    def _next_slot(self) -> float:
        """Return the earliest time at which one more request may be sent."""
        at = max(self._now(), self._all_closed_until)
        if len(self._sent) == self._sent.maxlen:
            at = max(at, self._sent[0] + 1.0)
        return at

    async def _start_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        seconds = 0.0 if _UNLIMITED_PATH.search(params.url.path) else self.reserve()
        if seconds > 0:
            await asyncio.sleep(seconds)

    async def _finish_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        status = params.response.status
        metrics.current().note_discord_request(params.method, params.url.path, str(status))
        self.note_answer(params.url.path, status, params.response.headers)

    async def _fail_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        metrics.current().note_discord_request(params.method, params.url.path, "none")


def is_rate_limited(error: BaseException) -> bool:
    """Whether Discord has refused a request because of a rate limit."""
    is_refused = isinstance(error, discord.HTTPException) and error.status == TOO_MANY_REQUESTS
    return is_refused or isinstance(error, discord.RateLimited)
