"""Searches for tests of the processes in which robots think: each does what its name says. It imports no library."""

from __future__ import annotations

import os
import signal
import traceback
from pathlib import Path
from threading import Event
from typing import Any

from bot.services.robot_worker import SearchResult
from engine.core import View

HUGE = 1 << 40  # bytes


def first_move(level: str, view: View[Any], seed: str) -> SearchResult:
    return SearchResult(view.moves[0], 0)


def dies_once(level: str, view: View[Any], seed: str) -> SearchResult:
    """The seed names a file, which is there from the second time on."""
    if Path(seed).exists():
        return first_move(level, view, seed)
    Path(seed).touch()
    os._exit(1)


def dies(level: str, view: View[Any], seed: str) -> SearchResult:
    """Where the seed says so."""
    return os._exit(1) if seed == "dies" else first_move(level, view, seed)


def always_dies(level: str, view: View[Any], seed: str) -> SearchResult:
    os._exit(1)


def fails(level: str, view: View[Any], seed: str) -> SearchResult:
    if seed == "fails":
        raise ValueError(seed)
    return first_move(level, view, seed)


def never_moves(level: str, view: View[Any], seed: str) -> SearchResult:
    raise ValueError(seed)


def never_ends(level: str, view: View[Any], seed: str) -> SearchResult:
    """The seed names a file or a pipe, into which it is written that the search has begun."""
    Path(seed).write_text("begun")
    Event().wait()
    return first_move(level, view, seed)


def waits(level: str, view: View[Any], seed: str) -> SearchResult:
    """The seed names a pipe, through which it is told to go on, or a file, which is made."""
    path = Path(seed)
    path.read_text() if path.is_fifo() else path.touch()
    return first_move(level, view, seed)


def stops(level: str, view: View[Any], seed: str) -> SearchResult:
    """The whole process stands still."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return first_move(level, view, seed)


def stops_once(level: str, view: View[Any], seed: str) -> SearchResult:
    """The seed names a file, which is there from the second time on; "always" is no reason to move."""
    if not Path(seed).exists() or Path(seed).name == "always":
        Path(seed).touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return first_move(level, view, seed)


def stops_judging(decision: Any, closely: bool, nodes: int | None) -> SearchResult:
    """A coach, over each decision."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return SearchResult(nodes, 0)


def grows(level: str, view: View[Any], seed: str) -> SearchResult:
    return SearchResult(view.moves[0], HUGE)


def writes(decision: tuple[str, str], closely: bool, nodes: int | None) -> SearchResult:
    """A coach: the decision names a file and what is written at its end."""
    path, name = decision
    with Path(path).open("a") as file:
        file.write(name)
    return SearchResult(name, 0)


def sees(decision: str, closely: bool, nodes: int | None) -> SearchResult:
    """A coach: whether the file that the decision names is there."""
    return SearchResult(Path(decision).exists(), 0)


def judges_after_a_death(decision: str, closely: bool, nodes: int | None) -> SearchResult:
    """A coach: the decision names a file, which is there from the second time on."""
    if not Path(decision).exists():
        Path(decision).touch()
        os._exit(1)
    return SearchResult(nodes, 0)


def dies_loudly(level: str, view: View[Any], seed: str) -> SearchResult:
    """Python says why on standard error, with the seed in it."""
    try:
        return SearchResult(1 / 0, 0)
    except ZeroDivisionError as fault:
        fault.args = (seed,)
        traceback.print_exc()
        os._exit(1)
