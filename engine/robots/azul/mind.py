"""How robots think in Azul: alpha-beta to the end of the round, then an evaluation of the boards.

A node of the budget is one board after a draft; a plan costs several nodes. Knows nothing that the view hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Any

from engine.core import Move, View
from engine.games.azul.moves import Draft, Plan
from engine.games.azul.state import Azul
from engine.robots.azul.position import RoundPosition, position_after_draft
from engine.robots.azul.round_tree import RoundTree
from engine.robots.core import Level, Mind, RankedMove
from engine.robots.search import alpha_beta

MIN_PLANS = 8  # at least so many plans are examined, whatever the budget
NODES_PER_PLAN = 20  # the cost of examining a plan
NODES: Mapping[Level, Mapping[int, int]] = {
    Level.CLUB_PLAYER: {2: 2_000, 3: 2_000, 4: 400},
    Level.EXPERT: {2: 80_000, 3: 50_000, 4: 3_000},
    Level.MASTER: {2: 500_000, 3: 400_000, 4: 400_000},
}


def rank(view: View[Any], rng: Random, nodes: int) -> list[RankedMove]:
    """Rank the moves worth considering, the best first, by their expected lead at the end of the game.

    Hidden plans are ignored: other seats are assumed to choose the best columns.
    """
    state, seat = view.state, view.seat
    assert isinstance(state, Azul)
    assert seat is not None
    tree, moves = RoundTree(state, seat), view.moves
    plans = [move for move in moves if isinstance(move, Plan)]
    if plans:
        return _rank_plans(tree, plans, nodes)
    reached = positions_after(moves, state, tree)
    return _rank_by_points(tree, [(value, reached[position]) for value, position in alpha_beta(tree, tree.root, nodes)])


def positions_after(moves: Sequence[Move], state: Azul, tree: RoundTree) -> dict[RoundPosition, Move]:
    """Return the positions after these drafts, each with the first draft that leads to it."""
    reached: dict[RoundPosition, Move] = {}
    for move in moves:
        assert isinstance(move, Draft)
        reached.setdefault(position_after_draft(state, tree.root, move, tree.boards), move)
    return reached


def _rank_plans(tree: RoundTree, plans: Sequence[Plan], nodes: int) -> list[RankedMove]:
    form = tree.boards[0].forms[tree.root[4][0]]
    evaluator = tree.evaluators[0]
    tilings = [(evaluator.tile_by_plan(form, plan.columns), plan) for plan in plans]
    tilings.sort(key=lambda pair: -evaluator.quick_estimate(pair[0]))
    found: list[tuple[float, Move]] = [
        (tree.value_of_plan(tiled), plan) for tiled, plan in tilings[: max(MIN_PLANS, nodes // NODES_PER_PLAN)]
    ]
    found.sort(key=lambda pair: -pair[0])
    return _rank_by_points(tree, found)


def _rank_by_points(tree: RoundTree, found: Sequence[tuple[float, Move]]) -> list[RankedMove]:
    """Convert values to points. None gets more points than a better move, which may be safer but promise less."""
    points = accumulate((tree.points(value) for value, _ in found), min)
    return [RankedMove(move, lead) for (_, move), lead in zip(found, points, strict=True)]


MIND = Mind(rank, NODES)
