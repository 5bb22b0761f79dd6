"""Transfer of the whole database from a file to a PostgreSQL server or back, while neither is in use.

Knows nothing about rooms and drivers: tables, columns and their order come from the schema of the file.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import islice
from pathlib import Path
from typing import Any

from bot.store.backup import COUNTER_LEAP, check_copy, sync_to_disk
from bot.store.migrations import (
    StoreFault,
    examine,
    exclusive_lock,
    newest_version,
    open_read_only,
    prepare,
    sqlite_errors_as_faults,
)
from bot.store.postgres_migrations import migrate, schema_version
from bot.store.postgres_server import ENCODING_SQL, UTF8

TRANSFER_BATCH = 5_000  # rows held in memory

_TABLES = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY 1"
_LAST_ID = "SELECT max(seq) FROM sqlite_sequence WHERE name = ?"
_DELETE_LAST_ID = "DELETE FROM sqlite_sequence WHERE name = ?"
_SET_LAST_ID = "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)"


@dataclass(frozen=True)
class MovedTable:
    """A table of the schema."""

    name: str  # as the schema has it
    columns: tuple[str, ...]  # names of all columns
    key: tuple[str, ...]  # names of the columns of the primary key
    has_identity: bool  # whether new rows are numbered automatically
    refers_to_itself: bool  # whether a row may refer to another row of the same table

    @property
    def select_sql(self) -> str:
        """Return the statement that reads all rows, in the order in which they are stored."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {', '.join(self.key)}"  # noqa: S608


async def move_to_server(database: Path, connection: Any, name: str) -> dict[str, int]:
    """Copy the file to the connected database; return the number of rows of each table.

    `name`: the name of the database in errors. No other process may use the database. Raises StoreFault, and leaves the
    database unchanged then. The file is never changed.
    """
    with exclusive_lock(database), sqlite_errors_as_faults(database):
        _check(examine(database), database)
        with open_read_only(database) as file:
            async with connection.transaction():
                await _prepare_server(connection, name, _tables(file))
                for table in _tables(file):
                    await _fill_server(file, connection, table)
                await connection.execute("ANALYZE")
                return await _compare_counts(file, connection)


async def move_to_file(connection: Any, name: str, database: Path) -> dict[str, int]:
    """Copy the connected database to a new file; return the number of rows of each table.

    `name`: the name of the database in errors. No other process may use the database. Raises StoreFault, and leaves no
    file then. The database is never changed.
    """
    with exclusive_lock(database), sqlite_errors_as_faults(database):
        _check_free(database)
        _check(await schema_version(connection, name), name)
        part = database.with_name(f"{database.name}.moving")
        try:
            with _new_file(part) as file:
                async with connection.transaction(isolation="repeatable_read", readonly=True):
                    for table in _tables(file):
                        await _fill_file(connection, file, table)
                    file.execute("COMMIT")
                    counts = await _compare_counts(file, connection)
                check_copy(file, name)
            sync_to_disk(part)
            part.replace(database)
            sync_to_disk(database.parent)
        finally:
            _delete_files(part)
    return counts


def _check(version: int, place: Path | str) -> None:
    if version != newest_version():
        key = "store.newer" if version > newest_version() else "transfer.older"
        raise StoreFault(key, place, version=version, newest=newest_version())


def _check_free(path: Path) -> None:
    if path.exists():
        raise StoreFault("store.there", path)


def _tables(file: sqlite3.Connection) -> list[MovedTable]:
    """Return all tables; each comes after the tables that it refers to."""
    every = dict(file.execute(_TABLES).fetchall())
    refers_to = {name: {row[2] for row in file.execute(f"PRAGMA foreign_key_list({name})")} for name in every}
    others = {name: found - {name} for name, found in refers_to.items()}
    tables = []
    for name in TopologicalSorter(others).static_order():
        columns = file.execute(f"PRAGMA table_info({name})").fetchall()
        keys = tuple(key for _, key in sorted((row[5], row[1]) for row in columns if row[5]))
        counts = "AUTOINCREMENT" in every[name]
        tables.append(MovedTable(name, tuple(row[1] for row in columns), keys, counts, name in refers_to[name]))
    return tables


