"""Searches for the best move that know no game: a position as one seat sees it in, its moves in order of strength out.

What the seat may not know is filled in by lot, again and again. Knows no level and no time, only how many positions it
may look at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any, Generic, TypeVar

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


Candidate = TypeVar("Candidate")
Guess = TypeVar("Guess")


@dataclass(frozen=True)
class Trials(Generic[Candidate, Guess]):
    """How candidates, moves or whole turns, are tried out in one game.

    `guess(rng)`: a position in which everything hidden is filled in by lot.
    `outcome(candidate, guess, rng)`: what the candidate brought this time, higher is better, and the number of
    positions that were looked at, one at least. It must leave the guess as it is.
    """

    guess: Callable[[Random], Guess]
    outcome: Callable[[Candidate, Guess, Random], tuple[float, int]]


@dataclass
class _Tried(Generic[Candidate]):
    """A candidate and what it brought in the trials so far, the oldest first."""

    candidate: Candidate
    brought: list[float] = field(default_factory=list)

    def mean(self, trials: int) -> float:
        """What the first so many trials brought."""
        return sum(self.brought[:trials]) / trials

    def worth(self) -> float:
        """What all its trials brought."""
        return self.mean(len(self.brought))


def by_halving(
    candidates: Sequence[Candidate], trials: Trials[Candidate, Guess], rng: Random, nodes: int
) -> list[tuple[Candidate, float]]:
    """The candidates, the best first, each with its value, after a look at about so many positions.

    Sequential halving: all are tried equally often, then the better half of them, and so on to the last one; every
    round may look at the same number of positions. Those that are compared were tried on the same guesses and with the
    same luck, so one trial tells more about their difference than about either. Among equals the earlier one wins.
    """
    standing = [_Tried[Candidate](one) for one in candidates]
    ranked: list[_Tried[Candidate]] = []
    left = nodes
    while standing:
        rounds = max(1, (len(standing) - 1).bit_length())
        left -= _try_out(standing, trials, rng, left // rounds)
        standing.sort(key=_Tried.worth, reverse=True)
        half = (len(standing) + 1) // 2 if len(standing) > 1 else 0
        ranked[:0], standing = standing[half:], standing[:half]
        if len(standing) == 1:
            ranked[:0], standing = standing, []
    return _valued(ranked)


def _try_out(standing: Sequence[_Tried[Candidate]], trials: Trials[Candidate, Guess], rng: Random, nodes: int) -> int:
    """Try all of these on one guess after the other; the number of positions looked at."""
    looked = 0
    while looked < nodes or not standing[0].brought:
        guess, luck = trials.guess(rng), rng.getrandbits(64)
        for one in standing:
            value, positions = trials.outcome(one.candidate, guess, Random(luck))  # noqa: S311 - repeatable on purpose
            one.brought.append(value)
            looked += positions
    return looked


def _valued(ranked: Sequence[_Tried[Candidate]]) -> list[tuple[Candidate, float]]:
    """Each candidate with its distance from the best, as it was in the trials that both had, below the best's value."""
    valued: list[tuple[Candidate, float]] = []
    for one in ranked:
        best, trials = ranked[0], len(one.brought)
        value = best.worth() - best.mean(trials) + one.mean(trials)
        valued.append((one.candidate, min([value, *[least for _, least in valued[-1:]]])))
    return valued
