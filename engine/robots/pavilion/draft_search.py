"""Searches drafts by alpha-beta, with values of the hands that they lead to.

Knows nothing about stars or later rounds: other modules value a hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf

from engine.core import Move, Seat
from engine.games.pavilion.moves import Draft
from engine.games.pavilion.sets import COLORS, MIN_POINTS, ROUNDS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import RankedMove
from engine.robots.pavilion.board_values import board_evaluator
from engine.robots.pavilion.hand_values import hand_evaluator
from engine.robots.pavilion.packed import NO_HOLDER, DraftState, after_draft, draft_state, next_draft_states, pack_stars
from engine.robots.pavilion.placement_plans import PlacementPlan, placement_state
from engine.robots.search import Tree, alpha_beta

PLAN_WIDTH = 8  # width of the placement plans that value hands, for each 100,000 positions
MIN_PLAN_WIDTH = 8  # from this width on, plans are better than estimates even before the last two rounds
MAX_ANSWERS = 3  # moves of another seat that are examined, with three or four seats


class DraftTree(Tree[DraftState]):
    """The tree of drafts, for the seat that asks.

    `width`: the beam width of the plans of this `kind` that value hands; 0 to only estimate hands.
    """

    def __init__(self, state: Pavilion, seat: Seat, width: int, kind: type[PlacementPlan] = PlacementPlan) -> None:
        self._seat = seat
        self._wild = COLORS.index(state.wild)
        self._seats = len(state.boards)
        self._hand_values = [_hand_value(state, other, width, kind) for other in range(self._seats)]
        self._start_value = board_evaluator(state.side, ROUNDS - state.round).start_value
        self._scores = [board.score for board in state.boards]

    def is_askers_turn(self, position: DraftState) -> bool:
        """Whether the asking seat is on turn."""
        return position.turn == self._seat

    def children(self, position: DraftState) -> list[tuple[float, DraftState]]:
        """The next positions, the best for the seat on turn first."""
        found = next_draft_states(position, self._wild)
        turn = position.turn
        mine = turn == self._seat
        # With several opponents, the seat on turn seeks the best for itself, not the worst for the asking seat.
        if self._seats > 2 and not mine:
            hand_value = self._hand_values[turn]
            found.sort(
                key=lambda after: hand_value(after.hands[turn]) - (after.tiles if after.holder == turn else 0),
                reverse=True,
            )
            return [(self.value(after), after) for after in found[:MAX_ANSWERS]]
        return sorted(((self.value(after), after) for after in found), key=lambda after: after[0], reverse=mine)

    def value(self, position: DraftState) -> float:
        """The lead of the asking seat."""
        values = [
            hand_value(hand) + score
            for hand_value, hand, score in zip(self._hand_values, position.hands, self._scores, strict=True)
        ]
        holder = position.holder
        if holder != NO_HOLDER:
            values[holder] += self._start_value - min(position.tiles, self._scores[holder] - MIN_POINTS)
        own = values.pop(self._seat)
        return own - max(values)


def _hand_value(state: Pavilion, seat: Seat, width: int, kind: type[PlacementPlan]) -> Callable[[int], float]:
    """A function from a hand to its value for a seat: that of its best placement plan, or for width 0 an estimate."""
    if not width:
        return hand_evaluator(state.side, *pack_stars(state.boards[seat]), state.round).value
    plan = kind(state, seat, width)
    start = placement_state(state, seat)
    return cache(lambda hand: plan.value(start._replace(hand=hand)))


def rank(state: Pavilion, seat: Seat, nodes: int) -> list[RankedMove]:
    """The drafts, the best first."""
    start = draft_state(state)
    moves: dict[DraftState, Move] = {}
    for move in state.moves(seat):
        assert isinstance(move, Draft)
        moves.setdefault(after_draft(start, state, move), move)
    width = PLAN_WIDTH * nodes // 100_000
    if width < MIN_PLAN_WIDTH and state.round < ROUNDS - 1:
        width = 0
    tree = DraftTree(state, seat, width)
    found = alpha_beta(tree, start, nodes // (width + 1))
    bound = inf
    ranked = []
    for value, after in found:
        bound = min(bound, value)  # a move that was searched less deeply may look better than it is
        ranked.append(RankedMove(moves[after], bound))
    return ranked
