"""What only a server can do to the stores: two at once, deadlocks, connections that end, another process."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import asyncpg
import pytest
import pytest_asyncio

from bot.model.people import Location
from bot.model.record import NewestMessage
from bot.store import postgres_fleet
from bot.store.database import Conflict, Database, DatabaseUnavailable
from bot.store.migrations import SCHEMA_FOLDER, StoreFault, newest_version
from bot.store.postgres_adapter import (
    _SESSION_SETTINGS,
    MAX_CONNECTIONS,
    WORK_ATTEMPTS,
    PostgresAdapter,
    read_only_connection,
)
from bot.store.postgres_migrations import prepare, schema_version
from bot.store.shard_range import ALL_SHARDS
from bot.store.store import Store
from bot.text.words import Words
from tests.bot.store.test_store import LOBBY, playing
from tests.bot.support.postgres import beside, empty, server
from tests.bot.support.rooms import rows, write_rows

END_ME = "SELECT pg_terminate_backend(pg_backend_pid())"
# Whoever beats ends the connection, and only when the beat is to be committed.
FATAL = """
    CREATE FUNCTION fatal() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER fatal AFTER INSERT ON heartbeats DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fatal();"""
NO_MORE = "DROP TRIGGER fatal ON heartbeats; DROP FUNCTION fatal()"
KEEPALIVES = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")
GONE = """
    INSERT INTO room_events (room, n, log_length, kind, facts, at)
    VALUES ($1, 0, 2, 'gone', '{"name": "N. N."}', 80.0)"""
BEAT = "INSERT INTO heartbeats (first, last, count, at) VALUES (0, 0, 1, 5.0)"


async def version_at(address):
    """The version of the schema there."""
    async with read_only_connection(address) as connection:
        return await schema_version(connection, address)


@pytest_asyncio.fixture(loop_scope="session")
async def address(postgres):
    return await empty(postgres)


@pytest_asyncio.fixture(loop_scope="session")
async def store(address):
    store = await beside(address)
    yield store
    await store.close()


def told(fault):
    """The sentence of the fault, which is complete."""
    return Words()(fault.key, **fault.facts)


async def refused(address):
    """What an operator reads who starts the program there."""
    with pytest.raises(StoreFault) as caught:
        await Store.open(address)
    return told(caught.value)


async def test_a_server_that_is_not_there_is_named_without_its_password(tmp_path):
    said = await refused(f"postgresql://tessera:s3cret@/nowhere?host={tmp_path}")
    assert "postgresql:///nowhere" in said
    assert "s3cret" not in said


async def test_a_database_that_is_not_there_is_named(postgres):
    assert "nowhere" in await refused(postgres.address("nowhere"))


async def on_its_own(postgres, name, deed):
    """What the deed returns on a new database of that name, which is gone afterwards."""
    boss = await asyncpg.connect(postgres.address("postgres"))
    await boss.execute(f"CREATE DATABASE {name}")
    try:
        connection = await asyncpg.connect(postgres.address(name))
        try:
            return await deed(connection)
        finally:
            await connection.close()
    finally:
        await boss.execute(f"DROP DATABASE {name} (FORCE)")
        await boss.close()


async def test_a_database_of_somebody_else_is_refused_and_left_alone(postgres):
    async def deed(connection):
        await connection.execute("CREATE TABLE diary (day TEXT)")
        said = await refused(postgres.address("diary"))
        return said, await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")

    said, tables = await on_its_own(postgres, "diary", deed)
    assert ("is not a database of Tessera" in said, tables) == (True, 1)


async def test_a_migration_that_fails_changes_nothing_and_a_newer_database_is_refused(postgres, newer_schema, caplog):
    caplog.set_level("INFO", "bot.store")
    step = next(newer_schema.glob("*_more.sql"))
    whole, address = step.read_text(), postgres.address("newer")

    async def deed(connection):
        step.write_text(f"{whole} INSERT INTO nowhere VALUES (1);")
        await prepare(connection, address, SCHEMA_FOLDER)
        with pytest.raises(asyncpg.UndefinedTableError):
            await prepare(connection, address, newer_schema)
        assert await version_at(address) == newest_version()
        assert await connection.fetchval("SELECT to_regclass('more')") is None
        step.write_text(whole)
        await prepare(connection, address, newer_schema)
        assert await connection.fetchval("SELECT count(*) FROM more") == 0
        failed, migrated = caplog.messages
        versions = f"from version {newest_version()} to {newest_version() + 1}"
        assert failed == f"{address} could not be migrated {versions} (UndefinedTableError)"
        assert migrated.startswith(f"{address} was migrated {versions} in ")
        return await refused(address)

    assert f"version {newest_version() + 1}" in await on_its_own(postgres, "newer", deed)


async def test_programs_that_start_at_once_make_the_tables_once(postgres):
    async def deed(_):
        adapters = await asyncio.gather(
            *(PostgresAdapter.open(postgres.address("fresh"), exclusive=False) for _ in range(3))
        )
        await asyncio.gather(*(adapter.close() for adapter in adapters))
        return await version_at(postgres.address("fresh"))

    assert await on_its_own(postgres, "fresh", deed) == newest_version()


async def test_of_two_who_wait_for_each_other_one_does_its_work_again(store):
    people, both, other_done = ((1, "Ana"), (2, "Ben")), asyncio.Barrier(2), asyncio.Event()
    for person in people:
        await write_rows(store, "INSERT INTO people VALUES (?, ?)", *person)
    begun = []

    async def renamed(first, second, patience):
        begun.append(first)
        if begun.count(first) > 1:  # or it could be faster than the other, who has just been woken, and give up again
            await other_done.wait()
        await store.database.execute(f"SET LOCAL deadlock_timeout = '{patience}'")
        for number in (first, second):
            await store.database.execute("UPDATE people SET name = name || ? WHERE id = ?", (str(first), number))
            if number == first and begun.count(first) == 1:
                await both.wait()

    async def stays():
        await store.database.transaction(lambda: renamed(1, 2, "1h"))
        other_done.set()

    await asyncio.gather(stays(), store.database.transaction(lambda: renamed(2, 1, "10ms")))
    names = [name for (name,) in await rows(store, "SELECT name FROM people WHERE id IN (1, 2) ORDER BY id")]
    assert (sorted(begun), names) == ([1, 2, 2], ["Ana12", "Ben12"])


async def test_work_that_was_overtaken_by_a_deletion_is_done_again_and_one_that_cannot_succeed_is_our_bug(store):
    begun = []

    async def work():
        begun.append(len(begun))
        if len(begun) == succeeds:
            await store.database.execute("INSERT INTO people VALUES (?, ?)", (1, "Ana"))
        await store.database.execute("INSERT INTO known_names (person, name) VALUES (?, ?)", (1, "Anna"))

    succeeds = 2
    await store.database.transaction(work)
    assert (len(begun), await rows(store, "SELECT id FROM people")) == (2, [(1,)])
    await write_rows(store, "DELETE FROM known_names")
    await write_rows(store, "DELETE FROM people")
    succeeds, _ = 0, begun.clear()
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await store.database.transaction(work)
    assert len(begun) == WORK_ATTEMPTS


async def test_work_whose_connection_ends_before_the_commit_is_done_again_and_given_up_at_last(store):
    begun = []

    async def work():
        begun.append(await store.database.execute(BEAT))
        if len(begun) < lives:
            await store.database.execute(END_ME)

    lives = 3
    await store.database.transaction(work)
    assert (len(begun), set(await store.deadlines.seconds_since_heartbeat(0.0))) == (3, {ALL_SHARDS})
    await write_rows(store, "DELETE FROM heartbeats")
    lives, _ = 1_000, begun.clear()
    with pytest.raises(DatabaseUnavailable):
        await store.database.transaction(work)
    assert (len(begun), await store.deadlines.seconds_since_heartbeat(0.0)) == (WORK_ATTEMPTS, {})


@pytest.mark.parametrize("alone", [True, False])
async def test_a_commit_is_never_repeated(store, address, alone):
    begun = []

    async def work():
        begun.append(await store.database.execute(BEAT))

    boss = await asyncpg.connect(address)
    await boss.execute(FATAL)
    try:
        with pytest.raises(DatabaseUnavailable):
            await (store.deadlines.record_heartbeat(5.0) if alone else store.database.transaction(work))
    finally:
        await boss.execute(NO_MORE)
        await boss.close()
    assert (len(begun), await store.deadlines.seconds_since_heartbeat(0.0)) == (int(not alone), {})


async def test_only_what_is_there_already_is_a_conflict(store):
    record = await store.add(LOBBY, 1)
    with pytest.raises(Conflict):
        await store.add(LOBBY, 1)
    with pytest.raises(asyncpg.CheckViolationError):
        await store.save(record, replace(playing(record), phase="nonsense"), 2)


async def test_what_the_server_loses_is_told_and_the_store_goes_on_by_itself(postgres_programs, monkeypatch):
    monkeypatch.setattr(postgres_fleet, "LOCK_TIMEOUT", 0.0)
    with server(postgres_programs) as own:
        address = own.address("postgres")
        store = await Store.open(address)
        record = await store.add(LOBBY, 1)
        own.kill()
        for deed in (store.load(record.id), store.save(record, record, 2), store.deadlines.record_heartbeat(5.0)):
            with pytest.raises(DatabaseUnavailable):
                await deed
        own.start()
        assert await store.load(record.id) == record
        assert (await store.save(record, record, 2)).change == record.change + 1
        with pytest.raises(StoreFault, match="in_use"):  # we are known to use it again
            await Store.open_exclusively(address)
        own.kill()
        own.start()
        other = await Store.open_exclusively(address)
        with pytest.raises(DatabaseUnavailable):
            await store.load(record.id)
        await other.close()
        assert (await store.load(record.id)).change == record.change + 1
        await store.close()


async def test_what_somebody_has_begun_is_waited_for_before_anything_is_read(address):
    store = Store(Database(await PostgresAdapter.open(address)))
    record = await store.add(LOBBY, 1)
    for press in range(2, 12):
        deed = asyncio.create_task(store.save(record, record, press))
        await asyncio.sleep(0)
        deed.cancel()
        await asyncio.gather(deed, return_exceptions=True)
        later = await store.load(record.id)
        assert later.change == record.change + 1
        record = later
    await store.close()


@pytest_asyncio.fixture(loop_scope="session")
async def boss(address):
    """A connection beside the store's."""
    connection = await asyncpg.connect(address)
    yield connection
    await connection.close()


