"""Searches for the best move that know no game: a position as one seat sees it in, its moves in order of strength out.

What the seat may not know is filled in by lot, again and again. Knows no level and no time, only how many positions it
may look at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from engine.core import CHANCE, Move, Score, Seat, State, View
from engine.robots.core import Ranked

LONGEST = 400  # moves of a game that is played out by lot before it is judged as it stands
CURIOSITY = 0.7  # weight of moves that were tried seldom, where a game is worth 0 to 1
REMEMBERED = 40_000  # positions at most that a search of one move knows again: about 20 MiB
DEEPEST = 60  # moves at most that it looks ahead
EARLY = 3  # children from this one on are looked into one move less
LATE = 8  # and from this one on two
GRAIN = 1e-6  # values closer than this count as equal
ENDLESS = 1_000  # the depth of what was searched to its very end


@dataclass
class _Node:
    """A moment of the game as far as moves led there, whatever is hidden."""

    visits: int = 0  # how often a game came by
    total: float = 0.0  # what those games were worth to whoever moved here
    offered: int = 0  # how often the move to here was possible
    after: dict[Move, _Node] = field(default_factory=dict)  # the next moments by move

    def promise(self) -> float:
        """How much the move to here is worth trying again, where it is one of those possible (upper confidence)."""
        return self.total / self.visits + CURIOSITY * sqrt(log(self.offered) / self.visits)


def by_playouts(view: View[Any], rng: Random, nodes: int) -> list[Ranked]:
    """The moves of the view's seat, the one tried most often first, each with the share of the others that it beats.

    UCT over guesses: games are played to their end, by lot beyond the moves that were tried before, until so many
    positions have come up. It works for every game, though a search made for one game is better.
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
    for length in range(1, LONGEST):  # noqa: B007 - returned below
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


P = TypeVar("P", bound=Hashable)  # a position: equal ones are the same wherever they come up


class Tree(ABC, Generic[P]):
    """What a game tells to alpha-beta: whose turn it is, and which positions come next.

    One seat, the asker, wants the value to be high, everybody else wants it low. With three or more seats a game offers
    few answers of the others, the best ones for themselves: they are not all of them out to harm the asker.
    """

    @abstractmethod
    def mine(self, position: P) -> bool:
        """Whether the asker is to move."""

    @abstractmethod
    def children(self, position: P) -> list[tuple[float, P]]:
        """The next positions, each behind its value for the asker as it looks at once.

        The best one for who is to move comes first, because the search ends with it where it goes no deeper. Each one
        is there once. [] where the search is to end because the value of the position is final.
        """

    def best(self, position: P) -> tuple[float, int]:
        """The value of the best child as it looks at once, and how many of them were looked at; 0, 0 without children.

        A game may tell it without making the children, as most positions of a search are those before its last move.
        """
        children = self.children(position)
        return (children[0][0], len(children)) if children else (0.0, 0)


def alpha_beta(tree: Tree[P], root: P, nodes: int) -> list[tuple[float, P]]:
    """The children of the root with their values for the asker, whose turn it is, the best first.

    It looks one move further each time until it has met so many positions or there is nothing more to see. The first
    value is what comes of it; the others say at most how good they are, as a refuted move is not looked into further.
    [] for a root without children.
    """
    found = tree.children(root)
    search = _AlphaBeta(tree, nodes - len(found))
    for depth in range(2, DEEPEST):
        if len(found) < 2 or search.left <= 0:
            break
        search.cut = False
        found = search.deeper(found, depth)
        if not search.cut:
            break
    return found


def alpha_beta_each(tree: Tree[P], children: Sequence[tuple[float, P]], nodes: int) -> list[float]:
    """What each of these children of one position is worth to the asker, all from the same number of moves ahead.

    It goes on as long as all of them can be looked into so far within so many positions. No value is a mere bound.
    """
    search = _AlphaBeta(tree, nodes)
    values = [static for static, _ in children]
    for depth in range(1, DEEPEST):
        search.cut = False
        try:
            values = [search.worth(child, static, depth, -inf, inf) for static, child in children]
        except _Spent:
            break
        if not search.cut:
            break
    return values


class _Spent(Exception):
    """No more positions may be looked at."""


