"""Looks every 15 seconds if the bot writes, hears Discord, shows its tables and lets robots move. Knows no game."""

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
from bot.app.signs import Signs
from bot.model.room_number import tag
from bot.store.store import Store

EVERY = 15.0  # seconds
SOON = 1.0  # seconds, until all shards have a connection: somebody may wait for it
LOOK_TIMEOUT = 10.0  # seconds after which a write that hangs counts as failed

log = logging.getLogger(__name__)


class Vitals:
    """Writes the signs of life to a file, for `python -m bot.health`, and reports every write that worked to `wrote`.

    It asks nothing of Discord, so that it never waits for it.
    """

    def __init__(self, client: Tessera, store: Store, path: Path, wrote: Callable[[], None]) -> None:
        self._client = client
        self._store = store
        self._path = path
        self._wrote = wrote
        now = client.services.rooms.now()
        self.signs = Signs(at=now, wrote=now, heard=now)
        self._heard: dict[int, tuple[float, float]] = {}  # shard: its latency, and when that was measured
        self._writes = True  # whether the last write worked

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            logs.about()
            try:
                await self.look()
            except Exception:  # one failed look must not end all later ones
                log.exception("the signs of life cannot be told")
            await asyncio.sleep(EVERY if self.signs.ready else SOON)

    async def look(self) -> None:
        """Take the signs of life now and write them down."""
        await self._write()
        self._listen()
        with suppress(sqlite3.Error, OSError):  # then it cannot be written either, which is told
            async with asyncio.timeout(LOOK_TIMEOUT):
                overdue = self._client.messages.overdue
                room_id, owed = await overdue.oldest_message() or (0, 0.0)
                where, robot = await overdue.oldest_robot() or (0, 0.0)
                self.signs = replace(self.signs, owed=owed, tag=tag(room_id), robot=robot, robot_tag=tag(where))
        ready = self._client.is_at_work
        now = self._client.services.rooms.now()
        self.signs = replace(self.signs, at=now, ready=ready)
        self.signs.write(self._path)

    async def _write(self) -> None:
        before = self._writes
        self._writes = False
        try:
            async with asyncio.timeout(LOOK_TIMEOUT):
                await self._store.deadlines.probe()
        except (sqlite3.Error, OSError) as error:
            log.log(logging.ERROR if before else logging.DEBUG, "nothing can be written (%s)", logs.summary(error))
            return
        self._writes = True
        self._wrote()
        self.signs = replace(self.signs, wrote=self._client.services.rooms.now())

    def _listen(self) -> None:
        """The library measures a new latency whenever the gateway answers a heartbeat."""
        now = self._client.services.rooms.now()
        first = self.signs.heard
        for shard, latency in self._client.latencies:
            before, _ = self._heard.setdefault(shard, (math.inf, first))
            if math.isfinite(latency) and latency != before:
                self._heard[shard] = latency, now
        if self._heard:
            shard, (_, heard) = min(self._heard.items(), key=lambda one: one[1][1])
            self.signs = replace(self.signs, heard=heard, shard=shard if len(self._heard) > 1 else -1)
