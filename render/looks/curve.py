"""A line through points, the area below it, and the levels that help to read it.

Knows no ratings, no pixels and no words. Days and values become whole board units of a box, from its upper left corner.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import ceil, cos, floor, hypot, log10, pi, sin

from render.looks.motifs import Point
from render.looks.theme import PaintLayer, RoleLook
from render.scene import Box, Shape

CurvePoint = tuple[int, int]  # board units
RatingCourse = Sequence[tuple[int, float]]  # day and value, oldest first

MAX_LEVELS = 4  # at most so many
MIN_RANGE_SHARE = 0.04  # of the largest value: no range is shown smaller, so that small changes look small
JOINT_CORNERS = 8  # corners of a joint
CURVE_PADDING = 4  # board units around a line, for its width
DASH_GAP_WIDTHS = (
    3  # widths of a line from the end of a dash to the next, half a width of which each of its round ends takes
)
PLOT_COLUMN_WIDTH = 3  # board units: what is nearer than that is one column to the eye
JOINT_OUTLINE = [
    (cos(turn * 2 * pi / JOINT_CORNERS), sin(turn * 2 * pi / JOINT_CORNERS)) for turn in range(JOINT_CORNERS)
]


def value_range(course: RatingCourse) -> tuple[float, float]:
    """The least and the greatest value that are shown, around all values of the course, which is not empty."""
    values = [value for _, value in course]
    least = min(values)
    most = max(values)
    missing = max(0.0, max(1.0, MIN_RANGE_SHARE * max(abs(least), abs(most))) - (most - least))
    rim = missing / 2 + 0.06 * (most - least + missing)
    return least - rim, most + rim


def levels(least: float, most: float) -> list[float]:
    """Round values between the two, evenly apart, at most `LEVELS`.

    >>> levels(17.2, 25.9), levels(1480, 1742)
    ([17.5, 20.0, 22.5, 25.0], [1500.0, 1600.0, 1700.0])
    """
    rough = (most - least) / MAX_LEVELS
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * by for by in (1, 2, 2.5, 5, 10, 20) if (most - least) / (unit * by) < MAX_LEVELS)
    return [at * step for at in range(ceil(least / step), floor(most / step) + 1)]


def value_y(value: float, least: float, most: float, box: Box) -> int:
    """How far below the top of the box the value lies."""
    return round(box.h * (most - value) / (most - least))


def curve_points(course: RatingCourse, box: Box) -> tuple[CurvePoint, ...]:
    """Where the points lie: by their day, or evenly where all are of one day; a single one at the right.

    They are thinned to what a box so wide can show.
    """
    least, most = value_range(course)
    days = [day for day, _ in course] if course[0][0] < course[-1][0] else list(range(len(course)))
    first = days[0]
    length = days[-1] - days[0]
    xs = [round((day - first) / length * box.w) if length else box.w for day in days]
    return tuple(
        thin_columns([(x, value_y(value, least, most, box)) for x, (_, value) in zip(xs, course, strict=True)])
    )


def thin_columns(placed: Sequence[CurvePoint]) -> Iterator[CurvePoint]:
    """Of each column the first, the highest, the lowest and the last spot, in their order; equal neighbors are one."""
    for _, group in groupby(placed, key=lambda spot: spot[0] // PLOT_COLUMN_WIDTH):
        column = list(group)
        ys = [y for _, y in column]
        kept = sorted({0, ys.index(min(ys)), ys.index(max(ys)), len(column) - 1})
        yield from (spot for spot, _ in groupby(column[at] for at in kept))


def line_shape(role: str, box: Box, through: Sequence[CurvePoint]) -> Shape:
    """The line through two or more spots of a box, as a shape that is a little larger."""
    return Shape(
        role, box.inset(-CURVE_PADDING), cut=" ".join(f"{x + CURVE_PADDING},{y + CURVE_PADDING}" for x, y in through)
    )


def curve(look: RoleLook, box: Box, cut: str) -> Iterator[PaintLayer]:
    """The area down to the bottom of the box in the fill, if the look has one; the line in the edge, if it has one."""
    points = [(box.x + int(x), box.y + int(y)) for x, y in (spot.split(",") for spot in cut.split())]
    if look.fill:
        bottom = box.y + box.h - CURVE_PADDING
        yield [(points[0][0], bottom), *points, (points[-1][0], bottom)], look.fill
    if look.edge:
        for piece in dashes(points, look.dash, DASH_GAP_WIDTHS * look.width) if look.dash else [points]:
            half = look.width / 2
            for (x, y), (right, end) in pairwise(piece):  # a band along each line, a disc where two meet
                long = hypot(right - x, end - y) or 1.0  # a dash may end where the line turns
                dx = (end - y) / long * half
                dy = (x - right) / long * half
                yield [(x + dx, y + dy), (right + dx, end + dy), (right - dx, end - dy), (x - dx, y - dy)], look.edge
            for x, y in piece:
                yield [(x + half * across, y + half * down) for across, down in JOINT_OUTLINE], look.edge


def dashes(points: Sequence[Point], long: float, apart: float) -> Iterator[list[Point]]:
    """The line through the points in pieces so `long`, the last one shorter, and so far `apart` along it."""
    piece = [points[0]]
    left = long
    drawn = True
    for (x, y), end in pairwise(points):
        length = hypot(end[0] - x, end[1] - y)
        gone = 0.0
        while length - gone > left:
            gone += left
            cut = (x + (end[0] - x) * gone / length, y + (end[1] - y) * gone / length)
            if drawn:
                yield [*piece, cut]
            piece = [cut]
            left = apart if drawn else long
            drawn = not drawn
        left -= length - gone
        piece.append(end)
    if drawn:
        yield piece
