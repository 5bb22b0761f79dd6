"""Azul by its paragraphs 5 to 7: tiling, the next round, the end.

The number after `test_` is the paragraph of data/rules/azul.md; az_t.. is the scenario of the rules study.
"""

from __future__ import annotations

from random import Random

import pytest

from engine import CHANCE, IllegalMove
from engine.games.azul import Draft
from engine.games.azul.sets import column
from tests.cases import each
from tests.engine.games.azul.azul_tables import OPENING, azul, board, listed, played, position, reason, told, walls

FULL = ("BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB")


# 5: tiling


def test_5_1_a_full_line_sends_one_tile_to_the_wall():
    state = played(position(board("", "", "KKK"), center="Y", bag="BBBB"), "CYF")
    assert (state.boards[0].wall[2], state.boards[0].lines[2], state.lid) == ("K....", "", "YKK")
    place = told(state, "place")[0]
    assert (place.seat, place.facts) == (0, {"color": "K", "row": 3, "column": 1, "points": 1})


def test_5_1_all_seats_tile_and_independently():
    left, right = board("B", "WW"), board("Y", "", "KKK")
    state = played(position(left, right, center="R", bag="BBBB"), "CRF")
    assert [one.score for one in state.boards] == [3 - 1, 2]
    swapped = played(position(right, left, center="R", bag="BBBB", turn=1), "CRF")
    assert [one.wall for one in swapped.boards] == [state.boards[1].wall, state.boards[0].wall]


def test_5_2_other_lines_keep_their_tiles():
    state = played(position(board("", "Y", "RR"), center="B", bag="BBBB"), "CBF")
    assert state.boards[0].lines == ["", "Y", "RR", "", ""]


def test_5_3_both_directions_count_az_t08():
    state = position(board("", "|...R.", "YYY|KWB..", "|...B."), center="B", bag="BBBB")
    state = played(state, "CBF")
    assert told(state, "place")[0].facts == {"color": "Y", "row": 3, "column": 4, "points": 7}
    assert len(state.lid) == 2 + 1


def test_5_3_a_gap_breaks_the_row_az_t09():
    state = played(position(board("", "", "BBB|KW..R"), center="Y", bag="BBBB"), "CYF")
    assert told(state, "place")[0].facts["points"] == 3


def test_5_3_the_last_space_scores_10_az_t10():
    rows = [f"|{row}" for row in FULL]
    rows[2] = "BBB|KW.YR"
    state = played(position(board(*rows), center="Y"), "CYF")
    assert told(state, "place")[0].facts["points"] == 10


def test_5_3_a_tile_alone_scores_1():
    state = played(position(board("R|....W", "|W...K"), center="Y", bag="BBBB"), "CYF")
    assert told(state, "place")[0].facts["points"] == 1


def test_5_4_rows_score_from_the_top_az_t07():
    state = played(position(board("B", "WW"), center="R", bag="BBBB", turn=1), "CRF")
    assert [event.facts["points"] for event in told(state, "place")] == [1, 2]
    assert (state.boards[0].score, state.lid) == (3, "RW")


def test_5_5_the_floor_is_paid_after_the_wall_points_a4():
    state = played(position(board("B", floor="RRR"), center="Y", bag="BBBB", turn=1), "CYF")
    assert state.boards[0].score == 0  # 1 - 4, not 0 - 4 and then 1


def test_5_5_never_below_0_in_any_round():
    state = position(board(floor="RRR", score=2), center="Y", bag="B" * 20, turn=1)
    state = played(state, "CYF")
    assert [(event.seat, event.facts) for event in told(state, "floor")] == [(0, {"points": 2, "spaces": 3})]
    state = played(state, "deal BBBB/BBBB/BBBB/BBBB/BBBB", "1B4", "2BF", "3B5", "4BF", "5B3")
    assert state.boards[0].score == 1  # 0, then 1 for row 3, 1 for row 4, 1 lost; not -2 + 1


def test_5_5_the_marker_costs_like_a_tile():
    state = played(position(board(floor="M", score=5), center="Y", bag="BBBB", turn=1), "CYF")
    assert state.boards[0].score == 4


def test_5_6_the_floor_is_cleared():
    state = played(position(board(floor="MRB"), center="Y", bag="BBBB", turn=1), "CYF")
    assert [one.floor for one in state.boards] == ["", ""]
    assert (state.lid, state.center, state.boards[0].spilled) == ("BYR", "M", 3)


# 6: the next round


def waiting(bag: str, lid: str = "", seats: int = 2) -> object:
    return position(*(board() for _ in range(seats)), center="M", bag=bag, lid=lid)


def test_6_1_displays_are_filled_from_the_bag():
    state = played(waiting("B" * 12 + "Y" * 13), "deal BBBB/BBBB/BBBB/YYYY/YYYY")
    assert (state.bag, state.displays[3]) == ("Y" * 5, "YYYY")
    assert told(state, "refill") == []
    assert reason(waiting("B" * 12 + "Y" * 13), "deal RBBB/BBBB/BBBB/YYYY/YYYY") == "6.1"


