"""Hand-written positions of Match Five: what `load` refuses, and which field it names."""

from __future__ import annotations

import pytest

from engine import IllegalMove
from tests.cases import each
from tests.engine.games.match_five.match_five_tables import BASE1, BASE2, FIVE, position


@each(
    ("parts", "what"),
    [
        ({"table": {"z1": "R1"}}, "table"),
        ({"table": {"m26": "R1"}}, "table"),
        ({"table": {"m13": ""}}, "table"),
        ({"table": {"m13": "R6"}}, "table"),
        ({"table": {"m13": "W"}}, "table"),
        ({"table": {"m13": "R1R2R3R4R5R1"}}, "table"),
        ({"table": {"m13": "R1", "n13": "R1"}}, "table"),
        ({"table": {"m13": "R1", "o13": "R2"}}, "table"),
        ({"hands": ["R1", "??"]}, "hands[1]"),
        ({"hands": ["R1", "b2"]}, "hands[1]"),
        ({"hands": ["R1"]}, "hands"),
        ({"hands": ["R1R2R3R4R5B1", "B2"]}, "hands[0]"),
        ({"hands": ["??", "R1"]}, "hands[0]"),
        ({"bag": "WB9"}, "bag"),
        ({"bag": "?"}, "bag"),
        ({"points": [1]}, "points"),
        ({"points": [0, -126]}, "points[1]"),
        ({"points": [10**6, 0]}, "points[0]"),
        ({"turn": 2}, "turn"),
        ({"out": 2}, "out"),
        ({"idle": 5}, "idle"),
        ({"turns": -1}, "turns"),
        ({"turns": 10**6}, "turns"),
        ({"copies": "5"}, "copies"),
        ({"out": 0}, "out"),
        ({"out": 1, "hands": ["", "R1"]}, "out"),
        ({"out": -1, "hands": ["R1", ""]}, "out"),
        ({"out": 1, "hands": ["R1", ""], "turn": 1}, "out"),
        ({"idle": 2}, "idle"),
        ({"aside": "R1"}, "aside"),
        ({"aside": "R1", "bag": "G1G2G3", "hands": ["R1R2R3", "B1B2B3B4B5"]}, "aside"),
        ({"laid": ["R4P13"]}, "laid[0]"),
        ({"laid": ["R9m13"]}, "laid[0]"),
        ({"laid": ["done"]}, "laid[0]"),
        ({"laid": ["R3a1"]}, "laid[0]"),
        ({"laid": ["R4p13", "WR5q13", "WR5l13"]}, "laid"),
        ({"laid": ["R4p13"], "over": True}, "laid"),
        ({"laid": ["R4p13"], "hands": ["R1R2R3R4R5", "B1"]}, "laid"),
        ({"laid": ["R4p13", "R4q13"]}, "laid[1]"),
        ({"laid": ["R4p13"], "turn": 2}, "turn"),
        ({"laid": ["R4p13"], "hands": ["R1"]}, "hands"),
    ],
)
def test_a_position_that_cannot_be_is_refused(parts, what):
    state = position(BASE1, "R1", "B1")
    vars(state).update(parts)
    with pytest.raises(IllegalMove) as refusal:
        FIVE.check(state)
    assert (refusal.value.reason, refusal.value.facts["field"]) == ("state", f"state.{what}")


def test_a_swap_that_waits_for_its_draw_may_be_the_last_idle_turn():
    FIVE.check(position(BASE1, "B1B2B3B4", "B1B2B3B4B5", bag="Y1Y2", aside="O1", idle=4))


def test_2_1_a_tile_too_many_is_refused():
    state = position(BASE2, "R5B3G2O1W", "Y4B4")
    FIVE.check(state)
    state.bag = "R1R1R1"
    with pytest.raises(IllegalMove) as refusal:
        FIVE.check(state)
    need = "such that all places together have at most 3 R1, not 4"
    assert refusal.value.facts == {"field": "state.bag", "need": need}


def test_2_2_a_wild_on_the_table_counts_whatever_its_face():
    FIVE.check(position("R1@0,0 WR2@1,0 R3@2,0", "WWWW", "B1"))
    with pytest.raises(IllegalMove, match="state"):
        FIVE.check(position("R1@0,0 WR2@1,0 R3@2,0", "WWWWW", "B1"))
