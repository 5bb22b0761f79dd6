"""What a program of a test has its robots' process do: `modules` prints what it knows, `wait` searches without end.

The search writes into the pipe `begun`.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.model.robots import RobotTurn
from bot.services import robot_worker
from bot.services.robot_pool import RobotPool
from engine import GAMES, Table
from tests.bot.support import searches


async def main(what: str) -> None:
    """Prints what there is to say."""
    table = Table.new(GAMES["azul"], 2, {}, "a seed")
    seat = table.state.to_act()[0]
    pool = RobotPool(1, robot_worker.search if what == "modules" else searches.never_ends)
    thinking = asyncio.ensure_future(pool.choose(RobotTurn("sharp", table.view(seat), "begun", 1, 1, True)))
    if what == "modules":
        await thinking
        modules = await pool.idle[0].run(eval, "sorted(__import__('sys').modules)")
        memory = await pool.idle[0].run(robot_worker.memory_usage)
        sys.stdout.write(f"{' '.join(modules)} {memory}\n")
        await pool.aclose()
        return
    await asyncio.to_thread(Path("begun").read_text)
    sys.stdout.write("thinks\n")
    sys.stdout.flush()
    await thinking
