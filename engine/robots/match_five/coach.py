"""Judges whole turns of Match Five after the game, by games played on from each of them with the same guesses.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any

from engine.core import Move, Seat, View
from engine.games.match_five.moves import DONE, Exchange, Pass
from engine.games.match_five.sets import HAND_SIZE, SEATS, size
from engine.games.match_five.state import MatchFive
from engine.robots.core import CandidateLine, Coach, read_curves
from engine.robots.match_five.endgame import endgame_leads, rank_endgame_plans
from engine.robots.match_five.imagined_game import ImaginedGame, hand_bits, hand_tiles
from engine.robots.match_five.mind import exchange_move, placement_move, plan_tiles, rank_plans
from engine.robots.match_five.turn_start import TurnStart, laid_tiles, turn_start
from engine.robots.match_five.turn_values import KEPT_WILD_VALUE, TurnPlan, best_turn
from engine.robots.match_five.whole_turns import WILD_BITS, CompactTable, Hands, WholeTurn
from engine.robots.search import Trials, mean_outcomes

NEAR_END_TILES = 8  # stage 3 begins with this many tiles in the bag, plus a full hand for each other seat
OTHER_LINES = 4  # whole turns judged besides the one that was played
MAX_REVIEW_TURNS = 60  # limit for a game that is played on to its end
ENDGAME_NODES_FACTOR = 6  # of the budget, for the endgame search with two seats: its positions take less time
QUICK_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 2_500)
DEEP_NODES: Mapping[int, int] = {2: 12_000, 3: 12_000, 4: 12_000, 5: 22_000, 6: 22_000}


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best whole turns and the one played, each with the expected lead over the best other seat.

    Half of the budget is spent on finding the turns, the other half on playing on from each of them equally often.
    """
    state, me = view.state, view.seat
    assert isinstance(state, MatchFive)
    assert me is not None
    start = turn_start(state, me)
    laid = laid_tiles(state)
    table = start.compact_table()
    played_plan = _played_plan(state, me, played, table.turns(Hands([hand_bits(start.hand)])))
    if start.is_certain:
        game, endgame_nodes = start.imagine(table, rng), ENDGAME_NODES_FACTOR * nodes // 2
        plans = _compared_plans(
            played_plan, [plan for plan in rank_endgame_plans(game, endgame_nodes) if laid <= plan_tiles(plan)]
        )
        values = endgame_leads(plans, game, endgame_nodes)
    else:
        plans = _compared_plans(played_plan, [plan for plan, _ in rank_plans(start, laid, nodes // 2)])
        values = _expected_leads(start, table, plans, rng, nodes // 2)
    found = [
        (value, played if plan == played_plan else _remaining_moves(state, me, plan))
        for value, plan in zip(values, plans, strict=True)
    ]
    return [CandidateLine(moves, value) for value, moves in sorted(found, key=lambda valued: -valued[0])]


def _compared_plans(played: TurnPlan, plans: Sequence[TurnPlan]) -> list[TurnPlan]:
    """The plan that was played, and the first few of these."""
    return list(dict.fromkeys([played, *plans[:OTHER_LINES]]))


def _played_plan(state: MatchFive, me: Seat, played: Sequence[Move], turns: Sequence[WholeTurn]) -> TurnPlan:
    """The whole turn that ends with these moves."""
    *tiles, last = played
    if isinstance(last, Exchange):
        return tuple(sorted(hand_tiles(last.tiles)))
    if isinstance(last, Pass):
        return ()
    for move in tiles:
        state = state.after(me, move)
    laid = laid_tiles(state)
    return next(turn for turn in turns if laid == plan_tiles(turn))


def _remaining_moves(state: MatchFive, me: Seat, plan: TurnPlan) -> tuple[Move, ...]:
    """The remaining moves of a whole turn, in a legal order."""
    if not isinstance(plan, WholeTurn):
        return (exchange_move(plan),)
    moves = list[Move]()
    left = sorted(plan_tiles(plan) - laid_tiles(state))
    while left:
        laid_next = next(tile for tile in left if state.refuses(me, placement_move(*tile)) is None)
        left.remove(laid_next)
        moves.append(placement_move(*laid_next))
        state = state.after(me, moves[-1])
    return (*moves, DONE)


def _expected_leads(
    start: TurnStart, table: CompactTable, plans: Sequence[TurnPlan], rng: Random, nodes: int
) -> list[float]:
    """The expected lead after each whole turn, all tried on the same guesses.

    All leads are too low by the same few points, because the random hands of other seats are better than real ones,
    which hold tiles that did not fit so far. The curves of the coach compensate for that.
    """
    turns = review_turns_ahead(start)
    extra_points: list[float] = []

    def outcome(plan: TurnPlan, game: ImaginedGame, luck: Random) -> tuple[float, int]:
        del luck
        lead, extra, examined = _play_on(plan, game, turns)
        extra_points.append(extra)
        return lead, examined

    values = mean_outcomes(plans, Trials(lambda luck: start.imagine(table, luck), outcome), rng, nodes)
    return [value - fmean(extra_points) for value in values]


def review_turns_ahead(start: TurnStart) -> int:
    """The number of turns to play after the seat's own turn: up to its next one, or to the end of the game if near.

    With two seats, the other seat also gets its second turn. Longer games were less informative, because luck had a
    larger part in their results.
    """
    seats = len(start.sizes)
    return MAX_REVIEW_TURNS if start.bag <= HAND_SIZE else max(seats, 3)


def _play_on(plan: TurnPlan, game: ImaginedGame, turns: int) -> tuple[float, float, int]:
    """The lead after a whole turn and some greedy turns, the points due to extra turns, and the positions examined."""
    later, examined = game.copy(), 0
    later.play(plan)
    while not later.over and examined < turns:
        later.play(best_turn(later))
        examined += 1
    return _lead(later), 0.0 if later.over else _extra_turn_points(game, later, examined), examined + 1


def _extra_turn_points(game: ImaginedGame, later: ImaginedGame, turns: int) -> float:
    """The points that the seat `me` scored because it had more than its fair share of the turns played.

    Its fair share is half a turn more than that of each other seat: it is on turn, and the game may end after any turn.
    """
    seats = len(game.hands)
    own = turns // len(game.hands)
    gains = [after - before for before, after in zip(game.points, later.points, strict=True)]
    of_others = turns - own
    return (own + 1 - of_others / (seats - 1) - 1 / 2) * (sum(gains) - gains[game.me]) / of_others


def _lead(game: ImaginedGame) -> float:
    """The lead of the seat `me` over the best other seat; before the end, each wild in hand adds its value."""
    points = list(game.points)
    if not game.over:
        points = [own + KEPT_WILD_VALUE * hand.count(WILD_BITS) for own, hand in zip(points, game.hands, strict=True)]
    mine = points.pop(game.me)
    return mine - max(points)


def stage(state: MatchFive) -> int:
    """How empty the bag is, from 0 to 4 (empty); 3 means about two more turns for each seat."""
    tiles_left = size(state.bag)
    near_end = NEAR_END_TILES + HAND_SIZE * (len(state.hands) - 1)
    return sum(tiles_left <= bound for bound in (0, near_end, near_end + 18, near_end + 36))


COACH = Coach(
    lines, stage, read_curves("match_five", QUICK_NODES, stages=5), QUICK_NODES, DEEP_NODES, judges_whole_turns=True
)
