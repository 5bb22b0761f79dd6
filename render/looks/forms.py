"""Forms made of polygons: their points and the color of each polygon, bottom first.

Knows nothing about pixels and roles; points are in board units. A form is a function of look, box and `Shape.cut`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import cos, pi, sin, sqrt

from render.looks.curve import curve
from render.looks.motifs import Point, Stamp, stamp
from render.looks.pieces import column, piece
from render.looks.rhombs import RHOMB_MOTIFS, RHOMB_PREFIX, pillar, rhomb, statue, window
from render.looks.strips import BLANK_MOTIF, cross, star, strip
from render.looks.theme import Color, PaintLayer, RoleLook
from render.scene import Box

OutlineFunction = Callable[[RoleLook, Box, str], Iterator[PaintLayer]]

OCTAGON_CORNER_SHARE = 0.22  # of the side


def octagon(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield the box with its corners cut off: its edge, then its fill."""
    for by, color in ((0.0, look.edge), (look.width, look.fill)):
        cut = OCTAGON_CORNER_SHARE * box.h - by * (2 - sqrt(2))  # the cut corners get shorter farther inside
        x = box.x + by
        y = box.y + by
        right = box.x + box.w - by
        bottom = box.y + box.h - by
        upper = [(x + cut, y), (right - cut, y), (right, y + cut), (right, bottom - cut)]
        lower = [(right - cut, bottom), (x + cut, bottom), (x, bottom - cut), (x, y + cut)]
        yield upper + lower, color


def arrow(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield a triangle that points to the right."""
    yield [(box.x, box.y), (box.x + box.w, box.y + box.h / 2), (box.x, box.y + box.h)], look.fill


def wedge(look: RoleLook, box: Box, cut: str) -> Iterator[PaintLayer]:
    """Yield a triangle that points up for the cut "up", else down."""
    tip, foot = (box.y, box.y + box.h) if cut == "up" else (box.y + box.h, box.y)
    yield [(box.x, foot), (box.x + box.w / 2, tip), (box.x + box.w, foot)], look.fill


def hexagon(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield a regular hexagon around the center of the box, a corner on top: its edge, then its fill."""
    x = box.x + box.w / 2
    y = box.y + box.h / 2
    for r, color in ((box.h / 2, look.edge), (box.h / 2 - look.width * 2 / sqrt(3), look.fill)):
        yield [(x + r * sin(turn * pi / 3), y - r * cos(turn * pi / 3)) for turn in range(6)], color


def motifs(looks: Iterable[RoleLook]) -> list[Stamp]:
    """Return a stamp of each motif that these looks show, each once, at an arbitrary position."""
    tilted = [look.motif for look in looks if look.form == "rhomb" and look.motif in RHOMB_MOTIFS]
    usual = [
        look.motif or BLANK_MOTIF for look in looks if look.form == "strip" or (look.motif and look.form != "rhomb")
    ]
    square = [stamp(motif, 0, 0, 1) for motif in dict.fromkeys(usual)]
    return square + [Stamp(f"{RHOMB_PREFIX}{motif}", RHOMB_MOTIFS[motif], 0, 0, 1) for motif in dict.fromkeys(tilted)]


def polygons(layer: PaintLayer, fill: Color | None) -> Iterator[tuple[list[Point], Color | None]]:
    """Yield the polygons of a layer with their colors, bottom first; holes of a motif have the `fill` of the look."""
    form, color = layer
    if isinstance(form, Stamp):
        yield from ((points, fill if hole else color) for points, hole in form.polygons())
    else:
        yield form, color


OUTLINES: Mapping[str, OutlineFunction] = {
    "octagon": octagon,
    "arrow": arrow,
    "wedge": wedge,
    "hexagon": hexagon,
    "curve": curve,
    "strip": strip,
    "star": star,
    "cross": cross,
    "piece": piece,
    "column": column,
    "rhomb": rhomb,
    "pillar": pillar,
    "statue": statue,
    "window": window,
}
