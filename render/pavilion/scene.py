"""The picture of Summer Pavilion: what lies where, as shapes.

Knows no pixels and no words of its own; the places are in `places`, the outlines in `outlines`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.core import Seat, State, View
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion.moves import CENTER, DRAFTING, OVER
from engine.games.pavilion.sets import COLORS, EMPTY, MIXED_POINTS, ORNAMENTS, STAR_POINTS, STARS, takes
from render.parts import (
    Legend,
    SeatLabel,
    breadth,
    misleading,
    nameplate,
    position,
    ranks,
    seat_label,
    side_by_side,
    spelled,
    square,
)
from render.pavilion.outlines import outlines, traces
from render.pavilion.places import Places, Spot, count, letter, places, space, tinted
from render.scene import Box, Changes, Say, Scene, Shape

TITLE = Box(16, 2, 420, 48)
WILD = Box(432, 1, 60, 48)  # the word "wild"
FIRST = 508  # the middle of the first of the six colors
STEP = 28  # between the colors
SMALL = (16, 28)  # a color of another round
GREAT = (24, 38)  # that of this one
STOCK = Box(984, 2, 200, 48)
LEGEND = Legend(side_by_side(Box(704, 13, 14, 24), 42, 6), 22, cut="0")
# Where the supply stands in the first line, so do the letters of the legend, behind the colors of the rounds.
BESIDE_WILD = Box(412, 1, 56, 48)
WITH_WILDS = Legend(side_by_side(Box(470, 11, 14, 24), 36, 6), 18, cut="0")
TOKEN = 45  # board units of a head for the start token, left of the points
CUT = "0"  # tiles that lie on no star stand upright
HEAD = 44  # board units high, of a card that has one
TALL = 170  # from this height on a card names its seat
VALUE = 36  # the first of two lines that tell a source of points
CAPTION = 26  # the second one
ROOMY = 130  # from this height on they are written larger
SHARES = (4, 4, 6)  # of the room for each source: the caption of the last one may list four numbers


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """The whole table; `changes` are outlined as far as they can still be seen."""
    state = position(view, Pavilion)
    where = places(len(state.boards), state.side)
    marks = traces(state, changes)
    is_titled = len(state.boards) == 2 and state.phase == DRAFTING  # then the supply lies beside the title
    crowded = is_titled and misleading({color: say(f"pavilion.color.{color}") for color in COLORS})
    shapes = [*title(state, say, crowded=crowded)]
    word = "word title" if is_titled else "word"
    shapes += market(state, where, {mark.source for mark in marks}, word, say)
    for seat, name in enumerate(names):
        shapes += board(state, seat, where.seats[seat], say)
        shapes += head(state, seat, where.seats[seat].head, name, say)
    shapes += _hands(state, where, say)
    shapes += outlines(marks, state, where, numbered=len(changes) > 1)
    shapes += result(state, where, names, say) if state.phase == OVER else ()
    drawn = Scene(where.ground, tuple(shapes))
    if state.phase == OVER:
        return drawn
    return spelled(drawn, "pavilion.color", COLORS, say, WITH_WILDS if crowded else LEGEND)


def title(state: Pavilion, say: Say, *, crowded: bool) -> Iterator[Shape]:
    """Game, round, the six wild colors in their order with that of this round, and how many tiles are out of sight.

    `crowded`: the legend shows these colors, and only that of this round is marked.
    """
    over = state.phase == OVER
    progress = say("pavilion.picture.final") if over else say("pavilion.picture.round", round=state.round)
    yield Shape("title", TITLE, f"{say('pavilion.title')}\t{progress}")
    if not over:
        yield Shape("word title", BESIDE_WILD if crowded else WILD, say("pavilion.picture.wild"))
        now = WITH_WILDS.tiles[state.round - 1]
        underline = Shape("underline", Box(now.x - 6, now.y + now.h + 5, 26, 3))
        yield from [underline] if crowded else wilds(state, FIRST, 23)
        yield Shape("supply", STOCK, say("pavilion.picture.stock", bag=len(state.bag), tower=len(state.tower)))


def wilds(state: Pavilion, first: int, y: int) -> Iterator[Shape]:
    """The colors of the six rounds: those that are over faint, that of this round large, lettered and underlined."""
    for at, color in enumerate(COLORS, 1):
        now = at == state.round
        gone = at < state.round
        wide, high = GREAT if now else SMALL
        x = first + STEP * (at - 1) + (0 if now else -6 if gone else 6)
        role = f"due {color}" if gone else f"tile {color}"
        yield Shape(role, Box(x - wide // 2, y - high // 2, wide, high), color if now else "", CUT)
        if now:
            yield Shape("underline", Box(x - 13, y + high // 2 + 1, 26, 3))


def market(state: Pavilion, where: Places, sources: set[str], word: str, say: Say) -> Iterator[Shape]:
    """Factories, center and supply while tiles are taken; the supply, whose name looks like `word`, alone later."""
    if state.phase == DRAFTING:
        for at, tiles in enumerate(state.factories):
            box = where.layout.factories[at]
            look = " last" if str(at + 1) in sources else "" if tiles else " empty"
            yield Shape(f"factory{look}", box)
            for tile, place in zip(tiles, where.factories[at], strict=False):
                yield Shape(f"tile {tile}", place, letter(tile, place, where.layout.least), CUT)
            yield Shape(f"number{look}", square(box.x + 6, box.y + 6, where.layout.disc), str(at + 1))
        box = where.layout.center
        yield Shape("panel", box)
        if CENTER in sources:
            yield Shape("center last", box)
        look = " last" if CENTER in sources else "" if state.center or state.token else " empty"
        yield Shape(f"number{look}", square(box.x + 6, box.y + 6, where.layout.disc), CENTER)
        yield Shape("marker" if state.token else "marker due", where.token, "1")
        yield from (Shape("corner", where.center[color], cut=CUT) for color in COLORS if color not in state.center)
        yield from heap(state.center, where.center, where.layout.least)
    if state.phase != OVER:
        yield from _supply(state, where, word, say)


def heap(tiles: str, boxes: Mapping[str, Box], least: int) -> Iterator[Shape]:
    """One tile of each color, with a number if there are several."""
    for color in COLORS:
        number = tiles.count(color)
        if number:
            yield Shape(f"tile {color}", boxes[color], letter(color, boxes[color], least), CUT)
        if number > 1:
            yield Shape("tally", count(boxes[color]), str(number))


def _supply(state: Pavilion, where: Places, word: str, say: Say) -> Iterator[Shape]:
    """The tiles to choose bonus tiles from, framed while somebody chooses; `word` is the look of their name."""
    band = where.supply[state.phase != DRAFTING]
    if word != "word title":
        yield Shape("panel", band.box)
    if state.owed:
        yield Shape("panel acting", band.box)
    yield Shape(word, band.label, say("pavilion.picture.supply"))
    for place, tile in zip(band.tiles, state.supply.ljust(len(band.tiles)), strict=True):
        lies = tile.strip()
        yield Shape(f"tile {lies}" if lies else "corner", place, letter(lies, place, where.layout.least), CUT)


def standing(state: Pavilion, seat: Seat, name: str, say: Say) -> SeatLabel:
    """Who this is; a seat that has to choose bonus tiles sees how many."""
    who = seat_label(state, seat, name, state.boards[seat].score, say)
    owes = state.owed and seat in state.to_act()
    return replace(who, note=say("pavilion.picture.owed", n=state.owed), spare=False) if owes else who


def head(state: Pavilion, seat: Seat, box: Box, name: str, say: Say) -> Iterator[Shape]:
    """Name and points, and the start token of whoever begins the next round."""
    who = standing(state, seat, name, say)
    token = holds_token(state, seat)
    yield from nameplate(box, replace(who, beside=TOKEN) if token else who)
    if token:
        right = box.x + box.w - 14 - breadth(who.score)
        yield Shape("marker", square(right - TOKEN // 2, box.y + box.h // 2, 13), "1")


def holds_token(state: Pavilion, seat: Seat) -> bool:
    """Whether this seat has the start token; at the end it means nothing."""
    return seat == state.starter and not state.token and state.phase != OVER


def board(state: Pavilion, seat: Seat, where: Spot, say: Say) -> Iterator[Shape]:
    """The tiles on the stars, what they surround, the tiles kept in the corners."""
    lies = state.boards[seat]
    if mood := seat_label(state, seat, "", lies.score, say).mood:
        yield Shape(f"panel {mood}", where.panel)
    for star, cells in enumerate(lies.stars):
        yield from _star(state, star, cells, where)
    for one, box in zip(ORNAMENTS, where.ornaments, strict=True):
        if all(lies.covers(*at) for at in one.spaces):
            yield Shape(f"{one.what} lit", box)
    for tile, box in zip(lies.corners, where.corners, strict=False):
        yield Shape(f"tile {tile}", box, cut=CUT)


def _star(state: Pavilion, star: int, cells: str, where: Spot) -> Iterator[Shape]:
    """The tiles; open spaces in their color once the tiles leave no other."""
    if not cells.strip(EMPTY):
        return
    color = takes(state.face.kinds[star], cells)
    decided = len(color) == 1 and not tinted(state.side, star)
    for slot, (tile, petal) in enumerate(zip(cells, where.petals[star], strict=True)):
        if tile != EMPTY:
            yield Shape(f"tile {tile}", petal.box, cut=petal.cut)
        elif decided:
            yield from space(petal, color, state.face.costs[star][slot], slot + 1)
    yield Shape("star", where.names[star], STARS[star])


def _hands(state: Pavilion, where: Places, say: Say) -> Iterator[Shape]:
    chips = where.layout.chips
    if state.phase == OVER:
        return
    if chips:
        yield Shape("panel", Box(12, chips[0].y - 22, 412, 800 - 10 - chips[0].y + 22))
    for seat, lies in enumerate(state.boards):
        acts = " acting" if seat in state.to_act() else ""
        if chips:
            yield Shape(f"chip{acts}", chips[seat], str(seat + 1))
        if lies.passed:
            yield Shape("rest", where.trays[seat], passed(lies, say))
        else:
            yield from heap(lies.hand, where.hands[seat], where.layout.least)


def passed(lies: Board, say: Say) -> str:
    """What stands in place of the hand of a seat that has passed."""
    return say("pavilion.picture.passed", n=len(lies.corners), kept=bool(lies.corners))


def result(state: Pavilion, where: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """The points of complete stars on the boards, and a card a seat: what its points came from."""
    for seat, spot in where.seats.items():
        yield from earned(state.boards[seat], spot)
    seats = list(range(len(names)))  # over the boards in their order, else the first place first
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
            x = name.x + name.w // 2 - wide // 2
            y = name.y + name.h // 2 - high // 2
            yield Shape("star lit", Box(x, y, wide, high), f"+{points}")
