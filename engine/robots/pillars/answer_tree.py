"""The worth of a move of the pillars game if everyone replies well: a tree of replies that grows by playouts.

Each trial walks down the tree, plays on from its leaf at random, and records the result in the branches passed.

Independent of notation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random

from engine.robots.pillars.playouts import Playouts
from engine.robots.pillars.position import BitPosition, PillarsStep

RIPE_VISITS = 24  # trials of a position before its moves become branches
EXPLORATION_DOTS = 3.3  # the weight of rarely tried moves, in dots
STEPS_ORDERED_PER_NODE = 5  # ordering so many steps takes as long as one node
OrderSteps = Callable[[BitPosition], tuple[list[PillarsStep], int]]


@dataclass(slots=True)
class Branch:
    """A position of the tree."""

    position: BitPosition  # after the move that leads here
    playouts: Playouts  # from this position
    visits: int = 0  # trials that passed through this branch
    total: float = 0.0  # sum of the final leads of the seat that moved here
    untried: list[PillarsStep] | None = None  # candidate steps not yet tried, the best last
    tried: list[Branch] | None = None
    """The branches of steps already tried. `tried` and `untried` are None until the position has RIPE_VISITS visits."""


class AnswerTree:
    """Replies to some moves of one position."""

    def __init__(self, position: BitPosition, order: OrderSteps) -> None:
        """`order` returns the steps to consider in a position, best first, and the number of all legal steps."""
        self._seat = position.turn
        self._order = order
        self._position = position
        self._roots: dict[PillarsStep, Branch] = {}

    def outcome(self, placement: PillarsStep, _: None, rng: Random) -> tuple[float, int]:
        """Play one more game after this step; return the final lead of the seat that makes it, and the nodes spent."""
        branch = self._roots.get(placement)
        if branch is None:
            branch = self._roots[placement] = _new_branch(self._position.after_step(placement))
        path, movers, nodes = [branch], [self._seat], 1
        while branch.visits >= RIPE_VISITS and not all(branch.position.out):
            movers.append(branch.position.turn)
            branch, ordered = self._next_branch(branch)
            nodes += 1 + ordered // STEPS_ORDERED_PER_NODE
            path.append(branch)
        dots, moves = branch.playouts.play(rng)
        leads = [branch.position.lead(seat, dots) for seat in range(len(dots))]
        for visited, mover in zip(path, movers, strict=True):
            visited.visits += 1
            visited.total += leads[mover]
        return leads[self._seat], nodes + moves

    def _next_branch(self, branch: Branch) -> tuple[Branch, int]:
        """Return the branch to follow (a new one if due, else the most promising) and the number of steps ordered."""
        ordered = 0
        if branch.tried is None or branch.untried is None:
            moves, ordered = self._order(branch.position)
            branch.untried = moves[::-1]
            branch.tried = []
        if branch.untried and len(branch.tried) ** 2 <= branch.visits - RIPE_VISITS:
            branch.tried.append(_new_branch(branch.position.after_step(branch.untried.pop())))
            return branch.tried[-1], ordered
        spread = EXPLORATION_DOTS * sqrt(branch.visits.bit_length())  # a logarithm that is the same on every machine
        return max(branch.tried, key=lambda tried: tried.total / tried.visits + spread / sqrt(tried.visits)), ordered


def _new_branch(position: BitPosition) -> Branch:
    return Branch(position, Playouts(position))
