"""Metrics for Prometheus. Loaded only if they are served; independent of the rules of games.

No label names a person, a room or a server: every label value comes from a small fixed set.
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

from bot.metrics import CountedMetric, Metrics, RetriedMessage, TimedMetric
from bot.model.people import Robot
from bot.model.record import Record
from engine.games import GAMES
from engine.robots.core import OFFERED_LEVELS

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each metric, which nobody uses

MOVERS = ("person", "robot", "timeout")
MAX_AWAITED_POSTS = 10_000  # rooms whose message is not updated yet; the oldest are forgotten
PRESS_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)  # seconds; Discord waits for 3
SHORT_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONG_BUCKETS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)

# The fixed parts of Discord's paths in our requests; any other part is a number or a secret.
ROUTE_PARTS = frozenset((
    "@me", "@original", "applications", "bot", "callback", "channels", "commands", "gateway", "guilds", "interactions",
    "members", "messages", "oauth2", "roles", "thread-members", "threads", "users", "webhooks",
))  # fmt: skip
ERROR_SOURCES = (  # parts of `bot` that log errors; any other logger counts as "library"
    "app", "delivery", "discord_api", "http_server", "interactions", "logic", "logs", "model", "screens", "services",
    "store", "text", "web",
)  # fmt: skip
PAGE_LIMITS = ("requests", "bytes", "under_way", "streams", "watchers", "connections")  # of bot/web/traffic_limits.py
HTTP_METHODS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE"))
_API_PREFIX = re.compile(r"^/api(/v\d+)?(?=/)")
_NUMBER = re.compile(r"\d+", re.ASCII)


def route_template(path: str) -> str:
    """Return the route of a path, with placeholders for numbers and tokens.

    >>> route_template("/api/v10/channels/123456789012345678/messages/234567890123456789")
    '/channels/{id}/messages/{id}'
    >>> route_template("/api/v10/webhooks/123456789012345678/aW50ZXJhY3Rpb24/messages/@original")
    '/webhooks/{id}/{token}/messages/@original'
    """
    return "/".join(map(_template_part, _API_PREFIX.sub("", path).split("/")))


def _template_part(text: str) -> str:
    if not text or text in ROUTE_PARTS:
        return text
    return "{id}" if _NUMBER.fullmatch(text) else "{token}"


class PrometheusMetrics(Metrics):
    """Records all metrics for Prometheus. Their names are listed in docs/operating.md."""

    content_type = CONTENT_TYPE_LATEST  # of the page

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        histogram = partial(Histogram, registry=own)
        counter = partial(Counter, registry=own)
        self.presses = histogram("tessera_press_seconds", "Answering a press", ["verb"], buckets=PRESS_BUCKETS)
        self.commits = histogram("tessera_commit_seconds", "Writing to the database", buckets=SHORT_BUCKETS)
        self.waits = histogram("tessera_connection_wait_seconds", "Waiting for the database", buckets=SHORT_BUCKETS)
        self.pictures = histogram("tessera_picture_seconds", "Drawing a position", ["game"], buckets=SHORT_BUCKETS)
        self.posts = histogram("tessera_post_delay_seconds", "From commit to post", buckets=LONG_BUCKETS)
        self.lag = histogram("tessera_loop_lag_seconds", "Lateness of the event loop", buckets=SHORT_BUCKETS)
        self.robots = histogram("tessera_robot_seconds", "Waiting for a robot's move", ["level"], buckets=LONG_BUCKETS)
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
            "tessera_page_seconds", "Until the answer for a page begins", ["route"], buckets=SHORT_BUCKETS
        )
        self.limits = counter("tessera_page_limits_total", "Requests for pages beyond what one may ask for", ["limit"])
        self._add_gauges(partial(Gauge, registry=own))
        self._initialize_counters()
        self._awaiting_post: OrderedDict[int, float] = OrderedDict()  # room: time of its first save since its last post

    def _add_gauges(self, gauge: Callable[..., Gauge]) -> None:
        """Add the gauges that are looked up at each scrape, and the number of open streams."""
        self.streams = gauge("tessera_page_streams", "Pages that are told of news")
        self.tables = gauge("tessera_tables", "Tables that are not over", ["phase"])
        self.owed = gauge("tessera_owed", "Messages that are out of date")
        self.oldest_owed = gauge("tessera_oldest_owed_seconds", "Age of the oldest of them")
        self.late = gauge("tessera_late_deadlines", "Deadlines that have passed")
        self.asleep = gauge("tessera_asleep", "Tables that Discord does not let us show")
        self.latency = gauge("tessera_gateway_latency_seconds", "A heartbeat of the gateway")

    def _initialize_counters(self) -> None:
        """Start counters at 0; otherwise Prometheus would not see the first error as an increase."""
        for part in (*ERROR_SOURCES, "library"):
            self.faults.labels(part)
        for game, by in product(GAMES, MOVERS):
            self.moves.labels(game, by)
        for level in OFFERED_LEVELS:
            self.robots.labels(level)
        for limit in PAGE_LIMITS:
            self.limits.labels(limit)
        for what in get_args(RetriedMessage):
            self.retries.labels(what)

    def render_page(self) -> bytes:
        """Return all metrics in the text format of a scrape. Takes a few milliseconds; callable from any thread."""
        return generate_latest(self.registry)

    # reports

    def time(self, what: TimedMetric, *labels: str) -> AbstractContextManager[object]:
        """Observe the seconds spent inside the context."""
        timer: AbstractContextManager[object] = _with_labels(getattr(self, what), labels).time()
        return timer

    def count(self, what: CountedMetric, *labels: str) -> None:
        """Increment the counter."""
        _with_labels(getattr(self, what), labels).inc()

    def note_saved_room(self, before: Record | None, later: Record) -> None:
        """Count new moves, and start to wait for the room's post, unless the change is not visible."""
        for line in later.log[len(before.log) :] if before else ():
            if line.seat >= 0:  # not a chance event
                # A forced move that was played automatically counts as its person's.
                mover = "robot" if isinstance(later.chairs[line.seat].occupant, Robot) else "person"
                self.moves.labels(later.game, "timeout" if line.trigger == "late" else mover).inc()
        if before is None or later.without_reminders() != replace(before.without_reminders(), change=later.change):
            self._awaiting_post.setdefault(later.id, time.perf_counter())
            if len(self._awaiting_post) > MAX_AWAITED_POSTS:
                self._awaiting_post.popitem(last=False)

    def note_shown_message(self, room_id: int, *, fresh: bool) -> None:
        """Observe the delay if the message was posted; an edit only ends the wait."""
        since = self._awaiting_post.pop(room_id, None)
        if since is not None and fresh:
            self.posts.observe(time.perf_counter() - since)

    def note_blocked_message(self, room_id: int) -> None:
        """Stop waiting for the room's post."""
        self._awaiting_post.pop(room_id, None)

    def count_error(self, logger: str) -> None:
        """Count an error logged by that logger."""
        top, _, rest = logger.partition(".")
        part = rest.partition(".")[0]
        self.faults.labels(part if top == "bot" and part in ERROR_SOURCES else "library").inc()

    def note_page(self, route: str, status: int, seconds: float) -> None:
        """Count the page and observe its seconds."""
        self.pages.labels(route, str(status)).inc()
        self.page_seconds.labels(route).observe(seconds)

    def track_stream(self) -> AbstractContextManager[object]:
        """Count an open stream inside the context."""
        return self.streams.track_inprogress()

    def note_discord_request(self, method: str, path: str, status: str) -> None:
        """Count a request to Discord by its route and status."""
        known = method if method in HTTP_METHODS else "other"
        self.requests.labels(known, route_template(path), status).inc()


def _with_labels(metric: Any, labels: tuple[str, ...]) -> Any:
    return metric.labels(*labels) if labels else metric
