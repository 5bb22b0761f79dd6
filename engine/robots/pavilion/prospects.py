"""What a board promises for the rest of the game, in points: stars, numbers and ornaments under way.

Knows no other players. A board is described by traits; what each is worth was fitted to games that robots played.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

from engine.files import load_numbers
from engine.games.pavilion.sets import (
    COLORS,
    MIXED,
    MIXED_POINTS,
    NUMBER_POINTS,
    ROUNDS,
    SIDES,
    SIZE,
    STAR_POINTS,
    STARS,
)
from engine.robots.pavilion.compact import COSTS, NUMBERS, PAYING, RUNS, STAR, taken_by

WEIGHTS: dict[str, list[float]] = load_numbers("weights", "pavilion")["traits"]  # by rounds to come, from 1 on
if any(len(weights) != ROUNDS - 1 for weights in WEIGHTS.values()):
    raise ValueError(f"data/weights/pavilion.json must have {ROUNDS - 1} numbers for each trait")
REMEMBERED = 1 << 13  # boards whose worth is remembered, for each number of rounds to come
COLOR_POINTS = tuple(STAR_POINTS[color] for color in COLORS)
MEAN_POINTS = 16  # for completing a star of one color
UNDECIDED = 15  # points for completing a star that has no color yet
KNOTS = (1, 3, 6, 9, 12, 15, 18, 21)  # prices of what is missing between which the worth of a star is interpolated
NAMES = {1: "pillar", 2: "statue", 3: "window"}  # by the tiles that they pay
Traits = Iterator[tuple[str, float]]


def price(side: str, spaces: int) -> int:
    """The tiles that these spaces cost together."""
    return sum(cost for at, cost in enumerate(COSTS[side]) if spaces >> at & 1)


def goal(kind: str, covered: int, colors: int) -> int:
    """The points that a star will bring once it is complete, as far as that is certain."""
    takes = (colors.bit_length() - 1,) if covered == STAR else taken_by(kind, covered, colors)
    if kind == MIXED or colors.bit_count() > 1:
        return MIXED_POINTS
    return COLOR_POINTS[takes[0]] if len(takes) == 1 else UNDECIDED


def star_traits(side: str, at: int, covered: int, colors: int) -> Traits:
    """How far a star has come."""
    kind = SIDES[side].kinds[at]
    if covered == STAR or not covered:
        return
    missing = price(side, (STAR ^ covered) << SIZE * at)
    points = goal(kind, covered, colors)
    if points == MIXED_POINTS:
        yield f"mixed{covered.bit_count()}", 1.0
        yield "mixed price", missing / 21
        return
    for low, high in pairwise(KNOTS):
        if low <= missing < high:
            yield f"star{low}", (high - missing) / (high - low)
            yield f"star{high}", (missing - low) / (high - low)
    yield "star points", (points - MEAN_POINTS) * (1 - missing / 21)
    yield "run", max(RUNS[covered][slot] for slot in range(SIZE) if not covered >> slot & 1) - 1.0


def useful(side: str, spaces: int, colors: int) -> tuple[bool, ...]:
    """For each color, whether a star of one color still takes it."""
    kinds = SIDES[side].kinds
    found = [False] * len(COLORS)
    for at, kind in enumerate(kinds):
        covered = spaces >> SIZE * at & STAR
        if kind != MIXED and covered != STAR:
            for color in taken_by(kind, covered, colors >> SIZE * at & STAR):
                found[color] = True
    return tuple(found)


class Prospects:
    """What boards promise with so many rounds to come."""

    def __init__(self, side: str, rounds: int) -> None:
        self._side = side
        self._rounds = rounds
        self._kinds = SIDES[side].kinds
        self._known: dict[tuple[int, int], float] = {}
        self._stars: tuple[dict[tuple[int, int], float], ...] = tuple({} for _ in STARS)
        self._parts: list[tuple[int, dict[int, float]]] = []  # spaces, and what each covered part of them is worth
        for needed, tiles in PAYING:
            missing = {some: (needed ^ some).bit_count() for some in _subsets(needed)}
            worths = {some: self._weight(f"{NAMES[tiles]}{n}") if n else 0.0 for some, n in missing.items()}
            self._parts.append((needed, worths))
        for number, needed in NUMBERS[side].items():
            points = NUMBER_POINTS[number]
            missing = {some: (needed ^ some).bit_count() for some in _subsets(needed)}
            worths = {some: self._weight(f"number{n}") * (points / 8) if n else points for some, n in missing.items()}
            self._parts += [(needed, worths)] if needed else []

    def worth(self, spaces: int, colors: int) -> float:
        """The points that a board with these covered spaces and colors is likely to bring still, goals included."""
        known = self._known.get((spaces, colors))
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[spaces, colors] = self._reckoned(spaces, colors)
        return known

    def kept(self, spaces: int, colors: int) -> tuple[float, ...]:
        """The points that a tile of each color is likely to bring that is kept for the next round."""
        if not self._rounds:
            return (0.0,) * len(COLORS)
        useless, some, wild = (self._weight(name) for name in ("useless tile", "useful tile", "wild tile"))
        next_wild = len(COLORS) - self._rounds
        usable = useful(self._side, spaces, colors)
        return tuple(wild if color == next_wild else some if usable[color] else useless for color in range(len(COLORS)))

    @property
    def first(self) -> float:
        """The points that beginning the next round is likely to bring."""
        return self._weight("first")

    def _reckoned(self, spaces: int, colors: int) -> float:
        total, left, laid = 0.0, spaces, colors
        for at, star in enumerate(self._stars):
            key = left & STAR, laid & STAR
            worth = star.get(key)
            if worth is None:
                kind, (covered, tints) = self._kinds[at], key
                traits = () if covered == STAR else star_traits(self._side, at, covered, tints)
                weighed = sum(self._weight(name) * value for name, value in traits)
                worth = star[key] = goal(kind, covered, tints) if covered == STAR else weighed
            total += worth
            left >>= SIZE
            laid >>= SIZE
        for needed, table in self._parts:
            total += table[spaces & needed]
        return total

    def _weight(self, name: str) -> float:
        return WEIGHTS[name][self._rounds - 1] if self._rounds and name in WEIGHTS else 0.0


def _subsets(spaces: int) -> list[int]:
    bits = [1 << at for at in range(spaces.bit_length()) if spaces >> at & 1]
    return [sum(chosen) for chosen in product(*((0, bit) for bit in bits))]


@cache
def prospects(side: str, rounds: int) -> Prospects:
    """What boards of this side promise with so many rounds to come after this one."""
    return Prospects(side, rounds)
