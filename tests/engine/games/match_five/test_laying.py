"""Match Five by its paragraphs 5 to 8: laying tiles, locks, wilds, points; the placement scenarios M01 to M42.

The number after `test_` is the paragraph of data/rules/match_five.md.
"""

from __future__ import annotations

from tests.cases import each
from tests.engine.games.match_five.match_five_tables import (
    BASE1,
    BASE2,
    BASE4,
    GAP,
    event_facts,
    listed,
    played,
    position,
    reason,
    steps,
)

WITH_STACKS = f"{BASE4} B5@3,0 Y5@3,0"
LEGAL = [  # scenario, position, move, points, cells that get locked
    ("M01", "", "R3@0,0 R2@1,0 R1@2,0", 6, ""),
    ("M02", BASE1, "R5@3,0 R4@4,0", 25, "M13 Q13"),
    ("M03", BASE2, "B4@4,0 Y4@4,0", 12, ""),
    ("M04", f"{BASE2} B4@4,0 Y4@4,0", "O4@4,0 G4@4,0", 30, ""),
    ("M05", BASE4, "B5@3,0 Y5@3,0", 33, ""),
    ("M06", WITH_STACKS, "O2@1,1 Y2@1,2 G2@1,3 WB2@1,4", 18, "N13 N17"),
    ("M07", "", "Y4@0,0", 4, ""),
    ("M08", "", "WR3@0,0", 0, ""),
    ("M09", "WR3@0,0", "B3@1,0", 3, ""),
    ("M11", "", "G1@0,0 G2@0,0 G3@0,0", 6, ""),
    ("M15", "R3@0,0 R2@1,0", "B2@1,1", 4, ""),
    ("M16", "R2@0,0 R3@1,0", "R1@-1,0 R4@2,0", 10, ""),
    ("M22", BASE2, "B5@3,1", 10, ""),
    ("M24", BASE2, "B3@0,0", 6, ""),
    ("M28", BASE4, "B5@3,0", 19, ""),
    ("M32", "R3@0,0 WR2@1,0", "R4@2,0", 7, ""),
    ("M33", "R1@0,0 R2@1,0 R3@2,0 R4@3,0", "WR5@4,0", 20, "M13 Q13"),
    ("M39", "R1@0,0 R2@1,0 R3@2,0", "B1@0,1 B2@1,1", 9, ""),
    ("M42", "R1@0,0 R2@1,0 R3@2,0", "WR4@3,0", 6, ""),
]
REFUSED = [  # scenario, position, move of which the last tile is refused, rule
    ("M10", "WR3@0,0", "B2@1,0", "5.7"),
    ("M12", "R3@0,0", "R3@1,0", "5.7"),
    ("M13", "R3@0,0", "B4@1,0", "5.7"),
    ("M14", "R3@0,0 R2@1,0", "B2@2,0", "5.7"),
    ("M18", GAP, "R1@1,0", "5.7"),
    ("M20", BASE2, "B3@0,1", "6.1"),
    ("M21", BASE2, "Y4@5,0", "6.1"),
    ("M25", BASE4, "R4@4,0", "5.2"),
    ("M27", BASE4, "G5@3,0", "5.7"),
    ("M29", "R1@0,0", "WR2@1,0 WR3@2,0", "7.2"),
    ("M31", "R3@0,0 WR2@1,0", "R2@2,0", "5.7"),
    ("M35", "R1@0,0 R2@1,0", "B1@0,1 B2@1,1 R3@2,0", "5.3"),
    ("M37", BASE1, "B5@5,5", "5.5"),
    ("M41", "R1@0,0 R2@1,0 R3@2,0 R4@3,0 B2@1,0 G2@1,0 O2@1,0", "Y2@1,0 WR5@1,0", "5.2"),
]


def hand(move: str) -> str:
    return "".join("W" if part[0] == "W" else part[:2] for part in move.split())


@each(("tiles", "move", "points", "locks"), [row[1:] for row in LEGAL])
def test_placements_that_are_legal(tiles, move, points, locks):
    state = played(position(tiles, hand(move) + "Y1"), *steps(move))
    assert (state.outlook(0), state.scores()[0]) == (points, (0,))
    state = played(state, "done")
    assert (state.points[0], state.hands[0]) == (points, "Y1")
    assert state.table == position(f"{tiles} {move}").table
    assert " ".join(str(five["cells"]) for five in event_facts(state, "five") if five["cells"]) == locks


@each(("tiles", "move", "rule"), [row[1:] for row in REFUSED])
def test_placements_that_are_refused(tiles, move, rule):
    *before, last = steps(move)
    state = played(position(tiles, hand(move)), *before)
    assert reason(state, last) == rule
    assert last not in listed(state)


