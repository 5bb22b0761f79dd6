"""Robots that search do so in processes of their own, so that nobody's press waits for them. Knows no table.

A process is replaced when it is gone, hangs or has grown. Searches take turns (`SearchQueue`); other robots never
wait.
Coaches judge there too, one decision or draw at a time, whenever no robot waits.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import resource_tracker
from typing import Any, Generic, NamedTuple, TypeVar

from bot import measures
from bot.model.robots import AskedJudgement, AskedLuck, RobotTurn, SearchFailed
from bot.services.robot_worker import Found, judge, memory, prepare, search, tell_luck
from bot.services.robots import IN_THIS_PROCESS
from engine.core import Move
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision

T = TypeVar("T")
Search = Callable[..., Found]  # a function that another process can import
WORN = 90 << 20  # bytes: a process that has so many after a search is replaced, so that none comes to 120 MiB
MOST_SEARCHES = 1_000  # of one process, for systems that do not tell its memory
LOWEST = 19  # niceness of these processes
TRIES = 3  # processes that a search may cost before it is given up
HANGS = 2  # of these, those in which it may hang
LIMIT = 60.0  # seconds of one search; the longest ones measured take 5 of a core (docs/robots.md)
STEP = 3.0  # seconds between two looks at what a search has used
BUSY = 8  # times LIMIT that a search may take on a machine whose other programs leave it little
ENDING = 5.0  # seconds in which a process that was killed must be gone; one in a broken system call is left alone
BEGINNING = threading.Lock()  # two processes that begin at a time could not be told apart

log = logging.getLogger(__name__)


Limit = Callable[[int | None], Awaitable[None]]  # returns once the process of that number had its time for a search


class _Hung(Exception):
    """A search has taken longer than its limit."""


class SearchProcess:
    """A process that makes one search at a time. It begins with the first one, and again after its end."""

    def __init__(self, limit: Limit | None = None) -> None:
        self._limit = limit or outlast
        self._executor: ProcessPoolExecutor | None = None
        self._searches = 0
        self._closed = False
        self.number: int | None = None  # by which the system knows it, None without one

    async def ask(self, function: Search, *given: Any) -> Any:
        """The answer that the search finds, repeated if its process dies or hangs. Raises SearchFailed."""
        ended = hung = 0
        while ended + hung < TRIES and hung < HANGS:
            try:
                found: Found = await self.run(function, *given)
            except BrokenProcessPool:
                ended += 1
                measures.current().count("searches")
                await self._replace("has ended")
                continue
            except _Hung:
                hung += 1
                measures.current().count("hung")
                await self._replace("hangs")
                continue
            self._searches += 1
            if found.memory > WORN or self._searches >= MOST_SEARCHES:
                await self._end()
            return found.answer
        raise SearchFailed

    async def run(self, function: Callable[..., Any], *given: Any) -> Any:
        """What the function returns there. Raises BrokenProcessPool if the process ends first, _Hung if it hangs."""
        executor = self._executor
        if executor is None:
            spawned = await asyncio.to_thread(_spawned)
            executor = self._executor = spawned[0]
            self.number = spawned[1]
        if self._closed:  # while the process began
            await self._end()
            raise asyncio.CancelledError
        answer = asyncio.wrap_future(executor.submit(function, *given))
        limit = asyncio.ensure_future(self._limit(self.number))
        try:
            await asyncio.wait((answer, limit), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise _Hung
            return answer.result()
        finally:
            limit.cancel()
            answer.cancel()

    async def close(self) -> None:
        """The process is gone, whatever it did; nothing more can be asked."""
        self._closed = True
        await self._end()

    async def _replace(self, because: str) -> None:
        if self._closed:
            raise asyncio.CancelledError
        log.warning("a process of robots %s; it is replaced", because)
        await self._end()

    async def _end(self) -> None:
        """A search under way cannot be interrupted, so the process is killed; its end takes milliseconds."""
        executor = self._executor
        number = self.number
        self._executor = None
        self.number = None
        self._searches = 0
        if number is not None:
            _killed(number)
        if executor is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(ENDING):
                    await asyncio.to_thread(executor.shutdown, cancel_futures=True)


async def outlast(number: int | None, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Return once the process has had its time for a search, `number` as the system knows it.

    Of a process that works, the seconds of a core that it used count, so that a busy machine gives it longer, but not
    for ever. Of one that uses none, all seconds count. Whatever the clock says after a step, as when the machine has
    slept, it was one step.
    """
    spent = 0.0
    used = _seconds_used(number)
    while spent < LIMIT:
        await sleep(STEP)
        before = used
        used = _seconds_used(number)
        spent += max(used - before, STEP / BUSY) if used > before else STEP


def _seconds_used(number: int | None) -> float:
    """How many seconds of a core the process has used, 0 where the system does not tell."""
    if number is None or sys.platform != "linux":
        return 0.0
    try:
        return time.clock_gettime(~number << 3 | 2)  # as clock_getcpuclockid(3) has it
    except OSError:
        return 0.0


