"""A picture before it is painted: boxes, shapes and the scene they make.

Knows no game, no colors and no pixels of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engine.core import Event

Say = Callable[..., str]  # say(key, **facts) is a sentence in the reader's language
Changes = Sequence[Sequence[Event]]  # the events of each move since the reader last looked, oldest first


class Box(NamedTuple):
    """A rectangle in board units (pixels of a picture 1200 wide): its upper left corner `x`, `y`, its size `w`, `h`."""

    x: int
    y: int
    w: int
    h: int

    def inset(self, by: int) -> Box:
        """The box with every side moved inward by so many units, outward if negative."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def move_down(self, by: int) -> Box:
        """The box so many units further down."""
        return Box(self.x, self.y + by, self.w, self.h)

    def union(self, other: Box) -> Box:
        """The smallest box that holds both."""
        x = min(self.x, other.x)
        y = min(self.y, other.y)
        right = max(self.x + self.w, other.x + other.w)
        bottom = max(self.y + self.h, other.y + other.h)
        return Box(x, y, right - x, bottom - y)

    def overlap_area(self, other: Box) -> int:
        """How many square units lie in both."""
        wide = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        high = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return max(0, wide) * max(0, high)

    def scale(self, zoom: float) -> Box:
        """The box with place and size multiplied, rounded each for itself, so that equal boxes stay equal."""
        return Box(*(round(part * zoom) for part in (self.x, self.y, self.w, self.h)))


class Shape(NamedTuple):
    """One thing to paint: `role` is a look of the theme ("tile azul B", "slot"), `text` is written on it.

    It fills its `box`. In a text with a tab the part after it is the caption; the part before it is cut when both have
    no room. `cut` is how a form that is no box lies in its box: degrees for one that is turned, squares for one made of
    squares.
    """

    role: str
    box: Box
    text: str = ""
    cut: str = ""

    def __str__(self) -> str:
        box = self.box
        written = f" {self.text!r}" if self.text else ""
        lies = f" [{self.cut}]" if self.cut else ""
        return f"{box.x:>4} {box.y:>3} {box.w:>4} x {box.h:<3} {self.role}{lies}{written}"


@dataclass(frozen=True, eq=False)
class Ground:
    """What does not change while a game goes on, as one object that painters may remember it by.

    `width` and `height` are those of the picture; `shapes` are painted from the first to the last.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Scene:
    """A `ground` and the `shapes` upon it, bottom first; texts and edges are `zoom` times as large as usual."""

    ground: Ground
    shapes: tuple[Shape, ...]
    zoom: float = 1

    def __str__(self) -> str:
        """One line a shape, ground first."""
        size = f"{self.ground.width} x {self.ground.height}"
        return "\n".join([size, *map(str, self.ground.shapes), "--", *map(str, self.shapes)]) + "\n"


def magnify(scene: Scene, zoom: float) -> Scene:
    """The scene so many times as large, texts and edges too."""
    return Scene(_magnify_ground(scene.ground, zoom), magnify_shapes(scene.shapes, zoom), scene.zoom * zoom)


def crop(scene: Scene, part: Box) -> Scene:
    """The scene without the shapes that lie wholly outside of that part."""
    ground = tuple(shape for shape in scene.ground.shapes if shape.box.overlap_area(part))
    shapes = tuple(shape for shape in scene.shapes if shape.box.overlap_area(part))
    return Scene(replace(scene.ground, shapes=ground), shapes, scene.zoom)


@lru_cache(maxsize=32)
def _magnify_ground(ground: Ground, zoom: float) -> Ground:
    return Ground(round(ground.width * zoom), round(ground.height * zoom), magnify_shapes(ground.shapes, zoom))


def magnify_shapes(shapes: Iterable[Shape], zoom: float) -> tuple[Shape, ...]:
    """The shapes so many times as large, for a scene that is magnified."""
    return tuple(shape._replace(box=shape.box.scale(zoom)) for shape in shapes)