def test_m26_a_tile_lands_on_its_stack_so_none_hangs_in_the_air():
    state = position(BASE4, "Y5B5G1")
    assert reason(state, "Y5p13") == "5.7"  # it lands on level 2 beside B4, never on level 3
    assert played(state, "B5p13", "Y5p13", "done").table["p13"] == "R5B5Y5"


# 5: laying


def test_5_1_a_tile_lands_on_top_and_stays():
    state = played(position("R3@0,0", "R4B1"), "R4m13", "done")
    assert state.table == {"m13": "R3R4"}
    assert played(state, "pass").table == {"m13": "R3R4"}


def test_5_2_a_full_stack_takes_no_more():
    stack = "R1@0,0 R2@0,0 R3@0,0 R4@0,0"
    assert played(position(stack, "R5B1"), "R5m13", "done").points == [25, 0]
    assert reason(position(f"{stack} R5@0,0", "B5"), "B5m13") == "5.2"


def test_5_3_all_tiles_of_a_turn_lie_on_one_line():
    state = played(position("R3@0,0", "R2B2R1Y2"), "R2n13")
    assert reason(state, "B2n14") is None  # with one tile the line is still open
    state = played(state, "B2n14")
    assert reason(state, "R1o13") == "5.3"
    assert reason(state, "Y2n15") is None
    up = played(position("R3@0,0", "R2R1R4"), "R2m13", "R1m13")
    assert reason(up, "R4n13") == "5.3"


def test_5_4_the_line_of_a_turn_has_no_gap():
    state = played(position("R3@0,0", "R2R1"), "R2n13")
    assert reason(state, "R1p13") == "5.4"
    assert reason(state, "R1l13") is None  # R3 stands between
    two = "R3@0,0 B3@0,1 B5@1,1 B1@2,1 R1@2,0"
    assert reason(played(position(two, "R5R4"), "R5l13"), "R4p13") == "5.4"


@each("text", ["B3o13", "B3n14", "B3a1"])
def test_5_5_a_tile_touches_the_group_by_a_face(text):
    assert reason(position("R3@0,0", "B3"), text) == "5.5"


def test_5_6_no_line_is_longer_than_five():
    assert reason(position("R1@0,0 R2@1,0 R3@2,0 Y3@2,1 Y2@3,1 Y5@4,1 R5@4,0 R4@5,0", "WR4"), "WR4p13") == "5.6"
    assert reason(position(f"{BASE1} R4@3,0 B4@3,1 B2@4,1 B5@5,1 R5@5,0", "WR5"), "WR1q13") == "5.6"
    assert reason(position("R1@0,0 R2@1,0 R3@2,0 Y3@2,1 WY2@3,1 Y5@4,1 R5@4,0 R4@5,0", "W"), "WR4p13") == "5.6"


def test_5_7_the_whole_line_has_one_color_or_one_number():
    state = position("R3@0,0 B3@1,0", "G3R5B5R3")
    assert [reason(state, f"{tile}o13") for tile in ("G3", "R5", "B5", "R3")] == [None, "5.7", "5.7", "5.7"]


def test_5_7_two_groups_are_joined_into_one_series():
    state = played(position("R1@0,0 B1@0,1 B4@1,1 B3@2,1 R3@2,0", "R4"), "R4n13")
    assert state.outlook(0) == (1 + 4 + 3) + (4 + 4)


def test_5_8_every_direction_through_the_tile_counts():
    corner = "R1@0,0 R2@1,0 B1@0,1"
    assert reason(position(corner, "B2"), "B2n14") is None
    assert reason(position(corner, "R5"), "R5n14") == "5.7"  # fits upwards of N13, not beside L14
    assert reason(position(BASE4, "G5"), "G5p13") == "5.7"


# 6: locks


@each("text", ["B3m12", "B3m14", "B3l13", "B4q12", "B4q14", "B4r13"])
def test_6_1_nothing_is_laid_beside_a_locked_tile(text):
    assert reason(position(BASE2, "B3B4"), text) == "6.1"


@each("text", ["B2n12", "B1o14", "B5p12"])
def test_6_1_the_middle_stays_open(text):
    assert reason(position(BASE2, "B2B1B5"), text) is None


def test_6_1_a_lock_shuts_the_cell_for_every_neighbor():
    beside = f"{BASE2} B2@1,1"  # M14 touches N14 and the locked M13
    assert reason(position(beside, "B3"), "B3m14") == "6.1"


def test_6_1_a_tile_that_stands_there_goes_on_away_from_the_lock():
    before = "R3@0,0 R2@1,0 R1@2,0 R5@3,0 B3@0,1"
    state = played(position(before, "R4Y1", "G3"), "R4q13", "done")
    assert reason(state, "G3m15") is None
    assert reason(state, "G3l14") is None


