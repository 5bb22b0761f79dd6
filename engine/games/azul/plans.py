"""Where the tiles of full lines may go on a wall of Azul, and the plans that players make of it.

Knows no points, no other players and no side of the board: a wall with one column for each color leaves no choice.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Fact
from engine.games.azul.moves import FORCED, LETTERS
from engine.games.azul.sets import EMPTY, Wall

Cells = Sequence[str]


def columns(wall: Wall, cells: Cells, row: int, color: str) -> list[int]:
    """The 0-based columns open to a color in a 0-based row: free [5.8] and without that color [5.9]."""
    tiles = cells[row]
    return [at for at in wall.spots[row][color] if tiles[at] == EMPTY and not _holds(cells, at, color)]


def _holds(cells: Cells, at: int, color: str) -> bool:
    return any(tiles[at] == color for tiles in cells)


def chooses(wall: Wall, lines: Cells, cells: Cells) -> bool:
    """Whether any full line has two or more open columns; the lines above the first of these leave no choice [5.10]."""
    for row, line in enumerate(lines):
        found = columns(wall, cells, row, line[0]) if len(line) > row else []
        if len(found) > 1:
            return True
        cells = laid(cells, row, found[0], line[0]) if found else cells
    return False


def plans(wall: Wall, lines: Cells, cells: Cells) -> list[str]:
    """Every plan, ordered by its columns, the top row first; a choice in one row limits the rows below."""
    found = [("", cells)]
    for row, line in enumerate(lines):
        found = [
            (begun + letter, after) for begun, before in found for letter, after in _steps(wall, before, row, line)
        ]
    return [text for text, _ in found]


def _steps(wall: Wall, cells: Cells, row: int, line: str) -> list[tuple[str, Cells]]:
    """The letters possible for one row, each with the cells after it."""
    found = columns(wall, cells, row, line[0]) if len(line) > row else []
    if not found:
        return [(FORCED, cells)]
    return [(LETTERS[at] if len(found) > 1 else FORCED, laid(cells, row, at, line[0])) for at in found]


def refuses_plan(wall: Wall, lines: Cells, cells: Cells, plan: str) -> str | None:
    """The first rule, from the top, that forbids the plan: "5.2", "5.7", "5.8", "5.9", "5.10"."""
    for row, (line, letter) in enumerate(zip(lines, plan, strict=True)):
        if len(line) <= row:
            if letter != FORCED:
                return "5.2"
            continue
        found = columns(wall, cells, row, line[0])
        reason = _refuses_letter(found, letter)
        if reason is not None:
            return "5.9" if reason == "5.8" and _holds(cells, LETTERS.index(letter), line[0]) else reason
        if found:
            cells = laid(cells, row, found[0] if letter == FORCED else LETTERS.index(letter), line[0])
    return None


def _refuses_letter(found: list[int], letter: str) -> str | None:
    """The rule that forbids a letter for a full line with these open columns; "5.8" where its column is not open."""
    if len(found) > 1:
        return "5.7" if letter == FORCED else None if LETTERS.index(letter) in found else "5.8"
    return None if letter == FORCED else "5.10"


def laid(cells: Cells, row: int, at: int, color: str) -> list[str]:
    """The rows of a wall with one more tile, in that 0-based row and column."""
    later = list(cells)
    later[row] = later[row][:at] + color + later[row][at + 1 :]
    return later


def facts_of_plan(wall: Wall, lines: Cells, cells: Cells, letters: str) -> dict[str, Fact]:
    """The plan's `columns`, and for each row from 1: `tile_1` is the color that goes to a chosen column, "" for none.

    `only_1` is the letter of the one column that is open to a full line, else ""; `falls_1`: how many of its tiles fall
    to the floor because none is; `color_1`: that of the line.
    """
    facts: dict[str, Fact] = {"columns": letters}
    for row, (line, letter) in enumerate(zip(lines, letters, strict=True)):
        full, color, n = len(line) > row, line[:1], row + 1
        found = columns(wall, cells, row, color) if full else []
        only = LETTERS[found[0]] if len(found) == 1 and letter == FORCED else ""
        facts |= {f"tile_{n}": color if letter != FORCED else "", f"color_{n}": color, f"only_{n}": only}
        facts[f"falls_{n}"] = n if full and not found else 0
        if full and (at := (only or letter).strip(FORCED)):
            cells = laid(cells, row, LETTERS.index(at), color)
    return facts
