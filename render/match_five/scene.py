"""The picture of Match Five: the table from above, with the seats above it and the viewer's hand below it.

The new tiles of the last moves are outlined. Layouts are in `places`, stacks in `stacks`. Knows nothing about pixels
and texts: `say` supplies the words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain

from engine.core import Event, Seat, State, View
from engine.games.match_five import MatchFive
from engine.games.match_five.coordinates import coordinates_of
from engine.games.match_five.sets import WILD, hand_penalty, split, stack_tiles
from render.looks.strips import LYING_STRIP, STANDING_STRIP, STRIP_OVERLAP, digit_box, motif_place
from render.match_five.places import Head, Places, PlayingField, Rack, places, playing_field, stack_boxes
from render.match_five.stacks import (
    CAP_HEIGHT,
    TablePlace,
    VisibleTable,
    hand_owner,
    stack,
    star,
    tile_shapes,
    visible_table,
    wall,
    wild_tile,
)
from render.parts import (
    BADGE_SIZE,
    TRUE_MINUS,
    Obstacle,
    clearest_place,
    drawable_seat_name,
    gain_pill,
    name_with_note,
    position,
    ring,
    seat_label,
    square,
)
from render.scene import Box, Changes, Say, Scene, Shape

TITLE_BOX = Box(16, 2, 430, 46)
PROGRESS_BOX = Box(754, 2, 430, 46)
DIGIT_WEIGHT = 3  # cost of covering a square unit of the digit of a tile
MOTIF_WEIGHT = 1  # cost of covering a square unit of the motif of a tile
STAR_WEIGHT = 9  # cost of covering a square unit of a star or of the number of a move
DIGIT_MARGIN = 0.18  # share of a digit's box that is empty on each side
BADGE_OFFSETS = 6, 9  # board units to the center of a number: from a corner, and from the middle of an edge


def scene(
    view: View[State], names: Sequence[str], say: Say, changes: Changes = (), also: Sequence[TablePlace] = ()
) -> Scene:
    """The whole table; new tiles of the `changes` are outlined, those of an unfinished turn in another color.

    `also`: further places that must be in view.
    """
    state = position(view, MatchFive)
    seat = hand_owner(view)
    boxes = places(len(state.hands), seat is not None, state.over)
    table = visible_table(state)
    field = playing_field((*table.stacks, *also), boxes.table)
    shapes = [
        # The title is separate from the progress, which every turn changes, so that it is drawn only once.
        Shape("title", TITLE_BOX, say("match_five.title")),
        Shape("supply", PROGRESS_BOX, progress(state, say)),
        *field.labels(boxes.table),
        *_table(table, field, spaces=not state.over),
        *_heads(state, names, boxes, changes, say),
    ]
    shapes += outlines(traces(state, changes), table, field, numbered=len(finished_turns(changes)) > 1)
    shapes += own_rings(table, field)
    for place in table.stacks:
        tiles = zip(table.tiles(place), stack_boxes(table, place, field), strict=True)
        shapes += [star(box, field.cell_box(place)) for tile, box in tiles if tile[0] == WILD]
    if seat is not None and boxes.rack:
        shapes += rack(state, seat, boxes.rack, say)
    return Scene(boxes.ground, tuple(shapes))


def _heads(state: MatchFive, names: Sequence[str], boxes: Places, changes: Changes, say: Say) -> Iterator[Shape]:
    """The heads of all seats, with the points just gained beside the score."""
    earned = gains(changes)
    for seat, name in enumerate(names):
        head_boxes = boxes.heads[seat]
        yield from head(state, seat, name, head_boxes, say)
        crowded = head_boxes.note and seat in state.to_act()
        if earned.get(seat) and not crowded and not state.over:
            pill = gain_pill(head_boxes.score, f"+{earned[seat]}")
            yield pill._replace(box=pill.box._replace(x=head_boxes.score.x + 8 - pill.box.w))


def _table(table: VisibleTable, field: PlayingField, *, spaces: bool) -> Iterator[Shape]:
    """Spaces beside the group, stacks, then a wall between each locked tile and each place that it closes."""
    for place in table.spaces if spaces else ():
        cell = field.cell_box(place)
        middle = square(cell.x + cell.w // 2, cell.y + cell.h // 2, max(6, min(14, cell.h // 4)))
        yield Shape("closed", middle) if table.is_blocked(place) else Shape("space", cell)
    for place in table.stacks:
        cell = field.cell_box(place)
        yield from stack(stack_boxes(table, place, field), table.tiles(place))
        if table.is_blocked(place):
            yield Shape("cap", Box(cell.x, cell.y, cell.w, CAP_HEIGHT))
    for spot, side in table.walls():
        yield wall(field.cell_box(coordinates_of(spot)[:2]), side)


def head(state: MatchFive, seat: Seat, name: str, boxes: Head, say: Say) -> Iterator[Shape]:
    """Number, name, note and points of a seat; at the end also the breakdown of its points."""
    label = seat_label(state, seat, name, state.points[seat], say)
    suffix = f" {label.mood}" if label.mood else ""
    yield Shape("chip", boxes.card)
    if label.mood:
        yield Shape(f"chip{suffix}", boxes.head)
    yield Shape(f"plaque{suffix}", boxes.plaque, str(seat + 1))
    if text := drawable_seat_name(name) if boxes.note else name_with_note(label, boxes.name.w):
        yield Shape(f"name{suffix}", boxes.name, text)
    if label.note and boxes.note:
        yield Shape(f"note{suffix}", boxes.note, label.note)
    yield Shape(f"score{suffix}", boxes.score, points_text(state.points[seat]))
    if state.over:
        left = hand_penalty(state.hands[seat])
        key = "bill" if state.hands[seat] else "bill_clean"
        placed = points_text(state.points[seat] + left)
        yield Shape("bill", boxes.bill, say(f"match_five.picture.{key}", placed=placed, left=left))
        for tile, box in zip(split(state.hands[seat]), boxes.left, strict=False):
            yield from hand_tile(box, tile)


def progress(state: MatchFive, say: Say) -> str:
    """The progress of the game in words."""
    key = "final" if state.over else "last_round" if state.out >= 0 else "turn"
    return say(f"match_five.picture.{key}", turn=state.turns + 1, bag=len(split(state.bag)))


def unfinished_points(state: MatchFive) -> int:
    """The points of the unfinished turn so far."""
    return state.outlook(state.turn) - state.points[state.turn]


def points_text(points: int) -> str:
    """Points as text, with a real minus sign."""
    return str(points).replace("-", TRUE_MINUS)


def hand_tile(box: Box, tile: str) -> Iterator[Shape]:
    """A tile in a hand; a wild has no face there."""
    return wild_tile(box) if tile == WILD else tile_shapes(box, tile, LYING_STRIP)


def rack(state: MatchFive, seat: Seat, boxes: Rack, say: Say) -> Iterator[Shape]:
    """The viewer's hand, each tile above its notation, and the points of the unfinished turn."""
    yield Shape("rack title", boxes.title, say("match_five.picture.hand"))
    for tile, box in zip(split(state.hands[seat]), boxes.tiles, strict=False):
        yield from hand_tile(box, tile)
        yield Shape("label", Box(box.x, box.y + box.h, box.w, 26), tile)
    if state.laid:
        yield Shape("rack turn", boxes.turn, f"+{unfinished_points(state)}\t{say('match_five.picture.unfinished')}")


