"""How robots think in Azul: alpha-beta to the end of the round, whose boards are worth what `worth` says.

A node is one board that a draft leads to, or one plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.core import Mind, Move, Ranked, Seat, View
from engine.games.azul.compact import (
    MARKED,
    NOBODY,
    Boards,
    Position,
    center_offers,
    drafted,
    form_of,
    offers,
    position_of,
)
from engine.games.azul.moves import Draft, Plan
from engine.games.azul.state import Azul
from engine.games.azul.worth import CLOCKS, Side, Worth, clock_of
from engine.search import Tree, alpha_beta

STARTING = 1.2  # points that it is worth to start the next round
FEW, PLAN = 8, 20  # plans looked at closely at least, and what one of them costs in nodes
OWN, OTHERS = 14, 3  # moves looked at within a search: of the asker, of each of two or more others
NODES: Mapping[str, Mapping[int, int]] = {
    "sharp": {2: 2_000, 3: 2_000, 4: 2_000},
    "strong": {2: 40_000, 3: 40_000, 4: 40_000},
    "master": {2: 300_000, 3: 300_000, 4: 300_000},
}


class Round(Tree[Position]):
    """The drafts of a round, as the seat that asks sees them; seats are counted from it."""

    def __init__(self, state: Azul, seat: Seat) -> None:
        side, seats = Side(state.wall, state.house), len(state.boards)
        ordered = [state.boards[(seat + at) % seats] for at in range(seats)]
        clock = min(clock_of(tuple(board.wall), side.house) for board in ordered)
        self.worths = [Worth(board, side, state.tiebreak, clock) for board in ordered]
        self.boards = [Boards(board.wall, worth) for board, worth in zip(ordered, self.worths, strict=True)]
        self.root = position_of(state, seat, self.boards)
        self._values = [one.values for one in self.boards]
        self._clocks = [one.clocks for one in self.boards]

    def mine(self, position: Position) -> bool:
        """Whether the asker is to move."""
        return position[0] == 0

    def children(self, position: Position) -> list[tuple[float, Position]]:
        """The best drafts of who is to move."""
        turn, first, center, displays, numbers = position
        if not displays and center in (0, MARKED):
            return []
        found = []
        ways, number = self.boards[turn].ways, numbers[turn]
        for key, rest in center_offers(center):
            taker = turn if center >= MARKED else first
            found += [(rest, displays, taker, after) for after in ways(number, key)]
        last = 0
        for at, display in enumerate(displays):
            if display != last:
                last, left = display, displays[:at] + displays[at + 1 :]
                for key, rest in offers(display):
                    found += [(center + rest, left, first, after) for after in ways(number, key)]
        return self._ordered(position, found)

    def _ordered(
        self, position: Position, found: Sequence[tuple[int, tuple[int, ...], Seat, int]]
    ) -> list[tuple[float, Position]]:
        turn, _, _, _, numbers = position
        seats, before, behind = len(numbers), numbers[:turn], numbers[turn + 1 :]
        own, following = self._values[turn], (turn + 1) % seats
        if seats == 2:
            whole = [
                (self.value((following, first, center, left, (*before, after, *behind))),
                 (following, first, center, left, (*before, after, *behind)))
                for center, left, first, after in found
            ]
            whole.sort(key=lambda one: one[0], reverse=turn == 0)
            return whole if position == self.root else whole[:OWN]
        if turn:
            found = sorted(found, key=lambda one: -own[one[3]][-1])[:OTHERS]
        whole = [
            (self.value((following, first, center, left, (*before, after, *behind))),
             (following, first, center, left, (*before, after, *behind)))
            for center, left, first, after in found
        ]
        if turn:
            return whole
        whole.sort(key=lambda one: one[0], reverse=True)
        return whole if position == self.root else whole[:OWN]

    def value(self, position: Position) -> float:
        """The lead of the asker as the position looks at once."""
        _, first, center, displays, numbers = position
        clock = min(clocks[number] for clocks, number in zip(self._clocks, numbers))
        at = clock if displays or center not in (0, MARKED) else clock + CLOCKS
        worths = [values[number][at] for values, number in zip(self._values, numbers)]
        tempo = STARTING if clock and first == 0 else -STARTING if clock and first > 0 and len(numbers) == 2 else 0.0
        return worths[0] - max(worths[1:]) + tempo

    def lead(self, numbers: Sequence[int], clock: int, own: Sequence[float]) -> float:
        """The lead of the asker when the round ends with a board of its own that is worth so much by the clock."""
        others = [(clocks[number], values[number]) for clocks, values, number in zip(self._clocks, self._values, numbers)]
        clock = min(clock, *(each for each, _ in others[1:]))
        return own[clock] - max(values[clock + CLOCKS] for _, values in others[1:])


def rank(view: View[Any], rng: Random, nodes: int) -> list[Ranked]:
    """The moves that came into question, the best first, with the lead that they promise at the end of the game."""
    state, seat, moves = view.state, view.seat, view.moves
    assert isinstance(state, Azul)
    assert seat is not None
    plans = [move for move in moves if isinstance(move, Plan)]
    if plans:
        return _ranked_plans(Round(state, seat), plans, nodes)
    tree = Round(state, seat)
    reached: dict[Position, Move] = {}
    for move in moves:
        assert isinstance(move, Draft)
        reached.setdefault(drafted(state, tree.root, move, tree.boards), move)
    return [Ranked(reached[position], value) for value, position in alpha_beta(tree, tree.root, nodes)]


def _ranked_plans(tree: Round, plans: Sequence[Plan], nodes: int) -> list[Ranked]:
    """Plans by the lead after the round, the others' lines tiled as is best for them."""
    numbers, worth = tree.root[4], tree.worths[0]
    form = tree.boards[0].forms[numbers[0]]
    tilings = [(worth.planned(form, plan.columns), plan) for plan in plans]
    tilings.sort(key=lambda one: -worth.hope(one[0]))
    found = []
    for tiled, plan in tilings[: max(FEW, nodes // PLAN)]:
        _, end = worth.values(form, tiled)
        found.append(Ranked(plan, tree.lead(numbers, worth.clock(tiled), end)))
    return sorted(found, key=lambda one: -one.value)


MIND = Mind(rank, NODES)
