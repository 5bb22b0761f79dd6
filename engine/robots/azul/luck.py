"""How good a deal of Azul is for each seat: quick robots play the round to its end, many times.

These robots look one draft ahead and choose one of the best drafts. Each board is evaluated once for all deals of a
round. Knows nothing about the deals of later rounds.
"""

from __future__ import annotations

from math import inf
from random import Random

from engine.core import Move, Seat
from engine.games.azul.moves import Deal
from engine.games.azul.sets import COLORS
from engine.games.azul.state import Azul
from engine.robots.azul.board_values import CLOCK_STEPS
from engine.robots.azul.position import BOARD_PLACES, MARKER_BIT, NO_MARKER_TAKER, HeapCode, RoundPosition, heap_code
from engine.robots.azul.round_tree import LEAD_SPREADS, START_VALUE, JudgeDraft, RoundTree
from engine.robots.core import ExpectedPoints, GameLuck

DRAFT_SLACK = 1.0  # points: a robot may choose any draft that is worse than the best by less
PLACES_CONSIDERED = 2  # places (lines or floor) considered for tiles before the last round
# The tiles that an evaluation assumes to be offered, so that a board has the same value for every deal.
ASSUMED_TILES_PER_COLOR = 4


class Redeals(RoundTree):
    """A round before its deal, and the outcomes of deals."""

    def __init__(self, before: Azul, deal: Move, later: Azul) -> None:
        del later
        dealt = before.copy()
        dealt.displays = [COLORS * ASSUMED_TILES_PER_COLOR, *before.displays[1:]]
        super().__init__(dealt, 0)
        self._before = before
        self._deal = deal
        self._slack = DRAFT_SLACK / LEAD_SPREADS[1] if self._is_last and self._is_duel else DRAFT_SLACK

    def actual_outcomes(self, rng: Random, times: int) -> list[ExpectedPoints]:
        """Return the points of the seats after the round, with what their walls and lines promise."""
        return [self._play_round(self._deal, rng) for _ in range(times)]

    def other_outcomes(self, rng: Random, times: int) -> list[ExpectedPoints]:
        """Return the same for random other deals."""
        return [self._play_round(self._before.draw(rng), rng) for _ in range(times)]

    def _play_round(self, deal: Move, rng: Random) -> ExpectedPoints:
        turn, first, center, _, numbers = self.root
        assert isinstance(deal, Deal)
        displays = tuple(sorted(heap_code(tiles) for tiles in deal.displays if tiles))
        position: RoundPosition = turn, first, center, displays, numbers
        while position[3] or position[2] not in (0, MARKER_BIT):
            position = self._play_draft(position, rng)
        return self._expected_points(position)

    def _play_draft(self, position: RoundPosition, rng: Random) -> RoundPosition:
        """Return the position after one of the best drafts of the seat to move."""
        turn, _, _, _, numbers = position
        if not self._is_duel:
            judge = self._make_solo_judge(position)
        else:
            judge = self._make_judge(position) if self._is_last else self._make_duel_judge(position)
        slack, roll, most = self._slack, rng.random, -inf
        for draft in self._drafts(position, BOARD_PLACES if self._is_last else PLACES_CONSIDERED):
            taker, middle, left, after = draft
            value = judge(after, taker, middle, left)[0] + slack * roll()
            if value > most:
                most, chosen = value, draft
        taker, middle, left, after = chosen
        return (turn + 1) % len(numbers), taker, middle, left, (*numbers[:turn], after, *numbers[turn + 1 :])

    def _make_solo_judge(self, position: RoundPosition) -> JudgeDraft:
        """Make a function that values a board for the seat to move only: a judge for games with several opponents."""
        turn, numbers = position[0], position[4]
        values, clocks = self._values[turn], self._clocks[turn]
        clock = min(self._clocks[rival][number] for rival, number in enumerate(numbers) if rival != turn)

        def judge(after: int, taker: Seat, middle: HeapCode, left: tuple[HeapCode, ...]) -> tuple[float, float]:
            now = min(clock, clocks[after])
            end = not left and middle in (0, MARKER_BIT)
            value = values[after][now + CLOCK_STEPS if end else now] + (START_VALUE if now and taker == turn else 0.0)
            return value, value

        return judge

    def _expected_points(self, position: RoundPosition) -> ExpectedPoints:
        numbers, first = position[4], position[1]
        clock = min(self._clocks[seat][number] for seat, number in enumerate(numbers))
        if (self._may_stall or self._is_exhausted) and self._ends_game(numbers, 0, numbers[0]):
            clock = 0
        stands = [self._values[seat][number][clock + CLOCK_STEPS] for seat, number in enumerate(numbers)]
        if clock and first != NO_MARKER_TAKER:
            stands[first] += START_VALUE
        return tuple(stands)


def round_of(before: Azul, deal: Move) -> int:
    """Return the round of the deal."""
    del deal
    return before.round


def shows(later: Azul, deal: Move) -> bool:
    """Return True, because a deal always takes effect at once."""
    del later, deal
    return True


LUCK = GameLuck(round_of, shows, Redeals)
