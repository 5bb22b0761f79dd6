"""A file of any version that ever landed is brought up to date, whatever kills that half-way."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing

import pytest

from bot.model.record import room_of
from bot.store.migrations import newest, prepare
from bot.store.store import Store
from engine import GAMES
from tests.bot.support.migration_kills import Kills, campaign, faults
from tests.bot.support.old_files import LANDED, ROWS, STEPS, content, file_of, played

KILLS = 40  # in all; `make migrations` has 50 for each version
OLDER = range(1, newest())


def test_no_step_that_landed_was_changed():
    digests = tuple(hashlib.sha256(step.read_bytes()).hexdigest()[:12] for step in STEPS)
    assert digests[: len(LANDED)] == LANDED, "a step of the schema that landed was changed; write a new step instead"
    assert digests == LANDED, (
        f"a new step: add {digests[len(LANDED) :]} to LANDED in tests/bot/support/old_files.py, and rows"
    )


def test_steps_are_numbered_without_a_gap():
    assert [int(step.name[:3]) for step in STEPS] == list(range(1, newest() + 1))


@pytest.mark.parametrize("version", OLDER)
async def test_a_file_of_every_version_is_played_on(tmp_path, version):
    path = tmp_path / "tessera.db"
    file_of(path, version)
    store = await Store.open(path)
    record = await store.load(1)
    await store.close()
    room = room_of(record, GAMES)
    assert room.table.log == played().log
    assert room.table.state == played().state
    assert [one.name for one in room.seats] == ["Ana", "Vera"]


def test_every_table_of_a_version_has_rows(tmp_path):
    file_of(tmp_path / "tessera.db", max(ROWS))
    assert [name for name, rows in content(tmp_path / "tessera.db").items() if not rows] == []


def test_a_migration_killed_half_way_is_done_again_and_loses_nothing(tmp_path):
    found, each = Kills(), -(-KILLS // len(OLDER))
    for version in OLDER:
        folder = tmp_path / str(version)
        folder.mkdir()
        campaign(folder, version, each, found)
    assert found.faults == []
    assert found.kills >= KILLS
    assert found.half_way >= KILLS // 2


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
