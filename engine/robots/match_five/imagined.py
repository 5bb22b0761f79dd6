"""A game of Match Five as a robot imagines it: every hand and the bag are known, and whole turns are played.

Knows no rules of laying, which `tabletop` has, and does not choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.games.match_five.lines import BITS
from engine.games.match_five.sets import HAND, LEFT_WILD, WILD, split
from engine.robots.match_five.tabletop import TILE_OF, WILDS, Tabletop, WholeTurn

Held = int  # a tile in a hand: its bit, or WILDS for a wild
Swap = tuple[Held, ...]  # the tiles that are given back; none for a pass
HELD = {tile: bit for tile, bit in BITS.items() if tile[0] != WILD} | {WILD: WILDS}
COST = {bit: int(tile[1]) for tile, bit in HELD.items() if tile != WILD} | {WILDS: LEFT_WILD}  # at the end [9.4]


def held(heap: str) -> tuple[Held, ...]:
    """The tiles of a heap as a hand of an imagined game."""
    return tuple([HELD[tile] for tile in split(heap)])


def kinds(hand: Iterable[Held]) -> int:
    """The tiles of a hand as one set."""
    found = 0
    for tile in hand:
        found |= tile
    return found


def in_hand(bit: int) -> Held:
    """A tile of a turn as it was in the hand."""
    return WILDS if bit & WILDS else bit


def less(hand: Sequence[Held], turn: WholeTurn | Swap) -> tuple[Held, ...]:
    """What a turn leaves of a hand before anything is drawn."""
    left = list(hand)
    for bit in turn.bits if isinstance(turn, WholeTurn) else turn:
        left.remove(in_hand(bit))
    return tuple(left)


def cost(tiles: Iterable[Held]) -> int:
    """What tiles left in hand cost at the end [9.4]."""
    return sum([COST[tile] for tile in tiles])


def notation(bit: int) -> str:
    """A tile of a turn as it lies on the table, "R3" or "WB2", or of a hand."""
    return TILE_OF.get(bit, WILD)


@dataclass(slots=True)
class Imagined:
    """A position between two turns."""

    top: Tabletop  # the table
    hands: list[tuple[Held, ...]]  # by seat
    bag: list[Held]
    """In the order in which the tiles come out: for the seat `me` from its end, for all others from its beginning, so
    that nobody's luck depends on how much another draws.
    """
    points: list[int]  # by seat
    turn: Seat  # as in the State
    me: Seat  # who imagines it
    idle: int = 0  # as in the State
    out: Seat = -1  # as in the State
    over: bool = False  # as in the State

    def copy(self) -> Imagined:
        """An independent copy."""
        return Imagined(
            self.top, self.hands[:], self.bag[:], self.points[:], self.turn, self.me, self.idle, self.out, self.over
        )

    def play(self, turn: WholeTurn | Swap) -> None:
        """The seat on turn plays a whole turn and draws; the game may end with it."""
        self.play_to(self.top_after(turn), turn)

    def top_after(self, turn: WholeTurn | Swap) -> Tabletop:
        """The table after a turn of the seat on turn."""
        return self.top.after(turn) if isinstance(turn, WholeTurn) else self.top

    def play_to(self, top: Tabletop, turn: WholeTurn | Swap) -> None:
        """As `play`, with the table after the turn, for whoever has it already."""
        self.top = top
        seat = self.turn
        if isinstance(turn, WholeTurn):
            self.points[seat] += turn.points
            self.idle = 0
            self.hands[seat] = self._filled(seat, less(self.hands[seat], turn))
            if not self.hands[seat] and self.out < 0:
                self.out = seat
        else:
            self.idle += 1
            self.hands[seat] = self._filled(seat, less(self.hands[seat], turn))
            middle = len(self.bag) // 2
            self.bag[middle:middle] = turn
        self._next(seat)

    def _filled(self, seat: Seat, hand: tuple[Held, ...]) -> tuple[Held, ...]:
        bag, number = self.bag, HAND - len(hand)
        if not bag or not number:
            return hand
        drawn = bag[-number:] if seat == self.me else bag[:number]
        if seat == self.me:
            del bag[-number:]
        else:
            del bag[:number]
        return (*hand, *drawn)

    def _next(self, seat: Seat) -> None:
        """Whose turn it is, and whether the game is over [9.1] [9.2] [9.3]."""
        seats = len(self.hands)
        self.turn = (seat + 1) % seats
        if self.turn == self.out or self.idle >= (2 * seats if self.bag else seats):
            self.over = True
            for each, hand in enumerate(self.hands):
                self.points[each] -= cost(hand)
