"""The process is killed at random moments under load: nothing acknowledged is lost, nothing happens twice."""

import asyncio
import json
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from random import Random
from types import SimpleNamespace

import pytest

from bot.model.room import room_at
from bot.store.store import Store
from engine.codec import dump
from engine.core import IllegalMove
from tests.bot.support.kill_worker import Life, live
from tests.bot.support.program import NURSERY
from tests.bot.support.tiny_games import SHELF

KILLS = 12
MOST = 40  # moves acknowledged before a kill, at most


def killed(life, moves):
    """The moves that a worker acknowledged, which is killed once it has acknowledged so many: (room, length, press).

    Its other tables are anywhere in their next move at that moment.
    """
    ours, theirs = NURSERY.Pipe(duplex=False)
    worker = NURSERY.Process(target=live, args=(theirs, life))
    worker.start()
    theirs.close()
    with ours, suppress(EOFError):
        assert ours.recv() == "ready"
        acknowledged = []
        while True:
            if len(acknowledged) == moves:
                worker.kill()
            acknowledged.append(ours.recv())
    worker.join()
    return acknowledged


def faults(path, acknowledged):
    """What is wrong with the file after the kill, as sentences; [] when every promise was kept."""
    with closing(sqlite3.connect(path)) as database:
        found = [f"check: {row}" for row in database.execute("PRAGMA integrity_check") if row != ("ok",)]
        found += [f"reference: {row}" for row in database.execute("PRAGMA foreign_key_check")]
        presses = dict(database.execute("SELECT press, room FROM presses"))
        logs = dict(database.execute("SELECT room, count(*) FROM log GROUP BY room"))
        holes = "SELECT room FROM log GROUP BY room HAVING max(n) + 1 <> count(*)"
        found += [f"hole in the log of {room}" for (room,) in database.execute(holes)]
        moves = dict(database.execute("SELECT room, count(*) FROM log WHERE seat >= 0 GROUP BY room"))
        made = dict(database.execute("SELECT id, change - 3 FROM rooms WHERE phase IN ('playing', 'over')"))
        lengths = dict(database.execute("SELECT id, length FROM rooms"))
        owed = dict(database.execute("SELECT room, length FROM outbox"))
    found += [f"lost: {ack}" for ack in acknowledged if presses.get(ack[2]) != ack[0] or logs[ack[0]] < ack[1]]
    found += [f"doubled or lost at {room}" for room in moves if moves[room] != made[room]]
    found += [f"length of {room}" for room in logs if lengths[room] != logs[room]]
    found += [f"not owed: {room}" for room in logs if owed.get(room) != logs[room]]
    return found + asyncio.run(_untrue(path))


async def _untrue(path):
    """Tables whose log does not lead to their position."""
    store = await Store.open(path)
    try:
        records = [await store.load(number) for (number,) in await store.database.fetch("SELECT id FROM rooms")]
    finally:
        await store.close()
    started = [record for record in records if record.state]
    differ = [one.id for one in started if _replayed(room_at(one, SHELF, 0.0).table) != json.loads(one.state)]
    return [f"log and position differ at {room_id}" for room_id in differ]


def _replayed(table):
    try:
        return dump(table.back_to(len(table.log)).state)
    except IllegalMove as illegal:
        return str(illegal)


def test_no_kill_loses_or_doubles_an_acknowledged_move(tmp_path):
    def lives(number):
        """One file through half of all kills, looked at after each."""
        lot, path, all_acknowledged = Random(number), tmp_path / f"{number}.db", []
        for life in range(KILLS // 2):
            all_acknowledged += killed(Life(path, life * 100_000), lot.randint(0, MOST))
            assert faults(path, all_acknowledged) == [], f"life {life} of file {number}"
        return all_acknowledged

    with ThreadPoolExecutor(2) as pool:
        for acknowledged in pool.map(lives, range(2)):
            assert len(acknowledged) > KILLS
            assert len({(room, length) for room, length, _ in acknowledged}) == len(acknowledged)


def test_the_same_look_finds_a_move_that_was_acknowledged_too_early(tmp_path):
    path, found = tmp_path / "early.db", []
    for life in range(20):
        found += faults(path, killed(Life(path, life * 100_000, early=True), 1))
        if any(one.startswith("lost") for one in found):
            return
    pytest.fail("no kill fell between an acknowledgement and its move")


@pytest.mark.parametrize(
    ("spoiling", "finding"),
    [
        ("UPDATE rooms SET state = json_replace(state, '$.left', 3) WHERE id = 1", "log and position differ at 1"),
        ("DELETE FROM log WHERE room = 1 AND n = 0", "hole in the log of 1"),
        ("UPDATE log SET move = 't3' WHERE room = 1 AND n = 0", "log and position differ at 1"),
        ("UPDATE rooms SET change = change + 1 WHERE id = 1", "doubled or lost at 1"),
        ("UPDATE rooms SET length = length - 1 WHERE id = 1", "length of 1"),
        ("DELETE FROM outbox WHERE room = 1", "not owed: 1"),
        ("DELETE FROM presses WHERE room = 1", "lost: "),
    ],
)
def test_the_same_look_finds_whatever_is_amiss(tmp_path_factory, played, spoiling, finding):
    path = tmp_path_factory.mktemp("spoiled") / "tessera.db"
    shutil.copy(played.path, path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(spoiling)
    assert [one for one in faults(path, played.acknowledged) if one.startswith(finding)]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A file that was played on for a while, closed, and the moves acknowledged."""
    path = tmp_path_factory.mktemp("played") / "tessera.db"
    acknowledged = killed(Life(path, 1), MOST)
    assert faults(path, acknowledged) == []  # opening and closing it brings the journal into the file
    return SimpleNamespace(path=path, acknowledged=acknowledged)
