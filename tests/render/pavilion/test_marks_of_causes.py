"""What is outlined as the cause of a refusal in Summer Pavilion. Knows no menu."""

from __future__ import annotations

from render.pavilion.places import places as pavilion_places
from tests.engine.games.pavilion import pavilion_tables
from tests.render.blame import told


def two(side="colored"):
    return pavilion_places(2, side)


def test_4_2_and_4_3_the_source():
    state = pavilion_tables.position(factories="PPGY/RRYY")
    assert told("pavilion", state, "1R") == ("4.2", [two().source("1")])
    assert told("pavilion", state, "1P") == ("4.3", [two().source("1")])
    assert told("pavilion", state, "CR") == ("4.2", [two().source("C")])


def test_5_2_the_tile_on_the_space():
    state = pavilion_tables.position(pavilion_tables.board("OO", UL="O....."))
    assert told("pavilion", state, "UL1O0") == ("5.2", [two().seats[0].petals[0][0].cost])


def test_5_3_the_star_or_the_tile_of_that_color():
    state = pavilion_tables.position(pavilion_tables.board("OORR", C="P.R..."))
    assert told("pavilion", state, "UL1R0") == ("5.3", [two().seats[0].names[0]])
    assert told("pavilion", state, "C2R0") == ("5.3", [two().seats[0].petals[6][2].cost])


def test_5_4_the_tiles_that_decide():
    state = pavilion_tables.position(pavilion_tables.board("OORR", UL="OO....", UR="RP...."), side="mono")
    petals = two("mono").seats[0].petals
    assert told("pavilion", state, "UL3R0") == ("5.4", [petals[0][0].cost, petals[0][1].cost])
    assert told("pavilion", state, "UR3R0") == ("5.4", [petals[1][0].cost])


def test_5_5_to_5_7_the_price_and_what_is_there_to_pay():
    state = pavilion_tables.position(pavilion_tables.board("PPO"))
    petals, hand = two().seats[0].petals, two().hands[0]
    reason, boxes = told("pavilion", state, "UL5O1")
    assert (reason, boxes[0], boxes[1]) == ("5.5", petals[0][4].cost, hand["O"])
    assert boxes[2].union(hand["P"]) == boxes[2]
    assert told("pavilion", state, "UL1O1") == ("5.6", [petals[0][0].cost])
    assert told("pavilion", state, "L2P1")[0] == "5.7"
    assert told("pavilion", state, "L2P1")[1] == [boxes[2]]


def test_5_10_the_supply_and_6_2_the_hand():
    state = pavilion_tables.position(pavilion_tables.board("PPPGG"), owed=2, supply="PGGYYY")
    assert told("pavilion", state, "pass") == ("5.10", [two().supply[1].box])
    assert told("pavilion", pavilion_tables.position(pavilion_tables.board("PPPGG")), "pass") == (
        "6.2",
        [two().trays[0]],
    )
