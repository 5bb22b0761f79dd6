"""The pictures of positions as `render` draws them, with the time that each takes reported. Knows no screen."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

import render
from bot import measures
from engine.core import State, View

P = ParamSpec("P")


def measured(drawing: Callable[Concatenate[View[State], P], bytes]) -> Callable[Concatenate[View[State], P], bytes]:
    """The same drawing; the seconds that it takes are reported by game."""

    @wraps(drawing)
    def drawn(view: View[State], /, *rest: P.args, **named: P.kwargs) -> bytes:
        with measures.current().picture(view.game):
            return drawing(view, *rest, **named)

    return drawn


draw = measured(render.draw)
draw_close = measured(render.draw_close)
draw_close_prepared = measured(render.draw_close_prepared)
draw_close_refused = measured(render.draw_close_refused)
draw_prepared = measured(render.draw_prepared)
draw_refused = measured(render.draw_refused)
