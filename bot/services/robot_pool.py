"""Runs robots' searches in separate processes, so that no press waits for them. Knows nothing about tables.

A process is replaced when it has died, hangs or has grown too large. Searches take turns (`SearchQueue`); robots that
need no search never wait. Coaches use the same processes, one decision or draw at a time, while no robot is waiting.
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

from bot import metrics
from bot.model.robots import JudgmentRequest, LuckRequest, RobotTurn, SearchFailed
from bot.services.robot_worker import SearchResult, judge, measure_luck, memory_usage, prepare_process, search
from bot.services.robots import CHOOSE_IN_THIS_PROCESS
from engine.core import Move
from engine.robots.luck import Luck
from engine.robots.review import JudgedDecision

T = TypeVar("T")
SearchFunction = Callable[..., SearchResult]  # importable by another process
# Bytes; a process that uses more memory than this after a search is replaced, so that no process reaches 120 MiB.
MAX_PROCESS_MEMORY = 90 << 20
MAX_SEARCHES_PER_PROCESS = 1_000  # for systems that do not report memory
PROCESS_NICENESS = 19  # the lowest priority
MAX_PROCESSES_PER_SEARCH = 3  # after so many processes the search fails
MAX_HANGS_PER_SEARCH = 2  # after so many hangs the search fails
SEARCH_LIMIT = 60.0  # seconds; the longest searches measured take 5 on one core (docs/robots.md)
USAGE_CHECK_INTERVAL = 3.0  # seconds between two looks at the CPU time of a search
BUSY_MACHINE_FACTOR = 8  # times SEARCH_LIMIT that a search may take on a busy machine
PROCESS_EXIT_TIMEOUT = 5.0  # seconds for a killed process to exit; one stuck in a system call is left alone
SPAWN_LOCK = threading.Lock()  # processes start one by one, because a new pid could belong to any that start together

log = logging.getLogger(__name__)


WaitForLimit = Callable[[int | None], Awaitable[None]]  # by pid; returns once the search there has used up its time


class _SearchHung(Exception):
    """A search has exceeded its limit."""


class SearchProcess:
    """Runs one search at a time in a process, which is started for the first search and whenever the last one ended."""

    def __init__(self, limit: WaitForLimit | None = None) -> None:
        self._limit = limit or wait_for_limit
        self._executor: ProcessPoolExecutor | None = None
        self._searches = 0
        self._closed = False
        self.pid: int | None = None  # None while there is no process

    async def search(self, function: SearchFunction, *arguments: Any) -> Any:
        """Return the answer of the search, retried if its process dies or hangs. Raises SearchFailed."""
        deaths = hangs = 0
        while deaths + hangs < MAX_PROCESSES_PER_SEARCH and hangs < MAX_HANGS_PER_SEARCH:
            try:
                found: SearchResult = await self.run(function, *arguments)
            except BrokenProcessPool:
                deaths += 1
                metrics.current().count("searches")
                await self._replace("has ended")
                continue
            except _SearchHung:
                hangs += 1
                metrics.current().count("hung")
                await self._replace("hangs")
                continue
            self._searches += 1
            if found.memory > MAX_PROCESS_MEMORY or self._searches >= MAX_SEARCHES_PER_PROCESS:
                await self._end()
            return found.answer
        raise SearchFailed

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the function's result. Raises BrokenProcessPool if the process dies first, _SearchHung if it hangs."""
        executor = self._executor
        if executor is None:
            spawned = await asyncio.to_thread(_spawn)
            executor = self._executor = spawned[0]
            self.pid = spawned[1]
        if self._closed:  # while the process was starting
            await self._end()
            raise asyncio.CancelledError
        answer = asyncio.wrap_future(executor.submit(function, *arguments))
        limit = asyncio.ensure_future(self._limit(self.pid))
        try:
            await asyncio.wait((answer, limit), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise _SearchHung
            return answer.result()
        finally:
            limit.cancel()
            answer.cancel()

    async def close(self) -> None:
        """End the process, whatever it is doing; no further search can be run."""
        self._closed = True
        await self._end()

    async def _replace(self, because: str) -> None:
        if self._closed:
            raise asyncio.CancelledError
        log.warning("a process of robots %s; it is replaced", because)
        await self._end()

    async def _end(self) -> None:
        """Kill the process, which takes milliseconds."""
        executor = self._executor
        pid = self.pid
        self._executor = None
        self.pid = None
        self._searches = 0
        if pid is not None:
            _kill(pid)
        if executor is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PROCESS_EXIT_TIMEOUT):
                    await asyncio.to_thread(executor.shutdown, cancel_futures=True)


