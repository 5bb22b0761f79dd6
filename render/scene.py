"""A picture before it is painted: boxes, shapes and the scene that they make up.

Knows nothing about games, colors and pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engine.core import Event

Say = Callable[..., str]  # say(key, **facts) returns a text in the reader's language
Changes = Sequence[Sequence[Event]]  # events of each move since the reader last looked, oldest first


class Box(NamedTuple):
    """A rectangle in board units (pixels of a picture 1200 wide): upper left corner `x`, `y`, size `w`, `h`."""

    x: int
    y: int
    w: int
    h: int

    def inset(self, by: int) -> Box:
        """Return the box with every side moved inward by so many units, outward if negative."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def move_down(self, by: int) -> Box:
        """Return the box moved down by so many units."""
        return Box(self.x, self.y + by, self.w, self.h)

    def union(self, other: Box) -> Box:
        """Return the smallest box that contains both."""
        x = min(self.x, other.x)
        y = min(self.y, other.y)
        right = max(self.x + self.w, other.x + other.w)
        bottom = max(self.y + self.h, other.y + other.h)
        return Box(x, y, right - x, bottom - y)

    def overlap_area(self, other: Box) -> int:
        """Return how many square units lie in both."""
        wide = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        high = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return max(0, wide) * max(0, high)

    def scale(self, zoom: float) -> Box:
        """Return the box with place and size multiplied; each is rounded on its own, so that equal sizes stay equal."""
        return Box(*(round(part * zoom) for part in (self.x, self.y, self.w, self.h)))


class Shape(NamedTuple):
    """One thing to paint, filling its `box`: `role` is a look of the theme ("tile azul B", "slot"), `text` its text.

    In a text, the part after a tab is the caption; the part before it is cut if both do not fit. `cut` describes the
    form inside the box: degrees for a rotated form, rows of squares for a piece.
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
    """The part of a picture that does not change during a game; painters cache it by object identity.

    `width` and `height` are those of the picture; `shapes` are painted in order.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Scene:
    """A background, `ground`, and the `shapes` on it, bottom first; texts and edges are `zoom` times the usual size."""

    ground: Ground
    shapes: tuple[Shape, ...]
    zoom: float = 1

    def __str__(self) -> str:
        """Return one line per shape, the background first."""
        size = f"{self.ground.width} x {self.ground.height}"
        return "\n".join([size, *map(str, self.ground.shapes), "--", *map(str, self.shapes)]) + "\n"


def magnify(scene: Scene, zoom: float) -> Scene:
    """Return the scene enlarged by `zoom`, with texts and edges."""
    return Scene(_magnify_ground(scene.ground, zoom), magnify_shapes(scene.shapes, zoom), scene.zoom * zoom)


def crop(scene: Scene, part: Box) -> Scene:
    """Return the scene without the shapes that lie wholly outside that part."""
    ground = tuple(shape for shape in scene.ground.shapes if shape.box.overlap_area(part))
    shapes = tuple(shape for shape in scene.shapes if shape.box.overlap_area(part))
    return Scene(replace(scene.ground, shapes=ground), shapes, scene.zoom)


@lru_cache(maxsize=32)
def _magnify_ground(ground: Ground, zoom: float) -> Ground:
    return Ground(round(ground.width * zoom), round(ground.height * zoom), magnify_shapes(ground.shapes, zoom))


def magnify_shapes(shapes: Iterable[Shape], zoom: float) -> tuple[Shape, ...]:
    """Return the shapes enlarged by `zoom`."""
    return tuple(shape._replace(box=shape.box.scale(zoom)) for shape in shapes)
