"""The picture of the chances to win in a finished game: a line a seat, the turns that mattered, how well each played.

Knows no search and no pixels.
"""

from collections.abc import Iterator

from engine.core import Seat
from render.cards.chances_places import MARK, SPOT, Plot, crowns, marks, numbers
from render.cards.chances_words import Chances, by_place, decisions
from render.cards.parts import GAP, MARGIN, WIDTH, card, frieze, percent, stacked
from render.looks.curve import line, thinned
from render.looks.font import covers, plain
from render.parts.heads import square
from render.scene import Box, Say, Scene, Shape

TOP, WIDE = 98, WIDTH - 2 * MARGIN  # board units above the panels; of a panel
LEFT, RIGHT = 92, 34  # board units of the panel left and right of the lines
HIGH, BELOW = 372, 44  # board units of the lines, and below them
ABOVE, BARE = 46, 14  # board units above the lines, with and without rounds
LEVELS = (0, 25, 50, 75, 100)  # percent
CUTS = ("", "", "up", "down", "0", "")  # of the marks of seats: triangles and a rhomb lie in their boxes in a way
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # between decisions that have their number below
TICK, LETTER = 60, 14  # board units of the least room for a number; of a letter
NOTE = 32  # board units of a line of small letters
CELL, NEXT, SAMPLE, NUMBER, PERCENT = 54, 8, 72, 34, 90  # board units of a seat: height, gap, and what it has


def scene(view: Chances, say: Say) -> Scene:
    """Every shape, in a picture as high as it needs."""
    shapes, bottom = stacked([_chart(view, say), _legend(view, say)], TOP)
    return card(bottom + MARGIN, [*frieze(), _title(view, say), *shapes])


def _title(view: Chances, say: Say) -> Shape:
    return Shape("card title", Box(28, 46, WIDTH - 56, 40), f"{view.title}\t{say('chances_picture.caption')}")


def _chart(view: Chances, say: Say) -> Iterator[Shape]:
    """The lines with what helps to read them; numbers and marks on top."""
    above = ABOVE if view.rounds else BARE
    plot = Plot(Box(MARGIN + LEFT, above, WIDE - LEFT - RIGHT, HIGH), view.moments)
    yield Shape("panel", Box(MARGIN, 0, WIDE, above + HIGH + BELOW))
    yield from _levels(plot, say)
    yield from _rounds(view, plot, say)
    yield from _ticks(view, plot, say)
    for seat, spots in enumerate(plot.lines):
        yield line(f"line {seat + 1}", plot.box, list(thinned([(x - plot.box.x, y - plot.box.y) for x, y in spots])))
    won = crowns(plot, [seat for seat in by_place(view) if view.places[seat] == 1])
    points = [square(*plot.spot(turn), SPOT) for turn in view.turns]
    boxes = numbers(plot, view.turns)
    for seat, box in (*won, *marks(plot, (*points, *boxes))):
        yield _mark(seat, box)
    yield from (Shape("turn spot", box) for box in points)
    yield from (Shape("turn", box, str(number)) for number, box in enumerate(boxes, 1))


def _levels(plot: Plot, say: Say) -> Iterator[Shape]:
    for level in LEVELS:
        y = plot.level(level / 100)
        yield Shape("level", Box(plot.box.x, y - 1, plot.box.w, 2))
        yield Shape("level note", Box(MARGIN + 4, y - 15, LEFT - 16, 30), percent(level / 100, say))


def _rounds(view: Chances, plot: Plot, say: Say) -> Iterator[Shape]:
    """A thin line where a round begins, and its number above, where it has room."""
    free = plot.box.x
    for number, moment in enumerate(view.rounds, 1):
        x = plot.across(moment)
        if moment:
            yield Shape("round", Box(x - 1, plot.box.y - 4, 2, plot.box.h + 4))
        text = say("chances_picture.round", n=number) if number == 1 else str(number)
        room = max(TICK, LETTER * len(text) + GAP)
        if free <= x <= plot.box.x + plot.box.w - room + RIGHT:
            yield Shape("tick note first", Box(x, plot.box.y - 6 - NOTE, room, NOTE), text)
            free = x + room


def _ticks(view: Chances, plot: Plot, say: Say) -> Iterator[Shape]:
    """The first decision, round numbers of others, and the end."""
    first, end = say("chances_picture.decision", n=1), say("chances_picture.end")
    y, right = plot.box.y + plot.box.h, plot.box.x + plot.box.w
    least, most = plot.box.x + LETTER * len(first) + TICK // 2, right - LETTER * len(end) - TICK // 2
    count = decisions(view)
    step = next(step for step in STEPS if plot.box.w * step >= TICK * count)
    regular = range(step, count + 1, step)
    for x in (plot.box.x, *(plot.across(at - 1) for at in regular if at > 1), right):
        yield Shape("tick", Box(x - 1, y, 2, 8))
    yield Shape("tick note first", Box(plot.box.x, y + 8, least - plot.box.x, NOTE), first)
    for at in regular:
        if least <= plot.across(at - 1) <= most:
            yield Shape("tick note", Box(plot.across(at - 1) - TICK // 2, y + 8, TICK, NOTE), str(at))
    yield Shape("tick note last", Box(most, y + 8, right - most, NOTE), end)


def _mark(seat: Seat, box: Box) -> Shape:
    """What tells the line of a seat from others besides its color."""
    return Shape(f"mark {seat + 1}", box, cut=CUTS[seat])


def _legend(view: Chances, say: Say) -> Iterator[Shape]:
    """The seats by place, two abreast: line and mark, number, name and place, accuracy."""
    half = (WIDE - GAP) // 2
    for at in range(2):
        x = MARGIN + at * (half + GAP)
        yield Shape("column right", Box(x + half - 16 - 300, 0, 300, NOTE), say("chances_picture.accuracy"))
    for at, seat in enumerate(by_place(view)):
        box = Box(MARGIN + at % 2 * (half + GAP), NOTE + at // 2 * (CELL + NEXT), half, CELL)
        yield from _seat(view, seat, box, say)


def _seat(view: Chances, seat: Seat, box: Box, say: Say) -> Iterator[Shape]:
    yield Shape("panel", box)
    middle = box.y + box.h // 2
    sample = Box(box.x + 16, middle - 1, SAMPLE, 2)
    yield line(f"line {seat + 1}", sample, [(0, 1), (SAMPLE, 1)])
    yield _mark(seat, square(sample.x + SAMPLE // 2, middle, MARK))
    number = Box(sample.x + SAMPLE + 14, middle - NUMBER // 2, NUMBER, NUMBER)
    yield Shape(f"seat number{' first' if view.places[seat] == 1 else ''}", number, str(seat + 1))
    left = number.x + NUMBER + 12
    yield _name(view, seat, Box(left, box.y, box.x + box.w - 16 - PERCENT - left, box.h), say)
    accuracy = view.accuracy[seat]
    figure = Box(box.x + box.w - 16 - PERCENT, box.y, PERCENT, box.h)
    if accuracy is None:
        yield Shape("accuracy none", figure, "–")
    else:
        yield Shape("accuracy", figure, percent(accuracy / 100, say))
    if seat == view.reader:
        yield Shape("mine", box)


def _name(view: Chances, seat: Seat, box: Box, say: Say) -> Shape:
    """The name with the place behind it."""
    place = say("picture.place", n=view.places[seat])
    if covers(view.names[seat]):
        return Shape("seat", box, f"{plain(view.names[seat])}\t{place}")
    return Shape("seat unnamed", box, f"{say('leaderboard_picture.unnamed')}\t{place}")
