"""How good the tiles of Match Five were that a seat drew: what they brought in its next turn, compared with others.

The others are those that could have come in their place. Nobody else knows what a seat has drawn, so the table at that
next turn is what it would have been with any of them. Knows no plans beyond that turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.core import Move
from engine.games.match_five.land import land
from engine.games.match_five.moves import Draw
from engine.games.match_five.state import MatchFive
from engine.robots.core import ExpectedPoints, GameLuck
from engine.robots.match_five.imagined import Held, held, kinds
from engine.robots.match_five.outlook import FIRST_WILD, KEPT_WILD, REFRESH, most
from engine.robots.match_five.tabletop import WILDS, Hands, tabletop

TURNS = 5  # of each seat that are told together: there are twenty in a game of two, and none is much by itself


class OtherTiles:
    """A draw at the turn for which it was made, and others in its place."""

    def __init__(self, before: MatchFive, draw: Move, later: MatchFive) -> None:
        assert isinstance(draw, Draw)
        drawn = held(draw.tiles)
        ground = land(later.table)
        self._seat = draw.seat
        self._seats = len(later.hands)
        self._number = len(drawn)
        self._kept = held(before.hands[draw.seat])
        self._drawn = drawn
        pool = Counter((*held(later.bag), *drawn))
        pool -= Counter(held(before.aside))  # given back in the same turn, so they could not come [4.6]
        self._pool = sorted((pool | Counter(drawn)).elements())
        self._top = tabletop(ground.tiles, ground.closed)

    def actual_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """What the seat's hand is worth in that turn: what it scores and keeps. No other seat gets anything."""
        del lots
        return self._stands([(*self._kept, *self._drawn)]) * times

    def other_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """The same with other tiles."""
        return self._stands([(*self._kept, *lots.sample(self._pool, self._number)) for _ in range(times)])

    def _stands(self, hands: Sequence[tuple[Held, ...]]) -> list[ExpectedPoints]:
        """What hands are worth that are asked about together, which takes hardly longer than for one."""
        turns = self._top.turns(Hands([*map(kinds, hands)], sparing=True))
        worth = [  # its points, and what the tiles that come for it are worth
            turn._replace(points=turn.points + REFRESH * len(turn.bits) - KEPT_WILD * (max(turn.bits) >= FIRST_WILD))
            for turn in turns
        ]
        best = most(sorted(worth, reverse=True), len(hands))
        worths = [points + KEPT_WILD * hand.count(WILDS) for points, hand in zip(best, hands, strict=True)]
        before = (0.0,) * self._seat
        behind = (0.0,) * (self._seats - self._seat - 1)
        return [(*before, float(worth), *behind) for worth in worths]


def round_of(before: MatchFive, draw: Move) -> int:
    """Which so many turns of each seat the draw is for."""
    del draw
    lap = 1 + (before.turns - 1) // len(before.hands) if before.turns else 0
    return 1 + lap // TURNS


def shows(later: MatchFive, draw: Move) -> bool:
    """Whether it is the turn of the seat that has drawn, and other tiles are left."""
    assert isinstance(draw, Draw)
    return later.to_act() == (draw.seat,) and bool(later.bag)


LUCK = GameLuck(round_of, shows, OtherTiles, TURNS, adds_up=True)
