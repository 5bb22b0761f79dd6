"""How moves of the pillars game are judged after it: exactly near the end, else by equally many games after each.

Knows no words. Nothing is hidden in this game, so a view is the whole position.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.core import Move, View
from engine.games.pillars.moves import Lay, Pillar
from engine.games.pillars.shapes import PLAYABLE, covered
from engine.games.pillars.state import Pillars
from engine.robots.core import CandidateLine, Coach, read_curves
from engine.robots.pillars.ends import exactly, key_of
from engine.robots.pillars.mind import promising, rank
from engine.robots.pillars.position import NUMBERS, PILLAR, RETIRE, Placement, move_of, position_of
from engine.robots.pillars.tree import AnswerTree
from engine.robots.search import Trials, mean_outcomes

OTHER_LINES = 4  # lines that are looked at beside what was played
QUICK_NODES: Mapping[int, int] = {2: 20_000, 3: 17_000, 4: 15_000}
DEEP_NODES: Mapping[int, int] = {2: 400_000, 3: 350_000, 4: 320_000}
NEAR = 36  # free squares from which on the end may be near enough to be searched exactly
EXACT = 50  # moves of games played out that take as long as a position on the way to the exact end
PARTS = 5  # of the board: the last stage begins with a fifth of it free


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best moves and the one that was made, with the dots by which each promises to be ahead at the end.

    Without an exact end half of the positions go to finding them, the other half to trying each equally often.
    """
    state, (made,) = view.state, played
    assert isinstance(state, Pillars)
    position = position_of(state)
    step = step_of(made)
    found = None
    if position.free.bit_count() <= NEAR:
        found = exactly(position, step, OTHER_LINES, nodes // EXACT)
    if found is None:
        # answers are as good in each of equally many games
        chosen = _chosen(view, rng, nodes // 2, step)
        trials = AnswerTree(position, promising)
        values = mean_outcomes(chosen, Trials[Placement, None](lambda rng: None, trials.outcome), rng, nodes // 2)
        found = list(zip(values, chosen, strict=True))
    return [CandidateLine((move_of(one),), value) for value, one in sorted(found, key=lambda one: -one[0])]


def _chosen(view: View[Pillars], rng: Random, nodes: int, made: Placement) -> list[Placement]:
    """The move that was made and the most promising ones; of moves after which the game goes on alike one only."""
    position = position_of(view.state)
    different = {key_of(position.after(made)): made}
    for move, _ in rank(view, rng, nodes):
        step = step_of(move)
        different.setdefault(key_of(position.after(step)), step)
    return list(different.values())[: OTHER_LINES + 1]


def step_of(move: Move) -> Placement:
    """The step that stands for a move."""
    if isinstance(move, Lay | Pillar):
        return Placement(NUMBERS[move.tile] if isinstance(move, Lay) else PILLAR, covered(move))
    return Placement(RETIRE, 0)


def stage(state: Pillars) -> int:
    """How far the game is: 0 while all squares are free, then 1 to 5 by those that are taken.

    On the empty board all that seems a lead is that of the first move, and it wins less often than a later one of that
    size.
    """
    playable = PLAYABLE[len(state.players)].bit_count()
    taken = playable - state.free().bit_count()
    return 1 + min(PARTS - 1, PARTS * taken // playable) if taken else 0


COACH = Coach(lines, stage, read_curves("pillars", QUICK_NODES, stages=6), QUICK_NODES, DEEP_NODES)
