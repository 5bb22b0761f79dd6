"""The picture of Azul: what lies where, as shapes.

Knows no pixels and no words of its own; the places are in `places`, the outlines in `outlines`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core import Seat, State, View
from engine.games.azul import Azul, Board
from engine.games.azul.moves import LETTERS
from engine.games.azul.sets import BONUS, COLORS, COST, EMPTY, MARKER, SIZE, column, complete
from render.azul.outlines import Outline, Trace, traces
from render.azul.places import Places, Spot, count, letter, number, places
from render.parts import GAP, MINUS, Legend, gain, nameplate, position, ranks, ring, seat_label, side_by_side, spelled
from render.scene import Box, Changes, Say, Scene, Shape

TITLE = Box(16, 2, 700, 48)
SUPPLY = Box(784, 2, 400, 48)
LEGEND = Legend(side_by_side(Box(312, 15, 22, 22), 112, 5), 84, worded=True)
HEAD = 40  # board units high, of a card
VALUE, CAPTION = 30, 22  # and the two lines below it


def beside(state: Azul) -> Seat | None:
    """The seat that has the marker beside its floor because that was full; None where the marker lies on a place."""
    placed = MARKER in state.center or any(MARKER in board.floor for board in state.boards)
    return None if placed or state.over else state.starter


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """The whole table; `changes` are outlined as far as they can still be seen."""
    state = position(view, Azul)
    where = places(len(state.boards), state.wall, state.over)
    marks = traces(state, changes)
    shapes = [*title(state, TITLE, SUPPLY, say)]
    shapes += result(state, where, names, say) if state.over else market(state, where, {mark.source for mark in marks})
    for seat, name in enumerate(names):
        shapes += own(state, where, seat, name, say)
        shapes += earned(state.boards[seat].wall, where.seats[seat]) if state.over else ()
    for mark in marks:
        shapes += outline(mark, where, numbered=len(changes) > 1)
    drawn = Scene(where.ground, tuple(shapes))
    return drawn if state.over else spelled(drawn, "azul.color", COLORS, say, LEGEND)


def title(state: Azul, left: Box, right: Box, say: Say) -> Iterator[Shape]:
    """Game and round, bag and lid."""
    key = "azul.picture.final" if state.over else "azul.picture.round"
    yield Shape("title", left, f"{say('azul.title')}\t{say(key, round=state.round)}")
    yield Shape("supply", right, say("azul.picture.supply", bag=len(state.bag), lid=len(state.lid)))


def market(state: Azul, where: Places, emptied: set[str]) -> Iterator[Shape]:
    """What can be taken; the sources that the last changes emptied are outlined."""
    for at, tiles in enumerate(state.displays):
        last, source = str(at + 1) in emptied, where.layout.displays[at]
        if tiles or last:
            yield Shape("display" if tiles else "display last", source)
        for tile, box in zip(tiles, where.displays[at], strict=False):
            yield Shape(f"tile {tile}", box, tile)
        if tiles or last:
            yield Shape("number" if tiles else "number last", number(source), str(at + 1))
    yield from _center(state, where, "C" in emptied)


def _center(state: Azul, where: Places, last: bool) -> Iterator[Shape]:
    if last:
        yield Shape("center last", where.layout.center)
    number_look = "number last" if last else "number" if state.center else "number empty"
    yield Shape(number_look, letter(where.layout.center), "C")
    if MARKER in state.center:
        yield Shape("marker", where.center[MARKER], "1")
    for color in COLORS:
        tiles, box = state.center.count(color), where.center[color]
        if tiles:
            yield Shape(f"tile {color}", box, color)
        if tiles > 1:
            yield Shape("count", count(box), str(tiles))


def own(state: Azul, where: Places, seat: Seat, name: str, say: Say) -> Iterator[Shape]:
    """What lies before a seat, and its head."""
    board, spot = state.boards[seat], where.seats[seat]
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
    if set(plan) & set(LETTERS):  # for whoever may know where its tiles will lie
        yield from due(state, seat, spot, plan)
    yield from _floor(state, seat, board, spot)


def due(state: Azul, seat: Seat, spot: Spot, plan: str, rows: int = SIZE) -> Iterator[Shape]:
    """Where a plan puts tiles in the upper rows, so many of them, and what they score."""
    placed = [one for one in state.boards[seat].copy().tile(state.side, state.house, plan) if one.row < rows]
    for row, color, at, points, _ in placed:
        if at is not None:
            yield Shape(f"due {color}", spot.wall[row][at])
            yield from ring(spot.wall[row][at].inset(3), look="ring chosen")  # clear of the next row
            yield _gained(Outline("wall", row, at, at, points), spot)


def _floor(state: Azul, seat: Seat, board: Board, spot: Spot) -> Iterator[Shape]:
    for tile, box in zip(board.floor, spot.floor, strict=False):
        if tile == MARKER:
            yield Shape("bare", box)
        yield Shape("marker", box, "1") if tile == MARKER else Shape(f"tile {tile}", box)
    if board.floor:
        yield Shape("sum", spot.total, f"= {MINUS}{COST[len(board.floor)]}")
    if seat == beside(state):
        yield Shape("marker", spot.beside, "1")


def outline(mark: Trace, where: Places, *, numbered: bool) -> Iterator[Shape]:
    """The rings of one move, its number on the first."""
    label = str(mark.move) if numbered else ""
    spot = where.seats[mark.seat]
    for place in mark.outlines:
        boxes = {"line": spot.lines, "wall": spot.wall, "floor": (spot.floor,)}[place.part][place.row]
        look = "ring tight" if place.part == "wall" else "ring"
        yield from ring(boxes[place.first].around(boxes[place.last]), label, look)
        if place.gain:
            yield _gained(place, spot)
        label = ""  # one number a move, however many tiles it placed


def _gained(place: Outline, spot: Spot) -> Shape:
    """What a tile on the wall scored, before its row and clear of a ring there: on the tile it would hide others."""
    pill = gain(spot.arrows[place.row], f"+{place.gain}")
    right = spot.wall[place.row][0].x - GAP["ring tight"] - 1
    return pill._replace(box=pill.box._replace(x=min(pill.box.x, right - pill.box.w)))


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
