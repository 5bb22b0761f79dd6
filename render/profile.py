"""The picture of a profile: who it is, the course of the rating, results by game.

Knows no ratings and no pixels.
"""

from __future__ import annotations

from render.card_parts import card, frieze, title
from render.profile_words import ProfileView
from render.scene import Say, Scene


def scene(view: ProfileView, say: Say) -> Scene:
    """Every shape, in a picture as high as they need."""
    return card(400, [*frieze(view.game), *title(view.name, view.subtitle)])
