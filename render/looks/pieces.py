"""Pieces of joined squares, each drawn as one outline, and round columns.

Knows nothing about games and colors: the cut of a shape has the rows of squares of its piece, as in "####/#...".
"""

from collections.abc import Iterator
from functools import cache
from math import cos, radians, sin
from typing import NamedTuple

from render.looks.motifs import Point, stamp
from render.looks.theme import PaintLayer, RoleLook
from render.scene import Box

FULL_SQUARE = "#"  # in a cut
PIECE_SEAM = 0.025  # from the border of a square to the piece, as a share of the square
OUTER_CORNER_RADIUS = 0.2  # of a square
INNER_CORNER_RADIUS = 0.06  # of a square
PIECE_MOTIF_SHARE = 0.5  # of a square
CORNER_DEGREES = range(0, 91, 15)  # directions in which a rounded corner has points
# Diameters of the discs of a column, bottom first, and the side of its motif, as shares of its square.
COLUMN_BASE = 0.95
COLUMN_GAP = 0.8
COLUMN_TOP = 0.68
COLUMN_MOTIF = 0.46


class _Corner(NamedTuple):
    """A corner of a clockwise outline, in squares, with the steps that lead to it and away from it."""

    x: int
    y: int
    come: tuple[int, int]
    go: tuple[int, int]


def piece(look: RoleLook, box: Box, cut: str) -> Iterator[PaintLayer]:
    """Yield one outline around all squares, and the motif on each square; a `gap` moves the outline outward."""
    rows = cut.split("/")
    pitch = (box.h - 2 * look.gap) / len(rows)
    x = box.x + look.gap
    y = box.y + look.gap
    by = -look.gap or PIECE_SEAM * pitch
    if look.edge and look.width:
        yield _outline(cut, pitch, by, (x, y)), look.edge
        by += look.length(look.width, pitch)
    if look.fill:
        yield _outline(cut, pitch, by, (x, y)), look.fill
    if look.motif:
        lead = (1 - PIECE_MOTIF_SHARE) / 2 * pitch
        side = PIECE_MOTIF_SHARE * pitch
        for across, down in sorted(_squares(cut)):
            yield from _motif(look, (x + across * pitch + lead, y + down * pitch + lead), side)


def column(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield a column seen from above: its base, a ring in the background color, its top with the motif."""
    for share, color in ((COLUMN_BASE, look.edge), (COLUMN_GAP, look.ground), (COLUMN_TOP, look.fill)):
        if color:
            x = box.x + box.w / 2
            y = box.y + box.h / 2
            r = share * box.h / 2
            yield [(x + r * cos(radians(turn)), y + r * sin(radians(turn))) for turn in range(0, 360, 5)], color
    lead = (1 - COLUMN_MOTIF) / 2 * box.h
    yield from _motif(look, (box.x + lead, box.y + lead), COLUMN_MOTIF * box.h)


def _motif(look: RoleLook, corner: Point, side: float) -> Iterator[PaintLayer]:
    if look.motif:
        yield stamp(look.motif, *corner, side), look.mark


def _outline(cut: str, pitch: float, by: float, origin: Point) -> list[Point]:
    """Return the outline `by` board units inside the squares; the radius of the corners changes accordingly."""
    points: list[Point] = []
    for corner in _corners(cut):
        come_x, come_y = corner.come
        go_x, go_y = corner.go
        x = origin[0] + corner.x * pitch - by * (come_y + go_y)
        y = origin[1] + corner.y * pitch + by * (come_x + go_x)
        outward = come_x * go_y - come_y * go_x > 0
        r = max(0.0, OUTER_CORNER_RADIUS * pitch - by) if outward else max(0.0, INNER_CORNER_RADIUS * pitch + by)
        x = x + r * (go_x - come_x)
        y = y + r * (go_y - come_y)
        turns = ((cos(radians(turn)) * r, sin(radians(turn)) * r) for turn in CORNER_DEGREES)
        points += [(x - cosine * go_x + sine * come_x, y - cosine * go_y + sine * come_y) for cosine, sine in turns]
    return points


@cache
def _corners(cut: str) -> tuple[_Corner, ...]:
    """Return the corners of the outline in order; the piece must be connected and have no hole."""
    squares = _squares(cut)
    # By point of the border, the steps that lead on from it with a square on their right.
    border: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in squares:
        for step, start in (((1, 0), (x, y)), ((0, 1), (x + 1, y)), ((-1, 0), (x + 1, y + 1)), ((0, -1), (x, y + 1))):
            if (x + step[1], y - step[0]) not in squares:
                border.setdefault(start, []).append(step)
    start = min(border)
    point = start
    come = (0, -1)
    found = list[_Corner]()
    while not found or point != start:
        go = min(border[point], key=lambda step: come[1] * step[0] - come[0] * step[1])  # turn right if possible
        if go != come:
            found.append(_Corner(*point, come, go))
        point = (point[0] + go[0], point[1] + go[1])
        come = go
    return tuple(found)


def _squares(cut: str) -> set[tuple[int, int]]:
    """Return column and row of each square."""
    rows = enumerate(cut.split("/"))
    return {(column, row) for row, line in rows for column, mark in enumerate(line) if mark == FULL_SQUARE}
