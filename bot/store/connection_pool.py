"""A pool of connections to a server, each used by one task at a time. Knows nothing about drivers and statements."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class ConnectionPool:
    """At most `size` connections, which `connect` opens on demand.

    Connections are not reset when they are taken or given back. The driver's own pool resets them, which costs a tenth
    of this process's time for a move, and waits without limit for a server that hangs.
    """

    def __init__(self, connect: Callable[[], Awaitable[Any]], size: int) -> None:
        self._connect = connect
        self._free = asyncio.Semaphore(size)
        self._all: set[Any] = set()
        self._idle: list[Any] = []
        self._closed = False
        self.opened_count = 0  # connections opened so far

    async def take(self) -> Any:
        """Return a connection that only the caller uses until it is given back.

        Raises what `connect` raises, and ConnectionError once the pool is closed.
        """
        await self._free.acquire()
        try:
            while self._idle:
                if not (connection := self._idle.pop()).is_closed():
                    return connection
                self._all.discard(connection)
            return await self._open_connection()
        except BaseException:
            self._free.release()
            raise

    def give_back(self, connection: Any) -> None:
        """Return the connection to the pool, unless it is closed."""
        if connection.is_closed():
            self._all.discard(connection)
        else:
            self._idle.append(connection)
        self._free.release()

    async def close(self, seconds: float) -> None:
        """Close all connections; cut off those that are in use or not closed within that many seconds."""
        self._closed = True
        idle = self._idle
        self._idle = []
        for connection in self._all.difference(idle):
            connection.terminate()
        await asyncio.gather(*(connection.close(timeout=seconds) for connection in idle), return_exceptions=True)

    async def _open_connection(self) -> Any:
        connection = None if self._closed else await self._connect()
        if self._closed:
            if connection is not None:
                connection.terminate()
            raise ConnectionError("closed")
        self._all.add(connection)
        self.opened_count += 1
        return connection