def _spawned() -> tuple[ProcessPoolExecutor, int | None]:
    """A new process and its number, None if it has ended already.

    The number is known before the process has begun to import, which takes long where other programs keep all cores
    busy: a bot that stops meanwhile can kill it and need not wait.

    For the first one Python starts its own tracker of such processes, and unblocks the signals that stop the program,
    which `bot/signals.py` wants blocked everywhere. The process inherits that they are blocked.
    """
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        resource_tracker.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    executor = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), prepare)
    with BEGINNING:
        others = _numbers()
        executor.submit(memory)  # whatever it is, the process begins with it
        number = next(iter(_numbers() - others), None)
    if number is not None:
        # The process only gets time that nothing else wants: people who wait for a press come first. It is done from
        # here, as a process imports for a third of a second before it could do so itself.
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, number, LOWEST)
            if sys.platform == "linux":
                os.sched_setscheduler(number, os.SCHED_IDLE, os.sched_param(0))
    return executor, number


def _numbers() -> set[int]:
    return {process.pid for process in multiprocessing.active_children() if process.pid is not None}


def _killed(number: int) -> None:
    """The process ends. It needs a few milliseconds of a core for that, which it would wait for behind all others."""
    if sys.platform == "linux":
        with suppress(OSError):  # who is no administrator may not lift it
            os.sched_setscheduler(number, os.SCHED_OTHER, os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, number, 0)
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


class SearchQueue(Generic[T]):
    """Whose search is next: servers take turns, and on a server its people do. The one who was served goes last."""

    def __init__(self) -> None:
        self._servers: OrderedDict[Hashable, OrderedDict[int, deque[T]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(line) for people in self._servers.values() for line in people.values())

    def add(self, server: int | None, person: int, one: T) -> None:
        """It waits. In direct messages, where there is no server, each person counts as one."""
        people = self._servers.setdefault(("alone", person) if server is None else server, OrderedDict())
        people.setdefault(person, deque()).append(one)

    def take(self) -> T | None:
        """The next one, which waits no more; None if nothing waits."""
        if not self._servers:
            return None
        server, people = self._servers.popitem(last=False)
        person, line = people.popitem(last=False)
        one = line.popleft()
        if line:
            people[person] = line
        if people:
            self._servers[server] = people
        return one


class _Asked(NamedTuple):
    """A search whose `answer` somebody waits for: the `function` and what it is `given`."""

    function: Search
    given: tuple[Any, ...]
    answer: asyncio.Future[Any]


class RobotPool:
    """Answers for all robots: `processes` searches at a time, all other moves at once on a thread.

    And for all coaches, whose decisions and draws wait behind every search of a robot.
    """

    def __init__(
        self, processes: int, function: Search = search, judging: Search = judge, limit: Limit | None = None
    ) -> None:
        self._quick = IN_THIS_PROCESS
        self._search = function
        self._judge = judging
        self._robots: SearchQueue[_Asked] = SearchQueue()
        self._coaches: SearchQueue[_Asked] = SearchQueue()
        self.idle = [SearchProcess(limit) for _ in range(processes)]
        self._all = tuple(self.idle)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def choose(self, turn: RobotTurn) -> Move:
        """The robot's move. What nobody waits for any more is not searched. Raises SearchFailed."""
        with measures.current().time("robots", turn.level):
            if not turn.is_search:
                return await self._quick(turn)
            move: Move = await self._ask(self._robots, turn, self._search, turn.level, turn.view, turn.seed)
            return move

    async def judge(self, asked: AskedJudgement) -> JudgedDecision:
        """The decision judged, as `choose` finds a move, once no robot waits."""
        given = (asked.decision, asked.closely, asked.nodes)
        judged: JudgedDecision = await self._ask(self._coaches, asked, self._judge, *given)
        return judged

    async def luck(self, asked: AskedLuck) -> Luck:
        """How much the draw favored each seat, as `judge` judges a decision."""
        found: Luck = await self._ask(self._coaches, asked, tell_luck, asked.game, asked.draw, asked.most)
        return found

    async def _ask(
        self, queue: SearchQueue[_Asked], by: RobotTurn | AskedJudgement | AskedLuck, function: Search, *given: Any
    ) -> Any:
        """What the function returns in a process, once it is its turn in the queue."""
        search = _Asked(function, given, asyncio.get_running_loop().create_future())
        queue.add(by.server, by.person, search)
        self._begin()
        return await search.answer

    async def aclose(self) -> None:
        """All processes are gone, and nobody is answered any more."""
        await asyncio.gather(*(process.close() for process in self._all))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self) -> None:
        """Make the next searches, as many as there are idle processes."""
        while self.idle and (asked := self._robots.take() or self._coaches.take()):
            if not asked.answer.done():
                process = self.idle.pop()
                task = asyncio.create_task(process.ask(asked.function, *asked.given), name="search")
                self._tasks.add(task)
                task.add_done_callback(partial(self._found, process, asked.answer))

    def _found(self, process: SearchProcess, answer: asyncio.Future[Any], task: asyncio.Task[Any]) -> None:
        """Pass on how that search ended, and begin the next one."""
        self._tasks.discard(task)
        self.idle.append(process)
        bug = None if task.cancelled() else task.exception()
        if task.cancelled():
            answer.cancel()
        elif bug is not None and not answer.done():
            failed = bug if isinstance(bug, SearchFailed) else SearchFailed()
            failed.__cause__ = None if failed is bug else bug
            answer.set_exception(failed)
        elif not answer.done():
            answer.set_result(task.result())
        self._begin()
