"""Logs of old tables in one row each: nothing is lost in it, whoever reads, whatever interrupts, whoever is deleted."""

from __future__ import annotations

import asyncio
import math
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from random import Random

import pytest
import pytest_asyncio

from bot.model.record import LogLine
from bot.store.backup import back_up, restore
from bot.store.database import Conflict, Database
from bot.store.database_statistics import file_statistics
from bot.store.folded_logs import LOG_COLUMNS, LOG_FORMAT, UnreadableLog, compress_log, decompress_log
from bot.store.migrations import StoreFault, prepare
from bot.store.store import Store
from tests.bot.support.fold_worker import fold_all
from tests.bot.support.old_files import FOLDED, LINES, file_of
from tests.bot.support.program import NURSERY
from tests.bot.support.rooms import ALONE, ANA, BEN, backend_at, cancellations, pass_turns, rows, write_rows

LATER, DAY = 1e12, 86_400.0
TABLES = 12  # in a file whose program is killed while it folds them
SIGNS = "".join(map(chr, (*range(32), 34, 92, 127, 0x2028, 0xFFFF, 0x1F600, 0x10FFFF))) + "3B2/ őŐ"
NUMBERS = (0, 1, -1, 2**31, -(2**63), 2**63 - 1)
MOMENTS = (0.0, -0.0, 0.1, math.inf, -math.inf, 5e-324, 1.7976931348623157e308, -1.0, 1_795_395_850.615762)


def line(lot, n):
    stamp = lot.choice((None, None, *NUMBERS, lot.randrange(2**40)))
    at = lot.choice((*MOMENTS, lot.uniform(1.7e9, 1.9e9)))
    text = "".join(lot.choice(SIGNS) for _ in range(lot.choice((0, 1, 3, 40))))
    return n, lot.choice((*NUMBERS, -1, 0, 1)), text, stamp, at, lot.choice(("", "only", "late", text))


def test_every_column_comes_back_byte_for_byte():
    lot = Random(5)
    for length, times in ((1, 20), (2, 20), (3, 20), (60, 20), (700, 4)):
        for _ in range(times):
            numbers = sorted(lot.sample(range(2**40), length)) if lot.random() < 0.5 else range(length)
            lines = [line(lot, n) for n in numbers]
            assert repr(decompress_log(LOG_FORMAT, compress_log(lines))) == repr(lines)


def test_every_column_of_the_log_is_folded(tmp_path):
    prepare(tmp_path / "new.db")
    with closing(sqlite3.connect(tmp_path / "new.db")) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(log)")]
    assert columns == ["room", *LOG_COLUMNS]


def test_what_the_first_program_that_folded_has_written_can_be_read_for_ever():
    assert repr(decompress_log(1, FOLDED)) == repr(LINES)


def test_a_damaged_log_is_noticed_and_never_read_wrongly():
    read = 0
    for place in range(len(FOLDED)):
        for bit in range(8):
            damaged = bytearray(FOLDED)
            damaged[place] ^= 1 << bit
            with suppress(UnreadableLog):
                assert decompress_log(1, bytes(damaged)) == LINES
                read += 1
    assert read < 8  # bits of the first bytes say how hard it was pressed, and nothing of what is in it
    for text in (b"", FOLDED[:-1], compress_log(LINES)[:40]):
        with pytest.raises(UnreadableLog):
            decompress_log(1, text)


def test_a_form_that_is_not_known_is_not_guessed():
    with pytest.raises(UnreadableLog):
        decompress_log(LOG_FORMAT + 1, FOLDED)


@pytest_asyncio.fixture(loop_scope="session")
async def backend(database):
    async with backend_at(database) as backend:
        yield backend


async def over(backend, *people, **options):
    """A table that these people have played to its end."""
    room = await backend.table(*people, **options)
    while room.phase == "playing":
        backend.clock.time += 0.1
        room = await backend.move(room, str(room.table.view(room.to_act[0]).moves[-1]))
    return room


async def lines_of(store):
    return await rows(store, "SELECT * FROM log ORDER BY room, n")


async def reopened(backend):
    """The records as a program reads them that has nothing in its cache."""
    await backend.store.deadlines.seconds_since_heartbeat(0.0)  # after whatever was begun and cancelled
    store = Store(Database(backend.store.database.port))
    return [await store.load(room_id) for (room_id,) in await rows(store, "SELECT id FROM rooms ORDER BY id")]


async def test_a_table_is_folded_90_days_after_its_end_and_reads_the_same(backend):
    room = await over(backend, ANA, BEN)
    before, lines = await reopened(backend), await lines_of(backend.store)
    backend.clock.time += 90 * DAY - 1.0
    await backend.services.table_actions.fold_old_logs()
    assert await lines_of(backend.store) == lines
    backend.clock.time += 2.0
    await backend.services.table_actions.fold_old_logs()
    assert (await lines_of(backend.store), await reopened(backend)) == ([], before)
    ((form, moves, text),) = await rows(backend.store, "SELECT form, moves, lines FROM folded_logs")
    assert [(room.id, *one) for one in decompress_log(form, text)] == lines
    assert moves == sum(seat >= 0 for _, _, seat, *_ in lines)
    assert await backend.store.folded_logs.due_rooms(LATER, 9) == []


