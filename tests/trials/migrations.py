"""Files of every earlier version, each migration killed half-way many times. Knows no schema's contents."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.migrations import newest_version
from tests.bench import Figure
from tests.bot.support.migration_kills import Kills, campaign

SIZE = 50  # kills of the migration from each version


async def figures(size: int) -> list[Figure]:
    """So many kills for each version that ever landed."""
    found = Kills()
    for version in range(1, newest_version()):
        with TemporaryDirectory() as folder:
            campaign(Path(folder), version, size, found)
    return [
        Figure("migrations begun", found.kills, "kills", least=size * (newest_version() - 1)),
        Figure("of these killed before their end", found.half_way, "kills", least=found.kills // 2),
        Figure("of these between two versions", found.between, "kills", least=1),
        Figure("files with a fault afterwards", len(found.faults), "files", most=0),
    ]
