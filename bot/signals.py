"""Handling of Ctrl-C, SIGTERM and a closed output pipe, from the first line of the program to its last.

It imports hardly anything, so that it works before slow modules are loaded. Knows nothing of what is stopped.
"""

import os
import signal
import sys
from collections.abc import Callable
from threading import Thread

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
EXIT_INTERRUPTED = 128 + signal.SIGINT  # exit code, by the convention of shells
EXIT_FAILURE = 2  # exit code: the operator has to change something


def end_at_once(*_: object) -> None:
    """End the process with exit code 0; nothing that was started so far needs to be closed."""
    os._exit(0)


def unblock() -> None:
    """Unblock both signals, in case the parent process had blocked them."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)


def end_on_signals() -> None:
    """End the program at once on either signal."""
    for number in STOP_SIGNALS:
        signal.signal(number, end_at_once)


def print_text(text: str) -> None:
    """Print the text and flush the output. If the reader has closed the pipe, silently discard all output."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class SignalListener:
    """Calls `callback` with the signal's number on a worker thread, so that a signal interrupts no other code.

    It works up to the last line of the program. Create it before any other worker thread, because threads and child
    processes inherit that both signals are blocked.
    """

    def __init__(self, callback: Callable[[int], None] = end_at_once) -> None:
        self.callback = callback
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        Thread(target=self._listen, name="signals", daemon=True).start()

    def _listen(self) -> None:
        while True:
            number = signal.sigwait(STOP_SIGNALS)
            self.callback(number)  # read now, because it may have been replaced during the wait
