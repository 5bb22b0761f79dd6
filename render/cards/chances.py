"""The chances to win in the course of a finished game: a picture with a line per seat, and the same in words.

Two seats share one plot; three or more have a row each. Knows nothing about rules and pixels: the view contains the
chances.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from engine.core import Seat
from render.cards.chances_plot import (
    MARK_RADIUS,
    POINT_RADIUS,
    Plot,
    TurningPoint,
    mark_boxes,
    number_boxes,
    winner_marks,
)
from render.cards.parts import (
    CARD_MARGIN,
    CARD_PANEL_GAP,
    CARD_WIDTH,
    card,
    fit_sentences,
    frieze,
    percent,
    stack_parts,
)
from render.looks.curve import line_shape, thin_columns
from render.parts import drawable_seat_name, square
from render.scene import Box, Say, Scene, Shape

TICK_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # decisions from one number on the axis to the next
TICK_WIDTH = 60  # least board units from one number on the axis to the next
TICK_LETTER_WIDTH = 14  # board units
NOTE_HEIGHT = 32  # board units, a line of small letters
PERCENT_SCALE_WIDTH = 80  # board units, left of the lines
CHANCES_TOP = 98  # board units above the panels
CHANCES_WIDTH = CARD_WIDTH - 2 * CARD_MARGIN
PLOT_LEFT = PERCENT_SCALE_WIDTH + 12  # board units from the panel to the lines
PLOT_RIGHT = 34  # board units from the lines to the panel
PLOT_HEIGHT = 372  # board units
BELOW_PLOT = 44  # board units
ABOVE_PLOT = 14  # board units
ABOVE_PLOT_WITH_ROUNDS = 46  # board units
PERCENT_LEVELS = (0, 25, 50, 75, 100)
# Board units of a seat and its parts.
SEAT_CELL_HEIGHT = 54
LINE_SAMPLE_WIDTH = 72
SEAT_NUMBER_SIZE = 34
ACCURACY_WIDTH = 90
SEAT_ROW_HEIGHTS = {3: 170, 4: 144, 5: 122, 6: 102}  # board units, by number of seats
# Board units of the part of a row that names the seat.
WHO_WIDTH = 312
WHO_PADDING = 12
WHO_LINE_HEIGHT = 28
RIVAL_KEY_WIDTH = 44  # board units of the part of the legend that explains the thin line
ROW_PERCENT_LEVELS = (0, 50, 100)
LEAD_THRESHOLD = 0.05  # a seat must be ahead of all others by this chance to take the lead
MAX_LEADS_LISTED = 5  # with more leads, the text names the leader of each third instead


@dataclass(frozen=True)
class Chances:
    """Each seat's chance to win at every decision of a finished game."""

    title: str  # the name of the game
    names: tuple[str, ...]  # one for each of 2 to 6 seats, already escaped
    moments: tuple[tuple[float, ...], ...]
    """The chances of all seats, 0 to 1, at each decision, and as the last entry the result."""
    turns: tuple[TurningPoint, ...]  # the most important decisions, at most three, in order
    accuracy: tuple[int | None, ...]  # by seat, percent; None for a seat without decisions
    places: tuple[int, ...]  # by seat, from 1; seats with equal results share one
    rounds: tuple[int, ...] = ()  # 0-based moments at which rounds begin, the first is 0; () without rounds
    reader: Seat | None = None  # the seat of the reader, None if the reader has none
    game: str = ""  # the key of the game whose tiles make the frieze, "" for any


def scene(view: Chances, say: Say) -> Scene:
    """Return the picture, as high as its content requires."""
    parts = [_chart(view, say), _legend(view, say)] if len(view.names) == 2 else [_rows(view, say)]
    shapes, bottom = stack_parts(parts, CHANCES_TOP)
    caption = say("chances_picture.caption" if len(view.names) == 2 else "chances_picture.caption_many")
    title = Shape("card title", Box(28, 46, CARD_WIDTH - 56, 40), f"{view.title}\t{caption}")
    return card(bottom + CARD_MARGIN, [*frieze(), title, *shapes])


