"""Judge the drafts and plans of a finished game of Azul: a few good drafts are searched to the same depth.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.core import Move, View
from engine.games.azul.moves import Plan
from engine.games.azul.sets import MARKER, TILES_PER_DISPLAY
from engine.games.azul.state import Azul
from engine.robots.azul.board_values import clock_of
from engine.robots.azul.mind import NODES_PER_PLAN, positions_after, rank
from engine.robots.azul.round_tree import RoundTree
from engine.robots.core import CandidateLine, Coach, read_curves
from engine.robots.search import alpha_beta_values

OTHER_LINES = 4  # lines that are judged besides the one that was played
QUICK_NODES: Mapping[int, int] = {2: 60_000, 3: 40_000, 4: 40_000}
DEEP_NODES: Mapping[int, int] = {2: 1_500_000, 3: 1_000_000, 4: 1_000_000}
STAGE_SHARES = (0.45, 0.75)  # the borders between the stages of the last round, as shares of its tiles


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """Return the best moves and the move that was made, each with its expected lead at the end of the game.

    Half of the budget finds the best moves; the other half searches all of them to the same depth.
    """
    state, seat, (played_move,) = view.state, view.seat, played
    assert isinstance(state, Azul)
    assert seat is not None
    if isinstance(played_move, Plan):
        plans = rank(view, rng, NODES_PER_PLAN * len(view.moves))  # enough to examine every plan
        return [
            CandidateLine((move,), value)
            for index, (move, value) in enumerate(plans)
            if index < OTHER_LINES or move == played_move
        ]
    ranked = rank(view, rng, nodes // 2)
    tree = RoundTree(state, seat)
    reached = positions_after([played_move, *(candidate.move for candidate in ranked)], state, tree)
    judged = dict(list(reached.items())[: OTHER_LINES + 1])
    children = [(static, child) for static, child in tree.children(tree.root) if child in judged]
    values = alpha_beta_values(tree, children, nodes // 2)
    found = [
        CandidateLine((judged[child],), tree.points(value)) for (_, child), value in zip(children, values, strict=True)
    ]
    return sorted(found, key=lambda line: -line.value)


def stage(state: Azul) -> int:
    """Return the stage of the game.

    In a round that may be the last, it is 0 to 2, by the tiles left. In earlier rounds it is 3 or more: the minimum
    number of rounds left, including the current one, plus 1.
    """
    house = state.house_rules
    rounds = min(clock_of(tuple(board.wall), house) for board in state.boards)
    if rounds > 1:
        return rounds + 1
    to_take = sum(map(len, state.displays)) + len(state.center.rstrip(MARKER))
    return sum(to_take > share * TILES_PER_DISPLAY * len(state.displays) for share in STAGE_SHARES)


COACH = Coach(lines, stage, read_curves("azul", QUICK_NODES, stages=7), QUICK_NODES, DEEP_NODES)
