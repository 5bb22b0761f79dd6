"""Pictures and texts in which nobody is to move: of tables that were ended early, and of films.

Knows no game and no words of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from render.scene import Say, Scene, Shape

ACTING = " acting"  # ends the roles of what marks the seat to move


def calm(scene: Scene) -> Scene:
    """The scene with no seat marked: what only marks is gone, what tells something looks like that of other seats."""
    return replace(scene, shapes=tuple(_unmarked(scene.shapes)))


def hushed(say: Say) -> Say:
    """The words with the end of the table in place of whose turn it is."""

    def said(key: str, **facts: object) -> str:
        if key == "picture.to_move":
            return ""
        return say("picture.stopped") if key in ("picture.turn", "picture.deal") else say(key, **facts)

    return said


def _unmarked(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        if not shape.role.endswith(ACTING):
            yield shape
        elif shape.text:
            yield replace(shape, role=shape.role.removesuffix(ACTING))
