"""The moves of the pillars game and their notation: lay a tile, put down a pillar, retire.

Knows nothing about the board: the rules decide whether a square lies on it.
"""

import re
from dataclasses import dataclass

from engine.core import Cell, IllegalMove, Move, truncate
from engine.games.pillars.sets import TILES

TURN_DIGITS = "12345678"  # of any tile; rule [4.4] forbids numbers that a tile with fewer orientations lacks
PILLAR_PREFIX, PASS = "o", "pass"
_CELL = r"(?P<column>[a-z])(?P<row>[1-9]\d?)"
_LAY = re.compile(rf"(?P<tile>[1-5][a-z]?)(?P<turn>[{TURN_DIGITS}]){_CELL}", re.ASCII | re.IGNORECASE)
_PILLAR = re.compile(PILLAR_PREFIX + _CELL, re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Lay(Move):
    """Lay a tile.

    >>> str(Lay("5L", "3", Cell(4, 3)))
    '5L3e4'
    """

    tile: str  # the name of the tile
    turn: str  # "1".."8", the number of its orientation
    cell: Cell  # where its first square lies: the leftmost square of its top row


@dataclass(frozen=True)
class Pillar(Move):
    """Put down a pillar on `cell`.

    >>> str(Pillar(Cell(4, 3)))
    'oe4'
    """

    cell: Cell

    PREFIX = PILLAR_PREFIX


@dataclass(frozen=True)
class Pass(Move):
    """Retire from the game [5.4]."""

    PREFIX = PASS


def parse(text: str) -> Move:
    """Parse a tile ("5L3e4"), a pillar ("oe4") or "pass" in any case. Raises IllegalMove("notation").

    A cell off the board can be parsed; rule [4.3] forbids the move.
    """
    if found := _LAY.fullmatch(text):
        if found["tile"].upper() in TILES:
            return Lay(found["tile"].upper(), found["turn"], _cell(found))
    elif found := _PILLAR.fullmatch(text):
        return Pillar(_cell(found))
    elif text.lower() == PASS:
        return Pass()
    raise IllegalMove("notation", text=truncate(text))


def _cell(found: re.Match[str]) -> Cell:
    return Cell(ord(found["column"].lower()) - ord("a"), int(found["row"]) - 1)
