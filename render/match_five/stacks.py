"""The table of Match Five: what lies there, where nothing more may go, and stacks as shapes.

A stack is a tuple of tiles from below, wilds with their faces; it is a staircase sideways, its lowest tile at the left.
Knows no words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.core import Seat, State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.land import Land, locked
from engine.games.match_five.sets import HIGHEST, MIDDLE, SIDE, WILD
from engine.games.match_five.spots import BESIDE, Spot, Z, place_of, spot_at
from render.looks.strips import LIE, STAND, UNDER, digit
from render.parts import position, square
from render.scene import Box, Shape

Place = tuple[int, int]  # 0-based column and row
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))  # steps to the places beside one, in the order of BESIDE
CAP = 4  # board units of the bar over a stack that takes no more
WALL = 6  # board units of the bar between two stacks
RISE = 0.16  # of the height of the cell: the last strip above the first


def owner(view: View[State]) -> Seat | None:
    """The seat whose hand is shown; None for the public and after the end, when all hands are open."""
    return None if position(view, MatchFive).over else view.seat


@dataclass(frozen=True)
class TablePlan:
    """The table as it is shown: its `land`, with the tiles of an unfinished turn; after the end nothing is closed."""

    land: Land

    def tiles(self, place: Place) -> tuple[str, ...]:
        """The stack of a place from below, () where nothing lies."""
        return tuple(self.land.tile(spot) for spot in range(spot_at(*place), self.top(place), Z))

    def height(self, place: Place) -> int:
        """The number of tiles there."""
        return self.top(place) // Z

    def top(self, place: Place) -> Spot:
        """Where the next tile comes to lie."""
        return self.land.top(spot_at(*place))

    def takes_none(self, place: Place) -> bool:
        """Whether nothing more can be laid here, because the stack is full [5.2] or beside a locked tile [6.1].

        A lock on an upper level never leaves room below: the five tiles under a row of five are one too, so that all
        levels beside its ends are closed, down to the stack that stands there.
        """
        return self.height(place) == HIGHEST or self.top(place) in self.land.closed

    @cached_property
    def stacks(self) -> tuple[Place, ...]:
        """The places where tiles lie, by row, then by column."""
        places = {place_of(spot)[:2] for spot in self.land.tiles}
        return tuple(sorted(places, key=lambda place: place[::-1]))

    @cached_property
    def spaces(self) -> tuple[Place, ...]:
        """The empty places beside the group; the middle of an empty table [3.3]. By row, then by column."""
        found = {(x + dx, y + dy) for x, y in self.stacks for dx, dy in SIDES} or {MIDDLE}
        on_table = (place for place in found - set(self.stacks) if all(part in range(SIDE) for part in place))
        return tuple(sorted(on_table, key=lambda place: place[::-1]))

    @cached_property
    def locks(self) -> tuple[Spot, ...]:
        """The locked tiles that close something, by row and column, then upwards."""
        closing = {spot for spot, _ in self.walls()}
        return tuple(sorted(closing, key=lambda spot: (*place_of(spot)[1::-1], spot)))

    def walls(self) -> Iterator[tuple[Spot, Place]]:
        """Locked tiles, each with a step to a place where it keeps a stack from growing."""
        for spot in sorted(locked(self.land.tiles), key=place_of) if self.land.closed else ():
            for step, side in zip(BESIDE, SIDES, strict=True):
                beside = spot + step
                if self.land.top(beside % Z) == beside and beside in self.land.closed:
                    yield spot, side


def plan(state: MatchFive) -> TablePlan:
    """The table as the picture shows it."""
    land = state.ground()
    return TablePlan(replace(land, closed=frozenset()) if state.over else land)


def strips(cell: Box, height: int) -> list[Box]:
    """The boxes of so many tiles in a cell, all of one size, each a step to the right of and above the one below it."""
    if height == 1:
        return [cell]
    rise = max(1, min(3, round(RISE * cell.h / (height - 1))))
    room = (cell.w - UNDER) // height
    high = cell.h - rise * (height - 1)
    x = cell.x + (cell.w - UNDER - room * height) // 2
    y = cell.y + rise * (height - 1)
    return [Box(x + room * at, y - rise * at, room + UNDER, high) for at in range(height)]


def stack(boxes: Sequence[Box], tiles: Sequence[str]) -> Iterator[Shape]:
    """The tiles from below in their boxes."""
    for tile, box in zip(tiles, boxes, strict=True):
        yield from tile_in(box, tile, LIE if len(tiles) == 1 else STAND)


def tile_in(box: Box, tile: str, cut: str) -> Iterator[Shape]:
    """One tile, "R3" or "WR3" for a wild with that face: color, motif, number."""
    color = tile[-2]
    number = tile[-1]
    yield Shape(f"{'faced' if tile[0] == WILD else 'strip'} {color}", box, cut=cut)
    yield Shape(f"digit {color}", digit(box, cut), number)


def wild_tile(box: Box) -> Iterator[Shape]:
    """A wild that has no face yet."""
    yield Shape("blank", box, cut=LIE)
    yield Shape("blank letter", digit(box, LIE), WILD)


def star(box: Box, cell: Box) -> Shape:
    """The badge of a wild, on the upper edge of its tile; it leaves the motif free."""
    return Shape("star", square(box.x + (box.w - UNDER) // 2, box.y - 3, 8 if cell.h < 60 else 9))


def wall(cell: Box, side: Place) -> Shape:
    """A bar in the gap between a cell and its neighbor on the side of a locked tile, which closes the neighbor."""
    dx, dy = side
    if dx:
        high = cell.h * 3 // 5
        return Shape("wall", Box(cell.x + (cell.w if dx > 0 else -WALL), cell.y + (cell.h - high) // 2, WALL, high))
    wide = cell.w * 2 // 5
    return Shape("wall", Box(cell.x + (cell.w - wide) // 2, cell.y + (cell.h if dy > 0 else -WALL), wide, WALL))
