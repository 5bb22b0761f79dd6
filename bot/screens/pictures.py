"""The pictures of positions as `render` draws them, with the time that each takes reported. Knows no screen."""

from collections.abc import Sequence

import render
from bot import measures
from engine.core import State, View
from render import PLAIN, Aspect, Say


def draw(view: View[State], names: Sequence[str], say: Say, theme: str = "light", aspect: Aspect = PLAIN) -> bytes:
    """As `render.draw`; the seconds that it takes are reported by game."""
    with measures.current().time("pictures", view.game):
        return render.draw(view, names, say, theme, aspect)
