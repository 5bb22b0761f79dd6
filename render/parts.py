"""Shapes that several games share: heads of seats, rings around the last change.

Knows no game and no pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core import Seat
from render.font import covers, plain
from render.scene import Box, Shape

LABEL = 38  # board units that a label left of a cell has
PLAQUE = 28
SCORE = 84  # board units for a score of three digits
CHIP_SCORE = 56  # the same where there is less room
GAP = {"ring": 7, "ring tight": 5, "ring cause": 7}  # board units from what is outlined to the outside of the ring
BADGE = 26
GAIN, DIGIT = 12, 11  # board units of a pill of points beside its digits, and of each digit
UNIT = 6  # board units more than a score has, for two digits and a word


def square(x: int, y: int, r: int) -> Box:
    """The box of a disc around a point."""
    return Box(x - r, y - r, 2 * r, 2 * r)


def column(box: Box, by: int) -> Box:
    """The box as high as the given one that lies `by` units beside it: at its left if negative."""
    return Box(box.x + by, box.y, -by, box.h) if by < 0 else Box(box.x + box.w, box.y, by, box.h)


class Covered(NamedTuple):
    """Something that had better be seen, and how bad it is to cover a square unit of it."""

    box: Box
    weight: int


def clearest(places: Sequence[Box], told: Sequence[Covered]) -> Box:
    """The one of these places, the first of equals, at which least is covered."""
    return min(places, key=lambda place: sum(one.weight * place.shared(one.box) for one in told))


def shown(name: str) -> str:
    """The name as it can be drawn; "" when the font lacks a letter of it, so that the seat's number stands alone."""
    return plain(name) if covers(name) else ""


@dataclass(frozen=True)
class Person:
    """What the head of a 0-based seat tells; `note` is a few words beside the name, `unit` one after the points.

    `mood` is "acting", "lit" or "" and fills the head of the seat that the eye must find.
    """

    seat: Seat
    name: str
    score: int
    note: str = ""
    mood: str = ""
    unit: str = ""


def nameplate(head: Box, who: Person) -> Iterator[Shape]:
    """Number, name, note and points of a seat."""
    suffix = f" {who.mood}" if who.mood else ""
    if who.mood:
        yield Shape(f"head{suffix}", head)
    drop = (head.h - PLAQUE) // 2
    yield Shape(f"plaque{suffix}", Box(head.x + 10, head.y + drop, PLAQUE, PLAQUE), str(who.seat + 1))
    text = shown(who.name) + (f"\t{who.note}" if who.note else "")
    room = SCORE + (UNIT if who.unit else 0)
    if text:
        yield Shape(f"name{suffix}", Box(head.x + 48, head.y, head.w - 48 - room - 22, head.h), text)
    points = str(who.score) + (f"\t{who.unit}" if who.unit else "")
    yield Shape(f"score{suffix}", Box(head.x + head.w - room - 14, head.y, room, head.h), points)


def chip(box: Box, who: Person, room: int = CHIP_SCORE) -> Iterator[Shape]:
    """Number, name and points of a seat in little room, `room` board units of it for the points."""
    suffix = f" {who.mood}" if who.mood else ""
    if who.mood:
        yield Shape(f"chip{suffix}", box)
    yield Shape(f"plaque{suffix}", square(box.x + 24, box.y + box.h // 2, PLAQUE // 2), str(who.seat + 1))
    if shown(who.name):
        yield Shape(f"note{suffix}", Box(box.x + 46, box.y, box.w - 46 - room - 16, box.h), shown(who.name))
    yield Shape(f"score{suffix}", Box(box.x + box.w - room - 10, box.y, room, box.h), str(who.score))


def gain(box: Box, points: str) -> Shape:
    """What a move earned ("+5"), on the middle of the box."""
    wide = GAIN + DIGIT * len(points)
    x, y = box.x + box.w // 2, box.y + box.h // 2
    return Shape("gain", Box(x - wide // 2, y - BADGE // 2, wide, BADGE), points)


def ring(box: Box, label: str = "", look: str = "ring", gain: str = "") -> Iterator[Shape]:
    """The outline of the last change, its number on the upper left corner, what it earned ("+5") on the upper right."""
    outline = box.inset(-GAP[look])
    yield Shape(look, outline)
    if label:
        yield Shape("badge", square(outline.x + 3, outline.y + 3, BADGE // 2), label)
    if gain:
        wide = GAIN + DIGIT * len(gain)
        yield Shape("gain", Box(outline.x + outline.w - wide // 2, outline.y - BADGE // 2, wide, BADGE), gain)
