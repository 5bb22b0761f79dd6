"""Background chores that run every few seconds, apart from deadlines. Independent of games and screens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot import logs
from bot.delivery.table_messages import TableMessages
from bot.screens.lobby import LOBBY_HOURS
from bot.services.services import Services

CHORES_INTERVAL = 15.0  # seconds

log = logging.getLogger(__name__)


class Chores:
    """Sends pending messages, expires lobbies and deletes old data.

    `interval`: seconds between two rounds. `report`: announces this process to others on the same database.
    """

    def __init__(self, messages: TableMessages, services: Services, report: Callable[[], Awaitable[object]]) -> None:
        self.interval = CHORES_INTERVAL
        self._membership = messages.membership
        self._rooms = services.rooms
        self._all: tuple[Callable[[], Awaitable[object]], ...] = (
            report,
            self.expire_lobbies,
            messages.sweep,
            messages.retire_stale,
            services.table_actions.fold_old_logs,
            services.puzzles.forget_old,
            services.page_sessions.expire,
            services.upkeep.remove_traces,
            services.upkeep.optimize,
        )

    async def run(self, ready: Callable[[], Awaitable[None]]) -> None:
        """Repeat all chores once the bot is `ready`; a failure of one does not stop the others."""
        await ready()
        while True:
            for chore in self._all:
                logs.set_context()
                try:
                    await chore()
                except Exception:
                    log.exception("chore %s failed", chore.__name__)
            await asyncio.sleep(self.interval)

    async def run_once(self) -> None:
        """Run each chore once."""
        for chore in self._all:
            await chore()

    async def expire_lobbies(self) -> None:
        """Forget old membership data, and close lobbies that nobody has started."""
        self._membership.forget_old()
        await self._rooms.expire_lobbies(LOBBY_HOURS * 3600.0)
