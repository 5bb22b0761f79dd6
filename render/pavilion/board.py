"""Where the boards of Summer Pavilion lie: stars, ornaments, corners, for any size of a rhomb.

Knows no position and no market: only the printed boards, which are the ground of every scene.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.pavilion.sets import COLORS, KEEP, OUTER, SIDES, SIZE, STARS
from engine.games.pavilion.sets import ORNAMENTS as GAPS
from render.scene import Box, Shape

Pair = tuple[int, int]  # a step to the right and down, or width and height, in board units

TURN = 60  # degrees between neighboring petals
# Star centers in sides to the right and in heights down, around the center star; [2.3] in the order of STARS.
CENTERS = ((-1.5, -3), (1.5, -3), (3, 0), (1.5, 3), (-1.5, 3), (-3, 0), (0, 0))
WINDOW = 1.461  # of the way from the center of the board to that of a star: a window lies beyond it
SIZES = {"pillar": (0.5, 0.5), "statue": (0.6, 0.6), "window": (0.56, 0.56)}  # of the side of a rhomb
LETTER = 0.47  # of the height of the plate with the name of a star, its width for each further letter
TIP, DIGIT = 0.54, 1.25  # sides from the middle of a petal to the number of its space; its box, in sizes of the text
GAP, CORNER = 10, 0.6  # board units from the border of a panel to a corner for kept tiles; its size beside a petal


@dataclass(frozen=True)
class Scale:
    """The size of a rhomb: its `side` (even) and its `height` between two sides; 2 heights are its long diagonal.

    `plate`: the height of a plate with the name of a star. `digit`: the size of the number of a space.
    """

    side: int
    height: int
    plate: int
    digit: int

    @property
    def upright(self) -> Pair:
        """The box of a rhomb that stands on its tip."""
        return self.side, 2 * self.height


@dataclass(frozen=True)
class Petal:
    """A space of a star: its `box`, and by how many degrees it is turned, its `cut`.

    `cost` and `number` are the boxes of these texts, `tip` is a point outside of its outer tip.
    """

    box: Box
    cut: str
    cost: Box
    number: Box
    tip: Pair

    def grown(self, by: int) -> Box:
        """The box of the rhomb whose sides are `by` board units farther out."""
        share = 4 * by / (3**0.5 * (self.box.w if self.cut == "0" else self.box.w / 1.5))
        x, y = round(self.box.w * share / 2), round(self.box.h * share / 2)
        return Box(self.box.x - x, self.box.y - y, self.box.w + 2 * x, self.box.h + 2 * y)


@dataclass(frozen=True)
class Spot:
    """The places of one board: its `panel`, its `head`, and `petals[star][slot]`.

    `ornaments` are in the order of the rules, `names` are the plates with the names of the stars, `corners` hold the
    tiles that are kept.
    """

    panel: Box
    head: Box
    petals: tuple[tuple[Petal, ...], ...]
    ornaments: tuple[Box, ...]
    names: tuple[Box, ...]
    corners: tuple[Box, ...]


def spot(panel: Box, head: int, top: int, scale: Scale) -> Spot:
    """The places of a board whose uppermost tip is `top` board units below its head of height `head`."""
    x, y = panel.x + panel.w // 2, panel.y + head + top + 5 * scale.height
    middles = tuple((x + round(across * scale.side), y + round(down * scale.height)) for across, down in CENTERS)
    return Spot(
        panel,
        Box(panel.x, panel.y, panel.w, head),
        tuple(tuple(_petal(middle, star, slot, scale) for slot in range(SIZE)) for star, middle in enumerate(middles)),
        tuple(_ornament(one.what, one.star, middles, scale) for one in GAPS),
        tuple(
            _around(middle, (scale.plate + (len(name) - 1) * round(LETTER * scale.plate), scale.plate))
            for name, middle in zip(STARS, middles, strict=True)
        ),
        _corners(panel, head, y, scale),
    )


def tinted(side: str, star: int) -> str:
    """The color of which alone this star is printed, "" for a star of any color."""
    kind = SIDES[side].kinds[star]
    return kind if kind in COLORS else ""


def printed(board: Spot, side: str) -> Iterator[Shape]:
    """Everything that is printed on a board; the small number of a space where it is not what the space costs."""
    yield Shape("panel", board.panel)
    for corner in board.corners:
        yield Shape("corner", corner, cut="0")
    for star in range(len(STARS)):
        for slot in range(SIZE):
            yield from space(board.petals[star][slot], tinted(side, star), SIDES[side].costs[star][slot], slot + 1)
        yield Shape("star", board.names[star], STARS[star])
    for one, box in zip(GAPS, board.ornaments, strict=True):
        yield Shape(one.what, box)


def space(petal: Petal, color: str, cost: int, number: int) -> Iterator[Shape]:
    """An empty space of a star of one color, or of any ("")."""
    yield Shape(f"due {color}" if color else "petal", petal.box, cut=petal.cut)
    yield Shape("cost", petal.cost, str(cost))
    if cost != number:
        yield Shape("space", petal.number, str(number))


def _petal(middle: Pair, star: int, slot: int, scale: Scale) -> Petal:
    """Clockwise from the upper right of the star at the upper left, each next star turned by 60 degrees more [2.3]."""
    turn = (slot + (star + 1 if star < len(OUTER) else 0)) % SIZE
    (x, y), u, h = middle, scale.side, scale.height
    right, up = turn in (1, 2), turn in (0, 1, 5)
    if turn % 3 == 0:
        box = Box(x - u // 2, y - 2 * h * up, u, 2 * h)
    else:
        box = Box(x - (0 if right else 3 * u // 2), y - h * up, 3 * u // 2, h)
    along = ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))[turn]

    def beyond(far: float) -> Pair:
        return round(box.x + box.w / 2 + far * u * along[0]), round(box.y + box.h / 2 + far * u * along[1])

    return Petal(
        *(box, str(turn % 3 * TURN)),
        cost=_around(beyond(0), (u, u // 2)),
        number=_around(beyond(TIP), (u // 2, round(scale.digit * DIGIT))),
        tip=beyond(0.86),
    )


def _around(middle: Pair, size: Pair) -> Box:
    return Box(middle[0] - size[0] // 2, middle[1] - size[1] // 2, *size)


def _ornament(what: str, star: int, middles: tuple[Pair, ...], scale: Scale) -> Box:
    (x, y), (home, level) = middles[star], middles[-1]
    other = {"pillar": (home, level), "statue": middles[(star + 1) % len(OUTER)]}.get(what)
    if other:
        middle = (x + other[0]) // 2, (y + other[1]) // 2
    else:
        middle = round(home + (x - home) * WINDOW), round(level + (y - level) * WINDOW)
    wide, high = SIZES[what]
    return _around(middle, (round(wide * scale.side), round(high * scale.side)))


def _corners(panel: Box, head: int, y: int, scale: Scale) -> tuple[Box, ...]:
    """Upper left first, then by rows, at the same distance from the middle of the board."""
    wide, high = round(CORNER * scale.side), round(CORNER * 2 * scale.height)
    left, right = panel.x + GAP + 4, panel.x + panel.w - GAP - 4 - wide
    top = panel.y + head + GAP
    below = 2 * y - top - high
    return tuple(Box(left if at % 2 == 0 else right, top if at < 2 else below, wide, high) for at in range(KEEP))
