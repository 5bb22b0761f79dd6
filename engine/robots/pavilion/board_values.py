"""The value of a board for the rest of the game, in points: its unfinished stars, numbers and ornaments.

A board is described by traits, whose weights were fitted to games of robots. Knows nothing about other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

from engine.files import load_numbers
from engine.games.pavilion.sets import (
    COLORS,
    MIXED_POINTS,
    MIXED_STAR,
    NUMBER_POINTS,
    ROUNDS,
    SIDES,
    STAR_POINTS,
    STAR_SIZE,
    STARS,
)
from engine.robots.pavilion.packed import (
    NUMBER_SPACES,
    ORNAMENT_BITS,
    RUN_POINTS,
    SPACE_COSTS,
    STAR_MASK,
    accepted_indices,
)

TRAIT_WEIGHTS: dict[str, list[float]] = load_numbers("weights", "pavilion")["traits"]  # for 1, 2, ... rounds to come
if any(len(weights) != ROUNDS - 1 for weights in TRAIT_WEIGHTS.values()):
    raise ValueError(f"data/weights/pavilion.json must have {ROUNDS - 1} numbers for each trait")
MAX_CACHED_VALUES = 1 << 13  # boards with a cached value, for each number of rounds to come
STAR_POINTS_BY_COLOR = tuple(STAR_POINTS[color] for color in COLORS)
MEAN_STAR_POINTS = 16  # about the mean for completing a star of one color
UNDECIDED_STAR_POINTS = 15  # for completing a star whose color is not decided yet
# The value of a star is interpolated between these total costs of its missing spaces.
PRICE_KNOTS = (1, 3, 6, 9, 12, 15, 18, 21)
ORNAMENT_NAMES = {1: "pillar", 2: "statue", 3: "window"}  # by the number of bonus tiles that they give
Traits = Iterator[tuple[str, float]]


def total_cost(side: str, spaces: int) -> int:
    """The total cost of these spaces, in tiles."""
    return sum(cost for at, cost in enumerate(SPACE_COSTS[side]) if spaces >> at & 1)


def star_points(kind: str, covered: int, colors: int) -> int:
    """The points for completing a star, or an estimate while its color is not decided."""
    takes = (colors.bit_length() - 1,) if covered == STAR_MASK else accepted_indices(kind, covered, colors)
    if kind == MIXED_STAR or colors.bit_count() > 1:
        return MIXED_POINTS
    return STAR_POINTS_BY_COLOR[takes[0]] if len(takes) == 1 else UNDECIDED_STAR_POINTS


def star_traits(side: str, at: int, covered: int, colors: int) -> Traits:
    """The traits of an unfinished star."""
    kind = SIDES[side].kinds[at]
    if covered == STAR_MASK or not covered:
        return
    missing = total_cost(side, (STAR_MASK ^ covered) << STAR_SIZE * at)
    points = star_points(kind, covered, colors)
    if points == MIXED_POINTS:
        yield f"mixed{covered.bit_count()}", 1.0
        yield "mixed price", missing / 21
        return
    for low, high in pairwise(PRICE_KNOTS):
        if low <= missing < high:
            yield f"star{low}", (high - missing) / (high - low)
            yield f"star{high}", (missing - low) / (high - low)
    yield "star points", (points - MEAN_STAR_POINTS) * (1 - missing / 21)
    yield "run", max(RUN_POINTS[covered][slot] for slot in range(STAR_SIZE) if not covered >> slot & 1) - 1.0


def useful_colors(side: str, spaces: int, colors: int) -> tuple[bool, ...]:
    """For each color, whether some star of a single color still accepts it."""
    kinds = SIDES[side].kinds
    found = [False] * len(COLORS)
    for at, kind in enumerate(kinds):
        covered = spaces >> STAR_SIZE * at & STAR_MASK
        if kind != MIXED_STAR and covered != STAR_MASK:
            for color in accepted_indices(kind, covered, colors >> STAR_SIZE * at & STAR_MASK):
                found[color] = True
    return tuple(found)


class BoardEvaluator:
    """Values boards with a given number of rounds to come."""

    def __init__(self, side: str, rounds: int) -> None:
        self._side = side
        self._rounds = rounds
        self._kinds = SIDES[side].kinds
        self._values: dict[tuple[int, int], float] = {}
        self._star_values: tuple[dict[tuple[int, int], float], ...] = tuple({} for _ in STARS)
        # For each ornament and number: its spaces, and the value for each set of them that is covered.
        self._part_values: list[tuple[int, dict[int, float]]] = []
        for needed, tiles in ORNAMENT_BITS:
            missing = {covered: (needed ^ covered).bit_count() for covered in _subsets(needed)}
            values = {
                covered: self._weight(f"{ORNAMENT_NAMES[tiles]}{n}") if n else 0.0 for covered, n in missing.items()
            }
            self._part_values.append((needed, values))
        for number, needed in NUMBER_SPACES[side].items():
            points = NUMBER_POINTS[number]
            missing = {covered: (needed ^ covered).bit_count() for covered in _subsets(needed)}
            values = {
                covered: self._weight(f"number{n}") * (points / 8) if n else points for covered, n in missing.items()
            }
            self._part_values += [(needed, values)] if needed else []

    def value(self, spaces: int, colors: int) -> float:
        """The expected further points of a board with these covered spaces and colors, goals included."""
        known = self._values.get((spaces, colors))
        if known is None:
            if len(self._values) >= MAX_CACHED_VALUES:
                self._values.clear()
            known = self._values[spaces, colors] = self._compute_value(spaces, colors)
        return known

    def kept_tile_values(self, spaces: int, colors: int) -> tuple[float, ...]:
        """The expected points of a tile of each color that is kept for the next round."""
        if not self._rounds:
            return (0.0,) * len(COLORS)
        useless, useful, wild = (self._weight(name) for name in ("useless tile", "useful tile", "wild tile"))
        next_wild = len(COLORS) - self._rounds
        usable = useful_colors(self._side, spaces, colors)
        return tuple(
            wild if color == next_wild else useful if usable[color] else useless for color in range(len(COLORS))
        )

    @property
    def start_value(self) -> float:
        """The expected points from being the first to act in the next round."""
        return self._weight("first")

    def _compute_value(self, spaces: int, colors: int) -> float:
        total, left, laid = 0.0, spaces, colors
        for at, star in enumerate(self._star_values):
            key = left & STAR_MASK, laid & STAR_MASK
            value = star.get(key)
            if value is None:
                kind, (covered, tints) = self._kinds[at], key
                traits = () if covered == STAR_MASK else star_traits(self._side, at, covered, tints)
                weighed = sum(self._weight(name) * amount for name, amount in traits)
                value = star[key] = star_points(kind, covered, tints) if covered == STAR_MASK else weighed
            total += value
            left >>= STAR_SIZE
            laid >>= STAR_SIZE
        for needed, table in self._part_values:
            total += table[spaces & needed]
        return total

    def _weight(self, name: str) -> float:
        return TRAIT_WEIGHTS[name][self._rounds - 1] if self._rounds and name in TRAIT_WEIGHTS else 0.0


def _subsets(spaces: int) -> list[int]:
    bits = [1 << at for at in range(spaces.bit_length()) if spaces >> at & 1]
    return [sum(chosen) for chosen in product(*((0, bit) for bit in bits))]


@cache
def board_evaluator(side: str, rounds: int) -> BoardEvaluator:
    """The evaluator of boards of this side with this number of rounds to come after the current one."""
    return BoardEvaluator(side, rounds)
