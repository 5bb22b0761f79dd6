"""The layout of a plot of chances to win: lines, the marks on them, the numbers of turning points.

Knows nothing about colors, pixels and texts. Lengths are in board units.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, hypot, pi, sin
from typing import NamedTuple

from engine.core import Seat
from render.looks.curve import CurvePoint
from render.parts import Obstacle, clearest_place, square
from render.scene import Box

PLOT_RIM = 16  # above 100% and below 0%, for lines of equal chances, which are drawn side by side
LINE_GAP = 5  # between lines of equal chances
MARK_RADIUS = 11  # of the mark of a seat
TURN_RADIUS = 20  # of the number of a turning point
POINT_RADIUS = 9  # of a turning point
MARKS_PER_LINE = 4
PLACES_PER_MARK = 12  # candidates that are compared to find the best place of a mark
MARK_EDGE_DISTANCE = 26  # least distance of a mark from both ends of a line
NEARBY_STEPS = (-12, 0, 12)  # relative to the x of a mark: where its distance from other lines is measured
INK_REACH = 60  # left and right of a turning point: the part of the lines that its number should not cover
INK_STEP = 6  # from one checked point of a line to the next
NUMBER_DIRECTIONS = 16  # in which the number can lie from its point


class TurningPoint(NamedTuple):
    """An important decision."""

    moment: int  # 0-based, of the decision
    seat: Seat  # the seat that decided
    after: float  # the chance of the seat after it


@dataclass(frozen=True)
class Plot:
    """A plot in `box`; each of the `moments` has the chance of every seat, 0 to 1.

    `line_gap`: board units between lines of equal chances, which are drawn side by side.
    """

    box: Box
    moments: Sequence[Sequence[float]]
    line_gap: int = LINE_GAP

    def moment_x(self, moment: float) -> int:
        """Return the x of a moment."""
        return self.box.x + round(self.box.w * moment / max(1, len(self.moments) - 1))

    def chance_y(self, chance: float) -> int:
        """Return the y of a chance."""
        return self.box.y + PLOT_RIM + round((self.box.h - 2 * PLOT_RIM) * (1 - chance))

    @cached_property
    def lines(self) -> list[list[CurvePoint]]:
        """The points of each seat's line, one per moment."""
        middle = (len(self.moments[0]) - 1) / 2
        return [
            [
                (self.moment_x(moment), self.chance_y(chance) + round((seat - middle) * self.line_gap))
                for moment, chance in enumerate(chances)
            ]
            for seat, chances in enumerate(zip(*self.moments, strict=True))
        ]

    def turn_point(self, turn: TurningPoint) -> CurvePoint:
        """Return the point of a turning point on the line of its seat."""
        return self.lines[turn.seat][turn.moment]

    def line_y(self, x: int, seat: Seat) -> int:
        """Return the y of a seat's line at `x`, which must lie in the box."""
        line = self.lines[seat]
        last = len(self.moments) - 1
        along = (x - self.box.x) / self.box.w * last
        left = min(int(along), last)
        start = line[left][1]
        end = line[min(left + 1, last)][1]
        return round(start + (end - start) * (along - left))


def number_boxes(plot: Plot, turns: Sequence[TurningPoint]) -> list[Box]:
    """Return the box of each turning point's number, beside it, covering least of lines, points and other numbers."""
    spots = [plot.turn_point(turn) for turn in turns]
    found: list[Box] = []
    for spot in spots:
        taken = [*(square(*other, POINT_RADIUS) for other in spots if other != spot), *found]
        places = [place for place in _number_places(*spot) if plot.box.union(place) == plot.box]
        free = [place for place in places if not any(place.overlap_area(box) for box in taken)]
        start = max(plot.box.x, spot[0] - INK_REACH)
        stop = min(plot.box.x + plot.box.w, spot[0] + INK_REACH)
        inked = [  # the parts of lines near the point
            Obstacle(square(x, plot.line_y(x, seat), INK_STEP // 2), 1)
            for x in range(start, stop + 1, INK_STEP)
            for seat in range(len(plot.moments[0]))
        ]
        found.append(clearest_place(free or places, inked))
    return found


def _number_places(x: int, y: int) -> Iterator[Box]:
    """Yield the possible boxes for the number of a turning point, first the box above the point."""
    far = TURN_RADIUS + POINT_RADIUS
    for turn in range(NUMBER_DIRECTIONS):
        side = (turn + 1) // 2 * (1 if turn % 2 else -1) * 2 * pi / NUMBER_DIRECTIONS
        yield square(x + round(far * sin(side)), y - round(far * cos(side)), TURN_RADIUS)


def mark_boxes(plot: Plot, taken: Sequence[Box]) -> list[tuple[Seat, Box]]:
    """Return marks along each seat's line, each as far as possible from other lines, other marks and `taken` boxes."""
    avoided = [(box.x + box.w // 2, box.y + box.h // 2) for box in taken]
    found = []
    wide = (plot.box.w - 2 * MARK_EDGE_DISTANCE) / MARKS_PER_LINE
    for window in range(MARKS_PER_LINE):
        xs = [
            plot.box.x + MARK_EDGE_DISTANCE + round(wide * (window + (index + 0.5) / PLACES_PER_MARK))
            for index in range(PLACES_PER_MARK)
        ]
        for seat in range(len(plot.moments[0])):
            spots = [(x, plot.line_y(x, seat)) for x in xs]
            best = max(spots, key=lambda spot: _clearance(plot, seat, spot, avoided))
            avoided.append(best)
            found.append((seat, square(*best, MARK_RADIUS)))
    return found


def winner_marks(plot: Plot, winners: Sequence[Seat]) -> list[tuple[Seat, Box]]:
    """Return the marks of the winners at the ends of their lines, one above the other if there are several."""
    middle = (len(winners) - 1) / 2
    ends = [plot.lines[seat][-1] for seat in winners]
    steps = [round((index - middle) * 2 * MARK_RADIUS) for index in range(len(winners))]
    return [(seat, square(x, y + by, MARK_RADIUS)) for seat, (x, y), by in zip(winners, ends, steps, strict=True)]


def _clearance(plot: Plot, seat: Seat, spot: CurvePoint, avoided: Sequence[CurvePoint]) -> float:
    x, y = spot
    others = [other for other in range(len(plot.moments[0])) if other != seat]
    lines = min(abs(plot.line_y(x + by, other) - y) for by in NEARBY_STEPS for other in others)
    things = min((hypot(x - across, y - down) for across, down in avoided), default=float(plot.box.w))
    return min(2.0 * MARK_RADIUS, lines) + min(4.0 * MARK_RADIUS, things)
