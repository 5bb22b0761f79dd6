"""Azul by the Hungarian house rules, chapter 8.

The number after `test_` is the paragraph of data/rules/azul.md; hu_t.. is the scenario,
h.. the ruling of the rules study.
"""

from __future__ import annotations

from pathlib import Path

from engine import CHANCE, GAMES
from engine.games.azul import Azul
from engine.games.azul.sets import HOUSE_RULES, HouseRules
from tests.cases import each
from tests.engine.games.azul.azul_tables import azul, board, listed, played, position, reason, told

RULES = Path(__file__).parents[4] / "data" / "rules"
SUMS = each("reading", ["literal", "official"])
FULL = "deal BBBB/YYYY/RRRR/KKKK/WWWW"


def house(*boards: object, center: str = "Y", **parts: object) -> Azul:
    """A position by the house rules; seat 1 takes what lies in the center as the last of the round."""
    parts = {"bag": "B" * 20, "turn": 1} | parts
    return position(*boards, center=center, rules="hungarian", **parts)


def placed(*rows: str, reading: str, **parts: object) -> list[int]:
    """What the tiles of seat 0 score when the round ends."""
    state = played(house(board(*rows), sum=reading, **parts), "CYF")
    return [event.facts["points"] for event in told(state, "place")]


@each("wall", ["colored", "gray"])
def test_8_1_all_other_rules_stay_h12_h17(wall):
    state = azul(seats=4, seed="house", rules="hungarian", wall=wall).state
    assert [len(display) for display in state.displays] == [4] * 9
    assert len(state.bag) == 64
    assert reason(azul(FULL, rules="hungarian", wall=wall).state, "1Y1") == "4.2"


def test_8_1_a_house_is_data():
    assert HOUSE_RULES["hungarian", "literal"] == HouseRules(marker_passes=True, column_ends=True, literal_sum=True)
    assert HOUSE_RULES["hungarian", "official"] == HouseRules(marker_passes=True, column_ends=True)
    assert {HOUSE_RULES["official", "literal"], HOUSE_RULES["official", "official"]} == {HouseRules()}


def test_8_2_the_marker_costs_and_travels_hu_t05_h1_h2_h3():
    table = azul("deal BBYY/RRRR/KKKK/WWWW/YYYY", rules="hungarian")
    assert ([one.floor for one in table.state.boards], table.state.center) == (["M", ""], "")
    table = table.play(0, "1BF")
    assert table.state.boards[0].floor == "MBB"
    assert table.state.outlook(0) == 0
    for seat, text in enumerate(("2R4", "3K4", "4W5", "5Y5", "CY1"), 1):
        table = table.play(seat % 2, text)
    assert table.state.boards[0].spilled == 3
    assert ([one.floor for one in table.state.boards], table.state.turn, table.state.center) == (["", "M"], 1, "")
    assert (table.state.to_act(), table.state.round) == ((CHANCE,), 2)


def test_8_2_four_points_for_the_marker_and_two_tiles_hu_t05():
    state = played(house(board(floor="MBB", score=10)), "CYF")
    assert told(state, "floor")[0].facts == {"points": 4, "spaces": 3}
    assert [one.floor for one in state.boards] == ["", "M"]


def test_8_2_taking_from_the_center_first_is_free_hu_t06_h4():
    state = played(house(board(floor="M"), displays="BBRK/YYYY", center="", turn=0), "1B2", "CR1")
    assert (state.boards[1].floor, told(state, "marker"), state.starter) == ("", [], 0)
    state = played(state, "2Y4", "CK2")
    assert (state.turn, state.starter, state.boards[1].floor, state.center) == (1, 1, "M", "")


def test_8_2_the_marker_goes_round_and_first_is_by_lot_h15():
    table, starters = azul(seats=3, seed="round", rules="hungarian"), []
    while len(starters) < 4:
        state = table.state
        if state.round == len(starters) + 1:
            starters.append(state.turn)
            assert [one.floor for one in state.boards].count("M") == 1
            assert state.boards[state.turn].floor == "M"
        seat = state.to_act()[0]
        table = table.play(seat, next(text for text in listed(state, seat) if text.endswith("F")))
        if table.state.over:
            break
    assert starters == [0, 1, 2]  # the fourth round never comes: nobody builds [7.5]


def test_8_2_the_marker_takes_a_space_and_six_are_left_h1():
    state = played(house(board(floor="M", score=20), displays="BBBB/BBBB", center="", turn=0), "1BF")
    assert state.boards[0].floor == "MBBBB"
    facts = state.facts(0, GAMES["azul"].parse("2BF"))
    assert (facts["falls"], facts["lid"], facts["marker"]) == (4, 2, False)


