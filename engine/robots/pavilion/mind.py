"""How robots think in Summer Pavilion: they look ahead while tiles are taken, and plan how to lay them.

Knows no rules: whether a move is legal the position says.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core import View
from engine.games.pavilion.moves import DRAFTING
from engine.games.pavilion.sets import SEATS
from engine.games.pavilion.state import Pavilion
from engine.robots.core import Level, Mind, RankedMove
from engine.robots.pavilion import draft_search, placement_plans

NODES: Mapping[Level, Mapping[int, int]] = {
    Level.CLUB_PLAYER: dict.fromkeys(SEATS, 400),
    Level.EXPERT: {2: 8_000, 3: 30_000, 4: 30_000},
    Level.MASTER: dict.fromkeys(SEATS, 300_000),
}


def rank(view: View[Pavilion], rng: Random, nodes: int) -> list[RankedMove]:
    """The moves of the view's seat, the best first, with the lead that the seat may expect from each.

    A position looked at is one distribution of tiles while they are taken. Plans of how to lay tiles follow more boards
    at a time, the more positions they may look at. Nothing is left to lot: all tiles lie open but those of the bag.
    """
    del rng
    assert view.seat is not None
    if view.state.phase == DRAFTING:
        return draft_search.rank(view.state, view.seat, nodes)
    return placement_plans.rank(view.state, view.seat, nodes)


MIND = Mind(rank, NODES)
