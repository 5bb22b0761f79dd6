"""Every statement of the store is explained by SQLite: what goes through a whole table is named here, with its reason.

Two versions explain them, Python's own and a newer one, because each plans in its own way. A new file has no statistics
and gets some in the course of time, so every statement is explained both without and with them. Times are measured by
`python -m tests.bench store`.
"""

from __future__ import annotations

import ast
import asyncio
import importlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import bot.store
from bot.store.migrations import PRAGMAS, prepare
from tests.bot.support.filled_store import Size, fill

FILES = [one for one in sorted(Path(bot.store.__path__[0]).glob("*.py")) if not one.stem.startswith("postgres_")]
STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
STEP = re.compile(r"(SCAN|SEARCH) (\w+)(?: USING (.*?)(?: \(.*\))?$)?")

FEW, ONE = "few rows at any time", "one row"
FIRST = "it ends at the first row that counts"
ANEW = "only while all ratings are computed anew"
COUNTED = "it is counted, for metrics only and at most every five seconds"
ALLOWED = {  # what is gone through, by the statement that does it, and why that may be
    "store._COUNT_OPEN": ({"rooms_lobbies", "rooms_running"}, COUNTED),
    "store._COUNT_WAITING": ({"outbox", "unreachable_rooms"}, FEW),
    "deadlines._NEXT_MOMENT": ({"proposals_at", "offers_at"}, FIRST),
    "deadlines._HEARTBEATS": ({"heartbeats"}, FEW),
    "deadlines._DELETE_HEARTBEATS": ({"heartbeats"}, FEW),
    "fleet._DELETE_PROCESSES": ({"processes"}, FEW),
    "fleet._OTHER_PROCESSES": ({"processes"}, FEW),
    "leaderboards._STANDINGS": ({"preferences_unlisted"}, "people who are on no leaderboard"),
    "leaderboards._SIZE": ({"preferences_unlisted"}, "people who are on no leaderboard"),
    "notifications._DUE": ({"notifications"}, FEW),
    "ratings._COUNT_CHANGES": ({"rating_changes_person"}, ANEW),
    "ratings._LADDERS": ({"ratings_order"}, ANEW),
    "ratings._DELETE_ORPHANED_CHANGES": ({"rating_changes_person"}, ANEW),
    "ratings._RULES_VERSION": ({"rating_rules"}, ONE),
    "rooms._ROBOTS": ({"seats_robots_to_act"}, "robots move at once"),
    "servers._DEPARTED_BEFORE": ({"departures"}, FEW),
}
OF_ALL = {  # what is one thing for all servers, or ordered by people wherever they play
    "deadlines._HEARTBEATS", "deadlines._DELETE_HEARTBEATS", "fleet._DELETE_PROCESSES", "fleet._OTHER_PROCESSES",
    "leaderboards._STANDINGS", "leaderboards._SIZE",
    "ratings._COUNT_CHANGES", "ratings._LADDERS", "ratings._DELETE_ORPHANED_CHANGES", "ratings._RULES_VERSION",
}  # fmt: skip
VERSIONS = ("sqlite3", "pysqlite3")  # the modules that bring them
NEWER = (3, 46)  # since then SQLite reads CROSS JOIN, UNION and statistics in other ways than before
SMALL = {"proposals", "offers", "heartbeats", "ratings"}  # tables with few rows in the file that is counted
OPERATORS = (
    "backup.",
    "database_statistics.",
)  # their statements run in commands of the operator, on connections of their own


class Facts(dict):
    """A value for every name."""

    def __missing__(self, name):
        return 1


def texts(found):
    """The texts in a value of a module, with what tells them apart."""
    if isinstance(found, str):
        yield "", found
    elif isinstance(found, dict | tuple):
        pairs = found.items() if isinstance(found, dict) else enumerate(found)
        yield from ((f"[{key}]", one) for key, one in pairs if isinstance(one, str))


def statements():
    """Every statement of the store by its name, once; not the parts that others are made of."""
    known = set()
    for path in FILES:
        module = importlib.import_module(f"bot.store.{path.stem}")
        for name, found in vars(module).items():
            for place, text in texts(found):
                if STATEMENT.match(text) and text not in known and not re.search(r"\{\w", text):
                    known.add(text)
                    yield f"{path.stem}.{name}{place}", text


STATEMENTS = {name: text for name, text in statements() if not name.startswith(OPERATORS)}


