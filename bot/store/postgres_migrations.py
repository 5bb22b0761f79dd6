"""The schema on a PostgreSQL server, created and migrated by the same numbered files as in SQLite.

Knows nothing about rooms and drivers.
"""

import time
from pathlib import Path
from typing import Any

from bot.store.migrations import APPLICATION_ID, SCHEMA_FOLDER, StoreFault, log_migration, migration_files
from bot.store.postgres_dialect import FUNCTIONS_SQL, translate_schema

MIGRATION_LOCK = 5  # number of the lock that is held while the schema changes
_LOCK = f"SELECT pg_advisory_xact_lock({APPLICATION_ID}, {MIGRATION_LOCK})"
_HAS_VERSION = "SELECT to_regclass('schema_version') IS NOT NULL"
_IS_EMPTY = "SELECT NOT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace)"
_VERSION = "SELECT version FROM schema_version"
_CREATE_VERSION = f"""
    CREATE TABLE schema_version (one BIGINT PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL);
    INSERT INTO schema_version (one, version) VALUES (1, 0);
    {FUNCTIONS_SQL}"""  # noqa: S608 - no outside text
_SET_VERSION = "UPDATE schema_version SET version = $1"


async def prepare(connection: Any, address: str, schema: Path = SCHEMA_FOLDER) -> None:
    """Create the schema or migrate it to the newest version, in one transaction.

    Raises StoreFault: "store.foreign", "store.newer". Several processes may call it at once.
    """
    began = time.monotonic()
    await connection.execute("BEGIN")
    try:
        version = await migrate(connection, address, schema)
    except BaseException:
        await connection.execute("ROLLBACK")
        raise
    await connection.execute("COMMIT")
    log_migration(address, (version, len(migration_files(schema))), began)


async def schema_version(connection: Any, address: str) -> int:
    """Return the schema version, 0 for an empty database. Raises StoreFault("store.foreign")."""
    if await connection.fetchval(_HAS_VERSION):
        return int(await connection.fetchval(_VERSION))
    if not await connection.fetchval(_IS_EMPTY):
        raise StoreFault("store.foreign", address)
    return 0


async def migrate(connection: Any, address: str, schema: Path = SCHEMA_FOLDER) -> int:
    """Do the work of `prepare` within the caller's transaction; return the earlier version, 0 if there was none."""
    await connection.execute(_LOCK)
    every = migration_files(schema)
    version = await schema_version(connection, address)
    if version > len(every):
        raise StoreFault("store.newer", address, version=version, newest=len(every))
    if not version:
        await connection.execute(_CREATE_VERSION)
    try:
        for step in every[version:]:
            statement = translate_schema(step.read_text("utf-8"))
            await connection.execute(statement)
    except Exception as fault:
        log_migration(address, (version, len(every)), 0.0, fault=fault)
        raise
    if version < len(every):
        await connection.execute(_SET_VERSION, len(every))
    return version
