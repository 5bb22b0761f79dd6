"""Leaderboards and profiles over 100,000 results: how long they take, what reckoning all anew takes, how memory grows.

Knows no rules of rating.
"""

from __future__ import annotations

import asyncio
import resource
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bot.logic.ratings import ALL_TIME, EVERYWHERE
from bot.logic.results import GameResult, SeatResult, ThinkingTime
from bot.logic.standings import LeaderboardQuery
from bot.model.people import Person
from bot.services.leaderboards import Leaderboards
from bot.store.store import Store
from tests.bench import Figure

RESULTS = 100_000
PEOPLE = 8_000
SERVERS = 200
YEAR = 365 * 86_400.0
NEW_YEAR = 1_798_761_600.0  # 2027-01-01
ROUNDS = 30


def figures() -> list[Figure]:
    """Milliseconds of one page each, seconds and memory of reckoning anew."""
    return asyncio.run(_figures())


async def _figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "tessera.db")
        try:
            await _fill(store)
            rankings = Leaderboards(store, lambda: NEW_YEAR + YEAR)
            anew, waited = await _rebuilt(store, rankings)
            before = _memory()
            found = await _looks(rankings)
            grown = _memory() - before
        finally:
            await store.close()
    return [
        Figure(f"{RESULTS:,} results reckoned anew", anew, "s", 120),
        Figure("longest wait of others meanwhile", waited, "s", 2),
        *found,
        Figure("memory grown over all these looks", grown, "MiB", 8),
    ]


async def _rebuilt(store: Store, rankings: Leaderboards) -> tuple[float, float]:
    """Seconds that reckoning anew takes, and seconds that somebody else waited longest for a look meanwhile."""
    began, waited = perf_counter(), 0.0
    reckoning = asyncio.create_task(rankings.rebuild())
    while not reckoning.done():
        asked = perf_counter()
        await store.people.name(1)
        waited = max(waited, perf_counter() - asked)
        await asyncio.sleep(0.02)
    await reckoning
    return perf_counter() - began, waited


async def _looks(rankings: Leaderboards) -> list[Figure]:
    season = rankings.season() - 1
    last = 10**6
    return [
        await _timed("leaderboard of everybody", lambda n: rankings.page(LeaderboardQuery("azul", EVERYWHERE), n), 50),
        await _timed(
            "leaderboard of everybody, last page",
            lambda n: rankings.page(LeaderboardQuery("azul", EVERYWHERE, ALL_TIME, last), n), 50,
        ),
        await _timed(
            "leaderboard of a season", lambda n: rankings.page(LeaderboardQuery("azul", EVERYWHERE, season), n), 50
        ),
        await _timed(
            "leaderboard of a server", lambda n: rankings.page(LeaderboardQuery("azul", 1 + n % SERVERS), n), 50
        ),
        await _timed(
            "profile everywhere", lambda n: rankings.profile(Person(n, "Ana"), "azul", EVERYWHERE, n), 50
        ),
    ]  # fmt: skip


async def _timed(name: str, look: Callable[[int], Coroutine[Any, Any, object]], most: float) -> Figure:
    """The middle of so many looks by different people, in milliseconds."""
    spans = []
    for n in range(ROUNDS):
        began = perf_counter()
        await look(n * 7 + 1)
        spans.append(1000 * (perf_counter() - began))
    return Figure(name, median(spans), "ms", most)


async def _fill(store: Store) -> None:
    lot = Random(1)
    people = [(n, f"Person {n}") for n in range(1, PEOPLE + 1)]

    async def work() -> None:
        await store.database.execute_many("INSERT INTO people (id, name) VALUES (?, ?)", people)
        await store.database.execute_many(
            "INSERT INTO preferences (person, key, value) VALUES (?, 'listed', 'no')",
            [(n,) for n in range(1, PEOPLE, 50)],
        )
        for room in range(RESULTS):
            await store.ratings.save_result(_result(lot, room))

    await store.database.transaction(work)


def _result(lot: Random, room: int) -> GameResult:
    """A game of two to four people who play often (those with small numbers) or seldom."""
    people = {1 + int(PEOPLE * lot.random() ** 2) for _ in range(lot.choice((2, 2, 2, 3, 4)))}
    others = [] if len(people) > 1 else [SeatResult(1, None, "greedy", 2, 30)]
    mind = ThinkingTime(60.0, 20, 9.0)
    places = [SeatResult(n, one, None, n + 1, lot.randint(20, 90), "", mind) for n, one in enumerate(people)]
    game = lot.choice(("azul", "azul", "pavilion", "pillars", "match_five"))
    return GameResult(room, game, 1, 1 + lot.randrange(SERVERS), NEW_YEAR + YEAR * room / RESULTS, (*places, *others))


def _memory() -> float:
    """The most memory that this process ever had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
