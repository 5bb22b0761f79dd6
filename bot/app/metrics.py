"""The numbers for an operator, as Prometheus keeps them. Loaded only where they are wanted; knows no game's rules.

No label names a person, a room or a server: every value is one of a small set that our own code fixes.
"""

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, get_args

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from bot.measures import Counted, Measures, Timed, Waiting
from bot.model.people import Robot
from bot.model.record import Record
from engine.games import GAMES
from engine.robots.core import OFFERED_LEVELS

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, of which nobody asks anything

MOVERS = ("person", "robot", "timeout")
REMEMBERED = 10_000  # rooms whose post is awaited; the longest waiting are forgotten
PRESS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)  # seconds; Discord waits for 3
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONG = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)

# The parts of Discord's addresses that our requests have; any other part is a number or a secret.
PARTS = frozenset((
    "@me", "@original", "applications", "bot", "callback", "channels", "commands", "gateway", "guilds", "interactions",
    "members", "messages", "oauth2", "roles", "thread-members", "threads", "users", "webhooks",
))  # fmt: skip
ROOMS = (  # of `bot`, which write into the log; what is not among them is "library"
    "app", "delivery", "discord_api", "http_server", "interactions", "logic", "logs", "model", "screens", "services",
    "store", "text", "web",
)  # fmt: skip
LIMITS = ("requests", "bytes", "under_way", "streams", "watchers", "connections")  # of bot/web/gate.py
METHODS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE"))
_API = re.compile(r"^/api(/v\d+)?(?=/)")
_NUMBER = re.compile(r"\d+", re.ASCII)


def template(path: str) -> str:
    """The route of a path, with what differs from one request to the next left out.

    >>> template("/api/v10/channels/123456789012345678/messages/234567890123456789")
    '/channels/{id}/messages/{id}'
    >>> template("/api/v10/webhooks/123456789012345678/aW50ZXJhY3Rpb24/messages/@original")
    '/webhooks/{id}/{token}/messages/@original'
    """
    return "/".join(map(_part, _API.sub("", path).split("/")))


def _part(text: str) -> str:
    if not text or text in PARTS:
        return text
    return "{id}" if _NUMBER.fullmatch(text) else "{token}"