def test_8_2_after_the_last_round_nobody_has_it():
    state = played(house(board("W|BYRK.", floor="M", score=5), lid=""), "CYF")
    assert state.over
    assert ([one.floor for one in state.boards], state.center) == (["", ""], "")
    assert (state.scores()[0][0], state.outlook(0)) == (5 + 6 - 1 + 2, 5 + 6 - 1)


def test_8_2_never_below_0_hu_t09_h14():
    state = played(house(board(floor="M")), "CYF")
    assert [one.score for one in state.boards] == [0, 0]
    assert told(state, "floor") == []


COLUMN = ("|..R..", "|..Y..", "BBB", "|..W..", "|..K..")


def test_8_3_a_complete_column_ends_the_game_hu_t08_h5_h6():
    state = played(house(board(*COLUMN, floor="M"), board("B", floor="YY", score=9)), "CYF")
    assert (state.over, state.to_act()) == (True, ())
    assert [(event.seat, event.facts) for event in told(state, "last_round")] == [(0, {"column": 3})]
    assert [(event.facts["what"], event.facts["points"]) for event in told(state, "bonus")] == [("columns", 7)]
    assert state.boards[1].score == 9 + 1 - 4  # the other seat tiles and pays first
    assert state.boards[0].score == 5 + 1 - 1 + 7


def test_8_3_officially_the_same_column_ends_nothing_hu_t08():
    state = played(position(board(*COLUMN), center="Y", bag="B" * 20, turn=1), "CYF")
    assert (state.over, state.boards[0].wall[2]) == (False, "..B..")


def test_8_3_a_complete_row_ends_it_too_h5():
    state = played(house(board("W|BYRK.", floor="M")), "CYF")
    assert [event.facts for event in told(state, "last_round")] == [{"row": 1}]
    assert state.over


def test_8_3_row_and_column_at_once():
    state = played(house(board("W|BYRK.", "|....K", "|....R", "|....Y", "|....B", floor="M")), "CYF")
    assert [event.facts for event in told(state, "last_round")] == [{"row": 1}, {"column": 5}]


@SUMS
def test_8_4_a_tile_alone_hu_t01(reading):
    assert placed("B", reading=reading) == [1]


@each(("reading", "points"), [("literal", 4), ("official", 3)])
def test_8_4_one_direction_hu_t02_h7(reading, points):
    assert placed("", "", "BBB|KW...", reading=reading) == [points]
    assert placed("B", "|W....", "|K....", reading=reading) == [points]


@SUMS
def test_8_4_both_directions_hu_t03_h8(reading):
    assert placed("", "", "WWW|K....", "|.K...", reading=reading) == [4]
    assert placed("", "|...R.", "YYY|KWB..", "|...B.", reading=reading) == [7]


@SUMS
def test_8_4_the_sum_of_the_official_rules_is_always_official(reading):
    state = position(board("", "", "BBB|KW..."), center="Y", bag="BBBB", turn=1, sum=reading)
    assert told(played(state, "CYF"), "place")[0].facts["points"] == 3


def test_8_4_the_outlook_counts_the_same():
    state = house(board("", "", "BBB|KW...", floor="M"))
    assert state.outlook(0) == 4 - 1
    assert played(state, "CYF").boards[0].score == 4 - 1


def test_8_4_the_gray_wall_by_house_rules():
    state = played(house(board("R|BY...", floor="M"), wall="gray"), "CYF")
    assert state.to_act() == (0,)
    assert [state.after(0, move).scores()[0][0] for move in state.moves(0)] == [4 - 1, 1 - 1, 1 - 1]
    assert [str(move) for move in state.moves(0)] == ["wc----", "wd----", "we----"]


def test_7_3_ties_by_house_rules_are_those_of_the_table_h16():
    boards = board("|BYRKW", score=9), board("|BYRK.", "|WB...", score=9)
    for tiebreak, scores in (("tiles", ((9, 5, 0), (9, 6, 0))), ("rows", ((9, 1), (9, 0)))):
        assert house(*boards, over=True, tiebreak=tiebreak).scores() == scores


def test_7_5_endless_games_end_by_house_rules_too_h18():
    state = played(house(board(floor="M"), stall=2), "CYF")
    assert [event.kind for event in state.events][-2:] == ["stall", "over"]
