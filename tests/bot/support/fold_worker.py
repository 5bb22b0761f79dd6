"""A process that folds the logs of all old tables of a file and says so after each; made to be killed.

Knows nothing of the test that kills it.
"""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path

from bot.store.store import Store


def fold_all(wire: Connection, path: Path) -> None:
    """The number of each table goes over the wire once it is folded."""
    asyncio.run(_fold_all(wire, path))


async def _fold_all(wire: Connection, path: Path) -> None:
    store = await Store.open(path)
    wire.send("ready")
    for room_id in await store.folded_logs.due_rooms(float("inf"), 1_000):
        await store.folded_logs.fold(room_id)
        wire.send(room_id)
    await store.close()
