"""A position of Match Five as plain text for terminals and failed tests: letters and digits only.

Knows no pixels and no names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Cell
from engine.games.match_five.sets import split

if TYPE_CHECKING:
    from engine.games.match_five.state import MatchFive


def drawing(state: MatchFive) -> str:
    """The table cell by cell, stacks from below; then the unfinished turn, the bag and a line a seat.

    ">" stands before the seat to act, "-" is an empty cell.
    """
    seats = [
        f"{'>' if seat in state.to_act() else ' '}#{seat + 1}  {state.points[seat]}  {' '.join(split(hand))}".rstrip()
        for seat, hand in enumerate(state.hands)
    ]
    laid = [f"laid {' '.join(state.laid)}"] if state.laid else []
    return "\n".join([*_rows(state), *laid, f"bag {len(split(state.bag))}", *seats])


def _rows(state: MatchFive) -> list[str]:
    cells = [Cell(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in state.table]
    if not cells:
        return ["empty table"]
    columns = range(min(cell.column for cell in cells), max(cell.column for cell in cells) + 1)
    rows = range(min(cell.row for cell in cells), max(cell.row for cell in cells) + 1)
    stacks = [[state.table.get(str(Cell(x, y)), "-") for x in columns] for y in rows]
    widths = [max(map(len, column)) for column in zip(*stacks, strict=True)]
    head = [chr(ord("a") + x) for x in columns]
    lines = [["", *head], *([str(y + 1), *row] for y, row in zip(rows, stacks, strict=True))]
    return [" ".join(part.ljust(width) for part, width in zip(line, [2, *widths], strict=True)) for line in lines]
