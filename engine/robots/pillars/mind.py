"""How robots choose moves in the pillars game: they try promising moves and replies in playouts.

Knows only the node budgets of the levels. Nothing is hidden in this game, so a view shows the whole position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from engine.core import View
from engine.games.pillars.shapes import neighbors, room
from engine.games.pillars.state import Pillars
from engine.robots.core import Level, Mind, RankedMove
from engine.robots.pillars.answer_tree import AnswerTree
from engine.robots.pillars.position import DOTS_BY_NUMBER, BitPosition, PillarsStep, move_of, position_of
from engine.robots.search import Trials, rank_by_halving

MAX_TILE_STEPS = 16  # tile moves considered
MAX_RESCUE_PILLARS = 4  # third pillars that are considered besides tiles
LONE_SEAT_DIVISOR = 8  # the nodes are divided by this for the last seat that still plays, because nobody replies
MAX_PILLAR_STEPS = 32  # pillars considered if no tile can be laid
NODES: Mapping[Level, Mapping[int, int]] = {
    Level.CLUB_PLAYER: {2: 4_000, 3: 3_500, 4: 3_000},
    Level.EXPERT: {2: 40_000, 3: 34_000, 4: 30_000},
    Level.MASTER: {2: 250_000, 3: 210_000, 4: 190_000},
}


def rank(view: View[Pillars], rng: Random, nodes: int) -> list[RankedMove]:
    """Return the most promising moves, best first, each with the expected final lead of the seat in dots.

    A node of the budget is one move of a playout, or other work that takes as long.
    """
    position = position_of(view.state)
    if position.out.count(False) == 1:
        nodes //= LONE_SEAT_DIVISOR
    steps, _ = promising_steps(position)
    tree = AnswerTree(position, promising_steps)
    trials = Trials[PillarsStep, None](lambda rng: None, tree.outcome)
    return [RankedMove(move_of(step), value) for step, value in rank_by_halving(steps, trials, rng, nodes)]


def promising_steps(position: BitPosition) -> tuple[list[PillarsStep], int]:
    """Return the moves to consider and the number of all legal moves. The first are best, by dots, then by room."""
    steps = position.steps()
    tiles = [step for step in steps if step.tile >= 0]
    if len(tiles) > MAX_TILE_STEPS:  # tiles are sorted by size, so those smaller than this one cannot make the list
        least_dots = DOTS_BY_NUMBER[tiles[MAX_TILE_STEPS - 1].tile]
        tiles = [step for step in tiles if DOTS_BY_NUMBER[step.tile] >= least_dots]
    room_after = _room_counter(position)
    tiles.sort(key=_scatter)
    tiles.sort(key=lambda step: (DOTS_BY_NUMBER[step.tile], room_after(step)), reverse=True)
    rest = [step for step in steps if step.tile < 0]
    rest.sort(key=_scatter)
    rest.sort(key=room_after, reverse=True)
    return tiles[:MAX_TILE_STEPS] + rest[:MAX_RESCUE_PILLARS] if tiles else rest[:MAX_PILLAR_STEPS], len(steps)


def _scatter(step: PillarsStep) -> int:
    """Return a sort key that scatters steps of equal worth, so that they do not all lie in one corner."""
    return step.squares % 1_000_003 * 7_919 % 10_007


def _room_counter(position: BitPosition) -> Callable[[PillarsStep], int]:
    """Make a function that returns the room of the seat to move after a step, minus its rivals' room.

    Room is the number of free squares at most two steps away.
    """
    seat, free = position.turn, position.free
    mine = position.adjacent[seat]
    others = [adjacent for other, adjacent in enumerate(position.adjacent) if other != seat and not position.out[other]]
    rooms = [(adjacent, room(adjacent, free)) for adjacent in others]

    def room_after(step: PillarsStep) -> int:
        spot = step.squares
        free_after = free & ~spot
        balance = room(mine | neighbors(spot), free_after).bit_count()
        for adjacent, before in rooms:  # a rival that the step does not touch loses only the covered squares
            balance -= (room(adjacent, free_after) if adjacent & spot else before & free_after).bit_count()
        return balance

    return room_after


MIND = Mind(rank, NODES)
