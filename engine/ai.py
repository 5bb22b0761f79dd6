"""Robots: a view and a random generator in, a move out.

Knows no game, and nothing that the seat of the view may not know.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from random import Random
from typing import Any

from engine.core import IllegalMove, Move, View

Robot = Callable[[View[Any], Random], Move]


class Level(StrEnum):
    """How strong a robot is, the weakest first."""

    RANDOM = "random"  # any legal move
    GREEDY = "greedy"  # the move after which it stands best


def choose(level: str, view: View[Any], rng: Random) -> Move:
    """A legal move for the seat of the view. Raises IllegalMove("robot") or IllegalMove("no_move")."""
    if level not in tuple(Level):
        raise IllegalMove("robot", robot=level[:40], robots=", ".join(Level))
    if not view.moves:
        raise IllegalMove("no_move")
    return ROBOTS[Level(level)](view, rng)


def _random(view: View[Any], rng: Random) -> Move:
    return rng.choice(view.moves)


def _greedy(view: View[Any], rng: Random) -> Move:
    """The move after which the seat stands best; equal ones by lot."""
    seat, moves = view.seat, view.moves
    state = view.state.guess(seat, rng)  # what the seat does not know is filled in by lot
    worths = [state.after(seat, move).worth(seat) for move in moves]
    best = max(worths)
    return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


ROBOTS: Mapping[Level, Robot] = {Level.RANDOM: _random, Level.GREEDY: _greedy}
