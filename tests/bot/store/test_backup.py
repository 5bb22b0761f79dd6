"""Copies of the database: made under load, sound, never in the way of another file, put back without a difference."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.store.backup import COUNTER_LEAP, back_up, restore
from bot.store.migrations import (
    StoreFault,
    examine,
    exclusive_lock,
    lock_file,
    lock_holder,
    newest_version,
    prepare,
    sqlite_errors_as_faults,
)
from bot.store.store import Store
from bot.text.words import Words
from tests.bot.store.test_store import LOBBY
from tests.bot.store.test_store_killed import faults
from tests.bot.support.kill_worker import Life, live
from tests.bot.support.old_files import file_of
from tests.bot.support.program import NURSERY, started
from tests.bot.support.rooms import ANA, BEN, backend_at, refusal_of

NOW = 1_800_000_000.0  # 15 January 2027, 8:00 UTC


def fault(deed, *facts):
    """The key of the fault that this ends with; its sentence is complete."""
    with pytest.raises(StoreFault) as caught:
        deed(*facts)
    assert Words()(caught.value.key, **caught.value.facts)
    return caught.value.key


def content(path):
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


@pytest_asyncio.fixture(loop_scope="session")
async def filled(tmp_path):
    """A closed file with a lobby."""
    store = await Store.open(tmp_path / "tessera.db")
    await store.add(LOBBY, 1)
    await store.close()
    return tmp_path / "tessera.db"


def test_a_copy_made_under_load_is_put_back_and_replays_without_a_difference(tmp_path):
    path, back = tmp_path / "tessera.db", tmp_path / "again" / "tessera.db"
    ours, theirs = NURSERY.Pipe(duplex=False)
    worker = NURSERY.Process(target=live, args=(theirs, Life(path, 1)))
    worker.start()
    theirs.close()
    copies, acknowledged = [], []
    with ours:
        assert ours.recv() == "ready"
        for number in range(2):
            acknowledged += [ours.recv() for _ in range(40)]
            copies.append((tmp_path / f"copy {number}", len(acknowledged)))
            back_up(path, copies[-1][0])
        assert worker.is_alive(), "the load ended too early"
        worker.kill()
    worker.join()
    for copy, count in copies:
        restore(copy, back, NOW)
        assert faults(back, acknowledged[:count]) == []
    with closing(sqlite3.connect(back)) as database:
        assert database.execute("SELECT count(*) FROM log").fetchone()[0] >= 80
    assert faults(back, [*acknowledged, (1, 10_000, 10_000)]) != []


async def test_what_was_replaced_is_kept_for_its_owner_alone(filled, tmp_path):
    copy, before = tmp_path / "copy.db", os.umask(0)
    try:
        back_up(filled, copy)
        filled.chmod(0o644)  # as somebody may have given it to others
        kept = restore(copy, filled, NOW)
    finally:
        os.umask(before)
    assert [one.stat().st_mode & 0o777 for one in (copy, kept, filled)] == [0o600] * 3


async def test_a_copy_is_one_file_for_its_owner_alone(filled, tmp_path):
    copy = tmp_path / "there" / "copy.db"
    copy.parent.mkdir()
    assert back_up(filled, copy) == copy.stat().st_size
    assert [one.name for one in copy.parent.iterdir()] == ["copy.db"]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert content(copy) == content(filled)
    assert (copy.read_bytes()[18], filled.read_bytes()[18]) == (1, 2)  # no journal of its own, unlike the original


async def test_nothing_is_overwritten(filled, tmp_path):
    other = tmp_path / "letter"
    other.write_text("Dear Ana")
    assert fault(back_up, filled, other) == "store.there"
    assert fault(back_up, filled, filled) == "store.there"
    assert other.read_text() == "Dear Ana"


async def test_a_copy_that_fails_leaves_no_file(filled, tmp_path):
    before = set(tmp_path.iterdir())
    assert fault(back_up, tmp_path / "nothing", tmp_path / "copy") == "store.missing"
    assert fault(back_up, filled, tmp_path / "no folder" / "copy") == "store.unwritable"
    filled.write_bytes(filled.read_bytes()[:9000])
    assert fault(back_up, filled, tmp_path / "copy") == "store.damaged"
    assert set(tmp_path.iterdir()) == before


async def test_while_a_bot_plays_nothing_is_put_back(filled, tmp_path):
    copy = tmp_path / "copy"
    back_up(filled, copy)
    before = filled.read_bytes()
    with exclusive_lock(filled):
        assert fault(restore, copy, filled, NOW) == "store.taken"
    assert filled.read_bytes() == before
    assert not list(tmp_path.glob("*.re*"))


async def test_what_the_file_held_is_kept_beside_it_with_what_was_in_its_journal(filled, tmp_path):
    copy = tmp_path / "copy"
    back_up(filled, copy)
    store = await Store.open(filled)
    await store.add(replace(LOBBY, host=BEN), 2)
    for end in ("", "-wal"):  # as a bot that was killed leaves it
        shutil.copy(f"{filled}{end}", tmp_path / f"killed.db{end}")
    await store.close()
    kept = restore(copy, tmp_path / "killed.db", NOW)
    assert kept.name == "killed.db.replaced-20270115-080000"
    assert [len(_rooms(one)) for one in (kept, tmp_path / "killed.db", copy)] == [2, 1, 1]
    assert not (tmp_path / "killed.db-wal").exists()


async def test_a_damaged_file_is_kept_as_it_is(filled, tmp_path):
    copy = tmp_path / "copy"
    back_up(filled, copy)
    filled.write_bytes(b"damaged" + filled.read_bytes()[7:9000])
    before = filled.read_bytes()
    assert restore(copy, filled, NOW).read_bytes() == before
    assert examine(filled)


async def test_nothing_is_copied_from_or_put_back_from_a_file_that_holds_nothing(filled, tmp_path):
    empty = tmp_path / "empty"
    empty.touch()
    before = content(filled)
    assert fault(restore, empty, filled, NOW) == "store.empty"
    assert fault(back_up, empty, tmp_path / "copy") == "store.empty"
    assert content(filled) == before
    assert not (tmp_path / "copy").exists()


async def test_a_disk_that_fills_up_leaves_the_database_and_nothing_else(filled, tmp_path, monkeypatch):
    copy = tmp_path / "copy"
    back_up(filled, copy)
    before, held = set(tmp_path.iterdir()), content(filled)

    def half(_, target):
        target.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copy2", half)
    assert fault(restore, copy, filled, NOW) == "store.full"
    assert content(filled) == held
    assert set(tmp_path.iterdir()) == before | {lock_file(filled)}


def test_a_database_that_may_not_grow_is_told_as_a_full_disk(tmp_path):
    def grow():
        with sqlite_errors_as_faults(tmp_path), closing(sqlite3.connect(":memory:")) as database:
            database.execute("PRAGMA max_page_count = 1")
            database.execute("CREATE TABLE x (y)")

    assert fault(grow) == "store.full"


@pytest.mark.parametrize("what", ["nothing", "text", "damaged", "newer"])
async def test_a_copy_that_is_no_good_is_not_put_back(filled, tmp_path, newer_schema, what):
    copy = tmp_path / "copy"
    if what == "text":
        copy.write_text("Dear Ana, " * 500)
    elif what == "damaged":
        copy.write_bytes(filled.read_bytes()[:9000])
    elif what == "newer":
        prepare(copy, newer_schema)
    before = filled.read_bytes()
    keys = {"nothing": "missing", "text": "foreign", "damaged": "damaged", "newer": "newer"}
    assert fault(restore, copy, filled, NOW) == f"store.{keys[what]}"
    assert filled.read_bytes() == before


async def test_buttons_from_after_the_copy_fit_nothing_any_more(tmp_path):
    path, copy = tmp_path / "tessera.db", tmp_path / "copy"
    async with backend_at(path) as backend:
        room = await backend.table(ANA, BEN)
        back_up(path, copy)
        lost = await backend.lobby(ANA)
        later = await backend.rooms.play(room.id, room.to_act[0], None, "t1", backend.press)
    restore(copy, path, NOW)
    async with backend_at(path) as backend:
        backend.presses = itertools.count(9000)
        here = await backend.rooms.room(room.id)
        assert (here.table, len(here.chairs)) == (room.table, 2)
        seat = later.to_act[0]
        await backend.rooms.play(here.id, here.to_act[0], None, "t1", backend.press)
        old = backend.rooms.play(here.id, seat, later.chairs[seat].stamp, "t1", backend.press)
        assert (await refusal_of(old)).key == "stale"
        assert (await backend.lobby(BEN)).id == lost.id + COUNTER_LEAP


async def test_a_second_program_on_the_same_file_is_told_who_plays_there(filled, tmp_path):
    deed = (
        "import pathlib, bot.store.migrations as m\n"
        f"with m.exclusive_lock(pathlib.Path({str(filled)!r})): print(flush=True); input()"
    )
    process = await started(tmp_path, "-c", deed)
    await process.stdout.readline()
    assert lock_holder(filled) == process.pid
    with pytest.raises(StoreFault) as caught, exclusive_lock(filled):
        raise AssertionError("let in")
    assert f"(process {process.pid})" in Words()(caught.value.key, **caught.value.facts)
    process.kill()
    await process.communicate()
    assert lock_holder(filled) is None
    with exclusive_lock(filled):
        assert lock_file(filled).exists()


def _rooms(path):
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT id FROM rooms").fetchall()


@pytest.mark.parametrize(("version", "table"), [(28, "tries"), (newest_version(), "puzzle_attempts")])
def test_buttons_from_after_a_copy_of_any_version_fit_nothing(tmp_path, version, table):
    copy = tmp_path / "copy.db"
    file_of(copy, version)
    restore(copy, tmp_path / "tessera.db", NOW)
    with closing(sqlite3.connect(tmp_path / "tessera.db")) as database:
        assert database.execute(f"SELECT change FROM {table}").fetchall() == [(3 + COUNTER_LEAP,)]
