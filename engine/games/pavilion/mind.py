"""How robots think in Summer Pavilion."""

from __future__ import annotations

from random import Random

from engine.core import Mind, Ranked, View
from engine.games.pavilion import drafting, laying
from engine.games.pavilion.moves import DRAFTING
from engine.games.pavilion.state import Pavilion


def rank(view: View[Pavilion], rng: Random, nodes: int) -> list[Ranked]:
    """The moves of the view's seat, the best first, after a look at so many positions."""
    seat = view.seat
    assert seat is not None
    if view.state.phase == DRAFTING:
        return drafting.rank(view.state, seat, nodes)
    return laying.rank(view.state, seat, nodes)


NODES = {
    "sharp": {2: 300, 3: 300, 4: 300},
    "strong": {2: 6000, 3: 6000, 4: 6000},
    "master": {2: 40000, 3: 40000, 4: 40000},
}
MIND = Mind(rank, NODES)
