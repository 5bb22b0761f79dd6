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
from engine.games.match_five.coordinates import TileSpot, Z
from engine.games.match_five.moves import DONE, PASS, Exchange, placements
from engine.games.match_five.sets import heap
from engine.games.match_five.state import MatchFive
from engine.robots.core import Level, Mind, RankedMove
from engine.robots.match_five.imagined_game import ImaginedGame, Swap, hand_bits, notation
from engine.robots.match_five.turn_start import LaidTiles, TurnStart, laid_tiles, turn_start
from engine.robots.match_five.turn_values import (
    TurnEvaluator,
    TurnPlan,
    endgame_value,
    immediate_points,
    play_on,
    quick_value,
    turns_ahead,
)
from engine.robots.match_five.whole_turns import CompactTable, Hands, WholeTurn
from engine.robots.search import Trials, rank_by_halving

ValuedPlan = tuple[TurnPlan, float]  # a whole turn and what it is worth

NODES: Mapping[Level, Mapping[int, int]] = {
    Level.CLUB_PLAYER: dict.fromkeys(range(2, 7), 1),
    Level.EXPERT: {2: 600, 3: 1_500, 4: 1_500, 5: 500, 6: 500},
    Level.MASTER: {2: 10_000, 3: 10_000, 4: 10_000, 5: 20_000, 6: 20_000},
}
MIN_LOOKAHEAD_NODES = (
    5  # nodes that a look at one whole turn takes: with fewer, turns are valued by what they score at once
)
POOR_TURN_POINTS = 12  # a swap is considered where no turn scores more than this
MAX_WEIGHED_TURNS = 40  # whole turns at most of which the answers are looked at
MAX_TRIED_TURNS = 16  # whole turns at most from which games are played on
MIN_NODES_PER_TRIED_TURN = 100  # nodes at least for each of them
MAX_IMAGINED_HANDS = 60  # at most that are imagined for the answers
ENDGAME_WIDTHS = (2, 4, 7, 12, 20)  # whole turns that each seat considers at the end, in one search after the other
MAX_ENDGAME_TURNS = 40  # whole turns that are compared then


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
    start = turn_start(state, me)
    laid = laid_tiles(state)
    plans = rank_plans(start, frozenset(), nodes)
    if laid and not laid <= plan_tiles(plans[0][0]):
        plans = rank_plans(start, laid, nodes)  # somebody else began this turn
    lead = state.points[me] - max(points for seat, points in enumerate(state.points) if seat != me)
    ranked: dict[Move, float] = {}
    for plan, value in plans:
        if laid <= plan_tiles(plan):
            ranked.setdefault(_next_move(state, me, plan, laid), lead + value)
    return [RankedMove(move, value) for move, value in ranked.items()]


def plan_tiles(plan: TurnPlan) -> LaidTiles:
    """The tiles of a whole turn where they come to lie; none for a swap or a pass."""
    return frozenset(zip(plan.spots, plan.bits, strict=True)) if isinstance(plan, WholeTurn) else frozenset()


def swap_move(tiles: Swap) -> Move:
    """The move that gives these tiles back, a pass for none."""
    return Exchange(Heap(heap(map(notation, tiles)))) if tiles else PASS


def placement_move(spot: TileSpot, bit: int) -> Move:
    """The move that lays this tile there."""
    return placements(notation(bit))[spot % Z]


def _next_move(state: MatchFive, me: Seat, plan: TurnPlan, laid: LaidTiles) -> Move:
    """The first move of a whole turn that is not made yet and may be made now."""
    if not isinstance(plan, WholeTurn):
        return swap_move(plan)
    for spot, bit in zip(plan.spots, plan.bits, strict=True):
        move = placement_move(spot, bit)
        if (spot, bit) not in laid and state.refuses(me, move) is None:
            return move
    return DONE


def _seed(start: TurnStart, laid: LaidTiles, nodes: int) -> str:
    """The seed for a turn; its text never changes, so that robots repeat what they played in older games."""
    fields = ", ".join(f"{name}={value!r}" for name, value in start._asdict().items())
    return f"(Outset({fields}), {sorted(laid)!r}, {nodes!r})"


