"""What a robot knows of Match Five at the start of its turn, and the hands and the bag that it imagines behind it.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from engine.core import Seat
from engine.games.match_five.land import land
from engine.games.match_five.lines import BITS, TILES, Line
from engine.games.match_five.sets import FACES, every_tile, size
from engine.games.match_five.sets import in_hand as tile_in_hand
from engine.games.match_five.spots import Spot
from engine.games.match_five.state import MatchFive
from engine.robots.match_five.imagined import HELD, Held, Imagined, held, in_hand
from engine.robots.match_five.tabletop import Tabletop, tabletop

Laid = frozenset[tuple[Spot, int]]  # tiles of a turn where they lie, each as its bit


class Outset(NamedTuple):
    """The position at the start of a turn as the seat on turn knows it; the same for each move of that turn."""

    tiles: tuple[tuple[Spot, Line], ...]  # those on the table
    closed: tuple[Spot, ...]  # the spots of the table that are locked
    hand: tuple[Held, ...]  # with what the seat has laid
    sizes: tuple[int, ...]  # of all hands, by seat
    bag: int  # the number of tiles in it
    unseen: tuple[Held, ...]  # the tiles in other hands and in the bag, in heap order
    points: tuple[int, ...]  # by seat
    me: Seat  # the seat on turn
    idle: int  # as in the State
    out: Seat  # as in the State

    @property
    def certain(self) -> bool:
        """Whether there is nothing left that the seat does not know: all unseen tiles are in the one other hand."""
        return len(self.sizes) == 2 and not self.bag

    def top(self) -> Tabletop:
        """The table."""
        return tabletop(dict(self.tiles), self.closed)

    def imagined(self, top: Tabletop, rng: Random) -> Imagined:
        """The position with hands and a bag that are dealt by lot."""
        pool = list(self.unseen)
        rng.shuffle(pool)
        hands = [self.hand if seat == self.me else tuple(pool.pop() for _ in range(number))
                 for seat, number in enumerate(self.sizes)]  # fmt: skip
        return Imagined(top, hands, pool[: self.bag], list(self.points), self.me, self.me, self.idle, self.out)


def outset(state: MatchFive, me: Seat) -> Outset:
    """What the seat on turn knows, from its view."""
    ground = land(state.table)
    hand = tuple(sorted([*held(state.hands[me]), *(in_hand(bit) for _, bit in laid(state))]))
    sizes = tuple([len(hand) if seat == me else size(each) for seat, each in enumerate(state.hands)])
    bag = size(state.bag)
    shown = [HELD[tile_in_hand(TILES[code])] for code in ground.tiles.values()]
    pool = Counter(held(every_tile(state.copies)))
    pool.subtract((*shown, *hand))
    unseen = sorted(pool.elements())
    number = sum(sizes) - len(hand) + bag
    if number > len(unseen):  # more are hidden than a game has: one of each kind in turn
        unseen += islice(cycle(held("".join(FACES))), number - len(unseen))
    table = tuple(sorted(ground.tiles.items()))
    closed = tuple(sorted(ground.closed))
    return Outset(table, closed, hand, sizes, bag, tuple(unseen), tuple(state.points), me, state.idle, state.out)


def laid(state: MatchFive) -> Laid:
    """The tiles of the unfinished turn."""
    ground = state.ground()
    return frozenset((spot, BITS[ground.tile(spot)]) for spot in ground.new)
