"""A game of Match Five as a robot imagines it: all hands and the bag are known, and whole turns are played.

Knows nothing about the rules of laying (see `whole_turns`), and chooses no turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core import Seat
from engine.games.match_five.lines import BIT_BY_TILE
from engine.games.match_five.sets import HAND_SIZE, WILD, WILD_PENALTY, split
from engine.robots.match_five.whole_turns import TILE_BY_BIT, WILD_BITS, CompactTable, WholeTurn

HandTile = int  # a tile in a hand: its bit, or WILD_BITS for a wild
ExchangedTiles = tuple[HandTile, ...]  # the tiles that are exchanged; () for a pass
HAND_TILES = {tile: bit for tile, bit in BIT_BY_TILE.items() if tile[0] != WILD} | {WILD: WILD_BITS}
# The points that each tile left in hand costs at the end [9.4]
END_COSTS = {bit: int(tile[1]) for tile, bit in HAND_TILES.items() if tile != WILD} | {WILD_BITS: WILD_PENALTY}


def hand_tiles(heap: str) -> tuple[HandTile, ...]:
    """The tiles of a heap as a hand of an imagined game."""
    return tuple([HAND_TILES[tile] for tile in split(heap)])


def hand_bits(hand: Iterable[HandTile]) -> int:
    """The tiles of a hand as a set of bits."""
    found = 0
    for tile in hand:
        found |= tile
    return found


def hand_tile(bit: int) -> HandTile:
    """A laid tile as it was in the hand, where a wild has no face."""
    return WILD_BITS if bit & WILD_BITS else bit


def hand_after(hand: Sequence[HandTile], turn: WholeTurn | ExchangedTiles) -> tuple[HandTile, ...]:
    """The hand after a turn, before anything is drawn."""
    remaining = list(hand)
    for bit in turn.bits if isinstance(turn, WholeTurn) else turn:
        remaining.remove(hand_tile(bit))
    return tuple(remaining)


def end_cost(tiles: Iterable[HandTile]) -> int:
    """The points that tiles left in hand cost at the end [9.4]."""
    return sum([END_COSTS[tile] for tile in tiles])


def notation(bit: int) -> str:
    """The notation of a tile: "R3"; "WB2" for a wild on the table, "W" for a wild in a hand."""
    return TILE_BY_BIT.get(bit, WILD)


@dataclass(slots=True)
class ImaginedGame:
    """A position between two turns."""

    table: CompactTable  # the table
    hands: list[tuple[HandTile, ...]]  # by seat
    bag: list[HandTile]
    """In drawing order: the seat `me` draws from the end, all others from the start, so the luck of `me` does not
    depend on how many tiles others draw.
    """
    points: list[int]  # by seat
    turn: Seat  # as in MatchFive
    me: Seat  # the seat that imagines the game
    idle: int = 0  # as in MatchFive
    out: Seat = -1  # as in MatchFive
    over: bool = False  # as in MatchFive

    def copy(self) -> ImaginedGame:
        """Return an independent copy."""
        return ImaginedGame(
            self.table, self.hands[:], self.bag[:], self.points[:], self.turn, self.me, self.idle, self.out, self.over
        )

    def play(self, turn: WholeTurn | ExchangedTiles) -> None:
        """Play a whole turn of the seat on turn, with its draw; the game may end."""
        self.play_with_table(self.table_after(turn), turn)

    def table_after(self, turn: WholeTurn | ExchangedTiles) -> CompactTable:
        """The table after a turn of the seat on turn."""
        return self.table.table_after(turn) if isinstance(turn, WholeTurn) else self.table

    def play_with_table(self, table: CompactTable, turn: WholeTurn | ExchangedTiles) -> None:
        """Like `play`, for callers that already have the table after the turn."""
        self.table = table
        seat = self.turn
        if isinstance(turn, WholeTurn):
            self.points[seat] += turn.points
            self.idle = 0
            self.hands[seat] = self._fill_hand(seat, hand_after(self.hands[seat], turn))
            if not self.hands[seat] and self.out < 0:
                self.out = seat
        else:
            self.idle += 1
            self.hands[seat] = self._fill_hand(seat, hand_after(self.hands[seat], turn))
            middle = len(self.bag) // 2
            self.bag[middle:middle] = turn
        self._advance_turn(seat)

    def _fill_hand(self, seat: Seat, hand: tuple[HandTile, ...]) -> tuple[HandTile, ...]:
        bag, number = self.bag, HAND_SIZE - len(hand)
        if not bag or not number:
            return hand
        drawn = bag[-number:] if seat == self.me else bag[:number]
        if seat == self.me:
            del bag[-number:]
        else:
            del bag[:number]
        return (*hand, *drawn)

    def _advance_turn(self, seat: Seat) -> None:
        """Pass the turn on, and end the game if it is over [9.1] [9.2] [9.3]."""
        seats = len(self.hands)
        self.turn = (seat + 1) % seats
        if self.turn == self.out or self.idle >= (2 * seats if self.bag else seats):
            self.over = True
            for other, hand in enumerate(self.hands):
                self.points[other] -= end_cost(hand)
