"""Says that this process is at work, and notices the other processes on the same database. Knows no game."""

import logging
from collections.abc import Callable
from secrets import token_hex
from socket import gethostname

from bot.model.home import Home
from bot.store.processes import Process
from bot.store.store import Store

log = logging.getLogger(__name__)


class ProcessReport:
    """This process among those that share a database; nothing to say where it is alone. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._own = Process(f"{gethostname()}-{token_hex(2)}", store.home, now())
        self._others: list[Process] = []
        self.is_known = store.fleet.is_alone  # whether the others have heard of us, if there can be any

    async def report(self) -> None:
        """The others know that we are at work; who is new among them is logged."""
        if self._store.fleet.is_alone:
            return
        before, self._others = self._others, await self._store.processes.beat(self._own, self._now())
        self.is_known = True
        for other in self._others:
            if other.name not in {one.name for one in before}:
                log.log(*self._noticed(other))

    async def is_covered(self) -> bool:
        """Whether another process has all our shards, too, as the next one has at a restart."""
        await self.report()
        return any(_covers(other.home, self._own.home) for other in self._others)

    async def end(self) -> None:
        """The others know that we have ended."""
        if not self._store.fleet.is_alone:
            await self._store.processes.end(self._own, self._now())

    def _noticed(self, other: Process) -> tuple[int, str]:
        home, own = other.home, self._own.home
        some = f"the shards {home.first}-{home.last} of {home.count}"
        told = f"process {other.name} has {'all shards' if home.is_everything else some}"
        if home.count != own.count and not home.is_everything and not own.is_everything:
            return logging.WARNING, f"{told}, but ours are some of {own.count}"
        return logging.INFO, f"{told}, some of them ours" if _overlap(home, own) else told


def _covers(home: Home, own: Home) -> bool:
    """Whether every server of the second home is of the first one, too."""
    return home.is_everything or (home.count == own.count and home.first <= own.first and own.last <= home.last)


def _overlap(home: Home, own: Home) -> bool:
    """Whether a server may be of both."""
    return home.count != own.count or (home.first <= own.last and own.first <= home.last)
