"""How well a deal of Summer Pavilion turns out for each seat: tiles taken by quick robots, many times.

They look one draft ahead and take one of the best for their own board. What hands are worth is estimated, so no tile is
laid; and hands that come up again and again are valued once for all deals of a round. Knows nothing of later rounds.
"""

from __future__ import annotations

from math import inf
from random import Random

from engine.core import Move
from engine.games.pavilion.moves import Deal
from engine.games.pavilion.sets import COLORS, LEAST, ROUNDS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import ExpectedPoints, GameLuck
from engine.robots.pavilion.compact import NOBODY, Taking, cover, packed, takings
from engine.robots.pavilion.filling import Filling
from engine.robots.pavilion.prospects import prospects

SLACK = 1.0  # points within which a robot takes any of the best drafts, so that no deal hangs on a single one


class Redeals:
    """A round that is about to be dealt, and what comes of its deals."""

    def __init__(self, before: Pavilion, deal: Move, later: Pavilion) -> None:
        del later
        self._before = before
        self._deal = deal
        self._scores = [board.score for board in before.boards]
        self._hands = tuple(packed(board.corners) for board in before.boards)
        self._fillings = [Filling(before.side, *cover(board), before.round) for board in before.boards]
        self._wild = COLORS.index(before.wild)
        self._starter = before.starter
        self._first = prospects(before.side, ROUNDS - before.round).first

    def actual_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """How the seats stand once all tiles are taken, with what their boards and hands promise."""
        return [self._played(self._deal, lots) for _ in range(times)]

    def other_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """The same after other deals."""
        return [self._played(self._before.draw(lots), lots) for _ in range(times)]

    def _played(self, deal: Move, lots: Random) -> ExpectedPoints:
        assert isinstance(deal, Deal)
        factories = tuple(sorted(packed(tiles) for tiles in deal.factories if tiles))
        here = Taking(factories, 0, self._hands, self._starter, NOBODY, 0)
        while not here.is_over:
            here = self._next(here, lots)
        pairs = zip(self._scores, self._fillings, here.hands, strict=True)
        stands = [score + filling.worth(hand) for score, filling, hand in pairs]
        if here.holder != NOBODY:
            stands[here.holder] += self._first - min(here.tiles, self._scores[here.holder] - LEAST)
        return tuple(stands)

    def _next(self, here: Taking, lots: Random) -> Taking:
        """After one of the best drafts of who is to take."""
        seat, most, chosen = here.turn, -inf, here
        worth, score = self._fillings[seat].worth, self._scores[seat]
        for after in takings(here, self._wild):
            value = worth(after.hands[seat]) + SLACK * lots.random()
            if after.holder == seat != here.holder:
                value += self._first - min(after.tiles, score - LEAST)
            if value > most:
                most, chosen = value, after
        return chosen


def round_of(before: Pavilion, move: Move) -> int:
    """The round that is dealt; 0 for tiles that only fill the supply, which all seats choose from alike."""
    return before.round if isinstance(move, Deal) else 0


def shows(later: Pavilion, deal: Move) -> bool:
    """Whether the deal matters: at once."""
    del later, deal
    return True


LUCK = GameLuck(round_of, shows, Redeals)
