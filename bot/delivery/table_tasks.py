"""Decides when each table is shown, and whether by this process.

Each table is shown by a task of its own: at once after a press, otherwise only a few tables at a time. Robots search
for their moves in other tasks, in parallel. Knows nothing about messages or how robots decide.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from enum import IntEnum
from functools import partial
from typing import Any

from bot import tasks
from bot.discord_api.rate_limit import RequestPace
from bot.model.room import Room
from bot.services.fault_isolation import FaultIsolation
from bot.services.robots import robots_to_act
from bot.services.rooms import Rooms
from bot.store.database import DatabaseUnavailable
from bot.store.store import Store

# tables shown at a time without a press: enough for 45 requests a second that take 0.5 s each
MAX_BACKGROUND_TABLES = 32
MAX_WORKING_TABLES = 2  # of these, how many load, calculate or draw at a time
CHANNEL_CHECK_INTERVAL = 0.25  # seconds between two checks whether a channel takes messages again
SHARED_TABLE_RETRY = 1.0  # seconds before the next look at a table that another process is showing


class Urgency(IntEnum):
    """Why a table's message is out of date, the most urgent reason first."""

    PRESSED = 0  # someone has pressed and is waiting
    NEWS = 1  # something happened without a press: a robot moved, a deadline passed, a post had failed
    DEADLINE = 2  # only a deadline has moved


class WaitingTables:
    """Tables whose messages must be updated, in one line for each urgency; each table waits in at most one line.

    A taken table keeps its place in line until `finish`. The length does not count taken tables.
    """

    def __init__(self) -> None:
        # The lines, oldest table first; by room: its channel, if known.
        self._lines: dict[Urgency, dict[int, int | None]] = {urgency: {} for urgency in Urgency}
        self._taken: dict[int, bool] = {}  # by room: whether it was put back and keeps waiting after `finish`

    def __len__(self) -> int:
        return sum(map(len, self._lines.values())) - len(self._taken)

    def add(self, room_id: int, urgency: Urgency, channel: int | None = None) -> None:
        """Add the table to the end of the line for its urgency; a waiting table moves only to a more urgent line."""
        known = self.urgency_of(room_id)
        if known is None:
            self._lines[urgency][room_id] = channel
        elif urgency < known:
            self._lines[urgency][room_id] = self._lines[known].pop(room_id)

    def urgency_of(self, room_id: int) -> Urgency | None:
        """Return the urgency with which the table waits, None if it does not wait."""
        return next((urgency for urgency, line in self._lines.items() if room_id in line), None)

    def is_preceded(self, urgency: Urgency) -> bool:
        """Whether a table that is not taken waits in a more urgent line."""
        before = [line for other, line in self._lines.items() if other < urgency]
        return any(room_id not in self._taken for line in before for room_id in line)

    def take(self, is_open: Callable[[int], bool], min_urgency: Urgency = Urgency.DEADLINE) -> int | None:
        """Return the next table of at least that urgency whose channel is open or unknown; None if there is none.

        The table keeps its place in line until `finish`.
        """
        for urgency, line in self._lines.items():
            if urgency > min_urgency:  # less urgent
                break
            for room_id, channel in line.items():
                if room_id not in self._taken and (channel is None or is_open(channel)):
                    self._taken[room_id] = False
                    return room_id
        return None

    def put_back(self, room_id: int, channel: int, urgency: Urgency) -> None:
        """Let a taken table wait for its channel: at its place or, if `urgency` is lower, at the end of that line."""
        known = self.urgency_of(room_id)
        if known is None or known < urgency:
            self.remove(room_id)
            self._lines[urgency][room_id] = channel
        else:
            self._lines[known][room_id] = channel
        self._taken[room_id] = True

    def finish(self, room_id: int) -> None:
        """Note that the table is no longer taken; remove it from its line unless it was put back."""
        waits_on = self._taken.pop(room_id, True)
        if not waits_on:
            self.remove(room_id)

    def remove(self, room_id: int) -> None:
        """Remove the table from its line."""
        self._taken.pop(room_id, None)
        for line in self._lines.values():
            line.pop(room_id, None)

    def clear(self) -> None:
        """Remove all tables."""
        self._taken.clear()
        for line in self._lines.values():
            line.clear()


