"""Looks ahead while seats take tiles: alpha-beta with what their hands will be worth.

Knows no stars and no later rounds: others say what a hand is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf

from engine.core import Move, Seat
from engine.games.pavilion.moves import Draft
from engine.games.pavilion.sets import COLORS, LEAST, ROUNDS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import RankedMove
from engine.robots.pavilion.compact import NOBODY, Taking, cover, drafted, taking, takings
from engine.robots.pavilion.filling import filling
from engine.robots.pavilion.laying import Plan, laying
from engine.robots.pavilion.prospects import prospects
from engine.robots.search import Tree, alpha_beta

PLANNED = 8  # boards that plans of hands follow, for each 100,000 positions
WIDE = 8  # boards from which on such plans are better than estimates before the last two rounds, too
ANSWERS = 3  # moves of another seat that are looked at, with three or four at the table


class Takings(Tree[Taking]):
    """What may happen while tiles are taken, for the seat that asks.

    `width`: how many boards the plans of this `kind` follow that hands are valued by; 0 where they are only estimated.
    """

    def __init__(self, state: Pavilion, seat: Seat, width: int, kind: type[Plan] = Plan) -> None:
        self._seat = seat
        self._wild = COLORS.index(state.wild)
        self._seats = len(state.boards)
        self._worths = [_worth(state, one, width, kind) for one in range(self._seats)]
        self._first = prospects(state.side, ROUNDS - state.round).first
        self._scores = [board.score for board in state.boards]

    def is_askers_turn(self, position: Taking) -> bool:
        """Whether the asker is to take."""
        return position.turn == self._seat

    def children(self, position: Taking) -> list[tuple[float, Taking]]:
        """What comes next, the best for who takes first."""
        found = takings(position, self._wild)
        turn = position.turn
        mine = turn == self._seat
        if self._seats > 2 and not mine:  # what is best for the other itself: it does not play against the asker alone
            worth = self._worths[turn]
            found.sort(key=lambda one: worth(one.hands[turn]) - (one.tiles if one.holder == turn else 0), reverse=True)
            return [(self.value(one), one) for one in found[:ANSWERS]]
        return sorted(((self.value(one), one) for one in found), key=lambda one: one[0], reverse=mine)

    def value(self, position: Taking) -> float:
        """The lead of the asker."""
        worths = [
            worth(hand) + score for worth, hand, score in zip(self._worths, position.hands, self._scores, strict=True)
        ]
        holder = position.holder
        if holder != NOBODY:
            worths[holder] += self._first - min(position.tiles, self._scores[holder] - LEAST)
        own = worths.pop(self._seat)
        return own - max(worths)


def _worth(state: Pavilion, seat: Seat, width: int, kind: type[Plan]) -> Callable[[int], float]:
    """What hands are worth to a seat: what the best plan of so many boards comes to, or at once without a plan."""
    if not width:
        return filling(state.side, *cover(state.boards[seat]), state.round).worth
    plan = kind(state, seat, width)
    here = laying(state, seat)
    return cache(lambda hand: plan.worth(here._replace(hand=hand)))


def rank(state: Pavilion, seat: Seat, nodes: int) -> list[RankedMove]:
    """The ways to take tiles, the best first."""
    here = taking(state)
    moves: dict[Taking, Move] = {}
    for move in state.moves(seat):
        assert isinstance(move, Draft)
        moves.setdefault(drafted(here, state, move), move)
    width = PLANNED * nodes // 100_000
    if width < WIDE and state.round < ROUNDS - 1:
        width = 0
    tree = Takings(state, seat, width)
    found = alpha_beta(tree, here, nodes // (width + 1))
    most = inf
    ranked = []
    for value, one in found:
        most = min(most, value)  # those that were not looked into as far may look better than they are
        ranked.append(RankedMove(moves[one], most))
    return ranked
