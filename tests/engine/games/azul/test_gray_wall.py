"""Azul on the gray wall: columns are chosen, by paragraphs 5.7 to 5.12.

The number after `test_` is the paragraph of data/rules/azul.md; gr_t.. is the scenario of the rules study.
"""

from __future__ import annotations

from random import Random

from bot.screens.speech import Speech
from bot.text.words import Words
from engine import CHANCE, GAMES, View, dump, load
from engine.games.azul import Azul, Plan
from tests.cases import each
from tests.engine.games.azul.azul_tables import (
    FORCED_ROW,
    azul,
    board,
    gray,
    listed,
    played,
    reason,
    tiled,
    told,
    walls,
)

NONE = "-----"


# columns


def test_5_7_two_open_columns_ask_gr_t04():
    state = tiled(board("R", "RR"))
    assert (state.to_act(), state.plans) == ((0,), ("", NONE))
    assert len(listed(state)) == 5 * 4
    first = played(state, "wab---")
    assert (first.boards[0].wall[:2], first.boards[0].score) == (["R....", ".R..."], 2)
    assert [event.facts["points"] for event in told(first, "place")] == [1, 1]


def test_5_7_a_choice_cannot_be_declined():
    state = tiled(board("R", "RR"))
    assert [reason(state, text, seat=0) for text in ("w-b---", "wa----", "w-----")] == ["5.7"] * 3
    assert all(text[1] != "-" != text[2] for text in listed(state))


def test_5_7_equal_points_are_still_a_choice_a17():
    assert listed(tiled(board("R"))) == ["wa----", "wb----", "wc----", "wd----", "we----"]


def test_5_7_the_row_above_counts_already():
    state = played(tiled(board("R", "BB")), "wab---")
    assert [event.facts["points"] for event in told(state, "place")] == [1, 1]
    state = played(tiled(board("R", "BB")), "wbb---")
    assert [event.facts["points"] for event in told(state, "place")] == [1, 2]


def test_5_2_no_column_for_a_line_that_is_not_full():
    assert reason(tiled(board("R", "B")), "wab---", seat=0) == "5.2"


def test_5_8_a_taken_space_is_refused():
    state = tiled(board("R|B....", "|R...."))
    assert [reason(state, f"w{letter}----", seat=0) for letter in "abcde"] == ["5.9", None, None, None, None]
    state = tiled(board("R|B...."))
    assert [reason(state, f"w{letter}----", seat=0) for letter in "abcde"] == ["5.8", None, None, None, None]


def test_5_9_a_column_holds_each_color_once_gr_t04():
    state = tiled(board("R", "RR"))
    assert reason(state, "waa---", seat=0) == "5.9"
    assert [text for text in listed(state) if text[1] == "a"] == ["wab---", "wac---", "wad---", "wae---"]
    assert reason(tiled(board("R", "|..R..")), "wc----", seat=0) == "5.9"


def test_5_9_drafting_looks_at_rows_only_gr_t07():
    made = board("|K....", "|.K...", "", "", "|..BYR")
    state = gray(made, center="KKKKK")
    assert "CK5" in listed(state)
    state = played(state, "CK5")
    assert (state.to_act(), state.boards[0].wall[4]) == ((CHANCE,), "..BYR")
    assert told(state, "fall")[0].facts == {"color": "K", "row": 5, "count": 5, "lid": 0}


def test_5_9_a_choice_may_make_a_lower_row_impossible():
    state = tiled(board("R", "RR|.BYKW"))
    assert [text for text in listed(state) if text[1] == "a"] == ["wa----"]
    state = played(state, "wa----")
    assert (state.boards[0].wall[1], told(state, "fall")[0].facts["row"]) == (".BYKW", 2)


def test_5_10_a_forced_column_is_not_asked_gr_t01():
    state = tiled(board(*FORCED_ROW))
    assert (state.plans, state.over) == ((), True)
    assert told(state, "place")[0].facts == {"color": "R", "row": 2, "column": 3, "points": 5}
    assert (state.boards[0].wall[1], state.lid) == ("BYRKW", "YR")
    assert [event.facts["row"] for event in told(state, "last_round")] == [2]


