"""Files as the program makes them at its first start, copied: making one runs every step of the schema and syncs each.

Tests of the file itself make it the long way, as do all that start the program in a process of its own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.migrations import prepare
from bot.store.shard_range import ALL_SHARDS, ShardRange
from bot.store.store import Store
from tests.bot.support.postgres import beside


async def store_at(place: Path | str, home: ShardRange = ALL_SHARDS) -> Store:
    """The store in that file, an empty one if there is none; or at that address, whoever else uses it."""
    if isinstance(place, str):
        return await beside(place, home)
    _found(place)
    return await Store.open(place, home)


def _found(path: Path) -> None:
    if not path.exists():
        path.write_bytes(_empty())


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        prepare(path)
        return path.read_bytes()
