"""The tiles on the table of Match Five in three directions: what fits where, what is locked, what scores.

Knows no hands and no turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Cell, Fact
from engine.games.match_five.sets import BONUS, FACES, HIGHEST, LONGEST, MIDDLE, SIDE, WILD, pile, value

Spot = tuple[int, int, int]  # 0-based column, row and level
Axis = tuple[int, int, int]
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
AXES = (X, Y, Z)
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
ALL = (1 << len(FACES)) - 1


@dataclass(frozen=True)
class ScoredLine:
    """An unbroken line of two tiles or more [2.4].

    `axis`: its direction. `spots`: its tiles, in order along the axis. `points`: what it scores [8.1].
    """

    axis: Axis
    spots: tuple[Spot, ...]
    points: int

    @property
    def five(self) -> bool:
        """Whether it is complete."""
        return len(self.spots) == LONGEST

    @property
    def locks(self) -> tuple[Spot, ...]:
        """The two ends of a row of five; a stack locks nothing beside itself [6.1] [6.3]."""
        return (self.spots[0], self.spots[-1]) if self.five and self.axis != Z else ()


@dataclass(frozen=True)
class Land:
    """All tiles on the table.

    `tiles`: by spot, a wild with its face ("WB2").
    `heights`: how many tiles lie on each column and row; only occupied ones are listed.
    `closed`: the empty spots beside tiles that were locked before this turn [6.2].
    `new`: the spots of this turn, in the order in which they were laid.
    """

    tiles: Mapping[Spot, str]
    heights: Mapping[tuple[int, int], int]
    closed: frozenset[Spot]
    new: tuple[Spot, ...] = ()

    def top(self, x: int, y: int) -> Spot:
        """Where a tile laid on this column and row comes to lie [5.1]."""
        return x, y, self.heights.get((x, y), 0)

    def plus(self, x: int, y: int, tile: str) -> Land:
        """The same with one more tile of this turn; locks stay as they were."""
        spot = self.top(x, y)
        heights = {**self.heights, (x, y): spot[2] + 1}
        return Land({**self.tiles, spot: tile}, heights, self.closed, (*self.new, spot))

    def line(self, spot: Spot, axis: Axis) -> list[Spot]:
        """The unbroken line along an axis through a spot, which need not be occupied itself."""
        found, tiles, (dx, dy, dz) = [spot], self.tiles, axis
        x, y, z = spot
        while (x - dx, y - dy, z - dz) in tiles:
            x, y, z = x - dx, y - dy, z - dz
            found.append((x, y, z))
        found.reverse()
        x, y, z = spot
        while (x + dx, y + dy, z + dz) in tiles:
            x, y, z = x + dx, y + dy, z + dz
            found.append((x, y, z))
        return found

    def series(self) -> list[ScoredLine]:
        """Every series with a tile of this turn, along x, y, then upwards, each once [8.1]."""
        found: dict[tuple[Axis, Spot], ScoredLine] = {}
        for axis in AXES:
            for spot in self.new:
                spots = tuple(self.line(spot, axis))
                if len(spots) > 1 and (axis, spots[0]) not in found:
                    points = sum(value(self.tiles[each]) for each in spots) + BONUS * (len(spots) == LONGEST)
                    found[axis, spots[0]] = ScoredLine(axis, spots, points)
        return list(found.values())

    def points(self) -> int:
        """What this turn scores so far [8.1] [8.2]; a lone opening tile scores its number [8.3]."""
        series = self.series()
        return sum(each.points for each in series) if series else sum(value(self.tiles[spot]) for spot in self.new)

    def open(self) -> list[Spot]:
        """The spots where the next tile of this turn may go if it fits, by column, then by row."""
        if not self.tiles:
            return [(*MIDDLE, 0)]
        found = self._ends() if self.new else self._beside()
        return sorted(spot for spot in found if spot not in self.closed and _on_table(spot))

    def _beside(self) -> set[Spot]:
        tops = {self.top(x, y) for x, y in self.heights}
        beside = {self.top(x + dx, y + dy) for x, y in self.heights for dx, dy in BESIDE}
        return {spot for spot in tops | beside if spot[2] < HIGHEST}

    def _ends(self) -> set[Spot]:
        """Both ends of the line of this turn, of every line through its only tile [5.3] [5.4]."""
        axes = [axis for axis in AXES if len(self.new) == 1 or axis == self._axis()]
        found = set()
        for dx, dy, dz in axes:
            line = self.line(self.new[0], (dx, dy, dz))
            (x, y, z), (u, v, w) = line[0], line[-1]
            found |= {(x - dx, y - dy, z - dz), (u + dx, v + dy, w + dz)}
        return {spot for spot in found if spot == self.top(*spot[:2]) and spot[2] < HIGHEST}

    def _axis(self) -> Axis:
        return next(axis for axis in AXES if _along(axis, self.new[0], self.new[1]))

    def fitting(self, spot: Spot) -> tuple[int, int]:
        """The faces that fit on an empty spot as bits in the order of FACES: of a tile, of a wild [5.7] [5.8] [7.3]."""
        tile = wild = ALL
        for axis in AXES:
            line = self.line(spot, axis)
            if len(line) > 1:
                fits = _fitting(tuple([self.tiles[each] for each in line if each != spot]))
                tile, wild = tile & fits[0], wild & fits[1]
        return tile, wild

    def refuses(self, cell: Cell, tile: str) -> str | None:
        """The rule that keeps a tile ("R3", "WB2") from being the next of this turn on a cell."""
        spot = self.top(cell.column, cell.row)
        if not _on_table(spot):
            return "2.3"
        if spot[2] >= HIGHEST:
            return "5.2"
        return self._refuses_spot(spot) or self._refuses_series(spot, tile)

    def _refuses_spot(self, spot: Spot) -> str | None:
        if not self.tiles:
            return None if spot[:2] == MIDDLE else "3.3"
        if self.new:
            axis = next((axis for axis in AXES if all(_along(axis, spot, each) for each in self.new)), None)
            if axis is None:
                return "5.3"
            if not set(self.new) <= set(self.line(spot, axis)):
                return "5.4"
        elif spot[2] == 0 and not any((spot[0] + dx, spot[1] + dy, 0) in self.tiles for dx, dy in BESIDE):
            return "5.5"
        return "6.1" if spot in self.closed else None

    def _refuses_series(self, spot: Spot, tile: str) -> str | None:
        lines = [[tile if each == spot else self.tiles[each] for each in self.line(spot, axis)] for axis in AXES]
        faults = {fault(line) for line in lines}
        return next((rule for rule in ("5.6", "7.3", "5.7") if rule in faults), None)

    def facts(self) -> dict[str, Fact]:
        """What this turn places: `n` `tiles` as from a hand, their `cells` and `points`, how many `fives`.

        `locks`: the cells that they lock. `at`: each of the cells once, for a stack has only one.
        """
        fives = [series for series in self.series() if series.five]
        locks = " ".join(cells(series.locks) for series in fives if series.locks)
        laid, where = [self.tiles[spot] for spot in self.new], cells(self.new)
        return {
            "tiles": "".join(tile if len(tile) == 2 else tile[0] for tile in laid), "cells": where,
            "points": self.points(), "at": " ".join(dict.fromkeys(where.split())), "n": len(laid),
            "fives": len(fives), "locks": locks,
        }  # fmt: skip

    def around(self) -> tuple[Cell, ...]:
        """Every cell of the smallest rectangle around all tiles, with one row and column more on each side [2.3]."""
        columns, rows = zip(*(self.heights or (MIDDLE,)), strict=True)
        return _rectangle(min(columns), max(columns), min(rows), max(rows))


@lru_cache(maxsize=512)
def _rectangle(left: int, right: int, top: int, bottom: int) -> tuple[Cell, ...]:
    columns, rows = range(max(0, left - 1), min(SIDE, right + 2)), range(max(0, top - 1), min(SIDE, bottom + 2))
    return tuple(Cell(x, y) for x in columns for y in rows)


def cells(spots: Iterable[Spot]) -> str:
    """The cells of spots as sentences write them, one a spot: "M13 N13"."""
    return " ".join(str(Cell(x, y)).upper() for x, y, _ in spots)


def _on_table(spot: Spot) -> bool:
    return 0 <= spot[0] < SIDE and 0 <= spot[1] < SIDE


def _along(axis: Axis, one: Spot, other: Spot) -> bool:
    """Whether two spots lie on one line along the axis."""
    return all(step or a == b for step, a, b in zip(axis, one, other, strict=True))


def fault(line: Sequence[str]) -> str | None:
    """Why tiles in a line are no series: "5.6" too many, "7.3" two wilds, "5.7" neither one color nor one number.

    >>> fault(["R3", "WR2", "R5"]), fault(["R3", "R2", "B2"])
    (None, '5.7')
    """
    if len(line) > LONGEST:
        return "5.6"
    if sum(tile[0] == WILD for tile in line) > 1:
        return "7.3"
    colors, numbers = {tile[-2] for tile in line}, {tile[-1] for tile in line}
    return None if sorted((len(colors), len(numbers))) == [1, len(line)] else "5.7"


@lru_cache(maxsize=65536)
def _fitting(others: tuple[str, ...]) -> tuple[int, int]:
    found = [0, 0]
    for at, face in enumerate(FACES):
        for kind, tile in enumerate((face, WILD + face)):
            found[kind] |= (fault([*others, tile]) is None) << at
    return found[0], found[1]


@lru_cache(maxsize=512)
def land(stacks: tuple[tuple[str, str], ...]) -> Land:
    """The table before a turn, from cells ("m13") and their stacks from below ("R5WB5")."""
    tiles: dict[Spot, str] = {}
    heights: dict[tuple[int, int], int] = {}
    for cell, stack in stacks:
        x, y = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
        heights[x, y] = len(pile(stack))
        tiles |= {(x, y, level): tile for level, tile in enumerate(pile(stack))}
    bare = Land(tiles, heights, frozenset())
    return Land(tiles, heights, _closed(tiles, locked(bare)))


def locked(ground: Land) -> set[Spot]:
    """The end tiles of all rows of five, on whatever level [6.1]."""
    found = set()
    for axis in (X, Y):
        for x, y, z in ground.tiles:
            if (x - axis[0], y - axis[1], z) not in ground.tiles:
                line = ground.line((x, y, z), axis)
                found |= {line[0], line[-1]} if len(line) == LONGEST else set()
    return found


def _closed(tiles: Mapping[Spot, str], locks: Iterable[Spot]) -> frozenset[Spot]:
    beside = {(x + dx, y + dy, z) for x, y, z in locks for dx, dy in BESIDE}
    return frozenset(spot for spot in beside if spot not in tiles)
