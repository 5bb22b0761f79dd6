"""Backup and restore of the whole database file; a backup can be made while the bot runs.

Knows nothing about single rooms and operators. A file is written under a temporary name and then renamed, so that a
file with the final name is always complete.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from bot.model.room_number import tag
from bot.store.folded_logs import UnreadableLog, decompress_log
from bot.store.migrations import (
    StoreFault,
    create_empty_file,
    examine,
    exclusive_lock,
    open_read_only,
    sqlite_errors_as_faults,
)

JOURNAL_SUFFIXES = ("-wal", "-shm")
KEPT_SUFFIXES = ("", "-wal")  # suffixes of the files that are kept when a database is replaced
COUNTER_LEAP = 1_000  # more than any counter grows between a backup and the time when it is restored

_FOLDED_LOGS = {"folded_logs": "SELECT room, form, lines FROM folded_logs"}
_ADVANCE_COUNTERS = {
    "seats": "UPDATE seats SET stamp = stamp + ?",
    "imports": "UPDATE imports SET change = change + ?",
    "tries": "UPDATE tries SET change = change + ?",  # before step 29
    "puzzle_attempts": "UPDATE puzzle_attempts SET change = change + ?",
    "sqlite_sequence": "UPDATE sqlite_sequence SET seq = seq + ?",
}
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"


def back_up(database: Path, copy: Path) -> int:
    """Make a complete and checked copy of the database; return its size in bytes. Nothing is overwritten.

    Raises StoreFault, with "store.there" if `copy` exists already; no new file is left then.
    """
    with sqlite_errors_as_faults(copy):
        try:
            copy.open("xb").close()
        except FileExistsError as fault:
            raise StoreFault("store.there", copy) from fault
    part = copy.with_name(f"{copy.name}.copying")
    try:
        with sqlite_errors_as_faults(copy):
            copy_database(database, part)
            sync_to_disk(part)
            part.replace(copy)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy.stat().st_size


def restore(copy: Path, database: Path, now: float) -> Path | None:
    """Replace the database by the copy; return the path where the old database is kept, None if there was none.

    Raises StoreFault, with "store.taken" while the bot uses the file, "store.empty" for an empty copy; the database is
    unchanged then and no other file is left.
    """
    examine(copy)
    with exclusive_lock(database), sqlite_errors_as_faults(database):
        fresh = database.with_name(f"{database.name}.restoring")
        try:
            copy_database(copy, fresh)
            advance_counters(fresh)
            sync_to_disk(fresh)
            kept = _keep_replaced(database, now)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        for end in JOURNAL_SUFFIXES:
            database.with_name(f"{database.name}{end}").unlink(missing_ok=True)
        fresh.replace(database)
        sync_to_disk(database.parent)
        return kept


def _keep_replaced(database: Path, now: float) -> Path | None:
    """Copy the database, with its journal if that could not be merged; return the path of the copy."""
    if not database.exists():
        return None
    checkpoint(database)  # otherwise a kill between the next steps could lose the journal
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    kept = database.with_name(f"{database.name}.replaced-{moment}")
    try:
        for end in KEPT_SUFFIXES:
            with suppress(FileNotFoundError):
                source, target = (path.with_name(f"{path.name}{end}") for path in (database, kept))
                shutil.copy2(source, target)
                target.chmod(0o600)
        sync_to_disk(kept)
    except OSError:  # an incomplete copy would look complete
        for end in KEPT_SUFFIXES:
            kept.with_name(f"{kept.name}{end}").unlink(missing_ok=True)
        raise
    return kept


def sync_to_disk(path: Path) -> None:
    """Flush the file or folder to disk, so that it survives a power cut."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def copy_database(source: Path, target: Path) -> None:
    """Copy `source` to `target` as one complete file that only its owner may read; the bot may be using `source`.

    All pages are copied in one step, because a copy in several steps would start again whenever the bot writes. Raises
    StoreFault, with "store.empty" for a source that never held anything; no target is left then.
    """
    if not examine(source):
        raise StoreFault("store.empty", source)
    try:  # the source is readable, so errors concern the target
        with (
            sqlite_errors_as_faults(target),
            closing(sqlite3.connect(create_empty_file(target), isolation_level=None)) as copy,
        ):
            with open_read_only(source) as database:
                database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # no second file beside the copy
            check_copy(copy, source)
    except StoreFault:
        target.unlink(missing_ok=True)
        raise


def check_copy(copy: sqlite3.Connection, source: Path | str) -> None:
    """Check pages, references and folded logs of the copy. Raises StoreFault about the source."""
    verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if verdict == "ok" and copy.execute("PRAGMA foreign_key_check").fetchone():
        verdict = "a row refers to one that is not there"
    if verdict != "ok":
        raise StoreFault("store.damaged", source, reason=verdict)
    _check_folded_logs(copy, source)


def _check_folded_logs(database: sqlite3.Connection, path: Path | str) -> None:
    for sql in _applicable(database, _FOLDED_LOGS).values():
        for room_id, form, lines in database.execute(sql):
            try:
                decompress_log(form, lines)
            except UnreadableLog as fault:
                reason = f"the folded log of table {tag(room_id)} cannot be read: {fault}"
                raise StoreFault("store.damaged", path, reason=reason) from fault


def advance_counters(path: Path) -> None:
    """Advance stamps and numbers in the file beyond all that may have been used since the copy was made.

    Otherwise buttons on Discord that belong to tables and turns from after the copy would act on other tables.
    """
    with sqlite_errors_as_faults(path), closing(sqlite3.connect(path)) as database, database:
        for sql in _applicable(database, _ADVANCE_COUNTERS).values():
            database.execute(sql, (COUNTER_LEAP,))


def checkpoint(path: Path) -> None:
    """Merge the journal into the file, unless the file is damaged. No process may be using the file."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError:
        return  # a damaged file is kept as it is, with its journal


def check_folded_logs(path: Path) -> None:
    """Read all folded logs. Raises StoreFault("store.damaged") for the first that is unreadable."""
    with sqlite_errors_as_faults(path), open_read_only(path) as database:
        _check_folded_logs(database, path)


def _applicable(database: sqlite3.Connection, statements: Mapping[str, str]) -> dict[str, str]:
    """Return the statements whose table exists; older files lack some tables."""
    tables = {name for (name,) in database.execute(_TABLES)}
    return {table: sql for table, sql in statements.items() if table in tables}
