"""The picture of Azul: what lies where, as shapes; the whole table, and one seat enlarged for phones.

Knows no pixels and no words of its own; the places are in `places`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.core import Seat, State, View
from engine.games.azul import Azul, Board
from engine.games.azul.moves import CENTER_SOURCE, COLUMN_LETTERS
from engine.games.azul.sets import (
    BOARD_SIZE,
    COLORS,
    EMPTY_CELL,
    FINAL_BONUSES,
    FLOOR_COSTS,
    MARKER,
    column,
    count_complete,
)
from render.azul.places import ZOOM, Places, SeatBoxes, places
from render.parts import (
    BADGE,
    GAP,
    MINUS,
    Legend,
    chip,
    gain,
    nameplate,
    position,
    ranks,
    ring,
    seat_label,
    side_by_side,
    spelled,
    square,
)
from render.scene import Box, Changes, Say, Scene, Shape, magnified

TITLE_BOX = Box(16, 2, 700, 48)
SUPPLY_BOX = Box(784, 2, 400, 48)
CLOSE_TITLE_BOX = Box(12, 0, 300, 46)
CLOSE_SUPPLY_BOX = Box(300, 0, 202, 46)
COLOR_LEGEND = Legend(side_by_side(Box(312, 15, 22, 22), 112, 5), 84, worded=True)
CARD_HEAD_HEIGHT = 40  # board units high, of a card
CARD_VALUE_HEIGHT = 30  # the first line below it
CARD_CAPTION_HEIGHT = 22  # the second one


@dataclass(frozen=True)
class FilledCells:
    """Neighboring cells that one move filled."""

    part: str  # "line", "wall" or "floor"
    row: int  # 0-based in it, 0 for the floor
    first: int  # 0-based cell of it, in lines from the right
    last: int  # such a cell as well
    gain: int = 0  # points that a tile on the wall scored, 0 for all others


@dataclass(frozen=True)
class MoveTrace:
    """What one move did to one seat."""

    move: int  # its number from 1
    seat: Seat  # who made it, or whose wall was tiled
    source: str  # the display or center that it emptied, "" if that is filled again
    outlines: tuple[FilledCells, ...]  # the cells that it filled


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """The whole table; `changes` are outlined as far as they can still be seen."""
    state = position(view, Azul)
    where = places(len(state.boards), state.wall, state.over)
    marks = move_traces(state, changes)
    shapes = [*title(state, TITLE_BOX, SUPPLY_BOX, say)]
    if state.over:
        shapes += result_cards(state, where, names, say)
    else:
        shapes += market(state, where, {mark.source for mark in marks})
    for seat, name in enumerate(names):
        shapes += seat_shapes(state, where, seat, name, say)
        shapes += bonus_frames(state.boards[seat].wall, where.seats[seat]) if state.over else ()
    for mark in marks:
        shapes += outline_trace(mark, where, numbered=len(changes) > 1)
    drawn = Scene(where.ground, tuple(shapes))
    return drawn if state.over else spelled(drawn, "azul.color", COLORS, say, COLOR_LEGEND)


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """One seat for phones, 720 wide: what it can take, its own board large, the points of the others."""
    state = position(view, Azul)
    where = places(len(names), state.wall, state.over, enlarged=True)
    marks = move_traces(state, changes)
    numbered = len(changes) > 1
    shapes = [*title(state, CLOSE_TITLE_BOX, CLOSE_SUPPLY_BOX, say)]
    if state.over:
        shapes += point_sources(state, seat, where.layout.cards[0], say)
    else:
        shapes += market(state, where, {mark.source for mark in marks})
    shapes += seat_shapes(state, where, seat, names[seat], say)
    shapes += bonus_frames(state.boards[seat].wall, where.seats[seat]) if state.over else ()
    for mark in marks:
        shapes += outline_trace(mark, where, numbered=numbered) if mark.seat == seat else ()
    # Of the others a chip each, then the numbers of their moves on it: their boards are not in this picture.
    others = [other for other in range(len(names)) if other != seat]
    for other, box in zip(others, where.layout.chips, strict=True):
        shapes += chip(box, seat_label(state, other, names[other], state.boards[other].score, say))
    for other, box in zip(others, where.layout.chips, strict=True):
        moves = sorted({mark.move for mark in marks if mark.seat == other}) if numbered else ()
        for at, move in enumerate(moves):
            shapes.append(Shape("badge", square(box.x + 12 + (BADGE + 2) * at, box.y + 1, BADGE // 2), str(move)))
    drawn = Scene(where.ground, tuple(shapes))
    if not state.over:  # the legend: left of the three shortest lines, where nothing ever lies, two tiles, two and one
        side = 22
        left = where.layout.panels[0].x + 20
        tiles: list[Box] = []
        for cell, *_ in where.seats[0].lines[:3]:
            tiles += side_by_side(Box(left, cell.y + (cell.h - side) // 2, side, side), 50, 2)
        drawn = spelled(drawn, "azul.color", COLORS, say, Legend(tuple(tiles[: len(COLORS)]), side))
    return magnified(drawn, ZOOM)


def title(state: Azul, left: Box, right: Box, say: Say) -> Iterator[Shape]:
    """Game and round, bag and lid."""
    key = "azul.picture.final" if state.over else "azul.picture.round"
    yield Shape("title", left, f"{say('azul.title')}\t{say(key, round=state.round)}")
    yield Shape("supply", right, say("azul.picture.supply", bag=len(state.bag), lid=len(state.lid)))


def market(state: Azul, where: Places, emptied: set[str]) -> Iterator[Shape]:
    """What can be taken; the sources that the last changes emptied are outlined."""
    for at, tiles in enumerate(state.displays):
        name = str(at + 1)
        last = name in emptied
        if tiles or last:
            yield Shape("display" if tiles else "display last", where.layout.displays[at])
        for tile, box in zip(tiles, where.displays[at], strict=False):
            yield Shape(f"tile {tile}", box, tile)
        if tiles or last:
            yield Shape("number" if tiles else "number last", where.numbers[name], name)
    look = "number" if state.center else "number empty"
    if CENTER_SOURCE in emptied:
        look = "number last"
        yield Shape("center last", where.layout.center)
    yield Shape(look, where.numbers[CENTER_SOURCE], CENTER_SOURCE)
    if MARKER in state.center:
        yield Shape("marker", where.center[MARKER], "1")
    for color in COLORS:
        number = state.center.count(color)
        if number:
            yield Shape(f"tile {color}", where.center[color], color)
        if number > 1:
            yield Shape("count", where.counts[color], str(number))


def seat_shapes(state: Azul, where: Places, seat: Seat, name: str, say: Say) -> Iterator[Shape]:
    """What lies before a seat, and its head."""
    board = state.boards[seat]
    spot = where.seats[seat]
    who = seat_label(state, seat, name, board.score, say)
    if who.mood:
        yield Shape(f"panel {who.mood}", spot.panel)
    yield from nameplate(spot.head, who)
    for row, line in enumerate(board.lines):
        for tile, box in zip(line, spot.lines[row], strict=False):
            yield Shape(f"tile {tile}", box)
        if len(line) > row:
            yield Shape("arrow full", spot.arrows[row])
    for cells, boxes in zip(board.wall, spot.wall, strict=True):
        for tile, box in zip(cells, boxes, strict=True):
            if tile in COLORS:
                yield Shape(f"tile {tile}", box)
    plan = state.plans[seat] if state.plans else ""
    if set(plan) & set(COLUMN_LETTERS):  # for whoever may know where its tiles will lie
        yield from planned_tiles(state, seat, spot, plan)
    yield from _floor(state, seat, board, spot)


def planned_tiles(state: Azul, seat: Seat, spot: SeatBoxes, plan: str, rows: int = BOARD_SIZE) -> Iterator[Shape]:
    """Where a plan puts tiles in the upper rows, so many of them, and what they score."""
    for row, color, at, points, _ in state.boards[seat].copy().tile_wall(state.wall_side, state.house_rules, plan):
        if row < rows and at is not None:
            yield Shape(f"due {color}", spot.wall[row][at])
            yield from ring(spot.wall[row][at].inset(3), look="ring chosen")  # clear of the next row
            yield _gain_pill(FilledCells("wall", row, at, at, points), spot)


def _floor(state: Azul, seat: Seat, board: Board, spot: SeatBoxes) -> Iterator[Shape]:
    for tile, box in zip(board.floor, spot.floor, strict=False):
        if tile == MARKER:
            yield Shape("bare", box)
        yield Shape("marker", box, "1") if tile == MARKER else Shape(f"tile {tile}", box)
    if board.floor:
        yield Shape("sum", spot.floor_total, f"= {MINUS}{FLOOR_COSTS[len(board.floor)]}")
    if seat == seat_with_marker_beside_floor(state):
        yield Shape("marker", spot.marker_beside_floor, "1")


def move_traces(state: Azul, changes: Changes) -> list[MoveTrace]:
    """What the moves left behind, oldest first, each where it can still be seen."""
    # Looking back from the position: the tiles of each line and floor that no later move explains.
    ends: dict[tuple[Seat, str], int] = {}
    for seat, board in enumerate(state.boards):
        ends[seat, "F"] = len(board.floor)
        for row, line in enumerate(board.lines, 1):
            ends[seat, str(row)] = len(line)
    dealt = False  # the displays were filled since
    found: list[MoveTrace] = []
    for move, events in reversed(list(enumerate(changes, 1))):
        walls: dict[Seat, list[FilledCells]] = {}
        marker = False
        for event in events:
            dealt = dealt or event.kind in ("round", "over")
            marker = marker or event.kind == "marker"
            if event.kind == "place":
                row = int(event.facts["row"]) - 1
                at = int(event.facts["column"]) - 1
                walls.setdefault(event.seat, []).append(FilledCells("wall", row, at, at, int(event.facts["points"])))
        here = [MoveTrace(move, seat, "", tuple(outlines)) for seat, outlines in walls.items()]
        for event in events:
            if event.kind != "draft":
                continue
            facts = event.facts
            seat = event.seat
            fell = int(facts["fell"])
            on_floor = fell - int(facts["lid"]) + (marker and MARKER in state.boards[seat].floor)
            outlines = []
            for line, count in ((str(facts["line"]), int(facts["count"]) - fell), ("F", on_floor)):
                end = ends[seat, line]
                first = max(0, end - count)
                if first < end:
                    ends[seat, line] = first
                    part, row = ("floor", 0) if line == "F" else ("line", int(line) - 1)
                    outlines.append(FilledCells(part, row, first, end - 1))
            here.append(MoveTrace(move, seat, "" if dealt else str(facts["source"]), tuple(outlines)))
        found = [*here, *found]
    return found


def outline_trace(mark: MoveTrace, where: Places, *, numbered: bool) -> Iterator[Shape]:
    """The rings of one move, its number on the first."""
    label = str(mark.move) if numbered else ""
    spot = where.seats[mark.seat]
    for place in mark.outlines:
        boxes = {"line": spot.lines, "wall": spot.wall, "floor": (spot.floor,)}[place.part][place.row]
        look = "ring tight" if place.part == "wall" else "ring"
        yield from ring(boxes[place.first].around(boxes[place.last]), label, look)
        if place.gain:
            yield _gain_pill(place, spot)
        label = ""  # one number a move, however many tiles it placed


def _gain_pill(place: FilledCells, spot: SeatBoxes) -> Shape:
    """What a tile on the wall scored, before its row and clear of a ring there: on the tile it would hide others."""
    pill = gain(spot.arrows[place.row], f"+{place.gain}")
    right = spot.wall[place.row][0].x - GAP["ring tight"] - 1
    return pill._replace(box=pill.box._replace(x=min(pill.box.x, right - pill.box.w)))


def result_cards(state: Azul, where: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """A card a seat, the first place first: how its points came about."""
    order = sorted(range(len(names)), key=lambda seat: ranks(state)[seat])
    for seat, card in zip(order, where.layout.cards, strict=True):
        who = seat_label(state, seat, names[seat], state.boards[seat].score, say)
        who = replace(who, note="")  # the board below has it
        if who.mood:
            yield Shape(f"panel {who.mood}", card)
        yield from nameplate(Box(card.x, card.y, card.w, CARD_HEAD_HEIGHT), who)
        yield from point_sources(
            state, seat, Box(card.x + 8, card.y + CARD_HEAD_HEIGHT, card.w - 16, card.h - CARD_HEAD_HEIGHT), say
        )


def point_sources(state: Azul, seat: Seat, room: Box, say: Say) -> Iterator[Shape]:
    """Points before the end, then what rows, columns and colors added."""
    board = state.boards[seat]
    added = {what: n * FINAL_BONUSES[what] for what, n in count_complete(board.wall).items()}
    parts = [
        ("rounds", str(board.score - sum(added.values()))),
        *((what, f"+{points}") for what, points in added.items()),
    ]
    wide = room.w // len(parts)
    top = room.y + (room.h - CARD_VALUE_HEIGHT - CARD_CAPTION_HEIGHT) // 2
    for at, (what, points) in enumerate(parts):
        yield Shape(
            "value" if points != "+0" else "value none", Box(room.x + wide * at, top, wide, CARD_VALUE_HEIGHT), points
        )
        yield Shape(
            "caption",
            Box(room.x + wide * at, top + CARD_VALUE_HEIGHT, wide, CARD_CAPTION_HEIGHT),
            say(f"azul.picture.{what}"),
        )


def bonus_frames(wall: Sequence[str], spot: SeatBoxes) -> Iterator[Shape]:
    """Gold around complete rows and columns, and around each tile of a complete color."""
    cells = spot.wall
    for row in range(BOARD_SIZE):
        if EMPTY_CELL not in wall[row]:
            yield Shape("earned", cells[row][0].around(cells[row][-1]).inset(-4))
    for at in range(BOARD_SIZE):
        if EMPTY_CELL not in column(list(wall), at):
            yield Shape("earned", cells[0][at].around(cells[-1][at]).inset(-4))
    for color in COLORS:
        if all(color in row for row in wall):
            for row, tiles in enumerate(wall):
                yield Shape("earned", cells[row][tiles.index(color)].inset(-4))


def seat_with_marker_beside_floor(state: Azul) -> Seat | None:
    """The seat that has the marker beside its floor because that was full; None where the marker lies on a place."""
    placed = MARKER in state.center or any(MARKER in board.floor for board in state.boards)
    return None if placed or state.over else state.starter
