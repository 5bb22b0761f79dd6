"""Judge the moves of a finished pillars game: exactly near the end, else with equally many playouts for each move.

Independent of texts. Nothing is hidden in this game, so a view shows the whole position.
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
from engine.robots.pillars.position import NUMBERS_BY_TILE, PILLAR_STEP, RETIRE_STEP, PillarsStep, move_of, position_of
from engine.robots.search import Trials, mean_outcomes

OTHER_LINES = 4  # moves that are compared with the one played
QUICK_NODES: Mapping[int, int] = {2: 20_000, 3: 17_000, 4: 15_000}
DEEP_NODES: Mapping[int, int] = {2: 400_000, 3: 350_000, 4: 320_000}
EXACT_FREE_SQUARES = 36  # with more free squares no exact search is tried
NODES_PER_EXACT_POSITION = 50  # playout moves that take as long as one position of the exact search
BOARD_PARTS = 5  # the number of stages after the first, by the share of squares taken


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """Return the best moves and the one played, each with its expected lead at the end, in dots.

    Without an exact result, half of the nodes go to finding candidates, the other half to trying each equally often.
    """
    state, (played_move,) = view.state, played
    assert isinstance(state, Pillars)
    position = position_of(state)
    step = step_of(played_move)
    found = None
    if position.free.bit_count() <= EXACT_FREE_SQUARES:
        found = exact_leads(position, step, OTHER_LINES, nodes // NODES_PER_EXACT_POSITION)
    if found is None:
        # equally many games for each move, because the tree finds better replies to a move with more games
        chosen = _candidates(view, rng, nodes // 2, step)
        trials = AnswerTree(position, promising_steps)
        values = mean_outcomes(chosen, Trials[PillarsStep, None](lambda rng: None, trials.outcome), rng, nodes // 2)
        found = list(zip(values, chosen, strict=True))
    return [CandidateLine((move_of(step),), value) for value, step in sorted(found, key=lambda pair: -pair[0])]


def _candidates(view: View[Pillars], rng: Random, nodes: int, played: PillarsStep) -> list[PillarsStep]:
    """Return the move played and the most promising ones; of moves with equivalent continuations only one."""
    position = position_of(view.state)
    by_key = {position_key(position.after_step(played)): played}
    for move, _ in rank(view, rng, nodes):
        step = step_of(move)
        by_key.setdefault(position_key(position.after_step(step)), step)
    return list(by_key.values())[: OTHER_LINES + 1]


def step_of(move: Move) -> PillarsStep:
    """Return the step that represents a move."""
    if isinstance(move, Lay | Pillar):
        return PillarsStep(NUMBERS_BY_TILE[move.tile] if isinstance(move, Lay) else PILLAR_STEP, covered_squares(move))
    return PillarsStep(RETIRE_STEP, 0)


def stage(state: Pillars) -> int:
    """Return the stage of the game: 0 while all squares are free, then 1 to 5 by the share of squares taken.

    The empty board is a stage of its own, because there the same expected lead wins less often than later.
    """
    playable = PLAYABLE_SQUARES[len(state.players)].bit_count()
    taken = playable - state.free_squares().bit_count()
    return 1 + min(BOARD_PARTS - 1, BOARD_PARTS * taken // playable) if taken else 0


COACH = Coach(lines, stage, read_curves("pillars", QUICK_NODES, stages=6), QUICK_NODES, DEEP_NODES)
