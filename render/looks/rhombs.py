"""Forms of Summer Pavilion: rhombs with their motifs, pillars, statues and windows.

Knows nothing about pixels, roles and boards; a rhomb is upright or turned clockwise by 60 or 120 degrees.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from math import cos, pi, sin, sqrt

from render.looks.motifs import MotifPart, Point, Stamp, arc
from render.looks.theme import PaintLayer, RoleLook
from render.scene import Box

RHOMB_PREFIX = "r "  # of the names of motifs on rhombs, which are narrower
RHOMB_SEAM = 1.2  # board units by which every side is moved inward, so that the background shows between them
LEANING_RHOMB_WIDTH = 1.5  # width of the box of a turned rhomb, relative to the side of the rhomb
RHOMB_CORNERS: Mapping[str, tuple[Point, ...]] = {  # by cut, in shares of the box
    "0": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "60": ((1 / 3, 0), (1, 0), (2 / 3, 1), (0, 1)),
    "120": ((0, 0), (2 / 3, 0), (1, 1), (1 / 3, 1)),
}


def rhomb(look: RoleLook, box: Box, cut: str) -> Iterator[PaintLayer]:
    """Yield edge, fill and motif of a rhomb that fills the box and is turned by `cut` degrees."""
    side = box.w if cut == "0" else box.w / LEANING_RHOMB_WIDTH
    rim = look.length(look.width, side)
    for by, color in ((RHOMB_SEAM, look.edge), (RHOMB_SEAM + rim if look.edge else RHOMB_SEAM, look.fill)):
        share = 1 - by / (side * sqrt(3) / 4)
        yield (
            [_point_in_box(box, 0.5 + (x - 0.5) * share, 0.5 + (y - 0.5) * share) for x, y in RHOMB_CORNERS[cut]],
            color,
        )
    if look.motif in RHOMB_MOTIFS:
        x = box.x + box.w / 2
        y = box.y + box.h / 2
        yield Stamp(f"{RHOMB_PREFIX}{look.motif}", RHOMB_MOTIFS[look.motif], x, y, side, int(cut)), look.mark


def pillar(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield a round column with one pip in the ink of the look, for the one tile that it earns."""
    yield from _rim_and_fill(look, box, arc(0.5, 0.5, 0.5, range(0, 361, 10)))
    yield from _pips(look, box, ((0.5, 0.5),))


def statue(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield a hexagon with two pips, for the two tiles that it earns."""
    yield from _rim_and_fill(
        look, box, [(0.5 + cos(turn * pi / 3) / 2, 0.5 + sin(turn * pi / 3) / 2) for turn in range(6)]
    )
    yield from _pips(look, box, ((0.31, 0.5), (0.69, 0.5)))


def window(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield an arch with three pips, for the three tiles that it earns."""
    yield from _rim_and_fill(look, box, [(0.02, 0.92), *arc(0.5, 0.52, 0.48, range(180, 361, 10)), (0.98, 0.92)])
    yield from _pips(look, box, ((0.24, 0.66), (0.5, 0.34), (0.76, 0.66)))


def _point_in_box(box: Box, x: float, y: float) -> Point:
    return box.x + x * box.w, box.y + y * box.h


def _rim_and_fill(look: RoleLook, box: Box, outline: list[Point]) -> Iterator[PaintLayer]:
    """Yield the outline in the color of the edge, then a smaller one in the color of the fill."""
    share = 1 - 2 * look.length(look.width, box.h) / box.h
    yield [_point_in_box(box, x, y) for x, y in outline], look.edge
    yield [_point_in_box(box, 0.5 + (x - 0.5) * share, 0.5 + (y - 0.5) * share) for x, y in outline], look.fill


def _pips(look: RoleLook, box: Box, places: tuple[Point, ...]) -> Iterator[PaintLayer]:
    r = max(2 / box.h, 0.105)
    for x, y in places:
        yield [_point_in_box(box, *point) for point in arc(x, y, r, range(0, 361, 10))], look.ink


def _disc(r: float) -> MotifPart:
    return MotifPart(tuple(arc(0, 0, r, range(0, 351, 10))))


def _sector(along: float, across: float, r: float, direction: int) -> MotifPart:
    half = 30 if along else 60
    return MotifPart(((along, across), *arc(along, across, r, range(direction - half, direction + half + 1, 10))))


@cache
def _lens() -> MotifPart:
    """Return a leaf along the axis; half its width is a sine."""
    steps = [step / 16 for step in range(17)]
    edge = [(0.52 - 1.04 * share, 0.19 * sin(pi * share)) for share in steps]
    return MotifPart((*edge, *((along, -across) for along, across in reversed(edge))))


def _bar(along: float) -> MotifPart:
    """Return a bar across the axis, narrower toward the tip."""
    out = 0.06 if along > 0 else -0.06
    return MotifPart(((along - out, -0.23), (along - out, 0.23), (along + out, 0.18), (along + out, -0.18)))


# Points relative to the center, in sides of the rhomb: (along the axis, across the axis).
_MOTIFS_ALONG_AXIS: Mapping[str, tuple[MotifPart, ...]] = {
    "lozenge": (MotifPart(((0.4, 0), (0, 0.231), (-0.4, 0), (0, -0.231))),),
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

# The same points as (right, down) in an upright rhomb.
RHOMB_MOTIFS: Mapping[str, tuple[MotifPart, ...]] = {
    motif: tuple(replace(part, points=tuple((across, -along) for along, across in part.points)) for part in parts)
    for motif, parts in _MOTIFS_ALONG_AXIS.items()
}
