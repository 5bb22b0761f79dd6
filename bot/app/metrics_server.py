"""Serves `/metrics` and `/healthz` on the bot's own event loop, if the operator names an address. Knows no number."""

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

from bot import measures
from bot.app.client import Tessera
from bot.app.signs import faults, signs_in
from bot.http_server import Limits, serve_http
from bot.settings import Address
from bot.store.store import Store
from bot.text.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.app.metrics import Metrics

FRESH = 5.0  # seconds for which counts of the store are good: however often somebody asks, it is asked no more often
COUNT_TIMEOUT = 3.0  # seconds until a scrape goes without them
MOST = 100  # connections at a time
TICK = 0.5  # seconds between two looks at the event loop

log = logging.getLogger(__name__)


@asynccontextmanager
async def metrics_served(address: Address | None, client: Tessera, store: Store, alive: Path) -> AsyncIterator[None]:
    """Within, everything is measured and can be read at that address; without one nothing is measured.

    `alive`: the file with the signs of life. Raises RuntimeError with what the operator has to change.
    """
    if address is None:
        yield
        return
    if find_spec("prometheus_client") is None:
        raise RuntimeError(Words()("start.no_metrics"))
    from bot.app.metrics import Metrics

    metrics = Metrics()
    pages = _pages(Gauges(metrics, client, store, alive))
    async with AsyncExitStack() as serving:
        try:
            limits = Limits(body=0, names=(address.host.lower(),), connections=MOST)
            await serving.enter_async_context(serve_http(pages, address, limits))
        except (OSError, UnicodeError) as error:  # a name can be malformed in ways that only the look-up notices
            where = f"{address.host}:{address.port}"
            raise RuntimeError(Words()("start.metrics_closed", address=where, reason=str(error))) from error
        with measures.reported_to(metrics), _errors_counted(metrics):
            ticking = asyncio.create_task(_tick(metrics), name="loop lag")
            try:
                yield
            finally:
                ticking.cancel()


def _pages(gauges: Gauges) -> web.Application:
    async def numbers(_: web.Request) -> web.Response:
        await gauges.look()
        page = await asyncio.to_thread(gauges.metrics.page)
        return web.Response(body=page, headers={"Content-Type": gauges.metrics.form})

    async def health(_: web.Request) -> web.Response:
        wrong = faults(gauges.alive, time.time())
        return web.Response(text=f"{' '.join(wrong)}\n" if wrong else "", status=503 if wrong else 200)

    pages = web.Application()
    pages.router.add_get("/metrics", numbers)
    pages.router.add_get("/healthz", health)
    return pages


class Gauges:
    """The numbers that nobody reports, because they are looked up when somebody asks."""

    def __init__(
        self, metrics: Metrics, client: Tessera, store: Store, alive: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.metrics = metrics
        self.alive = alive
        self._client = client
        self._store = store
        self._clock = clock
        self._turn = asyncio.Lock()
        self._counted = -math.inf

    async def look(self) -> None:
        """All of them are as they are now; those of the store as they were at most FRESH seconds ago."""
        now = self._client.services.rooms.now()
        signs = signs_in(self.alive)
        owed_since = signs.owed if signs else 0.0
        self.metrics.oldest_owed.set(max(0.0, now - owed_since) if owed_since else 0.0)
        self.metrics.latency.set(self._client.latency if math.isfinite(self._client.latency) else math.nan)
        async with self._turn:
            if self._clock() - self._counted >= FRESH:
                await self._count(now)
                self._counted = self._clock()

    async def _count(self, now: float) -> None:
        try:
            async with asyncio.timeout(COUNT_TIMEOUT):
                tables = await self._store.counts.open_tables()
                waiting = await self._store.counts.waiting(now)
        except (sqlite3.Error, OSError) as error:
            log.debug("nothing can be counted (%s)", type(error).__name__)
            # Nobody knows these numbers now, and old ones would look as if all were well.
            self.metrics.tables.clear()
            for gauge in (self.metrics.owed, self.metrics.asleep, self.metrics.late):
                gauge.set(math.nan)
            return
        for phase, count in asdict(tables).items():
            self.metrics.tables.labels(phase).set(count)
        self.metrics.owed.set(waiting.owed)
        self.metrics.asleep.set(waiting.asleep)
        self.metrics.late.set(waiting.late)


async def _tick(metrics: Metrics) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        metrics.lag.observe(max(0.0, time.perf_counter() - before - TICK))


class ErrorCount(logging.Handler):
    """Counts the errors of the log by the part of `bot` that wrote them, "library" for those of others."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        self._metrics.failed(record.name)


@contextmanager
def _errors_counted(metrics: Metrics) -> Iterator[None]:
    counting = ErrorCount(metrics)
    logging.getLogger().addHandler(counting)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(counting)
