"""Reports which rooms were saved, at once or after something else that is shown first. Knows no message."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.services.rooms import Rooms


class SavedRooms:
    """Calls `show` with the number of every room that was saved."""

    def __init__(self, rooms: Rooms, show: Callable[[int], None]) -> None:
        self._show = show
        self._pressed: set[asyncio.Task[Any] | None] = set()
        self._held: dict[asyncio.Task[Any] | None, set[int]] = {}  # what each of these tasks has saved meanwhile
        rooms.on_saved(self._saved)

    def _saved(self, room_id: int) -> None:
        held = self._held.get(asyncio.current_task())
        if held is None:
            self._show(room_id)
        else:
            held.add(room_id)

    @property
    def by_press(self) -> bool:
        """Whether the current task answers a press."""
        return asyncio.current_task() in self._pressed

    @contextmanager
    def pressed(self) -> Iterator[None]:
        """This task answers a press within."""
        task = asyncio.current_task()
        self._pressed.add(task)
        try:
            yield
        finally:
            self._pressed.discard(task)

    @contextmanager
    def held(self, show: Callable[[int], None] | None = None) -> Iterator[None]:
        """Rooms that this task saves within are reported at the end, to the given `show` if there is one."""
        task = asyncio.current_task()
        self._held[task] = set()
        try:
            yield
        finally:
            for room_id in self._held.pop(task):
                (show or self._show)(room_id)
