"""The end of Summer Pavilion in the picture: what stars and numbers have earned.

Knows no pixels and no words of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core import Seat
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion.sets import EMPTY, MIXED_POINTS, STAR_POINTS
from render.parts.heads import nameplate
from render.parts.standing import ranks, seat_label
from render.pavilion.board import Spot
from render.pavilion.places import Places
from render.scene import Box, Say, Shape

HEAD = 44  # board units high, of a card that has one
TALL = 170  # from this height on a card names its seat
VALUE, CAPTION = 36, 26  # the two lines that tell a source of points
ROOMY = 130  # from this height on they are written larger
SHARES = (4, 4, 6)  # of the room for each source: the caption of the last one may list four numbers


def result(state: Pavilion, where: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """The points of complete stars on the boards, and a card a seat: what its points came from."""
    for seat, spot in where.seats.items():
        yield from earned(state.boards[seat], spot)
    yield from _cards(state, where, names, say)


def _cards(state: Pavilion, where: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """Over the boards in their order, else the first place first."""
    seats = list(range(len(names)))
    tall = where.layout.cards[0].h >= TALL
    if tall:
        seats.sort(key=lambda seat: ranks(state)[seat])
    for seat, card in zip(seats, where.layout.cards, strict=True):
        yield Shape("panel", card)
        room = card
        if tall:
            who = seat_label(state, seat, names[seat], state.boards[seat].score, say)
            if who.mood:
                yield Shape(f"panel {who.mood}", card)
            yield from nameplate(Box(card.x, card.y, card.w, HEAD), replace(who, note=""))  # the board has it
            room = Box(card.x, card.y + HEAD, card.w, card.h - HEAD)
        for points, caption, box in sources(state, seat, room.inset(8), say):
            value, below = ("close value", "rest") if box.h >= ROOMY else ("value", "caption")
            top = box.y + (box.h - VALUE - CAPTION) // 2
            yield Shape(value if points != "+0" else f"{value} none", Box(box.x, top, box.w, VALUE), points)
            yield Shape(below, Box(box.x, top + VALUE, box.w, CAPTION), caption)


def sources(state: Pavilion, seat: Seat, room: Box, say: Say) -> Iterator[tuple[str, str, Box]]:
    """Points before the end, then what stars and numbers added: the points, what for, and their part of the room."""
    lies = state.boards[seat]
    goals = list(lies.goals(state.face))
    numbers = ", ".join(goal for goal, _ in goals if goal.isdigit())
    stars = sum(points for goal, points in goals if not goal.isdigit())
    added = sum(points for _, points in goals)
    parts = (
        (str(lies.score - added), say("pavilion.picture.rounds")),
        (f"+{stars}", say("pavilion.picture.stars")),
        (f"+{added - stars}", say("pavilion.picture.numbers", list=numbers)),
    )
    x = room.x
    for (points, caption), share in zip(parts, SHARES, strict=True):
        wide = room.w * share // sum(SHARES)
        yield points, caption, Box(x, room.y, wide, room.h)
        x += wide


def earned(lies: Board, where: Spot) -> Iterator[Shape]:
    """In place of the name of a complete star its points, in gold."""
    for cells, name in zip(lies.stars, where.names, strict=True):
        if EMPTY not in cells:
            points = STAR_POINTS[cells[0]] if len(set(cells)) == 1 else MIXED_POINTS
            high = round(name.h * 1.35)
            wide = high * 2
            x, y = name.x + name.w // 2 - wide // 2, name.y + name.h // 2 - high // 2
            yield Shape("star lit", Box(x, y, wide, high), f"+{points}")
