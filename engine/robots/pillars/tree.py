"""What a move of the pillars game brings when everybody answers well: a tree of answers that grows by playouts.

Knows no notation. Every trial walks down the tree, plays the game out from its edge and notes the end on the way back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random

from engine.robots.pillars.playouts import Playouts
from engine.robots.pillars.position import Placement, Position

RIPE = 24  # trials of a position before its moves are tried one by one
CURIOSITY = 3.3  # weight of moves that were tried seldom, in dots
LOOKED = 5  # moves that are put in order in the time that one move of a playout takes
Order = Callable[[Position], tuple[list[Placement], int]]


@dataclass(slots=True)
class Branch:
    """A position of the tree and the move that led there."""

    position: Position  # after the move
    playouts: Playouts  # games from there
    visits: int = 0  # the trials that came by
    total: float = 0.0  # the lead that they brought to who moved
    untried: list[Placement] | None = None  # moves that come into question and were not tried yet, the best last
    tried: list[Branch] | None = None
    """Where other moves lead. None in both while the position is not ripe."""


class AnswerTree:
    """The answers to some moves of one position."""

    def __init__(self, position: Position, order: Order) -> None:
        """`order`: the moves that come into question in a position, the best first, and how many were looked at."""
        self._seat = position.turn
        self._order = order
        self._position = position
        self._roots: dict[Placement, Branch] = {}

    def outcome(self, placement: Placement, _: None, rng: Random) -> tuple[float, int]:
        """The lead of who makes this move at the end of one more game, and how many positions were looked at."""
        branch = self._roots.get(placement)
        if branch is None:
            branch = self._roots[placement] = _branch(self._position.after(placement))
        path, movers, looked = [branch], [self._seat], 1
        while branch.visits >= RIPE and not all(branch.position.out):
            movers.append(branch.position.turn)
            branch, ordered = self._next(branch)
            looked += 1 + ordered // LOOKED
            path.append(branch)
        dots, moves = branch.playouts.play(rng)
        leads = [branch.position.lead(seat, dots) for seat in range(len(dots))]
        for one, mover in zip(path, movers, strict=True):
            one.visits += 1
            one.total += leads[mover]
        return leads[self._seat], looked + moves

    def _next(self, branch: Branch) -> tuple[Branch, int]:
        """The branch to follow: the next untried one when it is its time, else the most promising one."""
        ordered = 0
        if branch.tried is None or branch.untried is None:
            moves, ordered = self._order(branch.position)
            branch.untried = moves[::-1]
            branch.tried = []
        if branch.untried and len(branch.tried) ** 2 <= branch.visits - RIPE:
            branch.tried.append(_branch(branch.position.after(branch.untried.pop())))
            return branch.tried[-1], ordered
        spread = CURIOSITY * sqrt(branch.visits.bit_length())  # a logarithm that is the same on every machine
        return max(branch.tried, key=lambda one: one.total / one.visits + spread / sqrt(one.visits)), ordered


def _branch(position: Position) -> Branch:
    return Branch(position, Playouts(position))