def test_6_1_a_row_of_five_above_the_table_locks_on_its_level():
    floor = " ".join(f"{color}{number}@{x},0" for x, (color, number) in enumerate(["R1", "R2", "R3", "R4"]))
    upper = " ".join(f"B{number}@{x},0" for x, number in enumerate("1234"))
    tiles = f"{floor} {upper} Y1@0,1 R5@4,0"
    state = played(position(tiles, "B5Y2", "Y2G1"), "B5q13", "done")
    assert event_facts(state, "five") == [{"cells": "M13 Q13"}]
    assert reason(state, "G1m14") == "6.1"  # level 2 of M14, beside the locked B1
    assert reason(state, "G1m13") is None


def test_6_2_a_lock_holds_from_the_next_turn_on():
    tiles = "R1@0,0 R2@1,0 R3@2,0 R4@3,0"
    state = played(position(tiles, "R5B5Y1", "B5G5"), "R5q13")
    assert reason(state, "B5q14") is None  # beside the tile that completes the row
    assert reason(played(state, "done"), "B5q14") == "6.1"


def test_6_3_a_lock_closes_nothing_above_and_a_stack_nothing_beside():
    assert reason(position(BASE2, "B3B4"), "B3m13") is None
    assert reason(position(BASE4, "B5"), "B5p13") is None  # beside level 2 of the full stack
    assert reason(position("R4@0,0 B4@0,0 Y4@0,0 O4@0,0 G4@0,0", "R3"), "R3n13") is None  # beside its lowest tile
    stack = "R1@0,0 R2@0,0 R3@0,0 R4@0,0"
    assert event_facts(played(position(stack, "R5B1"), "R5m13", "done"), "five") == [{"cells": ""}]


# 7: wilds


def test_7_1_a_wild_keeps_its_face_in_every_direction():
    state = played(position("R3@0,0", "WB1", "B2B3R5"), "WR2n13", "done")
    assert event_facts(state, "wild") == [{"face": "R2"}]
    assert state.table["n13"] == "WR2"
    assert [reason(state, text) for text in ("B2n14", "B3n14", "R5n13", "R5n14")] == [None, "5.7", None, None]


def test_7_1_only_fitting_faces_are_listed():
    faces = {text[1:3] for text in listed(position("R3@0,0 R2@1,0", "W")) if text.endswith("o13")}
    assert faces == {"R1", "R4", "R5"}


def test_7_2_one_wild_in_a_turn_and_it_may_be_the_only_tile():
    state = played(position("R3@0,0", "WWR1"), "WR2n13")
    assert not [text for text in listed(state) if text[0] == "W"]
    assert reason(state, "WR1o13") == "7.2"
    assert "done" in listed(state)


def test_7_3_one_wild_in_a_series_but_two_in_crossing_ones():
    assert reason(position("R3@0,0 WR2@1,0", "W"), "WR1o13") == "7.3"
    assert reason(position("WR1@-1,0 R3@0,0", "W"), "WB3m14") is None
    apart = "WR1@0,0 B1@0,1 B4@1,1 B3@2,1 WR3@2,0"
    assert reason(position(apart, "R4"), "R4n13") == "7.3"


# 8: points


def test_8_1_every_series_with_a_new_tile_scores_all_its_tiles():
    state = played(position("R1@0,0 R2@1,0 B1@0,1 R4@2,0", "B2Y1"), "B2n14", "done")
    assert state.points == [(1 + 2) + (2 + 2), 0]
    placed = {"tiles": "B2", "cells": "N14", "at": "N14", "points": 7, "n": 1, "fives": 0, "locks": ""}
    assert event_facts(state, "place") == [placed]


def test_8_1_a_wild_is_worth_nothing_later_too():
    assert played(position("WR5@0,0", "R4Y1"), "R4n13", "done").points == [4, 0]


def test_8_2_each_series_of_five_scores_ten_more():
    row = "R1@0,0 R2@1,0 R3@2,0 R4@3,0"
    column = "B5@4,1 G5@4,2 O5@4,3 Y5@4,4"
    link = "B4@3,1"
    state = played(position(f"{row} {link} {column}", "R5Y1"), "R5q13", "done")
    assert state.points[0] == (15 + 10) + (25 + 10)
    assert event_facts(state, "five") == [{"cells": "M13 Q13"}, {"cells": "Q13 Q17"}]


def test_8_3_a_lone_first_tile_scores_its_number():
    assert played(position("", "Y4Y1"), "Y4m13", "done").points == [4, 0]
    assert played(position("", "WY1"), "WR3m13", "done").points == [0, 0]