def test_5_10_only_the_rows_with_a_choice_are_named():
    state = tiled(board("R", "RR|BY.KW", "KKK"))
    texts = listed(state)
    assert "wa-b--" in texts
    assert reason(state, "wacb--", seat=0) == "5.10"
    assert {text[2] for text in texts} == {"-"}
    fallen = [text for text in texts if text[1] == "c"]
    assert (len(fallen), len(texts)) == (
        4,
        20,
    )  # column c for row 1 leaves none for row 2: nothing to name there either


def test_5_10_whoever_has_no_choice_is_not_asked():
    state = tiled(board("R"), board(*FORCED_ROW))
    assert (state.to_act(), state.plans) == ((0,), ("", NONE))
    assert (listed(state, 1), reason(state, "w-----", seat=1), reason(state, "wa----", seat=1)) == ([], "5.10", "5.10")


def test_5_11_the_whole_line_falls_gr_t02():
    made = board(*FORCED_ROW, "|..R..", floor="K", score=10)
    state = tiled(made)
    assert (state.over, state.boards[0].lines, state.boards[0].wall[1]) == (False, [""] * 5, "BY.KW")
    assert told(state, "floor")[0].facts == {"points": 4, "spaces": 3}
    assert (state.boards[0].score, state.lid) == (10 - 4, "YRRK")
    assert told(state, "place") == []


def test_5_11_what_finds_no_space_goes_to_the_lid():
    state = tiled(board("|K....", "|.K...", "", "", "KKKKK|..BYR", floor="RRRR", score=20))
    assert told(state, "fall")[0].facts == {"color": "K", "row": 5, "count": 5, "lid": 2}
    assert (state.boards[0].score, state.boards[0].spilled) == (20 - 14, 7)
    assert state.lid.count("K") == 5


def test_5_11_a_fallen_line_is_no_tile_on_a_wall():
    assert tiled(board(*FORCED_ROW, "|..R.."), stall=1).stall == 2


def test_5_12_all_seats_choose_at_once_in_any_order():
    start = tiled(board("R"), board("K"), board("", "B"))
    assert start.to_act() == (0, 1)
    ends = []
    for order in ((0, 1), (1, 0)):
        state = start
        for seat in order:
            assert not state.over
            state = state.apply(seat, GAMES["azul"].parse(("wa----", "we----")[seat]))
        ends.append(state)
    assert ends[0] == ends[1]
    assert [one.wall[0] for one in ends[0].boards[:2]] == ["R....", "....K"]


def test_5_12_a_choice_is_replaced_until_the_last_is_in():
    state = played(tiled(board("R"), board("K")), "wa----")
    assert (state.to_act(), len(listed(state, 0)), told(state, "place")) == ((1,), 5, [])
    state = state.apply(0, Plan(*"c----"))
    assert (state.plans, state.to_act()) == (("c----", ""), (1,))
    state = played(state, "wb----")
    assert (state.boards[0].wall[0], state.boards[1].wall[0], state.plans) == ("..R..", ".K...", ())
    assert reason(state, "wa----", seat=0) == "5.12"
    assert reason(state, "w-----", seat=CHANCE) == "5.12"


def test_5_12_nobody_sees_the_choice_of_another():
    start = tiled(board("R"), board("K"))
    one, other = (start.apply(0, Plan(*columns)) for columns in ("a----", "e----"))
    for seat in (1, None):
        assert dump(one.view(seat)) == dump(other.view(seat))
        assert one.view(seat).events == other.view(seat).events
        assert one.view(seat).outlook(0) == other.view(seat).outlook(0)
    assert (one.view(1).plans, one.view(0).plans) == (("?", ""), ("a----", ""))
    assert one.view(1).moves(1) == one.moves(1)
    assert {one.view(1).guess(1, Random(n)).plans[0] for n in range(40)} == {f"{letter}----" for letter in "abcde"}


