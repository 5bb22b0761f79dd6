"""The tiles on the table of Match Five in three dimensions: what fits where, what is locked, what scores.

Knows nothing about hands or whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.core import Cell, Fact
from engine.games.match_five.coordinates import (
    AXES,
    CELL_BY_FOOT,
    CENTER_SPOT,
    NEIGHBOR_STEPS,
    Axis,
    TileSpot,
    X,
    Y,
    Z,
    are_in_line,
    cell_names,
    coordinates_of,
    spot_at,
)
from engine.games.match_five.lines import (
    ALL_TILE_BITS,
    BIT_BY_TILE,
    CODE_BY_TILE,
    TILE_BY_CODE,
    LineSum,
    joining_bits,
    line_points,
    series_fault,
)
from engine.games.match_five.sets import MAX_SERIES, MAX_STACK, TABLE_SIDE, stack_tiles, without_face


class LaidLine(NamedTuple):
    """An unbroken line of tiles on the table."""

    axis: Axis  # its direction
    before: TileSpot  # the empty spot before its first tile
    after: TileSpot  # the empty spot after its last tile
    tiles: LineSum  # the sum of its tiles

    @property
    def spots(self) -> range:
        """The spots of its tiles, in order along the axis."""
        return range(self.before + self.axis, self.after, self.axis)

    @property
    def is_series(self) -> bool:
        """Whether it has at least two tiles [2.4]."""
        return self.after - self.before > 2 * self.axis

    @property
    def is_five(self) -> bool:
        """Whether it has five tiles."""
        return self.after - self.before == (MAX_SERIES + 1) * self.axis

    @property
    def locks(self) -> tuple[TileSpot, ...]:
        """The tiles that it locks: both ends of a row of five; a stack of five locks nothing [6.1] [6.3]."""
        return (self.spots[0], self.spots[-1]) if self.is_five and self.axis != Z else ()


@dataclass
class TileGrid:
    """All tiles on the table, and what fits where. A cell is identified by its foot, its spot on the lowest level.

    A grid is never changed; `with_tile` and `grid_of_next_turn` derive new ones, so that a game need not read the table
    again for each move. `with_tile` adds one more tile of the same turn. `grid_of_next_turn` ends the turn: it examines
    again only the cells with new tiles, at the ends of their rows and columns, and beside tiles that they lock. All
    other cells keep their entries in `fitting_at_start`.
    """

    tiles: Mapping[TileSpot, LineSum]  # tile codes by spot
    closed: frozenset[TileSpot]  # the empty spots beside tiles that were locked before this turn [6.2]
    fitting_at_start: Mapping[TileSpot, int]
    """The cells that had a fitting tile at the start of this turn, by foot, each with its fitting tiles as bits."""
    new_spots: tuple[TileSpot, ...] = ()  # the spots of this turn's tiles, in the order in which they were laid
    axes: tuple[Axis, ...] = AXES  # the directions that the line of this turn can still have [5.3]
    lines: tuple[LaidLine, ...] = ()
    """Every line through a tile of this turn, single tiles included: along x, then y, then upward, each once."""

    def landing_spot(self, foot: TileSpot) -> TileSpot:
        """The spot where the next tile on this cell would lie [5.1]."""
        while foot in self.tiles:
            foot += Z
        return foot

    def tile(self, spot: TileSpot) -> str:
        """The tile on a spot; a wild has its face ("WB2")."""
        return TILE_BY_CODE[self.tiles[spot]]

    def with_tile(self, foot: TileSpot, tile: str) -> TileGrid:
        """The grid with one more tile of this turn; locks do not change during a turn."""
        spot = self.landing_spot(foot)
        tiles = {**self.tiles, spot: CODE_BY_TILE[tile]}
        new = (*self.new_spots, spot)
        axes = tuple(axis for axis in AXES if are_in_line(axis, spot, self.new_spots[0])) if self.new_spots else AXES
        return TileGrid(tiles, self.closed, self.fitting_at_start, new, axes, _lines_through(tiles, new, axes))

    def grid_of_next_turn(self) -> TileGrid:
        """The grid at the start of the next turn; the spots beside tiles that this turn locks are now closed [6.2]."""
        locks = [spot for series in self.series for spot in series.locks]
        closing = {spot + step for spot in locks for step in NEIGHBOR_STEPS} - self.tiles.keys()
        later = TileGrid(self.tiles, self.closed | closing, {})
        ends = [end for axis, before, after, _ in self.lines if axis != Z for end in (before, after)]
        changed = {spot % Z for spot in (*self.new_spots, *ends, *closing)}
        free = {**self.fitting_at_start, **later.find_fitting(changed)}
        for foot in changed:
            if not free[foot]:
                del free[foot]
        later.fitting_at_start = free
        return later

    @property
    def fitting_tiles(self) -> Mapping[TileSpot, int]:
        """The cells open to the next tile of this turn, by foot, each with its fitting tiles as bits."""
        return self.find_fitting({end % Z for end in self.open_ends}) if self.new_spots else self.fitting_at_start

    def find_fitting(self, feet: Iterable[TileSpot]) -> dict[TileSpot, int]:
        """The tiles that fit on each of these cells, as bits; 0 for none."""
        return {foot: self._fitting_bits(self.landing_spot(foot)) for foot in feet}

    def _fitting_bits(self, spot: TileSpot) -> int:
        """The tiles that fit on an empty spot in all directions, as bits [5.8]."""
        if self.refuses_spot(spot):
            return 0
        fits, tiles = ALL_TILE_BITS, self.tiles
        for axis in AXES:
            if spot - axis in tiles or spot + axis in tiles:
                fits &= joining_bits(walk(tiles, spot, axis)[2])
        return fits

    def refuses(self, foot: TileSpot, tile: str) -> str | None:
        """The rule that forbids a tile ("R3", "WB2") as the next one of this turn on a cell; None if it is legal."""
        spot = self.landing_spot(foot)
        if self._fitting_bits(spot) & BIT_BY_TILE[tile]:
            return None
        faults = [series_fault(walk(self.tiles, spot, axis)[2] + CODE_BY_TILE[tile]) for axis in AXES]
        return self.refuses_spot(spot) or next(rule for rule in ("5.6", "7.3", "5.7") if rule in faults)

    def refuses_spot(self, spot: TileSpot) -> str | None:
        """The rule that forbids every tile on this spot at this moment; None if some tile may be legal."""
        if spot % Z not in CELL_BY_FOOT:
            return "2.3"
        if spot >= MAX_STACK * Z:
            return "5.2"
        if self.new_spots and spot not in self.open_ends:
            return "5.4" if any(are_in_line(axis, spot, self.new_spots[0]) for axis in self.axes) else "5.3"
        if not self.tiles:
            return None if spot == CENTER_SPOT else "3.3"
        if not self.new_spots and spot < Z:
            tiles = self.tiles
            if not (spot - X in tiles or spot + X in tiles or spot - Y in tiles or spot + Y in tiles):
                return "5.5"
        return "6.1" if spot in self.closed else None

    @cached_property
    def open_ends(self) -> frozenset[TileSpot]:
        """Both ends of this turn's line; after its first tile, of each line through that tile [5.3] [5.4]."""
        axes = self.axes
        return frozenset([end for axis, before, after, _ in self.lines if axis in axes for end in (before, after)])

    @cached_property
    def series(self) -> list[LaidLine]:
        """Every series with a tile of this turn: along x, then y, then upward, each once [8.1]."""
        return [line for line in self.lines if line.is_series]

    def points(self) -> int:
        """The points of this turn so far [8.1] [8.2]; a single opening tile scores its number [8.3]."""
        return sum(line_points(line.tiles) for line in self.series or self.lines[:1])

    def facts(self) -> dict[str, Fact]:
        """What this turn has placed so far.

        `n`: the number of tiles. `tiles`: the tiles as they were in the hand. `cells`: one cell for each tile. `at`:
        the same cells without repetitions. `points`: the points of the turn. `fives`: the number of series of five.
        `locks`: the cells of the tiles that series of five lock.
        """
        fives = [series for series in self.series if series.is_five]
        placed = cell_names(self.new_spots)
        return {
            "tiles": "".join(without_face(self.tile(spot)) for spot in self.new_spots), "cells": placed,
            "points": self.points(), "at": " ".join(dict.fromkeys(placed.split())), "n": len(self.new_spots),
            "fives": len(fives), "locks": " ".join(cell_names(series.locks) for series in fives if series.locks),
        }  # fmt: skip

    def cells_in_reach(self) -> tuple[Cell, ...]:
        """The cells of the smallest rectangle around all tiles, extended by one row and column on each side [2.3]."""
        columns, rows, _ = zip(*map(coordinates_of, self.tiles or (CENTER_SPOT,)), strict=True)
        return _cells_within(min(columns), max(columns), min(rows), max(rows))


