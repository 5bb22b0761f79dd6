"""The file of the store: made, migrated with a copy, refused when it is not ours, damaged, newer or unwritable."""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.store import sqlite_adapter
from bot.store.migrations import APPLICATION_ID, SCHEMA_FOLDER, StoreFault, prepare
from bot.store.store import Store
from bot.text.words import Words
from tests.bot.store.test_store import LOBBY
from tests.bot.support.filled_store import Size, fill
from tests.bot.support.rooms import pass_some_turns

NOBODY = 65534


def asked(path, question):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(question).fetchone()[0]


def fault(path, **more):
    """The fault that the file is refused with; its sentence is complete and names the file."""
    with pytest.raises(StoreFault) as caught:
        prepare(path, **more)
    assert str(path) in Words()(caught.value.key, **caught.value.facts)
    return caught.value.key


@contextmanager
def without_rights():
    """Rights of files count inside, even where tests run as root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


async def test_the_file_and_its_folder_are_made(tmp_path):
    path = tmp_path / "a" / "b" / "tessera.db"
    await (await Store.open(path)).close()
    newest = len(list(SCHEMA_FOLDER.glob("*.sql")))
    assert (asked(path, "PRAGMA application_id"), asked(path, "PRAGMA user_version")) == (APPLICATION_ID, newest)
    assert [one.name for one in path.parent.iterdir()] == ["tessera.db"]


async def test_the_connection_keeps_every_commit_and_every_reference(tmp_path):
    store = await Store.open(tmp_path / "tessera.db")
    wanted = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 50,
        "trusted_schema": 0,
        "secure_delete": 1,
        "analysis_limit": 400,
    }
    found = {}
    for name in wanted:
        ((found[name],),) = await store.database.fetch(f"PRAGMA {name}")
    await store.close()
    assert found == wanted


async def test_a_file_that_is_closed_has_statistics(tmp_path):
    path = tmp_path / "tessera.db"
    await fill(path, Size(running=50, finished=20, lines=500, lobbies=3))
    assert asked(path, "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'sqlite_stat_'") == 0
    store = await Store.open(path)
    await store.deadlines.lapsed_rooms(1.0, 1.0, 1.0)  # only what somebody asked for is counted
    await store.close()
    assert asked(path, "SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'rooms'") > 0


async def test_whoever_reads_does_not_wait_for_another_programs_lock_as_whoever_writes_does(tmp_path):
    path = tmp_path / "tessera.db"
    store = await Store.open(path)
    record = await store.add(LOBBY, 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writes = [
            asyncio.create_task(store.deadlines.record_heartbeat(9.0)),
            asyncio.create_task(store.save(record, record, 1)),
        ]
        await asyncio.sleep(0)
        assert (await store.load(record.id)).change == record.change
        assert await store.database.fetch("SELECT 1")
        assert not any(one.done() for one in writes)
        other.execute("ROLLBACK")
        await asyncio.gather(*writes)
    assert (await store.load(record.id)).change == record.change + 1
    assert len(await store.deadlines.seconds_since_heartbeat(9.0)) == 1
    await store.close()


async def test_a_file_that_stays_locked_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite_adapter, "LOCK_ATTEMPTS", 3)
    path = tmp_path / "tessera.db"
    store = await Store.open(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            await store.deadlines.record_heartbeat(9.0)
    await store.deadlines.record_heartbeat(9.0)
    await store.close()


async def test_a_file_in_which_another_program_writes_is_closed_all_the_same(tmp_path):
    path = tmp_path / "tessera.db"
    store = await Store.open(path)
    await store.deadlines.lapsed_rooms(1.0, 1.0, 1.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await store.close()
    assert asked(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'") == 0


async def test_a_program_that_ends_in_the_middle_of_a_save_leaves_no_transaction_open(tmp_path):
    store, lot, kept = await Store.open(tmp_path / "tessera.db"), Random(7), 0
    record = await store.add(LOBBY, 0)
    for press in range(1, 100):
        deed = asyncio.create_task(store.save(record, replace(record, changed_at=float(press)), press))
        await pass_some_turns(lot, deed)
        for writing in store.database._writing:  # so ends the loop: it cancels every task, shielded or not
            writing.cancel()
        await asyncio.gather(deed, return_exceptions=True)
        before, record = record, await store.load(record.id)
        assert record.change - before.change == (await store.rooms.room_changed_by(press) is not None)
        kept += record.change - before.change
    assert 0 < kept < 99
    assert (await store.save(record, record, 999)).change == record.change + 1
    await store.close()


def test_every_table_is_strict(tmp_path):
    prepare(tmp_path / "tessera.db")
    with closing(sqlite3.connect(tmp_path / "tessera.db")) as database:
        rows = [row for row in database.execute("PRAGMA table_list") if not row[1].startswith("sqlite_")]
    tables = {name: strict for _, name, kind, _, _, strict in rows if kind == "table"}
    assert {"rooms", "seats", "log", "presses", "outbox", "people"} <= set(tables)
    assert set(tables.values()) == {1}


def test_nothing_is_copied_when_nothing_is_migrated(tmp_path, newer_schema):
    path = tmp_path / "tessera.db"
    prepare(path, newer_schema)
    prepare(path, newer_schema)
    assert not list(tmp_path.glob("*.before-*"))


def test_a_newer_file_is_refused_and_left_alone(tmp_path, newer_schema):
    path = tmp_path / "tessera.db"
    prepare(path, newer_schema)
    before = path.read_bytes()
    assert fault(path) == "store.newer"
    assert path.read_bytes() == before


@pytest.mark.parametrize("what", ["text", "database"])
def test_a_file_of_somebody_else_is_refused_and_left_alone(tmp_path, what):
    path = tmp_path / "tessera.db"
    if what == "text":
        path.write_text("Dear diary, " * 1000)
    else:
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE diary (day TEXT)")
    before = path.read_bytes()
    assert fault(path) == "store.foreign"
    assert path.read_bytes() == before


async def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "tessera.db"
    store = await Store.open(path)
    for press in range(40):
        await store.add(LOBBY, press)
    await store.close()
    whole = path.read_bytes()
    page = 4096
    path.write_bytes(whole[:page] + bytes(reversed(whole[page : 6 * page])) + whole[6 * page :])
    assert fault(path) == "store.damaged"


def test_a_cut_file_is_refused(tmp_path):
    path = tmp_path / "tessera.db"
    prepare(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert fault(path) == "store.damaged"


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    assert fault(tmp_path / "file" / "tessera.db") == "store.unwritable"


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path):
    (tmp_path / "tessera.db").mkdir()
    assert fault(tmp_path / "tessera.db") == "store.unwritable"


def test_nobody_else_on_the_machine_may_read_the_file(tmp_path):
    prepare(tmp_path / "tessera.db")
    assert (tmp_path / "tessera.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_that_may_not_be_written_is_told(exists):
    folder = Path(tempfile.mkdtemp())  # not tmp_path, whose parents nobody else may enter
    path = folder / "tessera.db"
    if exists:
        prepare(path)
        path.chmod(0o444)
    folder.chmod(0o555)
    try:
        with without_rights():
            assert fault(path) == "store.unwritable"
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


async def test_a_table_from_before_matches_and_threads_is_read_as_one_game_in_its_channel(tmp_path):
    first = tmp_path / "first"
    first.mkdir()
    shutil.copy(SCHEMA_FOLDER / "001_start.sql", first)
    path = tmp_path / "tessera.db"
    prepare(path, first)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO people (id, name) VALUES (101, 'Ana')")
        database.execute(
            "INSERT INTO rooms (id, game, edition, options, phase, host, host_seen, guild, channel, opened, moved,"
            " length, change) VALUES (9, 'stones', 1, '{}', 'lobby', 101, 5.0, 7, 70, 5.0, 5.0, 0, 1)"
        )
    store = await Store.open(path)
    record = await store.load(9)
    await store.close()
    assert (record.terms, record.note, record.lobby_channel, record.match, record.first_seat) == (
        {},
        None,
        None,
        None,
        0,
    )
    assert (record.place.channel, record.host.name) == (70, "Ana")
