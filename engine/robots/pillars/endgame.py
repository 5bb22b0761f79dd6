"""Exact search of the last moves of a two-seat pillars game.

It searches all moves, but only one of each group of equivalent pillars. Independent of notation and playouts.
"""

from __future__ import annotations

from math import inf

from engine.core import Seat
from engine.games.pillars.sets import PILLARS_PER_PLAYER
from engine.games.pillars.shapes import Squares, neighbors
from engine.robots.pillars.position import DOTS_BY_NUMBER, ORIENTATIONS_BY_NUMBER, PILLAR_STEP, BitPosition, PillarsStep

# The parts are in `position_key`.
PositionKey = tuple[
    Seat, Squares, Squares, int, tuple[Squares, ...], tuple[tuple[int, ...], ...], tuple[int, ...], tuple[bool, ...]
]


class BudgetSpent(Exception):
    """The search has visited as many positions as it may."""


class EndgameSearch:
    """The results of two-seat positions if both play best. `nodes_left`: how many more positions it may visit."""

    def __init__(self, nodes: int) -> None:
        self.nodes_left = nodes
        # by position: lower and upper bound of the final lead of seat 0, and the best move found
        self._bounds: dict[PositionKey, tuple[float, float, PillarsStep]] = {}

    def lead(self, position: BitPosition, low: float = -inf, high: float = inf) -> float:
        """Return the final lead of seat 0: exact if it is between `low` and `high`, else a bound for it.

        Raises BudgetSpent.
        """
        dots = [sum([DOTS_BY_NUMBER[tile] for tile in stock]) for stock in position.stocks]
        first, second = (stock_dots - _layable_dots(position, seat) for seat, stock_dots in enumerate(dots))
        worst = position.lead(0, [dots[0], second])
        best = position.lead(0, [first, dots[1]])
        if worst >= high or worst == best:
            return worst
        if best <= low:
            return best
        return self._search(position, max(low, worst), min(high, best))

    def _search(self, position: BitPosition, low: float, high: float) -> float:
        key, first = position_key(position), None
        known = self._bounds.get(key)
        if known is not None:
            lower, upper, first = known
            if lower >= high or lower == upper:
                return lower
            if upper <= low:
                return upper
        if self.nodes_left <= 0:
            raise BudgetSpent
        self.nodes_left -= 1
        low_bound, high_bound = low, high
        mine = position.turn == 0
        value = -inf if position.turn == 0 else inf
        chosen = None
        for step in sorted(distinct_steps(position), key=lambda step: step != first):
            found = self.lead(position.after_step(step), low, high)
            if chosen is None or (found > value if mine else found < value):
                value, chosen = found, step
                low, high = (max(low, value), high) if mine else (low, min(high, value))
            if low >= high:
                break
        assert chosen is not None
        self._bounds[key] = value if value > low_bound else -inf, value if value < high_bound else inf, chosen
        return value


def exact_leads(
    position: BitPosition, played: PillarsStep, max_others: int, nodes: int
) -> list[tuple[float, PillarsStep]] | None:
    """Return the final leads of the seat to move after the move played and after up to `max_others` of the best moves.

    None if `nodes` positions do not suffice, or if there are more than two seats.
    """
    if len(position.stocks) != 2:
        return None
    ends = EndgameSearch(nodes)
    sign = -1 if position.turn else 1
    try:
        bounds, best = [], -inf
        # By the key of the resulting position. Of equivalent moves, the one played is kept.
        by_key: dict[PositionKey, PillarsStep] = {}
        for step in (played, *distinct_steps(position)):
            by_key.setdefault(position_key(position.after_step(step)), step)
        for step in by_key.values():
            after = position.after_step(step)
            value = sign * (ends.lead(after, best, inf) if sign > 0 else ends.lead(after, -inf, -best))
            best = max(best, value)
            bounds.append((value, step))
        bounds.sort(key=lambda bound: bound[0], reverse=True)  # stable; values below the best are only upper bounds
        looked_at = [step for rank, (_, step) in enumerate(bounds) if rank < max_others or step == played]
        return [(sign * ends.lead(position.after_step(step)), step) for step in looked_at]
    except BudgetSpent:
        return None


def distinct_steps(position: BitPosition) -> list[PillarsStep]:
    """Return the legal moves, but of the pillars that influence no tile only one."""
    far = position.vacant & ~_influential_squares(position)
    spare = far & ~(far & -far)
    return [step for step in position.steps() if step.tile != PILLAR_STEP or not step.squares & spare]


def position_key(position: BitPosition) -> PositionKey:
    """Return a key that is equal for positions with equivalent continuations and the same dots in hand."""
    near = _influential_squares(position)
    far = min((position.vacant & ~near).bit_count(), 2 * PILLARS_PER_PLAYER)  # two players cannot use more than that
    pillars = any(position.pillars)
    adjacent = tuple([0 if out else squares for squares, out in zip(position.adjacent, position.out, strict=True)])
    return (
        position.turn, position.free, position.vacant & near if pillars else 0, far if pillars else 0, adjacent,
        tuple(position.stocks), tuple(position.pillars), tuple(position.out),
    )  # fmt: skip


def _influential_squares(position: BitPosition) -> Squares:
    """Return the squares on which a pillar influences where tiles fit."""
    return position.free | neighbors(position.free)


def _layable_dots(position: BitPosition, seat: Seat) -> int:
    """Return an upper bound for the dots that the seat could lay if nobody else moved."""
    if position.out[seat]:
        return 0
    free = reach = position.free
    if not position.pillars[seat]:  # without pillars, the seat reaches only squares that are connected to its pieces
        some, reach = 0, position.adjacent[seat] & free
        while reach != some:
            some, reach = reach, reach | neighbors(reach) & free
    fitting = [
        DOTS_BY_NUMBER[tile]
        for tile in position.stocks[seat]
        if any(orientation.fitting_places(reach, reach) for orientation in ORIENTATIONS_BY_NUMBER[tile])
    ]
    return min(sum(fitting), reach.bit_count())
