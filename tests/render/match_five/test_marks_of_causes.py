"""What is outlined as the cause of a refusal in Match Five. Knows no menu."""

from __future__ import annotations

from render.match_five.places import places as five_places
from render.match_five.places import playing_field, stack_boxes
from render.match_five.stacks import visible_table
from tests.engine.games.match_five import match_five_tables
from tests.render.blame import HELD, around, told


def spot(state, place, level=0):
    """The box of a tile of Match Five in the picture for the first seat."""
    x, y = (12 + int(part) for part in place.split(","))
    table = visible_table(state)
    seen = playing_field(table.stacks, five_places(2, rack=True, over=False).table)
    if not table.height((x, y)):
        return seen.cell_box((x, y))
    boxes = stack_boxes(table, (x, y), seen)
    return boxes[level] if len(boxes) == 1 else boxes[level].inset(4)


def test_3_3_the_middle_of_the_table():
    state = match_five_tables.position("", HELD)
    assert told("match_five", state, "R1a1") == ("3.3", [spot(state, "0,0")])


def test_5_2_the_full_stack():
    state = match_five_tables.position("R2@0,0 B2@0,0 G2@0,0 O2@0,0 Y2@0,0 R3@1,0", HELD)
    reason, boxes = told("match_five", state, "R1m13")
    assert (reason, len(boxes)) == ("5.2", 1)
    assert all(boxes[0].union(spot(state, "0,0", level)) == boxes[0] for level in range(5))


def test_5_3_and_5_4_the_tiles_of_this_turn():
    state = match_five_tables.played(match_five_tables.position(match_five_tables.BASE1, HELD), "B2n12")
    assert told("match_five", state, "G3l13") == ("5.3", [spot(state, "1,-1")])
    assert told("match_five", state, "pass") == ("4.8", [spot(state, "1,-1")])
    state = match_five_tables.played(match_five_tables.position("R3@0,0", "R1R2R4"), "R1n13")
    assert told("match_five", state, "R2p13") == ("5.4", [spot(state, "1,0")])


def test_5_5_the_lonely_place():
    state = match_five_tables.position(match_five_tables.BASE1, HELD)
    assert told("match_five", state, "R1m10")[0] == "5.5"
    assert told("match_five", state, "R1m11") == ("5.5", [spot(state, "0,-2")])
    assert told("match_five", state, "R1a1") == ("5.5", [])


def test_5_6_and_5_7_the_series_that_would_be_wrong():
    state = match_five_tables.position(match_five_tables.BASE1, HELD)
    assert told("match_five", state, "Y5p13") == ("5.7", [around(spot(state, "0,0"), spot(state, "2,0"))])
    assert told("match_five", state, "Y5n13") == ("5.7", [spot(state, "1,0")])
    state = match_five_tables.position("R3@0,0 R2@1,0 R1@2,0 R5@3,0", "R4Y4")
    assert told("match_five", state, "Y4q13")[0] == "5.7"


def test_6_1_the_locked_tile():
    state = match_five_tables.position(match_five_tables.BASE2, HELD)
    assert told("match_five", state, "Y5r13") == ("6.1", [spot(state, "4,0")])
    assert told("match_five", state, "Y5m12") == ("6.1", [spot(state, "0,0")])


def test_7_2_the_wild_of_this_turn():
    state = match_five_tables.played(match_five_tables.position(match_five_tables.BASE1, "WW"), "WB2n12")
    assert told("match_five", state, "WG2n11") == ("7.2", [spot(state, "1,-1")])