@lru_cache(maxsize=512)
def _cells_within(left: int, right: int, top: int, bottom: int) -> tuple[Cell, ...]:
    columns = range(max(0, left - 1), min(TABLE_SIDE, right + 2))
    rows = range(max(0, top - 1), min(TABLE_SIDE, bottom + 2))
    return tuple(Cell(x, y) for x in columns for y in rows)


def walk(tiles: Mapping[TileSpot, LineSum], spot: TileSpot, axis: Axis) -> tuple[TileSpot, TileSpot, LineSum]:
    """The first empty spots before and after this spot along an axis, and the sum of the tiles between them.

    The tile on the spot itself is not part of the sum.
    """
    before, after, line = spot - axis, spot + axis, 0
    while before in tiles:
        line += tiles[before]
        before -= axis
    while after in tiles:
        line += tiles[after]
        after += axis
    return before, after, line


def _line_through(tiles: Mapping[TileSpot, LineSum], spot: TileSpot, axis: Axis) -> LaidLine:
    before, after, others = walk(tiles, spot, axis)
    return LaidLine(axis, before, after, others + tiles[spot])


def _lines_through(
    tiles: Mapping[TileSpot, LineSum], new: tuple[TileSpot, ...], axes: tuple[Axis, ...]
) -> tuple[LaidLine, ...]:
    """Each line through the new tiles, once; if only one axis is left, all new tiles share the line along that axis."""
    return tuple([_line_through(tiles, spot, axis) for axis in AXES for spot in (new[:1] if axes == (axis,) else new)])


