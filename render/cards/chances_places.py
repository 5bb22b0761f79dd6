"""Where things lie in the picture of chances to win: lines, the marks on them, numbers of turns.

Knows no colors, no pixels and no words. Lengths are board units.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, hypot, pi, sin
from typing import NamedTuple

from engine.core import Seat
from render.looks.curve import Spot
from render.parts import Covered, clearest, square
from render.scene import Box

RIM = 16  # above 100 % and below 0 %, for lines side by side
BESIDE = 5  # between the lines of two seats
MARK, TURN, SPOT = 11, 20, 9  # radius of the mark of a seat, of the number of a turn, of the point where it was
WINDOWS, TRIES = 4, 12  # marks on each line; places tried for each of them
EDGE = 26  # no mark is nearer to the left or right end of a line
LOOK = (-12, 0, 12)  # where other lines are looked for, left and right of a mark
AROUND, GRAIN = 60, 6  # how far around a turn lines are not to be covered; how fine they are looked at
DIRECTIONS = 16  # around a point, in which its number may stand


class TurningPoint(NamedTuple):
    """A decision that mattered."""

    moment: int  # 0-based, at which somebody had to decide
    seat: Seat  # who had to
    after: float  # the chance of that seat after it


@dataclass(frozen=True)
class Plot:
    """The `moments` of a game in a `box`, each the chances of several lines from 0 to 1.

    `beside`: board units between the lines of equal chances, which lie side by side.
    """

    box: Box
    moments: Sequence[Sequence[float]]
    beside: int = BESIDE

    def across(self, moment: float) -> int:
        """The x of a moment."""
        return self.box.x + round(self.box.w * moment / max(1, len(self.moments) - 1))

    def level(self, chance: float) -> int:
        """The y of a chance."""
        return self.box.y + RIM + round((self.box.h - 2 * RIM) * (1 - chance))

    @cached_property
    def lines(self) -> list[list[Spot]]:
        """The points of each seat's line, one a moment."""
        middle = (len(self.moments[0]) - 1) / 2
        return [
            [
                (self.across(moment), self.level(chance) + round((seat - middle) * self.beside))
                for moment, chance in enumerate(chances)
            ]
            for seat, chances in enumerate(zip(*self.moments, strict=True))
        ]

    def spot(self, turn: TurningPoint) -> Spot:
        """The point of a turn, on the line of the seat that had to decide."""
        return self.lines[turn.seat][turn.moment]

    def height(self, x: int, seat: Seat) -> int:
        """The y of a seat's line at that x, which lies in the box."""
        line = self.lines[seat]
        last = len(self.moments) - 1
        along = (x - self.box.x) / self.box.w * last
        left = min(int(along), last)
        start = line[left][1]
        end = line[min(left + 1, last)][1]
        return round(start + (end - start) * (along - left))


def numbers(plot: Plot, turns: Sequence[TurningPoint]) -> list[Box]:
    """Where the number of each turn stands: beside its point, where it covers least of lines, points and numbers."""
    spots = [plot.spot(turn) for turn in turns]
    found: list[Box] = []
    for spot in spots:
        taken = [*(square(*other, SPOT) for other in spots if other != spot), *found]
        places = [place for place in _beside(*spot) if plot.box.around(place) == plot.box]
        free = [place for place in places if not any(place.shared(box) for box in taken)]
        start = max(plot.box.x, spot[0] - AROUND)
        stop = min(plot.box.x + plot.box.w, spot[0] + AROUND)
        inked = [  # where lines are near it
            Covered(square(at, plot.height(at, seat), GRAIN // 2), 1)
            for at in range(start, stop + 1, GRAIN)
            for seat in range(len(plot.moments[0]))
        ]
        found.append(clearest(free or places, inked))
    return found


def _beside(x: int, y: int) -> Iterator[Box]:
    """The places that touch a point, the one above it first."""
    far = TURN + SPOT
    for turn in range(DIRECTIONS):
        side = (turn + 1) // 2 * (1 if turn % 2 else -1) * 2 * pi / DIRECTIONS
        yield square(x + round(far * sin(side)), y - round(far * cos(side)), TURN)


def marks(plot: Plot, taken: Sequence[Box]) -> list[tuple[Seat, Box]]:
    """Marks along the line of each seat, each where it is farthest from other lines, other marks and what is taken."""
    avoided = [(box.x + box.w // 2, box.y + box.h // 2) for box in taken]
    found = []
    wide = (plot.box.w - 2 * EDGE) / WINDOWS
    for window in range(WINDOWS):
        xs = [plot.box.x + EDGE + round(wide * (window + (at + 0.5) / TRIES)) for at in range(TRIES)]
        for seat in range(len(plot.moments[0])):
            spots = [(x, plot.height(x, seat)) for x in xs]
            best = max(spots, key=lambda spot: _room(plot, seat, spot, avoided))
            avoided.append(best)
            found.append((seat, square(*best, MARK)))
    return found


def crowns(plot: Plot, winners: Sequence[Seat]) -> list[tuple[Seat, Box]]:
    """The marks of those who won, at the end of their lines; one above the other where several share it."""
    middle = (len(winners) - 1) / 2
    ends = [plot.lines[seat][-1] for seat in winners]
    steps = [round((at - middle) * 2 * MARK) for at in range(len(winners))]
    return [(seat, square(x, y + by, MARK)) for seat, (x, y), by in zip(winners, ends, steps, strict=True)]


def _room(plot: Plot, seat: Seat, spot: Spot, avoided: Sequence[Spot]) -> float:
    x, y = spot
    others = [other for other in range(len(plot.moments[0])) if other != seat]
    lines = min(abs(plot.height(x + by, other) - y) for by in LOOK for other in others)
    things = min((hypot(x - across, y - down) for across, down in avoided), default=float(plot.box.w))
    return min(2.0 * MARK, lines) + min(4.0 * MARK, things)
