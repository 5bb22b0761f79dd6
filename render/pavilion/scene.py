"""The picture of Summer Pavilion: a position as shapes.

Layouts are in `places`, outlines of the last moves in `outlines`. Knows nothing about pixels and texts: `say` supplies
the words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.core import Seat, State, View
from engine.games.pavilion import Board, Pavilion
from engine.games.pavilion.moves import CENTER, DRAFTING, OVER
from engine.games.pavilion.sets import COLORS, EMPTY, MIXED_POINTS, ORNAMENTS, STAR_POINTS, STARS, accepted_colors
from render.parts import (
    Legend,
    SeatLabel,
    box_row,
    explain_letters,
    letters_mislead,
    nameplate,
    position,
    ranks,
    score_width,
    seat_label,
    square,
)
from render.pavilion.outlines import outlines, traces
from render.pavilion.places import BoardPlaces, Places, count_box, places, space_shapes, star_color, tile_letter
from render.scene import Box, Changes, Say, Scene, Shape

TITLE_BOX = Box(16, 2, 420, 48)
WILD_LABEL_BOX = Box(432, 1, 60, 48)  # the word "wild"
FIRST_COLOR_X = 508  # the center of the first of the six colors
COLOR_STEP = 28  # board units between the centers of two colors
OTHER_COLOR_SIZE = (16, 28)  # a color of another round
WILD_COLOR_SIZE = (24, 38)  # the color of this round
STOCK_BOX = Box(984, 2, 200, 48)
TABLE_LEGEND = Legend(box_row(Box(704, 13, 14, 24), 42, 6), 22, cut="0")
# If the supply is in the first line, the legend is there too, next to the colors of the rounds.
CROWDED_WILD_LABEL_BOX = Box(412, 1, 56, 48)
CROWDED_LEGEND = Legend(box_row(Box(470, 11, 14, 24), 36, 6), 18, cut="0")
TOKEN_WIDTH = 45  # board units of a head for the start token, left of the points
UPRIGHT_CUT = "0"  # the cut of tiles that are not on a star
CARD_HEAD_HEIGHT = 44  # board units of the head of a card
TALL_CARD_HEIGHT = 170  # a card of at least this height shows the name of its seat
VALUE_HEIGHT = 36  # board units of the first line of a source of points
CAPTION_HEIGHT = 26  # board units of the second line of a source of points
ROOMY_HEIGHT = 130  # in a room of at least this height, both lines are larger
SOURCE_SHARES = (4, 4, 6)  # of the width for each source; the caption of the last source can list four numbers


def scene(view: View[State], names: Sequence[str], say: Say, changes: Changes = ()) -> Scene:
    """The whole table, with outlines of the `changes` that are still visible."""
    state = position(view, Pavilion)
    boxes = places(len(state.boards), state.side)
    marks = traces(state, changes)
    is_titled = len(state.boards) == 2 and state.phase == DRAFTING  # then the supply is beside the title
    crowded = is_titled and letters_mislead({color: say(f"pavilion.color.{color}") for color in COLORS})
    shapes = [*title(state, say, crowded=crowded)]
    word = "word title" if is_titled else "word"
    shapes += market(state, boxes, {mark.source for mark in marks}, word, say)
    for seat, name in enumerate(names):
        shapes += board(state, seat, boxes.seats[seat], say)
        shapes += head(state, seat, boxes.seats[seat].head, name, say)
    shapes += _hands(state, boxes, say)
    shapes += outlines(marks, state, boxes, numbered=len(changes) > 1)
    shapes += result(state, boxes, names, say) if state.phase == OVER else ()
    picture = Scene(boxes.ground, tuple(shapes))
    if state.phase == OVER:
        return picture
    return explain_letters(picture, "pavilion.color", COLORS, say, CROWDED_LEGEND if crowded else TABLE_LEGEND)


def title(state: Pavilion, say: Say, *, crowded: bool) -> Iterator[Shape]:
    """Game, round, the wild colors of all six rounds, and the number of tiles in bag and tower.

    `crowded`: the legend already shows the six colors, so the color of this round is only underlined there.
    """
    over = state.phase == OVER
    progress = say("pavilion.picture.final") if over else say("pavilion.picture.round", round=state.round)
    yield Shape("title", TITLE_BOX, f"{say('pavilion.title')}\t{progress}")
    if not over:
        yield Shape("word title", CROWDED_WILD_LABEL_BOX if crowded else WILD_LABEL_BOX, say("pavilion.picture.wild"))
        now = CROWDED_LEGEND.tiles[state.round - 1]
        underline = Shape("underline", Box(now.x - 6, now.y + now.h + 5, 26, 3))
        yield from [underline] if crowded else wild_colors(state, FIRST_COLOR_X, 23)
        yield Shape("supply", STOCK_BOX, say("pavilion.picture.stock", bag=len(state.bag), tower=len(state.tower)))


def wild_colors(state: Pavilion, first: int, y: int) -> Iterator[Shape]:
    """The wild colors of the six rounds: past ones pale, that of this round large, lettered and underlined."""
    for at, color in enumerate(COLORS, 1):
        now = at == state.round
        past = at < state.round
        wide, high = WILD_COLOR_SIZE if now else OTHER_COLOR_SIZE
        x = first + COLOR_STEP * (at - 1) + (0 if now else -6 if past else 6)
        role = f"due {color}" if past else f"tile {color}"
        yield Shape(role, Box(x - wide // 2, y - high // 2, wide, high), color if now else "", UPRIGHT_CUT)
        if now:
            yield Shape("underline", Box(x - 13, y + high // 2 + 1, 26, 3))


def market(state: Pavilion, boxes: Places, marked: set[str], word: str, say: Say) -> Iterator[Shape]:
    """Factories, center and supply while drafting, later only the supply; `word`: the role of the label's shape."""
    if state.phase == DRAFTING:
        for at, tiles in enumerate(state.factories):
            box = boxes.layout.factories[at]
            look = " last" if str(at + 1) in marked else "" if tiles else " empty"
            yield Shape(f"factory{look}", box)
            for tile, tile_box in zip(tiles, boxes.factories[at], strict=False):
                yield Shape(f"tile {tile}", tile_box, tile_letter(tile, tile_box, boxes.layout.least), UPRIGHT_CUT)
            yield Shape(f"number{look}", square(box.x + 6, box.y + 6, boxes.layout.disc), str(at + 1))
        box = boxes.layout.center
        yield Shape("panel", box)
        if CENTER in marked:
            yield Shape("center last", box)
        look = " last" if CENTER in marked else "" if state.center or state.token else " empty"
        yield Shape(f"number{look}", square(box.x + 6, box.y + 6, boxes.layout.disc), CENTER)
        yield Shape("marker" if state.token else "marker due", boxes.token, "1")
        yield from (
            Shape("corner", boxes.center[color], cut=UPRIGHT_CUT) for color in COLORS if color not in state.center
        )
        yield from heap_shapes(state.center, boxes.center, boxes.layout.least)
    if state.phase != OVER:
        yield from _supply(state, boxes, word, say)


