"""What robots cost: the CPU of a move of each level in each game, and the memory of a process that makes such moves.

Knows no game's rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from random import Random
from statistics import median
from time import process_time

from bot.model.robots import RobotTurn
from bot.services import robot_worker
from bot.services.robot_pool import RobotPool
from engine import GAMES, Table
from engine.core import View
from engine.robots.ai import choose, node_budget
from engine.robots.core import OFFERED_LEVELS, Level
from tests.bench import Figure, seconds

APART = 7  # moves of amateurs between two positions
POSITIONS = {Level.MASTER: 4, Level.EXPERT: 8}  # of one game
OTHERWISE = 12
MOST = {Level.EXPERT: 1.0, Level.MASTER: 5.0}  # agreed borders of the median, in seconds
MEBI = 1 << 20


def figures() -> Iterator[Figure]:
    """For each game with the fewest and the most seats: the median CPU of a move; then the memory."""
    for game in GAMES.values():
        for seats in (game.seats[0], game.seats[-1]):
            views = list(_views(Table.new(game, seats, {}, "bench")))
            for level in OFFERED_LEVELS:
                spent = median(_spent(level, view) for view in views[: POSITIONS.get(level, OTHERWISE)])
                nodes = f", {node_budget(level, views[0]):,} nodes" if node_budget(level, views[0]) else ""
                yield Figure(f"{game.key}, {seats} seats, {level}{nodes}", spent, "s CPU", MOST.get(level))
    yield Figure("memory of a process that has made all moves of experts", asyncio.run(_memory()), "MiB", most=120)


def _spent(level: Level, view: View) -> float:
    return seconds(lambda: choose(level, view, Random(1)), process_time)


def _views(table: Table) -> Iterator[View]:
    """Positions of a game of amateurs, each as the seat sees it that is to move."""
    number = 0
    while acting := table.state.to_act():
        view = table.view(acting[0])
        if number % APART == 0 and len(view.moves) > 1:
            yield view
        table = table.play(acting[0], str(choose(Level.AMATEUR, view, Random(number))))
        number += 1


async def _memory() -> float:
    """What one process of the bot has in MiB after moves in every game."""
    async with aclosing(RobotPool(1)) as pool:
        for game in GAMES.values():
            for seats in game.seats:
                for view in list(_views(Table.new(game, seats, {}, "bench")))[: POSITIONS[Level.EXPERT]]:
                    await pool.choose(RobotTurn(Level.EXPERT, view, "bench", None, 0, is_search=True))
        return await pool.idle[0].run(robot_worker.memory_usage) / MEBI
