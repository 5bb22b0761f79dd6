"""What is outlined as the cause of a refusal in Pillars. Knows no menu."""

from __future__ import annotations

from engine.core import Cell
from render.pillars.places import places as pillars_places
from render.scene import Box
from tests.engine.games.pillars import pillars_tables
from tests.render.blame import GROWN, around, told


def square(cell, wide=1, high=1):
    """The squares of a board of two players from a cell on, a bit smaller."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    return pillars_places(2).grid.cell_box(Cell(column, row), wide, high).inset(5)


def test_3_3_the_center_section():
    reason, boxes = told("pillars", GROWN, "oh8")
    assert (reason, boxes) == ("3.3", [square("g7", 5, 5).inset(-5)])


def test_3_2_the_pillars_that_come_first():
    state = pillars_tables.table().state
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
    assert told("pillars", pillars_tables.position("od6 of13", "ol5 ol13"), "21b6") == ("4.6", [square("b6")])


def test_4_7_the_place_that_touches_nothing():
    assert told("pillars", GROWN, "3L1e9") == ("4.7", [square("e9", 2, 2)])


def test_5_1_the_pillars_put_down():
    state = pillars_tables.position("of5 of13 oj5", "ol5 ol13")
    assert told("pillars", state, "og5") == ("5.1", [square("f5"), square("f13"), square("j5")])


def test_boxes_are_in_board_units():
    assert square("a1") == Box(43, 45, 33, 33)
