"""Which table is shown when: what was saved, what waits for its turn, what is under way, and what others show.

One task for each table that is being shown: at once after a press, else a few at a time. Robots that search for their
moves think in a task of their own, beside everything else. Knows no message, and not what they think.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from enum import IntEnum
from functools import partial
from typing import Any

from bot import tasks
from bot.discord_api.rate_limit import Pace
from bot.model.room import Room
from bot.services.isolation import Isolation
from bot.services.robots import robots_to_act
from bot.services.rooms import Rooms
from bot.store.database import DatabaseAway
from bot.store.store import Store

AT_ONCE = 32  # tables shown at a time though nobody pressed: Discord takes 45 requests a second, each 0.5 s long
AT_WORK = 2  # how many of these load, calculate or draw at a time
LOOK = 0.25  # seconds between two looks whether a channel takes messages again
AGAIN = 1.0  # seconds before a table that another process is showing is looked at again


class Urgency(IntEnum):
    """Why the message of a table is out of date, the most urgent reason first."""

    PRESSED = 0  # somebody has pressed and waits for it
    NEWS = 1  # something happened by itself: a robot moved, a deadline passed, a post had failed
    DEADLINE = 2  # nothing but a deadline has moved


class WaitingTables:
    """Tables whose messages are to be brought up to date: first those that people wait for, then the oldest; each once.

    The length counts those that nobody has taken.
    """

    def __init__(self) -> None:
        self._lines: dict[Urgency, dict[int, int | None]] = {one: {} for one in Urgency}  # room: its channel, if known
        self._taken: dict[int, bool] = {}  # room: whether it was put back, so that it waits on after `finish`

    def __len__(self) -> int:
        return sum(map(len, self._lines.values())) - len(self._taken)

    def add(self, room_id: int, urgency: Urgency, channel: int | None = None) -> None:
        """The table waits behind all of its urgency; one that waits already only changes to a more urgent line."""
        known = self.urgency_of(room_id)
        if known is None:
            self._lines[urgency][room_id] = channel
        elif urgency < known:
            self._lines[urgency][room_id] = self._lines[known].pop(room_id)

    def urgency_of(self, room_id: int) -> Urgency | None:
        """The urgency with which the table waits, None if it does not."""
        return next((one for one, line in self._lines.items() if room_id in line), None)

    def is_preceded(self, urgency: Urgency) -> bool:
        """Whether a table that nobody has taken waits in a more urgent line than this one."""
        before = [line for one, line in self._lines.items() if one < urgency]
        return any(room_id not in self._taken for line in before for room_id in line)

    def take(self, is_open: Callable[[int], bool], least: Urgency = Urgency.DEADLINE) -> int | None:
        """The next table whose channel is open or not known yet, no less urgent than `least`; None without one.

        It keeps its place in line until `finish`.
        """
        for urgency, line in self._lines.items():
            if urgency > least:  # less urgent
                break
            for room_id, channel in line.items():
                if room_id not in self._taken and (channel is None or is_open(channel)):
                    self._taken[room_id] = False
                    return room_id
        return None

    def put_back(self, room_id: int, channel: int, urgency: Urgency) -> None:
        """The table will wait on for this channel: at its place, or behind all of a less urgent line."""
        known = self.urgency_of(room_id)
        if known is None or known < urgency:
            self.remove(room_id)
            self._lines[urgency][room_id] = channel
        else:
            self._lines[known][room_id] = channel
        self._taken[room_id] = True

    def finish(self, room_id: int) -> None:
        """Nobody works at the table any more; if it was taken and not put back, it leaves its line."""
        waits_on = self._taken.pop(room_id, True)
        if not waits_on:
            self.remove(room_id)

    def remove(self, room_id: int) -> None:
        """The table does not wait any more."""
        self._taken.pop(room_id, None)
        for line in self._lines.values():
            line.pop(room_id, None)

    def clear(self) -> None:
        """No table waits any more."""
        self._taken.clear()
        for line in self._lines.values():
            line.clear()


class TableTasks:
    """Calls `show` with the number of each table that is out of date, and `note_bug` with whatever it raises.

    One call a table at a time; whoever wakes the table meanwhile makes a further one.
    """

    def __init__(
        self, show: Callable[[int], Awaitable[None]], note_bug: Callable[[int, BaseException], None], pace: Pace
    ) -> None:
        self._show = show
        self._note_bug = note_bug
        self._pace = pace
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()  # woken since their call began
        self._pressed: set[int] = set()  # those that somebody waits for
        self._waiting = WaitingTables()
        self._channels: dict[int, int] = {}  # of the tables that are shown though nobody pressed
        self._soon: dict[int, asyncio.TimerHandle] = {}  # those to be woken once nothing has changed for a while
        self._look: asyncio.TimerHandle | None = None  # the next look at those whose channel is closed
        self._at_work = asyncio.Semaphore(AT_WORK)
        self._idle = asyncio.Event()  # no table is shown, and none waits
        self._idle.set()
        self._closed = False

    def wake(self, room_id: int, urgency: Urgency = Urgency.PRESSED) -> None:
        """The table's newest position will be shown, after `close` in the next run."""
        if self._closed:
            return
        if room_id in self._soon:
            self._soon.pop(room_id).cancel()
        is_pressed = urgency is Urgency.PRESSED
        if is_pressed:
            self._pressed.add(room_id)
        if room_id in self._tasks:
            self._again.add(room_id)
        elif is_pressed:
            self._waiting.remove(room_id)
            self._start(room_id)
        else:
            self._waiting.add(room_id, urgency)
            self._start_waiting()

    def soon(self, room_id: int, seconds: float) -> None:
        """As `wake`, once nobody has called this for so many seconds."""
        if self._closed:
            return
        if room_id in self._soon:
            self._soon[room_id].cancel()
        self._soon[room_id] = asyncio.get_running_loop().call_later(seconds, self.wake, room_id)

    def is_current(self, room_id: int) -> bool:
        """Whether the current task is the table's own."""
        return asyncio.current_task() is self._tasks.get(room_id)

    def working(self, room_id: int) -> AbstractAsyncContextManager[None]:
        """To be entered for loading, calculating and drawing: presses leave it, all others take turns."""
        return nullcontext() if room_id in self._pressed else self._at_work

    def waits(self, room_id: int) -> bool:
        """Whether the table waits for others to be shown, or for its channel."""
        return self._waiting.urgency_of(room_id) is not None

    def may_show(self, room_id: int, channel: int, *, only_deadline: bool) -> bool:
        """Whether it is the table's turn, now that its channel is known; if not, it is put back and shown later.

        `only_deadline`: nothing but its deadline has moved, so that all others go before it.
        """
        is_less_urgent = only_deadline and self._waiting.urgency_of(room_id) is not Urgency.DEADLINE
        if is_less_urgent and self._waiting.is_preceded(Urgency.DEADLINE):
            self._pressed.discard(room_id)
            self._waiting.put_back(room_id, channel, Urgency.DEADLINE)
            return False
        is_pressed = room_id in self._pressed
        if self._channels.get(room_id) == channel or (is_pressed and self._pace.wait(channel) <= 0):
            return True
        if not self._is_open(channel):  # once it opens, the table is shown as it is then, so one message is enough
            self._waiting.put_back(room_id, channel, Urgency.PRESSED if is_pressed else Urgency.NEWS)
            return False
        self._waiting.remove(room_id)
        self._channels[room_id] = channel
        return True

    async def calm(self, seconds: float) -> None:
        """Wait until all tables are shown, at most so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)

    def forget_waiting(self) -> None:
        """Tables that nobody waits for are shown in the next run."""
        self._waiting.clear()
        self._start_waiting()

    async def close(self) -> None:
        """Stop all tasks and begin no other."""
        self._closed = True
        for timer in self._soon.values():
            timer.cancel()
        if self._look is not None:
            self._look.cancel()
        await tasks.cancel(self._tasks.values())

    def _is_open(self, channel: int) -> bool:
        return channel not in self._channels.values() and self._pace.wait(channel) <= 0

    def _start_waiting(self) -> None:
        """Show the next tables, as many as there is room for; look again later for those whose channel is closed."""
        while not self._closed:
            is_full = len(self._tasks.keys() - self._pressed) >= AT_ONCE
            room_id = self._waiting.take(self._is_open, Urgency.PRESSED if is_full else Urgency.DEADLINE)
            if room_id is None:
                break
            if self._waiting.urgency_of(room_id) is Urgency.PRESSED:
                self._pressed.add(room_id)
            self._start(room_id)
        if self._look is None and not self._closed and self._waiting:
            self._look = asyncio.get_running_loop().call_later(LOOK, self._look_again)
        if self._tasks or self._waiting:
            self._idle.clear()
        else:
            self._idle.set()

    def _look_again(self) -> None:
        self._look = None
        self._start_waiting()

    def _start(self, room_id: int) -> None:
        task = asyncio.create_task(self._run(room_id), name=f"post room {room_id}")
        self._tasks[room_id] = task
        self._idle.clear()
        task.add_done_callback(partial(self._finish, room_id))

    async def _run(self, room_id: int) -> None:
        while True:
            self._again.discard(room_id)
            await self._show(room_id)
            if room_id not in self._again:
                return

    def _finish(self, room_id: int, task: asyncio.Task[None]) -> None:
        del self._tasks[room_id]
        self._channels.pop(room_id, None)
        self._waiting.finish(room_id)
        was_pressed = room_id in self._pressed
        self._pressed.discard(room_id)
        bug = None if task.cancelled() else task.exception()
        if bug is not None:
            self._note_bug(room_id, bug)
        elif room_id in self._again:
            self.wake(room_id, Urgency.PRESSED if was_pressed else Urgency.NEWS)
        self._start_waiting()


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


class SavedRooms:
    """Calls `show` with the number of every room that was saved, and whether the task that saved it answers a press."""

    def __init__(self, rooms: Rooms, show: Callable[[int, bool], None]) -> None:
        self._show = show
        self._pressed: set[asyncio.Task[Any] | None] = set()
        self._held: dict[asyncio.Task[Any] | None, set[int]] = {}  # what each of these tasks has saved meanwhile
        rooms.listen(self._saved)

    def _saved(self, room_id: int) -> None:
        task = asyncio.current_task()
        if task in self._held:
            self._held[task].add(room_id)
        else:
            self._show(room_id, task in self._pressed)

    @contextmanager
    def answer_press(self) -> Iterator[None]:
        """This task answers a press within."""
        task = asyncio.current_task()
        self._pressed.add(task)
        try:
            yield
        finally:
            self._pressed.discard(task)

    @contextmanager
    def hold_back(self, show: Callable[[int], None] | None = None) -> Iterator[None]:
        """Rooms that this task saves within are reported at the end, to the given `show` if there is one."""
        task = asyncio.current_task()
        self._held[task] = set()
        try:
            yield
        finally:
            held = self._held.pop(task)  # from now on `_saved` reports them
            for room_id in held:
                (show or self._saved)(room_id)


class TableSharing:
    """Every table is shown by a process whose home its server is."""

    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._home = store.home
        self._outbox = store.outbox
        self.is_shared = store.database.port.is_shared  # whether there may be another process at all
        self.on_elsewhere: Callable[[int, int | None], Awaitable[None]] | None = None
        """Called with the numbers of a table that another process must show, and of its server (None: direct messages).

        If None, that process finds the table when it looks for what it owes.
        """

    async def leave_to_another(self, room_id: int) -> bool:
        """Notify the process that shows the room; False if it is this one. Raises Refusal("gone")."""
        if self._home.is_everything:
            return False
        guild = (await self._rooms.room(room_id)).place.guild
        if self._home.has(guild):
            return False
        if self.on_elsewhere is not None:
            await self.on_elsewhere(room_id, guild)
        return True

    @asynccontextmanager
    async def take(self, room_id: int) -> AsyncIterator[bool]:
        """Whether no other process shows the room within, which it may when this one takes over from it."""
        try:
            yield await self._outbox.take(room_id, self._rooms.now())
        finally:
            await self._outbox.release(room_id)
