"""Serves `/metrics` and `/healthz` on the bot's event loop, if the operator sets an address.

Independent of single metrics.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from bot import metrics
from bot.app.client import Tessera
from bot.app.health_report import problem_sentences, read_report
from bot.http_server import ServerLimits, serve_http
from bot.settings import Address
from bot.store.store import Store
from bot.text.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.app.prometheus import PrometheusMetrics

MAX_COUNTS_AGE = 5.0  # seconds; counts of the store are cached for so long, however often they are scraped
COUNT_TIMEOUT = 3.0  # seconds after which a scrape omits them
MAX_METRICS_CONNECTIONS = 100  # simultaneous connections
LAG_INTERVAL = 0.5  # seconds between two measurements of the event loop's lag

log = logging.getLogger(__name__)


@asynccontextmanager
async def serve_metrics(address: Address | None, client: Tessera, store: Store, alive: Path) -> AsyncIterator[None]:
    """Record metrics and serve them at that address inside the context; without an address nothing is recorded.

    `alive`: the file with the health report. Raises RuntimeError that says what the operator has to change.
    """
    if address is None:
        yield
        return
    if find_spec("prometheus_client") is None:
        raise RuntimeError(Words()("start.no_metrics"))
    from bot.app.prometheus import PrometheusMetrics

    prometheus = PrometheusMetrics()
    pages = _metrics_app(Gauges(prometheus, client, store, alive))
    async with AsyncExitStack() as serving:
        try:
            limits = ServerLimits(
                max_body=0, host_names=(address.host.lower(),), max_connections=MAX_METRICS_CONNECTIONS
            )
            await serving.enter_async_context(serve_http(pages, address, limits))
        except (OSError, UnicodeError) as error:  # some malformed names are only detected by the lookup
            where = f"{address.host}:{address.port}"
            raise RuntimeError(Words()("start.metrics_closed", address=where, reason=str(error))) from error
        with metrics.activate(prometheus), _count_errors(prometheus):
            ticking = asyncio.create_task(_measure_lag(prometheus), name="loop lag")
            try:
                yield
            finally:
                ticking.cancel()


def _metrics_app(gauges: Gauges) -> web.Application:
    async def numbers(_: web.Request) -> web.Response:
        await gauges.update()
        page = await asyncio.to_thread(gauges.metrics.render_page)
        return web.Response(body=page, headers={"Content-Type": gauges.metrics.content_type})

    async def health(_: web.Request) -> web.Response:
        wrong = problem_sentences(gauges.alive, time.time())
        return web.Response(text=f"{' '.join(wrong)}\n" if wrong else "", status=503 if wrong else 200)

    pages = web.Application()
    pages.router.add_get("/metrics", numbers)
    pages.router.add_get("/healthz", health)
    return pages


class Gauges:
    """The metrics that are looked up at each scrape."""

    def __init__(
        self,
        metrics: PrometheusMetrics,
        client: Tessera,
        store: Store,
        alive: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.metrics = metrics
        self.alive = alive
        self._client = client
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._counted_at = -math.inf

    async def update(self) -> None:
        """Update all gauges; counts of the store may be MAX_COUNTS_AGE seconds old."""
        now = self._client.services.rooms.now()
        signs = read_report(self.alive)
        owed_since = signs.owed if signs else 0.0
        self.metrics.oldest_owed.set(max(0.0, now - owed_since) if owed_since else 0.0)
        self.metrics.latency.set(self._client.latency if math.isfinite(self._client.latency) else math.nan)
        async with self._lock:
            if self._clock() - self._counted_at >= MAX_COUNTS_AGE:
                await self._count(now)
                self._counted_at = self._clock()

    async def _count(self, now: float) -> None:
        try:
            async with asyncio.timeout(COUNT_TIMEOUT):
                tables = await self._store.counts.open_tables()
                waiting = await self._store.counts.waiting(now)
        except (sqlite3.Error, OSError) as error:
            log.debug("nothing can be counted (%s)", type(error).__name__)
            # These are unknown now, and old values would look as if all were well.
            self.metrics.tables.clear()
            for gauge in (self.metrics.owed, self.metrics.asleep, self.metrics.late):
                gauge.set(math.nan)
            return
        for phase, count in asdict(tables).items():
            self.metrics.tables.labels(phase).set(count)
        self.metrics.owed.set(waiting.due_messages)
        self.metrics.asleep.set(waiting.unreachable)
        self.metrics.late.set(waiting.missed_deadlines)


async def _measure_lag(metrics: PrometheusMetrics) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(LAG_INTERVAL)
        metrics.lag.observe(max(0.0, time.perf_counter() - before - LAG_INTERVAL))


class ErrorCounter(logging.Handler):
    """Counts logged errors by the part of `bot` that logged them, "library" for others."""

    def __init__(self, metrics: PrometheusMetrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Count the error."""
        self._metrics.count_error(record.name)


@contextmanager
def _count_errors(metrics: PrometheusMetrics) -> Iterator[None]:
    counting = ErrorCounter(metrics)
    logging.getLogger().addHandler(counting)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(counting)
