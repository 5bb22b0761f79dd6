"""Speed, measured: each module beside this one has a `figures()`; `python -m tests.bench` prints them all.

Knows no code of the project.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time

ROUNDS = 7
LOOPS = 200_000


@dataclass(frozen=True)
class Figure:
    """One measured number; `most` or `least` is the agreed border, None where none is agreed."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def good(self) -> bool:
        """Whether the border is kept."""
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    def __str__(self) -> str:
        border = f"at most {self.most:,g}" if self.most is not None else ""
        border = f"at least {self.least:,g}" if self.least is not None else border
        verdict = "" if self.good else "MISSED"
        return f"{self.name:<44} {self.value:>10,.2f} {self.unit:<12} {border:<16} {verdict}".rstrip()


def loop(times: int = LOOPS) -> None:
    """The plain loop that speed is counted in: `times` iterations of `x += i & 7`."""
    x = 0
    for i in range(times):
        x += i & 7


def seconds(task: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """How long one run of the task takes, garbage collection off; by `process_time` without what others did."""
    gc.collect(1)  # what was made just now; to look through all there is takes longer than most tasks
    gc.disable()
    try:
        start = clock()
        task()
        return clock() - start
    finally:
        gc.enable()


def in_loops(*tasks: tuple[Callable[[], object], int]) -> list[float]:
    """What one step of each task costs in iterations of the plain loop, best of seven, timed in turns.

    A task comes with the number of steps that it makes in a run.
    """
    best = [float("inf")] * (len(tasks) + 1)
    for _ in range(ROUNDS):
        runs = [seconds(loop, process_time), *(seconds(task, process_time) for task, _ in tasks)]
        best = [min(pair) for pair in zip(best, runs, strict=True)]
    unit = best[0] / LOOPS
    return [run / steps / unit for run, (_, steps) in zip(best[1:], tasks, strict=True)]