class TableTasks:
    """Calls `show` with the number of each table that is out of date, and `note_fault` with what `show` raises.

    One call per table at a time; waking the table during a call causes another one.
    """

    def __init__(
        self,
        show: Callable[[int], Awaitable[None]],
        note_fault: Callable[[int, BaseException], None],
        pace: RequestPace,
    ) -> None:
        self._show = show
        self._note_fault = note_fault
        self._pace = pace
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken_again: set[int] = set()  # tables woken since their call began
        self._pressed: set[int] = set()  # tables that someone waits for
        self._waiting = WaitingTables()
        self._channels: dict[int, int] = {}  # by table, for tables being shown without a press
        self._delayed: dict[int, asyncio.TimerHandle] = {}  # tables to wake once nothing has changed for a while
        self._next_check: asyncio.TimerHandle | None = None  # of closed channels
        self._work_slots = asyncio.Semaphore(MAX_WORKING_TABLES)
        self._idle = asyncio.Event()  # set while no table is being shown and none waits
        self._idle.set()
        self._closed = False

    def wake(self, room_id: int, urgency: Urgency = Urgency.PRESSED) -> None:
        """Show the table's newest position; after `close`, that is left to the next run of the program."""
        if self._closed:
            return
        if room_id in self._delayed:
            self._delayed.pop(room_id).cancel()
        is_pressed = urgency is Urgency.PRESSED
        if is_pressed:
            self._pressed.add(room_id)
        if room_id in self._tasks:
            self._woken_again.add(room_id)
        elif is_pressed:
            self._waiting.remove(room_id)
            self._start(room_id)
        else:
            self._waiting.add(room_id, urgency)
            self._start_waiting()

    def wake_later(self, room_id: int, seconds: float) -> None:
        """Wake the table once `wake_later` has not been called for it for that many seconds."""
        if self._closed:
            return
        if room_id in self._delayed:
            self._delayed[room_id].cancel()
        self._delayed[room_id] = asyncio.get_running_loop().call_later(seconds, self.wake, room_id)

    def is_current(self, room_id: int) -> bool:
        """Whether the current task is the table's own."""
        return asyncio.current_task() is self._tasks.get(room_id)

    def work_slot(self, room_id: int) -> AbstractAsyncContextManager[None]:
        """Return a context to load, calculate or draw in: pressed tables enter it at once, others wait for a slot."""
        return nullcontext() if room_id in self._pressed else self._work_slots

    def is_waiting(self, room_id: int) -> bool:
        """Whether the table waits for other tables or for its channel."""
        return self._waiting.urgency_of(room_id) is not None

    def may_show(self, room_id: int, channel: int, *, only_deadline: bool) -> bool:
        """Whether the table may be shown in its channel now; if not, put it back, so that it is shown later.

        `only_deadline`: only the table's deadline has changed, so more urgent tables are shown first.
        """
        is_less_urgent = only_deadline and self._waiting.urgency_of(room_id) is not Urgency.DEADLINE
        if is_less_urgent and self._waiting.is_preceded(Urgency.DEADLINE):
            self._pressed.discard(room_id)
            self._waiting.put_back(room_id, channel, Urgency.DEADLINE)
            return False
        is_pressed = room_id in self._pressed
        if self._channels.get(room_id) == channel or (is_pressed and self._pace.message_delay(channel) <= 0):
            return True
        # If the channel is not open, wait, so that it gets a single message with the latest position when it opens.
        if not self._is_open(channel):
            self._waiting.put_back(room_id, channel, Urgency.PRESSED if is_pressed else Urgency.NEWS)
            return False
        self._waiting.remove(room_id)
        self._channels[room_id] = channel
        return True

    async def wait_until_idle(self, seconds: float) -> None:
        """Wait until all tables are shown, for at most that many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)

    def forget_waiting(self) -> None:
        """Remove all tables from their lines; the next run of the program shows them."""
        self._waiting.clear()
        self._start_waiting()

    async def close(self) -> None:
        """Stop all tasks and start no more."""
        self._closed = True
        for timer in self._delayed.values():
            timer.cancel()
        if self._next_check is not None:
            self._next_check.cancel()
        await tasks.cancel(self._tasks.values())

    def _is_open(self, channel: int) -> bool:
        return channel not in self._channels.values() and self._pace.message_delay(channel) <= 0

    def _start_waiting(self) -> None:
        """Show as many of the next tables as allowed; check closed channels again later."""
        while not self._closed:
            is_full = len(self._tasks.keys() - self._pressed) >= MAX_BACKGROUND_TABLES
            room_id = self._waiting.take(self._is_open, Urgency.PRESSED if is_full else Urgency.DEADLINE)
            if room_id is None:
                break
            if self._waiting.urgency_of(room_id) is Urgency.PRESSED:
                self._pressed.add(room_id)
            self._start(room_id)
        if self._next_check is None and not self._closed and self._waiting:
            self._next_check = asyncio.get_running_loop().call_later(CHANNEL_CHECK_INTERVAL, self._check_channels)
        if self._tasks or self._waiting:
            self._idle.clear()
        else:
            self._idle.set()

    def _check_channels(self) -> None:
        self._next_check = None
        self._start_waiting()

    def _start(self, room_id: int) -> None:
        task = asyncio.create_task(self._run(room_id), name=f"post room {room_id}")
        self._tasks[room_id] = task
        self._idle.clear()
        task.add_done_callback(partial(self._finish, room_id))

    async def _run(self, room_id: int) -> None:
        while True:
            self._woken_again.discard(room_id)
            await self._show(room_id)
            if room_id not in self._woken_again:
                return

    def _finish(self, room_id: int, task: asyncio.Task[None]) -> None:
        del self._tasks[room_id]
        self._channels.pop(room_id, None)
        self._waiting.finish(room_id)
        was_pressed = room_id in self._pressed
        self._pressed.discard(room_id)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._note_fault(room_id, error)
        elif room_id in self._woken_again:
            self.wake(room_id, Urgency.PRESSED if was_pressed else Urgency.NEWS)
        self._start_waiting()


class ThinkingRobots:
    """Lets robots search for moves in tasks of their own. A robot's move changes the room like any other move."""

    def __init__(self, rooms: Rooms, work_slot: Callable[[int], AbstractAsyncContextManager[None]]) -> None:
        self._rooms = rooms
        self._work_slot = work_slot
        self._isolation = FaultIsolation(rooms.now)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._changed_rooms: set[int] = set()  # rooms whose robots must be asked again
        self._closed = False

    def is_current(self, room_id: int) -> bool:
        """Whether the current task is the one in which the room's robots think."""
        return asyncio.current_task() is self._tasks.get(room_id)

    async def room_after_robots(self, room_id: int, seconds: float = 0.0) -> Room:
        """Let the robots move and return the room. Searches longer than `seconds` continue in the background.

        A fault in a search is logged, and the search is retried later.
        """
        async with self._work_slot(room_id):
            room = await self._rooms.move_robots(room_id, searching=False)
        self._rooms.recheck_robots(room_id)
        if not robots_to_act(room):
            return room
        self._changed_rooms.add(room_id)
        task = self._tasks.get(room_id)
        if task is None and not self._closed and self._isolation.may_try(room_id):
            task = asyncio.create_task(self._think(room_id), name=f"robots of room {room_id}")
            self._tasks[room_id] = task
        if task is not None:
            await asyncio.wait((task,), timeout=seconds)
        return await self._rooms.room(room_id)

    async def close(self) -> None:
        """Stop all tasks and start no more; in the next run the robots think again."""
        self._closed = True
        await tasks.cancel(self._tasks.values())

    async def _think(self, room_id: int) -> None:
        try:
            # without a database, the next sweep tries again
            with suppress(DatabaseUnavailable), self._isolation.isolate(room_id):
                while room_id in self._changed_rooms:
                    self._changed_rooms.discard(room_id)
                    await self._rooms.move_robots(room_id)
        finally:
            self._changed_rooms.discard(room_id)
            del self._tasks[room_id]


