"""The picture of the chances to win in a finished game: a line a seat, the turns that mattered, how well each played.

Two seats have their lines in one plot; more have a row each. Knows no search and no pixels.
"""

from collections.abc import Iterator

from engine.core import Seat
from render.cards.chances_axes import LETTER, NOTE, SCALE, levels, name, number, rounds, ticks
from render.cards.chances_places import MARK, SPOT, Plot, crowns, marks, numbers
from render.cards.chances_words import Chances, TurningPoint, by_place
from render.cards.parts import GAP, MARGIN, WIDTH, card, frieze, percent, stacked
from render.looks.curve import line, thinned
from render.parts.heads import square
from render.scene import Box, Say, Scene, Shape

TOP, WIDE = 98, WIDTH - 2 * MARGIN  # board units above the panels; of a panel
LEFT, RIGHT = SCALE + 12, 34  # board units of the panel left and right of the lines
HIGH, BELOW = 372, 44  # board units of the lines, and below them
ABOVE, BARE = 46, 14  # board units above the lines, with and without rounds
LEVELS = (0, 25, 50, 75, 100)  # percent
CELL, SAMPLE, NUMBER, PERCENT = 54, 72, 34, 90  # board units of a seat: its height and what it has
ROW = {3: 170, 4: 144, 5: 122, 6: 102}  # board units of a row, by seats, where each has one
WHO, PAD, LINE = 312, 12, 28  # board units of a row for who it is; beside what is written; of a line of letters
KEY = 44  # board units of the thin line beside what it is
FEW_LEVELS = (0, 50, 100)


def scene(view: Chances, say: Say) -> Scene:
    """Every shape, in a picture as high as it needs."""
    parts = [_chart(view, say), _legend(view, say)] if len(view.names) == 2 else [_rows(view, say)]
    shapes, bottom = stacked(parts, TOP)
    caption = say("chances_picture.caption" if len(view.names) == 2 else "chances_picture.caption_many")
    title = Shape("card title", Box(28, 46, WIDTH - 56, 40), f"{view.title}\t{caption}")
    return card(bottom + MARGIN, [*frieze(), title, *shapes])


def _chart(view: Chances, say: Say) -> Iterator[Shape]:
    """The lines with what helps to read them; numbers and marks on top."""
    above = ABOVE if view.rounds else BARE
    plot = Plot(Box(MARGIN + LEFT, above, WIDE - LEFT - RIGHT, HIGH), view.moments)
    yield Shape("panel", Box(MARGIN, 0, WIDE, above + HIGH + BELOW))
    yield from levels(plot, LEVELS, say)
    yield from rounds(view, plot, plot.box.x + plot.box.w + RIGHT, say)
    yield from ticks(view, plot, say)
    for seat, spots in enumerate(plot.lines):
        yield line(f"line {seat + 1}", plot.box, list(thinned([(x - plot.box.x, y - plot.box.y) for x, y in spots])))
    won = crowns(plot, [seat for seat in by_place(view) if view.places[seat] == 1])
    points = [square(*plot.spot(turn), SPOT) for turn in view.turns]
    boxes = numbers(plot, view.turns)
    for seat, box in (*won, *marks(plot, (*points, *boxes))):
        yield Shape(f"mark {seat + 1}", box)  # besides its color
    yield from (Shape("turn spot", box) for box in points)
    yield from (Shape("turn", box, str(n)) for n, box in enumerate(boxes, 1))


def _legend(view: Chances, say: Say) -> Iterator[Shape]:
    """The seats side by side, the better one first: line and mark, number, name and place, accuracy."""
    half = (WIDE - GAP) // 2
    for at in range(2):
        x = MARGIN + at * (half + GAP)
        yield Shape("column right", Box(x + half - 16 - 300, 0, 300, NOTE), say("chances_picture.accuracy"))
    for at, seat in enumerate(by_place(view)):
        box = Box(MARGIN + at * (half + GAP), NOTE, half, CELL)
        yield from _seat(view, seat, box, say)


