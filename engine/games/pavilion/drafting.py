"""Looks ahead while seats take tiles: alpha-beta with what their hands will be worth.

Knows no stars and no later rounds: others say what a hand is worth."""

from __future__ import annotations

from math import inf

from engine.core import Move, Ranked
from engine.games.pavilion.compact import NOBODY, Taking, after_center, after_factory, cover, drafted, takes, taking
from engine.games.pavilion.filling import filling
from engine.games.pavilion.moves import Draft
from engine.games.pavilion.prospects import prospects
from engine.games.pavilion.sets import COLORS, LEAST, ROUNDS
from engine.games.pavilion.state import Pavilion
from engine.search import Tree, alpha_beta

ANSWERS = {2: 99, 3: 3, 4: 3}  # moves of other seats that are looked at, by number of seats


class Takings(Tree[Taking]):
    """What may happen while tiles are taken, for the seat that asks."""

    def __init__(self, state: Pavilion, seat: int) -> None:
        self._seat, self._wild, self._side = seat, COLORS.index(state.wild), state.side
        self._seats = len(state.boards)
        self._fillings = [filling(state.side, *cover(board), state.round) for board in state.boards]
        self._worths = [one.worth for one in self._fillings]
        self._first = prospects(state.side, ROUNDS - state.round).first
        self._scores = [board.score for board in state.boards]

    def mine(self, position: Taking) -> bool:
        """Whether the asker is to take."""
        return position.turn == self._seat

    def children(self, position: Taking) -> list[tuple[float, Taking]]:
        """What comes next, the best for who takes first."""
        factories, center, _, turn, _, _ = position
        found: dict[Taking, None] = {}
        last = 0
        for at, heap in enumerate(factories):
            if heap != last:
                last = heap
                for got, rest in takes(heap, self._wild):
                    found[after_factory(position, at, got, rest)] = None
        for got, rest in takes(center, self._wild):
            found[after_center(position, got, rest)] = None
        mine = turn == self._seat
        if self._seats > 2 and not mine:
            return self._answers(list(found), turn)
        return sorted(((self.value(one), one) for one in found), key=lambda one: one[0], reverse=mine)

    def _answers(self, found: list[Taking], turn: int) -> list[tuple[float, Taking]]:
        worth = self._worths[turn]
        ranked = sorted(
            found, key=lambda one: worth(one.hands[turn]) - (one.tiles if one.holder == turn else 0), reverse=True
        )
        return [(self.value(one), one) for one in ranked[: ANSWERS[self._seats]]]

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


def rank(state: Pavilion, seat: int, nodes: int) -> list[Ranked]:
    """The ways to take tiles, the best first."""
    here = taking(state)
    moves: dict[Taking, Move] = {}
    for move in state.moves(seat):
        assert isinstance(move, Draft)
        moves.setdefault(drafted(here, state, move), move)
    found, most, ranked = alpha_beta(Takings(state, seat), here, nodes), inf, []
    for value, one in found:
        most = min(most, value)  # those that were not looked into as far may look better than they are
        ranked.append(Ranked(moves[one], most))
    return ranked
