"""The picture of Azul as shapes: the whole table, and one enlarged seat for phones.

Knows nothing about pixels and texts; `places` has the layout.
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
from render.azul.places import CLOSE_ZOOM, Places, SeatBoxes, places
from render.parts import (
    BADGE_SIZE,
    RING_GAPS,
    TRUE_MINUS,
    Legend,
    box_row,
    chip,
    explain_letters,
    gain_pill,
    nameplate,
    position,
    ranks,
    ring,
    seat_label,
    square,
)
from render.scene import Box, Changes, Say, Scene, Shape, magnify

TITLE_BOX = Box(16, 2, 700, 48)
SUPPLY_BOX = Box(784, 2, 400, 48)
CLOSE_TITLE_BOX = Box(12, 0, 300, 46)
CLOSE_SUPPLY_BOX = Box(300, 0, 202, 46)
COLOR_LEGEND = Legend(box_row(Box(312, 15, 22, 22), 112, 5), 84, has_words=True)
CARD_HEAD_HEIGHT = 40  # board units
CARD_VALUE_HEIGHT = 30  # board units; the line below the head
CARD_CAPTION_HEIGHT = 22  # board units; the line below the value


@dataclass(frozen=True)
class FilledCells:
    """Adjacent cells that one move filled."""

    part: str  # "line", "wall" or "floor"
    row: int  # 0-based row of the part, 0 for the floor
    first: int  # 0-based first cell, in lines from the right
    last: int  # 0-based last cell
    gain: int = 0  # points that a tile on the wall scored, else 0


@dataclass(frozen=True)
class MoveTrace:
    """What one move changed for one seat."""

    move: int  # the number of the move among the last changes, from 1
    seat: Seat  # the seat that made it, or whose wall was tiled
    source: str  # the display or center that the move emptied, "" if tiles have been dealt since
    outlines: tuple[FilledCells, ...]  # the filled cells


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """Return the picture of the whole table; `changes` are outlined if they are still visible."""
    state = position(view, Azul)
    where = places(len(state.boards), state.wall, state.over)
    traces = move_traces(state, changes)
    shapes = [*title(state, TITLE_BOX, SUPPLY_BOX, say)]
    if state.over:
        shapes += result_cards(state, where, names, say)
    else:
        shapes += market(state, where, {trace.source for trace in traces})
    for seat, name in enumerate(names):
        shapes += seat_shapes(state, where, seat, name, say)
        shapes += bonus_frames(state.boards[seat].wall, where.seats[seat]) if state.over else ()
    for trace in traces:
        shapes += outline_trace(trace, where, numbered=len(changes) > 1)
    drawn = Scene(where.ground, tuple(shapes))
    return drawn if state.over else explain_letters(drawn, "azul.color", COLORS, say, COLOR_LEGEND)


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """Return the picture of one seat for phones, 720 wide: displays, center, its enlarged board, the others' points."""
    state = position(view, Azul)
    where = places(len(names), state.wall, state.over, enlarged=True)
    traces = move_traces(state, changes)
    numbered = len(changes) > 1
    shapes = [*title(state, CLOSE_TITLE_BOX, CLOSE_SUPPLY_BOX, say)]
    if state.over:
        shapes += point_sources(state, seat, where.layout.cards[0], say)
    else:
        shapes += market(state, where, {trace.source for trace in traces})
    shapes += seat_shapes(state, where, seat, names[seat], say)
    shapes += bonus_frames(state.boards[seat].wall, where.seats[seat]) if state.over else ()
    for trace in traces:
        shapes += outline_trace(trace, where, numbered=numbered) if trace.seat == seat else ()
    # A chip for each other seat, with the numbers of its moves, because this picture does not show its board.
    others = [other for other in range(len(names)) if other != seat]
    for other, box in zip(others, where.layout.chips, strict=True):
        shapes += chip(box, seat_label(state, other, names[other], state.boards[other].score, say))
    for other, box in zip(others, where.layout.chips, strict=True):
        moves = sorted({trace.move for trace in traces if trace.seat == other}) if numbered else ()
        for index, move in enumerate(moves):
            shapes.append(
                Shape("badge", square(box.x + 12 + (BADGE_SIZE + 2) * index, box.y + 1, BADGE_SIZE // 2), str(move))
            )
    drawn = Scene(where.ground, tuple(shapes))
    if not state.over:  # put the legend in the empty space left of the three shortest lines
        side = 22
        left = where.layout.panels[0].x + 20
        tiles: list[Box] = []
        for cell, *_ in where.seats[0].lines[:3]:
            tiles += box_row(Box(left, cell.y + (cell.h - side) // 2, side, side), 50, 2)
        drawn = explain_letters(drawn, "azul.color", COLORS, say, Legend(tuple(tiles[: len(COLORS)]), side))
    return magnify(drawn, CLOSE_ZOOM)


def title(state: Azul, left: Box, right: Box, say: Say) -> Iterator[Shape]:
    """Yield the title with the round, and the sizes of bag and lid."""
    key = "azul.picture.final" if state.over else "azul.picture.round"
    yield Shape("title", left, f"{say('azul.title')}\t{say(key, round=state.round)}")
    yield Shape("supply", right, say("azul.picture.supply", bag=len(state.bag), lid=len(state.lid)))


def market(state: Azul, where: Places, emptied: set[str]) -> Iterator[Shape]:
    """Yield displays and center; the sources that the last changes emptied are outlined."""
    for index, tiles in enumerate(state.displays):
        name = str(index + 1)
        last = name in emptied
        if tiles or last:
            yield Shape("display" if tiles else "display last", where.layout.displays[index])
        for tile, box in zip(tiles, where.displays[index], strict=False):
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
    """Yield the board of a seat and its head."""
    board = state.boards[seat]
    seat_boxes = where.seats[seat]
    label = seat_label(state, seat, name, board.score, say)
    if label.mood:
        yield Shape(f"panel {label.mood}", seat_boxes.panel)
    yield from nameplate(seat_boxes.head, label)
    for row, line in enumerate(board.lines):
        for tile, box in zip(line, seat_boxes.lines[row], strict=False):
            yield Shape(f"tile {tile}", box)
        if len(line) > row:
            yield Shape("arrow full", seat_boxes.arrows[row])
    for cells, boxes in zip(board.wall, seat_boxes.wall, strict=True):
        for tile, box in zip(cells, boxes, strict=True):
            if tile in COLORS:
                yield Shape(f"tile {tile}", box)
    plan = state.plans[seat] if state.plans else ""
    if set(plan) & set(COLUMN_LETTERS):  # visible only to viewers who may know the plan
        yield from planned_tiles(state, seat, seat_boxes, plan)
    yield from _floor(state, seat, board, seat_boxes)


def planned_tiles(state: Azul, seat: Seat, seat_boxes: SeatBoxes, plan: str, rows: int = BOARD_SIZE) -> Iterator[Shape]:
    """Yield the tiles that a plan places in its first `rows` rows, and their points."""
    for row, color, column_index, points, _ in (
        state.boards[seat].copy().tile_wall(state.wall_side, state.house_rules, plan)
    ):
        if row < rows and column_index is not None:
            yield Shape(f"due {color}", seat_boxes.wall[row][column_index])
            yield from ring(seat_boxes.wall[row][column_index].inset(3), look="ring chosen")  # away from the next row
            yield _gain_pill(FilledCells("wall", row, column_index, column_index, points), seat_boxes)


def _floor(state: Azul, seat: Seat, board: Board, seat_boxes: SeatBoxes) -> Iterator[Shape]:
    for tile, box in zip(board.floor, seat_boxes.floor, strict=False):
        if tile == MARKER:
            yield Shape("bare", box)
        yield Shape("marker", box, "1") if tile == MARKER else Shape(f"tile {tile}", box)
    if board.floor:
        yield Shape("sum", seat_boxes.floor_total, f"= {TRUE_MINUS}{FLOOR_COSTS[len(board.floor)]}")
    if seat == seat_with_marker_beside_floor(state):
        yield Shape("marker", seat_boxes.marker_beside_floor, "1")


def move_traces(state: Azul, changes: Changes) -> list[MoveTrace]:
    """Return the visible traces of the moves, oldest first."""
    # Moves are read from the last to the first. `ends`: how many tiles of each line and floor no later move has laid.
    ends: dict[tuple[Seat, str], int] = {}
    for seat, board in enumerate(state.boards):
        ends[seat, "F"] = len(board.floor)
        for row, line in enumerate(board.lines, 1):
            ends[seat, str(row)] = len(line)
    dealt = False  # whether the displays have been filled after the current move
    found: list[MoveTrace] = []
    for move, events in reversed(list(enumerate(changes, 1))):
        walls: dict[Seat, list[FilledCells]] = {}
        marker = False
        for event in events:
            dealt = dealt or event.kind in ("round", "over")
            marker = marker or event.kind == "marker"
            if event.kind == "place":
                row = int(event.facts["row"]) - 1
                column_index = int(event.facts["column"]) - 1
                walls.setdefault(event.seat, []).append(
                    FilledCells("wall", row, column_index, column_index, int(event.facts["points"]))
                )
        traces = [MoveTrace(move, seat, "", tuple(outlines)) for seat, outlines in walls.items()]
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
            traces.append(MoveTrace(move, seat, "" if dealt else str(facts["source"]), tuple(outlines)))
        found = [*traces, *found]
    return found


def outline_trace(trace: MoveTrace, where: Places, *, numbered: bool) -> Iterator[Shape]:
    """Yield the rings of one move, with the number of the move on the first ring."""
    label = str(trace.move) if numbered else ""
    seat_boxes = where.seats[trace.seat]
    for cells in trace.outlines:
        boxes = {"line": seat_boxes.lines, "wall": seat_boxes.wall, "floor": (seat_boxes.floor,)}[cells.part][cells.row]
        look = "ring tight" if cells.part == "wall" else "ring"
        yield from ring(boxes[cells.first].union(boxes[cells.last]), label, look)
        if cells.gain:
            yield _gain_pill(cells, seat_boxes)
        label = ""  # only the first ring has the number


def _gain_pill(cells: FilledCells, seat_boxes: SeatBoxes) -> Shape:
    """Return a pill with the points of a wall tile, left of its row, so that it covers no tile and no ring."""
    pill = gain_pill(seat_boxes.arrows[cells.row], f"+{cells.gain}")
    right = seat_boxes.wall[cells.row][0].x - RING_GAPS["ring tight"] - 1
    return pill._replace(box=pill.box._replace(x=min(pill.box.x, right - pill.box.w)))


def result_cards(state: Azul, where: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """Yield a card per seat with the sources of its points, the winner first."""
    order = sorted(range(len(names)), key=lambda seat: ranks(state)[seat])
    for seat, card in zip(order, where.layout.cards, strict=True):
        label = seat_label(state, seat, names[seat], state.boards[seat].score, say)
        label = replace(label, note="")  # the board below the card shows the note
        if label.mood:
            yield Shape(f"panel {label.mood}", card)
        yield from nameplate(Box(card.x, card.y, card.w, CARD_HEAD_HEIGHT), label)
        yield from point_sources(
            state, seat, Box(card.x + 8, card.y + CARD_HEAD_HEIGHT, card.w - 16, card.h - CARD_HEAD_HEIGHT), say
        )


def point_sources(state: Azul, seat: Seat, room: Box, say: Say) -> Iterator[Shape]:
    """Yield the points of the rounds and the bonuses for rows, columns and colors."""
    board = state.boards[seat]
    added = {what: n * FINAL_BONUSES[what] for what, n in count_complete(board.wall).items()}
    parts = [
        ("rounds", str(board.score - sum(added.values()))),
        *((what, f"+{points}") for what, points in added.items()),
    ]
    wide = room.w // len(parts)
    top = room.y + (room.h - CARD_VALUE_HEIGHT - CARD_CAPTION_HEIGHT) // 2
    for index, (what, points) in enumerate(parts):
        yield Shape(
            "value" if points != "+0" else "value none",
            Box(room.x + wide * index, top, wide, CARD_VALUE_HEIGHT),
            points,
        )
        yield Shape(
            "caption",
            Box(room.x + wide * index, top + CARD_VALUE_HEIGHT, wide, CARD_CAPTION_HEIGHT),
            say(f"azul.picture.{what}"),
        )


def bonus_frames(wall: Sequence[str], seat_boxes: SeatBoxes) -> Iterator[Shape]:
    """Yield gold frames around complete rows and columns and around each tile of a complete color."""
    cells = seat_boxes.wall
    for row in range(BOARD_SIZE):
        if EMPTY_CELL not in wall[row]:
            yield Shape("earned", cells[row][0].union(cells[row][-1]).inset(-4))
    for index in range(BOARD_SIZE):
        if EMPTY_CELL not in column(list(wall), index):
            yield Shape("earned", cells[0][index].union(cells[-1][index]).inset(-4))
    for color in COLORS:
        if all(color in row for row in wall):
            for row, tiles in enumerate(wall):
                yield Shape("earned", cells[row][tiles.index(color)].inset(-4))


def seat_with_marker_beside_floor(state: Azul) -> Seat | None:
    """Return the seat whose marker is next to its full floor; None if the marker is on a floor or in the center."""
    placed = MARKER in state.center or any(MARKER in board.floor for board in state.boards)
    return None if placed or state.over else state.starter
