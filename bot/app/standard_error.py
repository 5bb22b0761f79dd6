"""Brings what others write to standard error into the log: Python itself, libraries, processes of robots.

Such a text is no line of the log, and its messages may hold secrets. It knows nothing of those who write.
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
QUIET = 200  # milliseconds without a letter, after which a text is taken for whole
LARGEST = 1 << 16  # bytes of a text
ENOUGH = 2.0  # seconds that the end waits for what was written before
MARK = b"\0told\0"  # which nobody else writes
BEGIN = "Traceback (most recent call last):"
PLACE = re.compile(r'\s+File "(.+)", line (\d+), in (.+)')
HEAD = re.compile(r"Process |Exception |---")  # the line before a traceback, which names whom it concerns
KIND = re.compile(r"(?:\w+\.)*(\w+)(?::.*)?")

log = logging.getLogger(__name__)


class Traceback(NamedTuple):
    """What a traceback may tell: the `fault` is its kind, `trace` its places, the innermost first."""

    fault: str
    trace: str


_told = Event()  # all that was written before the last MARK is in the log


@contextmanager
def standard_error_in_the_log() -> Iterator[None]:
    """Within, all that is written to standard error are lines of the log, also by processes that begin within."""
    if logs.handler is None:
        yield
        return
    reader, writer = os.pipe()
    kept = os.dup(STDERR)
    with os.fdopen(kept, "w", encoding="utf-8") as stream:
        before = logs.handler.setStream(stream)
        tells_crashes = faulthandler.is_enabled()
        if tells_crashes:  # an operator wants to see them, and here nobody could tell them
            faulthandler.enable(stream)
        os.dup2(writer, STDERR)
        os.close(writer)
        Thread(target=_listen, args=(reader,), name="standard error", daemon=True).start()
        logging.captureWarnings(capture=True)
        try:
            yield
        finally:
            logging.captureWarnings(capture=False)
            settle()
            os.dup2(kept, STDERR)
            if tells_crashes:
                faulthandler.enable(STDERR)
            logs.handler.setStream(before or sys.stderr)


def settle() -> None:
    """What was written until now is in the log, if it goes there."""
    if logs.handler is not None and logs.handler.stream is not sys.stderr:
        _told.clear()
        sys.stderr.flush()
        os.write(STDERR, MARK)
        _told.wait(ENOUGH)


def _listen(reader: int) -> None:
    waiting = select.poll()
    waiting.register(reader, select.POLLIN)
    while block := os.read(reader, LARGEST):
        while MARK not in block and len(block) < LARGEST and waiting.poll(QUIET):
            block += os.read(reader, LARGEST)
        tell(block.replace(MARK, b"").decode("utf-8", "replace"))
        if MARK in block:
            _told.set()
    os.close(reader)


def tell(text: str) -> None:
    """The log has that text: what stands before tracebacks as a line, and of each one its kind and its places."""
    lines = [line.strip() for line in text.partition(BEGIN)[0].splitlines()]
    rest = " / ".join(line for line in lines if line and not HEAD.match(line))
    if rest:
        log.warning("on standard error: %s", rest)
    for one in tracebacks(text):
        log.error("a traceback on standard error", extra=one._asdict())


def tracebacks(text: str) -> list[Traceback]:
    """Those in the text, without what stands between them: messages can have several lines."""
    found = []
    for part in text.split(BEGIN)[1:]:
        lines = part.splitlines()[1:]
        places = [place for line in lines if (place := PLACE.fullmatch(line))]
        last = next((line for line in lines if line and not line[0].isspace()), "")
        kind = KIND.fullmatch(last)
        short = (f"{'/'.join(Path(one[1]).parts[-2:])}:{one[2]}:{one[3]}" for one in reversed(places[-logs.DEPTH :]))
        found.append(Traceback(kind[1] if kind else "unknown", " < ".join(short)))
    return found
