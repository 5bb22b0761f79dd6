"""Outlines around what the last moves of Summer Pavilion changed.

Knows no words; what is outlined is found by `last`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.games.pavilion import Pavilion
from engine.games.pavilion.sets import COLORS, ORNAMENTS, STARS, Space
from render.parts.heads import BADGE, DIGIT, GAIN, MINUS, ring, square
from render.pavilion.board import Spot
from render.pavilion.last import Trace
from render.pavilion.places import BESIDE, Places
from render.scene import Box, Shape

GROWN, HALO = 6, 7  # board units from a tile to the outside of its outline, from an ornament
DIGITS = 0.3  # of the height of a tile, each digit beside it
ABOVE = ("badge", "gain")
SIDE, EDGE = 2, 8  # board units that badges keep from the border of the picture, those of tiles from their panel


def outlines(marks: Sequence[Trace], state: Pavilion, where: Places, *, numbered: bool) -> list[Shape]:
    """The outlines of all moves, then on top of them their numbers and what they won or lost, once a move."""
    found: list[Shape] = []
    for mark in marks:
        lies, spot = state.boards[mark.seat], where.seats[mark.seat]
        notes = str(mark.move) if numbered else "", gained(mark)
        found += ornaments(mark.ornaments, spot)
        found += tiles(mark.spaces, lies.stars, spot, notes)
        if not mark.spaces:
            found += hand(mark, lies.hand, where.hands[mark.seat], where.trays[mark.seat], notes)
    found = [within(shape, where.ground.width) if shape.role in ABOVE else shape for shape in found]
    return sorted(found, key=lambda shape: shape.role in ABOVE)


def within(shape: Shape, width: int) -> Shape:
    """The shape, moved as far to the side as it must be to lie in a picture of this width."""
    box = shape.box
    return replace(shape, box=replace(box, x=min(max(box.x, SIDE), width - box.w - SIDE)))


def gained(mark: Trace) -> str:
    """Points won or lost, as they are written; "" for none."""
    return f"{'+' if mark.points > 0 else MINUS}{abs(mark.points)}" if mark.points else ""


def hand(mark: Trace, held: str, boxes: Mapping[str, Box], tray: Box, notes: tuple[str, str]) -> Iterator[Shape]:
    """A ring around the colors that came to the hand, one for neighbors; around the whole hand after a pass."""
    label, gain = notes
    rooms = [tray.inset(6)] if mark.passed else []
    for color in mark.colors:
        number = held.count(color)
        tile = boxes[color]
        digits = BESIDE + round(DIGITS * tile.h * len(str(number))) if number > 1 else 0
        room = Box(tile.x, tile.y, tile.w + digits, tile.h)
        beside = bool(rooms) and COLORS.index(color) > 0 and COLORS[COLORS.index(color) - 1] in mark.colors
        rooms = [*rooms[:-1], rooms[-1].around(room)] if beside else [*rooms, room]
    for room in rooms:
        yield from ring(room, label, "ring tight", gain)
        label = gain = ""


def ornaments(found: Sequence[int], spot: Spot) -> Iterator[Shape]:
    """A ring around each ornament that was surrounded."""
    for at in found:
        box = spot.ornaments[at]
        yield Shape("halo", square(box.x + box.w // 2, box.y + box.h // 2, box.w // 2 + HALO))
        yield Shape(f"{ORNAMENTS[at].what} lit", box)


def tiles(spaces: Sequence[Space], stars: Sequence[str], spot: Spot, notes: tuple[str, str]) -> Iterator[Shape]:
    """A ring around each tile, then the number of the move and the points at its outer tip."""
    label, gain = notes
    for star, slot in spaces:
        petal = spot.petals[star][slot]
        yield Shape("petal ring", petal.grown(GROWN), cut=petal.cut)
        yield Shape(f"tile {stars[star][slot]}", petal.box, cut=petal.cut)
        yield Shape("star", spot.names[star], STARS[star])
        wide = GAIN + DIGIT * len(gain)
        across = wide + (BADGE - 4 if label else 0)
        x = min(max(petal.tip[0] - across // 2, spot.panel.x + EDGE), spot.panel.x + spot.panel.w - EDGE - across)
        y = petal.tip[1] - BADGE // 2
        yield Shape("gain", Box(x + across - wide, y, wide, BADGE), gain)
        if label:
            yield Shape("badge", Box(x, y, BADGE, BADGE), label)
