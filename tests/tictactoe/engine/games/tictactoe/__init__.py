"""Tic-tac-toe: three in a row; numbers in brackets are paragraphs of `data/rules/tictactoe.md`.

Knows no people and no words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import CHANCE, Answer, Cell, Fault, Game, IllegalMove, Move, Options, Score, Seat, State, checked, cut

SIGNS = "XO"  # a sign a seat [1.2]
EMPTY = "."
SIDE = 3
CELLS = tuple(Cell(column, row) for row in range(SIDE) for column in range(SIDE))
ROWS = (  # every line of three [2.3]
    *(tuple(Cell(at, row) for at in range(SIDE)) for row in range(SIDE)),
    *(tuple(Cell(column, at) for at in range(SIDE)) for column in range(SIDE)),
    tuple(Cell(at, at) for at in range(SIDE)),
    tuple(Cell(at, SIDE - 1 - at) for at in range(SIDE)),
)


@dataclass(frozen=True)
class Mark(Move):
    """Mark a `cell`.

    >>> str(Mark(Cell(1, 1)))
    'b2'
    """

    cell: Cell

    def __str__(self) -> str:
        return str(self.cell)


@dataclass
class TicTacToe(State):
    """A position: `rows` from the top, a sign or "." for each cell; `turn`: the seat to move.

    {"rows": ["X..", ".O.", "..."], "turn": 0}
    """

    rows: list[str]
    turn: Seat = 0

    def __str__(self) -> str:
        return "\n".join(["  a b c", *(f"{n} {' '.join(row)}" for n, row in enumerate(self.rows, 1))])

    def sign(self, cell: Cell) -> str:
        """What stands on the cell."""
        return self.rows[cell.row][cell.column]

    def line(self) -> tuple[Cell, ...]:
        """The cells of a complete line, none if there is none [2.3]."""
        whole = (row for row in ROWS if len({self.sign(cell) for cell in row}) == 1)
        return next((row for row in whole if self.sign(row[0]) != EMPTY), ())

    def to_act(self) -> tuple[Seat, ...]:
        """The seat on turn until a line is complete or the board is full [2.4]."""
        return () if self.line() or EMPTY not in "".join(self.rows) else (self.turn,)

    def moves(self, seat: Seat) -> list[Move]:
        """Every empty cell, row by row."""
        return [Mark(cell) for cell in CELLS if self.refuses(seat, Mark(cell)) is None]

    def refuses(self, seat: Seat, move: Move) -> str | None:
        """[2.4] after the end, [2.1] out of turn, [2.2] for a cell that is taken."""
        if not self.to_act():
            return "2.4"
        if seat != self.turn or not isinstance(move, Mark):
            return "2.1"
        return None if self.sign(move.cell) == EMPTY else "2.2"

    def perform(self, seat: Seat, move: Move) -> None:
        """Put the sign of the seat on the cell."""
        assert isinstance(move, Mark)
        row, at = self.rows[move.cell.row], move.cell.column
        self.rows[move.cell.row] = row[:at] + SIGNS[seat] + row[at + 1 :]
        self.note("mark", seat, cell=str(move.cell))
        self.turn = 1 - seat
        if self.line():
            self.note("line", seat)
        if not self.to_act():
            self.note("over", CHANCE)

    def scores(self) -> tuple[Score, ...]:
        """1 for a line, else 0 [1.1]; a full board without one is shared [2.5]."""
        line = self.line()
        return tuple((int(bool(line) and self.sign(line[0]) == sign),) for sign in SIGNS)

    def domain(self, kind: type[Move]) -> tuple[tuple[Answer, ...], ...]:
        """The nine cells."""
        return (CELLS,) if kind is Mark else super().domain(kind)


def parse(text: str) -> Move:
    """A cell ("b2"), capital or not. Raises IllegalMove("notation")."""
    if not re.fullmatch("[a-c][1-3]", text.lower(), re.ASCII):
        raise IllegalMove("notation", text=cut(text))
    return Mark(Cell(ord(text[0].lower()) - ord("a"), int(text[1]) - 1))


def start(_: int, __: Options, first: Seat) -> TicTacToe:
    """An empty board."""
    return TicTacToe([EMPTY * SIDE] * SIDE, first)


def _faults(state: TicTacToe) -> Iterator[Fault]:
    if [len(row) for row in state.rows] != [SIDE] * SIDE or set("".join(state.rows)) - set(SIGNS + EMPTY):
        yield "rows", "three texts of three cells"
    if state.turn not in (0, 1):
        yield "turn", "0 or 1"


check = checked(TicTacToe, _faults)

GAME = Game("tictactoe", "Tic-tac-toe", range(2, 3), {}, TicTacToe, start, parse, check)