def all_lines(tiles: Mapping[TileSpot, LineSum], axes: Iterable[Axis]) -> Iterator[LaidLine]:
    """Every line on the table along these axes, single tiles included."""
    return (_line_through(tiles, spot, axis) for axis in axes for spot in tiles if spot - axis not in tiles)


def read_grid(table: Mapping[str, str]) -> TileGrid:
    """The grid before a turn, from stacks ("R5WB5", lowest tile first) by cell ("m13")."""
    piles = {spot_at(ord(cell[0]) - ord("a"), int(cell[1:]) - 1): stack_tiles(stack) for cell, stack in table.items()}
    tiles = {foot + level * Z: CODE_BY_TILE[tile] for foot, tiles in piles.items() for level, tile in enumerate(tiles)}
    closed = {spot + step for spot in locked_spots(tiles) for step in NEIGHBOR_STEPS}
    empty = TileGrid(tiles, frozenset(closed - tiles.keys()), {})
    candidates = {foot + step for foot in piles for step in (0, *NEIGHBOR_STEPS)} or {CENTER_SPOT}
    return TileGrid(tiles, empty.closed, empty.find_fitting(candidates))


def locked_spots(tiles: Mapping[TileSpot, LineSum]) -> set[TileSpot]:
    """The spots of the end tiles of all rows of five, on any level [6.1]."""
    return {end for line in all_lines(tiles, (X, Y)) for end in line.locks}
