"""The fixed ratings of robots: one chain of neighbors for each game, from the ladder's games for two.

Neighbors play each other (`tests/research/ladder.py`), and the gaps add up from the amateur on, whose rating is
the origin. `make anchors` plays what is missing and writes `data/anchors.json`. Knows no rules of a game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import mean

from bot.logic.ratings import NEWCOMER_MU, ROBOT_RATINGS, ROBOT_RATINGS_FILE, ROBOT_SIGMA, UNMEASURED_GAMES
from engine import GAMES
from engine.robots.core import OFFERED_LEVELS, Level
from tests.bench import Figure
from tests.research.ladder import NEIGHBORS, campaign
from tests.research.ladder_results import Pairing, Played, Results

SIZE = 200  # games of each two neighbors
ENOUGH = 20  # games of two neighbors from which on they say more than what is aimed at
BETA = NEWCOMER_MU / 6  # openskill's own: how much of luck is in one game of one seat
SPREAD = (2 * (ROBOT_SIGMA**2 + BETA**2)) ** 0.5  # openskill's c for two seats that are as firm as robots
AMATEUR = 20.0  # 5 below a person who begins, which is a choice
NEWCOMER = -20.0  # the rating of robots of old results


def apart(share: float) -> float:
    """How far two ratings lie apart once games of which the better seat takes this share leave them where they are."""
    return SPREAD * log(share / (1 - share))


def neighbors(key: str) -> list[Pairing]:
    """The chain of a game."""
    return [Pairing(key, 2, better, other) for other, better in pairwise(OFFERED_LEVELS)]


def gap(played: Played) -> float:
    """How far apart neighbors are; by the share that is aimed at as long as few of their games were played."""
    if played.games < ENOUGH:
        return apart(NEIGHBORS[Level(played.pairing.robot)] / 100)
    games = sum(map(len, played.shares))  # half a game more for each: all of them would be endlessly far
    return apart((played.win_rate * games + 0.5) / (games + 1))


def chain(results: Results, key: str) -> dict[str, float]:
    """The rating of each level in a game."""
    ratings, now = {str(Level.NEWCOMER): NEWCOMER, str(OFFERED_LEVELS[0]): 0.0}, 0.0
    for pairing in neighbors(key):
        now += gap(results.of(pairing))
        ratings[str(pairing.robot)] = now
    shift = AMATEUR - ratings[Level.AMATEUR]
    return {level: round(one + shift if level in OFFERED_LEVELS else one, 1) for level, one in ratings.items()}


def anchors(results: Results, keys: Iterable[str] = tuple(GAMES)) -> dict[str, dict[str, float]]:
    """The rating of each level by game; that in others is the mean."""
    found = {key: chain(results, key) for key in keys}
    means = {str(level): round(mean(one[level] for one in found.values()), 1) for level in Level}
    return {UNMEASURED_GAMES: means, **found}


def written(found: dict[str, dict[str, float]], path: Path = ROBOT_RATINGS_FILE) -> None:
    """The file has these ratings, a line for each game."""
    lines = (f"  {json.dumps(key)}: {json.dumps(ratings)}" for key, ratings in found.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


async def figures(size: int) -> list[Figure]:
    """Play what is missing, keep the ratings, and tell them."""
    results = Results()
    campaign(results, [one for key in GAMES for one in neighbors(key)], size, os.cpu_count() or 1)
    found = anchors(results)
    written(found)
    told = [Figure(f"{key}: {level}", one, "points") for key in GAMES for level, one in found[key].items()]
    return [
        *told,
        Figure("games whose ratings have changed", sum(ROBOT_RATINGS.get(key) != found[key] for key in GAMES), ""),
    ]
