"""Summer Pavilion by its paragraph 5: placing tiles, points, ornaments, bonus tiles.

The number after `test_` is the paragraph of data/rules/pavilion.md; sp_t.. and p.. are the scenarios and rulings of the
rules study.
"""

from __future__ import annotations

from engine.games.pavilion import Place
from engine.games.pavilion.sets import run_length
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import board, events_of, listed, played, position, reason


def test_5_1_place_or_pass_one_at_a_time():
    state = position(board("OOGG"), board("RR"))
    assert listed(state)[-1] == "pass"
    assert reason(state, "UR1R0", seat=1) == "5.1"
    assert reason(state, "pass", seat=1) == "5.1"
    state = played(state, "UL1O0", "UR1R0", "pass")
    assert [one.passed for one in state.boards] == [True, False]
    assert state.to_act() == (1,)


def test_5_1_the_last_one_goes_on_alone_p12():
    state = played(position(board("OGG"), board("RR")), "pass", "UR1R0")
    assert state.to_act() == (1,)
    assert reason(state, "C1R0") is None


def test_5_2_a_covered_space_takes_no_second_tile():
    state = position(board("OOGG", UL="O.....", C="P....."))
    assert reason(state, "UL1O0") == "5.2"
    assert reason(state, "C1O0") == "5.2"
    assert listed(state, "UL") == ["UL2O0"]


@each(("text", "rule"), [("UR1O0", "5.3"), ("UL1O0", None), ("C2G0", "5.3"), ("C2O0", None)])
def test_5_3_the_color_of_a_star(text, rule):
    assert reason(position(board("OOGG", C="G.....")), text) == rule


def test_5_4_the_first_two_tiles_decide_sp_t30():
    state = position(board("GBBRGGGG"), board("RR"), side="mono")
    assert reason(state, "UL3G0") is None
    assert reason(state, "UL3R0") is None
    state = played(state, "UL3G0", "pass", "UL2B0")
    assert state.boards[0].stars[0] == ".BG..."
    assert reason(state, "UL1G0") == "5.4"
    assert reason(state, "UL1B0") == "5.4"
    assert reason(played(position(board("RRR", UL=".BG..."), side="mono")), "UL1R0") is None


def test_5_4_two_equal_tiles_make_one_color():
    state = position(board("GGGGRRRR", UL=".GG...", UR=".GG..."), side="mono")
    assert reason(state, "UL1R0") == "5.4"
    assert reason(state, "UL1G0") is None
    assert reason(state, "UR1G0") is None
    assert {text[3] for text in listed(state, "UL")} == {"G"}


def test_5_5_the_price_goes_to_the_tower():
    state = played(position(board("BBBBB", R="......")), "R3B0")
    assert (state.boards[0].stars[2], state.boards[0].hand, state.tower) == ("..B...", "BB", "BB")
    assert reason(position(board("BB")), "R3B0") == "5.5"
    assert reason(position(board("BBP")), "R4B1") == "5.5"
    assert reason(position(board("BBBP")), "R5B2") == "5.5"


def test_5_6_payment_is_chosen_sp_t10():
    state = position(board("GGPPP"), board("R"))
    assert [listed(state, f"LL{slot}") for slot in (4, 5, 6, 1)] == [["LL4G2", "LL4G3"], ["LL5G3"], [], ["LL1G0"]]
    assert listed(state, "L3") == ["L3P0"]
    assert listed(state, "L4") == []
    state = played(state, "LL4G3")
    assert (state.boards[0].stars[4], state.tower, state.boards[0].hand) == ("...G..", "PPP", "G")
    assert state.boards[0].score == 6


def test_5_6_a_wild_needs_a_partner_sp_t11():
    state = position(board("PPPP"))
    assert listed(state) == ["L1P0", "L2P0", "L3P0", "L4P0", "C1P0", "C2P0", "C3P0", "C4P0", "pass"]
    assert reason(state, "LL1G1") == "5.6"
    assert reason(state, "LL2G1") == "5.5"
    assert listed(position(board("PPPP", C=".....P")), "C") == []


def test_5_7_nothing_stands_for_the_wild_color_p5():
    state = position(board("PPGGG"))
    assert reason(state, "L3P1") == "5.7"
    assert reason(state, "L3P0") == "5.5"
    assert reason(state, "C2P1") == "5.7"
    assert reason(state, "L2P0") is None


@each(
    ("covered", "slot", "points"),
    [("12", 6, 3), ("15", 6, 3), ("26", 1, 3), ("23456", 1, 6), ("124", 3, 4), ("13", 2, 3), ("13", 5, 1), ("3", 1, 1)],
)
def test_5_8_the_run_goes_round_sp_t13(covered, slot, points):
    cells = "".join("R" if str(at) in covered else "." for at in range(1, 7))
    state = position(board("RRRRRR", UR=cells))
    assert state.facts(0, Place("UR", slot, "R", 0))["points"] == points
    assert played(state, f"UR{slot}R0").boards[0].score == 5 + points


def test_5_8_a_star_filled_in_order_scores_21():
    cells = [("R" * n).ljust(6, ".") for n in range(1, 7)]
    assert [run_length(star, n) for n, star in enumerate(cells)] == [1, 2, 3, 4, 5, 6]