class SavedRooms:
    """Calls `show` with the number of every saved room, and whether the task that saved it answers a press."""

    def __init__(self, rooms: Rooms, show: Callable[[int, bool], None]) -> None:
        self._show = show
        self._pressed: set[asyncio.Task[Any] | None] = set()
        self._held: dict[asyncio.Task[Any] | None, set[int]] = {}  # by task that holds rooms back: those saved so far
        rooms.listen(self._report)

    def _report(self, room_id: int) -> None:
        task = asyncio.current_task()
        if task in self._held:
            self._held[task].add(room_id)
        else:
            self._show(room_id, task in self._pressed)

    @contextmanager
    def mark_as_press(self) -> Iterator[None]:
        """Mark the current task as answering a press within the block."""
        task = asyncio.current_task()
        self._pressed.add(task)
        try:
            yield
        finally:
            self._pressed.discard(task)

    @contextmanager
    def hold_back(self, show: Callable[[int], None] | None = None) -> Iterator[None]:
        """Hold back the rooms that this task saves within the block; then pass each to `show`, or report it."""
        task = asyncio.current_task()
        self._held[task] = set()
        try:
            yield
        finally:
            held = self._held.pop(task)  # so that `_report` shows them
            for room_id in held:
                (show or self._report)(room_id)


class TableSharing:
    """Decides which process shows a table: the one whose shards include its server."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._shards = store.shards
        self._outbox = store.outbox
        self.is_shared = store.database.port.is_shared  # whether there may be other processes
        self.notify_other_process: Callable[[int, int | None], Awaitable[None]] | None = None
        """Called with the number of a table that another process must show, and its server (None: direct messages).

        If None, that process finds the table when it looks for messages to send.
        """

    async def leave_to_other_process(self, room_id: int) -> bool:
        """Notify the process that shows the room; return False if it is this one. Raises Refusal("gone")."""
        if self._shards.covers_everything:
            return False
        guild = (await self._rooms.room(room_id)).place.guild
        if self._shards.covers(guild):
            return False
        if self.notify_other_process is not None:
            await self.notify_other_process(room_id, guild)
        return True

    @asynccontextmanager
    async def take(self, room_id: int) -> AsyncIterator[bool]:
        """Claim the room within the block; yield False if another process is showing it, as during an update."""
        try:
            yield await self._outbox.take(room_id, self._rooms.now())
        finally:
            await self._outbox.release(room_id)
