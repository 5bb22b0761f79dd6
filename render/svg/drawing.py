"""A picture as a list of SVG elements, its document, and the changes from one list to another.

Knows nothing about games, colors and pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from html import escape
from typing import NamedTuple

from render.looks.forms import motifs
from render.looks.theme import GameTheme, load_theme
from render.scene import Box, Ground, Scene, Shape
from render.svg.elements import definition, element

HASH_BYTES = 6  # two of 1,000 elements collide once in 500 million pictures
ATTRIBUTE_ESCAPES = {ord("\n"): "&#10;"}  # XML reads a literal line break in an attribute as a space
MAX_CACHED_GROUND_SHAPES = 48


@dataclass(frozen=True)
class DrawnShape:
    """One shape of a picture."""

    id: str  # a hash of the markup, which reveals only what is visible; equal shapes get "-2", "-3", …
    markup: str  # the element, without an id


class Splice(NamedTuple):
    """Replaces the elements of a list from `start` to before `stop` by `shapes`."""

    start: int
    stop: int
    shapes: tuple[DrawnShape, ...]


@dataclass(frozen=True)
class Drawing:
    """A picture as SVG elements; `role_css` of the game and `theme_css` of a theme give it colors."""

    game: str  # the key of the game
    width: int  # board units
    height: int  # board units
    shapes: tuple[DrawnShape, ...]  # in painting order
    alt: str  # alt text, or ""

    @cached_property
    def id(self) -> str:
        """A hash, which is equal for pictures that look the same."""
        return _hash("\n".join([f"{self.game} {self.width} {self.height}", *[shape.id for shape in self.shapes]]))

    def document(self, style: str = "", part: Box | None = None) -> str:
        """Return the picture, or a part of it, as one `svg` element; for screen readers it is an image with alt text.

        The shapes are the children of its only `g`, after the definitions of their motifs. A standalone file needs
        a `style`, which is included.
        """
        seen = part or Box(0, 0, self.width, self.height)
        size = f'viewBox="{seen.x} {seen.y} {seen.w} {seen.h}"'
        called = f' role="img" aria-label="{escape(self.alt).translate(ATTRIBUTE_ESCAPES)}"' if self.alt else ""
        sheet = f"<style>{escape(style, quote=False)}</style>" if style else ""
        inner = "".join(shape.markup for shape in self.shapes)
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="scene {self.game}" {size}{called}>'
        return f"{opening}{sheet}{definitions(self.game)}<g>{inner}</g></svg>"


def drawing(scene: Scene, theme: GameTheme, game: str, alt: str) -> Drawing:
    """Return the scene as SVG elements, with the lengths of the theme."""
    shapes = _number_repeats(
        (*_ground_shapes(theme, scene.ground), *(_drawn_shape(theme, shape) for shape in scene.shapes))
    )
    return Drawing(game, scene.ground.width, scene.ground.height, shapes, alt)


@cache
def definitions(game: str) -> str:
    """Return the definitions of the game's motifs, to which its shapes refer; the same for all its pictures."""
    return f"<defs>{''.join(map(definition, motifs(load_theme('light', game).looks.values())))}</defs>"


def splices(old: Sequence[DrawnShape], new: Sequence[DrawnShape]) -> list[Splice]:
    """Return the splices that turn the old list into the new one, from the end, so that earlier indexes stay valid."""
    before, after = ([shape.id for shape in shapes] for shapes in (old, new))
    first = _common_start(before, after)
    last = _common_start(before[first:][::-1], after[first:][::-1])  # start and end are usually unchanged
    changed = before[first : len(before) - last], after[first : len(after) - last]
    steps = SequenceMatcher(None, *changed, autojunk=False).get_opcodes()
    found = [
        Splice(first + start, first + stop, tuple(new[first + low : first + high]))
        for kind, start, stop, low, high in steps
        if kind != "equal"
    ]
    return found[::-1]


def _common_start(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (mine, theirs) in pairs if mine != theirs), min(len(first), len(second)))


@lru_cache(maxsize=MAX_CACHED_GROUND_SHAPES)
def _ground_shapes(theme: GameTheme, ground: Ground) -> tuple[DrawnShape, ...]:
    return tuple(_drawn_shape(theme, shape) for shape in ground.shapes)


@lru_cache(maxsize=8192)
def _drawn_shape(theme: GameTheme, shape: Shape) -> DrawnShape:
    markup = element(theme, shape)
    return DrawnShape(_hash(markup), markup)


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()


def _number_repeats(shapes: tuple[DrawnShape, ...]) -> tuple[DrawnShape, ...]:
    if len({shape.id for shape in shapes}) == len(shapes):
        return shapes
    times = Counter[str]()
    named = list[DrawnShape]()
    for shape in shapes:
        times[shape.id] += 1
        many = times[shape.id]
        named.append(shape if many == 1 else DrawnShape(f"{shape.id}-{many}", shape.markup))
    return tuple(named)
