"""Which mutants of a room are planted, and which tests they meet; what the mutation tool does is not asked."""

import sqlite3
from contextlib import closing

import pytest

from tests.sabotage.fault import ROOT
from tests.sabotage.mutants import choose, room_tests

COLUMNS = "module_path, start_pos_row, start_pos_col, operator_name, occurrence, job_id"


def chosen(path, most, seed):
    rows = [
        ("a.py", row, 4, f"core/{name}", row, f"{row} {name}")
        for row in range(20)
        for name in ("NumberReplacer", "AddNot")
    ]
    rows.append(("a.py", 99, 4, "core/ReplaceBinaryOperator_BitOr_Add", 0, "a type"))
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE mutation_specs ({COLUMNS})")
        database.execute("CREATE TABLE work_items (job_id)")
        database.executemany("INSERT INTO mutation_specs VALUES (?, ?, ?, ?, ?, ?)", rows)
        database.executemany("INSERT INTO work_items VALUES (?)", [row[-1:] for row in rows])
    assert choose(path, most, seed) == len(rows)
    with closing(sqlite3.connect(path)) as database:
        jobs = database.execute("SELECT job_id FROM mutation_specs ORDER BY job_id").fetchall()
        assert jobs == database.execute("SELECT job_id FROM work_items ORDER BY job_id").fetchall()
    return [job for (job,) in jobs]


def test_a_seed_chooses_the_same_mutants_again_and_one_for_each_place(tmp_path):
    some = chosen(tmp_path / "session", 8, 1)
    assert some == chosen(tmp_path / "session", 8, 1) != chosen(tmp_path / "session", 8, 2)
    assert len({job.partition(" ")[0] for job in some}) == 8
    every = chosen(tmp_path / "session", 99, 1)
    assert len(every) == 20
    assert "a type" not in every


def test_a_room_meets_the_tests_at_its_path_and_the_flows_if_it_is_of_the_bot():
    assert room_tests("bot/services") == ["tests/bot/services", "tests/bot/flows"]
    assert room_tests("engine/games/azul") == ["tests/engine/games/azul"]
    assert room_tests("bot/logic/lobby.py") == ["tests/bot/logic", "tests/bot/flows"]
    assert all((ROOT / path).is_dir() for path in room_tests("render/azul"))


@pytest.mark.parametrize("room", ["bot/nowhere", "nowhere", "bot/logic/nowhere.py"])
def test_a_room_that_leads_nowhere_is_said_to(room):
    with pytest.raises(SystemExit, match=f"ROOM={room} leads nowhere"):
        room_tests(room)
