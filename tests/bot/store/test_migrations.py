"""A file of any version that ever landed is brought up to date, whatever kills that half-way."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from contextlib import closing

import pytest

from bot.model.room import room_at
from bot.store.migrations import StoreFault, newest_version, prepare
from bot.store.store import Store
from engine import GAMES
from tests.bot.support.migration_kills import Kills, campaign, faults
from tests.bot.support.old_files import LANDED, ROWS, STEPS, content, file_of, played

KILLS = 5  # of each of the versions tried here; `make migrations` has 50 of every version
OLDER = range(1, newest_version())


def test_no_step_that_landed_was_changed():
    digests = tuple(hashlib.sha256(step.read_bytes()).hexdigest()[:12] for step in STEPS)
    assert digests[: len(LANDED)] == LANDED, "a step of the schema that landed was changed; write a new step instead"
    assert digests == LANDED, (
        f"a new step: add {digests[len(LANDED) :]} to LANDED in tests/bot/support/old_files.py, and rows"
    )


def test_steps_are_numbered_without_a_gap():
    assert [int(step.name[:3]) for step in STEPS] == list(range(1, newest_version() + 1))


@pytest.mark.parametrize("version", OLDER)
async def test_a_file_of_every_version_is_played_on(tmp_path, version):
    path = tmp_path / "tessera.db"
    file_of(path, version)
    store = await Store.open(path)
    record = await store.load(1)
    await store.close()
    room = room_at(record, GAMES, 0.0)
    assert room.table.log == played().log
    assert room.table.state == played().state
    assert [one.name for one in room.occupants] == ["Ana", "Vera"]


async def test_what_was_to_be_told_in_several_tables_is_due_in_one(tmp_path):
    path = tmp_path / "tessera.db"
    file_of(path, 27)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE follows SET ended = 1, until = 5.0")
        database.execute("UPDATE declined SET seat = 1")
        database.execute("UPDATE seats SET person = NULL, level = 'random', name = 'X', former = 102 WHERE room = 2")
        database.execute("UPDATE seats SET note = 70.0 WHERE room = 2")
    store = await Store.open(path)
    found = [
        (one.room, one.kind, one.person or one.channel, one.name, one.facts)
        for one in await store.notifications.due_notifications(70.0)
    ]
    await store.close()
    assert found == [
        (3, "result", 72, "", {}),
        (1, "ended", 104, "", {}),
        (2, "declined", 101, "Cy \u540d", {"seat": 1}),
        (1, "timed_out", 101, "", {"seat": 0}),
        (2, "timed_out", 102, "", {"seat": 0}),
    ]


def test_every_table_of_a_version_has_rows(tmp_path):
    file_of(tmp_path / "tessera.db", max(ROWS))
    assert [name for name, rows in content(tmp_path / "tessera.db").items() if not rows] == []


def test_a_migration_killed_half_way_is_done_again_and_loses_nothing(tmp_path):
    found = Kills()
    for version in (OLDER[0], OLDER[-1]):
        folder = tmp_path / str(version)
        folder.mkdir()
        campaign(folder, version, KILLS, found)
    assert found.faults == []
    assert found.kills > 0
    assert found.half_way >= found.kills // 2


def test_the_same_look_finds_rows_that_were_lost(tmp_path):
    start, path = tmp_path / "start.db", tmp_path / "tessera.db"
    for one in (start, path):
        file_of(one, 1)
    whole = content(start)
    prepare(path)
    assert list(faults(path, start, whole, 1)) == []
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM log WHERE n = 3")
    (tmp_path / "tessera.db.before-2").unlink()
    assert list(faults(path, start, whole, 1)) == ["rows differ", "the copy beside it is not what the file was"]


def modes(folder):
    """What others on the machine may do with the files there."""
    return {one.name: one.stat().st_mode & 0o077 for one in folder.rglob("*") if one.is_file()}


@pytest.fixture
def _open_to_all():
    """New files may be read and written by everybody, unless who makes them says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_open_to_all")
def test_a_migration_leaves_nothing_that_others_may_read(tmp_path):
    path = tmp_path / "tessera.db"
    file_of(path, 1)
    path.chmod(0o644)  # as somebody may have given it to others
    prepare(path)
    assert {name: mode for name, mode in modes(tmp_path).items() if name != path.name} == {"tessera.db.before-2": 0}


def test_a_migration_says_from_where_it_came_how_long_it_took_and_where_the_copy_lies(tmp_path, caplog):
    path = tmp_path / "tessera.db"
    with caplog.at_level("INFO"):
        prepare(path)
        assert caplog.messages == []
        path.unlink()
        file_of(path, 3)
        prepare(path)
        prepare(path)
    (said,) = caplog.messages
    copy = rf"{path}\.before-4 is a copy of what it was"
    assert re.fullmatch(rf"{path} was migrated from version 3 to {newest_version()} in \d+\.\d seconds; {copy}", said)


def test_a_migration_that_fails_says_so_and_changes_nothing(tmp_path, newer_schema, caplog):
    path = tmp_path / "tessera.db"
    prepare(path)
    last = max(newer_schema.glob("*.sql"))
    last.write_text("CREATE TABLE more (id INTEGER); INSERT INTO nowhere VALUES (1)")
    with pytest.raises(StoreFault):
        prepare(path, newer_schema)
    ((level, said),) = [(one.levelname, one.getMessage()) for one in caplog.records]
    assert level == "ERROR"
    later = newest_version() + 1
    assert said.startswith(
        f"{path} could not be migrated from version {newest_version()} to {later} (OperationalError: "
    )
    assert said.endswith(f"; {path}.before-{later} is a copy of what it was")
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == newest_version()
        assert database.execute("SELECT * FROM sqlite_schema WHERE name = 'more'").fetchall() == []
