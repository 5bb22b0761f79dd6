"""Searches for the best move that know no game: a position as one seat sees it in, its moves in order of strength out.

What the seat may not know is filled in by lot, again and again. Knows no level and no time, only how many positions it
may look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from engine.core import CHANCE, Move, Ranked, Score, Seat, State, View

LONGEST = 400  # moves of a game that is played out by lot before it is judged as it stands
CURIOSITY = 0.7  # weight of moves that were tried seldom, where a game is worth 0 to 1


@dataclass
class _Node:
    """A moment of the game as far as moves led there, whatever is hidden.

    `visits`: how often a game came by. `total`: what those games were worth to whoever moved here. `offered`: how often
    the move to here was possible. `after`: the next moments by move.
    """

    visits: int = 0
    total: float = 0.0
    offered: int = 0
    after: dict[Move, _Node] = field(default_factory=dict)

    def promise(self) -> float:
        """How much the move to here is worth trying again, where it is one of those possible (upper confidence)."""
        return self.total / self.visits + CURIOSITY * sqrt(log(self.offered) / self.visits)


def by_playouts(view: View[Any], rng: Random, nodes: int) -> list[Ranked]:
    """The moves of the view's seat, the one tried most often first, each with the share of the others that it beats.

    UCT over guesses: games are played to their end, by lot beyond the moves that were tried before, until so many
    positions have come up. It serves every game, and none as well as a search of its own.
    """
    seat, root, left = view.seat, _Node(), nodes
    assert seat is not None
    while left > 0 or not root.after:
        left -= _play_out(root, view.state.guess(seat, rng), seat, rng)
    tried = sorted(root.after.items(), key=lambda one: one[1].visits, reverse=True)
    return [Ranked(move, node.total / node.visits) for move, node in tried]


def _play_out(root: _Node, state: State, seat: Seat, rng: Random) -> int:
    """One game from the root; the number of positions on the way."""
    path: list[tuple[Seat, _Node]] = []
    node, mover, known = root, seat, True
    for length in range(1, LONGEST):  # noqa: B007 - told afterwards
        if mover == CHANCE:
            move = state.draw(rng)
        elif known:
            move = _promising(node, state.moves(mover), rng)
        else:
            move = rng.choice(state.moves(mover))
        if known:
            known = move in node.after
            node = node.after.setdefault(move, _Node(offered=1))
            path.append((mover, node))
        state = state.after(mover, move)
        if not (acting := state.to_act()):
            break
        mover = acting[0]
    worths = shares(state.scores())
    for mover, one in path:
        one.visits += 1
        one.total += worths[mover] if mover != CHANCE else 0.0
    return length


def _promising(node: _Node, moves: Sequence[Move], rng: Random) -> Move:
    """A move that was never tried, else the most promising one."""
    tried = {move: one for move in moves if (one := node.after.get(move))}
    for one in tried.values():
        one.offered += 1
    if len(tried) < len(moves):
        return rng.choice([move for move in moves if move not in tried])
    return max(moves, key=lambda move: tried[move].promise())


def shares(scores: Sequence[Score]) -> list[float]:
    """What the end of a game is worth to each seat: the share of the others that it beats, half of one for a tie.

    >>> shares([(7,), (9,), (7,)])
    [0.25, 1.0, 0.25]
    """
    others = len(scores) - 1
    return [sum((one > other) + (one == other) / 2 for other in scores) / others - 0.5 / others for one in scores]