def _chart(view: Chances, say: Say) -> Iterator[Shape]:
    above = ABOVE_PLOT_WITH_ROUNDS if view.rounds else ABOVE_PLOT
    plot = Plot(Box(CARD_MARGIN + PLOT_LEFT, above, CHANCES_WIDTH - PLOT_LEFT - PLOT_RIGHT, PLOT_HEIGHT), view.moments)
    yield Shape("panel", Box(CARD_MARGIN, 0, CHANCES_WIDTH, above + PLOT_HEIGHT + BELOW_PLOT))
    yield from _levels(plot, PERCENT_LEVELS, say)
    yield from _rounds(view, plot, plot.box.x + plot.box.w + PLOT_RIGHT, say)
    yield from _ticks(view, plot, say)
    for seat, spots in enumerate(plot.lines):
        yield line_shape(
            f"line {seat + 1}", plot.box, list(thin_columns([(x - plot.box.x, y - plot.box.y) for x, y in spots]))
        )
    won = winner_marks(plot, [seat for seat in seats_by_place(view) if view.places[seat] == 1])
    points = [square(*plot.turn_point(turn), POINT_RADIUS) for turn in view.turns]
    boxes = number_boxes(plot, view.turns)
    for seat, box in (*won, *mark_boxes(plot, (*points, *boxes))):
        yield Shape(f"mark {seat + 1}", box)  # the shape of the mark distinguishes seats in addition to its color
    yield from (Shape("turn spot", box) for box in points)
    yield from (Shape("turn", box, str(n)) for n, box in enumerate(boxes, 1))


def _legend(view: Chances, say: Say) -> Iterator[Shape]:
    """Yield the two seats side by side, the better one first: line and mark, number, name and place, accuracy."""
    half = (CHANCES_WIDTH - CARD_PANEL_GAP) // 2
    for index in range(2):
        x = CARD_MARGIN + index * (half + CARD_PANEL_GAP)
        yield Shape("column right", Box(x + half - 16 - 300, 0, 300, NOTE_HEIGHT), say("chances_picture.accuracy"))
    for index, seat in enumerate(seats_by_place(view)):
        box = Box(CARD_MARGIN + index * (half + CARD_PANEL_GAP), NOTE_HEIGHT, half, SEAT_CELL_HEIGHT)
        yield from _seat(view, seat, box, say)


