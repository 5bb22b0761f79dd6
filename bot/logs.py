"""The log: one line per event, with table and move number, without secrets. Independent of rules.

A line never contains a move, a name, an account number or a token. Of our own errors it has the class and the
traceback, but never the message, because that may contain a hand of tiles.
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
from bot.settings import mask_credentials

LIBRARY_LOGGERS = (
    "discord",
    "aiohttp",
    "aiosqlite",
    "asyncio",
    "PIL",
)  # logged from warnings up, because lower levels contain payloads
EXTRA_FIELDS = ("press", "stamp", "code", "fault", "trace")  # further fields of a line, passed as `extra`
FORMAT_FAILURE = "a line of the log could not be made"
MAX_LOGGED_TEXT = 1_000  # characters of a field
MAX_FRAMES = 30  # innermost frames of a traceback
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz"  # without letters that look similar
UNQUOTED_VALUE = re.compile(r"[\w.:/#+<>\-]+", re.ASCII)
BOT_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,8}\.[\w-]{20,}", re.ASCII)
SNOWFLAKE = re.compile(r"(?<!\d)\d{15,20}(?!\d)", re.ASCII)  # ID of an account, server, channel or message
INTERACTION_TOKEN = re.compile(
    r"((?:webhooks|interactions)/\d+/)[^/\s?'\"]+", re.ASCII
)  # whoever has this token can respond to the interaction

log = logging.getLogger(__name__)
_context: ContextVar[tuple[int | None, int | None]] = ContextVar("about", default=(None, None))


def set_context(room: int | None = None, move: int | None = None) -> None:
    """Add this table and move number to all further log lines of this task; without arguments, add none.

    `move`: the number of entries in the table's log.
    """
    _context.set((room, move))


def fault_code() -> str:
    """Return six random letters by which a log line can be found."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


def log_save(before: Record | None, later: Record) -> None:
    """Log that `later` was saved in place of `before`; a new phase is logged at a higher level."""
    set_context(later.id, len(later.log))
    if before is None or before.phase != later.phase:
        log.info("%s, %s", later.game, later.phase)
    else:
        log.debug("saved, change %d", later.change)


def set_up(form: str, level: str, secret: str = "") -> None:
    """Log to standard error in that form ("text" or "json"); `secret` is masked in every line."""
    global handler  # noqa: PLW0603 - there is only one standard error
    handler = LineWriter()
    handler.setFormatter(LineFormatter(form, secret))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in LIBRARY_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    sys.excepthook = _log_crash


def notify_operator(message: str) -> None:
    """Write the message to standard error for the operator: as plain text, or as a log line if the form is JSON."""
    if handler is not None and isinstance(handler.formatter, LineFormatter) and handler.formatter.is_json:
        log.critical("%s", message)
    else:
        stream = sys.stderr if handler is None else handler.stream
        stream.write(f"{message}\n")
        stream.flush()


def log_unawaited_error(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Handle errors of tasks that nobody awaited. The event loop's default handler would log the message."""
    log.error("a task failed unseen", exc_info=context.get("exception"))


def _log_crash(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        log.critical("ended by a fault", exc_info=(kind, fault, trace))


class LineWriter(logging.StreamHandler[TextIO]):
    """Writes log lines, and reports a line that cannot be formatted without revealing its content."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Log that a line could not be formatted. The library would print its arguments, which may be secret."""
        kind, fault, trace = sys.exc_info()
        if record.msg != FORMAT_FAILURE and not isinstance(fault, OSError):  # nothing can be written then
            self.emit(logging.LogRecord(record.name, logging.ERROR, "", 0, FORMAT_FAILURE, (), (kind, fault, trace)))  # type: ignore[arg-type]


handler: LineWriter | None = None  # None before `set_up`


class LineFormatter(logging.Formatter):
    """One line per record: `time=... level=... text="..." room=#123 move=17`, or the same as a JSON object."""

    def __init__(self, form: str, secret: str = "") -> None:
        super().__init__()
        self.is_json = form == "json"
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of ASCII."""
        fields = {key: self._redact(value) for key, value in _fields(record).items()}
        if self.is_json:
            return json.dumps(fields)
        parts = []
        for key, value in fields.items():
            text = str(value)
            parts.append(f"{key}={text if UNQUOTED_VALUE.fullmatch(text) else json.dumps(text)}")
        return " ".join(parts)

    def _redact(self, value: object) -> object:
        if isinstance(value, int):
            return value
        text = str(value)
        if self._secret:
            text = text.replace(self._secret, "***")
        text = SNOWFLAKE.sub("***", INTERACTION_TOKEN.sub(r"\1***", BOT_TOKEN.sub("***", text)))
        return mask_credentials(text)[:MAX_LOGGED_TEXT]  # cut last, so that no partial token remains


def _fields(record: logging.LogRecord) -> dict[str, object]:
    moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    found: dict[str, object] = {
        "time": moment.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "at": record.name,
        "text": record.getMessage(),
    }
    room, move = _context.get()
    room = getattr(record, "room", room)
    if room is not None:
        found["room"] = tag(room)
    if move is not None:
        found["move"] = move
    for key in EXTRA_FIELDS:
        value = getattr(record, key, None)
        if value is not None:
            found[key] = value
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        found["fault"] = error_summary(error)
        found["trace"] = " < ".join(_frames(error))
    return found


def error_summary(error: BaseException) -> str:
    """Return the error's class, with its message only if that cannot contain a secret."""
    kind = type(error).__name__
    package = type(error).__module__.partition(".")[0]
    if package == "discord":  # recognized by name, because logging must not load the library
        numbers = [str(getattr(error, name, "")) for name in ("status", "code") if getattr(error, name, "")]
        return " ".join([kind, *numbers])
    tells = isinstance(error, OSError | sqlite3.Error) or package == "aiohttp"
    return f"{kind}: {error}" if tells and str(error) else kind


def _frames(error: BaseException) -> list[str]:
    """Return the frames of the error, innermost first, followed by those of its causes."""
    found: list[str] = []
    link: BaseException | None = error
    while link is not None:
        if link is not error:
            found.append(error_summary(link))
        for frame in reversed(traceback.extract_tb(link.__traceback__)[-MAX_FRAMES:]):
            file = "/".join(frame.filename.rsplit("/", 2)[-2:])
            found.append(f"{file}:{frame.lineno}:{frame.name}")
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return found
