"""How robots think in Match Five: whole turns, what the others can answer, and a look at how games go on from there.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import combinations
from math import inf
from operator import itemgetter
from random import Random
from typing import Any

from engine.core import Heap, Move, Seat, View
from engine.games.match_five.moves import DONE, PASS, Exchange, placings
from engine.games.match_five.sets import heap
from engine.games.match_five.spots import Spot, Z
from engine.games.match_five.state import MatchFive
from engine.robots.core import Level, Mind, RankedMove
from engine.robots.match_five.imagined import Imagined, Swap, kinds, notation
from engine.robots.match_five.outlook import Look, Plan, at_once, horizon, play_on, quick, relieving
from engine.robots.match_five.outset import Laid, Outset, laid, outset
from engine.robots.match_five.tabletop import Hands, Tabletop, WholeTurn
from engine.robots.search import Trials, rank_by_halving

Valued = tuple[Plan, float]  # a whole turn and what it is worth

NODES: Mapping[Level, Mapping[int, int]] = {
    Level.CLUB_PLAYER: dict.fromkeys(range(2, 7), 1),
    Level.EXPERT: {2: 600, 3: 1_500, 4: 1_500, 5: 500, 6: 500},
    Level.MASTER: {2: 10_000, 3: 10_000, 4: 10_000, 5: 20_000, 6: 20_000},
}
FEW = 5  # nodes that a look at one whole turn takes: with fewer, turns are valued by what they score at once
POOR = 12  # a swap is considered where no turn scores more than this
WEIGHED = 40  # whole turns at most of which the answers are looked at
TRIED = 16  # whole turns at most from which games are played on
LEAST = 100  # nodes at least for each of them
HANDS = 60  # at most that are imagined for the answers
WIDTHS = (2, 4, 7, 12, 20)  # whole turns that each seat considers at the end, in one search after the other
FIRST = 40  # whole turns that are compared then


def rank(view: View[Any], rng: Random, nodes: int) -> list[RankedMove]:
    """The moves that belong to the best whole turns, with the lead that is expected after them.

    A node is one hand that is asked what it could lay on one table; with very few of them only what a whole turn scores
    at once is looked at. Every move of a turn follows from the position at its start, so that the turn is finished as
    it was planned; luck comes from that position too, not from `rng`.
    """
    del rng
    state, me = view.state, view.seat
    assert isinstance(state, MatchFive)
    assert me is not None
    here = outset(state, me)
    lying = laid(state)
    plans = planned(here, frozenset(), nodes)
    if lying and not lying <= tiles_of(plans[0][0]):
        plans = planned(here, lying, nodes)  # somebody else began this turn
    lead = state.points[me] - max(points for seat, points in enumerate(state.points) if seat != me)
    ranked: dict[Move, float] = {}
    for plan, value in plans:
        if lying <= tiles_of(plan):
            ranked.setdefault(_next_move(state, me, plan, lying), lead + value)
    return [RankedMove(move, value) for move, value in ranked.items()]


def tiles_of(plan: Plan) -> Laid:
    """The tiles of a whole turn where they come to lie; none for a swap or a pass."""
    return frozenset(zip(plan.spots, plan.bits, strict=True)) if isinstance(plan, WholeTurn) else frozenset()


def swap_of(tiles: Swap) -> Move:
    """The move that gives these tiles back, a pass for none."""
    return Exchange(Heap(heap(map(notation, tiles)))) if tiles else PASS


def placing_of(spot: Spot, bit: int) -> Move:
    """The move that lays this tile there."""
    return placings(notation(bit))[spot % Z]


def _next_move(state: MatchFive, me: Seat, plan: Plan, lying: Laid) -> Move:
    """The first move of a whole turn that is not made yet and may be made now."""
    if not isinstance(plan, WholeTurn):
        return swap_of(plan)
    for spot, bit in zip(plan.spots, plan.bits, strict=True):
        move = placing_of(spot, bit)
        if (spot, bit) not in lying and state.refuses(me, move) is None:
            return move
    return DONE


@lru_cache(maxsize=128)
def planned(here: Outset, lying: Laid, nodes: int) -> tuple[Valued, ...]:
    """The whole turns that begin with what lies already, the best first, with what they bring."""
    rng = Random(repr((here, sorted(lying), nodes)))  # noqa: S311 - the same turn must be found again at its next tile
    top = here.top()
    plans = _plans(here, top, lying)
    if nodes < FEW:
        scoring = [(plan, float(at_once(plan, here.bag))) for plan in plans]
        return tuple(sorted(scoring, key=itemgetter(1), reverse=True))
    plans.sort(key=lambda plan: quick(plan, here.bag), reverse=True)
    if len(plans) == 1:
        return ((plans[0], 0.0),)
    if here.certain:
        return tuple(to_the_end(plans, here.imagined(top, rng), nodes))
    look = Look(here, top, min(HANDS, max(3, nodes // 100)), rng)
    weighed = [(plan, look.value(plan)) for plan in plans[: min(WEIGHED, nodes // look.nodes)]]
    weighed.sort(key=itemgetter(1), reverse=True)
    left = nodes - look.nodes * len(weighed)
    tried = weighed[: min(TRIED, left // LEAST)]
    if len(tried) < 2:
        return tuple(weighed)
    best = _tried_out(here, top, tried, rng, left)
    least = best[-1][1]
    return (*best, *((plan, min(value, least)) for plan, value in weighed[len(tried) :]))


def _plans(here: Outset, top: Tabletop, lying: Laid) -> list[Plan]:
    """The whole turns that come into question: all that lay tiles, swaps if those are poor, a pass."""
    turns = top.turns(Hands([kinds(here.hand)]))
    if lying:
        return [turn for turn in turns if lying <= tiles_of(turn)]
    if not here.bag:
        return [*turns, ()]
    if turns and max(turns).points > POOR:
        return [*turns]
    sizes = range(1, min(here.bag, len(here.hand)) + 1)
    return [*turns, *dict.fromkeys(swap for size in sizes for swap in combinations(here.hand, size))]


def _tried_out(here: Outset, top: Tabletop, weighed: Sequence[Valued], rng: Random, nodes: int) -> Sequence[Valued]:
    """Whole turns after games were played on from each: half of a value is what these brought."""
    turns = horizon(here)
    tops = {plan: top.after(plan) if isinstance(plan, WholeTurn) else top for plan, _ in weighed}

    def outcome(candidate: Valued, game: Imagined, luck: Random) -> tuple[float, int]:
        del luck
        plan, value = candidate
        brought, looked = play_on(plan, tops[plan], game, turns)
        return (brought + value) / 2, looked

    trials = Trials(lambda luck: here.imagined(top, luck), outcome)
    return [(plan, value) for (plan, _), value in rank_by_halving(weighed, trials, rng, nodes)]


# the last turns between two seats, when the bag is empty and both hands are known


def to_the_end(plans: Sequence[Plan], game: Imagined, nodes: int) -> list[tuple[Plan, float]]:
    """The plans, the best first, each with what it does to the lead if both play well, or a bound on that.

    Alpha-beta, again and again with more turns for each seat, until so many positions have been looked at.
    """
    search = _Search(nodes)
    before = _standing(game)
    order: list[tuple[Plan, float]] = [(plan, -inf) for plan in plans[:FIRST]]
    for width in WIDTHS:
        found, most = [], -inf
        for plan, _ in order:
            value = search.lead(_after(game, plan), width, (most, inf))
            found.append((plan, value - before))
            most = max(most, value)
        if search.left < 0 and order[0][1] > -inf:
            break
        order = sorted(found, key=lambda one: -one[1])
        if search.left < 0:
            break
    return order


class _Search:
    """`left`: how many positions may still be looked at."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes

    def lead(self, game: Imagined, width: int, bounds: tuple[float, float]) -> float:
        """The lead of the seat `me` at the end, as far as it lies within bounds."""
        low, high = bounds
        self.left -= 1
        if game.over or self.left < 0:
            return _standing(game)
        mine = game.turn == game.me
        value = -inf if mine else inf
        turns = game.top.turns(Hands([kinds(game.hands[game.turn])]))
        plans: list[Plan] = [*nlargest(width, turns, key=relieving), ()]  # those that bring most at once, and a pass
        for plan in plans:
            outcome = self.lead(_after(game, plan), width, (low, high))
            if mine:
                value = max(value, outcome)
                low = max(low, value)
            else:
                value = min(value, outcome)
                high = min(high, value)
            if low >= high:
                break
        return value


def _after(game: Imagined, plan: Plan) -> Imagined:
    later = game.copy()
    later.play(plan)
    return later


def _standing(game: Imagined) -> float:
    other: Seat = 1 - game.me
    return game.points[game.me] - game.points[other]


MIND = Mind(rank, NODES)
