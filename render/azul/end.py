"""Standing and end of Azul in the picture: who acts, who won, what the walls earned.

Knows no pixels and no words of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core import Seat
from engine.games.azul import Azul
from engine.games.azul.sets import BONUS, COLORS, EMPTY, SIZE, column, complete
from render.azul.places import Places, Spot
from render.parts.heads import nameplate
from render.parts.standing import ranks, seat_label
from render.scene import Box, Say, Shape

HEAD = 40  # board units high, of a card
VALUE, CAPTION = 30, 22  # and the two lines below it


def result(state: Azul, where: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """A card a seat, the first place first: how its points came about."""
    order = sorted(range(len(names)), key=lambda seat: ranks(state)[seat])
    for seat, card in zip(order, where.layout.cards, strict=True):
        who = seat_label(state, seat, names[seat], state.boards[seat].score, say)
        who = replace(who, note="")  # the board below has it
        if who.mood:
            yield Shape(f"panel {who.mood}", card)
        yield from nameplate(Box(card.x, card.y, card.w, HEAD), who)
        yield from sources(state, seat, Box(card.x + 8, card.y + HEAD, card.w - 16, card.h - HEAD), say)


def sources(state: Azul, seat: Seat, room: Box, say: Say) -> Iterator[Shape]:
    """Points before the end, then what rows, columns and colors added."""
    board = state.boards[seat]
    added = {what: n * BONUS[what] for what, n in complete(board.wall).items()}
    parts = [
        ("rounds", str(board.score - sum(added.values()))),
        *((what, f"+{points}") for what, points in added.items()),
    ]
    wide, top = room.w // len(parts), room.y + (room.h - VALUE - CAPTION) // 2
    for at, (what, points) in enumerate(parts):
        yield Shape("value" if points != "+0" else "value none", Box(room.x + wide * at, top, wide, VALUE), points)
        yield Shape("caption", Box(room.x + wide * at, top + VALUE, wide, CAPTION), say(f"azul.picture.{what}"))


def earned(wall: Sequence[str], spot: Spot) -> Iterator[Shape]:
    """Gold around complete rows and columns, and around each tile of a complete color."""
    cells = spot.wall
    for row in range(SIZE):
        if EMPTY not in wall[row]:
            yield Shape("earned", cells[row][0].around(cells[row][-1]).inset(-4))
    for at in range(SIZE):
        if EMPTY not in column(list(wall), at):
            yield Shape("earned", cells[0][at].around(cells[-1][at]).inset(-4))
    for color in COLORS:
        if all(color in row for row in wall):
            for row, tiles in enumerate(wall):
                yield Shape("earned", cells[row][tiles.index(color)].inset(-4))
