"""Forms of Summer Pavilion: rhombs with their motifs, pillars, statues and windows.

Knows no pixels, no roles and no boards; a rhomb is turned by 0, 60 or 120 degrees clockwise from standing upright.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from math import cos, pi, sin, sqrt

from render.looks.motifs import Part, Point, Stamp, arc
from render.looks.theme import Layer, RoleLook
from render.scene import Box

TILTED = "r "  # begins the names of motifs of rhombs, which are narrower
SEAM = 1.2  # board units by which every side moves in, so that neighbors show the ground between them
WIDE = 1.5  # sides of a rhomb, the width of the box of one that leans
CORNERS: Mapping[str, tuple[Point, ...]] = {  # shares of the box
    "0": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "60": ((1 / 3, 0), (1, 0), (2 / 3, 1), (0, 1)),
    "120": ((0, 0), (2 / 3, 0), (1, 1), (1 / 3, 1)),
}


def rhomb(look: RoleLook, box: Box, cut: str) -> Iterator[Layer]:
    """The edge, the fill and the motif of a rhomb that fills the box and is turned by `cut` degrees."""
    side = box.w if cut == "0" else box.w / WIDE
    rim = look.length(look.width, side)
    for by, color in ((SEAM, look.edge), (SEAM + rim if look.edge else SEAM, look.fill)):
        share = 1 - by / (side * sqrt(3) / 4)
        yield [_at(box, 0.5 + (x - 0.5) * share, 0.5 + (y - 0.5) * share) for x, y in CORNERS[cut]], color
    if look.motif in MARKS:
        x = box.x + box.w / 2
        y = box.y + box.h / 2
        yield Stamp(f"{TILTED}{look.motif}", MARKS[look.motif], x, y, side, int(cut)), look.mark


def pillar(look: RoleLook, box: Box, _: str) -> Iterator[Layer]:
    """A round column with the one tile that it pays, as all ornaments in the ink of the look."""
    yield from _rimmed(look, box, arc(0.5, 0.5, 0.5, range(0, 361, 10)))
    yield from _pips(look, box, ((0.5, 0.5),))


def statue(look: RoleLook, box: Box, _: str) -> Iterator[Layer]:
    """A hexagon with two tiles."""
    yield from _rimmed(look, box, [(0.5 + cos(k * pi / 3) / 2, 0.5 + sin(k * pi / 3) / 2) for k in range(6)])
    yield from _pips(look, box, ((0.31, 0.5), (0.69, 0.5)))


def window(look: RoleLook, box: Box, _: str) -> Iterator[Layer]:
    """An arch with three tiles."""
    yield from _rimmed(look, box, [(0.02, 0.92), *arc(0.5, 0.52, 0.48, range(180, 361, 10)), (0.98, 0.92)])
    yield from _pips(look, box, ((0.24, 0.66), (0.5, 0.34), (0.76, 0.66)))


def _at(box: Box, x: float, y: float) -> Point:
    return box.x + x * box.w, box.y + y * box.h


def _rimmed(look: RoleLook, box: Box, outline: list[Point]) -> Iterator[Layer]:
    """The outline in the color of the edge, then moved inward in that of the fill."""
    share = 1 - 2 * look.length(look.width, box.h) / box.h
    yield [_at(box, x, y) for x, y in outline], look.edge
    yield [_at(box, 0.5 + (x - 0.5) * share, 0.5 + (y - 0.5) * share) for x, y in outline], look.fill


def _pips(look: RoleLook, box: Box, places: tuple[Point, ...]) -> Iterator[Layer]:
    r = max(2 / box.h, 0.105)
    for x, y in places:
        yield [_at(box, *point) for point in arc(x, y, r, range(0, 361, 10))], look.ink


def _disc(r: float) -> Part:
    return Part(tuple(arc(0, 0, r, range(0, 351, 10))))


def _sector(v: float, w: float, r: float, toward: int) -> Part:
    half = 30 if v else 60
    return Part(((v, w), *arc(v, w, r, range(toward - half, toward + half + 1, 10))))


@cache
def _lens() -> Part:
    """A leaf along the axis, its half width a sine."""
    steps = [t / 16 for t in range(17)]
    edge = [(0.52 - 1.04 * t, 0.19 * sin(pi * t)) for t in steps]
    return Part((*edge, *((v, -w) for v, w in reversed(edge))))


def _bar(v: float) -> Part:
    """Across the axis, narrower toward the tip."""
    out = 0.06 if v > 0 else -0.06
    return Part(((v - out, -0.23), (v - out, 0.23), (v + out, 0.18), (v + out, -0.18)))


# In sides of the rhomb from its middle: along the axis, across it.
_ALONG: Mapping[str, tuple[Part, ...]] = {
    "lozenge": (Part(((0.4, 0), (0, 0.231), (-0.4, 0), (0, -0.231))),),
    "sun": (_disc(0.25),),
    "ring": (_disc(0.285), replace(_disc(0.175), hole=True)),
    "leaf": (_lens(),),
    "bars": (_bar(0.26), _bar(-0.26)),
    "astroid": (
        _sector(0.70, 0, 0.36, 180),
        _sector(-0.70, 0, 0.36, 0),
        _sector(0, 0.40, 0.17, 270),
        _sector(0, -0.40, 0.17, 90),
    ),
}

# The same upright: across, down.
MARKS: Mapping[str, tuple[Part, ...]] = {
    motif: tuple(replace(part, points=tuple((w, -v) for v, w in part.points)) for part in parts)
    for motif, parts in _ALONG.items()
}
