"""The last turns of Match Five between two seats, when the bag is empty and both hands are known: the best for both.

Knows no luck and no views.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from math import inf

from engine.core import Seat
from engine.games.match_five.imagined import Imagined, kinds
from engine.games.match_five.outlook import Plan, relieving
from engine.games.match_five.tabletop import Hands

WIDTHS = (2, 4, 7, 12, 20)  # the whole turns that each seat considers, in one search after the other
FIRST = 40  # the whole turns that are compared


def to_the_end(plans: Sequence[Plan], game: Imagined, nodes: int) -> list[tuple[Plan, float]]:
    """The plans, the best first, each with what it does to the lead if both play well, or a bound on that.

    Alpha-beta, again and again with more turns for each seat, until so many positions have been looked at.
    """
    search, before = _Search(nodes), _lead(game)
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
            return _lead(game)
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


def _lead(game: Imagined) -> float:
    other: Seat = 1 - game.me
    return game.points[game.me] - game.points[other]
