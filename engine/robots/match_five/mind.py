"""How robots choose moves in Match Five: they compare whole turns by the other seats' answers and by games played on.

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
from engine.robots.match_five.imagined_game import ExchangedTiles, ImaginedGame, hand_bits, notation
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

ValuedPlan = tuple[TurnPlan, float]  # a whole turn and its value

NODES: Mapping[Level, Mapping[int, int]] = {
    Level.CLUB_PLAYER: dict.fromkeys(range(2, 7), 1),
    Level.EXPERT: {2: 600, 3: 1_500, 4: 1_500, 5: 500, 6: 500},
    Level.MASTER: {2: 10_000, 3: 10_000, 4: 10_000, 5: 20_000, 6: 20_000},
}
MIN_LOOKAHEAD_NODES = 5  # with fewer nodes, only the immediate points of a turn count
POOR_TURN_POINTS = 12  # exchanges are considered only if no turn scores more than this
MAX_WEIGHED_TURNS = 40  # whole turns whose answers are examined
MAX_TRIED_TURNS = 16  # whole turns from which games are played on
MIN_NODES_PER_TRIED_TURN = 100  # nodes for playing on from each of these turns
MAX_IMAGINED_HANDS = 60  # random hands of the next seat, to estimate its answers
ENDGAME_WIDTHS = (2, 4, 7, 12, 20)  # whole turns that each seat considers in the endgame, in successive searches
MAX_ENDGAME_TURNS = 40  # whole turns compared in the endgame


def rank(view: View[Any], rng: Random, nodes: int) -> list[RankedMove]:
    """The next moves of the best whole turns, each with the expected lead.

    A node is the search for the turns of one hand on one table; with very few nodes only immediate points count. Each
    move of a turn is derived from the position at the start of the turn, which also seeds the random numbers, so that
    the robot finishes the turn as planned; `rng` is not used.
    """
    del rng
    state, me = view.state, view.seat
    assert isinstance(state, MatchFive)
    assert me is not None
    start = turn_start(state, me)
    laid = laid_tiles(state)
    plans = rank_plans(start, frozenset(), nodes)
    if laid and not laid <= plan_tiles(plans[0][0]):
        plans = rank_plans(start, laid, nodes)  # another player began this turn
    lead = state.points[me] - max(points for seat, points in enumerate(state.points) if seat != me)
    ranked: dict[Move, float] = {}
    for plan, value in plans:
        if laid <= plan_tiles(plan):
            ranked.setdefault(_next_move(state, me, plan, laid), lead + value)
    return [RankedMove(move, value) for move, value in ranked.items()]


def plan_tiles(plan: TurnPlan) -> LaidTiles:
    """The tiles of a whole turn with their spots; none for an exchange or a pass."""
    return frozenset(zip(plan.spots, plan.bits, strict=True)) if isinstance(plan, WholeTurn) else frozenset()


def exchange_move(tiles: ExchangedTiles) -> Move:
    """The move that exchanges these tiles, a pass for none."""
    return Exchange(Heap(heap(map(notation, tiles)))) if tiles else PASS


def placement_move(spot: TileSpot, bit: int) -> Move:
    """The move that places this tile on this spot."""
    return placements(notation(bit))[spot % Z]


def _next_move(state: MatchFive, me: Seat, plan: TurnPlan, laid: LaidTiles) -> Move:
    """The first remaining move of a whole turn that is legal now."""
    if not isinstance(plan, WholeTurn):
        return exchange_move(plan)
    for spot, bit in zip(plan.spots, plan.bits, strict=True):
        move = placement_move(spot, bit)
        if (spot, bit) not in laid and state.refuses(me, move) is None:
            return move
    return DONE


def _seed(start: TurnStart, laid: LaidTiles, nodes: int) -> str:
    """The seed of the random numbers of a turn; its format must not change, so that robots play as in older games."""
    fields = ", ".join(f"{name}={value!r}" for name, value in start._asdict().items())
    return f"(Outset({fields}), {sorted(laid)!r}, {nodes!r})"


@lru_cache(maxsize=128)
def rank_plans(start: TurnStart, laid: LaidTiles, nodes: int) -> tuple[ValuedPlan, ...]:
    """The whole turns that include the tiles already laid, the best first, with their values."""
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
    nodes_left = nodes - evaluator.nodes * len(weighed)
    finalists = weighed[: min(MAX_TRIED_TURNS, nodes_left // MIN_NODES_PER_TRIED_TURN)]
    if len(finalists) < 2:
        return tuple(weighed)
    best = _try_out(start, table, finalists, rng, nodes_left)
    worst_value = best[-1][1]
    return (*best, *((plan, min(value, worst_value)) for plan, value in weighed[len(finalists) :]))


def _candidate_plans(start: TurnStart, table: CompactTable, laid: LaidTiles) -> list[TurnPlan]:
    """The whole turns to compare: all that lay tiles, exchanges if those score little, and a pass."""
    turns = table.turns(Hands([hand_bits(start.hand)]))
    if laid:
        return [turn for turn in turns if laid <= plan_tiles(turn)]
    if not start.bag:
        return [*turns, ()]
    if turns and max(turns).points > POOR_TURN_POINTS:
        return [*turns]
    sizes = range(1, min(start.bag, len(start.hand)) + 1)
    return [*turns, *dict.fromkeys(tiles for size in sizes for tiles in combinations(start.hand, size))]


def _try_out(
    start: TurnStart, table: CompactTable, weighed: Sequence[ValuedPlan], rng: Random, nodes: int
) -> Sequence[ValuedPlan]:
    """The whole turns, each with the mean of its previous value and the result of games played on from it."""
    turns = turns_ahead(start)
    tables = {plan: table.table_after(plan) if isinstance(plan, WholeTurn) else table for plan, _ in weighed}

    def outcome(candidate: ValuedPlan, game: ImaginedGame, luck: Random) -> tuple[float, int]:
        del luck
        plan, value = candidate
        gain, examined = play_on(plan, tables[plan], game, turns)
        return (gain + value) / 2, examined

    trials = Trials(lambda luck: start.imagine(table, luck), outcome)
    return [(plan, value) for (plan, _), value in rank_by_halving(weighed, trials, rng, nodes)]


# The endgame between two seats, with an empty bag and both hands known.


def search_endgame(plans: Sequence[TurnPlan], game: ImaginedGame, nodes: int) -> list[tuple[TurnPlan, float]]:
    """The plans, the best first, each with the change of the lead if both seats play well, or a bound on it.

    Alpha-beta, repeated with more turns for each seat until the budget of positions is used up.
    """
    search = _EndgameSearch(nodes)
    before = _lead(game)
    order: list[tuple[TurnPlan, float]] = [(plan, -inf) for plan in plans[:MAX_ENDGAME_TURNS]]
    for width in ENDGAME_WIDTHS:
        found, best_value = [], -inf
        for plan, _ in order:
            value = search.lead(_game_after(game, plan), width, (best_value, inf))
            found.append((plan, value - before))
            best_value = max(best_value, value)
        if search.nodes_left < 0 and order[0][1] > -inf:
            break
        order = sorted(found, key=lambda valued: -valued[1])
        if search.nodes_left < 0:
            break
    return order


class _EndgameSearch:
    """An alpha-beta search; `nodes_left` is the remaining budget of positions."""

    def __init__(self, nodes: int) -> None:
        self.nodes_left = nodes

    def lead(self, game: ImaginedGame, width: int, bounds: tuple[float, float]) -> float:
        """The final lead of the seat `me`, exact if it is within the bounds."""
        low, high = bounds
        self.nodes_left -= 1
        if game.over or self.nodes_left < 0:
            return _lead(game)
        mine = game.turn == game.me
        value = -inf if mine else inf
        turns = game.table.turns(Hands([hand_bits(game.hands[game.turn])]))
        # The turns with the best immediate result, and a pass.
        plans: list[TurnPlan] = [
            *nlargest(width, turns, key=endgame_value),
            (),
        ]
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
