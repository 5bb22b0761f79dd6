"""The processes that share a PostgreSQL database: locks and notices on a connection that no statement of a store uses.

A lock of the server ends with the connection that took it, however the process ends. Knows no table.
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
from bot.store.database import DatabaseAway
from bot.store.database_postgres import FAULTS, KEEPALIVES, MIGRATION_TIMEOUT, SoleUse
from bot.store.fleet import Fleet, Hear
from bot.store.homes import EVERYWHERE, Home
from bot.store.migrations import APPLICATION, StoreFault, newest
from bot.store.migrations_postgres import prepare, version_of
from bot.store.server_postgres import IN_USE, plain

IDENTIFYING = 1_000  # the number of the lock of lane 0; the other lanes have the following ones
CHANNEL = "tessera_owed"
CONNECTING = 10.0  # seconds in which a connection must come about
TURN = 300.0  # seconds that a shard waits for its turn to connect; a process that stands still may never give it
TELLING = 5.0  # seconds in which the server must have passed on what it was told
PATIENCE = 10.0  # seconds in which others may finish what they do with the database alone
LOOK = 0.1  # seconds between two looks whether they have

_SHARE = f"SELECT pg_try_advisory_lock_shared({APPLICATION}, {IN_USE})"
_TAKE = f"SELECT pg_try_advisory_lock({APPLICATION}, {IN_USE})"
_GIVE_BACK = f"SELECT pg_advisory_unlock({APPLICATION}, {IN_USE})"
_NAME = f"SELECT pg_try_advisory_lock({APPLICATION}, hashtext($1))"
_LANE = f"SELECT pg_advisory_lock({APPLICATION}, $1)"
_TELL = f"SELECT pg_notify('{CHANNEL}', $1)"

_SERVER = {"application_name": "tessera fleet", **KEEPALIVES}

log = logging.getLogger(__name__)


class FleetOnServer(SoleUse, Fleet):
    """This process among those that use the database at that address."""

    is_alone = False

    def __init__(self, address: str, home: Home = EVERYWHERE) -> None:
        SoleUse.__init__(self, address, PATIENCE)
        self._home = home
        self.worker = ""  # until `hold`
        self.turn_timeout = TURN
        self._hear: Hear | None = None
        self._lanes: set[asyncio.Task[None]] = set()
        self._joining: asyncio.Task[None] | None = None
        self._was_in = False

    async def hold(self) -> None:
        """Return while we are known to use the database, with the newest schema; anew if the server forgot it.

        Raises StoreFault: "store.used_alone", "store.older_in_use", and as `prepare`; DatabaseAway later on.
        """
        if self._held():
            return
        if self._joining is None or self._joining.done():  # whoever else waits meanwhile shares its outcome
            self._joining = asyncio.create_task(self._join(), name="joining the fleet")
            self._joining.add_done_callback(_heard_of)
        await asyncio.shield(self._joining)

    async def end(self) -> None:
        """The process does not use the database any more."""
        await tasks.cancel([*self._lanes, *([self._joining] if self._joining else [])])
        await super().end()

    async def identify(self, lane: int, seconds: float) -> None:
        """Return when it is our turn in that lane among all processes. Without the server we just wait so long.

        So we do once we have waited for our turn too long.
        """
        try:
            connection = await self._connect()
            try:
                await connection.execute(_LANE, IDENTIFYING + lane, timeout=self.turn_timeout)
            except BaseException:
                connection.terminate()
                raise
        except FAULTS as fault:
            log.warning("no turn to connect could be agreed on (%s)", error_summary(fault))
            await asyncio.sleep(seconds)
            return
        task = asyncio.create_task(_close_later(connection, seconds), name=f"lane {lane}")
        self._lanes.add(task)
        task.add_done_callback(self._lanes.discard)

    async def listen(self, hear: Hear) -> None:
        """Every table that another process names is told to `hear`, also after the connection was lost."""
        async with self._turn:
            self._hear = hear
            if self._held():
                try:
                    async with asyncio.timeout(TELLING):
                        await self._connection.add_listener(CHANNEL, self._heard)
                except TimeoutError:  # it hangs; the next connection listens from its beginning
                    self._connection.terminate()

    async def tell(self, room_id: int, guild: int | None) -> None:
        """Name the table to all others."""
        try:
            await self.hold()
            async with self._turn:
                try:
                    await self._connection.execute(_TELL, f"{room_id} {guild or 0}", timeout=TELLING)
                except TimeoutError:  # it hangs, and a new connection may not
                    self._connection.terminate()
                    raise
        except FAULTS as fault:  # the others will look by themselves
            log.debug("the others could not be told (%s)", error_summary(fault))

    def _heard(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        if self._hear is not None:
            room_id, guild = map(int, payload.split())
            self._hear(room_id, guild)

    async def _join(self) -> None:
        try:
            async with asyncio.timeout(CONNECTING if self._was_in else MIGRATION_TIMEOUT):
                connection = await self._connect()
                try:
                    await self._share(connection)
                    # The first name for a process with this home that no other has; ours as long as the connection.
                    for number in count():
                        name = f"{self._home.first}-{self._home.last}/{self._home.count} {number}"
                        if await connection.fetchval(_NAME, name):
                            self.worker = name
                            break
                    if self._hear is not None:
                        await connection.add_listener(CHANNEL, self._heard)
                except BaseException:
                    connection.terminate()
                    raise
        except StoreFault as fault:
            if self._was_in:  # somebody has taken the database while its server was away
                raise DatabaseAway(fault.key) from fault
            raise
        self._connection = connection
        self._was_in = True

    async def _share(self, connection: Any) -> None:
        """The lock is shared with all others, and the schema is the newest. It changes while nobody else is there."""
        address = plain(self._address)
        for left in reversed(range(round(PATIENCE / LOOK) + 1)):
            is_older = await version_of(connection, address) < newest()
            if await connection.fetchval(_TAKE if is_older else _SHARE):
                await prepare(connection, address)
                if is_older:
                    await connection.fetchval(_SHARE)
                    await connection.execute(_GIVE_BACK)
                return
            if left:
                await asyncio.sleep(LOOK)
        raise StoreFault("store.older_in_use" if is_older else "store.used_alone", address)

    async def _connect(self) -> Any:
        return await asyncpg.connect(self._address, timeout=CONNECTING, server_settings=_SERVER, statement_cache_size=0)


def _heard_of(task: asyncio.Task[None]) -> None:
    """Those who waited have heard of its fault; perhaps nobody waits any more."""
    if not task.cancelled():
        task.exception()


async def _close_later(connection: Any, seconds: float) -> None:
    """The connection, and with it what it holds, is kept for so long."""
    try:
        await asyncio.sleep(seconds)
        with suppress(*FAULTS):
            await connection.close(timeout=CONNECTING)
    finally:
        connection.terminate()
