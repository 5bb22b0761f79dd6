"""A game that was played, position by position, and as a film: which positions it shows, and the frieze of points.

Knows no pixels, no words and no game: a seat's points are the first number of its score.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.core import CHANCE, Event, Seat, State, View
from engine.table import Table
from render.parts import square
from render.scene import Box, Ground, Scene, Shape

MAX_FRAMES = 60  # frames of a film
MOVE_MILLISECONDS, PAUSE_MILLISECONDS, END_MILLISECONDS = (
    400,
    1000,
    5000,
)  # milliseconds: a move; the opening and the end of a round; the last position
# of a lane: how many, where the first lies, from one to the next in board units
LANE_CELLS = 40
FIRST_CELL_X = 62
LANE_CELL_PITCH = 26
LANE_MARGIN, LANE_SIDE_MARGIN = 8, 12  # board units above, below and inside; left and right
LANE_HEIGHTS = {2: 34, 3: 32, 4: 28, 5: 26, 6: 26}  # board units a lane is high, by seats


@dataclass(frozen=True)
class Frame:
    """A moment of a game."""

    number: int  # it is the position after so many lines of the log
    mover: Seat  # who made the last of them; CHANCE also before the first one
    view: View[State]  # the position as one seat may see it
    events: tuple[Event, ...] = ()  # what the last line caused, as far as that seat may know

    @property
    def changes(self) -> tuple[tuple[Event, ...], ...]:
        """What a picture of this frame outlines: the one move that led to it."""
        return (self.events,) if self.mover != CHANCE else ()

    @property
    def round(self) -> int:
        """The round of the position, 0 in games that are not played in rounds."""
        return int(getattr(self.view.state, "round", 0))


def frames(table: Table, seat: Seat | None = None) -> Iterator[Frame]:
    """Every frame from the first position in which a seat may act: one a move, and one a draw that shows something.

    The last frame is always there. Raises IllegalMove where the rules were corrected since, so that the log no longer
    leads there.
    """
    now = table.rewind_to(0)
    opened = now.state.to_act() != (CHANCE,)
    if opened:
        yield Frame(0, CHANCE, now.view(seat))
    for number, entry in enumerate(table.log, 1):
        now = now.step(entry)
        events = tuple(event for event in now.events if event.is_visible_to(seat))
        seen = Frame(len(now.log), entry.seat, now.view(seat), events)
        news = entry.seat != CHANCE or bool(seen.events) or number == len(table.log)
        if opened and news:
            yield seen
        elif not opened and now.state.to_act() != (CHANCE,):
            opened = True
            yield Frame(number, CHANCE, now.view(seat))


@dataclass(frozen=True)
class PointScale:
    """How points become cells: `per` points a cell, counted from `least`; in `debts` fewer points are shown as more."""

    least: int
    per: int
    debts: bool

    def cells(self, points: int) -> int:
        """How many cells of a lane these points fill."""
        return (points - self.least) // self.per

    def shown(self, points: int) -> str:
        """The points as they stand beside the lane: without the sign where they are what is left to lose."""
        return str(-points if self.debts else points)


def thin_frames(frames: Sequence[Frame], most: int = MAX_FRAMES) -> list[Frame]:
    """At most so many of the frames, evenly apart, the first and the last among them; rather ends of rounds."""
    last = len(frames) - 1
    if last < most:
        return list(frames)
    ends = {at for at, (one, other) in enumerate(pairwise(frames), 1) if one.round != other.round}
    step = last / (most - 1)
    kept = [0]
    for number in range(1, most - 1):
        near = range(max(kept[-1] + 1, round((number - 0.5) * step)), round((number + 0.5) * step))
        middle = round(number * step)
        kept.append(min(near, key=lambda at: (at not in ends, abs(at - middle)), default=kept[-1] + 1))
    return [frames[at] for at in [*kept, last]]


def film_scenes(frames: Sequence[Frame], scenes: Sequence[Scene]) -> Iterator[tuple[Scene, int]]:
    """Every scene with the frieze of points below it, and how many milliseconds it stays; all are equally high."""
    race = point_scale([_points(frame) for frame in frames])
    height = max(scene.ground.height for scene in scenes)
    for at, (frame, scene) in enumerate(zip(frames, scenes, strict=True)):
        points = _points(frame)
        shapes = (*scene.shapes, *_frieze(points, race, height))
        stays = MOVE_MILLISECONDS
        if frame is frames[-1]:
            stays = END_MILLISECONDS
        elif at == 0 or frame.round != frames[at - 1].round:
            stays = PAUSE_MILLISECONDS
        yield Scene(_ground(scene.ground, height, len(points)), shapes), stays


def point_scale(scores: Sequence[Sequence[int]]) -> PointScale:
    """A scale that holds all these points, a row a frame."""
    flat = [points for row in scores for points in row]
    least = min(0, *flat)
    best = max(1, *flat)
    debts = least < 0 and max(flat) <= 0
    best = 0 if debts else best
    return PointScale(least, max(1, -(-(best - least) // LANE_CELLS)), debts)


def _points(frame: Frame) -> list[int]:
    return [score[0] for score in frame.view.state.scores()]


def _lane(seat: Seat, seats: int, top: int) -> Box:
    """The lane of a seat in a picture whose scene ends at `top`."""
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
        shapes += [Shape("frieze", _cell(lane, at)) for at in range(LANE_CELLS)]
    return Ground(ground.width, panel.y + panel.h + LANE_SIDE_MARGIN, (*ground.shapes, *shapes))


def _cell(lane: Box, at: int) -> Box:
    return Box(FIRST_CELL_X + LANE_CELL_PITCH * at, lane.y + 3, LANE_CELL_PITCH - 2, lane.h - 6)


def _frieze(scores: Sequence[int], race: PointScale, top: int) -> Iterator[Shape]:
    for seat, points in enumerate(scores):
        lane = _lane(seat, len(scores), top)
        first = points == max(scores) > min(scores)
        for at in range(race.cells(points)):
            yield Shape("frieze first" if first else "frieze full", _cell(lane, at))
        beside = FIRST_CELL_X + LANE_CELL_PITCH * LANE_CELLS
        yield Shape("frieze points", Box(beside, lane.y, lane.x + lane.w - 12 - beside, lane.h), race.shown(points))
