"""Address and state of a database on a PostgreSQL server, for operators. Knows nothing about rooms and drivers."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from bot.store.migrations import APPLICATION_ID, StoreFault
from bot.store.postgres_dialect import CLOCK_SQL
from bot.store.postgres_migrations import schema_version

POSTGRES_DRIVER = "asyncpg"
UTF8 = "UTF8"  # the only encoding with all characters
IN_USE_LOCK = 3  # number of the lock that all users share, and that a migration or transfer takes exclusively

_PROGRAM = "SELECT current_setting('server_version_num')::integer"
ENCODING_SQL = "SELECT current_setting('server_encoding')"
_IS_DURABLE = "SELECT current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off'"
_PROCESSES = """
    SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND granted AND datname = current_database() AND classid = $1 AND objid = $2"""
_HAS_PROCESSES = "SELECT to_regclass('processes') IS NOT NULL"
_REPORTED_PROCESSES = f"SELECT first, last, count, {CLOCK_SQL} - seen FROM processes ORDER BY count, first, last"  # noqa: S608


@dataclass(frozen=True)
class ReportedProcess:
    """A process that has recorded a heartbeat."""

    first: int  # its first shard
    last: int  # its last shard
    count: int  # the number of all shards
    ago: float  # seconds since it was last seen


@dataclass(frozen=True)
class ServerState:
    """A database on a server."""

    version: int  # of the schema, 0 for an empty database
    program: int  # the version of the server as a number such as 150018
    encoding: str  # of texts
    is_durable: bool  # commits survive a power cut
    processes: int  # how many processes use the database
    reported: tuple[ReportedProcess, ...] = ()  # processes with recorded heartbeats, including crashed ones


def public_address(address: str) -> str:
    """Return the address without user name, password and parameters, fit to be shown."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def check_driver(address: str) -> None:
    """Check that the driver is installed. Raises StoreFault("store.no_driver")."""
    if find_spec(POSTGRES_DRIVER) is None:
        raise StoreFault("store.no_driver", public_address(address))


async def read_server_state(connection: Any, name: str) -> ServerState:
    """Return the state of the connected database; `name` appears in errors. Raises StoreFault("store.foreign")."""
    rows = await connection.fetch(_REPORTED_PROCESSES) if await connection.fetchval(_HAS_PROCESSES) else ()
    return ServerState(
        version=await schema_version(connection, name),
        program=await connection.fetchval(_PROGRAM),
        encoding=await connection.fetchval(ENCODING_SQL),
        is_durable=await connection.fetchval(_IS_DURABLE),
        processes=await connection.fetchval(_PROCESSES, APPLICATION_ID, IN_USE_LOCK),
        reported=tuple(ReportedProcess(*row) for row in rows),
    )
