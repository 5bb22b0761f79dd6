"""What one player of the pillars game has: pieces on the board and pieces in hand.

Knows no other player.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from engine.core import IllegalMove, Move
from engine.games.pillars.moves import Lay, Pillar, parse
from engine.games.pillars.sets import OPENING, PILLARS, TILES, dots
from engine.games.pillars.shapes import Squares, around, covered

_ORDER = {tile: number for number, tile in enumerate(TILES)}


@dataclass
class Player:
    """What one player has.

    `laid`: the pieces on the board in notation, oldest first.
    `stock`: the tiles in hand, in the order of TILES.
    `pillars`: those in hand; with more than one of them the next turns put down pillars [3.2].
    `gone`: has no more turns, being out, finished or retired; set by itself where that follows from the board.
    `covered`: the squares under the laid pieces; worked out, not stored.

    {"laid": ["of5", "of13", "5L1g5"], "stock": ["1", "2", "3I"], "pillars": 1, "gone": false}
    """

    laid: list[str] = field(default_factory=list)
    stock: list[str] = field(default_factory=lambda: list(TILES))
    pillars: int = PILLARS
    gone: bool = False
    covered: Squares = field(init=False, repr=False, compare=False, metadata={"stored": False})

    def __post_init__(self) -> None:
        self.stock = sorted(self.stock, key=lambda tile: _ORDER.get(tile, -1))
        self.covered = reduce(or_, (covered(piece) for piece in self.pieces() if piece is not None), 0)

    @property
    def opens(self) -> bool:
        """Whether the next turn is one of the first two, for pillars only [3.2]."""
        return self.pillars > PILLARS - OPENING

    @property
    def dots(self) -> int:
        """What the tiles in hand cost; pillars cost nothing [6.4]."""
        return dots(self.stock)

    def pieces(self) -> list[Move | None]:
        """The pieces on the board; None for what cannot be read in a hand-written position."""
        return [_read(text) for text in self.laid]

    def touch(self, free: Squares) -> Squares:
        """The free squares that share a side with an own pillar or tile [4.7]."""
        return around(self.covered) & free

    def put(self, piece: Move) -> None:
        """The piece moves from the hand to the board, for good [4.9]."""
        self.laid.append(str(piece))
        self.covered |= covered(piece)
        if isinstance(piece, Lay):
            self.stock.remove(piece.tile)
        else:
            self.pillars -= 1

    def copy(self) -> Player:
        """A player of its own."""
        twin = object.__new__(Player)
        vars(twin).update(vars(self))
        twin.laid, twin.stock = self.laid[:], self.stock[:]
        return twin


def _read(text: str) -> Move | None:
    try:
        piece = parse(text)
    except IllegalMove:
        return None
    return piece if isinstance(piece, Lay | Pillar) else None
