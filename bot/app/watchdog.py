"""Ends a process that no longer works, so that it is restarted. Knows neither Discord nor the database."""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

EXIT_RESTART = 3  # exit code: the process has ended itself and should be restarted
WATCHDOG_INTERVAL = 10.0  # seconds between two checks
# ten minutes; checks are counted, so that time in which the whole process was suspended does not matter
MAX_FAILED_CHECKS = 60
MIN_RESTART_INTERVAL = 3600.0  # seconds

log = logging.getLogger(__name__)


class Watchdog:
    """Checks from its own thread that the event loop runs and that the database can be written.

    `stamp`: a file whose modification time is the last restart. `end`: called in the event loop to end the program in
    order; `exit_process` ends it ten seconds later in any case. `now`: unix seconds.
    """

    def __init__(
        self,
        stamp: Path,
        end: Callable[[], None],
        exit_process: Callable[[int], None] = os._exit,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._stamp = stamp
        self._end = end
        self._exit = exit_process
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._checks = self._stalled_checks = self._checks_without_write = 0
        self._ending = False

    def start(self) -> None:
        """Start checking until the process ends."""
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    def note_write(self) -> None:
        """Note a successful write to the database."""
        self._checks_without_write = 0

    def check(self) -> None:
        """Check once; the 60th consecutive failure of the same kind ends the process, at most once an hour."""
        if self._ending:
            self._exit(EXIT_RESTART)
        self._checks += 1
        self._stalled_checks += 1
        self._checks_without_write += 1
        with suppress(RuntimeError):  # the loop is closed, so the program is ending already
            self._loop.call_soon_threadsafe(self._note_loop_turn)
        reason = "the event loop stands still" if self._stalled_checks >= MAX_FAILED_CHECKS else ""
        reason = reason or ("nothing can be written" if self._checks_without_write >= MAX_FAILED_CHECKS else "")
        if reason and self._may_end():
            log.critical("%s for ten minutes, so this process ends itself to be started anew", reason)
            self._ending = True
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._end)

    def _note_loop_turn(self) -> None:
        self._stalled_checks = 0

    def _may_end(self) -> bool:
        """Whether no process has ended itself in the last hour; if so, note that this one does."""
        now = self._now()
        try:
            if self._stamp.exists() and 0 <= now - self._stamp.stat().st_mtime < MIN_RESTART_INTERVAL:
                return False
            self._stamp.touch()
            os.utime(self._stamp, (now, now))
        except OSError:  # the restart cannot be noted, so the age of this process decides
            return self._checks * WATCHDOG_INTERVAL >= MIN_RESTART_INTERVAL
        return True

    def _watch(self) -> None:
        while True:
            time.sleep(WATCHDOG_INTERVAL)
            self.check()
