"""Stacks of Match Five as shapes: sideways staircases, lowest tile at the left.

A stack is a tuple of tiles from below, wilds with their faces. Knows no rules and no words.
"""

from collections.abc import Iterator, Sequence

from engine.games.match_five.sets import WILD
from render.looks.strips import LIE, STAND, UNDER, digit
from render.match_five.land import Place
from render.parts import square
from render.scene import Box, Shape

CAP, WALL = 4, 6
RISE = 0.16  # of the height of the cell: the last strip above the first


def strips(cell: Box, height: int) -> list[Box]:
    """The boxes of so many tiles in a cell, all of one size, each a step to the right of and above the one below it."""
    if height == 1:
        return [cell]
    rise = max(1, min(3, round(RISE * cell.h / (height - 1))))
    room, high = (cell.w - UNDER) // height, cell.h - rise * (height - 1)
    x, y = cell.x + (cell.w - UNDER - room * height) // 2, cell.y + rise * (height - 1)
    return [Box(x + room * at, y - rise * at, room + UNDER, high) for at in range(height)]


def stack(boxes: Sequence[Box], tiles: Sequence[str]) -> Iterator[Shape]:
    """The tiles from below in their boxes."""
    for tile, box in zip(tiles, boxes, strict=True):
        yield from tile_in(box, tile, LIE if len(tiles) == 1 else STAND)


def tile_in(box: Box, tile: str, cut: str) -> Iterator[Shape]:
    """One tile, "R3" or "WR3" for a wild with that face: color, motif, number."""
    color, number = tile[-2], tile[-1]
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