def heap_shapes(tiles: str, boxes: Mapping[str, Box], min_letter: int) -> Iterator[Shape]:
    """One tile of each color in a heap, with a number if there are several."""
    for color in COLORS:
        number = tiles.count(color)
        if number:
            yield Shape(f"tile {color}", boxes[color], tile_letter(color, boxes[color], min_letter), UPRIGHT_CUT)
        if number > 1:
            yield Shape("tally", count_box(boxes[color]), str(number))


def _supply(state: Pavilion, boxes: Places, word: str, say: Say) -> Iterator[Shape]:
    """The supply, framed while a seat chooses bonus tiles; `word` is the role of the label's shape."""
    band = boxes.supply[state.phase != DRAFTING]
    if word != "word title":
        yield Shape("panel", band.box)
    if state.owed:
        yield Shape("panel acting", band.box)
    yield Shape(word, band.label, say("pavilion.picture.supply"))
    for place, tile in zip(band.tiles, state.supply.ljust(len(band.tiles)), strict=True):
        color = tile.strip()
        yield Shape(
            f"tile {color}" if color else "corner", place, tile_letter(color, place, boxes.layout.least), UPRIGHT_CUT
        )


def owing_label(state: Pavilion, seat: Seat, name: str, say: Say) -> SeatLabel:
    """The label of a seat; if the seat has to choose bonus tiles, the note is their number."""
    label = seat_label(state, seat, name, state.boards[seat].score, say)
    owes = state.owed and seat in state.to_act()
    return replace(label, note=say("pavilion.picture.owed", n=state.owed), is_note_optional=False) if owes else label


