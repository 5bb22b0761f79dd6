"""The end of Summer Pavilion in the picture: what stars and numbers have earned.

Knows no pixels and no words of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core import Seat
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion_sets import EMPTY, MIXED_POINTS, STAR_POINTS
from render.parts import nameplate
from render.pavilion_places import Spot
from render.pavilion_table import Places
from render.scene import Box, Say, Shape
from render.standing import person, ranks

HEAD = 44  # board units high, of a card that has one
TALL = 170  # from this height on a card names its seat
VALUE, CAPTION = 34, 24  # the two lines that tell a source of points


def result(state: Pavilion, where: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """The points of complete stars on the boards, and a card a seat: what its points came from."""
    for lies, spot in zip(state.boards, where.seats, strict=True):
        yield from earned(lies, spot)
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
            who = person(state, seat, names[seat], state.boards[seat].score, say)
            if who.mood:
                yield Shape(f"panel {who.mood}", card)
            yield from nameplate(Box(card.x, card.y, card.w, HEAD), replace(who, note=""))  # the board has it
            room = Box(card.x, card.y + HEAD, card.w, card.h - HEAD)
        yield from _sources(state, seat, room.inset(8), say)


def _sources(state: Pavilion, seat: Seat, room: Box, say: Say) -> Iterator[Shape]:
    """Points before the end, then what stars and numbers added."""
    lies = state.boards[seat]
    goals = list(lies.goals(state.face))
    numbers = [goal for goal, _ in goals if goal.isdigit()]
    added = {
        "stars": sum(points for goal, points in goals if not goal.isdigit()),
        "numbers": sum(points for goal, points in goals if goal.isdigit()),
    }
    told = [(str(lies.score - sum(added.values())), say("pavilion.picture.rounds"))]
    told.append((f"+{added['stars']}", say("pavilion.picture.stars")))
    told.append((f"+{added['numbers']}", say("pavilion.picture.numbers", list=", ".join(numbers))))
    wide, top = room.w // len(told), room.y + (room.h - VALUE - CAPTION) // 2
    for at, (points, caption) in enumerate(told):
        yield Shape("value" if points != "+0" else "value none", Box(room.x + wide * at, top, wide, VALUE), points)
        yield Shape("caption", Box(room.x + wide * at, top + VALUE, wide, CAPTION), caption)


def earned(lies: Board, where: Spot) -> Iterator[Shape]:
    """In place of the name of a complete star its points, in gold."""
    for cells, name in zip(lies.stars, where.names, strict=True):
        if EMPTY not in cells:
            points = STAR_POINTS[cells[0]] if len(set(cells)) == 1 else MIXED_POINTS
            high = round(name.h * 1.35)
            wide = high * 2
            x, y = name.x + name.w // 2 - wide // 2, name.y + name.h // 2 - high // 2
            yield Shape("star lit", Box(x, y, wide, high), f"+{points}")
