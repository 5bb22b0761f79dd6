"""One task for each table that is being shown: at once after a press, else a few at a time. Knows no message."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial

from bot import tasks
from bot.delivery.waiting_tables import Urgency, WaitingTables
from bot.discord_api.rate_limit import Pace

AT_ONCE = 32  # tables shown at a time though nobody pressed: Discord takes 45 requests a second, each 0.5 s long
AT_WORK = 2  # how many of these load, reckon or draw at a time
LOOK = 0.25  # seconds between two looks whether a channel takes messages again


class TableTasks:
    """Calls `show` with the number of each table that is out of date, and `broke` with whatever it raises.

    One call a table at a time; whoever wakes the table meanwhile makes a further one.
    """

    def __init__(
        self, show: Callable[[int], Awaitable[None]], broke: Callable[[int, BaseException], None], pace: Pace
    ) -> None:
        self._show, self._broke, self._pace = show, broke, pace
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()  # woken since their call began
        self._pressed: set[int] = set()  # those that somebody waits for
        self._waiting = WaitingTables()
        self._channels: dict[int, int] = {}  # of the tables that are shown though nobody pressed
        self._soon: dict[int, asyncio.TimerHandle] = {}
        self._look: asyncio.TimerHandle | None = None
        self._few = asyncio.Semaphore(AT_WORK)
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
            self._begin()

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
        """To be entered for loading, reckoning and drawing: presses leave it, all others take turns."""
        return nullcontext() if room_id in self._pressed else self._few

    def waits(self, room_id: int) -> bool:
        """Whether the table waits for others to be shown, or for its channel."""
        return self._waiting.line(room_id) is not None

    @property
    def has_news(self) -> bool:
        """Whether a table waits of which more has changed than a deadline."""
        return self._waiting.is_preceded(Urgency.DEADLINE)

    def may_show(self, room_id: int, channel: int, *, only_deadline: bool) -> bool:
        """Whether it is the table's turn, now that its channel is known; if not, it waits on and is called again.

        `only_deadline`: nothing but its deadline has moved, so that all others go before it.
        """
        if only_deadline and self.has_news and self._waiting.line(room_id) is not Urgency.DEADLINE:
            self._pressed.discard(room_id)
            self._waiting.put_back(room_id, channel, Urgency.DEADLINE)
            return False
        is_pressed = room_id in self._pressed
        if self._channels.get(room_id) == channel or (is_pressed and self._pace.wait(channel) <= 0):
            return True
        if not self._is_open(channel):  # what is shown once it opens is the newest position, not what was pressed now
            self._waiting.put_back(room_id, channel, Urgency.PRESSED if is_pressed else Urgency.NEWS)
            return False
        self._waiting.remove(room_id)
        self._channels[room_id] = channel
        return True

    async def calm(self, seconds: float) -> None:
        """Wait until all tables are shown, at most so many seconds."""
        self._note_idle()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)

    def forget_waiting(self) -> None:
        """Tables that nobody waits for are shown in the next run."""
        self._waiting.clear()

    async def close(self) -> None:
        """Stop all tasks and begin no other."""
        self._closed = True
        for timer in [*self._soon.values(), *([self._look] if self._look else [])]:
            timer.cancel()
        await tasks.cancel(self._tasks.values())

    def _is_open(self, channel: int) -> bool:
        return channel not in self._channels.values() and self._pace.wait(channel) <= 0

    def _begin(self) -> None:
        """Show the next tables, as many as there is room for; look again later for those whose channel is closed."""
        while not self._closed:
            is_full = len(self._tasks.keys() - self._pressed) >= AT_ONCE
            room_id = self._waiting.take(self._is_open, Urgency.PRESSED if is_full else Urgency.DEADLINE)
            if room_id is None:
                break
            if self._waiting.line(room_id) is Urgency.PRESSED:
                self._pressed.add(room_id)
            self._start(room_id)
        if self._look is None and not self._closed and self._waiting:
            self._look = asyncio.get_running_loop().call_later(LOOK, self._look_again)
        self._note_idle()

    def _note_idle(self) -> None:
        if self._tasks or self._waiting:
            self._idle.clear()
        else:
            self._idle.set()

    def _look_again(self) -> None:
        self._look = None
        self._begin()

    def _start(self, room_id: int) -> None:
        task = asyncio.create_task(self._run(room_id), name=f"post room {room_id}")
        self._tasks[room_id] = task
        task.add_done_callback(partial(self._finished, room_id))

    async def _run(self, room_id: int) -> None:
        while True:
            self._again.discard(room_id)
            await self._show(room_id)
            if room_id not in self._again:
                return

    def _finished(self, room_id: int, task: asyncio.Task[None]) -> None:
        del self._tasks[room_id]
        self._channels.pop(room_id, None)
        self._waiting.finish(room_id)
        was_pressed = room_id in self._pressed
        self._pressed.discard(room_id)
        if not task.cancelled() and (bug := task.exception()) is not None:
            self._broke(room_id, bug)
        elif room_id in self._again:
            self.wake(room_id, Urgency.PRESSED if was_pressed else Urgency.NEWS)
        self._begin()
