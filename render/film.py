"""A finished game frame by frame, and as a film with a bar of points per seat.

Knows nothing about pixels, texts and single games: the points of a seat are the first number of its score.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.core import CHANCE, Event, Seat, State, View
from engine.table import Table
from render.parts import square
from render.scene import Box, Ground, Scene, Shape

MAX_FILM_FRAMES = 60
MOVE_MILLISECONDS = 400
PAUSE_MILLISECONDS = 1000  # the opening, and the end of a round
END_MILLISECONDS = 5000
# The cells of a lane: their number, the x of the first cell, and the board units from one cell to the next.
LANE_CELLS = 40
FIRST_CELL_X = 62
LANE_CELL_PITCH = 26
LANE_MARGIN = 8  # board units above, below and inside the lanes
LANE_SIDE_MARGIN = 12  # board units to the left and right of the lanes
LANE_HEIGHTS = {2: 34, 3: 32, 4: 28, 5: 26, 6: 26}  # board units, by number of seats


@dataclass(frozen=True)
class Frame:
    """A moment of a game."""

    number: int  # how many lines of the log lead to the position
    mover: Seat  # the seat of the last of these lines; CHANCE if there are none
    view: View[State]  # the position
    events: tuple[Event, ...] = ()  # of the last line, as far as the viewer may know them

    @property
    def changes(self) -> tuple[tuple[Event, ...], ...]:
        """The events of the move that led to this frame, to outline in its picture."""
        return (self.events,) if self.mover != CHANCE else ()

    @property
    def round(self) -> int:
        """The round of the position, 0 in games without rounds."""
        return int(getattr(self.view.state, "round", 0))


def frames(table: Table, seat: Seat | None = None) -> Iterator[Frame]:
    """Yield a frame for the first position in which a seat may act, then one per move and one per draw with an event.

    The last position always has a frame. Raises IllegalMove if the rules were corrected after the game and no longer
    permit its moves.
    """
    current = table.back_to(0)
    opened = current.state.to_act() != (CHANCE,)
    if opened:
        yield Frame(0, CHANCE, current.view(seat))
    for number, entry in enumerate(table.log, 1):
        current = current.step(entry)
        events = tuple(event for event in current.events if event.seen_by(seat))
        frame = Frame(len(current.log), entry.seat, current.view(seat), events)
        news = entry.seat != CHANCE or bool(frame.events) or number == len(table.log)
        if opened and news:
            yield frame
        elif not opened and current.state.to_act() != (CHANCE,):
            opened = True
            yield Frame(number, CHANCE, current.view(seat))


@dataclass(frozen=True)
class PointScale:
    """How points map to cells: `per` points fill one cell, `least` points none. With `debts`, none are positive."""

    least: int
    per: int
    debts: bool

    def cells(self, points: int) -> int:
        """Return how many cells of a lane these points fill."""
        return (points - self.least) // self.per

    def label(self, points: int) -> str:
        """Return the points as written beside the lane: without the minus sign if they are debts."""
        return str(-points if self.debts else points)


def thin_frames(frames: Sequence[Frame], most: int = MAX_FILM_FRAMES) -> list[Frame]:
    """Return at most `most` of the frames, evenly spaced; keep the first and the last, prefer ends of rounds."""
    last = len(frames) - 1
    if last < most:
        return list(frames)
    ends = {index for index, (before, after) in enumerate(pairwise(frames), 1) if before.round != after.round}
    step = last / (most - 1)
    chosen = [0]
    for number in range(1, most - 1):
        near = range(max(chosen[-1] + 1, round((number - 0.5) * step)), round((number + 0.5) * step))
        middle = round(number * step)
        chosen.append(min(near, key=lambda index: (index not in ends, abs(index - middle)), default=chosen[-1] + 1))
    return [frames[index] for index in [*chosen, last]]


def film_scenes(frames: Sequence[Frame], scenes: Sequence[Scene]) -> Iterator[tuple[Scene, int]]:
    """Yield each scene with the bars of points below it, and for how many milliseconds it is shown."""
    scale = point_scale([_points(frame) for frame in frames])
    height = max(scene.ground.height for scene in scenes)
    for index, (frame, scene) in enumerate(zip(frames, scenes, strict=True)):
        points = _points(frame)
        shapes = (*scene.shapes, *_frieze(points, scale, height))
        duration = MOVE_MILLISECONDS
        if frame is frames[-1]:
            duration = END_MILLISECONDS
        elif index == 0 or frame.round != frames[index - 1].round:
            duration = PAUSE_MILLISECONDS
        yield Scene(_ground(scene.ground, height, len(points)), shapes), duration


def point_scale(scores: Sequence[Sequence[int]]) -> PointScale:
    """Return a scale that covers all these points; `scores` has a row per frame."""
    flat = [points for row in scores for points in row]
    lowest = min(0, *flat)
    best = max(1, *flat)
    debts = lowest < 0 and max(flat) <= 0
    best = 0 if debts else best
    return PointScale(lowest, max(1, -(-(best - lowest) // LANE_CELLS)), debts)


def _points(frame: Frame) -> list[int]:
    return [score[0] for score in frame.view.state.scores()]


def _lane(seat: Seat, seats: int, top: int) -> Box:
    """Return the lane of a seat in a picture whose scene ends at `top`."""
    high = LANE_HEIGHTS[seats]
    return Box(LANE_SIDE_MARGIN, top + LANE_MARGIN + high * seat, 1200 - 2 * LANE_SIDE_MARGIN, high)


@lru_cache(maxsize=8)
def _ground(ground: Ground, top: int, seats: int) -> Ground:
    first = _lane(0, seats, top)
    last = _lane(seats - 1, seats, top)
    panel = first.union(last)
    shapes = [Shape("panel", Box(panel.x, panel.y - LANE_MARGIN // 2, panel.w, panel.h + LANE_MARGIN))]
    for seat in range(seats):
        lane = _lane(seat, seats, top)
        shapes.append(Shape("plaque small", square(lane.x + 24, lane.y + lane.h // 2, 11), str(seat + 1)))
        shapes += [Shape("frieze", _cell(lane, index)) for index in range(LANE_CELLS)]
    return Ground(ground.width, panel.y + panel.h + LANE_SIDE_MARGIN, (*ground.shapes, *shapes))


def _cell(lane: Box, index: int) -> Box:
    return Box(FIRST_CELL_X + LANE_CELL_PITCH * index, lane.y + 3, LANE_CELL_PITCH - 2, lane.h - 6)


def _frieze(scores: Sequence[int], scale: PointScale, top: int) -> Iterator[Shape]:
    for seat, points in enumerate(scores):
        lane = _lane(seat, len(scores), top)
        first = points == max(scores) > min(scores)
        for index in range(scale.cells(points)):
            yield Shape("frieze first" if first else "frieze full", _cell(lane, index))
        points_x = FIRST_CELL_X + LANE_CELL_PITCH * LANE_CELLS
        yield Shape(
            "frieze points", Box(points_x, lane.y, lane.x + lane.w - 12 - points_x, lane.h), scale.label(points)
        )
