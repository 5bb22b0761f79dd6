"""The database file before it is used: found sound and ours, and brought up to date by numbered migrations.

Knows no rooms; whoever opens the file afterwards finds the newest schema.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

SCHEMA = Path(__file__).parent.parent / "data" / "schema"
APPLICATION = 0x54657373  # "Tess": in the header of every file of ours

# WAL with FULL loses no commit at a power cut; secure_delete overwrites what is deleted; trusted_schema lets no code
# that was planted in the file run.
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA secure_delete = ON",
    "PRAGMA journal_size_limit = 16777216",
)


class StoreFault(Exception):
    """The database cannot be used: `key` names the sentence that says why, `facts` fill its gaps."""

    def __init__(self, key: str, path: Path, **facts: int | str) -> None:
        super().__init__(f"{key}: {path}")
        self.key = key
        self.facts: dict[str, int | str] = {"path": str(path), **facts}


def prepare(path: Path, schema: Path = SCHEMA) -> None:
    """The file exists with the newest schema and is sound; a copy was made if it had to be migrated.

    Raises StoreFault with "store.unwritable", "store.foreign", "store.damaged" or "store.newer".
    """
    steps = sorted(schema.glob("[0-9][0-9][0-9]_*.sql"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            _check(database, path, len(steps))
            _migrate(database, path, steps)
    except sqlite3.OperationalError as fault:
        raise StoreFault("store.unwritable", path, reason=str(fault)) from fault
    except sqlite3.DatabaseError as fault:
        foreign = fault.sqlite_errorcode == sqlite3.SQLITE_NOTADB
        raise StoreFault("store.foreign" if foreign else "store.damaged", path, reason=str(fault)) from fault
    except OSError as fault:
        raise StoreFault("store.unwritable", path, reason=fault.strerror or str(fault)) from fault


def copies(path: Path) -> list[Path]:
    """The copies that were made of this file before its layout changed."""
    return sorted(path.parent.glob(f"{path.name}.before-*"))


def _check(database: sqlite3.Connection, path: Path, newest: int) -> None:
    _run(database, PRAGMAS[3:])
    application, version = _number(database, "application_id"), _number(database, "user_version")
    empty = not _number(database, "schema_version")
    if application != APPLICATION and not (empty and application == 0):
        raise StoreFault("store.foreign", path)
    if version > newest:
        raise StoreFault("store.newer", path, version=version, newest=newest)
    verdict = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise StoreFault("store.damaged", path, reason=verdict)


def _migrate(database: sqlite3.Connection, path: Path, steps: list[Path]) -> None:
    version = _number(database, "user_version")
    _run(database, PRAGMAS)
    if 0 < version < len(steps):
        _copy(database, path, version)
    for number, step in enumerate(steps[version:], start=version + 1):
        marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number};"
        database.executescript(f"BEGIN IMMEDIATE;\n{step.read_text('utf-8')}\n{marks}\nCOMMIT;")
    _run(database, ("BEGIN IMMEDIATE", "ROLLBACK"))  # a file that may only be read says so now, not at the first move


def _copy(database: sqlite3.Connection, path: Path, version: int) -> None:
    """`<file>.before-<version>` holds what the file held; it never appears half written."""
    part = path.with_name(f"{path.name}.copying")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(part)) as copy:
        database.backup(copy)
    part.replace(path.with_name(f"{path.name}.before-{version + 1}"))


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def _run(database: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    for statement in statements:
        database.execute(statement)
