"""Files as the program makes them at its first start, copied: making one runs every step of the schema and syncs each.

Tests of the file itself make it the long way, as do all that start the program in a process of its own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.migrations import prepare
from bot.store.store import Store


async def store_at(path: Path) -> Store:
    """The store in that file, an empty one if there is none."""
    _found(path)
    return await Store.open(path)


def _found(path: Path) -> None:
    if not path.exists():
        path.write_bytes(_empty())


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite3"
        prepare(path)
        return path.read_bytes()