def test_6_1_letters_of_a_display_come_in_any_order():
    table = azul("deal RBYB/WKRK/KRYB/WWWW/YKBY")
    assert table.state == azul(OPENING).state
    assert table.log[0].text == OPENING


def test_6_2_the_lid_comes_when_the_bag_is_empty():
    state = waiting("BBBBBB", "Y" * 20)
    after = played(state, "deal BBBB/BBYY/YYYY/YYYY/YYYY")
    assert (after.bag, after.lid) == ("YYYYYY", "")
    assert [event.kind for event in after.events] == ["refill", "round"]
    assert reason(state, "deal BBBB/BYYY/BYYY/YYYY/YYYY") == "6.2"
    assert reason(state, "deal BBBY/BBBY/YYYY/YYYY/YYYY") == "6.1"
    assert reason(state, "deal BBBB/BBRY/YYYY/YYYY/YYYY") == "6.2"


def test_6_2_a_bag_that_just_suffices_is_not_refilled_yet():
    after = played(waiting("B" * 20, "Y" * 8), "deal BBBB/BBBB/BBBB/BBBB/BBBB")
    assert (after.bag, after.lid, told(after, "refill")) == ("", "Y" * 8, [])


def test_6_2_tiles_that_fell_this_round_are_in_the_lid_a14():
    state = position(board(), center="WW", bag="B" * 18)
    state = played(state, "CWF", "deal BBBB/BBBB/BBBB/BBBB/BBWW")
    assert (state.displays[4], state.bag, state.lid) == ("BBWW", "", "")


