"""Tessera in a process of its own that is told what time it is: `tests.trials.soak_worker <address> <file> <errors>`.

On standard input stand moments (unix seconds), one a line. For each it answers with a line once all that was due then
has happened and been shown: the next moment at which something is due ("-" for none), and its resident memory in KiB.
The first moment is that of its start: what passed since the last run is an outage. Up to all others people could play.
Knows no game, and nothing of the people who play.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from typing import Any

from bot.app.client import Tessera
from bot.app.main import release_freed_memory
from bot.app.wiring import make_services
from bot.delivery.timer import Timer
from bot.discord_api.rate_limit import RequestPace
from bot.playground.address import point_discord_at
from bot.services.services import Services
from bot.store.store import Store
from tests.bot.support.local_discord import TOKEN
from tests.bot.support.tessera import MANY, UNHURRIED

FOREVER = 3600.0  # seconds
STATUS = Path("/proc/self/status")


class Told:
    """A clock that stands until it is set."""

    def __init__(self, moment: float) -> None:
        self.moment = moment

    def __call__(self) -> float:
        return self.moment


async def main(address: str, path: Path) -> None:
    """Serve until the input ends, or until killed."""
    lines = await _input()
    clock = Told(float(await lines.readline()))
    point_discord_at(address)
    store, seeds = await Store.open(path), iter(range(1_000_000))
    services = make_services(store, clock, lambda: f"{clock()} {next(seeds)}")
    client = Heard(services, store, 0.0, UNHURRIED, RequestPace(MANY))
    serving = asyncio.create_task(client.start(TOKEN))
    try:
        await client.began.wait()
        await _answer(client, services)
        while line := await lines.readline():
            await store.deadlines.record_heartbeat(float(line))
            clock.moment = float(line)
            await _answer(client, services)
    finally:
        await client.close()
        await asyncio.gather(serving, return_exceptions=True)
        await store.close()


class ToldTimer(Timer):
    """Does what is due when it is told only: a second tick beside that one would give lost time back twice."""

    def start(self) -> None:
        """Nothing is waited for."""


class Heard(Tessera):
    """Tessera; `began`: people can reach it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.timer = ToldTimer(self.services.deadlines, self._run_periodic_tasks)
        self.began = asyncio.Event()

    async def on_ready(self) -> None:
        """The library has all that it waits for."""
        await super().on_ready()
        self.began.set()


async def _answer(client: Tessera, services: Services) -> None:
    """All that is due has happened; when something is next, and the memory in use, are said."""
    await client.timer.tick()
    await client.messages.sweep()
    await client.messages.wait_until_idle(FOREVER)
    nearest = await services.deadlines.next_due()
    sys.stdout.write(f"{nearest or '-'} {_memory()}\n")
    sys.stdout.flush()


def _memory() -> int:
    """Resident KiB; 0 where the system does not tell."""
    told = STATUS.read_text() if STATUS.exists() else ""
    return next((int(line.split()[1]) for line in told.splitlines() if line.startswith("VmRSS")), 0)


async def _input() -> asyncio.StreamReader:
    reader, loop = asyncio.StreamReader(), asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


if __name__ == "__main__":
    logging.basicConfig(level=logging.ERROR, filename=sys.argv[3])
    release_freed_memory()
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
