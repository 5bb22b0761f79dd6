"""Checks whether the program can start and run here. Independent of games; changes nothing.

A finding is a sentence that describes the state and, if something is wrong, what to do.
"""

import asyncio
import base64
import binascii
import os
import re
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.playground.loopback import on_this_machine
from bot.settings import Settings, mask_credentials
from bot.store.backup import check_folded_logs
from bot.store.database_statistics import last_activity_in_file, last_activity_on_server
from bot.store.fleet import PROCESS_TIMEOUT
from bot.store.migrations import StoreFault, examine, lock_holder, migration_copies, newest_version
from bot.store.postgres_server import UTF8, check_driver, public_address, read_server_state
from bot.text.words import Words

EARLIEST_CLOCK = 1_795_000_000.0  # November 2026, unix seconds; a clock before it is wrong
MAX_CLOCK_DRIFT = 120.0  # seconds that the clock may be behind the newest time in the database
MIN_FREE_SPACE = 100 * 1024 * 1024  # bytes for a journal, temporary pictures, a copy of a small database
INVITE_PERMISSIONS = 274_877_942_784  # view channels, send messages, also in threads, attach files
TOKEN_FORM = re.compile(r"([\w-]{18,})\.[\w-]{5,8}\.[\w-]{20,}", re.ASCII)
OLDEST_SQLITE = (3, 37)  # first version with STRICT tables
OLDEST_POSTGRES = 130_000  # PostgreSQL 13, the first that reports whether a transaction was committed
SAMPLE_ZONE = "Europe/Budapest"

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Finding:
    """One line of the check."""

    mark: Literal["ok", "note", "wrong"]  # "note" deserves a look, "wrong" keeps the bot from working
    text: str  # what was found


def findings(settings: Settings, words: Words, now: float) -> Iterator[Finding]:
    """Yield a finding for each check: settings, token, private files, database, disk, libraries, clock.

    `now`: unix seconds.
    """
    for name, nearest in settings.unknown_names:
        yield Finding("note", words("start.unknown_setting", name=name, nearest=nearest))
    yield _token_finding(settings, words)
    private = (*settings.secret_files, Path(".env"), settings.database, *migration_copies(settings.database))
    yield from (Finding("note", words("check.readable", path=path)) for path in private if _is_open_to_others(path))
    server = settings.database_server
    yield from _server_findings(server, words) if server else _database_findings(settings.database, words)
    yield from _folder_findings(settings.database, words)
    known = sqlite3.sqlite_version_info >= OLDEST_SQLITE
    yield Finding("ok" if known else "wrong", words("check.sqlite", version=sqlite3.sqlite_version))
    try:
        ZoneInfo(SAMPLE_ZONE)
    except ZoneInfoNotFoundError:
        yield Finding("wrong", words("check.no_zones"))
    if settings.metrics and find_spec("prometheus_client") is None:
        yield Finding("wrong", words("start.no_metrics"))
    try:
        last = (
            asyncio.run(ask_server(server, last_activity_on_server))
            if server
            else last_activity_in_file(settings.database)
        )
    except StoreFault:  # reported already, or the file does not exist yet
        last = None
    since = max(EARLIEST_CLOCK, last or 0.0)
    wrong = now < since - MAX_CLOCK_DRIFT
    facts = {"now": _format_time(now), "last": _format_time(since), "wrong": wrong}
    yield Finding("wrong" if wrong else "ok", words("check.clock", **facts))


def _token_finding(settings: Settings, words: Words) -> Finding:
    if settings.discord_url:
        near, address = on_this_machine(settings.discord_url), mask_credentials(settings.discord_url)
        return Finding("ok" if near else "wrong", words("check.local_address", address=address, far=not near))
    if not settings.token and find_spec("simcord") is None:
        return Finding("wrong", words("start.no_token"))
    if not settings.token:
        return Finding("ok", words("check.no_token", port=settings.port))
    number = application_number(settings.token)
    if number is None:
        return Finding("wrong", words("check.odd_token"))
    return Finding("ok", words("check.token", application=number, permissions=INVITE_PERMISSIONS))


