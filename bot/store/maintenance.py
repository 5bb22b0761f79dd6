"""The whole file at once, beside the bot or without it: copied, counted, made ready to replace another.

Knows no rooms one by one and no operator; whoever calls says what was asked for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from bot.store.migrations import StoreFault, as_faults, examine, reading

LEAP = 1_000  # further than anybody comes between a backup and its return

_PHASES = "SELECT phase, count(*) FROM rooms GROUP BY phase"
_FINISHED = "SELECT game, count(*) FROM rooms WHERE phase = 'over' GROUP BY game ORDER BY count(*) DESC, game"
_COUNTS = {
    "people": "SELECT count(*) FROM people",
    "log": "SELECT count(*) FROM log WHERE seat >= 0",
    "outbox": "SELECT count(*) FROM outbox",
    "asleep": "SELECT count(*) FROM asleep",
}
_LATEST = {"rooms": "SELECT max(moved) FROM rooms", "pulse": "SELECT max(at) FROM pulse"}
_LEAPS = {
    "seats": "UPDATE seats SET stamp = stamp + ?",
    "imports": "UPDATE imports SET change = change + ?",
    "sqlite_sequence": "UPDATE sqlite_sequence SET seq = seq + ?",
}
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"


def copied(source: Path, target: Path) -> None:
    """Copy `source` to `target` as one complete file; the bot may be using `source` meanwhile.

    The copy is made in one go: one in steps would begin anew at every move. Raises StoreFault, "store.empty" for a
    source in which nothing was ever kept; then there is no target.
    """
    if not examine(source):
        raise StoreFault("store.empty", source)
    try:  # the source was found readable, so what fails now is the target
        with as_faults(target), closing(sqlite3.connect(target, isolation_level=None)) as copy:
            with reading(source) as database:
                database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # no second file beside the copy
            _look_through(copy, source)
    except StoreFault:
        target.unlink(missing_ok=True)
        raise


def _look_through(copy: sqlite3.Connection, source: Path) -> None:
    verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if verdict == "ok" and copy.execute("PRAGMA foreign_key_check").fetchone():
        verdict = "a row refers to one that is not there"
    if verdict != "ok":
        raise StoreFault("store.damaged", source, reason=verdict)


def leapt(path: Path) -> None:
    """Nothing that was pressed since this copy was made fits it: stamps and numbers to come are beyond all of them.

    A table or a turn that came after the copy left its buttons on Discord; without this they would work on others.
    """
    with as_faults(path), closing(sqlite3.connect(path)) as database, database:
        for sql in _known(database, _LEAPS).values():
            database.execute(sql, (LEAP,))


def settled(path: Path) -> None:
    """The journal beside the file is in the file, so far as the file is sound; nobody plays on it."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError:
        return  # a damaged file is kept as it is, with its journal


def figures(path: Path) -> dict[str, int]:
    """How many "people", "log" lines of people, tables in the "outbox" and "asleep". Raises StoreFault."""
    with as_faults(path), reading(path) as database:
        return {name: int(database.execute(sql).fetchone()[0]) for name, sql in _known(database, _COUNTS).items()}


def phases(path: Path) -> dict[str, int]:
    """How many tables are in each phase. Raises StoreFault."""
    with as_faults(path), reading(path) as database:
        return dict(database.execute(_PHASES).fetchall())


def finished(path: Path) -> dict[str, int]:
    """How many tables of each game were played to the end, the most played game first. Raises StoreFault."""
    with as_faults(path), reading(path) as database:
        return dict(database.execute(_FINISHED).fetchall())


def latest(path: Path) -> float | None:
    """The last moment at which anything is known to have happened (unix seconds). Raises StoreFault."""
    with as_faults(path), reading(path) as database:
        found = [database.execute(sql).fetchone()[0] for sql in _known(database, _LATEST).values()]
        return max((float(at) for at in found if at is not None), default=None)


def _known(database: sqlite3.Connection, statements: Mapping[str, str]) -> dict[str, str]:
    """Those of the statements whose table is in this file; an older one lacks some."""
    tables = {name for (name,) in database.execute(_TABLES)}
    return {table: sql for table, sql in statements.items() if table in tables}
