"""Azul: displays, pattern lines, walls. Knows no people and no words."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core import Move, Seat, State

COLORS = "BYRKW"  # blue, yellow, red, black, white: the order of every heap
MARKER = "M"


@dataclass
class Board:
    """What lies before one player.

    `lines`: five strings of one color, line 1 first, "" is empty, at most 1 to 5 tiles.
    `wall`: five strings of five cells, row 1 first, "." is empty.
    `floor`: the occupied floor spaces from the left, at most 7, "M" is the first-player marker.
    `spilled`: occupied floor spaces of the last finished round, for the tie-break.
    """

    lines: list[str] = field(default_factory=lambda: [""] * 5)
    wall: list[str] = field(default_factory=lambda: ["....."] * 5)
    floor: str = ""
    score: int = 0
    spilled: int = 0


@dataclass(frozen=True)
class Draft(Move):
    """Take all tiles of one color: `source` "1".."9" or "C", `color`, `line` "1".."5" or "F" for the floor."""

    source: str
    color: str
    line: str

    def __str__(self) -> str:
        return self.source + self.color + self.line


@dataclass(frozen=True)
class Deal(Move):
    """Chance fills the displays: one heap a display, "" is empty."""

    displays: tuple[str, ...]

    def __str__(self) -> str:
        return "deal " + "/".join(self.displays)


@dataclass
class Azul(State):
    """A position of Azul.

    `displays`: a heap each ("BBYR"), display 1 first. `center`: a heap, "M" last while the marker lies there.
    `bag`, `lid`: heaps, so their order tells nothing. `turn`: the seat to draft. `starter`: the seat that starts the
    next round. `round`: from 1. `stall`: rounds in a row in which nobody moved a tile to a wall.
    `over`: the final bonuses are in the scores.
    """

    boards: list[Board]
    displays: list[str]
    center: str
    bag: str
    lid: str = ""
    turn: Seat = 0
    starter: Seat = 0
    round: int = 1
    stall: int = 0
    over: bool = False
    tiebreak: str = "tiles"
