"""Every statement of the store is explained by SQLite: what goes through a whole table is named here, with its reason.

SQLite decides by the schema alone, as nobody counts the rows of an operator's file for it; so a plan is the same for an
empty file and a large one. Times are measured by `python -m tests.bench store`.
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
from bot.model.home import Home
from bot.store.homes import narrowed
from bot.store.migrations import prepare
from tests.bot.support.filled_store import Size, fill

FILES = [one for one in sorted(Path(bot.store.__path__[0]).glob("*.py")) if not one.stem.endswith("_postgres")]
STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
STEP = re.compile(r"(SCAN|SEARCH) (\w+)(?: USING (.*?)(?: \(.*\))?$)?")

FEW, ONE = "few rows at any time", "one row"
FIRST = "it ends at the first row that counts"
ANEW = "only while all ratings are computed anew"
COUNTED = "it is counted, for metrics only and at most every five seconds"
ALLOWED = {  # what is gone through, by the statement that does it, and why that may be
    "counts._OPEN": ({"rooms_lobbies", "rooms_running"}, COUNTED),
    "counts._WAITING": ({"outbox", "asleep"}, FEW),
    "deadlines._NEAREST": ({"asks_at", "offers_at"}, FIRST),
    "deadlines._PULSES": ({"pulse"}, FEW),
    "deadlines._SILENCE": ({"pulse"}, FEW),
    "processes._FORGET": ({"processes"}, FEW),
    "processes._OTHERS": ({"processes"}, FEW),
    "leaderboards._RANKS": ({"wishes_unlisted"}, "people who are on no leaderboard"),
    "leaderboards._SIZE": ({"wishes_unlisted"}, "people who are on no leaderboard"),
    "outbox._DECLINES_DUE": ({"declined"}, FEW),
    "outbox._FOLLOWERS_DUE": ({"follows_ended"}, FEW),
    "outbox._RESULTS_DUE": ({"tidings"}, FEW),
    "ratings._GAINED": ({"gains_person"}, ANEW),
    "ratings._LADDERS": ({"ratings_order"}, ANEW),
    "ratings._NO_GAINS": ({"gains_person"}, ANEW),
    "ratings._RULES": ({"reckoned"}, ONE),
    "rooms._ROBOTS": ({"seats_robots_to_act"}, "robots move at once"),
    "servers._GONE": ({"departures"}, FEW),
}
OF_ALL = {  # what is one thing for all servers, or ordered by people wherever they play
    "deadlines._PULSES", "deadlines._SILENCE", "processes._FORGET", "processes._OTHERS",
    "leaderboards._RANKS", "leaderboards._SIZE",
    "ratings._GAINED", "ratings._LADDERS", "ratings._NO_GAINS", "ratings._RULES",
}  # fmt: skip
HOME = Home(2, 3, 16)
OPERATORS = ("backup.", "figures.")  # their statements run in commands of the operator, on connections of their own


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


@pytest.fixture(scope="module")
def plans(tmp_path_factory):
    path = tmp_path_factory.mktemp("plans") / "tessera.db"
    prepare(path)
    with closing(sqlite3.connect(path)) as database:
        yield database


def gone_through(database, sql):
    """The tables and indexes that SQLite would go through from one end to the other."""
    facts = (1,) * sql.count("?") if "?" in sql else Facts()
    steps = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {sql}", facts)]
    own = {step.split()[1] for step in steps if step.startswith(("CO-ROUTINE", "MATERIALIZE"))}
    for step in steps:
        assert "AUTOMATIC" not in step, "an index is made for this one time"
        found = STEP.match(step)
        if found and found[2] not in {"CONSTANT", *own}:
            verb, table, index = found.groups()
            if verb == "SCAN":
                yield (index or table).split()[-1]
            elif "(" not in step and "INDEX" not in (index or ""):  # for min() or max() without an index
                yield table


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_goes_through_no_table_but_for_a_reason(plans, name):
    found = set(gone_through(plans, STATEMENTS[name]))
    assert found == (ALLOWED[name][0] if name in ALLOWED else set())


@pytest.mark.parametrize("name", [name for name, sql in STATEMENTS.items() if narrowed(sql, HOME) != sql])
def test_a_statement_that_is_narrowed_to_some_servers_goes_through_nothing_besides(plans, name):
    assert "its.id" in (sql := narrowed(STATEMENTS[name], HOME)) or "guild, 0)" in sql
    assert set(gone_through(plans, sql)) == (ALLOWED[name][0] if name in ALLOWED else set())


def test_what_looks_through_all_tables_is_narrowed_to_some_servers():
    """A new statement that is allowed a scan is narrowed too, or stands here with the reason why it is not."""
    assert {name for name in ALLOWED if narrowed(STATEMENTS[name], HOME) == STATEMENTS[name]} == OF_ALL


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    """A filled file whose rows somebody had SQLite count, so that it knows which tables are small."""
    path = tmp_path_factory.mktemp("plans") / "tessera.db"
    asyncio.run(fill(path, Size(running=400, finished=150, lines=10_000, lobbies=20)))
    with closing(sqlite3.connect(path)) as database:
        database.execute("ANALYZE")
        yield database


def test_where_rows_were_counted_nothing_but_small_tables_is_gone_through_besides(counted):
    found = {name: set(gone_through(counted, sql)) for name, sql in STATEMENTS.items() if name not in ALLOWED}
    assert set().union(*found.values()) <= {"asks", "offers", "pulse", "ratings"}


def test_no_scan_is_allowed_to_a_statement_that_is_gone():
    assert set(ALLOWED) - set(STATEMENTS) == set()


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("SELECT * FROM log WHERE move = ?", "log"),
        ("SELECT min(points) FROM results", "results"),
        ("UPDATE seats SET late = 0 WHERE late = :late", "seats"),
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
    steps = plans.execute(f"EXPLAIN {STATEMENTS['rooms._MOVED']}", Facts()).fetchall()
    written = {root for _, step, _, root, *_ in steps if step == "OpenWrite"}
    places = plans.execute("SELECT name, rootpage FROM sqlite_master").fetchall()
    assert {name for name, root in places if root in written} == {"rooms", "rooms_finished", "rooms_unfolded"}
