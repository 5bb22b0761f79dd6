"""Fixtures of the bot's tests: a local Discord, and a small bot in it."""

from __future__ import annotations

import multiprocessing
import shutil
import time
from pathlib import Path

import pytest

from bot.delivery import membership, message_posting
from bot.discord_api import reply
from bot.store.migrations import SCHEMA_FOLDER
from tests.bot.support.local_discord import PATIENCE, LocalDiscord
from tests.bot.support.postgres import empty
from tests.bot.support.program import NURSERY
from tests.bot.support.rooms import Clock, backend_at
from tests.bot.support.small_bot import running
from tests.bot.support.tessera import MANY, tessera


@pytest.fixture
def newer_schema(tmp_path):
    """The schema with one more step."""
    folder = tmp_path / "schema"
    shutil.copytree(SCHEMA_FOLDER, folder)
    number = len(list(folder.glob("*.sql"))) + 1
    (folder / f"{number:03}_more.sql").write_text("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;")
    return folder


@pytest.fixture(autouse=True)
def _without_env_file(monkeypatch):
    """No settings of whoever runs the tests."""
    monkeypatch.setattr("bot.settings.ENV_FILE", Path("/nowhere/.env"))


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """Nothing is put off or given up because the machine is busy; tests of that set these limits themselves."""
    monkeypatch.setattr(reply, "DEFER_DELAY", PATIENCE)
    monkeypatch.setattr(membership, "MEMBER_TIMEOUT", PATIENCE)
    monkeypatch.setattr(message_posting, "CHANNEL_READS_PER_SECOND", MANY)
    for name in ("PAGE_WAIT_TIMEOUT", "PAGE_LOOKUP_TIMEOUT", "LOOKUP_QUEUE_TIMEOUT"):
        monkeypatch.setattr(membership, name, PATIENCE)


@pytest.fixture
def forked(monkeypatch):
    """Processes of robots begin from one that has loaded, where the test is not about how they begin or stand still."""
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: NURSERY)


@pytest.fixture
async def local():
    """A fresh local Discord, strict about every request. No bot is in it yet."""
    async with LocalDiscord() as one:
        yield one


@pytest.fixture
async def bot(local):
    """The small bot of `tests/bot/support/small_bot.py`, connected to `local`."""
    async with running(local) as one:
        yield one


@pytest.fixture
def ana(local):
    """Somebody on the server."""
    return local.person("Ana")


@pytest.fixture
def ben(local):
    """Somebody else there."""
    return local.person("Ben")


@pytest.fixture
def games(local):
    """The number of the channel where tables are opened."""
    return local.channel("games")


@pytest.fixture
async def running_bot(local, tmp_path):
    """Tessera, connected to `local`, with a database of its own."""
    async with tessera(local, tmp_path / "tessera.sqlite3") as one:
        yield one


@pytest.fixture
def clock():
    """The clock of `timed_bot`, standing at this moment until it is set."""
    return Clock(float(int(time.time())))


@pytest.fixture
async def timed_bot(local, tmp_path, clock):
    """Tessera as `running_bot`, by that clock."""
    async with tessera(local, tmp_path / "tessera.sqlite3", now=clock) as one:
        yield one


@pytest.fixture
async def database(request, tmp_path):
    """Where a test has its rooms: a file, or an empty database on a server; see `pytest_generate_tests`."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return tmp_path / "tessera.db"
    return await empty(request.getfixturevalue("postgres"))


def pytest_generate_tests(metafunc):
    """Whatever the store promises holds on both databases; of all else, what is marked so."""
    marked = metafunc.definition.get_closest_marker
    both = marked("both") or metafunc.definition.path.parent.name == "store"
    if "database" in metafunc.fixturenames and both and not marked("sqlite"):
        server = pytest.param("postgres", marks=pytest.mark.postgres)
        metafunc.parametrize("database", ["sqlite", server], indirect=True)


def pytest_collection_modifyitems(items):
    """What needs a server can be left out: `-m "not postgres"`."""
    for item in items:
        if "postgres_programs" in item.fixturenames:
            item.add_marker("postgres")


def pytest_configure(config):
    config.addinivalue_line("markers", "sqlite: it would be on both, but what it looks at is SQLite's own")
    config.addinivalue_line("markers", "both: no test of the store, but it asks the database what no such test asks")
    config.addinivalue_line("markers", "postgres: it needs a PostgreSQL server")


@pytest.fixture
async def backend(database):
    """Rooms of stand-in games in a database of their own, without Discord."""
    async with backend_at(database) as one:
        yield one
