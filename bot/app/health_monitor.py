"""Checks every 15 seconds that the bot can write, hears Discord, shows tables and lets robots move.

Independent of games.
"""

import asyncio
import logging
import math
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bot import logs
from bot.app.client import Tessera
from bot.app.health_report import HealthReport
from bot.model.room_number import tag
from bot.store.store import Store

HEALTH_INTERVAL = 15.0  # seconds
STARTUP_HEALTH_INTERVAL = 1.0  # seconds, until all shards are connected, because a supervisor may be waiting
HEALTH_CHECK_TIMEOUT = 10.0  # seconds after which a hanging write counts as failed

log = logging.getLogger(__name__)


class HealthMonitor:
    """Writes the health report for `python -m bot.health`, and calls `on_write` after each successful database write.

    It sends no requests to Discord, so it never waits for it.
    """

    def __init__(self, client: Tessera, store: Store, path: Path, on_write: Callable[[], None]) -> None:
        self._client = client
        self._store = store
        self._path = path
        self._on_write = on_write
        now = client.services.rooms.now()
        self.report = HealthReport(at=now, wrote=now, heard=now)
        self._heard: dict[int, tuple[float, float]] = {}  # shard: its latency, and when it was measured
        self._last_write_worked = True

    async def run(self) -> None:
        """Check until cancelled."""
        while True:
            logs.set_context()
            try:
                await self.update_report()
            except Exception:  # one failed check must not end all later ones
                log.exception("the signs of life cannot be told")
            await asyncio.sleep(HEALTH_INTERVAL if self.report.ready else STARTUP_HEALTH_INTERVAL)

    async def update_report(self) -> None:
        """Check the bot now and write the report."""
        await self._check_write()
        self._check_heartbeats()
        with suppress(sqlite3.Error, OSError):  # then writing fails too, which is reported
            async with asyncio.timeout(HEALTH_CHECK_TIMEOUT):
                overdue = self._client.messages.overdue
                room_id, owed = await overdue.oldest_message() or (0, 0.0)
                where, robot = await overdue.oldest_robot() or (0, 0.0)
                self.report = replace(self.report, owed=owed, tag=tag(room_id), robot=robot, robot_tag=tag(where))
        ready = self._client.takes_presses
        now = self._client.services.rooms.now()
        self.report = replace(self.report, at=now, ready=ready)
        self.report.write(self._path)

    async def _check_write(self) -> None:
        before = self._last_write_worked
        self._last_write_worked = False
        try:
            async with asyncio.timeout(HEALTH_CHECK_TIMEOUT):
                await self._store.deadlines.check_writable()
        except (sqlite3.Error, OSError) as error:
            log.log(
                logging.ERROR if before else logging.DEBUG, "nothing can be written (%s)", logs.error_summary(error)
            )
            return
        self._last_write_worked = True
        self._on_write()
        self.report = replace(self.report, wrote=self._client.services.rooms.now())

    def _check_heartbeats(self) -> None:
        """Note new latencies: the library measures one whenever the gateway answers a heartbeat."""
        now = self._client.services.rooms.now()
        first = self.report.heard
        for shard, latency in self._client.latencies:
            before, _ = self._heard.setdefault(shard, (math.inf, first))
            if math.isfinite(latency) and latency != before:
                self._heard[shard] = latency, now
        if self._heard:
            shard, (_, heard) = min(self._heard.items(), key=lambda item: item[1][1])
            self.report = replace(self.report, heard=heard, shard=shard if len(self._heard) > 1 else -1)
