"""Robots: a view, its moves and a random generator in, a move out.

Knows no game, and nothing that the seat of the view may not know.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from random import Random
from typing import Any

from engine.core import IllegalMove, Move, View, cut

Robot = Callable[[View[Any], list[Move], Random], Move]


class Level(StrEnum):
    """How strong a robot is, the weakest first."""

    RANDOM = "random"  # any legal move
    GREEDY = "greedy"  # the move after which it stands best


def choose(level: str, view: View[Any], rng: Random) -> Move:
    """A legal move for the seat of the view. Raises IllegalMove("robot") or IllegalMove("no_move")."""
    if level not in tuple(Level):
        raise IllegalMove("robot", robot=cut(level), robots=", ".join(Level))
    moves = view.moves
    if not moves:
        raise IllegalMove("no_move")
    return ROBOTS[Level(level)](view, moves, rng)


def _random(_: View[Any], moves: list[Move], rng: Random) -> Move:
    return rng.choice(moves)


def _greedy(view: View[Any], moves: list[Move], rng: Random) -> Move:
    """The move after which the seat stands best; equal ones by lot."""
    seat = view.seat
    state = view.state.guess(seat, rng)  # what the seat does not know is filled in by lot
    worths = [state.after(seat, move).worth(seat) for move in moves]
    best = max(worths)
    return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


ROBOTS: Mapping[Level, Robot] = {Level.RANDOM: _random, Level.GREEDY: _greedy}