def test_5_12_the_last_choice_in_a_view_reveals_nothing():
    state = tiled(board("R"), board("K")).apply(0, Plan(*"a----")).view(1)
    after = state.after(1, Plan(*"b----"))
    assert (after.plans, after.boards[0].lines[0], after.to_act()) == (("?", "b----"), "R", (0,))


def test_5_12_who_holds_a_view_may_say_what_the_others_chose():
    state = tiled(board("R"), board("K"), board("Y")).apply(0, Plan(*"a----")).apply(1, Plan(*"c----"))
    view = load(Azul, dump(state.view(2)))
    assert (view.plans, view.to_act()) == (("?", "?", ""), (2,))
    told = view.apply(2, Plan(*"b----"))
    assert (told.plans, told.to_act(), told.guess(0, Random(1))) == (("?", "?", "b----"), (0, 1), told)
    assert (listed(told, 1), reason(told, "w-----", seat=1)) == (listed(state, 1), "5.7")
    told = told.apply(1, Plan(*"c----"))
    assert (told.to_act(), told.boards[0].lines[0]) == ((0,), "R")
    assert told.apply(0, Plan(*"a----")) == state.apply(2, Plan(*"b----"))


def test_5_12_a_hidden_plan_of_ones_own_is_not_guessed():
    view = tiled(board("R"), board("K"), board("Y")).apply(0, Plan(*"a----")).view(None)
    assert view.guess(0, Random(1)) == view
    assert view.guess(1, Random(1)).plans[0] in {f"{letter}----" for letter in "abcde"}


def test_5_12_no_plan_while_tiles_are_taken_and_no_tiles_while_plans_are_made():
    assert reason(gray(board("R")), "wa----") == "5.12"
    state = tiled(board("R"))
    assert [reason(state, "CY1", seat=seat) for seat in (0, 1)] == ["5.12", "5.12"]
    assert reason(azul(wall="colored", seed="x").state, "wa----") == "5.12"


def test_5_12_no_deal_before_the_walls_are_tiled_and_no_plan_after_that():
    state = tiled(board("R"))
    deal = "deal BBBB/BBBB/BBBB/BBBB/BBBB"
    assert [reason(state, deal, seat=seat) for seat in (CHANCE, 0)] == ["5.12", "5.12"]
    state = played(state, "wa----")
    assert [reason(state, "wa----", seat=seat) for seat in (0, 1, CHANCE)] == ["5.12"] * 3
    assert reason(state, deal, seat=CHANCE) is None


def test_7_1_no_row_can_be_completed_any_more_a18():
    locked = walls("BYRK.", "W....", "K...W", "RKW..", "YRKW.")
    state = tiled(locked)
    assert (state.over, state.to_act()) == (False, (CHANCE,))


# a wall of one column a color is never asked


@each("seed", range(3))
def test_on_the_colored_wall_every_plan_is_forced(seed):
    table, rng = azul(seats=3, seed=str(seed), rules="hungarian"), Random(seed)
    while table.state.to_act():
        assert table.state.plans == ()
        table = table.play(table.state.to_act()[0], str(rng.choice(table.view(table.state.turn).moves)))


@each(
    ("language", "sentence"),
    [
        ("en", "This fills line 2, but its row has no column open for red: all its tiles fall to the floor when the"),
        ("hu", "Ezzel a 2. sor megtelik, de nincs szabad oszlopa (piros): a forduló végén minden csempéje a padlóra"),
    ],
)
def test_5_11_who_fills_a_line_that_will_fall_is_told_so(language, sentence):
    state = gray(board("|.....", "R|BY.KW", "|.....", "|..R.."), center="RY")
    view = View("azul", 0, state)
    told = Speech(Words(language), "azul").consequences(view, GAMES["azul"].parse("CR2"))
    assert told[0].startswith(sentence)
    assert not any("wall" in line or "falra" in line for line in told)
