"""A PostgreSQL server of the tests' own: an installed one, started in a temporary folder as somebody without rights.

Each process that runs tests has one, which ends with it. All tests share one database, emptied for each.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from itertools import chain
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import asyncpg
import pytest

from bot.store.connection_pool import ConnectionPool
from bot.store.database import Database
from bot.store.postgres_adapter import MAX_CONNECTIONS, STATEMENT_TIMEOUT, PostgresAdapter, _connect
from bot.store.shard_range import ALL_SHARDS, ShardRange
from bot.store.store import Store

NEEDED = "TESTS_NEED_POSTGRES"  # "1": a missing server fails a test, which else is skipped
USER = "tessera"
# Nothing outlasts a power cut, but a kill, so nobody waits for the disk; errors, which are often meant, are not told.
OPTIONS = {
    "fsync": "off", "full_page_writes": "off", "wal_level": "minimal",
    "max_wal_senders": "0", "autovacuum": "off", "shared_buffers": "16MB", "listen_addresses": "",
    "log_min_messages": "log", "log_checkpoints": "off",
}  # fmt: skip
# Until the test process is gone: its end of the pipe is closed then, however it ended.
LEASH = 'trap "" INT; "$0" "$@" & read -r _; kill -INT $!; wait'
# A function of one session, which plans its statements once. Neither triggers nor references are looked at.
_EMPTYING = r"""
    SET session_replication_role = replica;
    SELECT format('CREATE FUNCTION pg_temp.empty() RETURNS void LANGUAGE plpgsql AS %L',
        format('BEGIN %s END', string_agg(format('DELETE FROM %I;', tablename), ' ')))
    FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' \gexec
    """
_EMPTY = "SELECT pg_temp.empty(), setval('rooms_id_seq', 1, false), setval('imports_id_seq', 1, false);\n"
_KEPT: dict[asyncio.AbstractEventLoop, dict[str, list[Any]]] = {}  # connections, by the address of their database


def programs() -> Path | None:
    """The folder of the newest server's programs, None if no server is installed."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda one: float(one.parts[-3]))
    found = shutil.which("postgres")
    every = [*([Path(found).resolve()] if found else []), *installed]
    return every[-1].parent if every else None


def needed_programs() -> Path:
    """The same folder; the test is skipped if there is none, unless a server is promised."""
    found = programs()
    if found is None and os.environ.get(NEEDED) != "1":
        pytest.skip("no PostgreSQL server is installed")
    assert found is not None, f"{NEEDED} is set, but no PostgreSQL server is installed"
    return found


def somebody() -> str | None:
    """An account that the server accepts, which refuses root; None for our own."""
    if os.geteuid():
        return None
    accounts = {one.pw_name for one in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in accounts)


class Server:
    """A server in that folder, where its socket is, by these programs."""

    def __init__(self, folder: Path, found: Path, user: str | None, options: Mapping[str, str]) -> None:
        self.folder, self._found, self._user, self._options = folder, found, user, options
        self._cluster = folder / "cluster"
        self.is_made = False  # its database
        self._emptying: subprocess.Popen[str] | None = None

    def address(self, name: str) -> str:
        """Of the database of that name."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def make(self) -> None:
        """There are files for it to start with."""
        subprocess.run(["cp", "-a", _files(self._found), self._cluster], check=True)

    def start(self) -> None:
        """Start it, and return when it can be used."""
        own = {**OPTIONS, **self._options, "unix_socket_directories": self.folder}
        options = [f"-c{name}={value}" for name, value in own.items()]
        self._process = subprocess.Popen(
            ["sh", "-c", LEASH, self._found / "postgres", "-D", self._cluster, *options], user=self._user,
            cwd=self.folder, text=True, stdin=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert self._process.stderr is not None
        told = []
        while "ready to accept connections" not in (line := self._process.stderr.readline()):
            told.append(line)
            assert line, "".join(told)

    def empty(self) -> None:
        """There is nothing in the tests' database. One session does that for all of them: a new one costs more."""
        if self._emptying is None:
            command = [self._found / "psql", "-XqAt", "-vON_ERROR_STOP=1", self.address(USER)]
            self._emptying = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._emptying.stdin.write(_EMPTYING)
        self._emptying.stdin.write(_EMPTY)
        self._emptying.stdin.flush()
        assert self._emptying.stdout.readline() == "|1|1\n", "psql has said why"

    def kill(self) -> None:
        """It is gone from one moment to the next, as in a crash."""
        for one in self._stopped():
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.end()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Within, it answers nothing, though it is there."""
        every = self._stopped()
        try:
            yield
        finally:
            for one in every:
                with suppress(ProcessLookupError):  # nothing was left for it to do
                    os.kill(one, signal.SIGCONT)

    def _stopped(self) -> list[int]:
        """The numbers of all its processes, which do nothing any more; the first one makes the others."""
        first = int((self._cluster / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)
        while Path(f"/proc/{first}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            continue  # until then it may still make one
        every = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        for one in every:
            os.kill(one, signal.SIGSTOP)
        return every

    def end(self) -> None:
        """Return when nothing of it is running."""
        if self._emptying is not None:
            self._emptying.communicate()
            self._emptying = None
        self._process.communicate()  # closes its input; its errors end when the last of its processes has ended


@cache
def _files(found: Path) -> Path:
    """What every server of this process starts with; a copy takes a fifth of the time."""
    folder, user = _folder(), somebody()
    atexit.register(shutil.rmtree, folder)
    made = [found / "initdb", "-D", folder / "cluster", "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C"]
    subprocess.run([*made, "--no-sync"], check=True, capture_output=True, user=user, cwd=folder)
    return folder / "cluster"


def _folder() -> Path:
    """A new one, where the server's account may write."""
    folder, user = Path(mkdtemp(prefix="tessera-postgres-")), somebody()
    if user:
        shutil.chown(folder, user)
    return folder


