"""Every statement of the store is explained by PostgreSQL: none goes through a table that grows with the tables played.

PostgreSQL decides by how many rows there are. Here there are none, and it is told to avoid what is only good for few:
what it goes through all the same, it has no index for. Times at a million tables are measured by `make million`.
"""

from __future__ import annotations

import json

import asyncpg
import pytest
import pytest_asyncio

from bot.store.postgres_adapter import PostgresAdapter
from bot.store.postgres_dialect import number_placeholders
from tests.bot.store.test_statements import ALLOWED, STATEMENTS
from tests.bot.support.postgres import bare

LARGE = {
    "rooms", "seats", "log", "presses", "people", "known_names", "room_events", "results", "rating_changes", "ratings",
    "folded_logs",
}  # fmt: skip
AS_IF_LARGE = dict.fromkeys(("enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_material"), "off")
SETTINGS = {"jit": "off", "plan_cache_mode": "force_generic_plan", **AS_IF_LARGE}
PARTIAL = "SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL"


@pytest_asyncio.fixture(loop_scope="session")
async def server(postgres):
    """A connection to a database of its own: in another one statistics may be left of rows that are gone."""
    address = await bare(postgres)
    await (await PostgresAdapter.open(address)).close()
    connection = await asyncpg.connect(address, server_settings=SETTINGS)
    yield connection
    await connection.close()


def gone_through(plan, partial):
    """The tables that are gone through from one end to the other, not only what a partial index has of them."""
    kind, index = plan["Node Type"], plan.get("Index Name")
    if kind == "Seq Scan" or (kind.startswith("Index") and "Index Cond" not in plan and index not in partial):
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from gone_through(part, partial)


async def looked_through(server, number, sql):
    """The large tables that the statement goes through."""
    statement, keys = number_placeholders(sql)
    await server.execute(f"PREPARE s{number} AS {statement}")
    facts = f"({', '.join(['NULL'] * len(keys))})" if keys else ""
    (plan,) = json.loads(await server.fetchval(f"EXPLAIN (FORMAT JSON) EXECUTE s{number}{facts}"))
    partial = {name for (name,) in await server.fetch(PARTIAL)}
    return LARGE & set(gone_through(plan["Plan"], partial))


async def test_a_statement_goes_through_no_table_that_grows_but_for_a_reason(server):
    every = enumerate((name, sql) for name, sql in STATEMENTS.items() if name not in ALLOWED)
    found = {name: await looked_through(server, number, sql) for number, (name, sql) in every}
    assert {name: tables for name, tables in found.items() if tables} == {}


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("SELECT * FROM log WHERE move = ?", "log"),
        ("DELETE FROM rooms WHERE guild IS NULL AND (host = :p OR id IN (SELECT room FROM seats WHERE person = :p))",
         "rooms"),
    ],
)  # fmt: skip
async def test_a_look_at_every_row_is_noticed(server, sql, table):
    assert await looked_through(server, 0, sql) == {table}
