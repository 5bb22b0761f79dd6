"""Killing a migration half-way, again and again, and looking at what it leaves. Knows no schema's contents."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.store.migrations import newest_version, prepare
from tests.bot.support.old_files import content, file_of
from tests.bot.support.program import NURSERY


@dataclass
class Kills:
    """What came of them: how many struck before the end, how many between the first step and the last."""

    kills: int = 0
    half_way: int = 0
    between: int = 0
    faults: list[str] = field(default_factory=list)


def killed(path: Path, wait: float) -> bool:
    """Whether the migration of that file was killed before its end, so many seconds after its start."""
    migration = NURSERY.Process(target=prepare, args=(path,))
    migration.start()
    migration.join(wait)
    migration.kill()
    migration.join()
    return migration.exitcode != 0


def campaign(folder: Path, version: int, times: int, found: Kills) -> None:
    """So many kills of the migration of a file of that version, each looked at, and done again to the end."""
    start, path = folder / f"start {version}.db", folder / "tessera.db"
    file_of(start, version)
    whole, lot = content(start), Random(version)
    usual = min(_time(path, start) for _ in range(3))
    for number in range(times):
        _laid(start, path)
        found.kills += 1
        found.half_way += killed(path, usual * lot.uniform(0.05, 0.95))
        found.between += version < _version(path) < newest_version()
        prepare(path)
        found.faults += [f"{version}, kill {number}: {fault}" for fault in faults(path, start, whole, version)]


def _laid(start: Path, path: Path) -> None:
    """The file is as it was at the start, with nothing beside it."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    shutil.copy(start, path)


def _time(path: Path, start: Path) -> float:
    """Seconds that a whole migration takes."""
    _laid(start, path)
    began = time.monotonic()
    assert not killed(path, 60.0)
    return time.monotonic() - began


def faults(path: Path, start: Path, whole: object, version: int) -> Iterator[str]:
    """What is wrong with the file that was migrated in the end."""
    with closing(sqlite3.connect(path)) as database:
        yield from (f"{row}" for row in database.execute("PRAGMA integrity_check") if row != ("ok",))
        yield from (f"{row}" for row in database.execute("PRAGMA foreign_key_check"))
    if _version(path) != newest_version():
        yield f"version {_version(path)}"
    if content(path, like=start) != whole:
        yield "rows differ"
    copy = path.with_name(f"{path.name}.before-{version + 1}")
    if not copy.exists() or content(copy) != whole:
        yield "the copy beside it is not what the file was"
    if path.with_name(f"{path.name}.copying").exists():
        yield "half a copy is left"


def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])