def _seat(view: Chances, seat: Seat, box: Box, say: Say) -> Iterator[Shape]:
    yield Shape("panel", box)
    middle = box.y + box.h // 2
    sample = Box(box.x + 16, middle - 1, SAMPLE, 2)
    yield line(f"line {seat + 1}", sample, [(0, 1), (SAMPLE, 1)])
    yield Shape(f"mark {seat + 1}", square(sample.x + SAMPLE // 2, middle, MARK))
    plate = Box(sample.x + SAMPLE + 14, middle - NUMBER // 2, NUMBER, NUMBER)
    yield number(view, seat, plate)
    left, place = plate.x + NUMBER + 12, say("picture.place", n=view.places[seat])
    yield name(view, seat, Box(left, box.y, box.x + box.w - 16 - PERCENT - left, box.h), say, place)
    accuracy = view.accuracy[seat]
    figure = Box(box.x + box.w - 16 - PERCENT, box.y, PERCENT, box.h)
    if accuracy is None:
        yield Shape("accuracy none", figure, "–")
    else:
        yield Shape("accuracy", figure, percent(accuracy / 100, say))
    if seat == view.reader:
        yield Shape("mine", box)


def _rows(view: Chances, say: Say) -> Iterator[Shape]:
    """Of three seats and more, whose lines in one plot would cross too often: a row for each, the best seat first."""
    seats, above = by_place(view), ABOVE if view.rounds else BARE
    high, wide = ROW[len(seats)], WIDE
    whole = Plot(_room_of(Box(MARGIN, above, wide, high * len(seats))), view.moments)
    yield Shape("panel", Box(MARGIN, 0, wide, above + whole.box.h + BELOW))
    yield from rounds(view, whole, MARGIN + wide, say)
    yield from ticks(view, whole, say)
    key, text = Box(MARGIN + PAD, above + whole.box.h + 8, KEY, NOTE), say("chances_picture.rival")
    yield line("rival", Box(key.x, key.y + NOTE // 2, KEY, 2), [(0, 1), (KEY, 1)])
    yield Shape("tick note first", Box(key.x + KEY + 10, key.y, LETTER * len(text), NOTE), text)
    for at, seat in enumerate(seats):
        row = Box(MARGIN, above + at * high, wide, high)
        if at:
            yield Shape("hairline", Box(row.x, row.y - 1, row.w, 2))
        yield from _who(view, seat, row, say)
        yield from _course(view, seat, row, say)
    if view.reader is not None:
        yield Shape("mine", Box(MARGIN, above + high * seats.index(view.reader), wide, high))


def _room_of(row: Box) -> Box:
    left = WHO + SCALE
    return Box(row.x + left, row.y, row.w - left - RIGHT, row.h)


def _who(view: Chances, seat: Seat, row: Box, say: Say) -> Iterator[Shape]:
    left, top = row.x + PAD, row.y + (row.h - 3 * LINE) // 2
    yield number(view, seat, Box(left, top - (NUMBER - LINE) // 2, NUMBER, NUMBER))
    left += NUMBER + PAD
    lines = [Box(left, top + at * LINE, row.x + WHO - left, LINE) for at in range(3)]
    yield name(view, seat, lines[0], say)
    yield Shape("tick note first", lines[1], say("picture.place", n=view.places[seat]))
    accuracy, word = view.accuracy[seat], say("chances_picture.accuracy")
    if accuracy is None:
        yield Shape("tick note first", lines[2], f"– {word}")
    else:
        yield Shape("accuracy of", lines[2], f"{percent(accuracy / 100, say)}\t{word}")


def _course(view: Chances, seat: Seat, row: Box, say: Say) -> Iterator[Shape]:
    """The line of the seat above its area, the best of the others, and the turns at which this seat had to decide."""
    others = [other for other in range(len(view.names)) if other != seat]
    both = [(chances[seat], max(chances[other] for other in others)) for chances in view.moments]
    plot = Plot(_room_of(row), both, beside=0)
    own, rival = (list(thinned([(x - plot.box.x, y - plot.box.y) for x, y in spots])) for spots in plot.lines)
    yield line(f"area {seat + 1}", plot.box._replace(h=plot.level(0) - plot.box.y), own)
    yield from levels(plot, FEW_LEVELS, say)
    yield line("rival", plot.box, rival)
    yield line(f"course {seat + 1}", plot.box, own)
    here = {n: TurningPoint(turn.moment, 0, turn.after) for n, turn in enumerate(view.turns, 1) if turn.seat == seat}
    yield from (Shape("turn spot", square(*plot.spot(turn), SPOT)) for turn in here.values())
    for n, box in zip(here, numbers(plot, [*here.values()]), strict=True):
        yield Shape("turn", box, str(n))
