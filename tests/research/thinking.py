"""What a decision of each level costs: time of the processor, positions a second, memory of a process with the engine.

`make thinking` keeps what it finds in `thinking.jsonl`, for `docs/robots.md`. Knows no rules.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from subprocess import run
from time import process_time
from typing import Any

from engine import GAMES, Table
from engine.core import View
from engine.robots.ai import choose, node_budget, rank_moves
from engine.robots.core import Level
from engine.robots.review import decisions
from tests.bench import Figure, seconds
from tests.research.editions import edition

SIZE = 20  # positions of each game and number of seats
FILE = Path(__file__).with_suffix(".jsonl")
AHEAD = tuple(level for level in Level if level.looks_ahead)
MOST = {Level.EXPERT: 1.0, Level.MASTER: 5.0}  # seconds of processor time in the median
MEMORY = 120  # MiB of a process that thinks
Row = Mapping[str, Any]


def positions(key: str, seats: int, count: int) -> list[View[Any]]:
    """So many decisions of one game between amateurs, from the opening on.

    A turn of several tiles that is thought out as a whole, as in Match Five, is one decision: later tiles of it are
    found at once, and would make moves look cheaper than they are.
    """
    table, lot = Table.new(GAMES[key], seats, {}, f"thinking/{key}/{seats}"), Random(1)
    while acting := table.state.to_act():
        table = table.play(acting[0], str(choose(Level.AMATEUR, table.view(acting[0]), lot)))
    found = [one.view for one in decisions(table)]
    step = max(1, len(found) // count)
    return found[::step][:count]


def measured(key: str, seats: int, count: int, levels: Sequence[Level] = AHEAD) -> Row:
    """The line of a game for so many: [median, longest] seconds of each level, positions a second of the last, MiB."""
    views = positions(key, seats, count)
    nodes = node_budget(levels[-1], views[0])
    # the first of all, as a mind may remember what it has thought
    opening = seconds(lambda: rank_moves(views[0], Random(1), nodes), process_time)
    times = {
        level: [seconds(lambda level=level, view=view: choose(level, view, Random(1)), process_time) for view in views]
        for level in levels
    }
    costs = {level: [round(median(each), 3), round(max(each), 3)] for level, each in times.items()}
    now = edition(key, str(Level.MASTER), seats)
    speed = {"positions": len(views), "seconds": costs, "speed": round(nodes / opening), "memory": memory()}
    return {"game": key, "seats": seats, "edition": now, **speed}


def memory() -> int:
    """The most that this process has used so far, in MiB; 0 where the system does not tell (it is not Linux)."""
    status = Path("/proc/self/status")
    lines = status.read_text("utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)


def apart(key: str, seats: int, count: int) -> Row:
    """As `measured`, in a process of its own."""
    command = [sys.executable, "-m", "tests.research.thinking", key, str(seats), str(count)]
    return json.loads(run(command, check=True, capture_output=True, text=True).stdout)


def kept(path: Path = FILE) -> list[Row]:
    """The lines of the file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def judged(row: Row) -> Iterator[Figure]:
    """What is measured of a game for so many."""
    name = f"{row['game']} {row['seats']}"
    for level, (middle, longest) in row["seconds"].items():
        yield Figure(f"{name}, {level} (longest {longest:.2f})", middle, "s a move", MOST.get(Level(level)))
    yield Figure(f"{name}, speed", row["speed"], "positions/s")
    yield Figure(f"{name}, memory", row["memory"], "MiB", MEMORY)


async def figures(size: int) -> list[Figure]:
    """Measure all games for two and for the most, and keep it."""
    wanted = [(key, seats) for key, game in GAMES.items() for seats in sorted({game.seats[0], game.seats[-1]})]
    rows = [apart(key, seats, size) for key, seats in wanted]
    FILE.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return [figure for row in rows for figure in judged(row)]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measured(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