@dataclass(frozen=True)
class Trace:
    """The new tiles of one turn."""

    move: int  # its number, from 1
    levels: Mapping[TablePlace, tuple[int, int]]  # by place, the lowest new level and the one above the highest

    def groups(self, table: VisibleTable) -> list[list[TablePlace]]:
        """The places in groups: adjacent places that have only new tiles share a group."""
        found: list[list[TablePlace]] = []
        for place in sorted(self.levels):
            last = found[-1][-1] if found else place
            near = abs(place[0] - last[0]) + abs(place[1] - last[1]) == 1
            if near and self._is_all_new(place, table) and self._is_all_new(last, table):
                found[-1].append(place)
            else:
                found.append([place])
        return found

    def _is_all_new(self, place: TablePlace, table: VisibleTable) -> bool:
        return self.levels[place] == (0, table.height(place))


def table_place(cell: str) -> TablePlace:
    """The 0-based column and row of a cell, "m13" or "M13"."""
    return ord(cell[0].lower()) - ord("a"), int(cell[1:]) - 1


def finished_turns(changes: Changes) -> list[Sequence[Event]]:
    """The events of each turn that ended; laying a tile of an unfinished turn makes no event."""
    return [events for events in changes if events]


def traces(state: MatchFive, changes: Changes) -> list[Trace]:
    """The new tiles of each turn, oldest first; no tile is ever removed, so all are still visible."""
    tops = {table_place(cell): len(stack_tiles(stack)) for cell, stack in state.table.items()}
    found = []
    for move, events in reversed(list(enumerate(finished_turns(changes), 1))):
        levels: dict[TablePlace, tuple[int, int]] = {}
        cells = (str(event.facts["cells"]).split() for event in events if event.kind == "place")
        for place in map(table_place, chain.from_iterable(cells)):  # a place has one entry for each of its new tiles
            tops[place] -= 1
            levels[place] = tops[place], levels.get(place, (0, tops[place] + 1))[1]
        found += [Trace(move, levels)] if levels else []
    return found[::-1]


