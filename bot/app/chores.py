"""What the bot does by itself every few seconds, besides deadlines. Knows no game and no screen."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot import logs
from bot.delivery.table_messages import TableMessages
from bot.screens.lobby import LOBBY_HOURS
from bot.services.services import Services

CHORES_EVERY = 15.0  # seconds

log = logging.getLogger(__name__)


class Chores:
    """Messages that are still owed, lobbies that expire, and all that is deleted after its time.

    `every`: seconds between two rounds. `report`: tells other processes on the same database of this one.
    """

    def __init__(self, messages: TableMessages, services: Services, report: Callable[[], Awaitable[object]]) -> None:
        self.every = CHORES_EVERY
        self._membership = messages.membership
        self._rooms = services.rooms
        self._all: tuple[Callable[[], Awaitable[object]], ...] = (
            report,
            self.expire_lobbies,
            messages.sweep,
            messages.retire_stale,
            services.table_life.fold_old_logs,
            services.puzzles.forget_old,
            services.page_sessions.expire,
            services.upkeep.remove_traces,
            services.upkeep.optimize,
        )

    async def run(self, ready: Callable[[], Awaitable[None]]) -> None:
        """Do all of them, again and again, once the bot is `ready`; one that fails does not end the others."""
        await ready()
        while True:
            for chore in self._all:
                logs.about()
                try:
                    await chore()
                except Exception:
                    log.exception("chore %s failed", chore.__name__)
            await asyncio.sleep(self.every)

    async def run_once(self) -> None:
        """Do each of them once."""
        for chore in self._all:
            await chore()

    async def expire_lobbies(self) -> None:
        """Forget who was where a while ago, and close lobbies that nobody has started."""
        self._membership.forget_old()
        await self._rooms.expire_lobbies(LOBBY_HOURS * 3600.0)
