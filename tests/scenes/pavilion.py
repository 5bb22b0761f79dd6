"""Positions of Summer Pavilion that pictures are tested with: played ones and the fullest there can be.

Knows no pictures.
"""

from __future__ import annotations

from functools import cache

from engine.core import State, View
from engine.games.pavilion.sets import SIDES, STARS
from tests.engine.games.pavilion.pavilion_tables import board, position
from tests.scenes import Sample, game

PICTURES = (
    ("pavilion_2_place", "light"),
    ("pavilion_2_mono", "dark"),
    ("pavilion_3_draft", "light"),
    ("pavilion_4_full", "dark"),
)


@cache
def samples() -> dict[str, Sample]:
    """Opening, taking, placing and end at every size of table and on both sides, and the fullest positions."""
    found: dict[str, Sample] = {"pavilion_4_full": (full(), ()), "pavilion_4_heaps": (heaps(), ())}
    for seats in (2, 3, 4):
        tables = list(game("pavilion", seats, "golden"))
        for name, phase, at in (("opening", "draft", 0), ("draft", "draft", 0.6), ("place", "place", 0.5)):
            found[f"pavilion_{seats}_{name}"] = _one(tables, phase, at)
        found[f"pavilion_{seats}_end"] = tables[-1][0].view(None), tables[-1][1]
    for seats in (2, 4):
        tables = list(game("pavilion", seats, "golden", side="mono"))
        found[f"pavilion_{seats}_mono"] = _one(tables, "place", 0.5)
        found[f"pavilion_{seats}_mono_end"] = tables[-1][0].view(None), tables[-1][1]
    return found


def _one(tables, phase: str, at: float) -> Sample:
    """The table at this share of those of a phase, with its changes."""
    found = [each for each in tables if each[0].state.phase == phase]
    table, changes = found[int(len(found) * at)]
    return table.view(None), changes


def full() -> View[State]:
    """The end with every space of every board covered, three-digit points."""
    kinds = [kind * 6 if kind in "PGOYBR" else "PGOYBR" for kind in SIDES["colored"].kinds]
    boards = [board(score=304 - seat, **dict(zip(STARS, kinds, strict=True))) for seat in range(4)]
    return View("pavilion", None, position(*boards, phase="over", round=6))


def heaps() -> View[State]:
    """Hands of all colors with two digits, 27 tiles in the center, nine full factories, boards of mixed stars."""
    cells = dict(zip(STARS, ("PGOYB.", "GOYBR.", "OYBRP.", "YBRPG.", "BRPGO.", "RPGOY.", "PGOYB."), strict=True))
    boards = [board("P" * 12 + "G" * 11 + "O" * 10 + "YYBBRRR", score=199 - seat, **cells) for seat in range(4)]
    parts = {"center": "P" * 12 + "GGOOYYYBBRRRRRR", "bag": "P" * 120, "tower": "G" * 100, "supply": "PPPGGOOYBR"}
    told = {"round": 6, "turn": 2, "starter": 3, "token": False, "side": "mono"}
    return View("pavilion", None, position(*boards, factories="/".join(["PGOR"] * 9), **parts, **told))