async def test_what_is_not_over_is_never_folded(backend):
    await backend.lobby(ANA)
    running = await backend.table(ANA, BEN)
    await backend.move(running, "t1")
    lobby = await backend.lobby(BEN)
    await backend.rooms.cancel(lobby.id, BEN.id, backend.press)
    lines = await lines_of(backend.store)
    assert await backend.store.folded_logs.due_rooms(LATER, 9) == []
    await backend.store.folded_logs.fold(running.id)
    assert await lines_of(backend.store) == lines != []


async def test_oldest_tables_are_folded_first_some_at_a_time_and_each_once(backend):
    tables = [await over(backend, ANA, BEN) for _ in range(5)]
    assert await backend.store.folded_logs.due_rooms(LATER, 3) == [room.id for room in tables[:3]]
    for _ in range(2):
        await backend.store.folded_logs.fold(tables[0].id)
    assert await backend.store.folded_logs.due_rooms(LATER, 3) == [room.id for room in tables[1:4]]
    assert await rows(backend.store, "SELECT count(*) FROM folded_logs") == [(1,)]


async def test_a_table_that_cannot_be_folded_does_not_stop_the_others(backend, caplog):
    first, second = await over(backend, ANA, BEN), await over(backend, ANA, BEN)
    await write_rows(backend.store, "INSERT INTO folded_logs VALUES (?, 1, 3, ?)", first.id, FOLDED)
    backend.clock.time += 91 * DAY
    await backend.services.table_actions.fold_old_logs()
    assert "failed" in caplog.text
    assert await backend.store.folded_logs.due_rooms(LATER, 9) == [first.id]
    assert (await backend.rooms.room(second.id)).table.log == second.table.log


async def test_a_table_without_a_log_is_looked_at_once(backend):
    room = await backend.table(ANA, BEN)
    record = await backend.store.load(room.id)
    await backend.store.save(record, replace(record, phase="ended", log=()), None)
    await backend.store.folded_logs.fold(room.id)
    assert await backend.store.folded_logs.due_rooms(LATER, 9) == []
    assert await rows(backend.store, "SELECT * FROM log") == []
    assert (await reopened(backend))[0].log == ()


async def test_a_folded_log_that_is_changed_lies_in_lines_again(backend):
    room = await over(backend, ANA, BEN)
    record = await backend.store.load(room.id)
    for change in (record.log[:-1], (*record.log, LogLine(0, "t1", 7, 5.5, "late"))):
        await backend.store.folded_logs.fold(room.id)
        before = (await reopened(backend))[0]
        later = await backend.store.save(before, replace(before, log=change), None)
        assert later.log == (await reopened(backend))[0].log == change
        assert len(await lines_of(backend.store)) == len(change)
    with pytest.raises(Conflict):
        await backend.store.save(record, replace(record, log=()), None)
    assert (await reopened(backend))[0].log == change


async def test_other_changes_of_a_folded_table_leave_it_folded(backend):
    room = await over(backend, ANA, BEN)
    await backend.store.folded_logs.fold(room.id)
    record = await backend.store.load(room.id)
    await backend.store.save(
        record, replace(record, chairs=tuple(replace(one, missed_deadlines=1) for one in record.chairs)), None
    )
    assert await lines_of(backend.store) == []
    assert (await reopened(backend))[0].log == record.log


async def test_a_deletion_finds_everything_and_moves_stay(backend):
    shared, alone = await over(backend, ANA, BEN), await backend.rooms.open("stones", ANA, ALONE, backend.press)
    await backend.rooms.add_robot(alone.id, ANA.id, "random", backend.press)
    alone = await backend.rooms.move_robots((await backend.rooms.start(alone.id, ANA.id, backend.press)).id)
    await backend.rooms.end(alone.id, ANA, True, backend.press)
    for room in (shared, alone):
        await backend.store.folded_logs.fold(room.id)
    assert await rows(backend.store, "SELECT count(*) FROM folded_logs") == [(2,)]
    await backend.services.privacy.erase(ANA.id)
    left = await backend.rooms.room(shared.id)
    assert left.table.log == shared.table.log
    assert ANA not in left.occupants
    assert await rows(backend.store, "SELECT room FROM folded_logs") == [(shared.id,)]
    await backend.services.servers.forget(shared.place.guild)
    assert await rows(backend.store, "SELECT room FROM folded_logs") == []


async def test_cancelled_at_any_moment_a_table_is_folded_or_not_but_whole(backend, database):
    done, moments = 0, cancellations(database, 2, 1)
    for number, moment in enumerate(moments):
        await over(backend, ANA, BEN)
        before = await reopened(backend)
        deed = asyncio.create_task(backend.services.table_actions.fold_old_logs())
        backend.clock.time += 91 * DAY
        await pass_turns(moment, deed)
        deed.cancel()
        await asyncio.gather(deed, return_exceptions=True)
        assert await reopened(backend) == before, number
        done += len(await backend.store.folded_logs.due_rooms(LATER, 99)) == 0
        backend.store.database._cache.forget(None)
    assert 0 < done < len(moments)
    assert (await over(backend, ANA, BEN)).phase == "over"


