"""How drafts and plans of Azul are judged after the game: a few of them searched equally far.

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

OTHER_LINES = 4  # lines that are looked at beside what was played
QUICK_NODES: Mapping[int, int] = {2: 60_000, 3: 40_000, 4: 40_000}
DEEP_NODES: Mapping[int, int] = {2: 1_500_000, 3: 1_000_000, 4: 1_000_000}
STAGE_SHARES = (0.45, 0.75)  # of the tiles of a round, between the stages of the last one


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best moves and the one that was made, with the lead that each promises at the end of the game.

    Half of the positions go to finding them, the other half to looking at each equally far.
    """
    state, seat, (made,) = view.state, view.seat, played
    assert isinstance(state, Azul)
    assert seat is not None
    if isinstance(made, Plan):
        plans = rank(view, rng, NODES_PER_PLAN * len(view.moves))  # all of them
        return [
            CandidateLine((move,), value) for at, (move, value) in enumerate(plans) if at < OTHER_LINES or move == made
        ]
    ranked = rank(view, rng, nodes // 2)
    tree = RoundTree(state, seat)
    chosen = positions_after([made, *(one.move for one in ranked)], state, tree)
    looked_at = dict(list(chosen.items())[: OTHER_LINES + 1])
    children = [(static, one) for static, one in tree.children(tree.root) if one in looked_at]
    values = alpha_beta_values(tree, children, nodes // 2)
    found = [
        CandidateLine((looked_at[one],), tree.points(value)) for (_, one), value in zip(children, values, strict=True)
    ]
    return sorted(found, key=lambda line: -line.value)


def stage(state: Azul) -> int:
    """How far the game is: 0 to 2 in a round that may be the last, by the tiles to take; before it 3 and more.

    That is one more than the rounds that the game lasts at least, the one under way included.
    """
    house = state.house_rules
    rounds = min(clock_of(tuple(board.wall), house) for board in state.boards)
    if rounds > 1:
        return rounds + 1
    to_take = sum(map(len, state.displays)) + len(state.center.rstrip(MARKER))
    return sum(to_take > share * TILES_PER_DISPLAY * len(state.displays) for share in STAGE_SHARES)


COACH = Coach(lines, stage, read_curves("azul", QUICK_NODES, stages=7), QUICK_NODES, DEEP_NODES)
