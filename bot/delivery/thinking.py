"""Robots that take some seconds for their moves think beside everything else: one task for each table.

Knows no message, and not what they think.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress

from bot import tasks
from bot.model.room import Room
from bot.services.isolation import Isolation
from bot.services.robots import robots_to_act
from bot.services.rooms import Rooms
from bot.store.database import DatabaseAway


class ThinkingRobots:
    """The tables at which robots search for their moves. What they find is played, and is a change like any other."""

    def __init__(self, rooms: Rooms, working: Callable[[int], AbstractAsyncContextManager[None]]) -> None:
        self._rooms = rooms
        self._working = working
        self._isolation = Isolation(rooms.now)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()  # rooms that have changed since their robots were asked
        self._closed = False

    def is_current(self, room_id: int) -> bool:
        """Whether the current task is that in which the room's robots think."""
        return asyncio.current_task() is self._tasks.get(room_id)

    async def room_after_robots(self, room_id: int, patience: float = 0.0) -> Room:
        """The room once its robots have moved; those that search may take so many seconds, then they go on alone.

        A fault in a search is logged, and the search is tried again later.
        """
        async with self._working(room_id):
            room = await self._rooms.robots(room_id, searching=False)
        self._rooms.look_again(room_id)
        if not robots_to_act(room):
            return room
        self._again.add(room_id)
        task = self._tasks.get(room_id)
        if task is None and not self._closed and self._isolation.ready(room_id):
            task = asyncio.create_task(self._think(room_id), name=f"robots of room {room_id}")
            self._tasks[room_id] = task
        if task is not None:
            await asyncio.wait((task,), timeout=patience)
        return await self._rooms.room(room_id)

    async def close(self) -> None:
        """End all tasks and begin no other; in the next run the robots think again."""
        self._closed = True
        await tasks.cancel(self._tasks.values())

    async def _think(self, room_id: int) -> None:
        try:
            # without a database the next sweep tries again
            with suppress(DatabaseAway), self._isolation.alone(room_id):
                while room_id in self._again:
                    self._again.discard(room_id)
                    await self._rooms.robots(room_id)
        finally:
            self._again.discard(room_id)
            del self._tasks[room_id]
