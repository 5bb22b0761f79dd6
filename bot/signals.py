"""Ctrl-C and SIGTERM, from the first line of the program to its last. Knows nothing of what they stop.

It loads hardly anything, so that it can come before all that takes time.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from threading import Thread

STOPS = (signal.SIGINT, signal.SIGTERM)
INTERRUPTED = 128 + signal.SIGINT  # exit code, as shells have it


def end_at_once(*_: object) -> None:
    """The program is over, with exit code 0: what it has begun so far needs no end of its own."""
    os._exit(0)


def take() -> None:
    """From now on either signal ends the program at once, also if whoever started us held both back."""
    for number in STOPS:
        signal.signal(number, end_at_once)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


class Signals:
    """Either signal calls `act` with its number, in a thread of its own, and never interrupts anything else.

    That holds up to the last line of the program, whatever else has ended by then. It must be made before any other
    thread: later ones, and processes that we start, hold both signals back as this one does.
    """

    def __init__(self, act: Callable[[int], None] = end_at_once) -> None:
        self.act = act
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        Thread(target=self._listen, name="signals", daemon=True).start()

    def _listen(self) -> None:
        while True:
            number = signal.sigwait(STOPS)
            self.act(number)  # as it is now, not as it was when the wait began
