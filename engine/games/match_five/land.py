"""The tiles on the table of Match Five in three directions: what fits where, what is locked, what scores.

Knows no hands and no turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.core import Cell, Fact
from engine.games.match_five.lines import ALL, BITS, CODES, TILES, Line, fault, joining, points_of
from engine.games.match_five.sets import HIGHEST, LONGEST, SIDE, in_hand, pile
from engine.games.match_five.spots import (
    AXES,
    BESIDE,
    CELLS,
    CENTER,
    Axis,
    Spot,
    X,
    Y,
    Z,
    along,
    cells,
    place_of,
    spot_at,
)


class LaidLine(NamedTuple):
    """An unbroken line of tiles."""

    axis: Axis  # its direction
    before: Spot  # where it begins, but no tile lies
    after: Spot  # where it ends, but no tile lies
    tiles: Line  # their sum

    @property
    def spots(self) -> range:
        """Where its tiles lie, in order along the axis."""
        return range(self.before + self.axis, self.after, self.axis)

    @property
    def is_series(self) -> bool:
        """Whether it has two tiles or more [2.4]."""
        return self.after - self.before > 2 * self.axis

    @property
    def five(self) -> bool:
        """Whether it is complete."""
        return self.after - self.before == (LONGEST + 1) * self.axis

    @property
    def locks(self) -> tuple[Spot, ...]:
        """The two ends of a row of five; a stack locks nothing beside itself [6.1] [6.3]."""
        return (self.spots[0], self.spots[-1]) if self.five and self.axis != Z else ()


@dataclass
class Land:
    """All tiles on the table, and what fits where. A cell goes by its foot, the spot on its lowest level.

    A game takes its land along instead of reading the table again and again. `plus` lays one more tile of a turn. After
    the first one only the ends of its lines are open, so that nothing else is looked at. `settled` ends the turn: the
    new tiles change what fits on top of them, at the ends of their rows and columns, and where they lock something. All
    other cells keep what `free` says of them. It never changes once it is made.
    """

    tiles: Mapping[Spot, Line]  # their codes by spot
    closed: frozenset[Spot]  # the empty spots beside tiles that were locked before this turn [6.2]
    free: Mapping[Spot, int]
    """What fits where at the start of this turn: the cells that any tile can go to, each with those tiles as bits."""
    new: tuple[Spot, ...] = ()  # the spots of this turn, in the order in which they were laid
    axes: tuple[Axis, ...] = AXES  # the directions that the line of this turn may still have [5.3]
    lines: tuple[LaidLine, ...] = ()
    """Every line that has a tile of this turn, lone tiles too, along x, y, then upwards, each once."""

    def top(self, foot: Spot) -> Spot:
        """Where a tile laid on this cell comes to lie [5.1]."""
        while foot in self.tiles:
            foot += Z
        return foot

    def tile(self, spot: Spot) -> str:
        """The tile on a spot, a wild with its face ("WB2")."""
        return TILES[self.tiles[spot]]

    def plus(self, foot: Spot, tile: str) -> Land:
        """The same with one more tile of this turn; locks stay as they were."""
        spot = self.top(foot)
        tiles = {**self.tiles, spot: CODES[tile]}
        new = (*self.new, spot)
        axes = tuple(axis for axis in AXES if along(axis, spot, self.new[0])) if self.new else AXES
        return Land(tiles, self.closed, self.free, new, axes, _lines(tiles, new, axes))

    def settled(self) -> Land:
        """The same at the start of the next turn; what this turn locks is closed from now on [6.2]."""
        locks = [spot for series in self.series for spot in series.locks]
        closing = {spot + step for spot in locks for step in BESIDE} - self.tiles.keys()
        later = Land(self.tiles, self.closed | closing, {})
        ends = [end for axis, before, after, _ in self.lines if axis != Z for end in (before, after)]
        touched = {spot % Z for spot in (*self.new, *ends, *closing)}
        free = {**self.free, **later.fitting(touched)}
        for foot in touched:
            if not free[foot]:
                del free[foot]
        later.free = free
        return later

    @property
    def fits(self) -> Mapping[Spot, int]:
        """The cells that the next tile of this turn can go to, each with the tiles that fit there as bits."""
        return self.fitting({end % Z for end in self.open_ends}) if self.new else self.free

    def fitting(self, feet: Iterable[Spot]) -> dict[Spot, int]:
        """The tiles that fit on each of these cells as bits, 0 for none."""
        return {foot: self._fitting(self.top(foot)) for foot in feet}

    def _fitting(self, spot: Spot) -> int:
        """The tiles that fit on an empty spot in every direction [5.8]."""
        if self.bars(spot):
            return 0
        fits, tiles = ALL, self.tiles
        for axis in AXES:
            if spot - axis in tiles or spot + axis in tiles:
                fits &= joining(walk(tiles, spot, axis)[2])
        return fits

    def refuses(self, foot: Spot, tile: str) -> str | None:
        """The rule that keeps a tile ("R3", "WB2") from being the next of this turn on a cell."""
        spot = self.top(foot)
        if self._fitting(spot) & BITS[tile]:
            return None
        faults = [fault(walk(self.tiles, spot, axis)[2] + CODES[tile]) for axis in AXES]
        return self.bars(spot) or next(rule for rule in ("5.6", "7.3", "5.7") if rule in faults)

    def bars(self, spot: Spot) -> str | None:
        """The rule that keeps every tile from being the next of this turn on the top of a cell."""
        if spot % Z not in CELLS:
            return "2.3"
        if spot >= HIGHEST * Z:
            return "5.2"
        if self.new and spot not in self.open_ends:
            return "5.4" if any(along(axis, spot, self.new[0]) for axis in self.axes) else "5.3"
        if not self.tiles:
            return None if spot == CENTER else "3.3"
        if not self.new and spot < Z:
            tiles = self.tiles
            if not (spot - X in tiles or spot + X in tiles or spot - Y in tiles or spot + Y in tiles):
                return "5.5"
        return "6.1" if spot in self.closed else None

    @cached_property
    def open_ends(self) -> frozenset[Spot]:
        """Both ends of the line of this turn, of every line through its only tile [5.3] [5.4]."""
        axes = self.axes
        return frozenset([end for axis, before, after, _ in self.lines if axis in axes for end in (before, after)])

    @cached_property
    def series(self) -> list[LaidLine]:
        """Every series that has a tile of this turn, along x, y, then upwards, each once [8.1]."""
        return [line for line in self.lines if line.is_series]

    def points(self) -> int:
        """What this turn scores so far [8.1] [8.2]; a lone opening tile scores its number [8.3]."""
        return sum(points_of(line.tiles) for line in self.series or self.lines[:1])

    def facts(self) -> dict[str, Fact]:
        """What this turn places: `n` `tiles` as from a hand, their `cells` and `points`, how many `fives`.

        `locks`: the cells that they lock. `at`: each of the cells once, for a stack has only one.
        """
        fives = [series for series in self.series if series.five]
        placed = cells(self.new)
        return {
            "tiles": "".join(in_hand(self.tile(spot)) for spot in self.new), "cells": placed,
            "points": self.points(), "at": " ".join(dict.fromkeys(placed.split())), "n": len(self.new),
            "fives": len(fives), "locks": " ".join(cells(series.locks) for series in fives if series.locks),
        }  # fmt: skip

    def around(self) -> tuple[Cell, ...]:
        """Every cell of the smallest rectangle around all tiles, with one row and column more on each side [2.3]."""
        columns, rows, _ = zip(*map(place_of, self.tiles or (CENTER,)), strict=True)
        return _rectangle(min(columns), max(columns), min(rows), max(rows))


@lru_cache(maxsize=512)
def _rectangle(left: int, right: int, top: int, bottom: int) -> tuple[Cell, ...]:
    columns = range(max(0, left - 1), min(SIDE, right + 2))
    rows = range(max(0, top - 1), min(SIDE, bottom + 2))
    return tuple(Cell(x, y) for x in columns for y in rows)


def walk(tiles: Mapping[Spot, Line], spot: Spot, axis: Axis) -> tuple[Spot, Spot, Line]:
    """The first empty spots before and after this one along an axis, and the sum of the tiles up to them."""
    before, after, line = spot - axis, spot + axis, 0
    while before in tiles:
        line += tiles[before]
        before -= axis
    while after in tiles:
        line += tiles[after]
        after += axis
    return before, after, line


def _line(tiles: Mapping[Spot, Line], spot: Spot, axis: Axis) -> LaidLine:
    before, after, others = walk(tiles, spot, axis)
    return LaidLine(axis, before, after, others + tiles[spot])


def _lines(tiles: Mapping[Spot, Line], new: tuple[Spot, ...], axes: tuple[Axis, ...]) -> tuple[LaidLine, ...]:
    """Each line through the new tiles; if only one axis is left, all of them lie on one line along it."""
    return tuple([_line(tiles, spot, axis) for axis in AXES for spot in (new[:1] if axes == (axis,) else new)])


def all_lines(tiles: Mapping[Spot, Line], axes: Iterable[Axis]) -> Iterator[LaidLine]:
    """Every line on the table along these axes, lone tiles too."""
    return (_line(tiles, spot, axis) for axis in axes for spot in tiles if spot - axis not in tiles)


def land(table: Mapping[str, str]) -> Land:
    """The table before a turn, from cells ("m13") and their stacks from below ("R5WB5")."""
    piles = {spot_at(ord(cell[0]) - ord("a"), int(cell[1:]) - 1): pile(stack) for cell, stack in table.items()}
    tiles = {foot + level * Z: CODES[tile] for foot, tiles in piles.items() for level, tile in enumerate(tiles)}
    beside = {spot + step for spot in locked(tiles) for step in BESIDE}
    bare = Land(tiles, frozenset(beside - tiles.keys()), {})
    reached = {foot + step for foot in piles for step in (0, *BESIDE)} or {CENTER}
    return Land(tiles, bare.closed, bare.fitting(reached))


def locked(tiles: Mapping[Spot, Line]) -> set[Spot]:
    """The end tiles of all rows of five, on whatever level [6.1]."""
    return {end for line in all_lines(tiles, (X, Y)) for end in line.locks}
