"""A curve through points, the area below it, and the levels beside it.

Knows nothing about ratings, pixels and texts. Days and values are converted to whole board units in a box.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import ceil, cos, floor, hypot, log10, pi, sin

from render.looks.motifs import Point
from render.looks.theme import PaintLayer, RoleLook
from render.scene import Box, Shape

CurvePoint = tuple[int, int]  # x and y in board units
RatingCourse = Sequence[tuple[int, float]]  # day and value of each point, oldest first

MAX_LEVELS = 4  # in a plot
MIN_RANGE_SHARE = 0.04  # the least range shown, as a share of the largest value, so that small changes look small
JOINT_CORNERS = 8  # of the polygon at a joint of two lines
CURVE_PADDING = 4  # board units, room for half the width of the line
DASH_GAP_WIDTHS = 3  # line widths between dashes; the round ends of the dashes fill one of these widths
PLOT_COLUMN_WIDTH = 3  # board units; points closer together look like one column
JOINT_OUTLINE = [
    (cos(turn * 2 * pi / JOINT_CORNERS), sin(turn * 2 * pi / JOINT_CORNERS)) for turn in range(JOINT_CORNERS)
]


def value_range(course: RatingCourse) -> tuple[float, float]:
    """Return the lowest and the highest value of the plot; it covers the whole course, which is not empty."""
    values = [value for _, value in course]
    low = min(values)
    high = max(values)
    missing = max(0.0, max(1.0, MIN_RANGE_SHARE * max(abs(low), abs(high))) - (high - low))
    rim = missing / 2 + 0.06 * (high - low + missing)
    return low - rim, high + rim


def levels(low: float, high: float) -> list[float]:
    """Return evenly spaced round values between the two, at most `MAX_LEVELS`.

    >>> levels(17.2, 25.9), levels(1480, 1742)
    ([17.5, 20.0, 22.5, 25.0], [1500.0, 1600.0, 1700.0])
    """
    rough = (high - low) / MAX_LEVELS
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * by for by in (1, 2, 2.5, 5, 10, 20) if (high - low) / (unit * by) < MAX_LEVELS)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def value_y(value: float, low: float, high: float, box: Box) -> int:
    """Return how far below the top of the box the value lies."""
    return round(box.h * (high - value) / (high - low))


def curve_points(course: RatingCourse, box: Box) -> tuple[CurvePoint, ...]:
    """Return the points of the curve, spaced by day, or evenly if all are on one day; a single point is at the right.

    Points that a box of this width cannot show are left out.
    """
    low, high = value_range(course)
    days = [day for day, _ in course] if course[0][0] < course[-1][0] else list(range(len(course)))
    first = days[0]
    length = days[-1] - days[0]
    xs = [round((day - first) / length * box.w) if length else box.w for day in days]
    return tuple(thin_columns([(x, value_y(value, low, high, box)) for x, (_, value) in zip(xs, course, strict=True)]))


def thin_columns(placed: Sequence[CurvePoint]) -> Iterator[CurvePoint]:
    """Yield the first, highest, lowest and last point of each column in order, without equal neighbors."""
    for _, group in groupby(placed, key=lambda spot: spot[0] // PLOT_COLUMN_WIDTH):
        column = list(group)
        ys = [y for _, y in column]
        indexes = sorted({0, ys.index(min(ys)), ys.index(max(ys)), len(column) - 1})
        yield from (spot for spot, _ in groupby(column[index] for index in indexes))


def line_shape(role: str, box: Box, through: Sequence[CurvePoint]) -> Shape:
    """Return the line through two or more points of the box as a shape, which is a little larger than the box."""
    return Shape(
        role, box.inset(-CURVE_PADDING), cut=" ".join(f"{x + CURVE_PADDING},{y + CURVE_PADDING}" for x, y in through)
    )


def curve(look: RoleLook, box: Box, cut: str) -> Iterator[PaintLayer]:
    """Yield the area below the curve if the look has a fill, then the line itself if the look has an edge."""
    points = [(box.x + int(x), box.y + int(y)) for x, y in (spot.split(",") for spot in cut.split())]
    if look.fill:
        bottom = box.y + box.h - CURVE_PADDING
        yield [(points[0][0], bottom), *points, (points[-1][0], bottom)], look.fill
    if look.edge:
        for piece in dashes(points, look.dash, DASH_GAP_WIDTHS * look.width) if look.dash else [points]:
            half = look.width / 2
            for (x, y), (right, end) in pairwise(piece):  # a band along each line, a disc at each joint
                length = hypot(right - x, end - y) or 1.0  # a dash may end at a point, so the length may be 0
                dx = (end - y) / length * half
                dy = (x - right) / length * half
                yield [(x + dx, y + dy), (right + dx, end + dy), (right - dx, end - dy), (x - dx, y - dy)], look.edge
            for x, y in piece:
                yield [(x + half * across, y + half * down) for across, down in JOINT_OUTLINE], look.edge


def dashes(points: Sequence[Point], dash: float, gap: float) -> Iterator[list[Point]]:
    """Yield the line as dashes of length `dash`, spaced by `gap`; the last one may be shorter."""
    piece = [points[0]]
    remaining = dash
    drawn = True
    for (x, y), end in pairwise(points):
        length = hypot(end[0] - x, end[1] - y)
        done = 0.0
        while length - done > remaining:
            done += remaining
            cut = (x + (end[0] - x) * done / length, y + (end[1] - y) * done / length)
            if drawn:
                yield [*piece, cut]
            piece = [cut]
            remaining = gap if drawn else dash
            drawn = not drawn
        remaining -= length - done
        piece.append(end)
    if drawn:
        yield piece
