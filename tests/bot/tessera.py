"""Tessera itself inside a test: the real client on the local Discord, with a database of its own."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.client import Tessera
from bot.rooms import Rooms
from bot.store import Store
from tests.bot.local import LocalDiscord, Person, Reply


@dataclass
class Running:
    """A bot that can be stopped and started again on the same file, as an operator would."""

    local: LocalDiscord
    path: Path
    client: Tessera = field(init=False)
    rooms: Rooms = field(init=False)
    seeds: int = 0

    async def start(self) -> None:
        self._store = await Store.open(self.path)
        self.rooms = Rooms(self._store, time.time, self._seed)
        self.client = Tessera(self.rooms, time.time, burst=0.0)
        self._task = asyncio.create_task(self.client.start(self.local.token))
        await self.local.ready()

    async def stop(self) -> None:
        await self.client.close()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._store.close()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    def _seed(self) -> str:
        self.seeds += 1
        return f"seed {self.seeds}"

    async def table(self, *people: Person, robots: int = 0, channel: str = "games") -> Reply:
        """A table has started with these people, the first its host, and so many robots; the lobby's reply."""
        host, *others = people
        lobby = await host.command("play", channel=self.local.channel(channel), game="azul")
        for person in others:
            await person.press(lobby.message, label="Join")
        for _ in range(robots):
            question = await host.press(lobby.message, label="Add robot")
            await host.press(question.message, label="Greedy: looks one move ahead")
        start = next(label for label in lobby.buttons if label.startswith("Start"))
        await host.press(lobby.message, label=start)
        return lobby


@contextlib.asynccontextmanager
async def tessera(local: LocalDiscord, path: Path) -> AsyncIterator[Running]:
    running = Running(local, path)
    await running.start()
    try:
        yield running
    finally:
        await running.stop()
