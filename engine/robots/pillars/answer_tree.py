"""What a move of the pillars game brings when everybody answers well: a tree of answers that grows by playouts.

Knows no notation. Every trial walks down the tree, plays the game out from its edge and notes the end on the way back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random

from engine.robots.pillars.playouts import Playouts
from engine.robots.pillars.position import BitPosition, PillarsStep

RIPE_VISITS = 24  # trials of a position before its moves are tried one by one
EXPLORATION_WEIGHT = 3.3  # weight of moves that were tried seldom, in dots
STEPS_ORDERED_PER_NODE = 5  # moves that are put in order in the time that one move of a playout takes
OrderSteps = Callable[[BitPosition], tuple[list[PillarsStep], int]]


@dataclass(slots=True)
class Branch:
    """A position of the tree and the move that led there."""

    position: BitPosition  # after the move
    playouts: Playouts  # games from there
    visits: int = 0  # the trials that came by
    total: float = 0.0  # the lead that they brought to who moved
    untried: list[PillarsStep] | None = None  # moves that come into question and were not tried yet, the best last
    tried: list[Branch] | None = None
    """Where other moves lead. None in both while the position is not ripe."""


class AnswerTree:
    """The answers to some moves of one position."""

    def __init__(self, position: BitPosition, order: OrderSteps) -> None:
        """`order`: the moves that come into question in a position, the best first, and how many were looked at."""
        self._seat = position.turn
        self._order = order
        self._position = position
        self._roots: dict[PillarsStep, Branch] = {}

    def outcome(self, placement: PillarsStep, _: None, rng: Random) -> tuple[float, int]:
        """The lead of who makes this move at the end of one more game, and how many positions were looked at."""
        branch = self._roots.get(placement)
        if branch is None:
            branch = self._roots[placement] = _new_branch(self._position.after_step(placement))
        path, movers, looked = [branch], [self._seat], 1
        while branch.visits >= RIPE_VISITS and not all(branch.position.out):
            movers.append(branch.position.turn)
            branch, ordered = self._next_branch(branch)
            looked += 1 + ordered // STEPS_ORDERED_PER_NODE
            path.append(branch)
        dots, moves = branch.playouts.play(rng)
        leads = [branch.position.lead(seat, dots) for seat in range(len(dots))]
        for one, mover in zip(path, movers, strict=True):
            one.visits += 1
            one.total += leads[mover]
        return leads[self._seat], looked + moves

    def _next_branch(self, branch: Branch) -> tuple[Branch, int]:
        """The branch to follow: the next untried one when it is its time, else the most promising one."""
        ordered = 0
        if branch.tried is None or branch.untried is None:
            moves, ordered = self._order(branch.position)
            branch.untried = moves[::-1]
            branch.tried = []
        if branch.untried and len(branch.tried) ** 2 <= branch.visits - RIPE_VISITS:
            branch.tried.append(_new_branch(branch.position.after_step(branch.untried.pop())))
            return branch.tried[-1], ordered
        spread = EXPLORATION_WEIGHT * sqrt(branch.visits.bit_length())  # a logarithm that is the same on every machine
        return max(branch.tried, key=lambda one: one.total / one.visits + spread / sqrt(one.visits)), ordered


def _new_branch(position: BitPosition) -> Branch:
    return Branch(position, Playouts(position))
