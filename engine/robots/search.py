"""Searches that any game can use: they rank the moves of a seat from the position that it sees.

Hidden parts are filled in at random, again for each trial. Independent of levels and time; only how many positions a
search may examine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from engine.core import CHANCE, Move, Score, Seat, State, View
from engine.robots.core import RankedMove

MAX_PLAYOUT_MOVES = 400  # a game that is longer is judged by its scores at that point
EXPLORATION_WEIGHT = 0.7  # the bonus of rarely tried moves, compared with the value of a game, 0 to 1
MAX_CACHED_POSITIONS = 40_000  # per search; they take about 20 MiB
MAX_DEPTH = 60  # how many moves a search looks ahead at most
FIRST_REDUCED_CHILD = 3  # children from this one on are searched one move less deeply
SECOND_REDUCED_CHILD = 8  # children from this one on are searched two moves less deeply
VALUE_TOLERANCE = 1e-6  # values closer than this count as equal
COMPLETE_DEPTH = 1_000  # the depth noted for a position that was searched to the end of the game


@dataclass
class _Node:
    """A node of the search: a sequence of moves from the root, the same for all guesses of the hidden parts."""

    visits: int = 0  # how many games passed through it
    total: float = 0.0  # the sum of the values of those games for the seat that moved here
    offered: int = 0  # how often the move to this node was possible
    children: dict[Move, _Node] = field(default_factory=dict)  # the next nodes by move

    def upper_confidence(self) -> float:
        """Return how promising it is to try the move to this node again (upper confidence bound)."""
        return self.total / self.visits + EXPLORATION_WEIGHT * sqrt(log(self.offered) / self.visits)


def rank_by_playouts(view: View[Any], rng: Random, nodes: int) -> list[RankedMove]:
    """Rank the moves of the view's seat, the one tried most often first. Values are shares of opponents beaten.

    UCT over guessed positions: games are played to the end, at random once they leave the tree of moves tried before,
    until `nodes` positions have been reached. It works for every game, but a search made for one game is better.
    """
    seat, root, left = view.seat, _Node(), nodes
    assert seat is not None
    while left > 0 or not root.children:
        left -= _play_out(root, view.state.guess(seat, rng), seat, rng)
    tried = sorted(root.children.items(), key=lambda child: child[1].visits, reverse=True)
    return [RankedMove(move, node.total / node.visits) for move, node in tried]


def _play_out(root: _Node, state: State, seat: Seat, rng: Random) -> int:
    """Play one game from the root; return the number of positions that it reached."""
    path: list[tuple[Seat, _Node]] = []
    node, mover, known = root, seat, True
    for length in range(1, MAX_PLAYOUT_MOVES):  # noqa: B007 - returned below
        if mover == CHANCE:
            move = state.draw(rng)
        elif known:
            move = _select_move(node, state.moves(mover), rng)
        else:
            move = rng.choice(state.moves(mover))
        if known:
            known = move in node.children
            node = node.children.setdefault(move, _Node(offered=1))
            path.append((mover, node))
        state = state.after(mover, move)
        if not (acting := state.to_act()):
            break
        mover = acting[0]
    worths = win_shares(state.scores())
    for mover, visited in path:
        visited.visits += 1
        visited.total += worths[mover] if mover != CHANCE else 0.0
    return length


def _select_move(node: _Node, moves: Sequence[Move], rng: Random) -> Move:
    """Return a move that was never tried, or the most promising one if all were."""
    tried = {move: child for move in moves if (child := node.children.get(move))}
    for child in tried.values():
        child.offered += 1
    if len(tried) < len(moves):
        return rng.choice([move for move in moves if move not in tried])
    return max(moves, key=lambda move: tried[move].upper_confidence())


def win_shares(scores: Sequence[Score]) -> list[float]:
    """Return the share of the opponents that each seat beats; a tie counts half.

    >>> win_shares([(7,), (9,), (7,)])
    [0.25, 1.0, 0.25]
    """
    others = len(scores) - 1
    return [sum((own > other) + (own == other) / 2 for other in scores) / others - 0.5 / others for own in scores]


P = TypeVar("P", bound=Hashable)  # a position; the search treats equal ones as the same


class Tree(ABC, Generic[P]):
    """The game as alpha-beta sees it: whose turn it is, and which positions come next.

    One seat, the asker, maximizes the value; all others minimize it. With three or more seats a game offers only a few
    moves of each opponent, the best ones for that opponent, because opponents do not only play against the asker.
    """

    @abstractmethod
    def is_askers_turn(self, position: P) -> bool:
        """Whether it is the asker's turn."""

    @abstractmethod
    def children(self, position: P) -> list[tuple[float, P]]:
        """Return pairs of a static value for the asker and a next position.

        The best position for the seat to move comes first, because a search that goes no deeper returns the first one.
        Each position appears once. [] if the value of this position is final.
        """

    def best_child(self, position: P) -> tuple[float, int]:
        """Return the static value of the best child and the number of children examined; 0, 0 if there are none.

        A search calls this more often than anything else. A game may override it to avoid making all children.
        """
        children = self.children(position)
        return (children[0][0], len(children)) if children else (0.0, 0)