@contextmanager
def server(found: Path, **options: str) -> Iterator[Server]:
    """A fresh server by these programs, with further options of its own."""
    folder = _folder()
    try:
        one = Server(folder, found, somebody(), options)
        one.make()
        one.start()
        try:
            yield one
        finally:
            one.end()
    finally:
        shutil.rmtree(folder)


@contextmanager
def one_or(given: Server | None) -> Iterator[Server]:
    """That server, or a fresh one if there is none."""
    if given:
        yield given
        return
    found = programs()
    assert found is not None, "no PostgreSQL server is installed"
    with server(found) as one:
        yield one


async def empty(server: Server) -> str:
    """The address of a database with the newest schema and nothing in it."""
    address = server.address(USER)
    if not server.is_made:
        connection = await asyncpg.connect(server.address("postgres"))
        await connection.execute(f"CREATE DATABASE {USER}")
        await connection.close()
        await (await PostgresAdapter.open(address)).close()
        server.is_made = True
    server.empty()
    return address


async def bare(server: Server) -> str:
    """The address of a database in which nothing was ever made."""
    try:
        connection = await asyncpg.connect(server.address("bare"))
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    except asyncpg.InvalidCatalogNameError:
        connection = await asyncpg.connect(server.address("postgres"))
        await connection.execute("CREATE DATABASE bare")
    await connection.close()
    return server.address("bare")


async def beside(address: str, home: ShardRange = ALL_SHARDS, patience: float = STATEMENT_TIMEOUT) -> Store:
    """A store in that database, which has been made; after so many seconds it gives up a server that hangs."""
    adapter = PostgresAdapter(address, None, patience)
    if patience == STATEMENT_TIMEOUT and asyncio.get_running_loop() in _KEPT:
        adapter._pool = _LastingPool(address, partial(_connect, address, patience), MAX_CONNECTIONS)
    return Store(Database(adapter), home)


@contextmanager
def connections_kept() -> Iterator[None]:
    """Within, stores beside others leave their connections to those that later tests open in this event loop."""
    loop = asyncio.get_running_loop()
    _KEPT.setdefault(loop, {})
    yield
    for connection in chain.from_iterable(_KEPT.pop(loop, {}).values()):
        connection.terminate()


class _LastingPool(ConnectionPool):
    """Its idle connections are not closed: the next one costs the server 35 ms, until it has read and planned all."""

    def __init__(self, address: str, connect: Callable[[], Awaitable[Any]], most: int) -> None:
        super().__init__(self._connected, most)
        self._new, self._kept = connect, _KEPT[asyncio.get_running_loop()].setdefault(address, [])

    async def _connected(self) -> Any:
        while self._kept:
            if not (connection := self._kept.pop()).is_closed():
                return connection
        return await self._new()

    async def close(self, seconds: float) -> None:
        self._kept.extend(self._idle)
        self._all.difference_update(self._idle)
        self._idle.clear()
        await super().close(seconds)
