"""Azul by its paragraphs 1 to 4: the table, the start, taking tiles.

The number after `test_` is the paragraph of data/rules/azul.md; az_t.. is the scenario of the rules study.
"""

from __future__ import annotations

import pytest

from engine import CHANCE, IllegalMove, Table
from engine.games.azul import GAME, Draft
from engine.games.azul.sets import WALL_SIDES
from tests.cases import each
from tests.engine.games.azul.azul_tables import OPENING, azul, board, listed, pieces, played, position, reason, told

FULL = ("BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB")
DISPLAYS = {2: 5, 3: 7, 4: 9}


# 1 to 3: the game, the table, the start


def test_1_1_most_points_win():
    state = position(board(score=3), board(score=5), over=True)
    assert max(range(2), key=lambda seat: state.scores()[seat]) == 1


@each("seats", [0, 1, 5])
def test_1_2_two_to_four_people_play(seats):
    with pytest.raises(IllegalMove) as refusal:
        Table.new(GAME, seats, {}, None)
    assert refusal.value.reason == "seats"
    assert refusal.value.facts == {"least": 2, "most": 4}


@each(("seats", "offered", "bag"), [(2, 20, 80), (3, 28, 72), (4, 36, 64)])
def test_2_1_setup_az_t01(seats, offered, bag):
    opening = azul(seats=seats).state
    assert opening.to_act() == (CHANCE,)
    assert (len(opening.bag), opening.center) == (100, "M")
    state = azul(seats=seats, seed="setup").state
    assert len("".join(state.displays)) == offered
    assert (len(state.bag), state.lid, state.center) == (bag, "", "M")
    assert [score[0] for score in state.scores()] == [0] * seats
    assert all(pieces(state).count(color) == 20 for color in "BYRKW")


@each(("seats", "displays"), list(DISPLAYS.items()))
def test_2_2_displays_for_each_number_of_seats(seats, displays):
    state = azul(seats=seats, seed="displays").state
    assert [len(display) for display in state.displays] == [4] * displays


def test_2_3_a_board_starts_empty():
    for one in azul(seats=4).state.boards:
        assert (one.lines, one.wall, one.floor, one.score) == ([""] * 5, ["....."] * 5, "", 0)