def _seat(view: Chances, seat: Seat, box: Box, say: Say) -> Iterator[Shape]:
    yield Shape("panel", box)
    middle = box.y + box.h // 2
    sample = Box(box.x + 16, middle - 1, LINE_SAMPLE_WIDTH, 2)
    yield line_shape(f"line {seat + 1}", sample, [(0, 1), (LINE_SAMPLE_WIDTH, 1)])
    yield Shape(f"mark {seat + 1}", square(sample.x + LINE_SAMPLE_WIDTH // 2, middle, MARK_RADIUS))
    plate = Box(sample.x + LINE_SAMPLE_WIDTH + 14, middle - SEAT_NUMBER_SIZE // 2, SEAT_NUMBER_SIZE, SEAT_NUMBER_SIZE)
    yield _number(view, seat, plate)
    left = plate.x + SEAT_NUMBER_SIZE + 12
    place = say("picture.place", n=view.places[seat])
    yield _name(view, seat, Box(left, box.y, box.x + box.w - 16 - ACCURACY_WIDTH - left, box.h), say, place)
    accuracy = view.accuracy[seat]
    figure = Box(box.x + box.w - 16 - ACCURACY_WIDTH, box.y, ACCURACY_WIDTH, box.h)
    if accuracy is None:
        yield Shape("accuracy none", figure, "–")
    else:
        yield Shape("accuracy", figure, percent(accuracy / 100, say))
    if seat == view.reader:
        yield Shape("mine", box)


def _rows(view: Chances, say: Say) -> Iterator[Shape]:
    """Yield a row for each seat, the best first; three or more lines would cross too often in a single plot."""
    seats = seats_by_place(view)
    above = ABOVE_PLOT_WITH_ROUNDS if view.rounds else ABOVE_PLOT
    high = SEAT_ROW_HEIGHTS[len(seats)]
    wide = CHANCES_WIDTH
    whole = Plot(_row_plot_box(Box(CARD_MARGIN, above, wide, high * len(seats))), view.moments)
    yield Shape("panel", Box(CARD_MARGIN, 0, wide, above + whole.box.h + BELOW_PLOT))
    yield from _rounds(view, whole, CARD_MARGIN + wide, say)
    yield from _ticks(view, whole, say)
    key = Box(CARD_MARGIN + WHO_PADDING, above + whole.box.h + 8, RIVAL_KEY_WIDTH, NOTE_HEIGHT)
    text = say("chances_picture.rival")
    yield line_shape("rival", Box(key.x, key.y + NOTE_HEIGHT // 2, RIVAL_KEY_WIDTH, 2), [(0, 1), (RIVAL_KEY_WIDTH, 1)])
    yield Shape(
        "tick note first", Box(key.x + RIVAL_KEY_WIDTH + 10, key.y, TICK_LETTER_WIDTH * len(text), NOTE_HEIGHT), text
    )
    for index, seat in enumerate(seats):
        row = Box(CARD_MARGIN, above + index * high, wide, high)
        if index:
            yield Shape("hairline", Box(row.x, row.y - 1, row.w, 2))
        yield from _seat_details(view, seat, row, say)
        yield from _course(view, seat, row, say)
    if view.reader is not None:
        yield Shape("mine", Box(CARD_MARGIN, above + high * seats.index(view.reader), wide, high))


def _row_plot_box(row: Box) -> Box:
    left = WHO_WIDTH + PERCENT_SCALE_WIDTH
    return Box(row.x + left, row.y, row.w - left - PLOT_RIGHT, row.h)


def _seat_details(view: Chances, seat: Seat, row: Box, say: Say) -> Iterator[Shape]:
    left = row.x + WHO_PADDING
    top = row.y + (row.h - 3 * WHO_LINE_HEIGHT) // 2
    yield _number(
        view, seat, Box(left, top - (SEAT_NUMBER_SIZE - WHO_LINE_HEIGHT) // 2, SEAT_NUMBER_SIZE, SEAT_NUMBER_SIZE)
    )
    left += SEAT_NUMBER_SIZE + WHO_PADDING
    lines = [Box(left, top + index * WHO_LINE_HEIGHT, row.x + WHO_WIDTH - left, WHO_LINE_HEIGHT) for index in range(3)]
    yield _name(view, seat, lines[0], say)
    yield Shape("tick note first", lines[1], say("picture.place", n=view.places[seat]))
    accuracy = view.accuracy[seat]
    word = say("chances_picture.accuracy")
    if accuracy is None:
        yield Shape("tick note first", lines[2], f"– {word}")
    else:
        yield Shape("accuracy of", lines[2], f"{percent(accuracy / 100, say)}\t{word}")


def _course(view: Chances, seat: Seat, row: Box, say: Say) -> Iterator[Shape]:
    """Yield the seat's line above its area, the line of its best rival, and the turning points of the seat."""
    others = [other for other in range(len(view.names)) if other != seat]
    both = [(chances[seat], max(chances[other] for other in others)) for chances in view.moments]
    plot = Plot(_row_plot_box(row), both, line_gap=0)
    own, rival = (list(thin_columns([(x - plot.box.x, y - plot.box.y) for x, y in spots])) for spots in plot.lines)
    yield line_shape(f"area {seat + 1}", plot.box._replace(h=plot.chance_y(0) - plot.box.y), own)
    yield from _levels(plot, ROW_PERCENT_LEVELS, say)
    yield line_shape("rival", plot.box, rival)
    yield line_shape(f"course {seat + 1}", plot.box, own)
    own_turns = {
        n: TurningPoint(turn.moment, 0, turn.after) for n, turn in enumerate(view.turns, 1) if turn.seat == seat
    }
    yield from (Shape("turn spot", square(*plot.turn_point(turn), POINT_RADIUS)) for turn in own_turns.values())
    for n, box in zip(own_turns, number_boxes(plot, [*own_turns.values()]), strict=True):
        yield Shape("turn", box, str(n))


def _levels(plot: Plot, percents: Sequence[int], say: Say) -> Iterator[Shape]:
    """Yield a thin line at each of these percents, with its label on the left."""
    for level in percents:
        y = plot.chance_y(level / 100)
        yield Shape("level", Box(plot.box.x, y - 1, plot.box.w, 2))
        yield Shape(
            "level note",
            Box(plot.box.x - PERCENT_SCALE_WIDTH, y - 15, PERCENT_SCALE_WIDTH - 8, 30),
            percent(level / 100, say),
        )


def _rounds(view: Chances, plot: Plot, right: int, say: Say) -> Iterator[Shape]:
    """Yield a thin line where each round begins, and above it the number of the round if it fits left of `right`."""
    free = plot.box.x
    for number, moment in enumerate(view.rounds, 1):
        x = plot.moment_x(moment)
        if moment:
            yield Shape("round", Box(x - 1, plot.box.y - 4, 2, plot.box.h + 4))
        text = say("chances_picture.round", n=number) if number == 1 else str(number)
        room = max(TICK_WIDTH, TICK_LETTER_WIDTH * len(text) + CARD_PANEL_GAP)
        if free <= x <= right - room:
            yield Shape("tick note first", Box(x, plot.box.y - 6 - NOTE_HEIGHT, room, NOTE_HEIGHT), text)
            free = x + room


def _ticks(view: Chances, plot: Plot, say: Say) -> Iterator[Shape]:
    """Yield ticks and labels at the first decision, at round numbers and at the end."""
    first = say("chances_picture.decision", n=1)
    end = say("chances_picture.end")
    y = plot.box.y + plot.box.h
    right = plot.box.x + plot.box.w
    first_end = plot.box.x + TICK_LETTER_WIDTH * len(first) + TICK_WIDTH // 2
    last_start = right - TICK_LETTER_WIDTH * len(end) - TICK_WIDTH // 2 - CARD_PANEL_GAP
    count = decision_count(view)
    step = next(step for step in TICK_STEPS if plot.box.w * step >= TICK_WIDTH * count)
    regular = range(step, count + 1, step)
    for x in (plot.box.x, *(plot.moment_x(number - 1) for number in regular if number > 1), right):
        yield Shape("tick", Box(x - 1, y, 2, 8))
    yield Shape("tick note first", Box(plot.box.x, y + 8, first_end - plot.box.x, NOTE_HEIGHT), first)
    for number in regular:
        if first_end <= plot.moment_x(number - 1) <= last_start:
            yield Shape(
                "tick note",
                Box(plot.moment_x(number - 1) - TICK_WIDTH // 2, y + 8, TICK_WIDTH, NOTE_HEIGHT),
                str(number),
            )
    yield Shape("tick note last", Box(last_start, y + 8, right - last_start, NOTE_HEIGHT), end)


def _number(view: Chances, seat: Seat, box: Box) -> Shape:
    return Shape(f"seat number{' first' if view.places[seat] == 1 else ''}", box, str(seat + 1))


def _name(view: Chances, seat: Seat, box: Box, say: Say, note: str = "") -> Shape:
    behind = f"\t{note}" if note else ""
    if drawn := drawable_seat_name(view.names[seat]):
        return Shape("seat", box, f"{drawn}{behind}")
    return Shape("seat unnamed", box, f"{say('leaderboard_picture.unnamed')}{behind}")


class _Lead(NamedTuple):
    """The moments from `start` to before `stop`, in which the same seat was ahead, or no seat."""

    seat: Seat | None
    start: int
    stop: int


def alt(view: Chances, say: Say) -> str:
    """Return the picture in words, at most 1,000 characters; sentences that do not fit are left out."""
    return fit_sentences(_sentences(view, say))


def seats_by_place(view: Chances) -> list[Seat]:
    """Return the seats, the best first."""
    return sorted(range(len(view.names)), key=lambda seat: view.places[seat])


def decision_count(view: Chances) -> int:
    """Return how many decisions the game had."""
    return len(view.moments) - 1


def _sentences(view: Chances, say: Say) -> Iterator[str]:
    """Yield the sentences, the most important first."""
    yield say("chances_picture.told", title=view.title, n=decision_count(view), seats=len(view.names))
    for number, turn in enumerate(view.turns, 1):
        before, after = (percent(chance, say) for chance in (view.moments[turn.moment][turn.seat], turn.after))
        facts = {"number": number, "n": turn.moment + 1, "name": view.names[turn.seat]}
        yield say("chances_picture.told_turn", **facts, before=before, after=after)
    for seat in seats_by_place(view):
        facts = {"name": view.names[seat], "place": say("picture.place", n=view.places[seat])}
        accuracy = view.accuracy[seat]
        if accuracy is None:
            yield say("chances_picture.told_idle", **facts)
        else:
            yield say("chances_picture.told_seat", **facts, accuracy=percent(accuracy / 100, say))
    yield from _leads(view, say)


def _leads(view: Chances, say: Say) -> Iterator[str]:
    leaders = _leaders(view.moments[:-1])
    stretches = ([*group] for _, group in groupby(enumerate(leaders), key=lambda one: one[1]))
    leads = [_Lead(stretch[0][1], stretch[0][0], stretch[-1][0] + 1) for stretch in stretches]
    if len(leads) > MAX_LEADS_LISTED:
        yield say("chances_picture.told_restless", n=len([lead for lead in leads[1:] if lead.start]))
        for third in range(3):
            start, stop = (len(leaders) * end // 3 for end in (third, third + 1))
            seats = [seat for seat in leaders[start:stop] if seat is not None]
            if seats:
                leader = max(range(len(view.names)), key=seats.count)
                facts = {"name": view.names[leader], "most": _highest_chance(view, _Lead(leader, start, stop), say)}
                yield say(f"chances_picture.told_third_{third + 1}", **facts)
        return
    for lead in leads:
        if lead.seat is None:
            yield say("chances_picture.told_open")
        else:
            name = view.names[lead.seat]
            highest = _highest_chance(view, lead, say)
            yield say("chances_picture.told_lead", n=lead.start + 1, name=name, most=highest)


def _leaders(moments: Sequence[Sequence[float]]) -> list[Seat | None]:
    """Return the leader at each moment: the seat that was last ahead by LEAD_THRESHOLD, None before any seat was."""
    found: list[Seat | None] = []
    leader: Seat | None = None
    for chances in moments:
        *_, second, first = sorted(range(len(chances)), key=lambda seat: chances[seat])
        if chances[first] - chances[second] >= LEAD_THRESHOLD:
            leader = first
        found.append(leader)
    return found


def _highest_chance(view: Chances, lead: _Lead, say: Say) -> str:
    assert lead.seat is not None
    return percent(max(chances[lead.seat] for chances in view.moments[lead.start : lead.stop]), say)
