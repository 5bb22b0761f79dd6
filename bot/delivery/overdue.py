"""How long a table that failed to be shown is left alone; since when it or a robot is owed. Knows no message."""

import logging
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeVar

import discord

from bot import measures
from bot.delivery.table_tasks import TableTasks
from bot.discord_api.components import UNANSWERED
from bot.discord_api.rate_limit import is_limit
from bot.logs import summary
from bot.services.isolation import HELD
from bot.store.store import Store

FIRST_PAUSE = 5.0  # seconds between the first tries
LONGEST_PAUSE = 40.0  # seconds between tries: within a minute after an outage all is shown
FORBIDDEN_PAUSE = 3600.0  # longest pause in seconds after a refusal: Discord bans addresses that collect refusals

Key = TypeVar("Key", bound=Hashable)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pause:
    """The time between two tries to show a table."""

    length: float = FIRST_PAUSE / 2  # seconds
    until: float = 0.0  # its end, in unix seconds
    by_limit: bool = False  # Discord takes no more messages for the moment


NO_PAUSE = Pause()


class Pauses(dict[int, Pause]):
    """The present pauses, by the number of the room."""

    def begin(self, room_id: int, fault: BaseException, now: float) -> None:
        """The room could not be shown because of this fault; its pause is twice as long as the one before."""
        if isinstance(fault, discord.Forbidden | discord.NotFound):
            most = FORBIDDEN_PAUSE
        elif isinstance(fault, UNANSWERED):
            most = LONGEST_PAUSE
        else:  # a bug of ours
            most = HELD
        seconds = min(2 * self.get(room_id, NO_PAUSE).length, most)
        self[room_id] = Pause(seconds, now + seconds, is_limit(fault))
        measures.current().count("retries", "table")
        log.warning("not shown (%s), again in %.0f s", summary(fault), seconds, extra={"room": room_id})

    def is_over(self, room_id: int, now: float) -> bool:
        """Whether the room may be tried again."""
        return self.get(room_id, NO_PAUSE).until <= now

    def forget_all_but(self, rooms: dict[int, None]) -> None:
        """Only these rooms are still to be shown."""
        for room_id in self.keys() - rooms.keys():
            del self[room_id]


class OverdueTables:
    """Looked at regularly: what is owed counts from the first look that found it.

    `pauses`, `tasks`: what sleeps or waits for Discord's limits could not have been done.
    """

    def __init__(self, store: Store, now: Callable[[], float], pauses: Pauses, tasks: TableTasks) -> None:
        self._store = store
        self._now = now
        self._pauses = pauses
        self._tasks = tasks
        self._messages: dict[int, float] = {}  # room: since when its message is known to be owed
        self._robots: dict[tuple[int, int, int], float] = {}  # the same for a robot, by room, seat and its stamp

    async def message(self) -> tuple[int, float] | None:
        """The room whose message could have been sent for the longest time and was not, and since when; or None."""
        owed = []
        for room_id, _ in await self._store.outbox.owed():
            if not self._pauses.get(room_id, NO_PAUSE).by_limit and not self._tasks.waits(room_id):
                owed.append(room_id)
        self._messages = self._known(self._messages, owed)
        return min(self._messages.items(), key=itemgetter(1), default=None)

    async def robot(self) -> tuple[int, float] | None:
        """The room at which a robot could have moved for the longest time and did not, and since when; or None."""
        owed = await self._store.rooms.robots_owing()
        self._robots = self._known(self._robots, (one for one in owed if not self._tasks.waits(one[0])))
        (room_id, _, _), since = min(self._robots.items(), key=itemgetter(1), default=((0, 0, 0), 0.0))
        return (room_id, since) if room_id else None

    def _known(self, before: dict[Key, float], owed: Iterable[Key]) -> dict[Key, float]:
        now = self._now()
        return {one: before.get(one, now) for one in owed}
