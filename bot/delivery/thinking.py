"""Robots that take some seconds for their moves think beside everything else: one task for each table.

Knows no message, and not what they think.
"""

import asyncio

from bot.model.room import Room
from bot.services.isolation import Isolation
from bot.services.robots import robots_to_act
from bot.services.rooms import Rooms


class ThinkingRobots:
    """The tables at which robots search for their moves. What they find is played, and is a change like any other."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms, self._isolation = rooms, Isolation(rooms.now)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def is_current(self) -> bool:
        """Whether the current task is one of these."""
        return asyncio.current_task() in self._tasks.values()

    async def moved(self, room: Room, patience: float) -> Room:
        """The room once its robots have moved, or as it stands after so many seconds; they go on thinking then.

        All that is left to do at this table must be theirs. A fault of theirs is logged, and tried again later.
        """
        self._rooms.look_again(room.id)
        if not robots_to_act(room):
            return room
        task = self._tasks.get(room.id) or self._begin(room.id)
        if task is not None:
            await asyncio.wait((task,), timeout=patience)
        return await self._rooms.room(room.id)

    async def close(self) -> None:
        """End all tasks and begin no other; in the next run the robots think again."""
        self._closed = True
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, room_id: int) -> asyncio.Task[None] | None:
        if self._closed or not self._isolation.ready(room_id):
            return None
        task = self._tasks[room_id] = asyncio.create_task(self._think(room_id), name=f"robots of room {room_id}")
        task.add_done_callback(lambda _: self._tasks.pop(room_id))
        return task

    async def _think(self, room_id: int) -> None:
        with self._isolation.alone(room_id):
            await self._rooms.robots(room_id)
