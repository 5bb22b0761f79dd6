"""Pauses between tries to show a table, and tables whose message or robot is overdue. Knows nothing about texts."""

import logging
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeVar

import discord

from bot import metrics
from bot.delivery.table_tasks import TableTasks
from bot.discord_api.components import REQUEST_ERRORS
from bot.discord_api.rate_limit import is_rate_limited
from bot.logs import error_summary
from bot.services.fault_isolation import FAILED_TABLE_PAUSE
from bot.store.store import Store

FIRST_RETRY_PAUSE = 5.0  # seconds
MAX_RETRY_PAUSE = 40.0  # seconds; short enough to show all tables within a minute after an outage
MAX_FORBIDDEN_PAUSE = 3600.0  # seconds; after a refusal, because Discord bans addresses that cause many refusals

Owed = TypeVar("Owed", bound=Hashable)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RetryPause:
    """The pause between two tries to show a table."""

    length: float = FIRST_RETRY_PAUSE / 2  # seconds
    until: float = 0.0  # unix seconds
    by_limit: bool = False  # whether Discord's rate limit is the reason


NO_RETRY_PAUSE = RetryPause()


class RetryPauses(dict[int, RetryPause]):
    """The current pauses by room number."""

    def begin(self, room_id: int, fault: BaseException, now: float) -> None:
        """Pause the room after this fault, for twice as long as its last pause, up to a maximum."""
        if isinstance(fault, discord.Forbidden | discord.NotFound):
            max_pause = MAX_FORBIDDEN_PAUSE
        elif isinstance(fault, REQUEST_ERRORS):
            max_pause = MAX_RETRY_PAUSE
        else:  # a bug of ours
            max_pause = FAILED_TABLE_PAUSE
        seconds = min(2 * self.get(room_id, NO_RETRY_PAUSE).length, max_pause)
        self[room_id] = RetryPause(seconds, now + seconds, is_rate_limited(fault))
        metrics.current().count("retries", "table")
        log.warning("not shown (%s), again in %.0f s", error_summary(fault), seconds, extra={"room": room_id})

    def is_over(self, room_id: int, now: float) -> bool:
        """Whether the room may be tried again."""
        return self.get(room_id, NO_RETRY_PAUSE).until <= now

    def forget_all_but(self, rooms: dict[int, None]) -> None:
        """Drop the pauses of all other rooms, which no longer need to be shown."""
        for room_id in self.keys() - rooms.keys():
            del self[room_id]


class OverdueTables:
    """Finds the longest overdue message and robot. The time counts from the first call that finds them overdue.

    `pauses` and `tasks` tell which rooms wait because of Discord's limits; those are not overdue.
    """

    def __init__(self, store: Store, now: Callable[[], float], pauses: RetryPauses, tasks: TableTasks) -> None:
        self._store = store
        self._now = now
        self._pauses = pauses
        self._tasks = tasks
        self._messages: dict[int, float] = {}  # by room: since when its message is known to be overdue
        self._robots: dict[tuple[int, int, int], float] = {}  # by room, seat and stamp: the same for robots

    async def oldest_message(self) -> tuple[int, float] | None:
        """Return the room with the longest overdue message, and since when; None if no message is overdue."""
        owed = []
        for room_id, _ in await self._store.outbox.due_rooms():
            if not self._pauses.get(room_id, NO_RETRY_PAUSE).by_limit and not self._tasks.is_waiting(room_id):
                owed.append(room_id)
        self._messages = self._first_seen_times(self._messages, owed)
        return min(self._messages.items(), key=itemgetter(1), default=None)

    async def oldest_robot(self) -> tuple[int, float] | None:
        """Return the room with the longest overdue robot, and since when; None if no robot is overdue."""
        owed = await self._store.rooms.awaited_robots()
        self._robots = self._first_seen_times(
            self._robots, (robot for robot in owed if not self._tasks.is_waiting(robot[0]))
        )
        (room_id, _, _), since = min(self._robots.items(), key=itemgetter(1), default=((0, 0, 0), 0.0))
        return (room_id, since) if room_id else None

    def _first_seen_times(self, before: dict[Owed, float], owed: Iterable[Owed]) -> dict[Owed, float]:
        now = self._now()
        return {each: before.get(each, now) for each in owed}
