"""How much better greedy robots are than random ones: seeded games for two, and the gap of ratings that these say.

Greedy beats random nearly always, which only says that the gap is large. So robots that are greedy now and then stand
between the two as rungs; neighbors play each other, and the gaps add up. Knows no rules of a game and no storage.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from math import log
from random import Random
from statistics import mean

from bot.logic.ratings import ANCHORS, FIRM, START
from engine import GAMES, Table, places
from engine.ai import choose
from tests.bench import Figure

SIZE = 100  # games of each two rungs
BETA = START / 6  # openskill's own: how much of luck is in one game of one seat
SPREAD = (2 * (FIRM**2 + BETA**2)) ** 0.5  # openskill's c for two seats that are as firm as robots
RUNGS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a robot's moves that are greedy: from random to greedy
MEASURED = 39.0  # points, the mean of all games over 100 games of each two rungs
NEAR = 4.0  # points of rating between the gap that is set and the one that is measured


def outcome(key: str, n: int, rungs: tuple[float, float]) -> int:
    """Whether the more greedy of two robots is first (1), even (0) or last (-1) in the n-th game; seats change."""
    name = f"anchors/{key}/{rungs}/{n}"
    lot, better = Random(name), n % 2
    table = Table.new(GAMES[key], 2, {}, name)
    while seats := table.state.to_act():
        seat = seats[0]
        level = "greedy" if lot.random() < rungs[seat == better] else "random"
        table = table.play(seat, str(choose(level, table.view(seat), lot)))
    ranks = places(table.state.scores())
    return ranks[1 - better] - ranks[better]


def apart(share: float) -> float:
    """How far two ratings lie apart once games of which the better seat takes this share leave them where they are."""
    return SPREAD * log(share / (1 - share))


def step(key: str, games: int, rungs: tuple[float, float]) -> float:
    """How far apart two rungs are by what the better robot takes of so many games; a shared one is half."""
    taken = sum((outcome(key, n, rungs) + 1) / 2 for n in range(games))
    return apart((taken + 0.5) / (games + 1))  # half a game more for each: all of them would be endlessly far


def gap(key: str, games: int) -> float:
    """From random to greedy over all rungs, in points of rating."""
    return sum(step(key, games, rungs) for rungs in pairwise(RUNGS))


async def figures(size: int) -> list[Figure]:
    """The gap in each game, and how far the one that is set lies from their mean."""
    gaps = {key: await asyncio.to_thread(gap, key, size) for key in GAMES}
    beside = abs(mean(gaps.values()) - (ANCHORS["greedy"] - ANCHORS["random"]))
    told = [Figure(f"{key}: from random to greedy", one, "points", 99) for key, one in gaps.items()]
    return [*told, Figure("the anchors lie beside the mean of these by", beside, "points", NEAR)]
