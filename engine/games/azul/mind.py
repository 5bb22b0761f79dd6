"""How robots think in Azul: alpha-beta to the end of the round, whose boards are worth what `worth` says.

A node is one board that a draft leads to, or one plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engine.core import Mind, Move, Ranked, Seat, View
from engine.games.azul.compact import (
    MARKED,
    Boards,
    Position,
    center_offers,
    drafted,
    kinds,
    offers,
    position_of,
)
from engine.games.azul.moves import Draft, Plan
from engine.games.azul.state import Azul
from engine.games.azul.worth import CLOCKS, Side, Worth, clock_of
from engine.search import Tree, alpha_beta

SPREADS = (6.0, 14.0, 18.0, 20.0, 20.0, 20.0)  # by the clock: how many points a lead may still change
MARGIN = 1 / 1024  # what a point more or less is worth beside winning at all
STARTING = 1.2  # points that it is worth to start the next round
FEW, PLAN = 8, 20  # plans looked at closely at least, and what one of them costs in nodes
OWN, OTHERS = 14, 3  # moves looked at within a search: of the asker, of each of two or more others
NODES: Mapping[str, Mapping[int, int]] = {
    "sharp": {2: 2_000, 3: 2_000, 4: 2_000},
    "strong": {2: 40_000, 3: 40_000, 4: 40_000},
    "master": {2: 300_000, 3: 300_000, 4: 300_000},
}


def hoped(lead: float, spread: float) -> float:
    """How much a seat wants a lead that may still change by so many points: half its wish is for who wins at 0 spread.

    In a round that may be the last one a small lead for sure is better than a larger one that may be lost.
    """
    sure = lead / (abs(lead) + spread) if lead else 0.0
    return sure + MARGIN * lead


def lead_of(hope: float, spread: float) -> float:
    """The lead that is hoped for so much: one at the end of the game, or one that may still change.

    >>> lead_of(hoped(7, 12.0), 12.0), lead_of(hoped(7, 0.0), 12.0)
    (7.0, 7.0)
    """
    size, sign = abs(hope), 1 if hope > 0 else -1
    if size > 1:
        return round(sign * (size - 1) / MARGIN, 3)
    half = (1 + MARGIN * spread - size) / 2  # of lead / (lead + spread) + MARGIN * lead = size
    return round(sign * ((half**2 + MARGIN * size * spread) ** 0.5 - half) / MARGIN, 3)


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
        self._duel, self._last = seats == 2, clock < 2
        # by who has the marker, NOBODY last
        self._tempos = [STARTING, *(-STARTING if self._duel else 0.0 for _ in range(1, seats)), 0.0]

    def mine(self, position: Position) -> bool:
        """Whether the asker is to move."""
        return position[0] == 0

    def children(self, position: Position) -> list[tuple[float, Position]]:
        """The best drafts of who is to move."""
        turn, first, center, displays, numbers = position
        if not displays and center in (0, MARKED):
            return []
        found = self._found(position)
        found.sort(key=lambda one: -one[0])
        if position != self.root:
            found = found[: OWN if turn == 0 or self._duel else OTHERS]
        following, before, behind = (turn + 1) % len(numbers), numbers[:turn], numbers[turn + 1 :]
        children = [
            (lead, (following, taker, middle, left, (*before, after, *behind)))
            for _, lead, taker, middle, left, after in found
        ]
        if turn and not self._duel:
            children.sort(key=lambda one: one[0])
        return children

    def _found(self, position: Position) -> list[tuple[float, float, Seat, int, tuple[int, ...], int]]:
        """Every draft: what it is worth to who makes it and to the asker, who has the marker then, and what is left."""
        turn, first, center, displays, numbers = position
        ways, found = self.boards[turn].ways[numbers[turn]], []
        judge = self._judge(position)
        for key, rest in center_offers(center):
            taker = turn if center >= MARKED else first
            found += [(*judge(after, taker, not (rest or displays)), taker, rest, displays, after) for after in ways[key]]
        last = 0
        for at, display in enumerate(displays):
            if display != last:
                last, left = display, displays[:at] + displays[at + 1 :]
                for key, rest in offers(display):
                    middle = center + rest
                    end = not left and middle in (0, MARKED)
                    found += [(*judge(after, first, end), first, middle, left, after) for after in ways[key]]
        return found

    def _judge(self, position: Position) -> Callable[[int, Seat, bool], tuple[float, float]]:
        """Says what a board of who is to move is worth, to that seat and to the asker."""
        turn, _, _, _, numbers = position
        values, clocks, tempos = self._values[turn], self._clocks[turn], self._tempos
        clock = min(each[number] for at, (each, number) in enumerate(zip(self._clocks, numbers)) if at != turn)
        others = [each[number] for at, (each, number) in enumerate(zip(self._values, numbers)) if at not in (0, turn)]
        asker, last = self._values[0][numbers[0]], self._last

        def judge(after: int, taker: Seat, end: bool) -> tuple[float, float]:
            now = min(clock, clocks[after])
            at, own = now + CLOCKS * end, values[after]
            if turn == 0:
                lead = own[at] - max(other[at] for other in others) + (tempos[taker] if now else 0.0)
            elif others:
                lead = asker[at] - max(own[at], *(other[at] for other in others)) + (tempos[taker] if now else 0.0)
            else:
                lead = asker[at] - own[at] + (tempos[taker] if now else 0.0)
            if last:
                lead = hoped(lead, 0.0 if end and not now else SPREADS[now])
            return (own[at] if turn and others else lead if not turn else -lead), lead

        return judge

    def best(self, position: Position) -> tuple[float, int]:
        """The value of the best draft, of those that come first for tiles of their kind."""
        turn, first, center, displays, numbers = position
        from_center = center_offers(center)
        if len(displays) + len(from_center) < 2:  # it may be the last draft of the round
            children = self.children(position)
            return (children[0][0], len(children)) if children else (0.0, 0)
        ways, judge = self.boards[turn].ways[numbers[turn]], self._judge(position)
        taker = turn if center >= MARKED else first
        found = [judge(ways[key][0], taker, False) for key, _ in from_center]
        found += [judge(ways[key][0], first, False) for key in kinds(displays)]
        if turn == 0 or self._duel:
            return max(found)[1], len(found)
        return min(lead for _, lead in sorted(found, reverse=True)[:OTHERS]), len(found)

    def lead(self, numbers: Sequence[int], clock: int, own: Sequence[float]) -> float:
        """The lead of the asker when the round ends with a board of its own that is worth so much by the clock."""
        others = [(clocks[number], values[number]) for clocks, values, number in zip(self._clocks, self._values, numbers)]
        clock = min(clock, *(each for each, _ in others[1:]))
        lead = own[clock] - max(values[clock + CLOCKS] for _, values in others[1:])
        return hoped(lead, SPREADS[clock] if clock else 0.0) if self._last else lead

    def points(self, value: float) -> float:
        """The lead that a value of the search stands for."""
        return lead_of(value, SPREADS[1]) if self._last else value


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
    return [Ranked(reached[position], tree.points(value)) for value, position in alpha_beta(tree, tree.root, nodes)]


def _ranked_plans(tree: Round, plans: Sequence[Plan], nodes: int) -> list[Ranked]:
    """Plans by the lead after the round, the others' lines tiled as is best for them."""
    numbers, worth = tree.root[4], tree.worths[0]
    form = tree.boards[0].forms[numbers[0]]
    tilings = [(worth.planned(form, plan.columns), plan) for plan in plans]
    tilings.sort(key=lambda one: -worth.hope(one[0]))
    found = []
    for tiled, plan in tilings[: max(FEW, nodes // PLAN)]:
        _, end = worth.values(form, tiled)
        found.append((tree.lead(numbers, worth.clock(tiled), end), plan))
    found.sort(key=lambda one: -one[0])
    return [Ranked(plan, tree.points(value)) for value, plan in found]


MIND = Mind(rank, NODES)