class _AlphaBeta(Generic[P]):
    """One search. `left`: the positions that it may still look at. `cut`: it has stopped somewhere short of the end."""

    def __init__(self, tree: Tree[P], nodes: int) -> None:
        self.left = nodes
        self.cut = False
        self._children = tree.children
        self._best_child = tree.best
        self._mine = tree.mine
        # by position: depth, the least and the most that it is worth, its best child
        self._known: dict[P, tuple[int, float, float, P]] = {}

    def deeper(self, found: Sequence[tuple[float, P]], depth: int) -> list[tuple[float, P]]:
        """The same children with values from so many moves ahead, the best first; as far as the positions suffice."""
        best, now = -inf, []
        try:
            for at, (static, child) in enumerate(found):
                value = self._tried(child, static, (depth, at), (True, best, inf))
                now.append((value, child))
                best = max(best, value)
        except _Spent:
            self.cut = True
        now.sort(key=lambda one: one[0], reverse=True)  # stable: a later one that only reaches the best comes after it
        least = now[-1][0] if now else inf
        return now + [(min(value, least), child) for value, child in found[len(now) :]]

    def worth(self, position: P, static: float, depth: int, low: float, high: float) -> float:
        """The value of a position, exact between `low` and `high`, else a bound beyond them."""
        known = self._known.get(position)
        if known is not None and known[0] >= depth:
            seen, least, most, _ = known
            if least >= high or most <= low or least == most:
                self.cut = self.cut or seen < ENDLESS
                return most if most <= low else least
        if self.left <= 0:
            raise _Spent
        if depth <= 1:
            value, count = self._best_child(position)
            self.left -= count
            self.cut = self.cut or count > 0
            return value if count else static
        children = self._children(position)
        self.left -= len(children)
        if not children:
            return static
        if known is not None:
            first = known[3]
            children.sort(key=lambda one: one[1] != first)
        return self._best(position, children, depth, (low, high))

    def _best(self, position: P, children: Sequence[tuple[float, P]], depth: int, window: tuple[float, float]) -> float:
        low, high = window
        mine = self._mine(position)
        above = self.cut
        self.cut = False
        best, chosen = (-inf if mine else inf), children[0][1]
        for at, (static, child) in enumerate(children):
            value = self._tried(child, static, (depth, at), (mine, low, high))
            if mine and value > best:
                best, chosen, low = value, child, max(low, value)
            elif not mine and value < best:
                best, chosen, high = value, child, min(high, value)
            if low >= high:
                break
        if len(self._known) < REMEMBERED or position in self._known:
            start, end = window
            least = best if best > start else -inf
            most = best if best < end else inf
            self._known[position] = depth if self.cut else ENDLESS, least, most, chosen
        self.cut = self.cut or above
        return best

    def _tried(self, child: P, static: float, place: tuple[int, int], window: tuple[bool, float, float]) -> float:
        """The value of a child; one that comes late is looked into less deeply at first: it is hardly ever better."""
        (depth, at), (mine, low, high) = place, window
        less = depth - 1 - (at >= EARLY) - (at >= LATE)
        if depth > 2 and less < depth - 1:
            if mine:
                value = self.worth(child, static, max(1, less), low, low + GRAIN)
            else:
                value = self.worth(child, static, max(1, less), high - GRAIN, high)
            if value <= low if mine else value >= high:
                return value
        return self.worth(child, static, depth - 1, low, high)


Candidate = TypeVar("Candidate")
Guess = TypeVar("Guess")


@dataclass(frozen=True)
class Trials(Generic[Candidate, Guess]):
    """How candidates, moves or whole turns, are tried out in one game."""

    guess: Callable[[Random], Guess]  # `guess(rng)`: a position in which everything hidden is filled in by lot
    outcome: Callable[[Candidate, Guess, Random], tuple[float, int]]
    """`outcome(candidate, guess, rng)`: what the candidate brought this time, higher is better, and the number of
    positions that were looked at, one at least. It must leave the guess as it is.
    """


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


def equally(candidates: Sequence[Candidate], trials: Trials[Candidate, Guess], rng: Random, nodes: int) -> list[float]:
    """What each candidate brought on the average, after a look at about so many positions.

    All are tried equally often, on the same guesses and with the same luck.
    """
    tried = [_Tried[Candidate](one) for one in candidates]
    _try_out(tried, trials, rng, nodes)
    return [one.worth() for one in tried]


def _try_out(standing: Sequence[_Tried[Candidate]], trials: Trials[Candidate, Guess], rng: Random, nodes: int) -> int:
    """Try all of these on one guess after the other; the number of positions looked at."""
    looked = 0
    while looked < nodes or not standing[0].brought:
        guess = trials.guess(rng)
        luck = rng.getrandbits(64)
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
