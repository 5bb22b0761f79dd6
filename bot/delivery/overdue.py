"""Since when the bot has owed a table its message, or a robot its move. Knows no clock and nothing of Discord."""

from collections.abc import Callable, Hashable, Iterable
from operator import itemgetter
from typing import TypeVar

from bot.delivery.pauses import Pauses
from bot.delivery.table_tasks import TableTasks
from bot.store.store import Store

Key = TypeVar("Key", bound=Hashable)


class OverdueTables:
    """Looked at regularly: what is owed counts from the first look that found it.

    `pauses`, `tasks`: what sleeps or waits for Discord's limits could not have been done.
    """

    def __init__(self, store: Store, now: Callable[[], float], pauses: Pauses, tasks: TableTasks) -> None:
        self._store, self._now, self._pauses, self._tasks = store, now, pauses, tasks
        self._messages: dict[int, float] = {}  # room: since when its message is known to be owed
        self._robots: dict[tuple[int, int, int], float] = {}  # the same for a robot, by room, seat and its stamp

    async def message(self) -> tuple[int, float] | None:
        """The room whose message could have been sent for the longest time and was not, and since when; or None."""
        held = self._pauses.by_limits()
        owed = [room_id for room_id, _ in await self._store.outbox.owed() if room_id not in held]
        self._messages = self._known(self._messages, (one for one in owed if not self._tasks.waits(one)))
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
