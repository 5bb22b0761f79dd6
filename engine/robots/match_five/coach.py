"""How whole turns of Match Five are judged after the game: a few of them played on from the same guesses.

Knows nothing that the view hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any

from engine.core import Move, Seat, View
from engine.games.match_five.moves import DONE, Exchange, Pass
from engine.games.match_five.sets import HAND, SEATS, size
from engine.games.match_five.state import MatchFive
from engine.robots.core import CandidateLine, Coach, read_curves
from engine.robots.match_five.ending import leads, ranked
from engine.robots.match_five.imagined import Imagined, held, kinds
from engine.robots.match_five.mind import placing_of, planned, swap_of, tiles_of
from engine.robots.match_five.outlook import KEPT_WILD, Plan, best
from engine.robots.match_five.outset import Outset, laid, outset
from engine.robots.match_five.tabletop import WILDS, Hands, Tabletop, WholeTurn
from engine.robots.search import Trials, mean_outcomes

CLOSE = 8  # with so many tiles in the bag beyond a hand for each other seat the last stage but one begins
OTHER_LINES = 4  # whole turns that are looked at beside what was played
LAST = 60  # turns at most that are played on
KNOWN = 6  # times as many positions for the end between two seats, where each costs less time
QUICK_NODES: Mapping[int, int] = dict.fromkeys(SEATS, 2_500)
DEEP_NODES: Mapping[int, int] = {2: 12_000, 3: 12_000, 4: 12_000, 5: 22_000, 6: 22_000}


def lines(view: View[Any], rng: Random, nodes: int, played: tuple[Move, ...]) -> list[CandidateLine]:
    """The best whole turns and the one that was made, with the lead over the best of the others that each promises.

    Half of the positions go to finding them, the other half to playing on from each of them equally often.
    """
    state, me = view.state, view.seat
    assert isinstance(state, MatchFive)
    assert me is not None
    here = outset(state, me)
    lying = laid(state)
    top = here.top()
    made = _made(state, me, played, top.turns(Hands([kinds(here.hand)])))
    if here.certain:
        game, enough = here.imagined(top, rng), KNOWN * nodes // 2
        plans = _with(made, [plan for plan in ranked(game, enough) if lying <= tiles_of(plan)])
        values = leads(plans, game, enough)
    else:
        plans = _with(made, [plan for plan, _ in planned(here, lying, nodes // 2)])
        values = _leads(here, top, plans, rng, nodes // 2)
    found = [
        (value, played if plan == made else _moves(state, me, plan)) for value, plan in zip(values, plans, strict=True)
    ]
    return [CandidateLine(moves, value) for value, moves in sorted(found, key=lambda one: -one[0])]


def _with(made: Plan, plans: Sequence[Plan]) -> list[Plan]:
    """The first of these, and what was played."""
    return list(dict.fromkeys([made, *plans[:OTHER_LINES]]))


def _made(state: MatchFive, me: Seat, played: Sequence[Move], turns: Sequence[WholeTurn]) -> Plan:
    """The whole turn that ends with these moves."""
    *tiles, last = played
    if isinstance(last, Exchange):
        return tuple(sorted(held(last.tiles)))
    if isinstance(last, Pass):
        return ()
    for move in tiles:
        state = state.position_after(me, move)
    lies = laid(state)
    return next(turn for turn in turns if lies == tiles_of(turn))


def _moves(state: MatchFive, me: Seat, plan: Plan) -> tuple[Move, ...]:
    """The moves of a whole turn that are not made yet, in an order in which they are legal."""
    if not isinstance(plan, WholeTurn):
        return (swap_of(plan),)
    moves = list[Move]()
    left = sorted(tiles_of(plan) - laid(state))
    while left:
        laid_next = next(one for one in left if state.refuses(me, placing_of(*one)) is None)
        left.remove(laid_next)
        moves.append(placing_of(*laid_next))
        state = state.position_after(me, moves[-1])
    return (*moves, DONE)


def _leads(here: Outset, top: Tabletop, plans: Sequence[Plan], rng: Random, nodes: int) -> list[float]:
    """The lead that each whole turn promises, all of them tried on the same guesses.

    All are some points too low alike: hands dealt by lot are better than real ones, in which lies what did not fit so
    far. The curves make up for that.
    """
    turns = horizon(here)
    ahead: list[float] = []

    def outcome(plan: Plan, game: Imagined, luck: Random) -> tuple[float, int]:
        del luck
        lead, early, looked = _played_on(plan, game, turns)
        ahead.append(early)
        return lead, looked

    values = mean_outcomes(plans, Trials(lambda luck: here.imagined(top, luck), outcome), rng, nodes)
    return [value - fmean(ahead) for value in values]


def horizon(here: Outset) -> int:
    """How many turns are played after the seat's own one: until it has had its next, or to the end if that is near.

    Of two seats the other has its second turn too. Games that went on for longer told less: of what they brought more
    was luck.
    """
    seats = len(here.sizes)
    return LAST if here.bag <= HAND else max(seats, 3)


def _played_on(plan: Plan, game: Imagined, turns: int) -> tuple[float, float, int]:
    """The lead after a whole turn and so many more, of what scores most.

    Then how much of it stands there too early, as `_too_early` says, and how many positions were looked at.
    """
    later, looked = game.copy(), 0
    later.play(plan)
    while not later.over and looked < turns:
        later.play(best(later))
        looked += 1
    return _lead(later), 0.0 if later.over else _too_early(game, later, looked), looked + 1


def _too_early(game: Imagined, later: Imagined, turns: int) -> float:
    """The points that the seat has more because it has had more turns since than is its due.

    Its due is half a turn more than each other seat: it is on turn, and the game may end after anybody's turn.
    """
    seats = len(game.hands)
    own = turns // len(game.hands)
    gains = [after - before for before, after in zip(game.points, later.points, strict=True)]
    of_others = turns - own
    return (own + 1 - of_others / (seats - 1) - 1 / 2) * (sum(gains) - gains[game.me]) / of_others


def _lead(game: Imagined) -> float:
    """Of the seat `me` over the best of the others; as long as the game goes on, wilds in hand count too."""
    points = list(game.points)
    if not game.over:
        points = [own + KEPT_WILD * hand.count(WILDS) for own, hand in zip(points, game.hands, strict=True)]
    mine = points.pop(game.me)
    return mine - max(points)


def stage(state: MatchFive) -> int:
    """How far the bag has gone down, from 0 to 4, where it is empty; 3 means about two more turns for each seat."""
    left = size(state.bag)
    near = CLOSE + HAND * (len(state.hands) - 1)
    return sum(left <= bound for bound in (0, near, near + 18, near + 36))


COACH = Coach(
    lines, stage, read_curves("match_five", QUICK_NODES, stages=5), QUICK_NODES, DEEP_NODES, judges_whole_turns=True
)
