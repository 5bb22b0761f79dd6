"""The log: one line for each event, with table and move number, without secrets.

Knows no rules. A line never contains a move, a name, an account number or a token. Of our own faults it gives the place
and the kind, never the message, because that may contain a hand of tiles.
"""

import asyncio
import json
import logging
import re
import secrets
import sqlite3
import sys
import traceback
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

from bot.model.record import Record
from bot.model.room_number import tag
from bot.settings import masked

FOREIGN = ("discord", "aiohttp", "aiosqlite", "asyncio", "PIL")  # warnings only: lower levels log payloads
FIELDS = ("press", "stamp", "code", "fault", "trace")  # further fields of a line, given as `extra`
UNMADE = "a line of the log could not be made"
LONGEST = 1_000  # letters of a text
DEPTH = 30  # frames of a traceback, the innermost ones
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz"  # without letters that look alike
PLAIN = re.compile(r"[\w.:/#+<>\-]+", re.ASCII)
TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,8}\.[\w-]{20,}", re.ASCII)  # of a bot
NUMBER = re.compile(r"(?<!\d)\d{15,20}(?!\d)", re.ASCII)  # of an account, a server, a channel or a message
ANSWER = re.compile(r"((?:webhooks|interactions)/\d+/)[^/\s?'\"]+", re.ASCII)  # whoever has this may answer a press

log = logging.getLogger(__name__)
_about: ContextVar[tuple[int | None, int | None]] = ContextVar("about", default=(None, None))


def about(room: int | None = None, move: int | None = None) -> None:
    """From now on this task logs about that table, whose log has `move` entries; without arguments about none."""
    _about.set((room, move))


def fault_code() -> str:
    """Six random letters by which a line of the log can be found."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


def saved(before: Record | None, later: Record) -> None:
    """It is logged that `later` was saved in place of `before`; a new phase is logged at a higher level."""
    about(later.id, len(later.log))
    if before is None or before.phase != later.phase:
        log.info("%s, %s", later.game, later.phase)
    else:
        log.debug("saved, change %d", later.change)


def set_up(form: str, level: str, secret: str = "") -> None:
    """From now on lines in that form ("text" or "json") go to standard error; `secret` is masked in them."""
    global handler  # noqa: PLW0603 - there is one standard error
    handler = LineWriter()
    handler.setFormatter(Lines(form, secret))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in FOREIGN:
        logging.getLogger(name).setLevel(logging.WARNING)
    sys.excepthook = _ended


def tell(message: str) -> None:
    """The operator reads the message on standard error: as it is, or as a line of the log where programs read that."""
    if handler is not None and isinstance(handler.formatter, Lines) and handler.formatter.is_json:
        log.critical("%s", message)
    else:
        stream = sys.stderr if handler is None else handler.stream
        stream.write(f"{message}\n")
        stream.flush()


def forgotten(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """The event loop's handler of faults that nobody awaited. The loop's own would log the fault's message."""
    log.error("a task failed unseen", exc_info=context.get("exception"))


def _ended(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        log.critical("ended by a fault", exc_info=(kind, fault, trace))


class LineWriter(logging.StreamHandler[TextIO]):
    """Writes the lines of the log."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Say that a line could not be made. The library would write its facts, which may be anybody's secret."""
        kind, fault, trace = sys.exc_info()
        if record.msg != UNMADE and not isinstance(fault, OSError):  # where nothing can be written, nothing is
            self.emit(logging.LogRecord(record.name, logging.ERROR, "", 0, UNMADE, (), (kind, fault, trace)))  # type: ignore[arg-type]


handler: LineWriter | None = None  # where the log goes, None before `set_up`


class Lines(logging.Formatter):
    """One line a record: `time=... level=... text="..." room=#123 move=17`, or the same as a JSON object."""

    def __init__(self, form: str, secret: str = "") -> None:
        super().__init__()
        self.is_json = form == "json"
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of ASCII."""
        fields = {key: self._clean(value) for key, value in _fields(record).items()}
        if self.is_json:
            return json.dumps(fields)
        parts = []
        for key, value in fields.items():
            text = str(value)
            parts.append(f"{key}={text if PLAIN.fullmatch(text) else json.dumps(text)}")
        return " ".join(parts)

    def _clean(self, value: object) -> object:
        if isinstance(value, int):
            return value
        text = str(value)
        if self._secret:
            text = text.replace(self._secret, "***")
        text = NUMBER.sub("***", ANSWER.sub(r"\1***", TOKEN.sub("***", text)))
        return masked(text)[:LONGEST]  # cut last, or half a token would stand there


def _fields(record: logging.LogRecord) -> dict[str, object]:
    moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    found: dict[str, object] = {
        "time": moment.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "at": record.name,
        "text": record.getMessage(),
    }
    room, move = _about.get()
    room = getattr(record, "room", room)
    if room is not None:
        found["room"] = tag(room)
    if move is not None:
        found["move"] = move
    for key in FIELDS:
        value = getattr(record, key, None)
        if value is not None:
            found[key] = value
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        found["fault"] = summary(error)
        found["trace"] = " < ".join(_places(error))
    return found


def summary(error: BaseException) -> str:
    """The error's class, with its message only if that cannot be anybody's secret."""
    kind = type(error).__name__
    package = type(error).__module__.partition(".")[0]
    if package == "discord":  # recognized by name, so that logging does not load the library
        numbers = [str(getattr(error, name, "")) for name in ("status", "code") if getattr(error, name, "")]
        return " ".join([kind, *numbers])
    tells = isinstance(error, OSError | sqlite3.Error) or package == "aiohttp"
    return f"{kind}: {error}" if tells and str(error) else kind


def _places(error: BaseException) -> list[str]:
    """The frames of the error, innermost first, then those of its causes."""
    found: list[str] = []
    link: BaseException | None = error
    while link is not None:
        if link is not error:
            found.append(summary(link))
        for one in reversed(traceback.extract_tb(link.__traceback__)[-DEPTH:]):
            file = "/".join(one.filename.rsplit("/", 2)[-2:])
            found.append(f"{file}:{one.lineno}:{one.name}")
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return found
