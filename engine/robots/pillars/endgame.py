"""The end of a game of pillars between two seats, searched exactly where few moves are left.

Knows no notation and no playouts. No move is left out but for pillars that are as good as another one.
"""

from __future__ import annotations

from math import inf

from engine.core import Seat
from engine.games.pillars.sets import PILLARS_PER_PLAYER
from engine.games.pillars.shapes import Squares, neighbors
from engine.robots.pillars.position import DOTS_BY_NUMBER, ORIENTATIONS_BY_NUMBER, PILLAR_STEP, BitPosition, PillarsStep

# Whose turn it is, and what decides how it goes on; see `key_of`.
PositionKey = tuple[
    Seat, Squares, Squares, int, tuple[Squares, ...], tuple[tuple[int, ...], ...], tuple[int, ...], tuple[bool, ...]
]


class BudgetSpent(Exception):
    """No more positions may be looked at."""


class EndgameSearch:
    """What positions of two seats come to when both play as well as can be, after a look at `left` more at most."""

    def __init__(self, left: int) -> None:
        self.nodes_left = left
        # by position: the least and the most by which seat 0 is ahead at the end, and the move that showed it
        self._bounds: dict[PositionKey, tuple[float, float, PillarsStep]] = {}

    def lead(self, position: BitPosition, low: float = -inf, high: float = inf) -> float:
        """By how much seat 0 is ahead at the end: exact between `low` and `high`, else a bound beyond them.

        Raises Spent.
        """
        dots = [sum([DOTS_BY_NUMBER[tile] for tile in stock]) for stock in position.stocks]
        first, second = (left - _layable_dots(position, seat) for seat, left in enumerate(dots))
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
            least, most, first = known
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        if self.nodes_left <= 0:
            raise BudgetSpent
        self.nodes_left -= 1
        start, end = low, high
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
        self._bounds[key] = value if value > start else -inf, value if value < end else inf, chosen
        return value


def exact_leads(
    position: BitPosition, played: PillarsStep, beside: int, nodes: int
) -> list[tuple[float, PillarsStep]] | None:
    """The leads at the end of the best moves, so many beside the one that was played, for whom it is to move.

    None where the end is too far away for so many positions, or more than two seats are at the table.
    """
    if len(position.stocks) != 2:
        return None
    ends = EndgameSearch(nodes)
    sign = -1 if position.turn else 1
    try:
        bounds, best = [], -inf
        different: dict[
            PositionKey, PillarsStep
        ] = {}  # where moves lead; the one that was played stands for those like it
        for step in (played, *distinct_steps(position)):
            different.setdefault(position_key(position.after_step(step)), step)
        for step in different.values():
            after = position.after_step(step)
            value = sign * (ends.lead(after, best, inf) if sign > 0 else ends.lead(after, -inf, -best))
            best = max(best, value)
            bounds.append((value, step))
        bounds.sort(key=lambda one: one[0], reverse=True)  # stable; those behind the best are worth that much at most
        looked_at = [step for at, (_, step) in enumerate(bounds) if at < beside or step == played]
        return [(sign * ends.lead(position.after_step(step)), step) for step in looked_at]
    except BudgetSpent:
        return None


def distinct_steps(position: BitPosition) -> list[PillarsStep]:
    """The legal moves, but of the pillars that make no difference only one."""
    far = position.vacant & ~_influential_squares(position)
    spare = far & ~(far & -far)
    return [step for step in position.steps() if step.tile != PILLAR_STEP or not step.squares & spare]


def position_key(position: BitPosition) -> PositionKey:
    """The same for positions from which the game goes on alike, the dots in hand included."""
    near = _influential_squares(position)
    far = min((position.vacant & ~near).bit_count(), 2 * PILLARS_PER_PLAYER)  # more are no more than enough
    pillars = any(position.pillars)
    beside = tuple([0 if out else squares for squares, out in zip(position.adjacent, position.out, strict=True)])
    return (
        position.turn, position.free, position.vacant & near if pillars else 0, far if pillars else 0, beside,
        tuple(position.stocks), tuple(position.pillars), tuple(position.out),
    )  # fmt: skip


def _influential_squares(position: BitPosition) -> Squares:
    """The squares on which a pillar makes a difference."""
    return position.free | neighbors(position.free)


def _layable_dots(position: BitPosition, seat: Seat) -> int:
    """The dots that a seat can lay at most if nobody else did."""
    if position.out[seat]:
        return 0
    free = reach = position.free
    if not position.pillars[seat]:  # only squares to which a way leads
        some, reach = 0, position.adjacent[seat] & free
        while reach != some:
            some, reach = reach, reach | neighbors(reach) & free
    fitting = [
        DOTS_BY_NUMBER[tile]
        for tile in position.stocks[seat]
        if any(shape.fitting_places(reach, reach) for shape in ORIENTATIONS_BY_NUMBER[tile])
    ]
    return min(sum(fitting), reach.bit_count())