def alpha_beta(tree: Tree[P], root: P, nodes: int) -> list[tuple[float, P]]:
    """Return the children of the root with their values for the asker, whose turn it is, the best first.

    Iterative deepening: it searches one move deeper each time until it has examined `nodes` positions or reached the
    end everywhere. The first value is exact; the others are upper bounds, because moves that cannot be best are not
    searched further. [] for
    a root without children.
    """
    found = tree.children(root)
    search = _AlphaBeta(tree, nodes - len(found))
    for depth in range(2, MAX_DEPTH):
        if len(found) < 2 or search.left <= 0:
            break
        search.cut = False
        found = search.search_deeper(found, depth)
        if not search.cut:
            break
    return found


def alpha_beta_values(tree: Tree[P], children: Sequence[tuple[float, P]], nodes: int) -> list[float]:
    """Return the value of each of these children for the asker, all searched to the same depth.

    That is the greatest depth to which `nodes` positions suffice to search all of them. All values are exact.
    """
    search = _AlphaBeta(tree, nodes)
    values = [static for static, _ in children]
    for depth in range(1, MAX_DEPTH):
        search.cut = False
        try:
            values = [search.value_of(child, static, depth, -inf, inf) for static, child in children]
        except _Spent:
            break
        if not search.cut:
            break
    return values


class _Spent(Exception):
    """The budget of positions is used up."""


class _AlphaBeta(Generic[P]):
    """One search. `left`: positions that it may still examine. `cut`: whether it stopped before the end somewhere."""

    def __init__(self, tree: Tree[P], nodes: int) -> None:
        self.left = nodes
        self.cut = False
        self._children = tree.children
        self._best_child = tree.best_child
        self._mine = tree.is_askers_turn
        # by position: depth, lower and upper bound of its value, its best child
        self._known: dict[P, tuple[int, float, float, P]] = {}

    def search_deeper(self, found: Sequence[tuple[float, P]], depth: int) -> list[tuple[float, P]]:
        """Return the same children with values searched to `depth`, the best first, as far as the budget suffices."""
        best, searched = -inf, []
        try:
            for index, (static, child) in enumerate(found):
                value = self._value_of_child(child, static, (depth, index), (True, best, inf))
                searched.append((value, child))
                best = max(best, value)
        except _Spent:
            self.cut = True
        searched.sort(
            key=lambda pair: pair[0], reverse=True
        )  # a stable sort: of equal children the earlier one stays first
        least = searched[-1][0] if searched else inf
        return searched + [(min(value, least), child) for value, child in found[len(searched) :]]

    def value_of(self, position: P, static: float, depth: int, low: float, high: float) -> float:
        """Return the value of a position: exact if it is between `low` and `high`, else a bound for it."""
        known = self._known.get(position)
        if known is not None and known[0] >= depth:
            seen, least, most, _ = known
            if least >= high or most <= low or least == most:
                self.cut = self.cut or seen < COMPLETE_DEPTH
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
            children.sort(key=lambda pair: pair[1] != first)
        return self._search_children(position, children, depth, (low, high))

    def _search_children(
        self, position: P, children: Sequence[tuple[float, P]], depth: int, window: tuple[float, float]
    ) -> float:
        low, high = window
        mine = self._mine(position)
        cut_before = self.cut
        self.cut = False
        best, chosen = (-inf if mine else inf), children[0][1]
        for index, (static, child) in enumerate(children):
            value = self._value_of_child(child, static, (depth, index), (mine, low, high))
            if mine and value > best:
                best, chosen, low = value, child, max(low, value)
            elif not mine and value < best:
                best, chosen, high = value, child, min(high, value)
            if low >= high:
                break
        if len(self._known) < MAX_CACHED_POSITIONS or position in self._known:
            start, end = window
            least = best if best > start else -inf
            most = best if best < end else inf
            self._known[position] = depth if self.cut else COMPLETE_DEPTH, least, most, chosen
        self.cut = self.cut or cut_before
        return best

    def _value_of_child(
        self, child: P, static: float, place: tuple[int, int], window: tuple[bool, float, float]
    ) -> float:
        """Return the value of a child. A late child is searched less deeply first, because it is rarely the best."""
        (depth, index), (mine, low, high) = place, window
        reduced = depth - 1 - (index >= FIRST_REDUCED_CHILD) - (index >= SECOND_REDUCED_CHILD)
        if depth > 2 and reduced < depth - 1:
            if mine:
                value = self.value_of(child, static, max(1, reduced), low, low + VALUE_TOLERANCE)
            else:
                value = self.value_of(child, static, max(1, reduced), high - VALUE_TOLERANCE, high)
            if value <= low if mine else value >= high:
                return value
        return self.value_of(child, static, depth - 1, low, high)


