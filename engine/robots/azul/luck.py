"""How well a deal of Azul turns out for each seat: the round played to its end by quick robots, many times.

They look one draft ahead and take one of the best. Positions are those of the search, so that boards that come up again
and again are valued once for all deals of a round. Knows nothing of what later rounds may deal.
"""

from __future__ import annotations

from math import inf
from random import Random

from engine.core import Move, Seat
from engine.games.azul.moves import Deal
from engine.games.azul.sets import COLORS
from engine.games.azul.state import Azul
from engine.robots.azul.compact import MARKED, NOBODY, PLACES, Heap, Position, heap_of
from engine.robots.azul.round import SPREADS, STARTING, Judge, Round
from engine.robots.azul.worth import CLOCK_STEPS
from engine.robots.core import ExpectedPoints, GameLuck

SLACK = 1.0  # points within which a robot takes any of the best drafts, so that no deal hangs on a single one
NEAR = 2  # places for tiles that a robot looks at in a round that is not the last
PLENTY = 4  # tiles of each color that are taken to be offered: boards are worth the same whatever is dealt


class Redeals(Round):
    """A round that is about to be dealt, and what comes of its deals."""

    def __init__(self, before: Azul, deal: Move, later: Azul) -> None:
        del later
        dealt = before.copy()
        dealt.displays = [COLORS * PLENTY, *before.displays[1:]]
        super().__init__(dealt, 0)
        self._before = before
        self._deal = deal
        self._slack = SLACK / SPREADS[1] if self._last and self._duel else SLACK

    def actual_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """How the seats stand when the round is over, with what their walls and lines promise."""
        return [self._played(self._deal, lots) for _ in range(times)]

    def other_outcomes(self, lots: Random, times: int) -> list[ExpectedPoints]:
        """The same after other deals."""
        return [self._played(self._before.draw(lots), lots) for _ in range(times)]

    def _played(self, deal: Move, lots: Random) -> ExpectedPoints:
        turn, first, center, _, numbers = self.root
        assert isinstance(deal, Deal)
        displays = tuple(sorted(heap_of(tiles) for tiles in deal.displays if tiles))
        position: Position = turn, first, center, displays, numbers
        while position[3] or position[2] not in (0, MARKED):
            position = self._next(position, lots)
        return self._stands(position)

    def _next(self, position: Position, lots: Random) -> Position:
        """After one of the best drafts of who is to move."""
        turn, _, _, _, numbers = position
        if not self._duel:
            judge = self._own(position)
        else:
            judge = self._judge(position) if self._last else self._judge_in_duel(position)
        slack, roll, most = self._slack, lots.random, -inf
        for draft in self._drafts(position, PLACES if self._last else NEAR):
            taker, middle, left, after = draft
            value = judge(after, taker, middle, left)[0] + slack * roll()
            if value > most:
                most, chosen = value, draft
        taker, middle, left, after = chosen
        return (turn + 1) % len(numbers), taker, middle, left, (*numbers[:turn], after, *numbers[turn + 1 :])

    def _own(self, position: Position) -> Judge:
        """Says of a board of who is to move what it is worth to that seat alone, where several others play."""
        turn, numbers = position[0], position[4]
        values, clocks = self._values[turn], self._clocks[turn]
        clock = min(self._clocks[at][number] for at, number in enumerate(numbers) if at != turn)

        def judge(after: int, taker: Seat, middle: Heap, left: tuple[Heap, ...]) -> tuple[float, float]:
            now = min(clock, clocks[after])
            end = not left and middle in (0, MARKED)
            value = values[after][now + CLOCK_STEPS if end else now] + (STARTING if now and taker == turn else 0.0)
            return value, value

        return judge

    def _stands(self, position: Position) -> ExpectedPoints:
        numbers, first = position[4], position[1]
        clock = min(self._clocks[seat][number] for seat, number in enumerate(numbers))
        if (self._stalls or self._dry) and self._over(numbers, 0, numbers[0]):
            clock = 0
        stands = [self._values[seat][number][clock + CLOCK_STEPS] for seat, number in enumerate(numbers)]
        if clock and first != NOBODY:
            stands[first] += STARTING
        return tuple(stands)


def round_of(before: Azul, deal: Move) -> int:
    """The round that is dealt."""
    del deal
    return before.round


def shows(later: Azul, deal: Move) -> bool:
    """Whether the deal matters: at once."""
    del later, deal
    return True


LUCK = GameLuck(round_of, shows, Redeals)
