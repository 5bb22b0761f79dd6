"""Late positions of Match Five between two seats, searched to the end by brute force: is the coach's turn the best?

The search here asks the State for every legal move and shares nothing with the coach, the mind or `whole_turns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from math import inf
from random import Random

from engine import CHANCE, GAMES, Move, Table, View
from engine.games.match_five import MatchFive
from engine.games.match_five.moves import DONE, PASS
from engine.games.match_five.sets import split
from engine.robots import COACHES
from engine.robots.ai import choose
from engine.robots.core import Level

FEW = 6  # tiles at most in both hands, unless told otherwise, so that every answer can be looked at
WILD = 2  # for how many tiles a wild counts, which has so many faces
Turn = tuple[Move, ...]


def found(number: int, few: int = FEW) -> list[bool]:
    """For so many positions, each of another game: whether no other turn is better than the coach's best one."""
    return [is_best(state) for state in islice(late(few), number)]


def late(few: int = FEW) -> Iterator[MatchFive]:
    """Of one game of robots after the other the first position that is small enough and still asks for a decision."""
    for game in count():
        state = _late(Table.new(GAMES["match_five"], 2, {"copies": "2"}, f"truth {game}"), Random(game), few)
        if state is not None:
            yield state


def _late(table: Table, rng: Random, few: int) -> MatchFive | None:
    while acting := table.state.to_act():
        state = table.state
        assert isinstance(state, MatchFive)
        if not state.laid and not state.bag and _size(state) <= few and len(whole_turns(state)) > 1:
            return state
        table = table.play(acting[0], str(choose(Level.CLUB_PLAYER, table.view(acting[0]), rng)))
    return None


def _size(state: MatchFive) -> int:
    return sum(WILD if tile == "W" else 1 for hand in state.hands for tile in split(hand))


def is_best(state: MatchFive) -> bool:
    """Whether no turn leads to more than the one that the coach has first, if both play well afterwards."""
    coach, seat = COACHES["match_five"], state.turn
    view = View("match_five", seat, state.view(seat))
    chosen = coach.lines(view, Random(0), coach.deep_nodes[2], (PASS,))[0].moves  # whatever was played
    after = state
    for move in chosen:
        after = after.apply(seat, move)
    value = -lead(after, -inf, inf)
    return value >= max(-lead(later, -inf, -value) for later in whole_turns(state))


def lead(state: MatchFive, low: float, high: float) -> float:
    """The lead at the end of the game of the seat on turn, as far as it lies within bounds; alpha-beta."""
    if not state.to_act():
        return state.points[state.turn] - state.points[1 - state.turn]
    assert state.to_act() != (CHANCE,)
    best = -inf
    for later in whole_turns(state):
        best = max(best, -lead(later, -high, -max(low, best)))
        if best >= high:
            break
    return best


def whole_turns(state: MatchFive) -> list[MatchFive]:
    """The positions after every whole turn, each once, those with the most points first."""
    seat, laid, left = state.turn, dict[frozenset[str], MatchFive](), [state]
    later = [state.after(seat, PASS)]
    while left:
        unfinished = left.pop()
        for move in unfinished.moves(seat):
            if move not in (DONE, PASS):
                further = unfinished.after(seat, move)
                if laid.setdefault(_tiles(further), further) is further:
                    left.append(further)
    later += [each.after(seat, DONE) for each in laid.values()]
    return sorted(later, key=lambda each: each.points[1 - each.turn] - each.points[each.turn], reverse=True)


def _tiles(state: MatchFive) -> frozenset[str]:
    ground = state.grid()
    return frozenset(f"{ground.tile(spot)} {spot}" for spot in ground.new_spots)
