"""How robots choose moves in Summer Pavilion: they search drafts, and plan placements.

Knows nothing about rules: the position tells which moves are legal.
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
    """The moves of the view's seat, the best first, each with the expected lead.

    In drafting, a node is one position. When tiles are placed, more nodes make a wider beam. Nothing is random, because
    all tiles outside the bag are visible.
    """
    del rng
    assert view.seat is not None
    if view.state.phase == DRAFTING:
        return draft_search.rank(view.state, view.seat, nodes)
    return placement_plans.rank(view.state, view.seat, nodes)


MIND = Mind(rank, NODES)