def gains(changes: Changes) -> dict[Seat, int]:
    """The points that each seat scored in these turns, without the cost of tiles left in hand."""
    found: dict[Seat, int] = {}
    for events in changes:
        for event in events:
            if event.kind == "place":
                found[event.seat] = found.get(event.seat, 0) + int(event.facts["points"])
    return found


def outlines(marks: Sequence[Trace], table: VisibleTable, field: PlayingField, *, numbered: bool) -> list[Shape]:
    """Rings around the new tiles of each stack, a common one for adjacent new stacks, then the numbers of the turns."""
    rings = list[Shape]()
    badges = list[Shape]()
    for trace in marks:
        boxes = [
            reduce(Box.union, (_new_tiles(table, place, trace.levels[place], field) for place in group))
            for group in trace.groups(table)
        ]
        rings += [shape for box in boxes for shape in ring(box, "", "ring tight")]
        if numbered:
            covered = [
                *_readable_areas(table, field, boxes[0].inset(-BADGE_SIZE)),
                *(Obstacle(badge.box, STAR_WEIGHT) for badge in badges),
            ]
            badges.append(Shape("badge", clearest_place(_badge_boxes(boxes[0]), covered), str(trace.move)))
    return [*rings, *badges]


def own_rings(table: VisibleTable, field: PlayingField) -> Iterator[Shape]:
    """Rings around the tiles of the unfinished turn."""
    for x, y, level in map(coordinates_of, table.grid.new_spots):
        yield Shape("own ring", _new_tiles(table, (x, y), (level, level + 1), field).inset(-5))


def _new_tiles(table: VisibleTable, place: TablePlace, levels: tuple[int, int], field: PlayingField) -> Box:
    """The box of some levels of a stack, a bit smaller than the tiles, so that its ring does not cover other tiles."""
    height = table.height(place)
    boxes = stack_boxes(table, place, field)
    around = boxes[levels[0]].union(boxes[levels[1] - 1])
    covered = STRIP_OVERLAP if levels[1] < height else 0
    return around if height == 1 else Box(around.x, around.y, around.w - covered, around.h).inset(2)


def _badge_boxes(box: Box) -> list[Box]:
    """The possible boxes for the number of a ring: at its corners, above it, below it."""
    corner, edge = BADGE_OFFSETS
    left = box.x + 1
    right = box.x + box.w - 1
    top = box.y
    bottom = box.y + box.h
    corners = [(x, y) for y in (top - corner, bottom + corner) for x in (left, right)]
    middle = box.x + box.w // 2
    return [square(x, y, BADGE_SIZE // 2) for x, y in [*corners, (middle, top - edge), (middle, bottom + edge)]]


def _readable_areas(table: VisibleTable, field: PlayingField, near: Box) -> Iterator[Obstacle]:
    """The digits, motifs and stars in a part of the table; stars reach beyond their cells."""
    for place in table.stacks:
        cell = field.cell_box(place)
        if not cell.inset(-BADGE_SIZE // 2).overlap_area(near):
            continue
        tiles = table.tiles(place)
        boxes = stack_boxes(table, place, field)
        cut = LYING_STRIP if len(tiles) == 1 else STANDING_STRIP
        for tile, box in zip(tiles, boxes, strict=True):
            number = digit_box(box, cut)
            yield Obstacle(number.inset(round(DIGIT_MARGIN * number.h)), DIGIT_WEIGHT)
            x, y, side = (round(part) for part in motif_place(box, cut))
            yield Obstacle(square(x, y, side // 2), MOTIF_WEIGHT)
            if tile[0] == WILD:
                yield Obstacle(star(box, cell).box, STAR_WEIGHT)
