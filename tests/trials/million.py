"""The statements of the store on PostgreSQL with a million tables under way: how long each takes.

A small database is filled in a file, moved to a server of its own and copied there, row by row with other numbers.
Knows no statement; they are heard while services do what the clock, the chores and presses do. It wants 10 GB of disk.
"""

from __future__ import annotations

import itertools
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import asyncpg

from bot.store.database import Database
from bot.store.postgres_adapter import PostgresAdapter, exclusive_connection
from bot.store.postgres_transfer import move_to_server
from bot.store.shard_range import ALL_SHARDS, SHARD_SHIFT, ShardRange
from bot.store.store import Store
from engine import GAMES
from tests.bench import Figure
from tests.bench.store import KINDS, measured, names
from tests.bot.support import postgres
from tests.bot.support.filled_store import Size, fill
from tests.bot.support.rooms import Backend

SIZE = 1_000_000  # tables under way
SEED = Size(running=1_000, finished=300, lines=12_000, lobbies=10)  # what is filled really, and then copied
HOME = ShardRange(4, 7, 16)  # of one process among four
MOST, ONCE = 10.0, 50.0  # milliseconds: of a statement that is asked again and again; of one at the start
SLOWEST = 6  # statements that are shown of each kind
# Once at the start, or after an outage: of fifty tables one is to be shown.
RARE = ("servers._GUILDS", "deadlines._RUNNING", "messages._DUE_ROOMS", "messages._OUTDATED_ROOMS")
# What differs from copy to copy, by the name of the column: the distance between two copies.
APART = {
    **dict.fromkeys(("room", "match", "earlier"), 10_000),
    **dict.fromkeys(("person", "host", "former_person", "invited", "giver", "inviter"), 10_000_000),
    **dict.fromkeys(("channel", "lobby_channel"), 10_000_000),
    "guild": (7 << SHARD_SHIFT) + 10_000,  # on other shards
    "message": 100_000_000,
    "press": 10**12,
    "finished": 10_000,
}
OWN = {"rooms": "room", "people": "person", "imports": "room"}  # what the column `id` numbers there
NAMES = (("people", "name"), ("known_names", "name"))  # few people have the same
SPREAD = ("due", "remind_at", "opened", "changed_at", "at")  # moments, which are not the same in all copies
ONE_ROW = ("heartbeats", "rating_rules", "schema_version")
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
_COLUMNS = """
    SELECT column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position"""


class _TimedAdapter(PostgresAdapter):
    """Notes how long each statement takes, with the way to the server and back."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.spans: defaultdict[str, list[float]] = defaultdict(list)

    async def execute(self, sql: str, facts: Any = ()) -> list[Any]:
        began = perf_counter()
        try:
            return await super().execute(sql, facts)
        finally:
            self.spans[sql].append(1000 * (perf_counter() - began))

    def taken(self) -> dict[str, list[float]]:
        """What was noted since the last call: milliseconds by statement."""
        spans, self.spans = self.spans, defaultdict(list)
        return spans


async def figures(size: int) -> list[Figure]:
    """The slowest statements of the clock, of the chores, of presses, and of deletions, with so many tables."""
    found = postgres.programs()
    assert found is not None, "no PostgreSQL server is installed"
    with postgres.server(found) as server:
        began = perf_counter()
        address = await _filled(server, max(1, size // SEED.running))
        filled = perf_counter() - began
        return [Figure("filled", filled, "s"), *await _sizes(address), *await _measured(address)]


async def _filled(server: postgres.Server, copies: int) -> str:
    """The address of a database with so many times what was filled."""
    address = await postgres.bare(server)
    with TemporaryDirectory() as folder:
        await fill(Path(folder) / "seed.db", SEED)
        async with exclusive_connection(address) as connection:
            await move_to_server(Path(folder) / "seed.db", connection, address)
    connection = await asyncpg.connect(address)
    await connection.execute("SET session_replication_role = replica; SET synchronous_commit = off")
    for (table,) in await connection.fetch(_TABLES):
        if table not in ONE_ROW:
            began = perf_counter()
            await connection.execute(await _copying(connection, table, copies - 1))
            sys.stderr.write(f"{table}: {perf_counter() - began:.1f} s\n")
    await connection.execute("SELECT setval('rooms_id_seq', (SELECT max(id) + 1 FROM rooms))")
    await connection.execute("VACUUM ANALYZE")
    await connection.close()
    return address


async def _copying(connection: Any, table: str, copies: int) -> str:
    """The statement that copies the rows of the table."""
    columns = dict(tuple(row) for row in await connection.fetch(_COLUMNS, table))
    chosen = ", ".join(_expression(table, one, columns[one]) for one in columns)
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {chosen} FROM {table}, generate_series(1, {copies}) AS k"


def _expression(table: str, column: str, of_type: str) -> str:
    kind = OWN.get(table, "") if column == "id" else column
    if kind == "guild":
        return f"CASE WHEN guild = 0 THEN 0 ELSE guild + k * {APART['guild']}::BIGINT END"
    if (table, column) in NAMES:
        return "name || ' ' || k"
    if kind in APART:
        return f"{column} + k * {APART[kind]}::BIGINT"
    return f"{column} + k * 0.001" if kind in SPREAD and of_type == "double precision" else column


async def _sizes(address: str) -> list[Figure]:
    connection = await asyncpg.connect(address)
    rows = {one: await connection.fetchval(f"SELECT count(*) FROM {one}") for one in ("rooms", "log", "presses")}
    size = await connection.fetchval("SELECT pg_database_size(current_database())") / 2**20
    await connection.close()
    return [*(Figure(f"rows of {one}", count, "rows") for one, count in rows.items()), Figure("size", size, "MiB")]


async def _measured(address: str) -> list[Figure]:
    """As the only process, and then the clock and the chores of one among several."""
    timed = await _TimedAdapter.open(address)
    database, found = Database(timed), []
    try:
        for name, home, kinds in (("", ALL_SHARDS, KINDS), (" at home", HOME, KINDS[:2])):
            backend = Backend(Store(database, home))
            backend.presses = itertools.count(10**18)
            backend.wire(lambda: "a seed", GAMES)
            for kind, work in kinds:
                await measured(backend, work)
                found += _slowest(f"{kind}{name}", timed.taken())
        return found
    finally:
        await database.close()


def _slowest(kind: str, spans: dict[str, list[float]]) -> Iterator[Figure]:
    called, middle = names(), {sql: median(times) for sql, times in spans.items() if sql != "VACUUM"}
    for sql in sorted(middle, key=lambda one: middle[one], reverse=True)[:SLOWEST]:
        name = called.get(sql, sql[:30])
        text = f"{kind}: {name} ({len(spans[sql])} times, {max(spans[sql]):.1f} ms at most)"
        yield Figure(text, middle[sql], "ms", ONCE if name in RARE else MOST)
