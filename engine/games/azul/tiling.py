"""Tiling the wall: full lines from the top down, the points of their tiles, and plans.

Knows nothing about the floor, turns and other players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.core import Fact
from engine.games.azul.moves import COLUMN_LETTERS, NO_CHOICE
from engine.games.azul.sets import BOARD_SIZE, EMPTY_CELL, HouseRules, WallSide, column, run_length

NO_CHOICE_PLAN = NO_CHOICE * BOARD_SIZE  # the plan of a seat that has no choice in any row


class FullLine(NamedTuple):
    """A full line at the moment when it is tiled."""

    row: int  # 0-based
    color: str  # of the line
    cells: list[str]  # the wall; the rows above are already tiled [5.4]
    open_columns: list[int]  # the 0-based columns open to its tile, from the left

    def wall_with_tile(self, column: int) -> list[str]:
        """Return the wall with the tile of this line in a 0-based column."""
        later, tiles = self.cells[:], self.cells[self.row]
        later[self.row] = tiles[:column] + self.color + tiles[column + 1 :]
        return later

    def leftmost_column(self) -> int:
        """Return the first open column."""
        return self.open_columns[0]

    def best_column(self, house: HouseRules) -> int:
        """Return the open column in which the tile scores most, the leftmost of equal ones."""
        return max(
            self.open_columns, key=lambda column: tile_points(self.wall_with_tile(column), self.row, column, house)
        )

    def refuses(self, letter: str) -> str | None:
        """Return the rule that forbids a letter of a plan for this line: "5.7", "5.8", "5.9", "5.10"."""
        if len(self.open_columns) < 2:
            return None if letter == NO_CHOICE else "5.10"
        if letter == NO_CHOICE:
            return "5.7"
        index = COLUMN_LETTERS.index(letter)
        return None if index in self.open_columns else "5.9" if self.color in column(self.cells, index) else "5.8"


ChooseColumn = Callable[[FullLine], int]  # chooses one of two or more open columns
TiledLine = tuple[FullLine, int | None, list[str]]  # the line, the 0-based column of its tile, the wall with it


def tile_full_lines(wall: WallSide, lines: list[str], cells: list[str], choose: ChooseColumn) -> Iterator[TiledLine]:
    """Tile the full lines from the top down [5.1] [5.4]; yield a TiledLine for each.

    Its column is None if no column is open. `choose` is called only if several columns are open [5.10].
    """
    for row, line in enumerate(lines):
        if len(line) <= row:
            continue  # the line is not full, so it keeps its tiles [5.2]
        full = FullLine(row, line[0], cells, open_columns(wall, cells, row, line[0]))
        column = choose(full) if len(full.open_columns) > 1 else full.open_columns[0] if full.open_columns else None
        if column is not None:
            cells = full.wall_with_tile(column)
        yield full, column, cells


def open_columns(wall: WallSide, cells: list[str], row: int, color: str) -> list[int]:
    """Return the 0-based columns open to a color in a 0-based row: free [5.8] and without that color [5.9]."""
    tiles = cells[row]
    printed = wall.has_printed_colors  # if so, no column can get a color twice
    return [
        index
        for index in wall.columns_for[row][color]
        if tiles[index] == EMPTY_CELL and (printed or color not in column(cells, index))
    ]


def tile_points(cells: list[str], row: int, index: int, house: HouseRules) -> int:
    """Return the points that a tile placed in a 0-based row and column scores."""
    return run_points(run_length(cells[row], index), run_length(column(cells, index), row), house)


def run_points(across: int, down: int, house: HouseRules) -> int:
    """Return the points of a tile from the lengths of the runs through it, the tile included."""
    if across == down == 1:
        return 1  # a lone tile scores 1 under either reading [5.3]
    if house.literal_sum:
        return across + down  # [8.4]
    return across * (across > 1) + down * (down > 1)


def column_chooser(plan: str, house: HouseRules) -> ChooseColumn:
    """Return a function that chooses the column named in the plan, or the best one if none is named for the row."""

    def choose(full: FullLine) -> int:
        letter = plan[full.row]
        return full.best_column(house) if letter == NO_CHOICE else COLUMN_LETTERS.index(letter)

    return choose


def has_choice(wall: WallSide, lines: list[str], cells: list[str]) -> bool:
    """Whether any full line has two or more open columns when it is tiled, so that a plan is needed [5.10]."""
    if wall.has_printed_colors:
        return False
    return any(
        len(full.open_columns) > 1 for full, _, _ in tile_full_lines(wall, lines, cells, FullLine.leftmost_column)
    )


def possible_plans(wall: WallSide, lines: list[str], cells: list[str]) -> list[str]:
    """Return all plans, ordered by columns, the top row first. A choice in one row limits the rows below [5.7]."""
    for full, _, _ in tile_full_lines(wall, lines, cells, FullLine.leftmost_column):
        if len(full.open_columns) > 1:
            n = full.row + 1
            below = [*[""] * n, *lines[n:]]
            return [
                NO_CHOICE * full.row + COLUMN_LETTERS[column] + rest[n:]
                for column in full.open_columns
                for rest in possible_plans(wall, below, full.wall_with_tile(column))
            ]
    return [NO_CHOICE_PLAN]


def refuses_plan(wall: WallSide, lines: list[str], cells: list[str], plan: str) -> str | None:
    """Return the first rule, from the top row, that forbids the plan: "5.2", "5.7", "5.8", "5.9", "5.10"."""
    met = _full_lines_by_row(wall, lines, cells, plan)
    for row, letter in enumerate(plan):
        reason = met[row].refuses(letter) if row in met else None if letter == NO_CHOICE else "5.2"
        if reason is not None:
            return reason
    return None


def facts_of_plan(wall: WallSide, lines: list[str], cells: list[str], plan: str) -> dict[str, Fact]:
    """Return the facts of a plan: its `columns` and these for each row, here for row 1.

    `tile_1`: the color that goes to a chosen column, or "". `only_1`: the letter of the only open column of a
    full line, else "". `falls_1`: how many of its tiles fall to the floor because no column is open. `color_1`: the
    color of the line.
    """
    facts: dict[str, Fact] = {"columns": plan}
    met = _full_lines_by_row(wall, lines, cells, plan)
    for row, (line, letter) in enumerate(zip(lines, plan, strict=True)):
        n = row + 1
        color = line[:1]
        found = met[row].open_columns if row in met else None
        only = COLUMN_LETTERS[found[0]] if found is not None and len(found) == 1 and letter == NO_CHOICE else ""
        facts |= {f"tile_{n}": color if letter != NO_CHOICE else "", f"color_{n}": color, f"only_{n}": only}
        facts[f"falls_{n}"] = n if found == [] else 0
    return facts


def _full_lines_by_row(wall: WallSide, lines: list[str], cells: list[str], plan: str) -> dict[int, FullLine]:
    """Return the full lines by row as they are tiled by a plan, legal or not."""
    return {full.row: full for full, _, _ in tile_full_lines(wall, lines, cells, column_chooser(plan, HouseRules()))}