def application_number(token: str) -> int | None:
    """Return the public ID of the application in this token, None if it is not a token."""
    form = TOKEN_FORM.fullmatch(token)
    if form is None:
        return None
    try:
        number = base64.urlsafe_b64decode(form[1] + "=" * (-len(form[1]) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(number) if number.isdigit() else None


def _database_findings(path: Path, words: Words) -> Iterator[Finding]:
    try:
        version = examine(path)
        check_folded_logs(path)
    except StoreFault as error:
        missing = error.key == "store.missing"
        yield Finding("ok" if missing else "wrong", words("check.fresh" if missing else error.key, **error.facts))
        return
    size = _format_size(path.stat().st_size)
    key = "check.older" if version < newest_version() else "check.database"
    yield Finding("ok", words(key, path=path, size=size, version=version, newest=newest_version()))
    process = lock_holder(path)
    if process is not None:
        yield Finding("ok", words("check.running", process=process))


def _server_findings(address: str, words: Words) -> Iterator[Finding]:
    try:
        found = asyncio.run(
            ask_server(address, lambda connection: read_server_state(connection, public_address(address)))
        )
    except StoreFault as error:
        yield Finding("wrong", words(error.key, **error.facts))
        return
    name, version = public_address(address), found.version
    if version > newest_version():
        yield Finding("wrong", words("store.newer", path=name, version=version, newest=newest_version()))
    else:
        older = version < newest_version()
        yield Finding("ok", words("check.server", path=name, version=version, newest=newest_version(), older=older))
    if found.program < OLDEST_POSTGRES:
        yield Finding("wrong", words("check.old_server", version=found.program // 10_000))
    if found.encoding != UTF8:
        yield Finding("wrong", words("check.encoding", path=name, encoding=found.encoding))
    if not found.is_durable:
        yield Finding("note", words("check.not_lasting", path=name))
    if found.processes:
        yield Finding("ok", words("check.in_use", n=found.processes))
    seen = [process for process in found.reported if process.count > 1 and process.ago <= PROCESS_TIMEOUT]
    for process in seen:
        ago = round(max(0.0, process.ago))
        facts = {"first": process.first, "last": process.last, "count": process.count, "n": ago}
        yield Finding("ok", words("check.process", **facts))
    for count in sorted({process.count for process in seen}):
        ranges = [range(process.first, process.last + 1) for process in seen if process.count == count]
        taken = {shard for shards in ranges for shard in shards}
        if left := [str(shard) for shard in range(count) if shard not in taken]:
            yield Finding("note", words("check.no_process", shards=", ".join(left), count=count))


async def ask_server(address: str, question: Callable[[Any], Awaitable[_Answer]]) -> _Answer:
    """Connect to the database at that address and return the result of the question. Raises StoreFault."""
    check_driver(address)
    from bot.store.postgres_adapter import read_only_connection

    async with read_only_connection(address) as connection:
        return await question(connection)


def _folder_findings(path: Path, words: Words) -> Iterator[Finding]:
    folder = next(place for place in path.absolute().parents if _has_access(place, os.F_OK))
    needed = [folder, *([path] if _has_access(path, os.F_OK) else [])]
    closed = [place for place in needed if not _has_access(place, os.W_OK)]
    if closed or not folder.is_dir():
        yield Finding("wrong", words("check.closed", path=closed[0] if closed else folder))
        return
    left, wanted = shutil.disk_usage(folder).free, MIN_FREE_SPACE + 2 * (path.stat().st_size if path in needed else 0)
    text = words("check.disk", folder=folder, left=_format_size(left), wanted=_format_size(wanted))
    yield Finding("ok" if left > wanted else "wrong", text)


def _is_open_to_others(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & 0o077)
    except OSError:
        return False


def _has_access(path: Path, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def _format_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _format_size(count: int) -> str:
    return f"{count / 1024 / 1024:.1f} MiB"
