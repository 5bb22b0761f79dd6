"""Choose a robot's move from a view and a random generator.

Independent of rules and of what the view hides. The same arguments give the same move on every machine.
"""

from random import Random
from typing import Any

from engine.core import IllegalMove, Move, View, truncate
from engine.robots import MINDS
from engine.robots.core import PLAYOUT_BUDGETS, Level, RankedMove
from engine.robots.search import rank_by_playouts

BEGINNER_FRACTION = 4  # a beginner considers only one in so many of the legal moves


def choose(level: str, view: View[Any], rng: Random) -> Move:
    """Choose a legal move for the seat of the view. Raises IllegalMove("robot") or IllegalMove("no_move")."""
    if level not in tuple(Level):
        raise IllegalMove("robot", robot=truncate(level), robots=", ".join(Level))
    moves = view.moves
    if not moves:
        raise IllegalMove("no_move")
    match Level(level):
        case Level.NEWCOMER:
            return rng.choice(moves)
        case Level.BEGINNER:
            moves = rng.sample(moves, -(-len(moves) // BEGINNER_FRACTION))
        case Level.AMATEUR:
            pass
        case ahead:
            return moves[0] if len(moves) == 1 else rank_moves(view, rng, node_budget(ahead, view))[0].move
    # Choose the move after which the seat is best off. Ties are broken at random.
    state = view.state.guess(view.seat, rng)  # hidden parts are filled in at random
    worths = [state.after(view.seat, move).worth(view.seat) for move in moves]
    best = max(worths)
    return rng.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def rank_moves(view: View[Any], rng: Random, nodes: int) -> list[RankedMove]:
    """Rank the moves worth considering for the seat of the view, the best first, within a budget of `nodes` positions.

    Raises IllegalMove("no_move").
    """
    if not view.moves:
        raise IllegalMove("no_move")
    mind = MINDS.get(view.game)
    return mind.rank(view, rng, nodes) if mind else rank_by_playouts(view, rng, nodes)


def node_budget(level: Level, view: View[Any]) -> int:
    """Return how many positions a robot of this level examines; 0 for a level that does not look ahead."""
    if not level.looks_ahead:
        return 0
    mind = MINDS.get(view.game)
    return mind.nodes[level][len(view.state.scores())] if mind else PLAYOUT_BUDGETS[level]