async def _prepare_server(connection: Any, name: str, tables: list[MovedTable]) -> None:
    """Create the newest schema. Raises StoreFault if the database has rows or belongs to another program."""
    encoding = await connection.fetchval(ENCODING_SQL)
    if encoding != UTF8:
        raise StoreFault("check.encoding", name, encoding=encoding)
    await migrate(connection, name)
    for table in tables:
        if await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table.name})"):  # noqa: S608 - of the schema
            raise StoreFault("transfer.not_empty", name)


async def _fill_server(file: sqlite3.Connection, connection: Any, table: MovedTable) -> None:
    await connection.execute(f"DELETE FROM {table.name}")  # noqa: S608 - rows that triggers have added
    rows = _storable_rows(file.execute(table.select_sql), table)
    size = None if table.refers_to_itself else TRANSFER_BATCH  # the server checks references after each batch
    status = ""
    while status != "COPY 0":
        status = await connection.copy_records_to_table(table.name, records=islice(rows, size), columns=table.columns)
    if table.has_identity:
        given = file.execute(_LAST_ID, (table.name,)).fetchone()[0] or 0
        last = max(given, file.execute(f"SELECT max(id) FROM {table.name}").fetchone()[0] or 0)  # noqa: S608
        await connection.execute(f"ALTER TABLE {table.name} ALTER COLUMN id RESTART WITH {last + COUNTER_LEAP}")


def _storable_rows(rows: Iterable[tuple[Any, ...]], table: MovedTable) -> Iterator[tuple[Any, ...]]:
    """Yield the rows. Raises StoreFault if a text has a NUL character, which SQLite stores and PostgreSQL does not."""
    for row in rows:
        if any(isinstance(value, str) and "\0" in value for value in row):
            raise StoreFault("transfer.nul", table.name)
        yield row


async def _fill_file(connection: Any, file: sqlite3.Connection, table: MovedTable) -> None:
    file.execute(f"DELETE FROM {table.name}")  # noqa: S608 - rows that triggers have added
    rows = await connection.cursor(table.select_sql)
    columns = ", ".join(table.columns)
    values = ", ".join("?" * len(table.columns))
    insert = f"INSERT INTO {table.name} ({columns}) VALUES ({values})"  # noqa: S608 - of the schema
    while batch := await rows.fetch(TRANSFER_BATCH):
        file.executemany(insert, [tuple(row) for row in batch])
    if table.has_identity:
        last = await connection.fetchval(f"SELECT last_value FROM {table.name}_id_seq")  # noqa: S608 - of the schema
        last = max(last, await connection.fetchval(f"SELECT max(id) FROM {table.name}") or 0)  # noqa: S608
        file.execute(_DELETE_LAST_ID, (table.name,))
        file.execute(_SET_LAST_ID, (table.name, last + COUNTER_LEAP))


async def _compare_counts(file: sqlite3.Connection, connection: Any) -> dict[str, int]:
    """Return the number of rows of each table. Raises StoreFault if it differs between file and server."""
    counts = {}
    for table in _tables(file):
        count = f"SELECT count(*) FROM {table.name}"  # noqa: S608 - of the schema
        here = file.execute(count).fetchone()[0]
        there = await connection.fetchval(count)
        if here != there:
            raise StoreFault("transfer.differs", table.name, here=here, there=there)
        counts[table.name] = here
    return counts


@contextmanager
def _new_file(part: Path) -> Iterator[sqlite3.Connection]:
    """Provide a connection to a new file with the newest schema, in a transaction; leave no journal."""
    _delete_files(part)
    prepare(part)
    with closing(sqlite3.connect(part, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")  # the file is flushed once, at the end
        file.execute("BEGIN")
        yield file
        file.execute("PRAGMA journal_mode = DELETE")


def _delete_files(part: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{os.fspath(part)}{end}").unlink(missing_ok=True)
