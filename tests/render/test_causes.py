"""What is outlined as the cause of a refusal in Pillars, Match Five and Summer Pavilion. Knows no menu."""

from __future__ import annotations

import pytest

from engine import GAMES, View
from engine.core import Cell
from render import PORTRAYALS
from render.match_five.land import plan
from render.match_five.places import boxes_of, field
from render.match_five.places import places as five_places
from render.pavilion.places import places as pavilion_places
from render.pillars.places import places as pillars_places
from render.scene import Box
from tests.games import match_five_tables as five
from tests.games import pavilion_tables as pavilion
from tests.games import pillars_tables as pillars


def told(game, state, text, seat=0):
    """The reason of a refusal, and the places to blame."""
    move = GAMES[game].parse(text)
    reason = state.refuses(seat, move)
    return reason, PORTRAYALS[game].cause(View(game, seat, state.view(seat)), move, reason)


def square(cell, wide=1, high=1):
    """The squares of a board of two players from a cell on, a bit smaller."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    return pillars_places(2).grid.at(Cell(column, row), wide, high).inset(5)


GROWN = pillars.position(*pillars.GROWN)


def test_3_3_the_center_section():
    reason, boxes = told("pillars", GROWN, "oh8")
    assert (reason, boxes) == ("3.3", [square("g7", 5, 5).inset(-5)])


def test_3_2_the_pillars_that_come_first():
    state = pillars.table().state
    stack = pillars_places(2).trays[0].pillars
    assert told("pillars", state, "11e5") == ("3.2", [around(*stack)])


def test_4_2_the_tile_that_lies_on_the_board():
    reason, boxes = told("pillars", GROWN, "5L1e6")
    assert (reason, len(boxes)) == ("4.2", 1)
    assert boxes[0] == square("g5", 4, 2)


def test_4_5_the_squares_that_are_taken():
    assert told("pillars", GROWN, "21f5") == ("4.5", [square("f5"), square("g5")])
    assert told("pillars", GROWN, "of13") == ("4.5", [square("f13")])


def test_4_6_the_dark_squares():
    assert told("pillars", pillars.position("od6 of13", "ol5 ol13"), "21b6") == ("4.6", [square("b6")])


def test_4_7_the_place_that_touches_nothing():
    assert told("pillars", GROWN, "3L1e9") == ("4.7", [square("e9", 2, 2)])


def test_5_1_the_pillars_put_down():
    state = pillars.position("of5 of13 oj5", "ol5 ol13")
    assert told("pillars", state, "og5") == ("5.1", [square("f5"), square("f13"), square("j5")])


def spot(state, place, level=0):
    """The box of a tile of Match Five in the picture for the first seat."""
    x, y = (12 + int(part) for part in place.split(","))
    table = plan(state)
    seen = field(table.stacks, five_places(2, rack=True, over=False).table)
    if not table.height((x, y)):
        return seen.spot((x, y))
    boxes = boxes_of(table, (x, y), seen)
    return boxes[level] if len(boxes) == 1 else boxes[level].inset(4)


def around(*boxes):
    found = boxes[0]
    for box in boxes[1:]:
        found = found.around(box)
    return found


HELD = "R1B2G3O4Y5"


def test_3_3_the_middle_of_the_table():
    state = five.position("", HELD)
    assert told("match_five", state, "R1a1") == ("3.3", [spot(state, "0,0")])


def test_5_2_the_full_stack():
    state = five.position("R2@0,0 B2@0,0 G2@0,0 O2@0,0 Y2@0,0 R3@1,0", HELD)
    reason, boxes = told("match_five", state, "R1m13")
    assert (reason, len(boxes)) == ("5.2", 1)
    assert all(boxes[0].around(spot(state, "0,0", level)) == boxes[0] for level in range(5))


def test_5_3_and_5_4_the_tiles_of_this_turn():
    state = five.played(five.position(five.BASE1, HELD), "B2n12")
    assert told("match_five", state, "G3l13") == ("5.3", [spot(state, "1,-1")])
    assert told("match_five", state, "pass") == ("4.8", [spot(state, "1,-1")])
    state = five.played(five.position("R3@0,0", "R1R2R4"), "R1n13")
    assert told("match_five", state, "R2p13") == ("5.4", [spot(state, "1,0")])


def test_5_5_the_lonely_place():
    state = five.position(five.BASE1, HELD)
    assert told("match_five", state, "R1m10")[0] == "5.5"
    assert told("match_five", state, "R1m11") == ("5.5", [spot(state, "0,-2")])
    assert told("match_five", state, "R1a1") == ("5.5", [])


def test_5_6_and_5_7_the_series_that_would_be_wrong():
    state = five.position(five.BASE1, HELD)
    assert told("match_five", state, "Y5p13") == ("5.7", [around(spot(state, "0,0"), spot(state, "2,0"))])
    assert told("match_five", state, "Y5n13") == ("5.7", [spot(state, "1,0")])
    state = five.position("R3@0,0 R2@1,0 R1@2,0 R5@3,0", "R4Y4")
    assert told("match_five", state, "Y4q13")[0] == "5.7"


def test_6_1_the_locked_tile():
    state = five.position(five.BASE2, HELD)
    assert told("match_five", state, "Y5r13") == ("6.1", [spot(state, "4,0")])
    assert told("match_five", state, "Y5m12") == ("6.1", [spot(state, "0,0")])


def test_7_2_the_wild_of_this_turn():
    state = five.played(five.position(five.BASE1, "WW"), "WB2n12")
    assert told("match_five", state, "WG2n11") == ("7.2", [spot(state, "1,-1")])


def two(side="colored"):
    return pavilion_places(2, side)


def test_4_2_and_4_3_the_source():
    state = pavilion.position(factories="PPGY/RRYY")
    assert told("pavilion", state, "1R") == ("4.2", [two().source("1")])
    assert told("pavilion", state, "1P") == ("4.3", [two().source("1")])
    assert told("pavilion", state, "CR") == ("4.2", [two().source("C")])


def test_5_2_the_tile_on_the_space():
    state = pavilion.position(pavilion.board("OO", UL="O....."))
    assert told("pavilion", state, "UL1O0") == ("5.2", [two().seats[0].petals[0][0].cost])


def test_5_3_the_star_or_the_tile_of_that_color():
    state = pavilion.position(pavilion.board("OORR", C="P.R..."))
    assert told("pavilion", state, "UL1R0") == ("5.3", [two().seats[0].names[0]])
    assert told("pavilion", state, "C2R0") == ("5.3", [two().seats[0].petals[6][2].cost])


def test_5_4_the_tiles_that_decide():
    state = pavilion.position(pavilion.board("OORR", UL="OO....", UR="RP...."), side="mono")
    petals = two("mono").seats[0].petals
    assert told("pavilion", state, "UL3R0") == ("5.4", [petals[0][0].cost, petals[0][1].cost])
    assert told("pavilion", state, "UR3R0") == ("5.4", [petals[1][0].cost])


def test_5_5_to_5_7_the_price_and_what_is_there_to_pay():
    state = pavilion.position(pavilion.board("PPO"))
    petals, hand = two().seats[0].petals, two().hands[0]
    reason, boxes = told("pavilion", state, "UL5O1")
    assert (reason, boxes[0], boxes[1]) == ("5.5", petals[0][4].cost, hand["O"])
    assert boxes[2].around(hand["P"]) == boxes[2]
    assert told("pavilion", state, "UL1O1") == ("5.6", [petals[0][0].cost])
    assert told("pavilion", state, "L2P1")[0] == "5.7"
    assert told("pavilion", state, "L2P1")[1] == [boxes[2]]


def test_5_10_the_supply_and_6_2_the_hand():
    state = pavilion.position(pavilion.board("PPPGG"), owed=2, supply="PGGYYY")
    assert told("pavilion", state, "pass") == ("5.10", [two().supply[1].box])
    assert told("pavilion", pavilion.position(pavilion.board("PPPGG")), "pass") == ("6.2", [two().trays[0]])


@pytest.mark.parametrize(
    ("game", "state", "text"),
    [
        ("pillars", GROWN, "4O1g8"),
        ("match_five", five.position(five.BASE1, HELD), "Y5p13"),
        ("pavilion", pavilion.position(pavilion.board("OO", UL="O.....")), "UL1O0"),
    ],
)
def test_nothing_is_outlined_for_somebody_who_only_looks(game, state, text):
    move = GAMES[game].parse(text)
    assert PORTRAYALS[game].cause(View(game, 0, state.view(0)), move, state.refuses(0, move)) != []
    assert PORTRAYALS[game].cause(View(game, None, state.view(None)), move, state.refuses(0, move)) == []


def test_boxes_are_in_board_units():
    assert square("a1") == Box(43, 45, 33, 33)
