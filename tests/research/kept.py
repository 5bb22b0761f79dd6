"""What long campaigns keep of their work: one line of a file for each piece, so that they go on where they were.

Also how several processes share that work, and that only one command adds to a file. Knows no campaign.
"""

from __future__ import annotations

import fcntl
import json
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")
Row = Mapping[str, Any]
STOPPED, TAKEN = 130, 2  # exit codes


class Taken(Exception):
    """Another process adds to the file already; the text says so to whoever wanted to do the same."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else adds to the file meanwhile. Raises Taken.

    The file beside it that is locked stays: whoever deleted it could delete the lock of somebody who came since.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Taken(f"Another process adds games to {path} already. Stop it first, or wait.") from error
        yield


@dataclass
class Kept:
    """The rows of the file at `path`, `rows` by the name of their piece of work; each is written at once.

    Of two rows with one name the later counts. What the end of a process has cut off in the middle counts as not done.
    """

    path: Path
    rows: dict[str, Row] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lines = self.path.read_text("utf-8").splitlines(keepends=True) if self.path.exists() else []
        for line in lines:
            if line.endswith("\n"):
                row = json.loads(line)
                self.rows[row["name"]] = row
        if lines and not lines[-1].endswith("\n"):
            self.path.write_text("".join(lines[:-1]), "utf-8")

    def fill(self, task: Callable[[Work], Row], due: Sequence[Work], workers: int) -> None:
        """The rows of all this work are kept, each as soon as it is there. Raises Taken."""
        with alone(self.path), outcomes(task, due, workers) as found:
            for row in found:
                self.add(row)

    def add(self, row: Row) -> None:
        """Keep one more row; its `name` says what it comes from."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(row, separators=(',', ':'))}\n")
        self.rows[row["name"]] = row

    def of(self, name: str, edition: str) -> Row | None:
        """The row of that name, if it was made by the code of this edition."""
        row = self.rows.get(name)
        return row if row and row["edition"] == edition else None


def carried_out(campaign: Callable[[], None]) -> int:
    """The exit code after a campaign: 130 if Ctrl-C stopped it, 2 if another process adds to its file, else 0."""
    try:
        campaign()
    except KeyboardInterrupt:
        return STOPPED
    except Taken as why:
        sys.stderr.write(f"{why}\n")
        return TAKEN
    return 0


def summaries(path: Path) -> list[Row]:
    """What campaigns came to, one row for each `game` and number of `seats`; [] without the file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def summarize(path: Path, row: Row) -> None:
    """The row stands in the file, in place of an earlier one of the same game and number of seats."""
    rows = {(one["game"], one["seats"]): one for one in [*summaries(path), row]}
    path.write_text("".join(f"{json.dumps(rows[one])}\n" for one in sorted(rows)), "utf-8")


@contextmanager
def outcomes(task: Callable[[Work], Outcome], due: Sequence[Work], workers: int) -> Iterator[Iterator[Outcome]]:
    """What comes of each piece of work, as soon as it is done, in any order.

    `workers`: processes that work; with 0 this one does.
    """
    if workers and due:
        with get_context("spawn").Pool(workers, _leave_ctrl_c_to_the_first_process) as pool:
            yield pool.imap_unordered(task, due)
    else:
        yield map(task, due)


def _leave_ctrl_c_to_the_first_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
