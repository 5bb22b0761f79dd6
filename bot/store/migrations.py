"""Opening of the database file: locking, integrity checks, and numbered migrations to the newest schema.

Knows nothing about rooms.
"""

import errno
import fcntl
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.logs import error_summary
from engine.files import resource_path

SCHEMA_FOLDER = resource_path("schema")
APPLICATION_ID = 0x54657373  # "Tess": in the header of every file of ours

# WAL with FULL loses no commit at a power cut; secure_delete overwrites deleted data; without trusted_schema, code that
# someone has planted in the file does not run. With an analysis limit, statistics take milliseconds and contain no
# values of rows.
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA secure_delete = ON",
    "PRAGMA journal_size_limit = 16777216",
    "PRAGMA analysis_limit = 400",
)

log = logging.getLogger(__name__)


class StoreFault(Exception):
    """The database cannot be used. `key`: the text that says why; `facts`: values for the text's placeholders."""

    def __init__(self, key: str, path: Path | str, **facts: int | str) -> None:
        super().__init__(f"{key}: {path}")
        self.key = key
        self.facts: dict[str, int | str] = {"path": str(path), **facts}


class StoreUnavailable(StoreFault):
    """The database server does not answer now, but may do so soon without any change of settings."""


def prepare(path: Path, schema: Path = SCHEMA_FOLDER) -> None:
    """Create, check or migrate the file, so that it has the newest schema; copy it before a migration.

    Raises StoreFault with "store.unwritable", "store.full", "store.foreign", "store.damaged" or "store.newer".
    """
    every = migration_files(schema)
    with sqlite_errors_as_faults(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)  # other users of the machine must not read what people do
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            _check(database, path, len(every))
            _migrate(database, path, every)


def examine(path: Path, schema: Path = SCHEMA_FOLDER) -> int:
    """Check the file without changing it; return its schema version.

    Raises StoreFault as `prepare`, and "store.missing". The bot may be using the file.
    """
    with sqlite_errors_as_faults(path):
        if not path.exists():
            raise StoreFault("store.missing", path)
    with sqlite_errors_as_faults(path), open_read_only(path) as database:
        _check(database, path, newest_version(schema))
        return _read_pragma(database, "user_version")


def newest_version(schema: Path = SCHEMA_FOLDER) -> int:
    """Return the newest schema version."""
    return len(migration_files(schema))


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a read-only connection, which leaves the journal alone; the bot may be using the file.

    The connection does not use `mode=ro`, with which it would leave two extra files if it is the last to close.
    """
    source = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(source, uri=True, isolation_level=None)) as database:
        _run(database, ("PRAGMA query_only = ON", *PRAGMAS[3:5]))
        yield database


@contextmanager
def sqlite_errors_as_faults(path: Path) -> Iterator[None]:
    """Turn errors about the file into a StoreFault."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        full = fault.sqlite_errorcode == sqlite3.SQLITE_FULL
        raise StoreFault("store.full" if full else "store.unwritable", path, reason=str(fault)) from fault
    except sqlite3.DatabaseError as fault:
        foreign = fault.sqlite_errorcode == sqlite3.SQLITE_NOTADB
        raise StoreFault("store.foreign" if foreign else "store.damaged", path, reason=str(fault)) from fault
    except OSError as fault:
        key = "store.full" if fault.errno in (errno.ENOSPC, errno.EDQUOT) else "store.unwritable"
        raise StoreFault(key, path, reason=fault.strerror or str(fault)) from fault


def migration_copies(path: Path) -> list[Path]:
    """Return the copies of the file that were made before migrations."""
    return sorted(path.parent.glob(f"{path.name}.before-*"))


def migration_files(schema: Path) -> list[Path]:
    """Return the migration files in order."""
    return sorted(schema.glob("[0-9][0-9][0-9]_*.sql"))


def _check(database: sqlite3.Connection, path: Path, newest: int) -> None:
    _run(database, PRAGMAS[3:])
    application = _read_pragma(database, "application_id")
    version = _read_pragma(database, "user_version")
    empty = not _read_pragma(database, "schema_version")
    if application != APPLICATION_ID and not (empty and application == 0):
        raise StoreFault("store.foreign", path)
    if version > newest:
        raise StoreFault("store.newer", path, version=version, newest=newest)
    verdict = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise StoreFault("store.damaged", path, reason=verdict)


def _migrate(database: sqlite3.Connection, path: Path, every: list[Path]) -> None:
    version = _read_pragma(database, "user_version")
    _run(database, PRAGMAS)
    copy = None  # only its owner can read it; its file name never belongs to an incomplete copy
    if 0 < version < len(every):
        part = create_empty_file(path.with_name(f"{path.name}.copying"))
        with closing(sqlite3.connect(part)) as target:
            database.backup(target)
        copy = part.replace(path.with_name(f"{path.name}.before-{version + 1}"))
    began = time.monotonic()
    try:
        for number, step in enumerate(every[version:], start=version + 1):
            marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number};"
            database.executescript(f"BEGIN IMMEDIATE;\n{step.read_text('utf-8')}\n{marks}\nCOMMIT;")
    except Exception as fault:
        log_migration(path, (version, len(every)), began, copy, fault)
        raise
    log_migration(path, (version, len(every)), began, copy)
    _run(database, ("BEGIN IMMEDIATE", "ROLLBACK"))  # a read-only file fails now, not at the first move


def log_migration(
    place: Path | str, versions: tuple[int, int], began: float, copy: Path | None = None, fault: Exception | None = None
) -> None:
    """Log how the migration between these versions went, unless there was nothing to migrate."""
    before, after = versions
    kept = f"; {copy} is a copy of what it was" if copy else ""
    if fault is not None:
        log.error(
            "%s could not be migrated from version %d to %d (%s)%s", place, before, after, error_summary(fault), kept
        )
    elif 0 < before < after:
        seconds = time.monotonic() - began
        log.info("%s was migrated from version %d to %d in %.1f seconds%s", place, before, after, seconds, kept)


def create_empty_file(path: Path) -> Path:
    """Create an empty file that only its owner may read, replacing an existing one."""
    path.unlink(missing_ok=True)
    path.touch(0o600, exist_ok=False)
    return path


def _read_pragma(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def _run(database: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    for statement in statements:
        database.execute(statement)


def lock_file(database: Path) -> Path:
    """Return the path of the file that is locked while the database is in use."""
    return database.with_name(f"{database.name}.lock")


@contextmanager
def exclusive_lock(database: Path) -> Iterator[None]:
    """Hold the lock that gives the database to this process alone; the system releases it however the process ends.

    Raises StoreFault: store.taken, store.unwritable, store.full.
    The lock file is never deleted, because another process may have locked it in between.
    """
    with sqlite_errors_as_faults(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(lock_file(database), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            raise StoreFault("store.taken", database, process=lock_holder(database) or "?") from fault
        with sqlite_errors_as_faults(database):
            os.ftruncate(file, 0)
            os.write(file, str(os.getpid()).encode())
        yield
    finally:
        os.close(file)


def lock_holder(database: Path) -> int | None:
    """Return the ID of the process that uses the database now, None if none does."""
    with suppress(OSError, ValueError), lock_file(database).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return int(file.read().decode() or 0)
    return None
