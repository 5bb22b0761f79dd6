"""What runs in a process in which robots search for their moves, and coaches judge moves and draws that were made.

Knows no table, no person and no Discord: it imports the engine only, and so do its packages, because each such process
imports this module again and would keep the memory of everything else.
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


class Found(NamedTuple):
    """What a search found: its `answer`, and the `memory` that its process has now, in bytes; 0 where nobody tells."""

    answer: Any
    memory: int


def prepare() -> None:
    """The process is deaf to Ctrl-C, and gone as soon as its parent is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, name="parent", daemon=True).start()


def search(level: str, view: View[State], seed: str) -> Found:
    """The move of a robot of that level in this position."""
    return Found(choose(level, view, Random(seed)), memory())  # noqa: S311 - the same seed gives the same move


def judge(decision: Decision, closely: bool, nodes: int | None) -> Found:
    """That decision judged, with so many positions or as many as its coach says."""
    return Found(judge_decision(decision, closely=closely, nodes=nodes), memory())


def tell_luck(game: str, draw: RecordedDraw, most: int | None) -> Found:
    """How much that draw favored each seat, tried so often or as often as needed."""
    return Found(luck_of_draw(game, draw, most), memory())


def memory() -> int:
    """The bytes that this process has now, 0 where the system does not tell."""
    statm = Path("/proc/self/statm")
    try:
        return int(statm.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
