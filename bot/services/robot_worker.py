"""What runs in the processes where robots search for moves and coaches judge moves and draws.

Knows nothing about tables, people and Discord. This module and the packages that contain it import only the engine,
because each process imports them anew and would keep everything else in memory.
"""

import multiprocessing
import os
import signal
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from engine.core import State, View
from engine.robots.ai import choose
from engine.robots.luck import RecordedDraw, luck_of_draw
from engine.robots.review import Decision, judge_decision


class SearchResult(NamedTuple):
    """The `answer` of a search, and the `memory` of its process in bytes, 0 where the system does not say."""

    answer: Any
    memory: int


def prepare_process() -> None:
    """Make the process ignore Ctrl-C and exit as soon as its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, name="parent", daemon=True).start()


def search(level: str, view: View[State], seed: str) -> SearchResult:
    """Find the move of a robot of that level in this position."""
    return SearchResult(choose(level, view, Random(seed)), memory_usage())  # noqa: S311 - the same seed gives the same move


def judge(decision: Decision, closely: bool, nodes: int | None) -> SearchResult:
    """Judge the decision by examining `nodes` positions; None: as many as the coach wants."""
    return SearchResult(judge_decision(decision, closely=closely, nodes=nodes), memory_usage())


def measure_luck(game: str, draw: RecordedDraw, most: int | None) -> SearchResult:
    """Measure how much the draw favored each seat, in at most `most` simulations; None: as many as needed."""
    return SearchResult(luck_of_draw(game, draw, most), memory_usage())


def memory_usage() -> int:
    """Return the bytes of memory that this process uses, 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    try:
        return int(statm.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
