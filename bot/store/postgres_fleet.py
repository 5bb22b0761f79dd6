"""The processes that share a PostgreSQL database: locks and notifications on a separate connection.

A lock ends with the connection that took it, however the process ends. Knows nothing about tables.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from itertools import count
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from bot import tasks
from bot.logs import error_summary
from bot.store.database import DatabaseUnavailable
from bot.store.fleet import Fleet, TableListener
from bot.store.migrations import APPLICATION_ID, StoreFault, newest_version
from bot.store.postgres_adapter import DRIVER_ERRORS, KEEPALIVE_SETTINGS, MIGRATION_TIMEOUT, DatabaseLock
from bot.store.postgres_migrations import prepare, schema_version
from bot.store.postgres_server import IN_USE_LOCK, public_address
from bot.store.shard_range import ALL_SHARDS, ShardRange

IDENTIFY_LOCK = 1_000  # number of the lock for lane 0; other lanes have the following numbers
NOTIFY_CHANNEL = "tessera_owed"
FLEET_CONNECT_TIMEOUT = 10.0  # seconds
IDENTIFY_TIMEOUT = 300.0  # seconds that a shard waits for its turn to connect; a hanging process may never end its turn
NOTIFY_TIMEOUT = 5.0  # seconds for the server to accept a notification
LOCK_TIMEOUT = 10.0  # seconds to wait for a process that uses the database exclusively
LOCK_POLL_PAUSE = 0.1  # seconds between attempts

_TRY_SHARED_LOCK = f"SELECT pg_try_advisory_lock_shared({APPLICATION_ID}, {IN_USE_LOCK})"
_TRY_EXCLUSIVE_LOCK = f"SELECT pg_try_advisory_lock({APPLICATION_ID}, {IN_USE_LOCK})"
_RELEASE_EXCLUSIVE_LOCK = f"SELECT pg_advisory_unlock({APPLICATION_ID}, {IN_USE_LOCK})"
_TRY_NAME = f"SELECT pg_try_advisory_lock({APPLICATION_ID}, hashtext($1))"
_LOCK_LANE = f"SELECT pg_advisory_lock({APPLICATION_ID}, $1)"
_NOTIFY = f"SELECT pg_notify('{NOTIFY_CHANNEL}', $1)"

_FLEET_SESSION = {"application_name": "tessera fleet", **KEEPALIVE_SETTINGS}

log = logging.getLogger(__name__)


class PostgresFleet(DatabaseLock, Fleet):
    """This process among those that use the database at that address."""

    is_alone = False

    def __init__(self, address: str, shards: ShardRange = ALL_SHARDS) -> None:
        DatabaseLock.__init__(self, address, LOCK_TIMEOUT)
        self._shards = shards
        self.worker = ""  # until `hold`
        self.turn_timeout = IDENTIFY_TIMEOUT
        self._listener: TableListener | None = None
        self._lanes: set[asyncio.Task[None]] = set()
        self._joining: asyncio.Task[None] | None = None
        self._has_joined = False

    async def hold(self) -> None:
        """Make sure that this process has joined the users of the database, which has the newest schema.

        Raises StoreFault: "store.used_alone", "store.older_in_use", and as `prepare`; once joined, DatabaseUnavailable.
        """
        if self._is_held():
            return
        if self._joining is None or self._joining.done():  # other callers wait for the same task
            self._joining = asyncio.create_task(self._join(), name="joining the fleet")
            self._joining.add_done_callback(_retrieve_exception)
        await asyncio.shield(self._joining)

    async def release(self) -> None:
        """Leave the users of the database."""
        await tasks.cancel([*self._lanes, *([self._joining] if self._joining else [])])
        await super().release()

    async def wait_to_identify(self, lane: int, seconds: float) -> None:
        """Wait for this process's turn among all processes; the turn lasts so many seconds.

        If the server is unavailable, or the wait takes too long, just wait that many seconds.
        """
        try:
            connection = await self._connect()
            try:
                await connection.execute(_LOCK_LANE, IDENTIFY_LOCK + lane, timeout=self.turn_timeout)
            except BaseException:
                connection.terminate()
                raise
        except DRIVER_ERRORS as fault:
            log.warning("no turn to connect could be agreed on (%s)", error_summary(fault))
            await asyncio.sleep(seconds)
            return
        task = asyncio.create_task(_close_later(connection, seconds), name=f"lane {lane}")
        self._lanes.add(task)
        task.add_done_callback(self._lanes.discard)

    async def listen(self, listener: TableListener) -> None:
        """Call the listener for every table that another process announces, also after a reconnection."""
        async with self._turn:
            self._listener = listener
            if self._is_held():
                try:
                    async with asyncio.timeout(NOTIFY_TIMEOUT):
                        await self._connection.add_listener(NOTIFY_CHANNEL, self._receive)
                except TimeoutError:  # the connection hangs; the next one listens from its start
                    self._connection.terminate()

    async def announce(self, room_id: int, guild: int | None) -> None:
        """Announce the table to the other processes."""
        try:
            await self.hold()
            async with self._turn:
                try:
                    await self._connection.execute(_NOTIFY, f"{room_id} {guild or 0}", timeout=NOTIFY_TIMEOUT)
                except TimeoutError:  # the connection hangs; a new one may work
                    self._connection.terminate()
                    raise
        except DRIVER_ERRORS as fault:  # nothing is lost, because the other processes also poll
            log.debug("the others could not be told (%s)", error_summary(fault))

    def _receive(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        if self._listener is not None:
            room_id, guild = map(int, payload.split())
            self._listener(room_id, guild)

    async def _join(self) -> None:
        try:
            async with asyncio.timeout(FLEET_CONNECT_TIMEOUT if self._has_joined else MIGRATION_TIMEOUT):
                connection = await self._connect()
                try:
                    await self._share_lock(connection)
                    # Take the first free name for this range; it is reserved as long as the connection lasts.
                    for number in count():
                        name = f"{self._shards.first}-{self._shards.last}/{self._shards.count} {number}"
                        if await connection.fetchval(_TRY_NAME, name):
                            self.worker = name
                            break
                    if self._listener is not None:
                        await connection.add_listener(NOTIFY_CHANNEL, self._receive)
                except BaseException:
                    connection.terminate()
                    raise
        except StoreFault as fault:
            if self._has_joined:  # another process has taken the database while the server was unavailable
                raise DatabaseUnavailable(fault.key) from fault
            raise
        self._connection = connection
        self._has_joined = True

    async def _share_lock(self, connection: Any) -> None:
        """Share the lock with the other processes; migrate an older schema while no other process is connected."""
        address = public_address(self._address)
        for left in reversed(range(round(LOCK_TIMEOUT / LOCK_POLL_PAUSE) + 1)):
            is_older = await schema_version(connection, address) < newest_version()
            if await connection.fetchval(_TRY_EXCLUSIVE_LOCK if is_older else _TRY_SHARED_LOCK):
                await prepare(connection, address)
                if is_older:
                    await connection.fetchval(_TRY_SHARED_LOCK)
                    await connection.execute(_RELEASE_EXCLUSIVE_LOCK)
                return
            if left:
                await asyncio.sleep(LOCK_POLL_PAUSE)
        raise StoreFault("store.older_in_use" if is_older else "store.used_alone", address)

    async def _connect(self) -> Any:
        return await asyncpg.connect(
            self._address, timeout=FLEET_CONNECT_TIMEOUT, server_settings=_FLEET_SESSION, statement_cache_size=0
        )


def _retrieve_exception(task: asyncio.Task[None]) -> None:
    """Mark the task's exception as seen, because all callers that still waited for the task have got it."""
    if not task.cancelled():
        task.exception()


async def _close_later(connection: Any, seconds: float) -> None:
    """Close the connection, and so release its locks, after that many seconds."""
    try:
        await asyncio.sleep(seconds)
        with suppress(*DRIVER_ERRORS):
            await connection.close(timeout=FLEET_CONNECT_TIMEOUT)
    finally:
        connection.terminate()
