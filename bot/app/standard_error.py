"""Redirects standard error into the log: output of Python itself, libraries and robot processes.

Such output is not in the form of the log, and its messages may contain secrets. Knows nothing of the writers.
"""

import faulthandler
import logging
import os
import re
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from bot import logs

STDERR = 2
QUIET_MILLISECONDS = 200  # without output, after which a text counts as complete
MAX_BLOCK = 1 << 16  # bytes
FLUSH_TIMEOUT = 2.0  # seconds
FLUSH_MARK = b"\0told\0"  # no other output contains this
TRACEBACK_START = "Traceback (most recent call last):"
TRACEBACK_FRAME = re.compile(r'\s+File "(.+)", line (\d+), in (.+)')
TRACEBACK_HEADING = re.compile(
    r"Process |Exception |---"
)  # the line before a traceback, which names its thread or process
ERROR_CLASS = re.compile(r"(?:\w+\.)*(\w+)(?::.*)?")

log = logging.getLogger(__name__)


class Traceback(NamedTuple):
    """The parts of a traceback that may be logged."""

    fault: str  # the class of the error
    trace: str  # the frames, innermost first


_flushed = Event()  # set once all output before the last FLUSH_MARK is logged


@contextmanager
def redirect_standard_error() -> Iterator[None]:
    """Log all output to standard error inside the context, including that of child processes started there."""
    if logs.handler is None:
        yield
        return
    reader, writer = os.pipe()
    kept = os.dup(STDERR)
    with os.fdopen(kept, "w", encoding="utf-8") as stream:
        before = logs.handler.setStream(stream)
        tells_crashes = faulthandler.is_enabled()
        if tells_crashes:  # crash dumps go to the real standard error, because this thread could not log them
            faulthandler.enable(stream)
        os.dup2(writer, STDERR)
        os.close(writer)
        Thread(target=_forward_to_log, args=(reader,), name="standard error", daemon=True).start()
        logging.captureWarnings(capture=True)
        try:
            yield
        finally:
            logging.captureWarnings(capture=False)
            flush_standard_error()
            os.dup2(kept, STDERR)
            if tells_crashes:
                faulthandler.enable(STDERR)
            logs.handler.setStream(before or sys.stderr)


def flush_standard_error() -> None:
    """Wait until all output so far is logged, if it is redirected."""
    if logs.handler is not None and logs.handler.stream is not sys.stderr:
        _flushed.clear()
        sys.stderr.flush()
        os.write(STDERR, FLUSH_MARK)
        _flushed.wait(FLUSH_TIMEOUT)


def _forward_to_log(reader: int) -> None:
    waiting = select.poll()
    waiting.register(reader, select.POLLIN)
    while block := os.read(reader, MAX_BLOCK):
        while FLUSH_MARK not in block and len(block) < MAX_BLOCK and waiting.poll(QUIET_MILLISECONDS):
            block += os.read(reader, MAX_BLOCK)
        log_text(block.replace(FLUSH_MARK, b"").decode("utf-8", "replace"))
        if FLUSH_MARK in block:
            _flushed.set()
    os.close(reader)


def log_text(text: str) -> None:
    """Log the text before the first traceback as one line, then the error class and frames of each traceback."""
    lines = [line.strip() for line in text.partition(TRACEBACK_START)[0].splitlines()]
    rest = " / ".join(line for line in lines if line and not TRACEBACK_HEADING.match(line))
    if rest:
        log.warning("on standard error: %s", rest)
    for traceback in tracebacks(text):
        log.error("a traceback on standard error", extra=traceback._asdict())


def tracebacks(text: str) -> list[Traceback]:
    """Return the tracebacks in the text without the text between them, because messages can have several lines."""
    found = []
    for part in text.split(TRACEBACK_START)[1:]:
        lines = part.splitlines()[1:]
        places = [place for line in lines if (place := TRACEBACK_FRAME.fullmatch(line))]
        last = next((line for line in lines if line and not line[0].isspace()), "")
        kind = ERROR_CLASS.fullmatch(last)
        short = (
            f"{'/'.join(Path(place[1]).parts[-2:])}:{place[2]}:{place[3]}"
            for place in reversed(places[-logs.MAX_FRAMES :])
        )
        found.append(Traceback(kind[1] if kind else "unknown", " < ".join(short)))
    return found
