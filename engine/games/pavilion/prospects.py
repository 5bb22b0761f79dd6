"""What a board promises for the rest of the game, in points: stars, numbers and ornaments under way.

Knows no hands and no other players.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from engine.games.pavilion.compact import COSTS, NUMBERS, PAYING, STAR, growth, taken_by
from engine.games.pavilion.sets import COLORS, MIXED_POINTS, NUMBER_POINTS, SIDES, SIZE, STAR_POINTS, STARS

REMEMBERED = 1 << 15  # boards whose worth is remembered, for each number of rounds left
BONUS = 1.6  # points that a bonus tile is worth
COLOR_POINTS = tuple(STAR_POINTS[color] for color in COLORS)
UNDECIDED = 15  # points for completing a star that has no color yet


def chance(cost: int, rounds: int) -> float:
    """How likely spaces that cost so many tiles are covered in so many rounds."""
    if cost == 0 or rounds == 0:
        return float(cost == 0)
    return max(0.0, 1 - cost / (6 * rounds + 5))


class Prospects:
    """What boards promise with so many rounds to come."""

    def __init__(self, side: str, rounds: int) -> None:
        self._rounds, self._costs, self._kinds = rounds, COSTS[side], SIDES[side].kinds
        self._known: dict[tuple[int, int], float] = {}
        self._stars: tuple[dict[tuple[int, int], float], ...] = tuple({} for _ in STARS)
        parts = [(needed, BONUS * tiles) for needed, tiles in PAYING]
        parts += [(needed, NUMBER_POINTS[number]) for number, needed in NUMBERS[side].items() if needed]
        self._parts = tuple((needed, self._part(needed, points)) for needed, points in parts)

    def worth(self, spaces: int, colors: int) -> float:
        """The points that a board with these covered spaces and colors is likely to bring still, goals included."""
        known = self._known.get((spaces, colors))
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[spaces, colors] = self._reckoned(spaces, colors)
        return known

    def _reckoned(self, spaces: int, colors: int) -> float:
        total, left, laid = 0.0, spaces, colors
        for at, star in enumerate(self._stars):
            key = left & STAR, laid & STAR
            worth = star.get(key)
            if worth is None:
                worth = star[key] = self._star(at, *key)
            total += worth
            left >>= SIZE
            laid >>= SIZE
        for needed, table in self._parts:
            total += table[spaces & needed]
        return total

    def _cost(self, spaces: int) -> int:
        return sum(cost for at, cost in enumerate(self._costs) if spaces >> at & 1)

    def _star(self, at: int, covered: int, colors: int) -> float:
        """A star under way: its points and those of the tiles that are missing."""
        open_ = STAR ^ covered
        cost, one_each = self._cost(open_ << SIZE * at), False
        takes = taken_by(self._kinds[at], covered, colors)
        if covered == STAR:
            takes, one_each = (colors.bit_length() - 1,), colors.bit_count() > 1
        elif len(takes) > 1:
            one_each = self._kinds[at] == "*" or covered.bit_count() > 1
        points = MIXED_POINTS if one_each else COLOR_POINTS[takes[0]] if len(takes) == 1 else UNDECIDED
        return chance(cost, self._rounds) * (points + 0.4 * growth(covered, open_))

    def _part(self, needed: int, points: float) -> dict[int, float]:
        """What covering these spaces promises, by those of them that are covered."""
        bits = [1 << at for at in range(needed.bit_length()) if needed >> at & 1]
        subsets = [sum(chosen) for chosen in product(*((0, bit) for bit in bits))]
        return {covered: self._share(needed ^ covered) * points for covered in subsets}

    def _share(self, missing: int) -> float:
        return 0.7 * chance(self._cost(missing), self._rounds)


@cache
def prospects(side: str, rounds: int) -> Prospects:
    """What boards of this side promise with so many rounds to come after this one."""
    return Prospects(side, rounds)
