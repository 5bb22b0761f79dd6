"""The walk down the rows of a board when its full lines go to the wall, what tiles score there, and plans for it.

Knows no floor, no turns and no other players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.core import Fact
from engine.games.azul.moves import FORCED, LETTERS
from engine.games.azul.sets import EMPTY, SIZE, House, Wall, column, run

NONE = FORCED * SIZE  # a plan that names no column


class FullLine(NamedTuple):
    """A full line when its turn to be tiled has come."""

    row: int  # 0-based
    color: str  # that of the line
    cells: list[str]  # the wall, rows above tiled already [5.4]
    open: list[int]  # the 0-based columns open to the tile, from the left

    def laid(self, at: int) -> list[str]:
        """The wall with the tile of this line in a 0-based column."""
        later, tiles = self.cells[:], self.cells[self.row]
        later[self.row] = tiles[:at] + self.color + tiles[at + 1 :]
        return later

    def leftmost(self) -> int:
        """The first of the open columns."""
        return self.open[0]

    def best(self, house: House) -> int:
        """The open column where the tile scores most, the leftmost of equal ones."""
        return max(self.open, key=lambda at: points(self.laid(at), self.row, at, house))

    def refuses(self, letter: str) -> str | None:
        """The rule that forbids a letter of a plan for this line: "5.7", "5.8", "5.9", "5.10"."""
        if len(self.open) < 2:
            return None if letter == FORCED else "5.10"
        if letter == FORCED:
            return "5.7"
        at = LETTERS.index(letter)
        return None if at in self.open else "5.9" if self.color in column(self.cells, at) else "5.8"


Choose = Callable[[FullLine], int]  # which of two or more open columns
Met = tuple[FullLine, int | None, list[str]]  # the 0-based column of its tile, and the wall with that


def walk(wall: Wall, lines: list[str], cells: list[str], choose: Choose) -> Iterator[Met]:
    """The full lines from the top down [5.1] [5.4], each with the 0-based column of its tile and the wall with that.

    The column is None where none is open. `choose` is asked where several are open only [5.10].
    """
    for row, line in enumerate(lines):
        if len(line) <= row:
            continue  # it keeps its tiles [5.2]
        full = FullLine(row, line[0], cells, open_columns(wall, cells, row, line[0]))
        at = choose(full) if len(full.open) > 1 else full.open[0] if full.open else None
        if at is not None:
            cells = full.laid(at)
        yield full, at, cells


def open_columns(wall: Wall, cells: list[str], row: int, color: str) -> list[int]:
    """The 0-based columns open to a color in a 0-based row: free [5.8] and without that color [5.9]."""
    tiles = cells[row]
    printed = wall.printed  # each column then has each color once
    return [at for at in wall.spots[row][color] if tiles[at] == EMPTY and (printed or color not in column(cells, at))]


def points(cells: list[str], row: int, at: int, house: House) -> int:
    """What the tile in that 0-based row and column scores."""
    return points_of(run(cells[row], at), run(column(cells, at), row), house)


def points_of(across: int, down: int, house: House) -> int:
    """What a tile scores with a row and a column of so many tiles through it, itself counted."""
    if across == down == 1:
        return 1  # a lone tile scores 1, however one reads the sum [5.3]
    if house.literal_sum:
        return across + down  # [8.4]
    return across * (across > 1) + down * (down > 1)


def by_plan(plan: str, house: House) -> Choose:
    """The columns that a plan names; where it names none, those that score most."""

    def choose(full: FullLine) -> int:
        letter = plan[full.row]
        return full.best(house) if letter == FORCED else LETTERS.index(letter)

    return choose


def chooses(wall: Wall, lines: list[str], cells: list[str]) -> bool:
    """Whether any full line has two or more open columns; the lines above the first of these leave no choice [5.10]."""
    if wall.printed:
        return False
    return any(len(full.open) > 1 for full, _, _ in walk(wall, lines, cells, FullLine.leftmost))


def possible_plans(wall: Wall, lines: list[str], cells: list[str]) -> list[str]:
    """Every plan, ordered by its columns, the top row first; a choice in one row limits the rows below [5.7]."""
    for full, _, _ in walk(wall, lines, cells, FullLine.leftmost):
        if len(full.open) > 1:
            n = full.row + 1
            below = [*[""] * n, *lines[n:]]
            return [
                FORCED * full.row + LETTERS[at] + rest[n:]
                for at in full.open
                for rest in possible_plans(wall, below, full.laid(at))
            ]
    return [NONE]


def refuses_plan(wall: Wall, lines: list[str], cells: list[str], plan: str) -> str | None:
    """The first rule, from the top, that forbids the plan: "5.2", "5.7", "5.8", "5.9", "5.10"."""
    met = _met(wall, lines, cells, plan)
    for row, letter in enumerate(plan):
        reason = met[row].refuses(letter) if row in met else None if letter == FORCED else "5.2"
        if reason is not None:
            return reason
    return None


def facts_of_plan(wall: Wall, lines: list[str], cells: list[str], plan: str) -> dict[str, Fact]:
    """The plan's `columns`, and for each row from 1: `tile_1` is the color that goes to a chosen column, "" for none.

    `only_1` is the letter of the one column that is open to a full line, else ""; `falls_1`: how many of its tiles fall
    to the floor because none is; `color_1`: that of the line.
    """
    facts: dict[str, Fact] = {"columns": plan}
    met = _met(wall, lines, cells, plan)
    for row, (line, letter) in enumerate(zip(lines, plan, strict=True)):
        n = row + 1
        color = line[:1]
        found = met[row].open if row in met else None
        only = LETTERS[found[0]] if found is not None and len(found) == 1 and letter == FORCED else ""
        facts |= {f"tile_{n}": color if letter != FORCED else "", f"color_{n}": color, f"only_{n}": only}
        facts[f"falls_{n}"] = n if found == [] else 0
    return facts


def _met(wall: Wall, lines: list[str], cells: list[str], plan: str) -> dict[int, FullLine]:
    """The full lines by row, as they are met with a plan, legal or not."""
    return {full.row: full for full, _, _ in walk(wall, lines, cells, by_plan(plan, House()))}
