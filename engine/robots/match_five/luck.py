"""How good the tiles of Match Five were that a seat drew: what they brought in its next turn, compared with others.

The others are those that could have come in their place. Nobody else knows what a seat has drawn, so the table at that
next turn is what it would have been with any of them. Knows no plans beyond that turn.
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
from engine.robots.match_five.turn_values import KEPT_WILD_WORTH, LOWEST_WILD_BIT, NEW_TILE_WORTH, best_points_by_hand
from engine.robots.match_five.whole_turns import WILD_BITS, Hands, compact_table

TURNS_PER_ROUND = (
    5  # of each seat that are told together: there are twenty in a game of two, and none is much by itself
)


class OtherTiles:
    """A draw at the turn for which it was made, and others in its place."""

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
        pool -= Counter(hand_tiles(before.aside))  # given back in the same turn, so they could not come [4.6]
        self._pool = sorted((pool | Counter(drawn)).elements())
        self._table = compact_table(grid.tiles, grid.closed)

    def actual_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """What the seat's hand is worth in that turn: what it scores and keeps. No other seat gets anything."""
        del lots
        return self._hand_stands([(*self._kept, *self._drawn)]) * times

    def other_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """The same with other tiles."""
        return self._hand_stands([(*self._kept, *lots.sample(self._pool, self._number)) for _ in range(times)])

    def _hand_stands(self, hands: Sequence[tuple[HandTile, ...]]) -> list[ExpectedPoints]:
        """What hands are worth that are asked about together, which takes hardly longer than for one."""
        turns = self._table.turns(Hands([*map(hand_bits, hands)], saves_wilds=True))
        worth = [  # its points, and what the tiles that come for it are worth
            turn._replace(
                points=turn.points
                + NEW_TILE_WORTH * len(turn.bits)
                - KEPT_WILD_WORTH * (max(turn.bits) >= LOWEST_WILD_BIT)
            )
            for turn in turns
        ]
        best = best_points_by_hand(sorted(worth, reverse=True), len(hands))
        worths = [points + KEPT_WILD_WORTH * hand.count(WILD_BITS) for points, hand in zip(best, hands, strict=True)]
        before = (0.0,) * self._seat
        behind = (0.0,) * (self._seats - self._seat - 1)
        return [(*before, float(worth), *behind) for worth in worths]


def round_of(before: MatchFive, draw: Move) -> int:
    """Which so many turns of each seat the draw is for."""
    del draw
    lap = 1 + (before.turns - 1) // len(before.hands) if before.turns else 0
    return 1 + lap // TURNS_PER_ROUND


def shows(later: MatchFive, draw: Move) -> bool:
    """Whether it is the turn of the seat that has drawn, and other tiles are left."""
    assert isinstance(draw, Draw)
    return later.to_act() == (draw.seat,) and bool(later.bag)


LUCK = GameLuck(round_of, shows, OtherTiles, TURNS_PER_ROUND, adds_up=True)