async def waits(boss):
    """Return once somebody waits for what another transaction has changed."""
    while not await boss.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        continue


async def test_a_message_posted_while_its_table_is_changed_does_not_count_as_newer_than_the_change(store, boss):
    lobby = await store.add(replace(LOBBY, place=Location(7, 70)), 1)
    record = await store.save(lobby, playing(lobby), 2)
    async with boss.transaction():
        await boss.execute("UPDATE rooms SET change = change + 1")
        noting = asyncio.create_task(store.outbox.record_shown(record, NewestMessage(900, 90.0, 2), True))
        await waits(boss)
        await boss.execute(GONE, record.id)
    await noting
    assert (await store.load(record.id)).newest_message.posted_at == 80.0


async def once_again(deed):
    """What the deed returns as soon as the database can be used."""
    while True:
        try:
            return await deed()
        except DatabaseUnavailable:
            continue


async def test_a_server_that_hangs_is_told_in_time_and_the_store_goes_on_by_itself(store, postgres, address):
    record, hasty = await store.add(LOBBY, 1), await beside(address, patience=0.2)
    with postgres.hanging():
        deeds = [hasty.load(record.id) for _ in range(2 * MAX_CONNECTIONS)]
        told = await asyncio.gather(*deeds, hasty.save(record, record, 2), return_exceptions=True)
        assert {type(one) for one in told} == {DatabaseUnavailable}
    assert await once_again(lambda: hasty.load(record.id)) == record
    with postgres.hanging():
        hung = asyncio.create_task(hasty.save(record, record, 3))
        await asyncio.sleep(0)
        await hasty.close()
        with pytest.raises(DatabaseUnavailable):
            await hung


