"""The motifs of tiles as polygons in a unit square, (0, 0) at the upper left.

Knows nothing about colors: each part is painted in the mark color or the fill color of a look.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin

Point = tuple[float, float]


@dataclass(frozen=True)
class MotifPart:
    """One polygon of a motif, with `points` as shares of its square; a `hole` has the fill of the tile."""

    points: tuple[Point, ...]
    hole: bool = False


@dataclass(frozen=True)
class Stamp:
    """A motif at its place in a picture; lengths are in board units."""

    name: str  # identifies the parts, whatever the size
    parts: tuple[MotifPart, ...]  # relative to the origin, in units of `side`
    x: float  # of the origin
    y: float  # of the origin
    side: float  # the length of its unit
    turn: int = 0  # degrees clockwise around the origin

    def polygons(self) -> Iterator[tuple[list[Point], bool]]:
        """Yield the points of each part in board units, and whether the part is a hole."""
        across = cos(radians(self.turn))
        down = sin(radians(self.turn))
        for part in self.parts:
            turned = ((x * across - y * down, x * down + y * across) for x, y in part.points)
            yield [(self.x + self.side * x, self.y + self.side * y) for x, y in turned], part.hole


def arc(x: float, y: float, r: float, degrees: range) -> list[Point]:
    """Return points of the circle around (x, y) with radius r, one for each of these degrees."""
    return [(x + r * cos(radians(turn)), y + r * sin(radians(turn))) for turn in degrees]


def _disc(x: float, y: float, r: float) -> MotifPart:
    return MotifPart(tuple(arc(x, y, r, range(0, 360, 6))))


def _square(start: float, stop: float, *, hole: bool = False) -> MotifPart:
    return MotifPart(((start, start), (stop, start), (stop, stop), (start, stop)), hole)


def _quarter(x: float, y: float, turn: int) -> MotifPart:
    return MotifPart(((x, y), *arc(x, y, 0.315, range(turn, turn + 91, 6))))


def _box(x: float, y: float, right: float, bottom: float) -> MotifPart:
    return MotifPart(((x, y), (right, y), (right, bottom), (x, bottom)))


def _stroke(start: Point, stop: Point, width: float) -> MotifPart:
    """Return a straight line with square ends."""
    x, y = start
    right, bottom = stop
    length = ((right - x) ** 2 + (bottom - y) ** 2) ** 0.5
    dx = (bottom - y) / length * width / 2
    dy = (x - right) / length * width / 2
    return MotifPart(((x + dx, y + dy), (right + dx, bottom + dy), (right - dx, bottom - dy), (x - dx, y - dy)))


def _lens() -> MotifPart:
    """Return a leaf along the rising diagonal; half its width is a sine."""
    steps = [step / 20 for step in range(21)]
    spine = [(0.12 + 0.76 * share, 0.88 - 0.76 * share, 0.28 * sin(pi * share) / 2**0.5) for share in steps]
    return MotifPart(
        (
            *((x - width, y - width) for x, y, width in spine),
            *((x + width, y + width) for x, y, width in reversed(spine)),
        )
    )


_TIPS = [(0.5 if point % 2 == 0 else 0.21, radians(22.5 * point - 90)) for point in range(16)]  # radius and angle
_NEAR_EDGE, _FAR_EDGE = 0.085, 0.915  # so that quarter discs stay inside the rounded corners of the tile

MOTIFS: Mapping[str, tuple[MotifPart, ...]] = {
    "lozenge": (MotifPart(((0.5, 0.12), (0.88, 0.5), (0.5, 0.88), (0.12, 0.5))),),
    "sun": (_disc(0.5, 0.5, 0.33),),
    "astroid": (
        _quarter(_NEAR_EDGE, _NEAR_EDGE, 0),
        _quarter(_FAR_EDGE, _NEAR_EDGE, 90),
        _quarter(_FAR_EDGE, _FAR_EDGE, 180),
        _quarter(_NEAR_EDGE, _FAR_EDGE, 270),
    ),
    "frame": (_square(0.17, 0.83), _square(0.29, 0.71, hole=True)),
    "quatrefoil": (
        *(_disc(x, y, 0.185) for x, y in ((0.5, 0.3), (0.7, 0.5), (0.5, 0.7), (0.3, 0.5))),
        _square(0.33, 0.67),
    ),
    "bars": (_box(0.14, 0.15, 0.86, 0.32), _box(0.14, 0.68, 0.86, 0.85)),
    "leaf": (_lens(),),
    "ring": (_disc(0.5, 0.5, 0.37), replace(_disc(0.5, 0.5, 0.245), hole=True)),
    "saltire": (_stroke((0.2, 0.2), (0.8, 0.8), 0.2), _stroke((0.8, 0.2), (0.2, 0.8), 0.2)),
    "star": (MotifPart(tuple((0.5 + r * cos(turn), 0.5 + r * sin(turn)) for r, turn in _TIPS)),),
}

# Motifs whose mark color lies under the letter of the tile; on tiles with other motifs the letter is on the fill.
LETTER_ON_MARK = frozenset({"lozenge", "sun", "quatrefoil", "leaf"})


def stamp(motif: str, x: float, y: float, side: float) -> Stamp:
    """Return the motif in the square with this upper left corner."""
    return Stamp(motif, MOTIFS[motif], x, y, side)