@lru_cache(maxsize=128)
def rank_plans(start: TurnStart, laid: LaidTiles, nodes: int) -> tuple[ValuedPlan, ...]:
    """The whole turns that begin with what lies already, the best first, with what they bring."""
    rng = Random(_seed(start, laid, nodes))  # noqa: S311 - the same turn must be found again at its next tile
    table = start.compact_table()
    plans = _candidate_plans(start, table, laid)
    if nodes < MIN_LOOKAHEAD_NODES:
        scoring = [(plan, float(immediate_points(plan, start.bag))) for plan in plans]
        return tuple(sorted(scoring, key=itemgetter(1), reverse=True))
    plans.sort(key=lambda plan: quick_value(plan, start.bag), reverse=True)
    if len(plans) == 1:
        return ((plans[0], 0.0),)
    if start.is_certain:
        return tuple(search_endgame(plans, start.imagine(table, rng), nodes))
    evaluator = TurnEvaluator(start, table, min(MAX_IMAGINED_HANDS, max(3, nodes // 100)), rng)
    weighed = [(plan, evaluator.value(plan)) for plan in plans[: min(MAX_WEIGHED_TURNS, nodes // evaluator.nodes)]]
    weighed.sort(key=itemgetter(1), reverse=True)
    left = nodes - evaluator.nodes * len(weighed)
    tried = weighed[: min(MAX_TRIED_TURNS, left // MIN_NODES_PER_TRIED_TURN)]
    if len(tried) < 2:
        return tuple(weighed)
    best = _try_out(start, table, tried, rng, left)
    least = best[-1][1]
    return (*best, *((plan, min(value, least)) for plan, value in weighed[len(tried) :]))


def _candidate_plans(start: TurnStart, table: CompactTable, laid: LaidTiles) -> list[TurnPlan]:
    """The whole turns that come into question: all that lay tiles, swaps if those are poor, a pass."""
    turns = table.turns(Hands([hand_bits(start.hand)]))
    if laid:
        return [turn for turn in turns if laid <= plan_tiles(turn)]
    if not start.bag:
        return [*turns, ()]
    if turns and max(turns).points > POOR_TURN_POINTS:
        return [*turns]
    sizes = range(1, min(start.bag, len(start.hand)) + 1)
    return [*turns, *dict.fromkeys(swap for size in sizes for swap in combinations(start.hand, size))]


def _try_out(
    start: TurnStart, table: CompactTable, weighed: Sequence[ValuedPlan], rng: Random, nodes: int
) -> Sequence[ValuedPlan]:
    """Whole turns after games were played on from each: half of a value is what these brought."""
    turns = turns_ahead(start)
    tables = {plan: table.table_after(plan) if isinstance(plan, WholeTurn) else table for plan, _ in weighed}

    def outcome(candidate: ValuedPlan, game: ImaginedGame, luck: Random) -> tuple[float, int]:
        del luck
        plan, value = candidate
        gain, looked = play_on(plan, tables[plan], game, turns)
        return (gain + value) / 2, looked

    trials = Trials(lambda luck: start.imagine(table, luck), outcome)
    return [(plan, value) for (plan, _), value in rank_by_halving(weighed, trials, rng, nodes)]


# the last turns between two seats, when the bag is empty and both hands are known


def search_endgame(plans: Sequence[TurnPlan], game: ImaginedGame, nodes: int) -> list[tuple[TurnPlan, float]]:
    """The plans, the best first, each with what it does to the lead if both play well, or a bound on that.

    Alpha-beta, again and again with more turns for each seat, until so many positions have been looked at.
    """
    search = _EndgameSearch(nodes)
    before = _lead(game)
    order: list[tuple[TurnPlan, float]] = [(plan, -inf) for plan in plans[:MAX_ENDGAME_TURNS]]
    for width in ENDGAME_WIDTHS:
        found, most = [], -inf
        for plan, _ in order:
            value = search.lead(_game_after(game, plan), width, (most, inf))
            found.append((plan, value - before))
            most = max(most, value)
        if search.nodes_left < 0 and order[0][1] > -inf:
            break
        order = sorted(found, key=lambda valued: -valued[1])
        if search.nodes_left < 0:
            break
    return order


class _EndgameSearch:
    """`left`: how many positions may still be looked at."""

    def __init__(self, nodes: int) -> None:
        self.nodes_left = nodes

    def lead(self, game: ImaginedGame, width: int, bounds: tuple[float, float]) -> float:
        """The lead of the seat `me` at the end, as far as it lies within bounds."""
        low, high = bounds
        self.nodes_left -= 1
        if game.over or self.nodes_left < 0:
            return _lead(game)
        mine = game.turn == game.me
        value = -inf if mine else inf
        turns = game.table.turns(Hands([hand_bits(game.hands[game.turn])]))
        plans: list[TurnPlan] = [
            *nlargest(width, turns, key=endgame_value),
            (),
        ]  # those that bring most at once, and a pass
        for plan in plans:
            outcome = self.lead(_game_after(game, plan), width, (low, high))
            if mine:
                value = max(value, outcome)
                low = max(low, value)
            else:
                value = min(value, outcome)
                high = min(high, value)
            if low >= high:
                break
        return value


def _game_after(game: ImaginedGame, plan: TurnPlan) -> ImaginedGame:
    later = game.copy()
    later.play(plan)
    return later


def _lead(game: ImaginedGame) -> float:
    other: Seat = 1 - game.me
    return game.points[game.me] - game.points[other]


MIND = Mind(rank, NODES)
