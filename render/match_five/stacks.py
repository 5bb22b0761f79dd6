"""The table of Match Five in the picture: its stacks, its blocked places, and the shapes of stacks.

A stack is a tuple of tiles, lowest first, wilds with their faces. It is drawn as a staircase, its lowest tile at the
left. Knows nothing about texts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.core import Seat, State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.coordinates import NEIGHBOR_STEPS, TileSpot, Z, coordinates_of, spot_at
from engine.games.match_five.sets import MAX_STACK, MIDDLE_CELL, TABLE_SIDE, WILD
from engine.games.match_five.tile_grid import TileGrid, locked_spots
from render.looks.strips import LYING_STRIP, STANDING_STRIP, STRIP_OVERLAP, digit_box
from render.parts import position, square
from render.scene import Box, Shape

TablePlace = tuple[int, int]  # 0-based column and row
SIDE_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # steps to the neighbors of a place, in the order of NEIGHBOR_STEPS
CAP_HEIGHT = 4  # board units of the bar over a blocked stack
WALL_WIDTH = 6  # board units of the bar between two stacks
STACK_RISE = 0.16  # share of the cell's height by which the last strip is above the first


def hand_owner(view: View[State]) -> Seat | None:
    """The seat whose hand is shown; None for the public, and after the end, when all hands are open."""
    return None if position(view, MatchFive).over else view.seat


@dataclass(frozen=True)
class VisibleTable:
    """The table as the picture shows it; after the end no space is marked as closed."""

    grid: TileGrid  # with the tiles of an unfinished turn

    def tiles(self, place: TablePlace) -> tuple[str, ...]:
        """The stack of a place, lowest tile first; () for an empty place."""
        return tuple(self.grid.tile(spot) for spot in range(spot_at(*place), self.landing_spot(place), Z))

    def height(self, place: TablePlace) -> int:
        """The number of tiles of a place."""
        return self.landing_spot(place) // Z

    def landing_spot(self, place: TablePlace) -> TileSpot:
        """The spot on this place where the next tile would lie."""
        return self.grid.landing_spot(spot_at(*place))

    def is_blocked(self, place: TablePlace) -> bool:
        """Whether no more tiles can be laid here, because the stack is full [5.2] or beside a locked tile [6.1].

        It is enough to check the spot of the next tile: below a row of five, the tiles are rows of five too, so below a
        spot closed by a lock, no spot is free.
        """
        return self.height(place) == MAX_STACK or self.landing_spot(place) in self.grid.closed

    @cached_property
    def stacks(self) -> tuple[TablePlace, ...]:
        """The places with tiles, by row, then by column."""
        places = {coordinates_of(spot)[:2] for spot in self.grid.tiles}
        return tuple(sorted(places, key=lambda place: place[::-1]))

    @cached_property
    def spaces(self) -> tuple[TablePlace, ...]:
        """The empty places beside the group, by row, then by column; if the table is empty, only the middle [3.3]."""
        found = {(x + dx, y + dy) for x, y in self.stacks for dx, dy in SIDE_STEPS} or {MIDDLE_CELL}
        on_table = (place for place in found - set(self.stacks) if all(part in range(TABLE_SIDE) for part in place))
        return tuple(sorted(on_table, key=lambda place: place[::-1]))

    @cached_property
    def locks(self) -> tuple[TileSpot, ...]:
        """The locked tiles that close a space, by row, column and level."""
        closing = {spot for spot, _ in self.walls()}
        return tuple(sorted(closing, key=lambda spot: (*coordinates_of(spot)[1::-1], spot)))

    def walls(self) -> Iterator[tuple[TileSpot, TablePlace]]:
        """Locked tiles, each with the step to a neighboring place whose stack may not grow because of it."""
        for spot in sorted(locked_spots(self.grid.tiles), key=coordinates_of) if self.grid.closed else ():
            for step, side in zip(NEIGHBOR_STEPS, SIDE_STEPS, strict=True):
                beside = spot + step
                if self.grid.landing_spot(beside % Z) == beside and beside in self.grid.closed:
                    yield spot, side


def visible_table(state: MatchFive) -> VisibleTable:
    """The table of a position as the picture shows it."""
    grid = state.grid()
    return VisibleTable(replace(grid, closed=frozenset()) if state.over else grid)


def strip_boxes(cell: Box, height: int) -> list[Box]:
    """The boxes of the tiles of a stack in its cell, of equal size, each higher and farther right than the previous."""
    if height == 1:
        return [cell]
    rise = max(1, min(3, round(STACK_RISE * cell.h / (height - 1))))
    room = (cell.w - STRIP_OVERLAP) // height
    high = cell.h - rise * (height - 1)
    x = cell.x + (cell.w - STRIP_OVERLAP - room * height) // 2
    y = cell.y + rise * (height - 1)
    return [Box(x + room * at, y - rise * at, room + STRIP_OVERLAP, high) for at in range(height)]


def stack(boxes: Sequence[Box], tiles: Sequence[str]) -> Iterator[Shape]:
    """The tiles of a stack, lowest first, in their boxes."""
    for tile, box in zip(tiles, boxes, strict=True):
        yield from tile_shapes(box, tile, LYING_STRIP if len(tiles) == 1 else STANDING_STRIP)


def tile_shapes(box: Box, tile: str, cut: str) -> Iterator[Shape]:
    """The color, motif and number of a tile: "R3", or "WR3" for a wild with the face R3."""
    color = tile[-2]
    number = tile[-1]
    yield Shape(f"{'faced' if tile[0] == WILD else 'strip'} {color}", box, cut=cut)
    yield Shape(f"digit {color}", digit_box(box, cut), number)


def wild_tile(box: Box) -> Iterator[Shape]:
    """A wild without a face."""
    yield Shape("blank", box, cut=LYING_STRIP)
    yield Shape("blank letter", digit_box(box, LYING_STRIP), WILD)


def star(box: Box, cell: Box) -> Shape:
    """The badge of a wild, on the upper edge of its tile, above the motif."""
    return Shape("star", square(box.x + (box.w - STRIP_OVERLAP) // 2, box.y - 3, 8 if cell.h < 60 else 9))


def wall(cell: Box, side: TablePlace) -> Shape:
    """The bar between a locked tile and the place that it closes, in the gap on this side of the tile's cell."""
    dx, dy = side
    if dx:
        high = cell.h * 3 // 5
        return Shape(
            "wall", Box(cell.x + (cell.w if dx > 0 else -WALL_WIDTH), cell.y + (cell.h - high) // 2, WALL_WIDTH, high)
        )
    wide = cell.w * 2 // 5
    return Shape(
        "wall", Box(cell.x + (cell.w - wide) // 2, cell.y + (cell.h if dy > 0 else -WALL_WIDTH), wide, WALL_WIDTH)
    )
