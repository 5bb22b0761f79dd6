"""How moves of the pillars game are judged after it: exactly near the end, else by equally many games after each.

Knows no words. Nothing is hidden in this game, so a view is the whole position.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.core import Move, View
from engine.games.pillars.moves import Lay, Pillar
from engine.games.pillars.shapes import PLAYABLE_SQUARES, covered_squares
from engine.games.pillars.state import Pillars
from engine.robots.core import CandidateLine, Coach, read_curves
from engine.robots.pillars.answer_tree import AnswerTree
from engine.robots.pillars.endgame import exact_leads, position_key
from engine.robots.pillars.mind import promising_steps, rank
from engine.robots.pillars.position import PILLAR_STEP, RETIRE_STEP, TILE_NUMBERS, PillarsStep, move_of, position_of
from engine.robots.search import Trials, mean_outcomes

OTHER_LINES = 4  # lines that are looked at beside what was played
QUICK_NODES: Mapping[int, int] = {2: 20_000, 3: 17_000, 4: 15_000}
DEEP_NODES: Mapping[int, int] = {2: 400_000, 3: 350_000, 4: 320_000}
EXACT_FREE_SQUARES = 36  # free squares from which on the end may be near enough to be searched exactly
NODES_PER_EXACT_POSITION = 50  # moves of games played out that take as long as a position on the way to the exact end
BOARD_PARTS = 5  # of the board: the last stage begins with a fifth of it free


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best moves and the one that was made, with the dots by which each promises to be ahead at the end.

    Without an exact end half of the positions go to finding them, the other half to trying each equally often.
    """
    state, (made,) = view.state, played
    assert isinstance(state, Pillars)
    position = position_of(state)
    step = step_of(made)
    found = None
    if position.free.bit_count() <= EXACT_FREE_SQUARES:
        found = exact_leads(position, step, OTHER_LINES, nodes // NODES_PER_EXACT_POSITION)
    if found is None:
        # answers are as good in each of equally many games
        chosen = _candidates(view, rng, nodes // 2, step)
        trials = AnswerTree(position, promising_steps)
        values = mean_outcomes(chosen, Trials[PillarsStep, None](lambda rng: None, trials.outcome), rng, nodes // 2)
        found = list(zip(values, chosen, strict=True))
    return [CandidateLine((move_of(one),), value) for value, one in sorted(found, key=lambda one: -one[0])]


def _candidates(view: View[Pillars], rng: Random, nodes: int, made: PillarsStep) -> list[PillarsStep]:
    """The move that was made and the most promising ones; of moves after which the game goes on alike one only."""
    position = position_of(view.state)
    different = {position_key(position.after_step(made)): made}
    for move, _ in rank(view, rng, nodes):
        step = step_of(move)
        different.setdefault(position_key(position.after_step(step)), step)
    return list(different.values())[: OTHER_LINES + 1]


def step_of(move: Move) -> PillarsStep:
    """The step that stands for a move."""
    if isinstance(move, Lay | Pillar):
        return PillarsStep(TILE_NUMBERS[move.tile] if isinstance(move, Lay) else PILLAR_STEP, covered_squares(move))
    return PillarsStep(RETIRE_STEP, 0)


def stage(state: Pillars) -> int:
    """How far the game is: 0 while all squares are free, then 1 to 5 by those that are taken.

    On the empty board all that seems a lead is that of the first move, and it wins less often than a later one of that
    size.
    """
    playable = PLAYABLE_SQUARES[len(state.players)].bit_count()
    taken = playable - state.free_squares().bit_count()
    return 1 + min(BOARD_PARTS - 1, BOARD_PARTS * taken // playable) if taken else 0


COACH = Coach(lines, stage, read_curves("pillars", QUICK_NODES, stages=6), QUICK_NODES, DEEP_NODES)
