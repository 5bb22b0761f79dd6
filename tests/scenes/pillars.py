"""Positions of Pillars that pictures are tested with: played ones and the fullest there can be.

Knows no pictures.
"""

from __future__ import annotations

from functools import cache

from engine.core import State, View
from tests.engine.games.pillars.pillars_tables import player, position
from tests.scenes import Sample, game

PICTURES = (("pillars_2_middle", "light"), ("pillars_3_end", "light"), ("pillars_4_middle", "dark"))


@cache
def samples() -> dict[str, Sample]:
    """Opening, middle and end at every size of table, and boards that are as bare and as full as they get."""
    found: dict[str, Sample] = {"pillars_4_striped": (striped(), ()), "pillars_2_dark": (dark(), ())}
    for seats in (2, 3, 4):
        tables = list(game("pillars", seats, "golden"))
        for name, at in (("opening", 0), ("pillars", 2 * seats), ("middle", seats * 11), ("end", -1)):
            table, changes = tables[at]
            found[f"pillars_{seats}_{name}"] = table.view(None), changes
    return found


def striped() -> View[State]:
    """Every square taken, each by another seat than the squares beside it: the most that words must hold."""
    laid = [" ".join(f"11{column}{row}" for row in range(1, 18) for column in _mine(row, seat)) for seat in range(4)]
    return View("pillars", None, position(*(player(text, stock="", pillars=0) for text in laid)))


def dark() -> View[State]:
    """Two seats with all pillars in the corners of the dark area, which leaves a seat no place for a tile."""
    corners = ("oa1 oq1 oa17", "oq17 oq16 op17 11e8 21c9")
    return View("pillars", None, position(*map(player, corners), turn=1))


def _mine(row: int, seat: int) -> str:
    return "".join(chr(ord("a") + column) for column in range(17) if (column + 2 * row) % 4 == seat)
