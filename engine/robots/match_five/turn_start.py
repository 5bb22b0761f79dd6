"""What a robot knows at the start of a turn of Match Five, and guesses of the hidden hands and bag.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from engine.core import Seat
from engine.games.match_five.coordinates import TileSpot
from engine.games.match_five.lines import BIT_BY_TILE, TILE_BY_CODE, LineSum
from engine.games.match_five.sets import COLORED_TILES, full_bag, size
from engine.games.match_five.sets import without_face as tile_in_hand
from engine.games.match_five.state import MatchFive
from engine.games.match_five.tile_grid import read_grid
from engine.robots.match_five.imagined_game import HAND_TILES, HandTile, ImaginedGame, hand_tile, hand_tiles
from engine.robots.match_five.whole_turns import CompactTable, compact_table

LaidTiles = frozenset[tuple[TileSpot, int]]  # the tiles of a turn, each as its spot and its bit


class TurnStart(NamedTuple):
    """The position at the start of a turn as the seat on turn knows it; the same at each move of that turn."""

    tiles: tuple[tuple[TileSpot, LineSum], ...]  # the tiles on the table: spot and code
    closed: tuple[TileSpot, ...]  # the empty spots beside locked tiles
    hand: tuple[HandTile, ...]  # including the tiles that the seat has laid
    sizes: tuple[int, ...]  # the sizes of all hands, by seat
    bag: int  # the number of tiles in the bag
    unseen: tuple[HandTile, ...]  # the tiles in other hands and in the bag, in heap order
    points: tuple[int, ...]  # by seat
    me: Seat  # the seat on turn
    idle: int  # as in MatchFive
    out: Seat  # as in MatchFive

    @property
    def is_certain(self) -> bool:
        """Whether the seat knows everything: all unseen tiles are in the only other hand."""
        return len(self.sizes) == 2 and not self.bag

    def compact_table(self) -> CompactTable:
        """The table for a search."""
        return compact_table(dict(self.tiles), self.closed)

    def imagine(self, table: CompactTable, rng: Random) -> ImaginedGame:
        """A full position in which the unseen tiles are dealt at random."""
        pool = list(self.unseen)
        rng.shuffle(pool)
        hands = [self.hand if seat == self.me else tuple(pool.pop() for _ in range(number))
                 for seat, number in enumerate(self.sizes)]  # fmt: skip
        return ImaginedGame(table, hands, pool[: self.bag], list(self.points), self.me, self.me, self.idle, self.out)


def turn_start(state: MatchFive, me: Seat) -> TurnStart:
    """The start of the turn, from the view of the seat on turn."""
    grid = read_grid(state.table)
    hand = tuple(sorted([*hand_tiles(state.hands[me]), *(hand_tile(bit) for _, bit in laid_tiles(state))]))
    sizes = tuple([len(hand) if seat == me else size(hand_heap) for seat, hand_heap in enumerate(state.hands)])
    bag = size(state.bag)
    visible = [HAND_TILES[tile_in_hand(TILE_BY_CODE[code])] for code in grid.tiles.values()]
    pool = Counter(hand_tiles(full_bag(state.copies)))
    pool.subtract((*visible, *hand))
    unseen = sorted(pool.elements())
    number = sum(sizes) - len(hand) + bag
    # A hand-written position may hide more tiles than are left of the full bag: add one of each kind in turn.
    if number > len(unseen):
        unseen += islice(cycle(hand_tiles("".join(COLORED_TILES))), number - len(unseen))
    tiles = tuple(sorted(grid.tiles.items()))
    closed = tuple(sorted(grid.closed))
    return TurnStart(tiles, closed, hand, sizes, bag, tuple(unseen), tuple(state.points), me, state.idle, state.out)


def laid_tiles(state: MatchFive) -> LaidTiles:
    """The tiles of the unfinished turn."""
    grid = state.grid()
    return frozenset((spot, BIT_BY_TILE[grid.tile(spot)]) for spot in grid.new_spots)
