"""Forms of Match Five as polygons: strips of tiles, and the badges of wilds and locks.

Knows nothing about pixels and roles; a form is a function of look, box and cut, as in `forms`.
"""

from collections.abc import Iterator
from math import ceil, cos, pi, sin

from render.looks.motifs import MOTIFS, Point, stamp
from render.looks.theme import PaintLayer, RoleLook
from render.scene import Box

STRIP_OVERLAP = 4  # board units of a strip that the next strip of the stack covers
# The cuts of a strip.
STANDING_STRIP = "stand"  # the motif is above the digit
LYING_STRIP = "lie"  # the motif is left of the digit
FLAT_STRIP = "flat"  # the motif is left of the digit and as large as possible
DIGIT_SIZES = (6, 8, 10, 12, 14, 17, 20, 24, 29, 35, 44)  # board units; few sizes, so that few glyphs are drawn
BLANK_MOTIF = "star"  # the motif of a tile without a color


def motif_place(box: Box, cut: str) -> tuple[float, float, float]:
    """Return center and side of the motif of a strip."""
    if cut != STANDING_STRIP:
        return (
            box.x + 0.27 * box.w,
            box.y + box.h / 2,
            min(0.46 * box.w, (0.78 if cut == LYING_STRIP else 0.92) * box.h),
        )
    room = box.w - STRIP_OVERLAP
    side = min(0.86 * room, 0.4 * box.h)
    return box.x + room / 2 + 0.5, box.y + 0.08 * box.h + 1 + side / 2, side


def digit_box(box: Box, cut: str) -> Box:
    """Return the box of the digit of a strip; its height is the size of the letters."""
    room = box.w - STRIP_OVERLAP
    size = min(0.5 * box.w, 0.74 * box.h) if cut != STANDING_STRIP else min(1.3 * room, 0.5 * box.h)
    high = max(each for each in DIGIT_SIZES if each <= max(size, DIGIT_SIZES[0]))
    x, y = (0.71 * box.w, 0.5 * box.h) if cut != STANDING_STRIP else (room / 2 + 0.5, 0.71 * box.h)
    return Box(round(box.x + x - high / 2), round(box.y + y - high / 2), high, high)


def strip(look: RoleLook, box: Box, cut: str) -> Iterator[PaintLayer]:
    """Yield a tile of any proportions: rim (at least `gap` wide), fill, and motif, a star if the look has none."""
    small = min(box.w, box.h)
    width = max(look.gap, look.length(look.width, small))
    radius = look.length(look.radius, small)
    yield _rounded_outline(box, 0, radius), look.edge
    yield _rounded_outline(box, width, radius - width), look.fill
    x, y, side = motif_place(box, cut)
    yield stamp(look.motif or BLANK_MOTIF, x - side / 2, y - side / 2, side), look.mark or look.ink


def star(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield a disc in a halo with a star, the badge of a wild."""
    for by, color in ((0.0, look.edge), (look.width, look.fill)):
        yield _arc(box.x + box.w / 2, box.y + box.h / 2, box.w / 2 - by, 0, 2 * pi), color
    shrunk = ((0.5 + (x - 0.5) * 0.72, 0.5 + (y - 0.5) * 0.72) for x, y in MOTIFS["star"][0].points)
    yield [(box.x + x * box.w, box.y + y * box.h) for x, y in shrunk], look.ink


def cross(look: RoleLook, box: Box, _: str) -> Iterator[PaintLayer]:
    """Yield two crossed strokes."""
    for part in MOTIFS["saltire"]:
        yield [(box.x + x * box.w, box.y + y * box.h) for x, y in part.points], look.fill


def _arc(x: float, y: float, r: float, start: float, stop: float) -> list[Point]:
    steps = ceil(4 * (stop - start))
    turns = [start + (stop - start) * step / steps for step in range(steps + 1)]
    return [(x + r * cos(turn), y + r * sin(turn)) for turn in turns]


def _rounded_outline(box: Box, by: float, radius: float) -> list[Point]:
    """Return a rounded rectangle `by` board units inside the box."""
    x = box.x + by
    y = box.y + by
    right = box.x + box.w - by
    bottom = box.y + box.h - by
    r = max(0.0, radius)
    corners = (
        (right - r, bottom - r, 0.0),
        (x + r, bottom - r, pi / 2),
        (x + r, y + r, pi),
        (right - r, y + r, 1.5 * pi),
    )
    return [point for cx, cy, start in corners for point in _arc(cx, cy, r, start, start + pi / 2)]