def test_6_2_a_draw_by_lot_obeys_bag_and_lid():
    for bag in range(0, 40, 3):
        state = waiting("BY" * (bag // 2) + "B" * (bag % 2), "RRRRKKKKWWWWRRRRKKKK")
        for seed in range(5):
            assert state.refuses(CHANCE, state.draw(Random(seed))) is None


@each("tiles", [20, 30])
@each(
    "text",
    [
        "deal BBBB/BBBB",
        "deal BBBB/BBBB/BBBB/BBBB/BBB",
        "deal /BBBB/BBBB/BBBB/BBBB/BBBB",
        "deal BBBB/BBBB/BBBB/BBBB/BBBB/BBBB",
        "deal BBBBB/BBBB/BBBB/BBBB/BBB",
    ],
)
def test_6_1_every_display_gets_four_tiles(text, tiles):
    assert reason(waiting("B" * tiles), text) == "6.1"
    assert reason(waiting("B" * 5, "B" * (tiles - 5)), text) == "6.1"


@each("text", ["deal BBBB/BBBB/BB//", "deal BBBB/BBB/BBBB//", "deal BBBB/BBBB/BBB", "deal BBBB/BBBB/BBBB//"])
def test_6_3_too_few_tiles_fill_as_many_displays_as_they_can(text):
    assert reason(waiting("B" * 11), text) == "6.3"
    assert reason(waiting("B" * 6, "B" * 5), text) == "6.3"
    assert reason(waiting("B" * 6, "B" * 5), "deal BBBB/BBBB/BBB//") is None


def test_6_3_short_round_az_t17():
    state = waiting("B" * 10, seats=4)
    assert str(state.draw(Random(1))) == "deal BBBB/BBBB/BB//////"
    assert reason(state, "deal BBB/BBB/BB/BB/////") == "6.3"
    state = played(state, "deal BBBB/BBBB/BB//////")
    assert (state.to_act(), state.displays) == ((0,), ["BBBB", "BBBB", "BB"] + [""] * 6)
    state = played(state, "1B5", "2B5", "3B5")
    assert (state.to_act(), state.over) == ((), True)  # all ten tiles lie in lines: nothing is left to deal


def test_6_4_the_taker_of_the_marker_starts():
    state = played(position(board(), center="BYM", bag="R" * 20), "CBF", "CY1")
    assert (state.turn, state.round) == (0, 2)
    state = played(state, "deal RRRR/RRRR/RRRR/RRRR/RRRR")
    assert [(event.seat, event.facts["n"]) for event in told(state, "round")] == [(0, 2)]


def test_6_4_without_a_taker_the_same_seat_starts_again_a5():
    state = position(board(), displays="BBBB", center="M", bag="R" * 20, turn=1, starter=1)
    assert played(state, "1BF").turn == 1


# 7: the end


def test_7_1_the_round_is_finished_before_the_end_a10():
    ready = board("W|BYRK.", floor="RR", score=10)
    state = position(ready, board("B", floor="YY", score=9), displays="KKKK/YYYY", bag="R" * 30)
    state = played(state, "1KF")
    assert not state.over
    state = played(state, "2YF")
    assert state.over
    assert [event.kind for event in state.events] == [
        "draft", "place", "last_round", "floor", "place", "floor", "bonus", "over"
    ]  # fmt: skip
    assert [one.score for one in state.boards] == [10 + 5 - 11 + 2, 9 + 1 - 11 if 9 + 1 > 11 else 0]
    assert state.to_act() == ()


def test_7_1_a_complete_column_alone_does_not_end_the_game():
    wall = board("B", "|W....", "|K....", "|R....", "|Y....")
    state = played(position(wall, center="R", bag="BBBB"), "CRF")
    assert column(state.boards[0].wall, 0) == "BWKRY"
    assert (state.over, state.boards[0].score) == (False, 5 - 1)
    assert told(state, "last_round") == []


def test_7_1_two_who_complete_rows_end_it_once_a9():
    state = position(board("W|BYRK."), board("W|BYRK.", "KK|WBYR."), center="R", bag="BBBB")
    state = played(state, "CRF")
    assert [(event.seat, event.facts["row"]) for event in told(state, "last_round")] == [(0, 1), (1, 1), (1, 2)]
    assert len(told(state, "over")) == 1
    assert [(e.seat, e.facts["what"], e.facts["n"], e.facts["points"]) for e in told(state, "bonus")] == [
        (0, "rows", 1, 2),
        (1, "rows", 2, 4),
    ]


def test_7_1_a_complete_row_is_the_reason_even_where_nothing_is_left():
    state = played(position(board("W|BYRK."), displays="B", center="M"), "1B5")
    assert (state.over, state.bag + state.lid) == (True, "")
    assert [event.kind for event in state.events] == ["draft", "place", "last_round", "bonus", "over"]


def test_7_2_bonuses_az_t14():
    some = walls("BYRKW", "WB...", "K.B..", "R..B.", "Y...B")
    assert sum(len(row) - row.count(".") for row in some.wall) == 13
    state = played(position(some, walls(*FULL), center="K"), "CKF")
    assert [one.score for one in state.boards] == [19, 95]
    assert [event.facts["points"] for event in told(state, "bonus")] == [2, 7, 10, 10, 35, 50]


EIGHTEEN = ("BYRKW", "WBYR.", "KWBY.", "RKWB.", "Y....")
SIXTEEN = ("BYRKW", "WBYRK", "KWB..", "RK...", "Y....")
SEVENTEEN = ("BYRKW", "WBYR.", "KWB..", "RKW..", "YR...")


def ended(first: tuple[str, ...], second: tuple[str, ...], spilled: tuple[int, int], tiebreak: str) -> object:
    boards = [walls(*first), walls(*second)]
    for one, spaces in zip(boards, spilled, strict=True):
        one.score, one.spilled = 50, spaces
    return position(*boards, over=True, tiebreak=tiebreak).scores()


def test_7_3_ties_az_t15():
    tiles, rows = (ended(EIGHTEEN, SIXTEEN, (0, 0), tiebreak) for tiebreak in ("tiles", "rows"))
    assert tiles == ((50, 18, 0), (50, 16, 0))
    assert rows == ((50, 1), (50, 2))


def test_7_3_ties_by_the_floor_az_t15():
    assert ended(SEVENTEEN, SEVENTEEN, (2, 0), "tiles") == ((50, 17, -2), (50, 17, 0))
    assert ended(SEVENTEEN, SEVENTEEN, (2, 0), "rows") == ((50, 1), (50, 1))
    shared = ended(SEVENTEEN, SEVENTEEN, (1, 1), "tiles")
    assert shared[0] == shared[1]


def test_7_3_the_last_floor_counts_the_marker_and_at_most_seven_a16():
    state = position(board("W|BYRK.", floor="MRRRRR"), displays="KKK", center="", bag="R")
    state = played(state, "1KF")
    assert state.scores()[0] == (state.boards[0].score, 5, -7)


def test_7_4_nothing_left_az_t18():
    boards = [board("", "", "", "", "BBBB") for _ in range(4)]
    state = played(position(*boards, displays="B", center="M"), "1B4")
    assert (state.to_act(), state.over, state.round) == ((), True, 1)
    assert [event.kind for event in state.events] == ["draft", "exhausted", "over"]


def test_7_5_three_rounds_without_a_tile_a13():
    table = azul("deal BBBB/BBBB/BBBB/BBBB/BBBB")
    rounds = ["deal YYYY/YYYY/YYYY/YYYY/YYYY", "deal RRRR/RRRR/RRRR/RRRR/RRRR", ""]
    for stall, deal in enumerate(rounds, 1):
        color = table.state.displays[0][0]
        for source in "12345":
            table = table.play(table.state.to_act()[0], f"{source}{color}F")
        assert table.state.stall == stall
        if deal:
            table = table.play(CHANCE, deal)
    assert (table.state.over, table.state.scores()[0][0]) == (True, 0)
    assert [event.kind for event in table.events][-2:] == ["stall", "over"]


def test_7_5_a_tile_on_any_wall_starts_the_count_anew():
    state = played(position(board(), board("B"), center="R", bag="BBBB", stall=2), "CRF")
    assert (state.stall, state.over) == (0, False)


def test_7_6_nothing_moves_after_the_end():
    state = position(board(), displays="BBBB", over=True)
    assert listed(state) == []
    assert [reason(state, text, seat=0) for text in ("1B1", OPENING)] == ["7.6", "7.6"]
    with pytest.raises(IllegalMove, match=r"7\.6"):
        state.apply(0, Draft("1", "B", "1"))