async def test_a_program_whose_machine_vanished_is_noticed_within_a_minute(store):
    found = await rows(store, "SELECT source FROM pg_settings WHERE name LIKE 'tcp_keepalives%'")
    assert (found, [_SESSION_SETTINGS[name] for name in KEEPALIVES]) == ([("client",)] * 3, ["30", "10", "3"])


async def test_who_reads_waits_for_what_was_given_up_before_and_not_for_what_is_given_up_later(store):
    go = asyncio.Event(), asyncio.Event()

    async def given_up(event):
        deed = asyncio.create_task(store.database.transaction(event.wait))
        await asyncio.sleep(0)
        deed.cancel()
        await asyncio.gather(deed, return_exceptions=True)

    await given_up(go[0])
    reading = asyncio.create_task(store.load(1))
    await asyncio.sleep(0)
    await given_up(go[1])
    assert not reading.done()
    go[0].set()
    assert await reading is None
    go[1].set()


async def test_what_is_written_after_something_was_given_up_comes_after_it(store, boss):
    """Whoever was cancelled while taking a table gave it back too early at times, and nobody showed it for a while."""
    record = await store.add(LOBBY, 1)
    await boss.execute("SELECT pg_advisory_lock(77)")

    async def take():
        await store.database.execute("SELECT pg_advisory_xact_lock(77)")
        await store.database.execute("UPDATE outbox SET until = 1e12, worker = ?", (store.outbox._fleet.worker,))

    async def take_and_give_back():
        store.outbox._taken.add(record.id)
        try:
            await store.database.transaction(take)
        finally:
            await store.outbox.release(record.id)

    deed = asyncio.create_task(take_and_give_back())
    await waits(boss)
    deed.cancel()
    for _ in range(20):  # a giving back that waits for nothing would be done by then
        await boss.fetchval("SELECT until FROM outbox")
    assert not deed.done()
    await boss.execute("SELECT pg_advisory_unlock(77)")
    await asyncio.gather(deed, return_exceptions=True)
    assert await boss.fetchval("SELECT until FROM outbox") == 0


async def test_after_the_server_was_away_nothing_is_believed_that_was_read_before(store):
    async def version():
        return await store.database.port.version()

    before = await store.database.snapshot(version)
    assert await store.database.snapshot(version) == before
    with pytest.raises(DatabaseUnavailable):
        await store.database.snapshot(lambda: store.database.execute(END_ME))
    assert await store.database.snapshot(version) != before
