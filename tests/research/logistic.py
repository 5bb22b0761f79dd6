"""Logistic curves through results of games, and how well the chances that they promise agree with other results.

Plain numbers: knows no games and plays none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import log
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from engine.robots.core import Curve, dampen

FEW = 60.0  # games: where a stage has fewer, all others, of other numbers of seats too, count as the missing ones
FADING = 0.6  # how much less a stage counts with each stage that it is farther away
APART = 1  # stages that one seat more or less is away
RIDGE = 0.05  # games that say nothing, so that results without a surprise leave a curve that is not endlessly steep
BENDS = (0.0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0)  # of which the likeliest is taken
STEPS, HALVED, ENOUGH = 60, 30, 1e-9  # Newton's method: steps and halvings at most, and a step that is none
BINS, AGAIN = 10, 1000  # bins of chances, and how often games are drawn anew
TAIL = 0.025  # what an interval leaves out to each side


class Sample(NamedTuple):
    """A decision: how far the game had come, what it promised, and the share of the win that its seat got, 0 to 1."""

    stage: int
    value: float
    share: float


class Weighed(NamedTuple):
    """A value, the share of the win that followed, how many games that counts as, and the log-odds of a fair share."""

    value: float
    share: float
    weight: float
    fair: float


Cell = tuple[int, int]  # a number of seats and a stage


def curves(games: Mapping[int, Iterable[Sequence[Sample]]], stages: int) -> dict[int, list[Curve]]:
    """For each number of seats one curve for each stage. Every game counts the same, however many samples it has.

    A stage with few games leans on its neighbors, and on the stages of other numbers of seats: what differs between
    these is the fair share. One with many follows its own games only, whatever the others are.
    """
    cells: dict[Cell, list[Weighed]] = defaultdict(list)
    for seats, all_ in games.items():
        for game in all_:
            for stage, value, share in game:
                cells[seats, stage].append(Weighed(value, share, 1 / len(game), fair(seats)))
    return {seats: [_of_cell(cells, (seats, stage)) for stage in range(stages)] for seats in games}


def fair(seats: int) -> float:
    """The log-odds of a fair share of the wins.

    >>> fair(2), round(fair(4), 3)
    (0.0, -1.099)
    """
    return log(1 / (seats - 1))


def _of_cell(cells: Mapping[Cell, Sequence[Weighed]], cell: Cell) -> Curve:
    found = curve([*cells.get(cell, ()), *_lent(cells, cell)])
    return found._replace(offset=found.offset + fair(cell[0]))


def _lent(cells: Mapping[Cell, Sequence[Weighed]], cell: Cell) -> list[Weighed]:
    """The samples of the other cells, the near ones more, together at most as much as the games that are missing."""
    missing = FEW - sum(one.weight for one in cells.get(cell, ()))
    if missing <= 0:
        return []
    faded = {other: FADING ** _distance(cell, other) for other in cells if other != cell}
    whole = sum(faded[other] * sum(one.weight for one in cells[other]) for other in faded)
    scale = min(1.0, missing / whole) if whole else 0.0
    return [one._replace(weight=one.weight * faded[other] * scale) for other in sorted(faded) for one in cells[other]]


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[1] - other[1]) + APART * abs(one[0] - other[0])


def curve(rows: Sequence[Weighed]) -> Curve:
    """The most likely curve on top of fair shares. Fair shares for everything without rows."""
    return max((_with_bend(rows, bend) for bend in BENDS), key=lambda found: _likelihood(found, rows))


def _with_bend(rows: Sequence[Weighed], bend: float) -> Curve:
    """The most likely one of those with that bend, by Newton's method."""
    rows = [row._replace(value=dampen(row.value, bend)) for row in rows]
    scale = pstdev([row.value for row in rows] or [0.0]) or 1.0
    rows = [row._replace(value=row.value / scale) for row in rows]
    found = Curve(0.0, 0.0)
    now = _likelihood(found, rows)
    for _ in range(STEPS):
        offset, slope = _step(found, rows)
        part = 1.0
        for _ in range(HALVED):  # a whole step may lead too far
            tried = Curve(found.offset + part * offset, found.slope + part * slope)
            if (likelihood := _likelihood(tried, rows)) >= now:
                break
            part /= 2
        else:
            break
        found, now = tried, likelihood
        if abs(part * offset) + abs(part * slope) < ENOUGH:
            break
    return Curve(found.offset, found.slope / scale, bend)


def _step(now: Curve, rows: Sequence[Weighed]) -> tuple[float, float]:
    """What Newton's method adds to the offset and to the slope."""
    down, along = -RIDGE * now.offset, -RIDGE * now.slope
    one, cross, square = RIDGE, 0.0, RIDGE
    for value, share, weight, even in rows:
        chance = Curve(now.offset + even, now.slope).chance(value)
        off, bend = weight * (share - chance), weight * chance * (1 - chance)
        down, along = down + off, along + off * value
        one, cross, square = one + bend, cross + bend * value, square + bend * value * value
    det = one * square - cross * cross
    return (square * down - cross * along) / det, (one * along - cross * down) / det


def _likelihood(now: Curve, rows: Sequence[Weighed]) -> float:
    """The logarithm of how likely the results are, without a constant."""
    offset, slope, bend = now
    told = 0.0
    for value, share, weight, even in rows:
        chance = Curve(offset + even, slope, bend).chance(value)
        told += weight * (share * log(chance) + (1 - share) * log(1 - chance))
    return told - RIDGE / 2 * (now.offset**2 + now.slope**2)


# how well chances agree with results


class Told(NamedTuple):
    """A chance that was told, 0 to 1, and the share of the win that followed."""

    chance: float
    share: float


class Bin(NamedTuple):
    """Chances that are much alike, all numbers from 0 to 1 but the last.

    `told`: their mean. `seen`: the mean of what followed. `low`, `high`: where that lies in 19 of 20 cases, as games
    drawn anew say. `luck`: how far those lie from `seen` in the mean. `count`: how many chances.
    """

    told: float
    seen: float
    low: float
    high: float
    luck: float
    count: int

    @property
    def error(self) -> float:
        """How far what followed lies from what was told."""
        return abs(self.seen - self.told)

    def agrees(self, tolerance: float) -> bool:
        """Whether the error is not above the tolerance, or what was told lies in the interval."""
        return self.error <= tolerance or self.low <= self.told <= self.high


def bins(games: Iterable[Sequence[Told]], rng: Random) -> list[Bin]:
    """The bins of equal width from 0 to 1 that have chances in them, in order. Games are drawn anew as a whole."""
    parted: list[list[list[Told]]] = [[] for _ in range(BINS)]
    for game in games:
        alike: dict[int, list[Told]] = defaultdict(list)
        for one in game:
            alike[min(BINS - 1, int(one.chance * BINS))].append(one)
        for place, some in alike.items():
            parted[place].append(some)
    return [_bin(some, rng) for some in parted if some]


def _bin(games: Sequence[Sequence[Told]], rng: Random) -> Bin:
    all_ = list(chain.from_iterable(games))
    sums = [(sum(one.share for one in game), len(game)) for game in games]
    means = sorted(_mean(rng.choices(sums, k=len(sums))) for _ in range(AGAIN))
    low, high = means[int(TAIL * AGAIN)], means[int((1 - TAIL) * AGAIN) - 1]
    seen = _mean(sums)
    luck = fmean(abs(one - seen) for one in means)
    return Bin(fmean(one.chance for one in all_), seen, low, high, luck, len(all_))


def _mean(sums: Sequence[tuple[float, int]]) -> float:
    return sum(total for total, _ in sums) / sum(count for _, count in sums)
