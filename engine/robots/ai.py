"""Robots: a view and a random generator in, a move out.

Knows no rules, and nothing that the seat of the view may not know. The same arguments give the same move everywhere.
"""

from random import Random
from typing import Any

from engine.core import IllegalMove, Move, View, cut
from engine.robots import MINDS
from engine.robots.core import PLAYOUTS, Level, Ranked
from engine.robots.search import by_playouts

SEEN = 4  # a beginner considers one move in so many


def choose(level: str, view: View[Any], rng: Random) -> Move:
    """A legal move for the seat of the view. Raises IllegalMove("robot") or IllegalMove("no_move")."""
    if level not in tuple(Level):
        raise IllegalMove("robot", robot=cut(level), robots=", ".join(Level))
    moves = view.moves
    if not moves:
        raise IllegalMove("no_move")
    match Level(level):
        case Level.NEWCOMER:
            return rng.choice(moves)
        case Level.BEGINNER:
            moves = rng.sample(moves, -(-len(moves) // SEEN))
        case Level.AMATEUR:
            pass
        case ahead:
            return moves[0] if len(moves) == 1 else ranked(view, rng, nodes_of(ahead, view))[0].move
    # The move after which the seat stands best; equal ones by lot.
    state = view.state.guess(view.seat, rng)  # what the seat does not know is filled in by lot
    worths = [state.after(view.seat, move).worth(view.seat) for move in moves]
    best = max(worths)
    return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def ranked(view: View[Any], rng: Random, nodes: int) -> list[Ranked]:
    """The moves that come into question for the seat of the view, the best first, after a look at so many positions.

    Raises IllegalMove("no_move").
    """
    if not view.moves:
        raise IllegalMove("no_move")
    mind = MINDS.get(view.game)
    return mind.rank(view, rng, nodes) if mind else by_playouts(view, rng, nodes)


def nodes_of(level: Level, view: View[Any]) -> int:
    """How many positions a robot of this level looks at; 0 for one that does not look ahead."""
    if not level.looks_ahead:
        return 0
    mind = MINDS.get(view.game)
    return mind.nodes[level][len(view.state.scores())] if mind else PLAYOUTS[level]
