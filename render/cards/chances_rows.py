"""The chances of three seats and more: a row for each, with its line and, thinly, the best of the others.

In one plot so many lines would cross too often to be followed. Knows no search and no pixels.
"""

from collections.abc import Iterator

from engine.core import Seat
from render.cards.chances_axes import LETTER, NOTE, SCALE, levels, name, number, rounds, ticks
from render.cards.chances_places import SPOT, Plot, numbers
from render.cards.chances_words import Chances, TurningPoint, by_place
from render.cards.parts import MARGIN, WIDTH, percent
from render.looks.curve import line, thinned
from render.parts.heads import square
from render.scene import Box, Say, Shape

HIGH = {3: 170, 4: 144, 5: 122, 6: 102}  # board units of a row, by seats
ABOVE, BARE, BELOW = 46, 14, 44  # board units above the rows, with and without rounds, and below them
WHO, RIGHT = 312, 34  # board units of a row for who it is, and right of the line
LEVELS = (0, 50, 100)  # percent
PAD, NUMBER, LINE = 12, 34, 28  # board units beside what is written; of the number of a seat; of a line of letters
SAMPLE = 44  # board units of the thin line beside what it is


def chart(view: Chances, say: Say) -> Iterator[Shape]:
    """All rows, the best seat first, above one axis."""
    seats, above = by_place(view), ABOVE if view.rounds else BARE
    high, wide = HIGH[len(seats)], WIDTH - 2 * MARGIN
    whole = Plot(_lines(Box(MARGIN, above, wide, high * len(seats))), view.moments)
    yield Shape("panel", Box(MARGIN, 0, wide, above + whole.box.h + BELOW))
    yield from rounds(view, whole, MARGIN + wide, say)
    yield from ticks(view, whole, say)
    key, text = Box(MARGIN + PAD, above + whole.box.h + 8, SAMPLE, NOTE), say("chances_picture.rival")
    yield line("rival", Box(key.x, key.y + NOTE // 2, SAMPLE, 2), [(0, 1), (SAMPLE, 1)])
    yield Shape("tick note first", Box(key.x + SAMPLE + 10, key.y, LETTER * len(text), NOTE), text)
    for at, seat in enumerate(seats):
        row = Box(MARGIN, above + at * high, wide, high)
        if at:
            yield Shape("hairline", Box(row.x, row.y - 1, row.w, 2))
        yield from _who(view, seat, row, say)
        yield from _course(view, seat, row, say)
    if view.reader is not None:
        yield Shape("mine", Box(MARGIN, above + high * seats.index(view.reader), wide, high))


def _lines(row: Box) -> Box:
    """The part of a row in which its lines are."""
    left = WHO + SCALE
    return Box(row.x + left, row.y, row.w - left - RIGHT, row.h)


def _who(view: Chances, seat: Seat, row: Box, say: Say) -> Iterator[Shape]:
    """Number and name, the place, the accuracy, one below the other."""
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
    plot = Plot(_lines(row), both, beside=0)
    own, rival = (list(thinned([(x - plot.box.x, y - plot.box.y) for x, y in spots])) for spots in plot.lines)
    yield line(f"area {seat + 1}", plot.box._replace(h=plot.level(0) - plot.box.y), own)
    yield from levels(plot, LEVELS, say)
    yield line("rival", plot.box, rival)
    yield line(f"course {seat + 1}", plot.box, own)
    here = {n: TurningPoint(turn.moment, 0, turn.after) for n, turn in enumerate(view.turns, 1) if turn.seat == seat}
    yield from (Shape("turn spot", square(*plot.spot(turn), SPOT)) for turn in here.values())
    for n, box in zip(here, numbers(plot, [*here.values()]), strict=True):
        yield Shape("turn", box, str(n))
