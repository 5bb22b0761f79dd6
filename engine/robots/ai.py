"""Robots: a view and a random generator in, a move out.

Knows no rules, and nothing that the seat of the view may not know. The same arguments give the same move everywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engine.core import IllegalMove, Move, View, cut
from engine.robots import MINDS
from engine.robots.core import Level, Ranked
from engine.robots.search import by_playouts

Robot = Callable[[View[Any], Random], Move]
SEEN = 4  # a beginner considers one move in so many


# How many positions the levels look at in a game that has no mind of its own.
PLAYOUTS: Mapping[str, int] = {Level.SHARP: 1_000, Level.STRONG: 5_000, Level.MASTER: 25_000}


def choose(level: str, view: View[Any], rng: Random) -> Move:
    """A legal move for the seat of the view. Raises IllegalMove("robot") or IllegalMove("no_move")."""
    if level not in tuple(Level):
        raise IllegalMove("robot", robot=cut(level), robots=", ".join(Level))
    if not view.moves:
        raise IllegalMove("no_move")
    return ROBOTS[Level(level)](view, rng)


def ranked(view: View[Any], rng: Random, nodes: int) -> list[Ranked]:
    """The moves that come into question for the seat of the view, the best first, after a look at so many positions.

    Raises IllegalMove("no_move").
    """
    moves = view.moves
    if not moves:
        raise IllegalMove("no_move")
    mind = MINDS.get(view.game)
    return mind.rank(view, rng, nodes) if mind else by_playouts(view, rng, nodes)


def nodes_of(level: Level, view: View[Any]) -> int:
    """How many positions a robot of this level looks at; 0 for one that does not look ahead."""
    mind = MINDS.get(view.game)
    return mind.nodes.get(level, {}).get(len(view.state.scores()), 0) if mind else PLAYOUTS.get(level, 0)


def _random(view: View[Any], rng: Random) -> Move:
    return rng.choice(view.moves)


def _beginner(view: View[Any], rng: Random) -> Move:
    moves = view.moves
    return _best(view, rng.sample(moves, -(-len(moves) // SEEN)), rng)


def _greedy(view: View[Any], rng: Random) -> Move:
    return _best(view, view.moves, rng)


def _best(view: View[Any], moves: Sequence[Move], rng: Random) -> Move:
    """The move after which the seat stands best; equal ones by lot."""
    seat = view.seat
    state = view.state.guess(seat, rng)  # what the seat does not know is filled in by lot
    worths = [state.after(seat, move).worth(seat) for move in moves]
    best = max(worths)
    return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def _searching(level: Level) -> Robot:
    def robot(view: View[Any], rng: Random) -> Move:
        moves = view.moves
        return moves[0] if len(moves) == 1 else ranked(view, rng, nodes_of(level, view))[0].move

    return robot


ROBOTS: Mapping[Level, Robot] = {
    Level.RANDOM: _random,
    Level.BEGINNER: _beginner,
    Level.GREEDY: _greedy,
    **{level: _searching(level) for level in (Level.SHARP, Level.STRONG, Level.MASTER)},
}
