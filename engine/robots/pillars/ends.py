"""The end of a game of pillars between two seats, searched exactly where few moves are left.

Knows no notation and no playouts. No move is left out but for pillars that are as good as another one.
"""

from __future__ import annotations

from math import inf

from engine.core import Seat
from engine.games.pillars.sets import PILLARS
from engine.games.pillars.shapes import Squares, around
from engine.robots.pillars.position import FORMS, PILLAR, SIZES, Placement, Position

# Whose turn it is, and what decides how it goes on; see `key_of`.
Key = tuple[
    Seat, Squares, Squares, int, tuple[Squares, ...], tuple[tuple[int, ...], ...], tuple[int, ...], tuple[bool, ...]
]


class Spent(Exception):
    """No more positions may be looked at."""


class Ends:
    """What positions of two seats come to when both play as well as can be, after a look at `left` more at most."""

    def __init__(self, left: int) -> None:
        self.left = left
        # by position: the least and the most by which seat 0 is ahead at the end, and the move that showed it
        self._known: dict[Key, tuple[float, float, Placement]] = {}

    def lead(self, position: Position, low: float = -inf, high: float = inf) -> float:
        """By how much seat 0 is ahead at the end: exact between `low` and `high`, else a bound beyond them.

        Raises Spent.
        """
        dots = [sum([SIZES[tile] for tile in stock]) for stock in position.stocks]
        first, second = (left - _room(position, seat) for seat, left in enumerate(dots))
        worst = position.lead(0, [dots[0], second])
        best = position.lead(0, [first, dots[1]])
        if worst >= high or worst == best:
            return worst
        if best <= low:
            return best
        return self._searched(position, max(low, worst), min(high, best))

    def _searched(self, position: Position, low: float, high: float) -> float:
        key, first = key_of(position), None
        known = self._known.get(key)
        if known is not None:
            least, most, first = known
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        if self.left <= 0:
            raise Spent
        self.left -= 1
        start, end = low, high
        mine = position.turn == 0
        value = -inf if position.turn == 0 else inf
        chosen = None
        for step in sorted(steps(position), key=lambda step: step != first):
            found = self.lead(position.after(step), low, high)
            if chosen is None or (found > value if mine else found < value):
                value, chosen = found, step
                low, high = (max(low, value), high) if mine else (low, min(high, value))
            if low >= high:
                break
        assert chosen is not None
        self._known[key] = value if value > start else -inf, value if value < end else inf, chosen
        return value


def exactly(position: Position, played: Placement, beside: int, nodes: int) -> list[tuple[float, Placement]] | None:
    """The leads at the end of the best moves, so many beside the one that was played, for whom it is to move.

    None where the end is too far away for so many positions, or more than two seats are at the table.
    """
    if len(position.stocks) != 2:
        return None
    ends = Ends(nodes)
    sign = -1 if position.turn else 1
    try:
        bounds, best = [], -inf
        different: dict[Key, Placement] = {}  # where moves lead; the one that was played stands for those like it
        for step in (played, *steps(position)):
            different.setdefault(key_of(position.after(step)), step)
        for step in different.values():
            after = position.after(step)
            value = sign * (ends.lead(after, best, inf) if sign > 0 else ends.lead(after, -inf, -best))
            best = max(best, value)
            bounds.append((value, step))
        bounds.sort(key=lambda one: one[0], reverse=True)  # stable; those behind the best are worth that much at most
        looked_at = [step for at, (_, step) in enumerate(bounds) if at < beside or step == played]
        return [(sign * ends.lead(position.after(step)), step) for step in looked_at]
    except Spent:
        return None


def steps(position: Position) -> list[Placement]:
    """The legal moves, but of the pillars that make no difference only one."""
    far = position.vacant & ~_near(position)
    spare = far & ~(far & -far)
    return [step for step in position.steps() if step.tile != PILLAR or not step.spot & spare]


def key_of(position: Position) -> Key:
    """The same for positions from which the game goes on alike, the dots in hand included."""
    near = _near(position)
    far = min((position.vacant & ~near).bit_count(), 2 * PILLARS)  # more are no more than enough
    pillars = any(position.pillars)
    beside = tuple([0 if out else squares for squares, out in zip(position.beside, position.out, strict=True)])
    return (
        position.turn, position.free, position.vacant & near if pillars else 0, far if pillars else 0, beside,
        tuple(position.stocks), tuple(position.pillars), tuple(position.out),
    )  # fmt: skip


def _near(position: Position) -> Squares:
    """The squares on which a pillar makes a difference."""
    return position.free | around(position.free)


def _room(position: Position, seat: Seat) -> int:
    """The dots that a seat can lay at most if nobody else did."""
    if position.out[seat]:
        return 0
    free = reach = position.free
    if not position.pillars[seat]:  # only squares to which a way leads
        some, reach = 0, position.beside[seat] & free
        while reach != some:
            some, reach = reach, reach | around(reach) & free
    fitting = [SIZES[tile] for tile in position.stocks[seat] if any(shape.fits(reach, reach) for shape in FORMS[tile])]
    return min(sum(fitting), reach.bit_count())
