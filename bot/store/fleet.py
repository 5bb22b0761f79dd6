"""What processes that share one database agree on with each other: who may connect next, and which table is owed.

Knows no driver and no Discord; a database on a server has its own way, in fleet_postgres.py.
"""

import asyncio
from collections.abc import Callable
from secrets import token_hex

Hear = Callable[[int, int], None]  # is called with the number of a table and of its server, 0 for direct messages


class Fleet:
    """All processes that use the database, as one of them sees them: of a file this one is the only one.

    `worker`: the name of this process. No other one has it meanwhile; whoever takes over after a crash gets it again.
    `is_alone`: whether there can be no other process.
    """

    is_alone = True

    def __init__(self) -> None:
        self.worker = token_hex(8)
        self._free: dict[int, float] = {}  # lane: when it is free again, by the event loop's clock

    async def identify(self, lane: int, seconds: float) -> None:
        """Return when it is our turn to connect to Discord in that lane; for so many seconds it is nobody else's."""
        now = asyncio.get_running_loop().time()
        begin = max(now, self._free.get(lane, now))
        self._free[lane] = begin + seconds
        await asyncio.sleep(begin - now)

    async def listen(self, hear: Hear) -> None:
        """From now on every table that another process names is told to `hear`."""

    async def tell(self, room_id: int, guild: int | None) -> None:
        """Name the table to all others, once what happened there is committed. It may be lost: nothing relies on it."""