Candidate = TypeVar("Candidate")
GuessedPosition = TypeVar("GuessedPosition")


@dataclass(frozen=True)
class Trials(Generic[Candidate, GuessedPosition]):
    """How one game tries candidates, which are moves or whole turns."""

    guess: Callable[[Random], GuessedPosition]  # `guess(rng)`: a position with random hidden parts
    outcome: Callable[[Candidate, GuessedPosition, Random], tuple[float, int]]
    """`outcome(candidate, guess, rng)`: the value of one trial, higher is better, and the number of positions examined,
    at least one. It must not change the guess.
    """


@dataclass
class _TriedCandidate(Generic[Candidate]):
    """A candidate and the outcomes of its trials so far, the oldest first."""

    candidate: Candidate
    outcomes: list[float] = field(default_factory=list)

    def mean(self, trials: int) -> float:
        """Return the mean of the first `trials` outcomes."""
        return sum(self.outcomes[:trials]) / trials

    def worth(self) -> float:
        """Return the mean of all outcomes."""
        return self.mean(len(self.outcomes))


def rank_by_halving(
    candidates: Sequence[Candidate], trials: Trials[Candidate, GuessedPosition], rng: Random, nodes: int
) -> list[tuple[Candidate, float]]:
    """Rank the candidates, the best first, each with its value, examining about `nodes` positions.

    Sequential halving: all are tried equally often, then the better half of them, and so on down to one. Every round
    has the same budget. All candidates meet the same guesses and the same luck, so their differences are more reliable
    than their values. Of equal candidates the earlier one wins.
    """
    standing = [_TriedCandidate[Candidate](candidate) for candidate in candidates]
    ranked: list[_TriedCandidate[Candidate]] = []
    left = nodes
    while standing:
        rounds = max(1, (len(standing) - 1).bit_length())
        left -= _try_out(standing, trials, rng, left // rounds)
        standing.sort(key=_TriedCandidate.worth, reverse=True)
        half = (len(standing) + 1) // 2 if len(standing) > 1 else 0
        ranked[:0], standing = standing[half:], standing[:half]
        if len(standing) == 1:
            ranked[:0], standing = standing, []
    return _with_values(ranked)


def mean_outcomes(
    candidates: Sequence[Candidate], trials: Trials[Candidate, GuessedPosition], rng: Random, nodes: int
) -> list[float]:
    """Return the mean outcome of each candidate, examining about `nodes` positions.

    All are tried equally often, on the same guesses and with the same luck.
    """
    tried = [_TriedCandidate[Candidate](candidate) for candidate in candidates]
    _try_out(tried, trials, rng, nodes)
    return [each.worth() for each in tried]


def _try_out(
    standing: Sequence[_TriedCandidate[Candidate]], trials: Trials[Candidate, GuessedPosition], rng: Random, nodes: int
) -> int:
    """Try all these candidates on one guess after another; return the number of positions examined."""
    examined = 0
    while examined < nodes or not standing[0].outcomes:
        guess = trials.guess(rng)
        luck = rng.getrandbits(64)
        for tried in standing:
            value, positions = trials.outcome(tried.candidate, guess, Random(luck))  # noqa: S311 - repeatable on purpose
            tried.outcomes.append(value)
            examined += positions
    return examined


def _with_values(ranked: Sequence[_TriedCandidate[Candidate]]) -> list[tuple[Candidate, float]]:
    """Value each candidate: the value of the best one, minus its lead in the trials that both had."""
    valued: list[tuple[Candidate, float]] = []
    for tried in ranked:
        best, trials = ranked[0], len(tried.outcomes)
        value = best.worth() - best.mean(trials) + tried.mean(trials)
        valued.append((tried.candidate, min([value, *[least for _, least in valued[-1:]]])))
    return valued