class Metrics(Measures):
    """Everything that is measured. The names here are those of the table in docs/operating.md."""

    form = CONTENT_TYPE_LATEST  # of the page

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        histogram = partial(Histogram, registry=own)
        counter = partial(Counter, registry=own)
        self.presses = histogram("tessera_press_seconds", "Answering a press", ["verb"], buckets=PRESS)
        self.commits = histogram("tessera_commit_seconds", "Writing to the database", buckets=QUICK)
        self.waits = histogram("tessera_connection_wait_seconds", "Waiting for the database", buckets=QUICK)
        self.pictures = histogram("tessera_picture_seconds", "Drawing a position", ["game"], buckets=QUICK)
        self.posts = histogram("tessera_post_delay_seconds", "From commit to post", buckets=LONG)
        self.lag = histogram("tessera_loop_lag_seconds", "Lateness of the event loop", buckets=QUICK)
        self.robots = histogram("tessera_robot_seconds", "Waiting for a robot's move", ["level"], buckets=LONG)
        self.moves = counter("tessera_moves_total", "Moves", ["game", "by"])
        self.refusals = counter("tessera_refusals_total", "What people were refused", ["key"])
        self.faults = counter("tessera_faults_total", "Errors in the log", ["part"])
        self.clashes = counter("tessera_clashes_total", "Transactions undone as too late")
        self.searches = counter("tessera_lost_searches_total", "Searches whose process ended")
        self.hung = counter("tessera_hung_searches_total", "Searches that took too long")
        self.retries = counter("tessera_retries_total", "What is sent later", ["what"])
        self.elsewhere = counter("tessera_answered_elsewhere_total", "Presses that another process has answered")
        self.unread = counter("tessera_unreadable_events_total", "What Discord told that cannot be read", ["event"])
        self.requests = counter("tessera_discord_requests_total", "Requests to Discord", ["method", "route", "status"])
        self.pages = counter("tessera_page_requests_total", "Requests for pages", ["route", "status"])
        self.page_seconds = histogram(
            "tessera_page_seconds", "Until the answer for a page begins", ["route"], buckets=QUICK
        )
        self.limits = counter("tessera_page_limits_total", "Requests for pages beyond what one may ask for", ["limit"])
        self._add_gauges(partial(Gauge, registry=own))
        self._begin()
        self._saved: OrderedDict[int, float] = OrderedDict()  # room: when it was first saved since its last post

    def _add_gauges(self, gauge: Callable[..., Gauge]) -> None:
        """What is looked up when somebody asks, and how many watch."""
        self.streams = gauge("tessera_page_streams", "Pages that are told of news")
        self.tables = gauge("tessera_tables", "Tables that are not over", ["phase"])
        self.owed = gauge("tessera_owed", "Messages that are out of date")
        self.oldest_owed = gauge("tessera_oldest_owed_seconds", "Age of the oldest of them")
        self.late = gauge("tessera_late_deadlines", "Deadlines that have passed")
        self.asleep = gauge("tessera_asleep", "Tables that Discord does not let us show")
        self.latency = gauge("tessera_gateway_latency_seconds", "A heartbeat of the gateway")

    def _begin(self) -> None:
        """What has not happened yet is 0: a first fault that came out of nowhere would be no increase."""
        for part in (*ROOMS, "library"):
            self.faults.labels(part)
        for game, by in product(GAMES, MOVERS):
            self.moves.labels(game, by)
        for level in OFFERED_LEVELS:
            self.robots.labels(level)
        for limit in LIMITS:
            self.limits.labels(limit)
        for what in get_args(Waiting):
            self.retries.labels(what)

    def page(self) -> bytes:
        """All numbers, as a scrape reads them. Takes some milliseconds; from any thread."""
        return generate_latest(self.registry)

    # what is reported

    def time(self, what: Timed, *labels: str) -> AbstractContextManager[object]:
        """The seconds within count."""
        timer: AbstractContextManager[object] = _labeled(getattr(self, what), labels).time()
        return timer

    def count(self, what: Counted, *labels: str) -> None:
        """One more counts."""
        _labeled(getattr(self, what), labels).inc()

    def saved(self, before: Record | None, later: Record) -> None:
        """New moves count; from now on the post of the room is awaited, unless nobody will see what has changed."""
        for line in later.log[len(before.log) :] if before else ():
            if line.seat >= 0:  # not chance
                # A move that was made by itself, as there was no other, counts as its person's.
                mover = "robot" if isinstance(later.chairs[line.seat].occupant, Robot) else "person"
                self.moves.labels(later.game, "timeout" if line.how == "late" else mover).inc()
        if before is None or later.without_reminders() != replace(before.without_reminders(), change=later.change):
            self._saved.setdefault(later.id, time.perf_counter())
            if len(self._saved) > REMEMBERED:
                self._saved.popitem(last=False)

    def showed(self, room_id: int, *, fresh: bool) -> None:
        """The delay counts if the message was posted; an edit ends the waiting, too."""
        since = self._saved.pop(room_id, None)
        if since is not None and fresh:
            self.posts.observe(time.perf_counter() - since)

    def slept(self, room_id: int) -> None:
        """The post of the room is not awaited any more."""
        self._saved.pop(room_id, None)

    def failed(self, logger: str) -> None:
        """Whoever has that logger wrote an error into the log."""
        top, _, rest = logger.partition(".")
        part = rest.partition(".")[0]
        self.faults.labels(part if top == "bot" and part in ROOMS else "library").inc()

    def page_answered(self, route: str, status: int, seconds: float) -> None:
        """One more for that route."""
        self.pages.labels(route, str(status)).inc()
        self.page_seconds.labels(route).observe(seconds)

    def stream(self) -> AbstractContextManager[object]:
        """One more within."""
        return self.streams.track_inprogress()

    def requested(self, method: str, path: str, status: str) -> None:
        """One more for that route."""
        known = method if method in METHODS else "other"
        self.requests.labels(known, template(path), status).inc()


def _labeled(metric: Any, labels: tuple[str, ...]) -> Any:
    return metric.labels(*labels) if labels else metric