@pytest.fixture(scope="module", params=VERSIONS)
def sqlite(request):
    module = pytest.importorskip(request.param, reason="there is none for this platform, see requirements-dev.in")
    assert module is sqlite3 or module.sqlite_version_info >= NEWER
    return module


@pytest.fixture(scope="module")
def plans(tmp_path_factory, sqlite):
    path = tmp_path_factory.mktemp("plans") / "tessera.db"
    prepare(path)
    with closing(sqlite.connect(path)) as database:
        yield database


def gone_through(database, sql):
    """The tables and indexes that SQLite would go through from one end to the other."""
    facts = (1,) * sql.count("?") if "?" in sql else Facts()
    steps = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", facts)]
    own = {step.split()[1] for step in steps if step.startswith(("CO-ROUTINE", "MATERIALIZE"))}
    for step in steps:
        assert "AUTOMATIC" not in step, f"an index is made for this one time: {sql}"
        found = STEP.match(step)
        if found and found[2] not in {"CONSTANT", *own}:
            verb, table, index = found.groups()
            if verb == "SCAN":
                yield (index or table).split()[-1]
            elif "(" not in step and "INDEX" not in (index or ""):  # for min() or max() without an index
                yield table


def test_a_statement_goes_through_no_table_but_for_a_reason(plans):
    found = {name: set(gone_through(plans, sql)) for name, sql in STATEMENTS.items()}
    assert {name: tables for name, tables in found.items() if tables} == {
        name: tables for name, (tables, _) in ALLOWED.items()
    }


def test_what_looks_through_all_tables_is_narrowed_to_some_servers():
    """A new statement that is allowed a scan is narrowed too, or stands here with the reason why it is not."""
    assert {name for name in ALLOWED if ":shards" not in STATEMENTS[name]} == OF_ALL


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    path = tmp_path_factory.mktemp("plans") / "tessera.db"
    asyncio.run(fill(path, Size(running=400, finished=150, lines=10_000, lobbies=20)))
    return path


@pytest.fixture(scope="module")
def counted(filled, sqlite):
    """A filled file whose rows SQLite has counted, so that it knows which tables are small."""
    with closing(sqlite.connect(filled)) as database:
        for statement in (*PRAGMAS, "ANALYZE"):
            database.execute(statement)
        yield database


def test_where_rows_were_counted_nothing_but_small_tables_is_gone_through_besides(counted):
    allowed = {name: SMALL | (ALLOWED[name][0] if name in ALLOWED else set()) for name in STATEMENTS}
    found = {name: set(gone_through(counted, sql)) for name, sql in STATEMENTS.items()}
    assert {name: tables for name, tables in found.items() if tables - allowed[name]} == {}


def test_statistics_hold_no_value_of_any_row(counted):
    """Samples would hold account numbers, long after these were deleted."""
    kept = {name for (name,) in counted.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat_'")}
    samples = counted.execute("SELECT count(*) FROM sqlite_stat4").fetchone()[0] if "sqlite_stat4" in kept else 0
    assert "sqlite_stat1" in kept
    assert samples == 0


def test_no_scan_is_allowed_to_a_statement_that_is_gone():
    assert set(ALLOWED) - set(STATEMENTS) == set()


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("SELECT * FROM log WHERE move = ?", "log"),
        ("SELECT min(points) FROM results", "results"),
        ("UPDATE seats SET missed_deadlines = 0 WHERE missed_deadlines = :late", "seats"),
        ("SELECT state FROM rooms WHERE id NOT IN (SELECT room FROM films)", "rooms"),
    ],
)
def test_a_scan_is_noticed(plans, sql, table):
    assert table in set(gone_through(plans, sql))


def test_every_statement_stands_at_the_top_of_its_file():
    """So that it is among those that are explained here."""

    def within(path):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        texts = [node.args[0].value for node in calls if node.args and isinstance(node.args[0], ast.Constant)]
        return [text for text in texts if isinstance(text, str) and re.match(STATEMENT.pattern + " ", text)]

    assert {path.name: found for path in FILES if (found := within(path))} == {}


def test_a_move_writes_no_index_of_the_rooms_anew_but_those_of_finished_ones(plans):
    steps = plans.execute(f"EXPLAIN {STATEMENTS['rooms._UPDATE_AFTER_MOVE']}", Facts()).fetchall()
    written = {root for _, step, _, root, *_ in steps if step == "OpenWrite"}
    places = plans.execute("SELECT name, rootpage FROM sqlite_master").fetchall()
    assert {name for name, root in places if root in written} == {"rooms", "rooms_finished", "rooms_unfolded"}
