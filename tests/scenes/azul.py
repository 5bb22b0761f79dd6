"""Positions of Azul that pictures are tested with: played ones and the fullest there can be.

Knows no pictures.
"""

from __future__ import annotations

from functools import cache

from engine.core import State, View
from tests.engine.games.azul.azul_tables import board, position
from tests.scenes import Sample, game

PICTURES = (
    ("azul_2_middle", "light"),
    ("azul_2_middle", "contrast"),
    ("azul_3_end", "light"),
    ("azul_4_full", "dark"),
)


@cache
def samples() -> dict[str, Sample]:
    """Opening, middle and end at every size of table, and the fullest position."""
    found: dict[str, Sample] = {"azul_4_full": (full(), ()), "azul_4_gray": (planned(), ())}
    for seats in (2, 3, 4):
        tables = list(game("azul", seats, "golden"))
        for name, at in (("opening", 0), ("middle", seats * 8 + 2), ("end", -1)):
            table, changes = tables[at]
            found[f"azul_{seats}_{name}"] = table.view(None), changes
    return found


def full() -> View[State]:
    """Four full boards, floors too, 27 tiles in the center, three-digit scores."""
    rows = ("B|.YRKW", "WW|.BYRK", "KKK|.WBYR", "RRRR|.KWBY", "YYYYY|.RKWB")
    boards = [board(*rows, floor="MRRKKWW"[seat > 0 :], score=199 - seat) for seat in range(4)]
    state = position(*boards, center="BBBBBBBBBBBBYYYRRRRKKKKWWWW", bag="B" * 20, turn=2, round=12)
    return View("azul", None, state)


def planned() -> View[State]:
    """Four gray boards while columns are chosen, as seat 0 sees them: its own plan is in, and that of seat 2."""
    rows = ("B|.....", "WW|B....", "KKK|.....", "R|..B..", "YYYYY|K....")
    state = position(*(board(*rows, floor="R" * seat or "MK", score=9) for seat in range(4)), bag="B" * 20, round=3)
    state.wall, state.plans = "gray", ("cbd-b", "", "baa-c", "")
    return View("azul", 0, state.view(0))
