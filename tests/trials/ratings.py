"""Ratings reckoned anew from random results, and compared with those that were reckoned game by game.

Knows no rules of rating: it only asks whether the file is the same afterwards.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

from bot.logic.results import MARK_LEFT, GameResult, SeatResult, ThinkingTime
from bot.store.store import Store
from engine.robots.core import Level
from tests.bench import Figure

SIZE = 10_000  # results
NEW_YEAR = 1_798_761_600.0  # 2027-01-01
YEAR = 365 * 86_400.0
TABLES = ("results", "ratings", "rating_changes")
PEOPLE = 60
AT_ONCE = 500  # results a transaction, where in life it is one


def lots(seed: int, count: int) -> list[GameResult]:
    """So many results on 3 servers, with robots, ties and leavers; some come late, or at the same moment."""
    lot = Random(seed)
    rooms = enumerate(lot.sample(range(9 * count), count))
    found = [_result(lot, room, NEW_YEAR + n * YEAR / count) for n, room in rooms]
    for at in range(1, count, 7):
        found[at] = replace(found[at], finished=found[at - 1].finished - lot.choice((0.0, 5.0)))
    return found


def _result(lot: Random, room: int, moment: float) -> GameResult:
    people = lot.sample(range(1, PEOPLE + 1), lot.randint(2, 4))
    marks = lot.choices(("", MARK_LEFT), (3, 1), k=len(people))
    seats = [SeatResult(n, one, None, 1, lot.randint(0, 90), marks[n]) for n, one in enumerate(people)]
    if lot.random() < 0.3:
        seats.append(SeatResult(len(seats), None, lot.choice(tuple(Level)), 1, lot.randint(0, 90)))
    ranked = tuple(
        replace(
            one, rank=1 + sum(other.points > one.points for other in seats), thinking_time=ThinkingTime(lot.random(), 1)
        )
        for one in seats
    )
    guild = lot.choice((7, 8, 2**62, None))
    return GameResult(room, lot.choice(("azul", "pillars")), lot.choice((1, 1, 2)), guild, moment, ranked)


async def kept(store: Store, results: list[GameResult]) -> None:
    """The results as if their games had ended one after the other."""
    for start in range(0, len(results), AT_ONCE):

        async def work(some: list[GameResult] = results[start : start + AT_ONCE]) -> None:
            for one in some:
                await store.ratings.add(one)

        await store.database.transaction(work, serialized=True)


async def rows(store: Store) -> dict[str, list[tuple]]:
    """All that the database keeps of results and ratings, in order."""
    asked = {table: f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4, 5" for table in TABLES}
    return {table: [tuple(row) for row in await store.database.fetch(sql)] for table, sql in asked.items()}


async def rebuilt(store: Store, count: int) -> list[str]:
    """The tables that differ after so many results were reckoned anew."""
    await kept(store, lots(1, count))
    before = await rows(store)
    assert len({row[5] for row in before["results"]}) == count
    assert await store.ratings.rebuild(lambda record: None) == count
    after = await rows(store)
    return [table for table in TABLES if before[table] != after[table]]


async def figures(size: int) -> list[Figure]:
    """Whether all is the same."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "tessera.db")
        differing = await rebuilt(store, size)
        await store.close()
    return [Figure(f"tables that differ after {size} results were reckoned anew", len(differing), "", 0)]
