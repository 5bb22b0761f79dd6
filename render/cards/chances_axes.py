"""What helps to read lines of chances: levels, the rounds above them, the numbers of decisions below them, names.

Knows no lines and no pixels.
"""

from collections.abc import Iterator, Sequence

from engine.core import Seat
from render.cards.chances_places import Plot
from render.cards.chances_words import Chances, decisions
from render.cards.parts import GAP, percent
from render.parts.heads import shown
from render.scene import Box, Say, Shape

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # between decisions that have their number below
TICK, LETTER = 60, 14  # board units of the least room for a number; of a letter
NOTE = 32  # board units of a line of small letters
SCALE = 80  # board units left of the lines for percent


def levels(plot: Plot, of: Sequence[int], say: Say) -> Iterator[Shape]:
    """A thin line at each of these percents, and what it is left of it."""
    for level in of:
        y = plot.level(level / 100)
        yield Shape("level", Box(plot.box.x, y - 1, plot.box.w, 2))
        yield Shape("level note", Box(plot.box.x - SCALE, y - 15, SCALE - 8, 30), percent(level / 100, say))


def rounds(view: Chances, plot: Plot, right: int, say: Say) -> Iterator[Shape]:
    """A thin line where a round begins, and its number above, where it has room; numbers end left of `right`."""
    free = plot.box.x
    for number, moment in enumerate(view.rounds, 1):
        x = plot.across(moment)
        if moment:
            yield Shape("round", Box(x - 1, plot.box.y - 4, 2, plot.box.h + 4))
        text = say("chances_picture.round", n=number) if number == 1 else str(number)
        room = max(TICK, LETTER * len(text) + GAP)
        if free <= x <= right - room:
            yield Shape("tick note first", Box(x, plot.box.y - 6 - NOTE, room, NOTE), text)
            free = x + room


def ticks(view: Chances, plot: Plot, say: Say) -> Iterator[Shape]:
    """The first decision, round numbers of others, and the end."""
    first, end = say("chances_picture.decision", n=1), say("chances_picture.end")
    y, right = plot.box.y + plot.box.h, plot.box.x + plot.box.w
    least, most = plot.box.x + LETTER * len(first) + TICK // 2, right - LETTER * len(end) - TICK // 2 - GAP
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


def number(view: Chances, seat: Seat, box: Box) -> Shape:
    """The number of a seat, from 1."""
    return Shape(f"seat number{' first' if view.places[seat] == 1 else ''}", box, str(seat + 1))


def name(view: Chances, seat: Seat, box: Box, say: Say, note: str = "") -> Shape:
    """The name with a note behind it."""
    behind = f"\t{note}" if note else ""
    if drawn := shown(view.names[seat]):
        return Shape("seat", box, f"{drawn}{behind}")
    return Shape("seat unnamed", box, f"{say('leaderboard_picture.unnamed')}{behind}")
