"""Plans for the last round that see which stars the tiles in hand can still complete.

Knows nothing of how tiles are taken from factories.
"""

from __future__ import annotations

from functools import cache

from engine.games.pavilion.compact import STAR, amount, counts, taken_by
from engine.games.pavilion.laying import LAST_TILE, Laying, Plan
from engine.games.pavilion.prospects import goal, price
from engine.games.pavilion.sets import SIDES, SIZE, STARS

WITHIN_REACH = 1.5  # how much of the points for a star leads the way while the hand can complete it
TILES = 0.5  # points for each tile that the star still costs


class LastPlan(Plan):
    """How one seat may lay tiles in the last round; of boards that look alike, those lead that can complete a star."""

    def _promise(self, here: Laying) -> float:
        return (
            self._worth(here.spaces, here.colors)
            + LAST_TILE * (amount(here.hand) + here.owed)
            + WITHIN_REACH * self._within_reach(here)
        )

    def _stopped(self, here: Laying) -> float:
        """The worth of passing here; bonus tiles have to be chosen first, and each that is left over costs a point."""
        return super()._stopped(here) - here.owed

    def _within_reach(self, here: Laying) -> float:
        """The points for the stars under way that the hand could complete, each as if it were the only one."""
        held = counts(here.hand)
        spaces, colors, found = here.spaces, here.colors, 0.0
        for star in range(len(STARS)):
            needs = _needs(self._side, star, spaces & STAR, colors & STAR)
            if needs is not None:
                color, own, cost, points = needs
                free = held[self._wild] if color != self._wild else 0
                if held[color] >= own and held[color] + free >= cost:
                    found += points
            spaces >>= SIZE
            colors >>= SIZE
        return found


@cache
def _needs(side: str, star: int, covered: int, colors: int) -> tuple[int, int, int, float] | None:
    """What a star needs that was begun and takes one color: the color, tiles of its own, all tiles, and its points."""
    kind = SIDES[side].kinds[star]
    takes = taken_by(kind, covered, colors)
    if covered in (0, STAR) or len(takes) != 1:
        return None
    cost = price(side, (STAR ^ covered) << SIZE * star)
    return takes[0], SIZE - covered.bit_count(), cost, goal(kind, covered, colors) + TILES * cost