async def wait_for_limit(pid: int | None, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Return once the process has used up its time for a search.

    While the process uses CPU, only its CPU seconds count, so on a busy machine it may take up to BUSY_MACHINE_FACTOR
    times as long. While it uses no CPU, all seconds count. These are counted as pauses between checks, not read from a
    clock, because a clock may include the time in which the machine was asleep.
    """
    spent = 0.0
    used = _seconds_used(pid)
    while spent < SEARCH_LIMIT:
        await sleep(USAGE_CHECK_INTERVAL)
        before = used
        used = _seconds_used(pid)
        spent += (
            max(used - before, USAGE_CHECK_INTERVAL / BUSY_MACHINE_FACTOR) if used > before else USAGE_CHECK_INTERVAL
        )


def _seconds_used(pid: int | None) -> float:
    """Return the CPU seconds that the process has used, 0 where the system does not say."""
    if pid is None or sys.platform != "linux":
        return 0.0
    try:
        return time.clock_gettime(~pid << 3 | 2)  # as in clock_getcpuclockid(3)
    except OSError:
        return 0.0


def _spawn() -> tuple[ProcessPoolExecutor, int | None]:
    """Start a process; return its executor and its pid, None if it has already ended.

    The pid is known before the process imports its modules, which takes long on a busy machine, so a bot that stops in
    the meantime can kill the process instead of waiting for it.

    With the first process Python also starts its resource tracker, and unblocks the signals that stop the program. As
    `bot/signals.py` needs them blocked everywhere, the signal mask is restored, and the process inherits it.
    """
    signal_mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        resource_tracker.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, signal_mask)
    executor = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), prepare_process)
    with SPAWN_LOCK:
        pids_before = _child_pids()
        executor.submit(memory_usage)  # any call starts the process
        pid = next(iter(_child_pids() - pids_before), None)
    if pid is not None:
        # People who wait for a press come first, so the process gets only CPU time that nothing else needs. Its
        # priority is set from here, because it imports for a third of a second before it could do so itself.
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, PROCESS_NICENESS)
            if sys.platform == "linux":
                os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))
    return executor, pid


def _child_pids() -> set[int]:
    return {process.pid for process in multiprocessing.active_children() if process.pid is not None}


def _kill(pid: int) -> None:
    """Kill the process, at normal priority, because exiting needs milliseconds of CPU that it would long wait for."""
    if sys.platform == "linux":
        with suppress(OSError):  # only an administrator may raise the priority
            os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, pid, 0)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class SearchQueue(Generic[T]):
    """Waiting searches. Servers take turns, and so do the people of a server."""

    def __init__(self) -> None:
        self._servers: OrderedDict[Hashable, OrderedDict[int, deque[T]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(line) for people in self._servers.values() for line in people.values())

    def add(self, server: int | None, person: int, search: T) -> None:
        """Queue the search. In direct messages, which have no server, each person counts as a server."""
        people = self._servers.setdefault(("alone", person) if server is None else server, OrderedDict())
        people.setdefault(person, deque()).append(search)

    def take(self) -> T | None:
        """Remove and return the next search; None if none is waiting."""
        if not self._servers:
            return None
        server, people = self._servers.popitem(last=False)
        person, line = people.popitem(last=False)
        search = line.popleft()
        if line:
            people[person] = line
        if people:
            self._servers[server] = people
        return search


class _QueuedSearch(NamedTuple):
    """A search to run, as a `function` and its `arguments`, and the future for its `answer`."""

    function: SearchFunction
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]


class RobotPool:
    """Chooses moves for all robots: up to `processes` searches at a time; other moves at once on a thread.

    Coaches' judgments wait behind all searches of robots.
    """

    def __init__(
        self,
        processes: int,
        function: SearchFunction = search,
        judging: SearchFunction = judge,
        limit: WaitForLimit | None = None,
    ) -> None:
        self._quick = CHOOSE_IN_THIS_PROCESS
        self._search = function
        self._judge = judging
        self._robot_queue: SearchQueue[_QueuedSearch] = SearchQueue()
        self._coach_queue: SearchQueue[_QueuedSearch] = SearchQueue()
        self.idle = [SearchProcess(limit) for _ in range(processes)]
        self._processes = tuple(self.idle)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def choose(self, turn: RobotTurn) -> Move:
        """Return the robot's move. If the caller is cancelled, a queued search is skipped. Raises SearchFailed."""
        with metrics.current().time("robots", turn.level):
            if not turn.is_search:
                return await self._quick(turn)
            move: Move = await self._enqueue(self._robot_queue, turn, self._search, turn.level, turn.view, turn.seed)
            return move

    async def judge(self, asked: JudgmentRequest) -> JudgedDecision:
        """Judge the decision in a process, once no robot is waiting. Raises SearchFailed."""
        given = (asked.decision, asked.closely, asked.nodes)
        judged: JudgedDecision = await self._enqueue(self._coach_queue, asked, self._judge, *given)
        return judged

    async def luck(self, asked: LuckRequest) -> Luck:
        """Measure in a process how much the draw favored each seat, once no robot is waiting. Raises SearchFailed."""
        found: Luck = await self._enqueue(
            self._coach_queue, asked, measure_luck, asked.game, asked.draw, asked.max_tries
        )
        return found

    async def _enqueue(
        self,
        queue: SearchQueue[_QueuedSearch],
        request: RobotTurn | JudgmentRequest | LuckRequest,
        function: SearchFunction,
        *arguments: Any,
    ) -> Any:
        """Queue the function; return its result once a process has run it."""
        search = _QueuedSearch(function, arguments, asyncio.get_running_loop().create_future())
        queue.add(request.server, request.person, search)
        self._start_searches()
        return await search.answer

    async def aclose(self) -> None:
        """End all processes; pending searches get no answer."""
        await asyncio.gather(*(process.close() for process in self._processes))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start_searches(self) -> None:
        """Start the next searches, one for each idle process."""
        while self.idle and (search := self._robot_queue.take() or self._coach_queue.take()):
            if not search.answer.done():
                process = self.idle.pop()
                task = asyncio.create_task(process.search(search.function, *search.arguments), name="search")
                self._tasks.add(task)
                task.add_done_callback(partial(self._finish_search, process, search.answer))

    def _finish_search(self, process: SearchProcess, answer: asyncio.Future[Any], task: asyncio.Task[Any]) -> None:
        """Pass the result of that search to its `answer`, and start the next search."""
        self._tasks.discard(task)
        self.idle.append(process)
        error = None if task.cancelled() else task.exception()
        if task.cancelled():
            answer.cancel()
        elif error is not None and not answer.done():
            failure = error if isinstance(error, SearchFailed) else SearchFailed()
            failure.__cause__ = None if failure is error else error
            answer.set_exception(failure)
        elif not answer.done():
            answer.set_result(task.result())
        self._start_searches()
