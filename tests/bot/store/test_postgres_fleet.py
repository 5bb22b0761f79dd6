"""Processes that share a database on a server: who may use it, who may connect, what they tell."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest
import pytest_asyncio

from bot.store import migrations, postgres_adapter, postgres_fleet, postgres_migrations
from bot.store.database import DatabaseUnavailable
from bot.store.fleet import Fleet
from bot.store.migrations import StoreFault
from bot.store.postgres_fleet import PostgresFleet
from bot.store.postgres_server import public_address
from bot.store.shard_range import ShardRange
from bot.store.store import Store
from bot.text.words import Words
from tests.bot.support.postgres import empty

LONG = 86_400.0  # seconds
END_FLEETS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'tessera fleet' AND datname = current_database()"""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """Nobody waits for those who use the database alone."""
    monkeypatch.setattr(postgres_fleet, "LOCK_TIMEOUT", 0.0)


@pytest_asyncio.fixture(loop_scope="session")
async def address(postgres):
    return await empty(postgres)


@pytest_asyncio.fixture(loop_scope="session")
async def fleet(address):
    """Two processes on the same database."""
    both = PostgresFleet(address), PostgresFleet(address)
    for one in both:
        await one.hold()
    yield both
    for one in both:
        await one.release()


@pytest_asyncio.fixture(loop_scope="session")
async def boss(address):
    """Somebody beside them."""
    connection = await asyncpg.connect(address)
    yield connection
    await connection.close()


async def forgotten(boss, fleet):
    """The server has ended the connections of both, and they know it."""
    closed = asyncio.Semaphore(0)
    for one in fleet:
        one._connection.add_termination_listener(lambda _: closed.release())
    await boss.execute(END_FLEETS)
    for _ in fleet:
        await closed.acquire()


async def refused(opening):
    """What an operator reads."""
    with pytest.raises(StoreFault) as caught:
        await opening
    return Words()(caught.value.key, **caught.value.facts)


async def test_whoever_takes_over_from_a_process_that_ended_has_its_name(address, fleet):
    one, other = fleet
    assert one.worker != other.worker
    elsewhere, next_one = PostgresFleet(address, ShardRange(0, 0, 2)), PostgresFleet(address)
    await elsewhere.hold()
    await one.release()
    await next_one.hold()
    assert next_one.worker == one.worker
    assert elsewhere.worker not in {one.worker, other.worker}
    for process in (elsewhere, next_one):
        await process.release()


async def test_several_processes_may_play_but_a_command_of_the_operator_waits_for_the_last_of_them(address):
    first, second = await Store.open(address), await Store.open(address)
    await first.close()
    assert await refused(Store.open_exclusively(address)) == Words()("store.in_use", path=public_address(address))
    await second.close()
    alone = await Store.open_exclusively(address)
    assert await refused(Store.open(address)) == Words()("store.used_alone", path=public_address(address))
    await alone.close()
    await (await Store.open(address)).close()


async def test_a_newer_program_changes_nothing_under_older_ones_that_still_play(postgres, newer_schema, monkeypatch):
    boss, address = await asyncpg.connect(postgres.address("postgres")), postgres.address("older")
    await boss.execute("CREATE DATABASE older")
    try:
        old = await Store.open(address)
        monkeypatch.setattr(postgres_fleet, "newest_version", lambda: migrations.newest_version(newer_schema))
        monkeypatch.setattr(postgres_migrations, "migration_files", lambda _: migrations.migration_files(newer_schema))
        assert await refused(Store.open(address)) == Words()("store.older_in_use", path=public_address(address))
        await old.close()
        new = await Store.open(address)
        assert await new.database.fetch("SELECT count(*) FROM more") == [(0,)]
        await (await Store.open(address)).close()  # the lock is shared again
        await new.close()
    finally:
        await boss.execute("DROP DATABASE older (FORCE)")
        await boss.close()


async def test_a_database_taken_while_the_server_had_forgotten_us_counts_as_away(address, fleet, boss):
    first, _ = fleet
    await forgotten(boss, fleet)
    alone = await Store.open_exclusively(address)
    with pytest.raises(DatabaseUnavailable):
        await first.hold()
    await alone.close()
    await first.hold()


async def test_one_hears_which_table_another_names_also_after_the_connection_was_lost(fleet, boss):
    first, second = fleet
    heard = asyncio.Queue()
    await second.listen(lambda *named: heard.put_nowait(named))
    await first.announce(3, 7)
    assert await heard.get() == (3, 7)
    await forgotten(boss, fleet)
    await second.hold()
    await first.announce(4, None)
    assert await heard.get() == (4, 0)


async def test_two_processes_never_connect_at_once_in_one_lane(fleet, boss):
    first, second = fleet
    await first.wait_to_identify(0, LONG)
    await second.wait_to_identify(1, LONG)  # another lane
    waiting = asyncio.create_task(second.wait_to_identify(0, LONG))
    while not await boss.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        continue
    assert not waiting.done()
    await first.release()  # the lock ends with its process
    await waiting


async def test_the_turn_passes_on_after_those_seconds(fleet):
    first, second = fleet
    assert [await one.wait_to_identify(0, 0.0) for one in (first, second, first)] == [None] * 3


async def test_a_process_that_never_gives_up_its_turn_keeps_others_waiting_for_a_while_only(fleet):
    first, second = fleet
    await first.wait_to_identify(0, LONG)
    second.turn_timeout = 0.01
    await second.wait_to_identify(0, 0.0)
    assert second._lanes == set()  # it was no turn of its own


async def test_without_the_server_a_process_connects_after_those_seconds(tmp_path):
    await PostgresFleet(f"postgresql://tessera@/x?host={tmp_path}").wait_to_identify(0, 0.0)
    assert not list(tmp_path.iterdir())


async def test_a_process_alone_takes_its_turns_by_itself():
    fleet = Fleet()
    await fleet.wait_to_identify(0, LONG)
    await fleet.wait_to_identify(1, LONG)
    waiting = asyncio.create_task(fleet.wait_to_identify(0, LONG))
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    await fleet.announce(1, None)
    await fleet.listen(lambda *_: None)


async def test_whoever_tells_others_does_not_wait_for_a_server_that_hangs(postgres, fleet, monkeypatch):
    monkeypatch.setattr(postgres_fleet, "NOTIFY_TIMEOUT", 0.1)
    heard, (first, second) = asyncio.Queue(), fleet
    await second.listen(lambda *named: heard.put_nowait(named))
    with postgres.hanging():
        await first.announce(3, 7)
    await first.announce(4, 7)  # on a new connection
    while (told := await heard.get()) == (3, 7):  # the server may have read this one before it hung
        continue
    assert told == (4, 7)


async def test_a_process_ends_though_the_server_hangs(postgres, fleet, monkeypatch):
    monkeypatch.setattr(postgres_adapter, "CLOSE_TIMEOUT", 0.1)
    first, _ = fleet
    with postgres.hanging():
        telling = asyncio.create_task(first.announce(3, 7))
        await asyncio.sleep(0)
        await first.release()
        await telling
    assert first._connection.is_closed()


async def test_those_who_wait_for_a_lost_connection_share_the_new_one(fleet, boss):
    await forgotten(boss, fleet)
    first, _ = fleet
    await asyncio.gather(*(first.hold() for _ in range(5)))
    assert await boss.fetchval("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tessera fleet'") == 1
