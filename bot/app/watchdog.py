"""Ends a process that cannot work any more, so that it is started anew. Knows neither Discord nor the database."""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

RESTART = 3  # exit code: the process has ended itself and is to be started anew
EVERY = 10.0  # seconds between two checks
CHECKS = 60  # ten minutes; counted, because time that the whole process was stopped for is nobody's fault
HOUR = 3600.0  # seconds between two such ends at least

log = logging.getLogger(__name__)


class Watchdog:
    """Checks from a thread of its own that the event loop turns and that something could be written.

    `stamp`: a file whose time says when a process ended itself last. `end`: is called in the event loop to end the
    program in order; ten seconds later `leave` ends it in any case. `now`: unix seconds.
    """

    def __init__(
        self,
        stamp: Path,
        end: Callable[[], None],
        leave: Callable[[int], None] = os._exit,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._stamp = stamp
        self._end = end
        self._leave = leave
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._checks = self._still = self._failing = 0
        self._ending = False

    def start(self) -> None:
        """Check from now on, until the process ends."""
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    def wrote(self) -> None:
        """Something was written to the database."""
        self._failing = 0

    def check(self) -> None:
        """One check; the sixtieth in a row that finds the same wrong ends the process, at most once an hour."""
        if self._ending:
            self._leave(RESTART)
        self._checks += 1
        self._still += 1
        self._failing += 1
        with suppress(RuntimeError):  # the loop is closed: the program is ending already
            self._loop.call_soon_threadsafe(self._turned)
        reason = "the event loop stands still" if self._still >= CHECKS else ""
        reason = reason or ("nothing can be written" if self._failing >= CHECKS else "")
        if reason and self._may_end():
            log.critical("%s for ten minutes, so this process ends itself to be started anew", reason)
            self._ending = True
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._end)

    def _turned(self) -> None:
        self._still = 0

    def _may_end(self) -> bool:
        """Whether no process has ended itself in the last hour; this one then counts as having done so."""
        now = self._now()
        try:
            if self._stamp.exists() and 0 <= now - self._stamp.stat().st_mtime < HOUR:
                return False
            self._stamp.touch()
            os.utime(self._stamp, (now, now))
        except OSError:  # nothing can be noted, so it must be long enough since this process began
            return self._checks * EVERY >= HOUR
        return True

    def _watch(self) -> None:
        while True:
            time.sleep(EVERY)
            self.check()
