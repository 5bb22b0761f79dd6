"""Describes a small drawing in words, row by row, for those who cannot see it. Knows no game.

In "##/#." two squares lie above one. Each row is placed relative to the row above: "2 squares; below the first, 1".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from bot.text.words import Words

_RUN = re.compile("#+")


@dataclass(frozen=True)
class _Run:
    """Adjacent squares of a row; `first` and `last` are 0-based columns."""

    first: int
    last: int

    @property
    def squares(self) -> int:
        return self.last - self.first + 1


def spelled(drawing: str, words: Words) -> str:
    """A drawing such as "####/#..." in words: "4 squares; below the first, 1". No row may be empty."""
    rows = [[_Run(one.start(), one.end() - 1) for one in _RUN.finditer(row)] for row in drawing.split("/")]
    phrases = [_top(rows[0], words)]
    for above, row in pairwise(rows):
        phrases.append(words("rows.and").join(_below(above, run, words) for run in row))
    return words("rows.then").join(phrases)


def _top(row: list[_Run], words: Words) -> str:
    key = "rows.top" if len(row) == 1 else "rows.apart"
    return words(key, n=sum(run.squares for run in row))


def _below(above: list[_Run], run: _Run, words: Words) -> str:
    """Where the run lies relative to the row above it."""
    start = above[0].first
    alone = above[0].first == above[-1].last
    shift = run.first - start
    key = "rows.under" if shift < 0 else "rows.below" if run.squares == 1 else "rows.from"
    return words(key, n=run.squares, at=words(f"rows.place.{abs(shift) + 1}"), alone=alone)
