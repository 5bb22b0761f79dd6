"""What Ctrl-C, SIGTERM and a reader that leaves do, from the first line of the program to its last.

Knows nothing of what they stop.
It imports hardly anything, so that it works before anything slow is loaded.
"""

import os
import signal
import sys
from collections.abc import Callable
from threading import Thread

STOPS = (signal.SIGINT, signal.SIGTERM)
INTERRUPTED = 128 + signal.SIGINT  # exit code, as shells have it


def end_at_once(*_: object) -> None:
    """End the process with exit code 0; nothing that it has begun so far needs to be closed."""
    os._exit(0)


def unblock() -> None:
    """From now on both signals reach the program, even if its parent process had blocked them."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def take() -> None:
    """From now on either signal ends the program at once."""
    for number in STOPS:
        signal.signal(number, end_at_once)


def say(text: str) -> None:
    """Who reads what the program prints can read this now. If nobody does any more, all of it goes nowhere, quietly."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class Signals:
    """Either signal calls `act` with its number on a worker thread, and never interrupts anything else.

    That holds up to the last line of the program. It must be made before any other worker thread, because those and
    child processes inherit that both signals are blocked.
    """

    def __init__(self, act: Callable[[int], None] = end_at_once) -> None:
        self.act = act
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        Thread(target=self._listen, name="signals", daemon=True).start()

    def _listen(self) -> None:
        while True:
            number = signal.sigwait(STOPS)
            self.act(number)  # as it is now, not as it was when the wait began
