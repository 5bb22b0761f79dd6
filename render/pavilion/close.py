"""The picture of one seat of Summer Pavilion for phones, with all tiles that the seat can take.

Knows nothing about pixels and texts: `say` supplies the words. No text is smaller than 22 of the 720 board units.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from engine.core import Seat, State, View
from engine.games.pavilion import Pavilion
from engine.games.pavilion.moves import CENTER, DRAFTING, OVER
from engine.games.pavilion.sets import COLORS, SUPPLY_SIZE
from render.parts import CLOSE_BADGE_SIZE, Legend, box_row, drawable_seat_name, explain_letters, position, square
from render.pavilion.outlines import Trace, gain_text, outlines, shift_inside, traces
from render.pavilion.places import (
    Band,
    PictureLayout,
    Places,
    Scale,
    board_places,
    color_boxes,
    factory_boxes,
    printed_board,
    spread,
)
from render.pavilion.scene import (
    board,
    heap_shapes,
    holds_token,
    market,
    owing_label,
    passed_text,
    point_sources,
    star_awards,
    wild_colors,
)
from render.scene import Box, Changes, Ground, Say, Scene, Shape

CLOSE_WIDTH = 720
CLOSE_EDGE = 12
PANEL_GAP = 8
MIN_TEXT_SIZE = 22  # board units
TOP_LINE_HEIGHT = 50  # board units of the top line
TOP_STRIP_HEIGHT = 62  # board units of the top line with the gap below it, into which the numbers of factories extend
NEWS_HEIGHT = 34  # board units below the top line for news of other seats
CLOSE_HEAD_HEIGHT = 56  # board units
STARS_GAP = 12  # board units between head and stars
CLOSE_HAND_HEIGHT = 92  # board units
FACTORY_HEIGHT = 69  # board units
CENTER_HEIGHT = 80  # board units
SMALL_SUPPLY_HEIGHT = 62  # board units of the supply in the drafting phase
LARGE_SUPPLY_HEIGHT = 152  # board units of the supply in the placing phase
CLOSE_LEGEND = Legend(box_row(Box(216, TOP_STRIP_HEIGHT + 8, 16, 28), 82, 6), 60, look="close legend", cut="0")
LOWER_CLOSE_LEGEND = replace(CLOSE_LEGEND, tiles=tuple(box.move_down(NEWS_HEIGHT) for box in CLOSE_LEGEND.tiles))
FACTORIES_PER_ROW = 5
CLOSE_GAIN_PADDING = 18  # board units of the pill of points, without its digits
CLOSE_DIGIT_WIDTH = 15  # board units of each of these digits
OTHERS_LEFT = 400  # board units left of the other seats
MAX_OTHER_WIDTH = 190  # board units of another seat: its number, name and points
# By number of rows of factories.
STAR_SCALES = tuple(Scale(*size, 30, MIN_TEXT_SIZE) for size in ((74, 64), (66, 57), (60, 52)))


def close(view: View[State], names: Sequence[str], say: Say, changes: Changes, seat: Seat) -> Scene:
    """Round, wild color and the points of other seats; the tiles on offer; the board and hand of the seat."""
    state = position(view, Pavilion)
    boxes = seat_places(state, seat)
    marks = traces(state, changes)
    shapes = [
        *_top_strip(state, seat, names, say),
        *market(state, boxes, {mark.source for mark in marks}, "word close", say),
    ]
    shapes += board(state, seat, boxes.seats[seat], say)
    shapes += _head(state, seat, boxes.seats[seat].head, names[seat], say)
    shapes += _hand(state, seat, boxes, say)
    own = [mark for mark in marks if mark.seat == seat]
    shapes += map(_enlarge, outlines(own, state, boxes, numbered=len(changes) > 1))
    shapes += star_awards(state.boards[seat], boxes.seats[seat]) if state.phase == OVER else ()
    shapes += _source_badges(marks, boxes, seat) if len(changes) > 1 else ()
    shapes += _news_of_others(state, marks, seat, numbered=len(changes) > 1)
    picture = Scene(boxes.ground, tuple(shapes))
    lettered = any(shape.role.startswith("tile ") and shape.text for shape in shapes)
    legend = CLOSE_LEGEND if state.phase == DRAFTING else LOWER_CLOSE_LEGEND
    return explain_letters(picture, "pavilion.color", COLORS, say, legend) if lettered else picture


def _source_badges(marks: Sequence[Trace], boxes: Places, seat: Seat) -> Iterator[Shape]:
    """The numbers of other seats' moves, at the sources that they emptied; the boards of these seats are not shown."""
    sources: dict[str, list[int]] = {}
    for mark in marks:
        if mark.source and mark.seat != seat:
            sources.setdefault(mark.source, []).append(mark.move)
    for source, numbers in sources.items():
        box = boxes.source(source)
        right = box.x + box.w
        y = box.y + 4
        if source != CENTER:  # an empty factory
            right = box.x + (box.w + CLOSE_BADGE_SIZE) // 2
            y = box.y + box.h // 2
        for at, number in enumerate(reversed(numbers)):
            spot = square(right - CLOSE_BADGE_SIZE // 2 - (CLOSE_BADGE_SIZE + 2) * at, y, CLOSE_BADGE_SIZE // 2)
            yield shift_inside(Shape("badge", spot, str(number)), CLOSE_WIDTH)


def _news_of_others(state: Pavilion, marks: Sequence[Trace], seat: Seat, *, numbered: bool) -> Iterator[Shape]:
    """The last two placing moves of each other seat, below its points: the numbers of the moves and their total points.

    This picture does not show the boards of these seats. In the drafting phase, the moves are of the previous round;
    later drafts are marked at their sources.
    """
    for other, x, room in _other_seats(state, seat):
        own = [mark for mark in marks if mark.seat == other and not mark.source][-2:]
        for at, mark in enumerate(own if numbered else ()):
            yield Shape(
                "badge",
                Box(x + (CLOSE_BADGE_SIZE + 2) * at, TOP_LINE_HEIGHT - 1, CLOSE_BADGE_SIZE, CLOSE_BADGE_SIZE),
                str(mark.move),
            )
        won = gain_text(sum(mark.points for mark in own))
        wide = CLOSE_GAIN_PADDING + CLOSE_DIGIT_WIDTH * len(won)
        left = x + (CLOSE_BADGE_SIZE + 2) * len(own) * numbered
        if won and left + wide <= x + room:
            yield Shape("close gain", Box(left, TOP_LINE_HEIGHT - 1, wide, CLOSE_BADGE_SIZE), won)


def _other_seats(state: Pavilion, seat: Seat) -> Iterator[tuple[Seat, int, int]]:
    """The other seats, each with the left edge and the width of its place in the top line."""
    others = [other for other in range(len(state.boards)) if other != seat]
    wide = min(MAX_OTHER_WIDTH, (CLOSE_WIDTH - CLOSE_EDGE - OTHERS_LEFT) // len(others))
    for at, other in enumerate(others):
        yield other, CLOSE_WIDTH - CLOSE_EDGE - wide * (len(others) - at), wide


def seat_places(state: Pavilion, seat: Seat) -> Places:
    """The boxes of this seat's picture; its only board has the seat as its key."""
    boxes = close_places(len(state.factories) if state.phase == DRAFTING else 0, state.side)
    return replace(boxes, seats={seat: boxes.seats[0]}, trays={seat: boxes.trays[0]}, hands={seat: boxes.hands[0]})


@cache
def close_places(offered: int, side: str) -> Places:
    """The boxes of a board, with the key 0, below `offered` factories; if there are none, the supply is larger."""
    layout = _layout(offered)
    alone = board_places(layout.panels[0], CLOSE_HEAD_HEIGHT, STARS_GAP, layout.scale)
    heap = layout.center
    small = layout.small
    large = layout.large
    beside = Box(small.x + 110, small.y, small.w - 116, small.h)
    below = Box(large.x + 6, large.y + 40, large.w - 12, layout.bonus[1][1])
    return Places(
        layout,
        Ground(CLOSE_WIDTH, layout.height, tuple(printed_board(alone, side))),
        tuple(factory_boxes(box, layout.offer) for box in layout.factories),
        color_boxes(Box(heap.x + 84, heap.y, heap.w - 88, heap.h), (40, 70)),
        Box(heap.x + 34, heap.y + (heap.h - 44) // 2, 44, 44),
        (
            Band(small, Box(small.x + 16, small.y, 100, small.h), spread(beside, SUPPLY_SIZE, layout.bonus[0])),
            Band(large, Box(large.x + 16, large.y + 4, 200, 36), spread(below, SUPPLY_SIZE, layout.bonus[1])),
        ),
        {0: alone},
        {0: layout.trays[0]},
        {0: color_boxes(layout.trays[0], layout.held)},
    )


def _layout(offered: int) -> PictureLayout:
    rows = -(-offered // FACTORIES_PER_ROW)
    width = CLOSE_WIDTH - 2 * CLOSE_EDGE
    top = TOP_STRIP_HEIGHT + NEWS_HEIGHT
    row_height = FACTORY_HEIGHT + PANEL_GAP
    wide = (width - PANEL_GAP * (FACTORIES_PER_ROW - 1)) // FACTORIES_PER_ROW
    shelf = []
    for at in range(offered):
        x = CLOSE_EDGE + (wide + PANEL_GAP) * (at % FACTORIES_PER_ROW)
        shelf.append(Box(x, top + row_height * (at // FACTORIES_PER_ROW), wide, FACTORY_HEIGHT))
    heap = Box(CLOSE_EDGE, top + row_height * rows, width, CENTER_HEIGHT)
    small = Box(CLOSE_EDGE, heap.y + CENTER_HEIGHT + PANEL_GAP, width, SMALL_SUPPLY_HEIGHT)
    large = Box(CLOSE_EDGE, top, width, LARGE_SUPPLY_HEIGHT)
    scale = STAR_SCALES[rows]
    above = small if offered else large
    height = CLOSE_HEAD_HEIGHT + STARS_GAP + 10 * scale.height + CLOSE_HAND_HEIGHT
    panel = Box(CLOSE_EDGE, above.y + above.h + PANEL_GAP, width, height)
    tray = Box(panel.x + 8, panel.y + panel.h - CLOSE_HAND_HEIGHT + 2, panel.w - 16, CLOSE_HAND_HEIGHT - 8)
    return PictureLayout(
        panel.y + panel.h + CLOSE_EDGE,
        scale,
        (panel,),
        CLOSE_HEAD_HEIGHT,
        STARS_GAP,
        tuple(shelf),
        heap,
        small,
        large,
        trays=(tray,),
        cards=(large,),
        offer=(28, 49),
        bonus=((30, 52), (56, 97)),
        held=(44, 76),
        least=MIN_TEXT_SIZE,
        disc=18,
    )


def _top_strip(state: Pavilion, seat: Seat, names: Sequence[str], say: Say) -> Iterator[Shape]:
    """The round, its wild color, and the names and points of the other seats; gold marks the start token."""
    over = state.phase == OVER
    progress = say("pavilion.picture.final") if over else say("pavilion.picture.round", round=state.round)
    yield Shape("title", Box(16, 2, 124, TOP_LINE_HEIGHT), progress)
    if not over:
        yield Shape("close wild", Box(146, 2, 60, TOP_LINE_HEIGHT), say("pavilion.picture.wild"))
        yield from (shape._replace(text="") for shape in wild_colors(state, 224, 25))
    for other, x, room in _other_seats(state, seat):
        mood = " acting" if other in state.to_act() else " lit" if holds_token(state, other) else ""
        yield Shape(f"seat{mood}", Box(x, 9, 34, 34), str(other + 1))
        if drawable_seat_name(names[other]):
            yield Shape("close other", Box(x + 40, 2, room - 42, 24), drawable_seat_name(names[other]))
        yield Shape("points", Box(x + 40, 25, room - 44, 28), str(state.boards[other].score))


def _head(state: Pavilion, seat: Seat, box: Box, name: str, say: Say) -> Iterator[Shape]:
    label = owing_label(state, seat, name, say)
    mood = f" {label.mood}" if label.mood else ""
    if label.mood:
        yield Shape(f"head{mood}", box)
    yield Shape(f"close plaque{mood}", Box(box.x + 12, box.y + 9, 38, 38), str(seat + 1))
    text = drawable_seat_name(name) + (f"\t{label.note}" if label.note else "")
    if text:
        yield Shape(f"close name{mood}", Box(box.x + 64, box.y, box.w - 64 - 170, box.h), text)
    if holds_token(state, seat):
        yield Shape("marker", square(box.x + box.w - 128, box.y + box.h // 2, 20), "1")
    yield Shape(f"close score{mood}", Box(box.x + box.w - 118, box.y, 100, box.h), str(label.score))


def _hand(state: Pavilion, seat: Seat, boxes: Places, say: Say) -> Iterator[Shape]:
    """The hand, or after the end the breakdown of points."""
    player = state.boards[seat]
    tray = boxes.trays[seat]
    if state.phase == OVER:
        yield Shape("panel", boxes.layout.cards[0])
        for points, caption, box in point_sources(state, seat, boxes.layout.cards[0].inset(8), say):
            look = "close value" if points != "+0" else "close value none"
            yield Shape(look, Box(box.x, box.y + 30, box.w, 48), points)
            yield Shape("close caption", Box(box.x, box.y + 80, box.w, 36), caption)
    elif player.passed:
        yield Shape("rest", tray, passed_text(player, say))
    else:
        yield from heap_shapes(player.hand, boxes.hands[seat], boxes.layout.least)


def _enlarge(shape: Shape) -> Shape:
    """Enlarge the number or the points of a move for a phone, around its center, but inside the picture."""
    if shape.role not in ("badge", "gain"):
        return shape
    box = shape.box
    wide = CLOSE_BADGE_SIZE if shape.role == "badge" else CLOSE_GAIN_PADDING + CLOSE_DIGIT_WIDTH * len(shape.text)
    x = box.x + box.w // 2 - wide // 2 + (0 if shape.role == "gain" else -(CLOSE_BADGE_SIZE - box.w) // 2)
    y = box.y + box.h // 2 - CLOSE_BADGE_SIZE // 2
    role = "close gain" if shape.role == "gain" else "badge"
    return shift_inside(Shape(role, Box(x, y, wide, CLOSE_BADGE_SIZE), shape.text), CLOSE_WIDTH)
