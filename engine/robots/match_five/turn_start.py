"""What a robot knows of Match Five at the start of its turn, and the hands and the bag that it imagines behind it.

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

LaidTiles = frozenset[tuple[TileSpot, int]]  # tiles of a turn where they lie, each as its bit


class TurnStart(NamedTuple):
    """The position at the start of a turn as the seat on turn knows it; the same for each move of that turn."""

    tiles: tuple[tuple[TileSpot, LineSum], ...]  # those on the table
    closed: tuple[TileSpot, ...]  # the spots of the table that are locked
    hand: tuple[HandTile, ...]  # with what the seat has laid
    sizes: tuple[int, ...]  # of all hands, by seat
    bag: int  # the number of tiles in it
    unseen: tuple[HandTile, ...]  # the tiles in other hands and in the bag, in heap order
    points: tuple[int, ...]  # by seat
    me: Seat  # the seat on turn
    idle: int  # as in the State
    out: Seat  # as in the State

    @property
    def is_certain(self) -> bool:
        """Whether there is nothing left that the seat does not know: all unseen tiles are in the one other hand."""
        return len(self.sizes) == 2 and not self.bag

    def compact_table(self) -> CompactTable:
        """The table."""
        return compact_table(dict(self.tiles), self.closed)

    def imagine(self, table: CompactTable, rng: Random) -> ImaginedGame:
        """The position with hands and a bag that are dealt by lot."""
        pool = list(self.unseen)
        rng.shuffle(pool)
        hands = [self.hand if seat == self.me else tuple(pool.pop() for _ in range(number))
                 for seat, number in enumerate(self.sizes)]  # fmt: skip
        return ImaginedGame(table, hands, pool[: self.bag], list(self.points), self.me, self.me, self.idle, self.out)


def turn_start(state: MatchFive, me: Seat) -> TurnStart:
    """What the seat on turn knows, from its view."""
    grid = read_grid(state.table)
    hand = tuple(sorted([*hand_tiles(state.hands[me]), *(hand_tile(bit) for _, bit in laid_tiles(state))]))
    sizes = tuple([len(hand) if seat == me else size(hand_heap) for seat, hand_heap in enumerate(state.hands)])
    bag = size(state.bag)
    visible = [HAND_TILES[tile_in_hand(TILE_BY_CODE[code])] for code in grid.tiles.values()]
    pool = Counter(hand_tiles(full_bag(state.copies)))
    pool.subtract((*visible, *hand))
    unseen = sorted(pool.elements())
    number = sum(sizes) - len(hand) + bag
    if number > len(unseen):  # more are hidden than a game has: one of each kind in turn
        unseen += islice(cycle(hand_tiles("".join(COLORED_TILES))), number - len(unseen))
    tiles = tuple(sorted(grid.tiles.items()))
    closed = tuple(sorted(grid.closed))
    return TurnStart(tiles, closed, hand, sizes, bag, tuple(unseen), tuple(state.points), me, state.idle, state.out)


def laid_tiles(state: MatchFive) -> LaidTiles:
    """The tiles of the unfinished turn."""
    grid = state.grid()
    return frozenset((spot, BIT_BY_TILE[grid.tile(spot)]) for spot in grid.new_spots)
