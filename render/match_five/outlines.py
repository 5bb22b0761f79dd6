"""Outlines around what the last turns of Match Five laid, and their numbers.

Knows no words; what is outlined is found by `last`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from engine.games.match_five.sets import WILD
from render.looks.strips import LIE, STAND, UNDER, digit, mark
from render.match_five.land import Place, TablePlan
from render.match_five.last import Trace
from render.match_five.places import PlayingField, boxes_of
from render.match_five.tiles import star
from render.parts.heads import BADGE, Covered, clearest, ring, square
from render.scene import Box, Shape

DIGIT, MOTIF, STAR = 3, 1, 9  # how bad it is to cover a square unit of each
INK = 0.18  # of the box of a digit, free on each side of it
OUT = 6, 9  # board units from a corner, and from the middle of an edge, to the middle of a number


def outlines(marks: Sequence[Trace], table: TablePlan, seen: PlayingField, *, numbered: bool) -> list[Shape]:
    """Rings around the new tiles of each stack, one around new stacks side by side; on top of all a number a turn."""
    rings, badges = list[Shape](), list[Shape]()
    for each in marks:
        boxes = [_ringed(each, group, table, seen) for group in each.groups(table)]
        rings += [shape for box in boxes for shape in ring(box, "", "ring tight")]
        if numbered:
            covered = [*_readable(table, seen, boxes[0].inset(-BADGE)), *(Covered(badge.box, STAR) for badge in badges)]
            badges.append(Shape("badge", clearest(_around(boxes[0]), covered), str(each.move)))
    return [*rings, *badges]


def laid(table: TablePlan, seen: PlayingField) -> Iterator[Shape]:
    """Rings around the tiles of an unfinished turn."""
    for x, y, level in table.land.new:
        yield Shape("own ring", _new_tiles(table, (x, y), (level, level + 1), seen).inset(-5))


def _ringed(mark: Trace, group: Sequence[Place], table: TablePlan, seen: PlayingField) -> Box:
    return reduce(Box.around, (_new_tiles(table, place, mark.levels[place], seen) for place in group))


def _new_tiles(table: TablePlan, place: Place, levels: tuple[int, int], seen: PlayingField) -> Box:
    """The strips of some levels of a stack, a bit smaller in a stack, so that a ring leaves the others free."""
    height, boxes = table.height(place), boxes_of(table, place, seen)
    around = boxes[levels[0]].around(boxes[levels[1] - 1])
    covered = UNDER if levels[1] < height else 0
    return around if height == 1 else Box(around.x, around.y, around.w - covered, around.h).inset(2)


def _around(box: Box) -> list[Box]:
    """Where the number of a ring may stand: at its corners, above it, below it."""
    corner, edge = OUT
    left, right, top, bottom = box.x + 1, box.x + box.w - 1, box.y, box.y + box.h
    corners = [(x, y) for y in (top - corner, bottom + corner) for x in (left, right)]
    middle = box.x + box.w // 2
    return [square(x, y, BADGE // 2) for x, y in [*corners, (middle, top - edge), (middle, bottom + edge)]]


def _readable(table: TablePlan, seen: PlayingField, near: Box) -> Iterator[Covered]:
    """What can be read on the tiles of a part of the table, and the stars, which reach out of their cells."""
    for place in table.stacks:
        cell = seen.spot(place)
        if not cell.inset(-BADGE // 2).shared(near):
            continue
        tiles, boxes = table.tiles(place), boxes_of(table, place, seen)
        cut = LIE if len(tiles) == 1 else STAND
        for tile, box in zip(tiles, boxes, strict=True):
            number = digit(box, cut)
            yield Covered(number.inset(round(INK * number.h)), DIGIT)
            x, y, side = (round(part) for part in mark(box, cut))
            yield Covered(square(x, y, side // 2), MOTIF)
            if tile[0] == WILD:
                yield Covered(star(box, cell).box, STAR)
