"""The database moves from a file to a PostgreSQL server and back: every row is the same, or nothing has happened."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sqlite3
from contextlib import closing

import asyncpg
import pytest

from bot.ops.commands import move_to_postgres, move_to_sqlite
from bot.settings import Settings, load_settings
from bot.signals import EXIT_FAILURE
from bot.store import postgres_transfer
from bot.store.backup import COUNTER_LEAP
from bot.store.migrations import exclusive_lock, newest_version
from bot.store.postgres_adapter import PostgresAdapter
from bot.store.postgres_server import public_address
from bot.text.words import Words
from tests.bot.support.old_files import content, file_of
from tests.bot.support.postgres import bare, empty
from tests.bot.support.rooms import ANA, BEN, backend_at

SAYS = Words()
ODD = "\x01 \t\r\n\\. \\N '\" \u200b \ufeff \U0001f3b2 \uffff Ő"
LONG = "x" * 100_000
FIRST, LAST = -(2**63), 2**63 - 1
FLOATS = (0.1 + 0.2, -0.0, 5e-324, 1.7976931348623157e308, 1_795_395_850.615762, float("inf"))


@pytest.fixture
def address(postgres):
    """Of a database in which nothing was ever made."""
    return asyncio.run(bare(postgres))


@pytest.fixture
def path(tmp_path):
    """A file with rows in every table, among them the oddest values."""
    made = tmp_path / "tessera.db"
    file_of(made, newest_version())
    with closing(sqlite3.connect(made)) as database, database:
        database.executemany("INSERT INTO people VALUES (?, ?)", [(FIRST, ODD), (LAST, LONG), (0, "")])
        finished = ((2, n, at) for n, at in enumerate(FLOATS))
        database.executemany("INSERT INTO log VALUES (?, ?, 0, '', NULL, ?, '')", finished)
        database.execute("DELETE FROM known_names WHERE person = 1000")  # no trigger may bring it back
        database.execute("UPDATE sqlite_sequence SET seq = 7 WHERE name = 'rooms'")  # later ones are gone
    return made


def there(address):
    return load_settings({"TESSERA_DATABASE": address})


def asked(address, sql):
    """The first value that the server answers."""

    async def ask():
        connection = await asyncpg.connect(address)
        try:
            return await connection.fetchval(sql)
        finally:
            await connection.close()

    return asyncio.run(ask())


def is_empty(address):
    return not asked(address, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")


def lasts(path):
    with closing(sqlite3.connect(path)) as database:
        return dict(database.execute("SELECT name, seq FROM sqlite_sequence"))


def exact(path):
    """As `content`, with what tells two equal numbers apart."""
    return {name: [[(type(one), repr(one)) for one in row] for row in rows] for name, rows in content(path).items()}


def test_every_table_has_rows_to_move(path):
    assert [name for name, rows in content(path).items() if not rows] == []


def test_there_and_back_every_row_is_the_same(path, tmp_path, address, capsys, monkeypatch):
    monkeypatch.setattr(postgres_transfer, "TRANSFER_BATCH", 3)
    before, numbers = exact(path), lasts(path)
    assert move_to_postgres(Settings(database=path), address) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:-1] == [f"{name}: {len(rows)}" for name, rows in sorted(before.items())]
    assert (str(path) in told[-1], public_address(address) in told[-1]) == (True, True)
    back = tmp_path / "back.db"
    assert move_to_sqlite(there(address), back) == 0
    assert capsys.readouterr().out.splitlines()[:-1] == told[:-1]
    assert exact(back) == exact(path) == before
    assert lasts(back) == {name: last + 2 * COUNTER_LEAP for name, last in numbers.items()}
    assert sorted(one.name for one in tmp_path.glob("back*")) == ["back.db", "back.db.lock"]
    assert (back.stat().st_mode & 0o777, back.read_bytes()[18]) == (0o600, 1)


def test_a_game_goes_on_there_and_after_the_way_back(tmp_path, address):
    path, back = tmp_path / "tessera.db", tmp_path / "back.db"

    async def played(place, first, room_id=None):
        async with backend_at(place) as backend:
            backend.presses = itertools.count(first)
            room = await (backend.rooms.room(room_id) if room_id else backend.table(ANA, BEN))
            moved = await backend.move(room, "t1")
            return room.id, room.table.log, moved.table.log, (await backend.lobby(ANA)).id

    room_id, _, first, lobby = asyncio.run(played(path, 100))
    assert move_to_postgres(Settings(database=path), address) == 0
    _, found, second, later = asyncio.run(played(address, 200, room_id))
    assert (found, later) == (first, lobby + COUNTER_LEAP)
    assert move_to_sqlite(there(address), back) == 0
    _, found, _, latest = asyncio.run(played(back, 300, room_id))
    assert (found, latest) == (second, later + COUNTER_LEAP + 1)


def refused(command, *facts, capsys):
    """What the command said in its one line."""
    assert command(*facts) == EXIT_FAILURE
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err[:-1]


def test_while_a_bot_plays_nothing_moves(path, tmp_path, address, capsys):
    with exclusive_lock(path):
        assert str(os.getpid()) in refused(move_to_postgres, Settings(database=path), address, capsys=capsys)
    assert is_empty(address)

    async def taken(command, *facts):
        playing = await PostgresAdapter.open(address)
        try:
            await playing.fetch("SELECT 1", ())
            return await asyncio.to_thread(refused, command, *facts, capsys=capsys)
        finally:
            await playing.close()

    in_use = SAYS("store.in_use", path=public_address(address))
    assert asyncio.run(taken(move_to_postgres, Settings(database=path), address)) == in_use
    assert asyncio.run(taken(move_to_sqlite, there(address), tmp_path / "back.db")) == in_use
    assert list(tmp_path.glob("back.db*")) == []


def test_where_something_is_already_nothing_is_overwritten(path, tmp_path, postgres, capsys):
    address = asyncio.run(empty(postgres))
    asked(address, "INSERT INTO people VALUES (101, 'Ana')")
    not_empty = SAYS("transfer.not_empty", path=public_address(address))
    assert refused(move_to_postgres, Settings(database=path), address, capsys=capsys) == not_empty
    assert asked(address, "SELECT count(*) FROM people") == 1
    letter = tmp_path / "letter"
    letter.write_text("Dear Ana")
    assert refused(move_to_sqlite, there(address), letter, capsys=capsys) == SAYS("store.there", path=letter)
    assert (letter.read_text(), list(tmp_path.glob("letter.m*"))) == ("Dear Ana", [])


def test_the_database_of_another_program_is_left_alone(path, address, capsys):
    asked(address, "CREATE TABLE letters (text TEXT)")
    foreign = SAYS("store.foreign", path=public_address(address))
    assert refused(move_to_postgres, Settings(database=path), address, capsys=capsys) == foreign
    assert asked(address, "SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = 'public'") == "letters"


def test_a_database_in_which_the_bot_kept_nothing_yet_is_empty_enough(postgres, path):
    address = asyncio.run(empty(postgres))
    assert move_to_postgres(Settings(database=path), address) == 0
    assert asked(address, "SELECT count(*) FROM people") == len(content(path)["people"])


@pytest.mark.parametrize("what", ["older", "missing", "not a file"])
def test_a_file_that_cannot_be_moved_leaves_the_server_empty(tmp_path, address, capsys, what):
    path = tmp_path / "tessera.db"
    if what == "older":
        file_of(path, newest_version() - 1)
    chosen = there(address) if what == "not a file" else Settings(database=path)
    says = {
        "older": SAYS("transfer.older", path=path, version=newest_version() - 1, newest=newest_version()),
        "missing": SAYS("store.missing", path=path),
        "not a file": SAYS("store.on_server", path=public_address(address), instead=""),
    }
    assert refused(move_to_postgres, chosen, address, capsys=capsys) == says[what]
    assert is_empty(address)


def test_an_older_or_a_newer_database_on_a_server_is_not_moved(postgres, tmp_path, capsys):
    address = asyncio.run(empty(postgres))
    for version, key in ((newest_version() - 1, "transfer.older"), (newest_version() + 1, "store.newer")):
        asked(address, f"UPDATE schema_version SET version = {version}")
        said = refused(move_to_sqlite, there(address), tmp_path / "back.db", capsys=capsys)
        assert said == SAYS(key, path=public_address(address), version=version, newest=newest_version())
    asked(address, f"UPDATE schema_version SET version = {newest_version()}")
    assert [one.name for one in tmp_path.iterdir()] == ["back.db.lock"]


def test_what_is_no_address_or_no_server_is_told(tmp_path, capsys):
    chosen = Settings(database=tmp_path / "tessera.db")
    assert refused(move_to_postgres, chosen, "tessera.db", capsys=capsys) == SAYS("store.no_address")
    on_file = SAYS("transfer.on_file", path=tmp_path / "tessera.db")
    assert refused(move_to_sqlite, chosen, tmp_path / "back.db", capsys=capsys) == on_file
    away = f"postgresql://tessera:s3cret@/x?host={tmp_path}"
    for command, *facts in ((move_to_postgres, chosen, away), (move_to_sqlite, there(away), tmp_path / "back.db")):
        assert "s3cret" not in refused(command, *facts, capsys=capsys)


def test_a_text_that_postgresql_cannot_keep_stops_the_move(path, address, capsys):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE known_names SET name = 'A' || char(0) || 'na' WHERE person = 101")
    nul = SAYS("transfer.nul", path="known_names")
    assert refused(move_to_postgres, Settings(database=path), address, capsys=capsys) == nul
    assert is_empty(address)


def test_a_move_that_is_interrupted_leaves_nothing_behind(path, tmp_path, address, capsys, monkeypatch):
    """Ctrl-C comes when twenty tables are there, on the way to a server and on the way back."""
    calls = itertools.count()

    def interrupting(name):
        true = getattr(postgres_transfer, name)

        async def counted(*facts):
            if next(calls) == 20:  # tables are there
                signal.raise_signal(signal.SIGINT)
            return await true(*facts)

        monkeypatch.setattr(postgres_transfer, name, counted)

    interrupting("_fill_server")
    with pytest.raises(KeyboardInterrupt):
        move_to_postgres(Settings(database=path), address)
    assert is_empty(address)
    assert move_to_postgres(Settings(database=path), address) == 0
    calls = itertools.count()
    interrupting("_fill_file")
    with pytest.raises(KeyboardInterrupt):
        move_to_sqlite(there(address), tmp_path / "back.db")
    assert [one.name for one in tmp_path.glob("back.db*")] == ["back.db.lock"]
    (tmp_path / "back.db.moving").write_text("what a killed move leaves")
    assert move_to_sqlite(there(address), tmp_path / "back.db") == 0
    assert [one.name for one in tmp_path.glob("back.db.m*")] == []
    assert content(tmp_path / "back.db") == content(path)


def test_a_difference_between_both_sides_stops_the_move(path, address, capsys, monkeypatch):
    """As if the server had lost what it was given."""
    true = postgres_transfer._fill_server

    async def losing(file, connection, table):
        await true(file, connection, table)
        if table.name == "log":
            await connection.execute("DELETE FROM log WHERE n = 2")

    monkeypatch.setattr(postgres_transfer, "_fill_server", losing)
    said = refused(move_to_postgres, Settings(database=path), address, capsys=capsys)
    assert said.startswith("Of the table log one side has")
    assert is_empty(address)
