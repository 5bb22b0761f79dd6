"""The luck of deals in Summer Pavilion: fast robots draft the dealt tiles many times.

Each robot looks one draft ahead and takes one of the best drafts for its own board. Hands are estimated without placing
tiles, and the estimates are shared by all deals of a round. Knows nothing about later rounds.
"""

from __future__ import annotations

from math import inf
from random import Random

from engine.core import Move
from engine.games.pavilion.moves import Deal
from engine.games.pavilion.sets import COLORS, MIN_POINTS, ROUNDS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import ExpectedPoints, GameLuck
from engine.robots.pavilion.board_values import board_evaluator
from engine.robots.pavilion.hand_values import HandEvaluator
from engine.robots.pavilion.packed import NO_HOLDER, DraftState, next_draft_states, pack_heap, pack_stars

DRAFT_TOLERANCE = 1.0  # random points added to each draft, up to this many, so that no deal depends on one draft


class Redeals:
    """Plays out the drafting of a round, after its own deal or after other ones."""

    def __init__(self, before: Pavilion, deal: Move, later: Pavilion) -> None:
        del later
        self._before = before
        self._deal = deal
        self._scores = [board.score for board in before.boards]
        self._hands = tuple(pack_heap(board.corners) for board in before.boards)
        self._hand_evaluators = [
            HandEvaluator(before.side, *pack_stars(board), before.round) for board in before.boards
        ]
        self._wild = COLORS.index(before.wild)
        self._starter = before.starter
        self._start_value = board_evaluator(before.side, ROUNDS - before.round).start_value

    def actual_outcomes(self, rng: Random, times: int) -> list[ExpectedPoints]:
        """The expected points of each seat once all tiles are taken, after the actual deal."""
        return [self._play_out(self._deal, rng) for _ in range(times)]

    def other_outcomes(self, rng: Random, times: int) -> list[ExpectedPoints]:
        """The expected points of each seat once all tiles are taken, after other deals."""
        return [self._play_out(self._before.draw(rng), rng) for _ in range(times)]

    def _play_out(self, deal: Move, rng: Random) -> ExpectedPoints:
        assert isinstance(deal, Deal)
        factories = tuple(sorted(pack_heap(tiles) for tiles in deal.factories if tiles))
        state = DraftState(factories, 0, self._hands, self._starter, NO_HOLDER, 0)
        while not state.is_over:
            state = self._after_good_draft(state, rng)
        pairs = zip(self._scores, self._hand_evaluators, state.hands, strict=True)
        points = [score + evaluator.value(hand) for score, evaluator, hand in pairs]
        if state.holder != NO_HOLDER:
            points[state.holder] += self._start_value - min(state.tiles, self._scores[state.holder] - MIN_POINTS)
        return tuple(points)

    def _after_good_draft(self, state: DraftState, rng: Random) -> DraftState:
        """The position after one of the best drafts of the seat on turn."""
        seat, best, chosen = state.turn, -inf, state
        hand_value, score = self._hand_evaluators[seat].value, self._scores[seat]
        for after in next_draft_states(state, self._wild):
            value = hand_value(after.hands[seat]) + DRAFT_TOLERANCE * rng.random()
            if after.holder == seat != state.holder:
                value += self._start_value - min(after.tiles, score - MIN_POINTS)
            if value > best:
                best, chosen = value, after
        return chosen


def round_of(before: Pavilion, move: Move) -> int:
    """The round whose factories are dealt; 0 for a draw that only fills the supply, which all seats share."""
    return before.round if isinstance(move, Deal) else 0


def shows(later: Pavilion, deal: Move) -> bool:
    """Whether the deal can be valued now: always."""
    del later, deal
    return True


LUCK = GameLuck(round_of, shows, Redeals)