def test_5_8_example_c_with_its_window_sp_t12():
    state = position(board("BBBPPP", R="...BB."), supply="PPGGOOYYBB", bag="R" * 9)
    state = played(state, "R6B3")
    assert (state.boards[0].score, state.tower, state.owed) == (8, "PPPBB", 3)
    assert [event.facts["what"] for event in events_of(state, "feature")] == ["window"]


def test_5_9_look_alikes_are_no_ornaments_sp_t16():
    for stars, text in (
        ({"UR": "R.....", "R": "BB...."}, "UR2R0"),
        ({"UL": ".OO...", "C": "P....."}, "C2R0"),
        ({"UL": "....O."}, "UL4O0"),
    ):
        state = played(position(board("RRRROOOO", **stars)), text)
        assert (state.owed, events_of(state, "feature")) == (0, [])


@each(
    ("stars", "text", "what", "owed"),
    [
        ({"UL": ".OO...", "C": "P....."}, "C6R0", ["pillar"], 1),
        ({"UL": "OO....", "UR": "..R..."}, "UR4R0", ["statue"], 2),
        ({"UL": "O.O...", "UR": "..RR..", "C": "P....R"}, "UL2O0", ["pillar", "statue"], 3),
        ({"UL": ".OO...", "UR": ".RR...", "C": ".P...G"}, "C1R0", ["pillar", "pillar"], 2),
    ],
)
def test_5_9_ornaments_pay_together_p6(stars, text, what, owed):
    state = position(board("RRRRRROOO", **stars), supply="PPGGOOYYBB")
    facts = state.facts(0, played_move(state, text))
    state = played(state, text)
    assert ([event.facts["what"] for event in events_of(state, "feature")], state.owed) == (what, owed)
    assert facts["bonus"] == owed


def played_move(state, text):
    return next(move for move in state.moves(0) if str(move) == text)


def test_5_9_each_pays_once_sp_t17():
    state = played(position(board("O", UL="....OO")), "UL1O0")
    assert (state.boards[0].score, state.owed, events_of(state, "feature")) == (8, 0, [])


def test_5_10_any_colors_before_the_refill_sp_t18():
    state = position(board("BBBBBBG", R="....B."), supply="PPGGGOOYYR", bag="B" * 12)
    state = played(state, "R6B0")
    assert (state.to_act(), state.phase, len(state.supply), state.owed) == ((0,), "place", 10, 3)
    assert listed(state) == ["+P", "+G", "+O", "+Y", "+R"]
    assert [reason(state, text) for text in ("+B", "pass", "C1G0")] == ["5.10", "5.10", "5.10"]
    state = played(state, "+P", "+P")
    assert listed(state) == ["+G", "+O", "+Y", "+R"]
    state = played(state, "+R")
    assert (state.boards[0].hand, state.supply, state.to_act()) == ("PPGR", "GGGOOYY", (-1,))
    state = played(state, "supply BBB")
    assert (state.supply, state.to_act()) == ("GGGOOYYBBB", (1,))


def test_5_10_nobody_chooses_what_is_not_owed():
    assert reason(position(board("GG"), supply="PPGGOOYYBB"), "+P") == "5.10"
    assert reason(position(board("GG"), supply="PPGGOOYYBB", owed=1), "+P", seat=1) == "5.1"


def test_5_11_a_short_supply_is_taken_at_once_p7():
    state = played(position(board("BBBBBBG", R="....B."), supply="PR"), "R6B0")
    assert (state.boards[0].hand, state.supply, state.owed) == ("PGR", "", 0)
    assert [event.facts["tiles"] for event in events_of(state, "bonus")] == ["PR"]
    assert (state.to_act(), state.tower) == ((-1,), "BBBBB")


def test_5_11_a_supply_of_just_as_many_is_taken_at_once():
    state = played(position(board("BBBBBBG", R="....B."), supply="PYR"), "R6B0")
    assert (state.boards[0].hand, state.supply, state.owed, state.to_act()) == ("PGYR", "", 0, (-1,))


def test_tiles_still_to_choose_are_worth_as_much_as_those_in_hand():
    state = played(position(board("BBBBBBG", R="....B."), supply="PPYY"), "R6B0")
    assert (state.owed, state.worth(0)[1]) == (3, 1 + 3)
    assert played(state, "+P").worth(0) == state.worth(0)


def test_goals_are_worth_their_points_once():
    one = board(score=40, R="BBBBBB")
    assert (position(one).worth(0)[0], position(one, phase="over").worth(0)[0]) == (40 + 15, 40)


def test_5_11_what_is_missing_is_lost():
    state = played(position(board("BBBBBBG", R="....B."), supply=""), "R6B0")
    assert (state.boards[0].hand, state.owed, events_of(state, "bonus")) == ("G", 0, [])


def test_5_11_tiles_of_one_color_are_not_asked_for():
    state = played(position(board("BBBBBBG", R="....B."), supply="YYYYYYYYYY"), "R6B0")
    assert (state.boards[0].hand, state.supply) == ("GYYY", "YYYYYYY")
    state = played(position(board("BBBBBBG", R="....B."), supply="PPYY"), "R6B0", "+P")
    assert (state.owed, listed(state)) == (2, ["+P", "+Y"])
    state = played(state, "+P")
    assert (state.boards[0].hand, state.supply) == ("PPGY", "Y")
