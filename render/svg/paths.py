"""Polygons as short SVG paths, with arcs where points lie on a circle. Knows nothing about shapes and looks."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, dist, pi, sin
from typing import NamedTuple

from render.looks.motifs import Point

TENTHS, HUNDREDTHS, THOUSANDTHS = 1, 2, 3  # decimal digits
MIN_ARC_SIDES = 3  # consecutive sides of a polygon that can be an arc
MIN_ARC_TURN = 0.01  # radians from side to side; a smaller turn is straight
MAX_ARC_TURN = 0.35  # radians from side to side; a larger turn is a corner
ARC_TOLERANCE = 1e-3  # radians, and share of the length, by which sides of an arc differ; distance of equal points
BLEED = 0.125  # board units by which `pixels` draws every polygon too large: half a pixel of a sprite
RIM_TOLERANCE = 0.05  # board units by which the width of a rim may vary
CIRCLE_ARCS = 2  # arcs that make a whole circle
MAX_ARC_ANGLE = 3.2  # radians; longer arcs are split in two


def path(points: Sequence[Point], digits: int = TENTHS) -> str:
    """Return the polygon as the `d` of a path, in relative steps whose rounding errors do not accumulate.

    >>> path([(0, 0), (3, 0), (3, 4.25)])
    'M0 0h3v4.2z'
    """
    current = _round_point(points[0], digits)
    steps = [f"M{short_number(current[0], digits)} {short_number(current[1], digits)}"]
    for piece in _pieces([*points, points[0]]):
        target = _round_point(piece.end, digits)
        steps.append(
            _path_command(
                piece,
                short_number(target[0] - current[0], digits),
                short_number(target[1] - current[1], digits),
                digits,
            )
        )
        current = target
    if not steps[-1].startswith("a"):
        del steps[-1]  # "z" draws it
    return "".join(steps).replace(" -", "-") + "z"


def short_number(number: float, digits: int = HUNDREDTHS) -> str:
    """Return the number with at most so many decimal digits.

    >>> short_number(3.0), short_number(0.126), short_number(-0.5), short_number(-0.001)
    ('3', '.13', '-.5', '0')
    """
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


class _Piece(NamedTuple):
    """A straight line to `end` if `radius` is 0, else an arc of at most half a circle."""

    end: Point
    radius: float = 0
    clockwise: bool = False


def _path_command(piece: _Piece, right: str, down: str, digits: int) -> str:
    end = f"{right}{down}" if down.startswith("-") else f"{right} {down}"
    if piece.radius:
        r = short_number(piece.radius, digits)
        return f"a{r} {r} 0 0 {piece.clockwise:d} {end}".replace(" -", "-")
    if down == "0":
        return f"h{right}"
    return f"v{down}" if right == "0" else f"l{end}"


def _pieces(points: Sequence[Point]) -> Iterator[_Piece]:
    points = [points[0], *(end for start, end in pairwise(points) if dist(start, end) > ARC_TOLERANCE)]
    ways = [atan2(down - y, right - x) for (x, y), (right, down) in pairwise(points)]
    turns = [(after - before + pi) % (2 * pi) - pi for before, after in pairwise(ways)]  # clockwise if positive
    index = 0
    last = len(points) - 1
    while index < last:
        stop = _arc_end(points, turns, index)
        if stop - index < MIN_ARC_SIDES:
            index += 1
            yield _Piece(points[index])
            continue
        turn = turns[index]
        radius = dist(points[index], points[index + 1]) / 2 / sin(abs(turn) / 2)
        for end in (stop,) if abs(turn) * (stop - index) < MAX_ARC_ANGLE else ((index + stop) // 2, stop):
            yield _Piece(points[end], radius, turn > 0)
            index = end


def _arc_end(points: Sequence[Point], turns: Sequence[float], start: int) -> int:
    """Return the index of the end of the arc that begins at a point; the next point if there is no arc."""
    stop = start + 1
    if start >= len(turns) or not MIN_ARC_TURN < abs(turns[start]) < MAX_ARC_TURN:
        return stop
    side = dist(points[start], points[stop])
    while (
        stop < len(points) - 1
        and abs(turns[stop - 1] - turns[start]) < ARC_TOLERANCE
        and abs(dist(points[stop], points[stop + 1]) - side) < ARC_TOLERANCE * side
    ):
        stop += 1
    return stop


def _round_point(point: Point, digits: int) -> Point:
    return round(point[0], digits), round(point[1], digits)


def circle(points: Sequence[Point]) -> tuple[float, float, float] | None:
    """Return center x, center y and radius of the circle through all points, None if the points are not on a circle.

    >>> circle([(0, 0), (9, 0), (9, 9), (0, 9)])
    """
    pieces = [*_pieces([*points, points[0]])]
    if len(pieces) != CIRCLE_ARCS or not all(piece.radius for piece in pieces) or pieces[0].radius != pieces[1].radius:
        return None
    x, y = points[0]
    right, down = pieces[0].end
    return (x + right) / 2, (y + down) / 2, pieces[0].radius


class Rim(NamedTuple):
    """A closed line of this `width` through `points`."""

    points: list[Point]
    width: float


def rim_between(outer: Sequence[Point], inner: Sequence[Point]) -> Rim | None:
    """Return the line that fills the rim between two polygons, enlarged by BLEED as in `pixels`.

    Returns None if the rim is not equally wide everywhere.

    >>> rim_between([(0, 0), (9, 0), (9, 9), (0, 9)], [(1, 1), (8, 1), (8, 8), (1, 8)])
    Rim(points=[(0.375, 0.375), (8.625, 0.375), (8.625, 8.625), (0.375, 8.625)], width=1.0)
    """
    if len(outer) != len(inner):
        return None
    corners = [*zip(outer, inner, strict=True)]
    sides = pairwise([*corners, corners[0]])
    widths = []
    for ((x, y), within), ((right, down), _) in sides:
        if (length := dist((x, y), (right, down))) > ARC_TOLERANCE:
            widths.append(abs((right - x) * (within[1] - y) - (down - y) * (within[0] - x)) / length)
    if not widths or max(widths) - min(widths) > RIM_TOLERANCE:
        return None
    width = sum(widths) / len(widths)
    out = 0.5 - BLEED / width
    return Rim([(x + (right - x) * out, y + (down - y) * out) for (x, y), (right, down) in corners], width)
