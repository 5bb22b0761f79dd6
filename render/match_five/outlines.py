"""What is outlined in the picture of Match Five: what the last moves left. Knows no pixels and no words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain

from engine.core import Event, Seat
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import WILD, pile
from engine.games.match_five.spots import place_of
from render.looks.strips import LIE, STAND, UNDER, digit, mark
from render.match_five.land import Place, TablePlan
from render.match_five.places import PlayingField, boxes_of
from render.match_five.tiles import star
from render.parts import BADGE, Covered, clearest, ring, square
from render.scene import Box, Changes, Shape

DIGIT, MOTIF, STAR = 3, 1, 9  # how bad it is to cover a square unit of each
INK = 0.18  # of the box of a digit, free on each side of it
OUT = 6, 9  # board units from a corner, and from the middle of an edge, to the middle of a number


@dataclass(frozen=True)
class Trace:
    """The new tiles of one turn: `move` is its number from 1.

    `levels` has for each place the lowest new level and the one above the highest.
    """

    move: int
    levels: Mapping[Place, tuple[int, int]]

    def groups(self, table: TablePlan) -> list[list[Place]]:
        """The places, those side by side together where everything is new."""
        found: list[list[Place]] = []
        for place in sorted(self.levels):
            last = found[-1][-1] if found else place
            near = abs(place[0] - last[0]) + abs(place[1] - last[1]) == 1
            if near and self._whole(place, table) and self._whole(last, table):
                found[-1].append(place)
            else:
                found.append([place])
        return found

    def _whole(self, place: Place, table: TablePlan) -> bool:
        return self.levels[place] == (0, table.height(place))


def place(cell: str) -> Place:
    """The 0-based column and row of a cell, "m13" or "M13"."""
    return ord(cell[0].lower()) - ord("a"), int(cell[1:]) - 1


def finished(changes: Changes) -> list[Sequence[Event]]:
    """The turns that ended; a tile that is laid before the turn is done makes no event."""
    return [events for events in changes if events]


def traces(state: MatchFive, changes: Changes) -> list[Trace]:
    """What the turns laid, oldest first; nobody ever takes a tile away, so all of it can still be seen."""
    tops = {place(cell): len(pile(stack)) for cell, stack in state.table.items()}
    found = []
    for move, events in reversed(list(enumerate(finished(changes), 1))):
        levels: dict[Place, tuple[int, int]] = {}
        cells = (str(event.facts["cells"]).split() for event in events if event.kind == "place")
        for where in map(place, chain.from_iterable(cells)):  # once for each tile
            tops[where] -= 1
            levels[where] = tops[where], levels.get(where, (0, tops[where] + 1))[1]
        found += [Trace(move, levels)] if levels else []
    return found[::-1]


def gains(changes: Changes) -> dict[Seat, int]:
    """The points that each seat made in these turns; tiles left in hand count at the end."""
    found: dict[Seat, int] = {}
    for events in changes:
        for event in events:
            if event.kind == "place":
                found[event.seat] = found.get(event.seat, 0) + int(event.facts["points"])
    return found


def outlines(marks: Sequence[Trace], table: TablePlan, seen: PlayingField, *, numbered: bool) -> list[Shape]:
    """Rings around the new tiles of each stack, one around new stacks side by side; on top of all a number a turn."""
    rings, badges = list[Shape](), list[Shape]()
    for each in marks:
        boxes = [
            reduce(Box.around, (_new_tiles(table, place, each.levels[place], seen) for place in group))
            for group in each.groups(table)
        ]
        rings += [shape for box in boxes for shape in ring(box, "", "ring tight")]
        if numbered:
            covered = [*_readable(table, seen, boxes[0].inset(-BADGE)), *(Covered(badge.box, STAR) for badge in badges)]
            badges.append(Shape("badge", clearest(_around(boxes[0]), covered), str(each.move)))
    return [*rings, *badges]


def laid(table: TablePlan, seen: PlayingField) -> Iterator[Shape]:
    """Rings around the tiles of an unfinished turn."""
    for x, y, level in map(place_of, table.land.new):
        yield Shape("own ring", _new_tiles(table, (x, y), (level, level + 1), seen).inset(-5))


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
