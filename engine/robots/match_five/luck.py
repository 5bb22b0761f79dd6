"""The luck of draws in Match Five: the value of the drawn tiles in the seat's next turn, compared with other draws.

No other seat knows what a seat has drawn, so all draws are compared on the same table, that of the seat's next turn.
Knows nothing about later turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.core import Move
from engine.games.match_five.moves import Draw
from engine.games.match_five.state import MatchFive
from engine.games.match_five.tile_grid import read_grid
from engine.robots.core import ExpectedPoints, GameLuck
from engine.robots.match_five.imagined_game import HandTile, hand_bits, hand_tiles
from engine.robots.match_five.turn_values import KEPT_WILD_VALUE, LOWEST_WILD_BIT, NEW_TILE_VALUE, best_points_by_hand
from engine.robots.match_five.whole_turns import WILD_BITS, Hands, compact_table

TURNS_PER_ROUND = 5  # turns of each seat whose luck is reported together, as that of one turn says little


class OtherTiles:
    """A draw and its alternatives, valued in the turn for which the tiles were drawn."""

    def __init__(self, before: MatchFive, draw: Move, later: MatchFive) -> None:
        assert isinstance(draw, Draw)
        drawn = hand_tiles(draw.tiles)
        grid = read_grid(later.table)
        self._seat = draw.seat
        self._seats = len(later.hands)
        self._number = len(drawn)
        self._kept = hand_tiles(before.hands[draw.seat])
        self._drawn = drawn
        pool = Counter((*hand_tiles(later.bag), *drawn))
        pool -= Counter(hand_tiles(before.aside))  # exchanged in the same turn, so they could not be drawn [4.6]
        self._pool = sorted((pool | Counter(drawn)).elements())
        self._table = compact_table(grid.tiles, grid.closed)

    def actual_outcomes(self, rng: Random, times: int) -> list[ExpectedPoints]:
        """The value of the seat's hand in that turn: its best score and what it keeps; 0 for all other seats."""
        del rng
        return self._hand_values([(*self._kept, *self._drawn)]) * times

    def other_outcomes(self, rng: Random, times: int) -> list[ExpectedPoints]:
        """The value of the hand after other draws from the same bag."""
        return self._hand_values([(*self._kept, *rng.sample(self._pool, self._number)) for _ in range(times)])

    def _hand_values(self, hands: Sequence[tuple[HandTile, ...]]) -> list[ExpectedPoints]:
        """The values of several hands; searching them together takes hardly longer than searching one."""
        turns = self._table.turns(Hands([*map(hand_bits, hands)], saves_wilds=True))
        valued_turns = [  # the points of each turn, with the value of the tiles drawn after it
            turn._replace(
                points=turn.points
                + NEW_TILE_VALUE * len(turn.bits)
                - KEPT_WILD_VALUE * (max(turn.bits) >= LOWEST_WILD_BIT)
            )
            for turn in turns
        ]
        best = best_points_by_hand(sorted(valued_turns, reverse=True), len(hands))
        values = [points + KEPT_WILD_VALUE * hand.count(WILD_BITS) for points, hand in zip(best, hands, strict=True)]
        before = (0.0,) * self._seat
        behind = (0.0,) * (self._seats - self._seat - 1)
        return [(*before, float(valued_turns), *behind) for valued_turns in values]


def round_of(before: MatchFive, draw: Move) -> int:
    """The number of the group of turns that the draw is for, from 1."""
    del draw
    lap = 1 + (before.turns - 1) // len(before.hands) if before.turns else 0
    return 1 + lap // TURNS_PER_ROUND


def shows(later: MatchFive, draw: Move) -> bool:
    """Whether the draw can be valued now: the seat that has drawn is on turn, and the bag still has tiles."""
    assert isinstance(draw, Draw)
    return later.to_act() == (draw.seat,) and bool(later.bag)


LUCK = GameLuck(round_of, shows, OtherTiles, TURNS_PER_ROUND, shows_total=True)
