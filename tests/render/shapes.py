"""Which shapes of a scene would not be seen as they are meant. Knows no game and no card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from render.scene import Ground, Shape


def misplaced_shapes(ground: Ground, shapes: Iterable[Shape], known: Sequence[Collection[str]]) -> list[Shape]:
    """The shapes that reach beyond the ground, or whose role one of these themes has no look for."""
    return [
        shape
        for shape in shapes
        if min(shape.box.x, shape.box.y) < 0
        or shape.box.x + shape.box.w > ground.width
        or shape.box.y + shape.box.h > ground.height
        or not all(shape.role in roles for roles in known)
    ]