@each(("spaces", "cost"), list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
def test_2_4_floor_spaces_cost_1_1_2_2_2_3_3(spaces, cost):
    state = position(board(floor="R" * spaces, score=50), center="K", bag="BBBB")
    assert played(state, "CK1").boards[0].score == 50 - cost + 1


def test_2_5_the_marker_is_no_tile_az_t20():
    state = position(displays="BBBB", center="M")
    assert listed(state) == ["1B1", "1B2", "1B3", "1B4", "1B5", "1BF"]
    assert state.refuses(0, Draft("C", "M", "F")) == "4.2"
    assert reason(state, "CB1") == "4.2"


def test_2_6_the_colored_wall_shifts_by_one_in_each_row():
    for row, colors in enumerate(FULL):
        assert [WALL_SIDES["colored"].columns_for[row][color] for color in colors] == [(0,), (1,), (2,), (3,), (4,)]


def test_3_1_seat_0_starts_with_the_marker_in_the_center():
    state = azul(OPENING).state
    assert (state.to_act(), state.center, state.round) == ((0,), "M", 1)
    assert [(event.seat, event.facts) for event in told(state, "round")] == [(0, {"n": 1})]


# 4: taking tiles


def test_4_1_seats_take_turns_and_nobody_passes():
    table = azul(OPENING)
    assert listed(table.state, 1) == []
    assert reason(table.state, "1B1", seat=1) == "4.1"
    assert table.play(0, "1B1").state.to_act() == (1,)
    assert azul(OPENING + "/BYRK/KKKK/WWWW/YYYY", "1B1", "2K1", "3B1", "5B1", seats=4).state.to_act() == (0,)
    with pytest.raises(IllegalMove, match="notation"):
        table.play(0, "pass")


def test_4_1_nobody_deals_while_tiles_are_left():
    assert reason(azul(OPENING).state, OPENING, seat=CHANCE) == "4.1"
    assert reason(azul(OPENING).state, OPENING, seat=0) == "4.1"


def test_4_1_no_seat_deals():
    assert reason(azul().state, OPENING, seat=0) == "4.1"


def test_6_1_nobody_takes_before_the_deal():
    for seat in (0, 1, CHANCE):
        assert reason(azul().state, "1B1", seat=seat) == "6.1"
    assert listed(azul().state) == []


def test_4_2_all_tiles_of_the_color_are_taken_az_t02():
    state = played(position(displays="BBRK", center="M"), "1B3")
    assert state.boards[0].lines == ["", "", "BB", "", ""]
    assert (state.center, state.displays[0], state.boards[0].floor) == ("RKM", "", "")
    assert state.to_act() == (1,)


@each("text", ["1Y1", "2B1", "9B1", "CR1"])
def test_4_2_the_color_must_lie_there(text):
    assert reason(position(displays="BBRK", center="M"), text) == "4.2"


def test_4_3_the_rest_of_a_display_joins_the_center():
    state = played(position(displays="BBYR/KKRW", center="BM"), "1B2", "2K3")
    assert (state.center, state.displays[:2]) == ("BYRRWM", ["", ""])


def test_4_3_the_rest_of_the_center_stays():
    assert played(position(center="BBRK"), "CB2").center == "RK"


def test_4_4_first_from_the_center_takes_the_marker_az_t03():
    state = position(board(), board(), center="RRRKM", turn=1)
    assert state.facts(1, Draft("C", "R", "2"))["cost"] == 2
    state = played(state, "CR2")
    assert (state.boards[1].floor, state.boards[1].lines[1], state.center) == ("MR", "RR", "K")
    assert state.starter == 1
    assert [event.seat for event in told(state, "marker")] == [1]
    state = played(state, "CK1")
    assert (state.starter, told(state, "marker")) == (1, [])


def test_4_4_the_marker_lies_down_before_the_tiles_az_t04():
    state = position(board(floor="RRRRRR", score=20), board(), displays="WW", center="KKKM")
    state = played(state, "CKF")
    assert (state.boards[0].floor, state.lid, state.starter) == ("RRRRRRM", "KKK", 0)
    assert [event.facts["n"] for event in told(state, "lid")] == [3]
    assert played(state, "1W2").boards[0].score == 20 - 14


def test_4_4_a_display_brings_no_marker():
    state = played(position(displays="BBRK/WWWW", center="M"), "1BF")
    assert (state.boards[0].floor, state.center) == ("BB", "RKM")


def test_4_5_a_line_holds_one_color_az_t06():
    state = position(board("", "|..Y..", "R", "BBBB"), displays="YYBK", center="M")
    assert [text for text in listed(state) if text[:2] == "1Y"] == ["1Y1", "1Y5", "1YF"]
    assert [reason(state, f"1Y{line}") for line in "12345F"] == [None, "4.7", "4.5", "4.6", None, None]
    assert state.facts(0, Draft("1", "Y", "3"))["held"] == "R"


def test_4_5_two_lines_may_hold_the_same_color():
    assert played(position(board("", "B", "BB"), displays="BWWW"), "1B5").boards[0].lines == ["", "B", "BB", "", "B"]


def test_4_6_a_full_line_is_closed_even_to_its_own_color():
    state = position(board("", "BB"), displays="BBBB")
    assert reason(state, "1B2") == "4.6"
    assert "1B2" not in listed(state)


@each("number", [1, 4])
def test_4_7_a_row_takes_each_color_once(number):
    state = position(board("|B....", "", "", "", "|....B"), displays="BBKW", round=number)
    assert [reason(state, f"1B{line}") for line in "12345F"] == ["4.7", None, None, None, "4.7", None]


def test_4_8_everything_goes_to_one_line_or_the_floor():
    state = position(board("", "B"), displays="BBBY/K", center="M")
    line, floor = played(state, "1B3").boards[0], played(state, "1BF").boards[0]
    assert (line.lines, line.floor) == (["", "B", "BBB", "", ""], "")
    assert (floor.lines, floor.floor) == (["", "B", "", "", ""], "BBB")


def test_4_8_the_floor_is_open_even_when_full():
    state = position(board(floor="RRRRRRR"), displays="BBBY")
    assert reason(state, "1BF") is None
    assert "1BF" in listed(state)


def test_4_9_what_does_not_fit_falls_from_the_left():
    state = played(position(board("", "B", floor="K"), displays="BBBY/W"), "1B2")
    assert (state.boards[0].lines[1], state.boards[0].floor) == ("BB", "KBB")
    facts = told(state, "draft")[0].facts
    assert facts == {"source": "1", "color": "B", "count": 3, "line": "2", "fell": 2, "lid": 0}


def test_4_10_a_full_floor_sends_tiles_to_the_lid():
    state = position(board(floor="RRRRRR", score=30), displays="BBBY/W", center="M")
    facts = state.facts(0, Draft("1", "B", "1"))
    assert (facts["fits"], facts["falls"], facts["lid"], facts["cost"]) == (1, 2, 1, 3)
    state = played(state, "1B1")
    assert (state.boards[0].floor, state.lid) == ("RRRRRRB", "B")
    assert played(state, "2WF", "CY2").boards[0].score == 30 + 1 - 14


def test_4_10_the_marker_onto_a_full_floor_a3():
    state = position(board(floor="RRRRRRR", score=30), board(), displays="W", center="KKM", bag="BBBB", starter=1)
    facts = state.facts(0, Draft("C", "K", "F"))
    assert (facts["marker"], facts["cost"], facts["lid"]) == (True, 0, 2)
    state = played(state, "CKF")
    assert (state.boards[0].floor, state.lid, state.starter, state.center) == ("RRRRRRR", "KK", 0, "")
    assert told(state, "marker")
    state = played(state, "1W2")
    assert (state.turn, state.center, state.boards[0].score) == (0, "M", 30 - 14)


def test_4_11_taking_ends_with_the_last_tile_though_the_marker_stays_a5():
    state = played(position(displays="BBBB", center="M", bag="Y" * 40, starter=1), "1B4")
    assert (state.to_act(), state.round, state.center, state.turn) == ((CHANCE,), 2, "M", 1)