async def test_killed_at_any_moment_no_line_is_lost(tmp_path):
    start, path, lot = tmp_path / "start.db", tmp_path / "tessera.db", Random(4)
    async with backend_at(start) as backend:
        for _ in range(TABLES):
            await over(backend, ANA, BEN)
        before, half = await reopened(backend), 0
    for _ in range(4):
        for old in tmp_path.glob("tessera.db*"):
            old.unlink()
        shutil.copy(start, path)
        said = _killed(path, lot.randrange(TABLES))
        async with backend_at(path) as backend:
            assert await reopened(backend) == before
            left = await backend.store.folded_logs.due_rooms(LATER, 99)
            assert not set(left) & set(said)
            half += bool(left)
            for room_id in left:
                await backend.store.folded_logs.fold(room_id)
            assert (await reopened(backend), await lines_of(backend.store)) == (before, [])
            assert await rows(backend.store, "PRAGMA integrity_check") == [("ok",)]
    assert half > 1


def _killed(path, count):
    """The tables that a worker had folded that was killed after so many, in the middle of another one."""
    ours, theirs = NURSERY.Pipe(duplex=False)
    worker = NURSERY.Process(target=fold_all, args=(theirs, path))
    worker.start()
    theirs.close()
    said = []
    with ours, suppress(EOFError):
        assert ours.recv() == "ready"
        while True:
            if len(said) == count:
                worker.kill()
            said.append(ours.recv())
    worker.join()
    return said


@pytest.mark.parametrize("version", [1, 13])
async def test_a_table_of_an_old_file_is_folded_after_its_migration(tmp_path, version):
    path = tmp_path / "tessera.db"
    file_of(path, version)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE rooms SET phase = 'over' WHERE id = 1")
    store = await Store.open(path)
    before, lines = await store.load(1), await lines_of(store)
    assert len(before.log) == len(lines) > 6
    assert await store.folded_logs.due_rooms(LATER, 9) == [1, 3]
    for room_id in (1, 3):
        await store.folded_logs.fold(room_id)
    await store.close()
    store = await Store.open(path)
    assert (await store.load(1), await lines_of(store)) == (before, [])
    await store.close()


async def test_a_file_of_the_first_program_that_folded_is_read(tmp_path):
    file_of(tmp_path / "tessera.db", 14)
    store = await Store.open(tmp_path / "tessera.db")
    assert (await store.load(3)).log == tuple(LogLine(*facts) for _, *facts in LINES)
    await store.close()


# what an operator does


@pytest.mark.sqlite
async def test_moves_are_counted_wherever_they_lie(backend):
    path = backend.store.database.port.path
    await over(backend, ANA, BEN)
    room = await over(backend, ANA, BEN)
    before = file_statistics(path).counts
    await backend.store.folded_logs.fold(room.id)
    after = file_statistics(path).counts
    assert before | {"folded_logs": 1} == after
    assert before["log"] == sum(seat >= 0 for _, _, seat, *_ in await lines_of(backend.store)) * 2


async def test_ratings_of_folded_tables_come_out_the_same(backend):
    for _ in range(3):
        await over(backend, ANA, BEN)
    asked = "SELECT * FROM results ORDER BY room, seat", "SELECT * FROM ratings ORDER BY game, guild, season, person"
    before = [await rows(backend.store, sql) for sql in asked]
    for room_id in await backend.store.folded_logs.due_rooms(LATER, 9):
        await backend.store.folded_logs.fold(room_id)
    for table in ("results", "ratings", "rating_changes"):  # as a file from before there were results
        await write_rows(backend.store, f"DELETE FROM {table}")
    await backend.services.leaderboards.rebuild()
    again = [await rows(backend.store, sql) for sql in asked]
    assert [[row[0] for row in table] for table in again] == [[row[0] for row in table] for table in before]
    assert [row[7:14] for row in again[0]] == [row[7:14] for row in before[0]]  # level, rank, points, thinking time
    assert len(before[1]) > 0


async def test_a_copy_with_a_folded_log_that_cannot_be_read_is_neither_made_nor_put_back(tmp_path):
    path, copy = tmp_path / "tessera.db", tmp_path / "copy.db"
    async with backend_at(path) as backend:
        room = await over(backend, ANA, BEN)
        await backend.store.folded_logs.fold(room.id)
        before = await reopened(backend)
    back_up(path, copy)
    restore(copy, path, 5.0)
    async with backend_at(path) as backend:
        assert [one and one.log for one in await reopened(backend)] == [one and one.log for one in before]
    for file in (copy, path):
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE folded_logs SET lines = substr(lines, 1, 20)")
    with pytest.raises(StoreFault) as made:
        back_up(path, tmp_path / "other.db")
    with pytest.raises(StoreFault) as back:
        restore(copy, path, 6.0)
    assert (made.value.key, back.value.key) == ("store.damaged", "store.damaged")
    assert "folded log of table #1" in str(made.value.facts["reason"])
    assert not (tmp_path / "other.db").exists()