def head(state: Pavilion, seat: Seat, box: Box, name: str, say: Say) -> Iterator[Shape]:
    """Name and points, with the start token if the seat holds it."""
    label = owing_label(state, seat, name, say)
    token = holds_token(state, seat)
    yield from nameplate(box, replace(label, reserved=TOKEN_WIDTH) if token else label)
    if token:
        right = box.x + box.w - 14 - score_width(label.score)
        yield Shape("marker", square(right - TOKEN_WIDTH // 2, box.y + box.h // 2, 13), "1")


def holds_token(state: Pavilion, seat: Seat) -> bool:
    """Whether this seat holds the start token; False after the end, when the token has no meaning."""
    return seat == state.starter and not state.token and state.phase != OVER


def board(state: Pavilion, seat: Seat, boxes: BoardPlaces, say: Say) -> Iterator[Shape]:
    """The tiles on the stars, the surrounded ornaments, and the kept tiles in the corners."""
    player = state.boards[seat]
    if mood := seat_label(state, seat, "", player.score, say).mood:
        yield Shape(f"panel {mood}", boxes.panel)
    for star, cells in enumerate(player.stars):
        yield from _star(state, star, cells, boxes)
    for ornament, box in zip(ORNAMENTS, boxes.ornaments, strict=True):
        if all(player.covers(*at) for at in ornament.spaces):
            yield Shape(f"{ornament.kind} lit", box)
    for tile, box in zip(player.corners, boxes.corners, strict=False):
        yield Shape(f"tile {tile}", box, cut=UPRIGHT_CUT)


def _star(state: Pavilion, star: int, cells: str, boxes: BoardPlaces) -> Iterator[Shape]:
    """The tiles of a star; its open spaces have a color as soon as they accept only that color."""
    if not cells.strip(EMPTY):
        return
    color = accepted_colors(state.board_side.kinds[star], cells)
    decided = len(color) == 1 and not star_color(state.side, star)
    for slot, (tile, petal) in enumerate(zip(cells, boxes.petals[star], strict=True)):
        if tile != EMPTY:
            yield Shape(f"tile {tile}", petal.box, cut=petal.cut)
        elif decided:
            yield from space_shapes(petal, color, state.board_side.costs[star][slot], slot + 1)
    yield Shape("star", boxes.names[star], STARS[star])


def _hands(state: Pavilion, boxes: Places, say: Say) -> Iterator[Shape]:
    chips = boxes.layout.chips
    if state.phase == OVER:
        return
    if chips:
        yield Shape("panel", Box(12, chips[0].y - 22, 412, 800 - 10 - chips[0].y + 22))
    for seat, player in enumerate(state.boards):
        acts = " acting" if seat in state.to_act() else ""
        if chips:
            yield Shape(f"chip{acts}", chips[seat], str(seat + 1))
        if player.passed:
            yield Shape("rest", boxes.trays[seat], passed_text(player, say))
        else:
            yield from heap_shapes(player.hand, boxes.hands[seat], boxes.layout.least)


def passed_text(player: Board, say: Say) -> str:
    """The text in place of the hand of a seat that has passed."""
    return say("pavilion.picture.passed", n=len(player.corners), kept=bool(player.corners))


def result(state: Pavilion, boxes: Places, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """The points of complete stars on the boards, and a card for each seat with the breakdown of its points."""
    for seat, spot in boxes.seats.items():
        yield from star_awards(state.boards[seat], spot)
    seats = list(range(len(names)))  # cards above the boards are in seat order, others by rank
    tall = boxes.layout.cards[0].h >= TALL_CARD_HEIGHT
    if tall:
        seats.sort(key=lambda seat: ranks(state)[seat])
    for seat, card in zip(seats, boxes.layout.cards, strict=True):
        yield Shape("panel", card)
        room = card
        if tall:
            label = seat_label(state, seat, names[seat], state.boards[seat].score, say)
            if label.mood:
                yield Shape(f"panel {label.mood}", card)
            # The board shows the note.
            yield from nameplate(Box(card.x, card.y, card.w, CARD_HEAD_HEIGHT), replace(label, note=""))
            room = Box(card.x, card.y + CARD_HEAD_HEIGHT, card.w, card.h - CARD_HEAD_HEIGHT)
        for points, caption, box in point_sources(state, seat, room.inset(8), say):
            value, below = ("close value", "rest") if box.h >= ROOMY_HEIGHT else ("value", "caption")
            top = box.y + (box.h - VALUE_HEIGHT - CAPTION_HEIGHT) // 2
            yield Shape(value if points != "+0" else f"{value} none", Box(box.x, top, box.w, VALUE_HEIGHT), points)
            yield Shape(below, Box(box.x, top + VALUE_HEIGHT, box.w, CAPTION_HEIGHT), caption)


def point_sources(state: Pavilion, seat: Seat, room: Box, say: Say) -> Iterator[tuple[str, str, Box]]:
    """The sources of a seat's points, each with points, caption and box: the rounds, then stars and numbers."""
    player = state.boards[seat]
    goals = list(player.reached_goals(state.board_side))
    numbers = ", ".join(goal for goal, _ in goals if goal.isdigit())
    stars = sum(points for goal, points in goals if not goal.isdigit())
    added = sum(points for _, points in goals)
    parts = (
        (str(player.score - added), say("pavilion.picture.rounds")),
        (f"+{stars}", say("pavilion.picture.stars")),
        (f"+{added - stars}", say("pavilion.picture.numbers", list=numbers)),
    )
    x = room.x
    for (points, caption), share in zip(parts, SOURCE_SHARES, strict=True):
        wide = room.w * share // sum(SOURCE_SHARES)
        yield points, caption, Box(x, room.y, wide, room.h)
        x += wide


def star_awards(player: Board, boxes: BoardPlaces) -> Iterator[Shape]:
    """The points of each complete star, in gold, in place of the name of the star."""
    for cells, name in zip(player.stars, boxes.names, strict=True):
        if EMPTY not in cells:
            points = STAR_POINTS[cells[0]] if len(set(cells)) == 1 else MIXED_POINTS
            high = round(name.h * 1.35)
            wide = high * 2
            x = name.x + name.w // 2 - wide // 2
            y = name.y + name.h // 2 - high // 2
            yield Shape("star lit", Box(x, y, wide, high), f"+{points}")
