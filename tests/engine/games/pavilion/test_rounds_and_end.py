"""Summer Pavilion by its paragraphs 6 to 8: passing, drawing, the end.

The number after `test_` is the paragraph of data/rules/pavilion.md; sp_t.. and p.. are the scenarios and rulings of the
rules study.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import CHANCE, IllegalMove
from engine.games.pavilion import GAME
from tests.cases import each
from tests.engine.games.pavilion.pavilion_tables import (
    DEAL,
    SUPPLY,
    board,
    events_of,
    listed,
    pavilion,
    played,
    position,
    reason,
    tiles,
)

# 6: passing


def test_6_1_what_is_left_over_costs_a_point_each_sp_t21():
    state = position(board("GGGGRR", score=10), board("O"), bag="B" * 40)
    assert "pass=GGGG" in listed(state)
    state = played(state, "pass=GGGG")
    assert (state.boards[0].corners, state.boards[0].hand, state.tower) == ("GGGG", "", "RR")
    assert state.boards[0].score == 8
    assert events_of(state, "pass")[0].facts == {"kept": "GGGG", "thrown": "RR", "n": 2, "lost": 2, "forced": 0}
    state = played(state, "pass", "deal " + "/".join(["BBBB"] * 5))
    assert (state.round, state.wild, state.boards[0].hand, state.boards[0].corners) == (2, "G", "GGGG", "")


def test_6_2_with_more_than_four_tiles_it_is_asked_which():
    state = position(board("PPGGR"))
    assert listed(state, "pass") == ["pass=PPGG", "pass=PPGR", "pass=PGGR"]
    for text in ("pass", "pass=PPG", "pass=PPGGR", "pass=GGRR", "pass=OOOO"):
        assert reason(state, text) == "6.2"


def test_6_2_with_four_or_fewer_nothing_is_asked_p10():
    state = position(board("PGGR"))
    assert listed(state, "pass") == ["pass"]
    assert reason(state, "pass=PGGR") == "6.2"
    assert played(state, "pass").boards[0].corners == "PGGR"


def test_6_2_three_tiles_in_round_4_are_all_kept_sp_t22():
    state = played(position(board("PGR", score=3), round=4), "pass")
    assert (state.boards[0].corners, state.boards[0].score) == ("PGR", 3)


def test_6_3_never_below_1_sp_t22_p2():
    state = played(position(board("PPPPGGGGR", score=3)), "pass=PPPP")
    assert state.boards[0].score == 1
    assert events_of(state, "pass")[0].facts["lost"] == 2


def test_6_4_nothing_is_kept_in_the_last_round_sp_t24_p9():
    state = position(board("PGOYB", score=30, UR="RRRRRR"), board("O"), round=6)
    assert listed(state, "pass") == ["pass"]
    assert [reason(state, text) for text in ("pass=PGOY", "pass=PGO", "pass=RRRR")] == ["6.4"] * 3
    state = played(state, "pass")
    assert (state.boards[0].score, state.boards[0].corners) == (25, "")


def test_6_5_an_empty_hand_passes_by_itself_p11():
    state = played(position(board("O"), board("R"), bag="B" * 20), "UL1O0", "UR1R0")
    assert [event.kind for event in state.events][:3] == ["place", "pass", "pass"]
    assert state.round == 2


def test_6_5_who_can_place_nothing_passes_by_itself_p11():
    full = board("G", LL="G.....", C="G.....")
    state = played(position(board("O"), full), "pass")
    assert (events_of(state, "pass")[1].facts["kept"], state.round) == ("G", 2)
    last = played(position(board("O"), board("GGGGG", LL="GGGGGG", C="G....."), round=6), "pass")
    assert events_of(last, "pass")[1].facts["lost"] == 4
    assert last.phase == "over"


def test_6_5_with_more_than_four_tiles_the_choice_is_left():
    stuck = board("GGGGYYY", LL="GGGGGG", LR="YYYYYY", C="GY....")
    state = played(position(board("O"), stuck), "pass")
    assert state.to_act() == (1,)
    assert all(text.startswith("pass=") for text in listed(state))


def test_6_5_tiles_of_one_color_leave_no_choice_what_to_keep():
    stuck = board("GGGGGG", score=9, LL="GGGGGG", C="G.....")
    state = played(position(board("O"), stuck), "pass")
    passed = events_of(state, "pass")[1]
    assert (passed.seat, passed.facts["kept"], passed.facts["lost"]) == (1, "GGGG", 2)
    assert (state.round, state.tower, state.boards[1].corners) == (2, "GG", "GGGG")
    assert played(position(board("O"), board("GGGGGG", LL="GGGGGG")), "pass").to_act() == (1,)


# 7: drawing


def test_7_1_the_supply_is_filled_after_every_turn_p8():
    state = played(position(board("GGG"), supply="PPPP", bag="OOOOYYYY"), "LL2G0")
    assert (state.to_act(), state.phase) == ((CHANCE,), "supply")
    state = played(state, "supply OOOOYY")
    assert (state.supply, state.bag, state.tower, state.to_act()) == ("PPPPOOOOYY", "YY", "G", (1,))
    passed = played(position(board("GGGGG", score=9), supply="PPPP"), "pass=GGGG")
    assert (passed.to_act(), passed.tower) == ((CHANCE,), "G")
    assert played(passed, "supply G").to_act() == (1,)


def test_7_1_the_supply_is_not_filled_at_any_other_time():
    state = pavilion(SUPPLY, DEAL).state
    assert reason(state, "supply P", seat=CHANCE) == "7.1"
    assert reason(state, "supply P", seat=0) == "7.1"
    assert reason(pavilion(SUPPLY).state, SUPPLY, seat=CHANCE) == "7.1"


@each("text", ["supply ", "supply PPGGO", SUPPLY + "R"])
def test_7_1_the_supply_is_filled_up_to_ten(text):
    assert reason(pavilion().state, text) == "7.1"
    assert reason(pavilion().state, SUPPLY) is None


def test_7_2_four_tiles_a_factory_each_round():
    state = played(position(board("O"), board("O"), bag="G" * 30), "pass", "pass")
    assert (state.to_act(), state.phase, state.round) == ((CHANCE,), "deal", 2)
    for text in ("deal GGGG", "deal ", "deal GGGG/GGGG/GGGG/GGGG/GGG", "deal " + "/".join(["GGGG"] * 6), "deal ////"):
        assert reason(state, text) == "7.2"
    state = played(state, "deal GGGG/GGGG/GGGG/GGGG/GGGG")
    assert (state.factories, len(state.bag)) == (["GGGG"] * 5, 10)


def test_7_2_the_factories_are_not_filled_at_any_other_time():
    assert reason(pavilion().state, DEAL, seat=CHANCE) == "7.2"
    assert reason(pavilion(SUPPLY, DEAL).state, DEAL, seat=CHANCE) == "7.2"
    assert reason(pavilion(SUPPLY).state, DEAL, seat=0) == "7.2"


def test_7_2_nobody_plays_before_the_factories_are_filled():
    state = pavilion(SUPPLY).state
    assert [reason(state, text, seat=0) for text in ("1P", "UL1O0", "pass", "+P")] == ["7.2"] * 4


def test_7_1_nobody_plays_before_the_supply_is_filled():
    state = played(position(board("GGG"), supply="PPPP", bag="OOOOYYYY"), "LL2G0")
    assert [reason(state, text, seat=1) for text in ("1P", "UL1O0", "pass", "pass=PGGR", "+P")] == ["7.1"] * 5
    assert reason(pavilion().state, "1G", seat=0) == "7.1"
    assert listed(state, seat=0) == listed(state, seat=CHANCE) == []
    with pytest.raises(IllegalMove):
        state.apply(CHANCE, GAME.parse("pass"))


def test_7_3_the_tower_goes_into_the_empty_bag():
    state = position(board("O"), board("O"), bag="GGGGGG", tower="RRRRRRRRRRRRRRRRRRBB")
    state = played(state, "pass", "pass")
    assert reason(state, "deal RRRR/GGGG/GGRR/RRRR/RRRR") == "7.3"
    assert reason(state, "deal GGGG/GRRR/GRRR/RRRR/RRRR") == "7.3"
    assert reason(state, "deal GGGG/GGBB/BRRR/RRRR/RRRR") == "7.3"
    state = played(state, "deal GGGG/GGBB/RRRR/RRRR/RRRR")
    assert (state.bag, state.tower, state.factories[1]) == ("RRRRRR", "", "GGBB")
    assert events_of(state, "refill")


def test_7_3_tiles_paid_this_turn_take_part():
    state = played(position(board("GGG"), supply="PPPPPPPPP"), "LL2G0")
    assert played(state, "supply G").supply == "PPPPPPPPPG"


def test_7_3_a_bag_that_just_suffices_leaves_the_tower_alone():
    state = played(position(board("GGG"), supply="PPPPPPPPP", bag="O"), "LL2G0", "supply O")
    assert (state.bag, state.tower, events_of(state, "refill")) == ("", "G", [])


def test_7_4_the_last_factories_stay_short():
    state = played(position(board("O"), board("O"), bag="GGGGG"), "pass", "pass")
    assert [reason(state, text) for text in ("deal GGG/GG///", "deal GGGG", "deal GGGG/GGGG///")] == ["7.4"] * 3
    state = played(state, "deal GGGG/G///")
    assert (state.factories, state.to_act()) == (["GGGG", "G", "", "", ""], (0,))


def test_7_4_a_round_without_tiles_begins_with_placing_p13():
    state = played(position(board("O"), board("R"), starter=1, turn=1, token=False), "pass", "pass")
    assert (state.round, state.phase, state.to_act()) == (2, "place", (1,))
    assert [one.hand for one in state.boards] == ["O", "R"]
    assert state.token


def test_7_4_the_supply_stays_short():
    short = played(position(board("GG"), supply="PP"), "LL2G0")
    assert [reason(short, text) for text in ("supply GG", "supply ")] == ["7.4"] * 2
    assert played(short, "supply G").supply == "PPG"
    state = played(position(board("OG"), supply="PP"), "UL1O0")
    assert (state.supply, state.to_act()) == ("PP", (1,))


def test_7_5_the_holder_of_the_token_starts():
    state = position(board("G"), board("G"), board("G"), bag="B" * 40, starter=2, turn=2, token=False)
    state = played(state, "pass", "pass", "pass", "deal " + "/".join(["BBBB"] * 7))
    assert (state.to_act(), state.token, state.round) == ((2,), True, 2)
    assert [(event.seat, event.facts) for event in events_of(state, "round")] == [(2, {"n": 2, "color": "G"})]


def test_7_6_kept_tiles_come_back():
    state = played(position(board("PG"), board("OR"), bag="B" * 20), "pass", "pass")
    assert [one.corners for one in state.boards] == ["PG", "OR"]
    state = played(state, "deal " + "/".join(["BBBB"] * 5))
    assert [(one.hand, one.corners, one.passed) for one in state.boards] == [("PG", "", False), ("OR", "", False)]


# 8: the end


def ended(*boards, **parts):
    """The position after everybody has passed in the last round."""
    state = position(*boards, round=6, **parts)
    while state.to_act():
        state = played(state, "pass")
    return state


def test_8_1_six_rounds():
    done = board()
    done.passed = True
    state = ended(board("O"), done, supply="PP", bag="RRRR")
    assert (state.to_act(), state.round, state.phase) == ((), 6, "over")
    assert [event.kind for event in state.events] == ["pass", "over"]


@each(
    ("stars", "points"),
    [
        ({"UR": "RRRRRR"}, 14), ({"R": "BBBBBB"}, 15), ({"LR": "YYYYYY"}, 16), ({"UL": "OOOOOO"}, 17),
        ({"LL": "GGGGGG"}, 18), ({"L": "PPPPPP"}, 20), ({"C": "ROYGBP"}, 12), ({"C": "ROYGB."}, 0),
        ({"UR": "RRRRRR", "L": "PPPPPP"}, 34),
    ],
)  # fmt: skip
def test_8_2_complete_stars(stars, points):
    assert ended(board("O", score=30, **stars)).boards[0].score == 29 + points


def test_8_2_two_green_stars_on_the_gray_side_sp_t30():
    state = ended(board("O", score=30, UL="GGGGGG", C="GGGGGG"), side="mono")
    assert state.boards[0].score == 29 + 36
    assert ended(board("O", score=30, LR="PGOYBR"), side="mono").boards[0].score == 29 + 12


def test_8_3_all_2s_and_the_red_star_sp_t24():
    twos = {"UL": ".O....", "R": ".B....", "LR": ".Y....", "LL": ".G....", "L": ".P....", "C": ".O...."}
    state = ended(board("OOO", score=30, UR="RRRRRR", **twos))
    assert state.boards[0].score == 49
    assert [event.facts for event in events_of(state, "goal")] == [
        {"goal": "R", "points": 14},
        {"goal": "2", "points": 8},
    ]


@each(("center", "points"), [("......", 0), ("O.....", 4), (".O....", 0)])
def test_8_3_the_center_counts_sp_t26(center, points):
    ones = {"UL": "O.....", "UR": "R.....", "R": "B.....", "LR": "Y.....", "LL": "G.....", "L": "P....."}
    assert ended(board("O", score=30, C=center, **ones)).boards[0].score == 29 + points


@each(("slot", "points"), [(0, 12 + 12), (1, 8 + 12), (2, 4 + 12), (3, 16 + 12), (4, 12), (5, 12)])
def test_8_3_numbers_of_the_gray_side_sp_t30(slot, points):
    cells = "." * slot + "R" + "." * (5 - slot)
    state = ended(
        board("O", score=30, C="ROYGBP", **dict.fromkeys(("UL", "UR", "R", "LR", "LL", "L"), cells)), side="mono"
    )
    assert state.boards[0].score == 29 + points


def test_8_3_goals_come_after_the_floor_p17():
    state = ended(board("GGG", score=2, UR="RRRRRR"))
    assert state.boards[0].score == 1 + 14


def test_8_2_the_goals_are_no_gain_of_the_last_move():
    done = board()
    done.passed = True
    star = board("GGR", score=30, LL="....G.", UR="RRRRRR", C="R.....")
    assert gains(position(star, done, round=6), "LL2") == {"LL2G0": 1, "LL2G1": 1}
    assert gains(position(star, done, round=6), "pass") == {"pass": -3}
    last = played(position(star, done, round=6), "LL2G0")
    assert (last.phase, last.scores()[0], last.worth(0)[0]) == ("over", (30 + 1 - 1 + 14,), 44)


def gains(state, start):
    return {text: state.gain(0, GAME.parse(text)) for text in listed(state, start)}


@each(("seats", "side"), [(2, "mono"), (3, "colored"), (4, "mono")])
def test_8_1_a_move_gains_the_same_whether_or_not_it_ends_the_game(seats, side):
    """Were it for another seat that can go on, the game would not end."""
    ending = 0
    for number in range(4):
        table, rng = pavilion(seats=seats, seed=f"gain {number}", side=side), Random(number)
        while acting := table.state.to_act():
            for move in table.state.moves(acting[0]) if table.state.round == 6 else ():
                if table.state.after(acting[0], move).phase == "over":
                    assert table.state.gain(acting[0], move) == gone_on(table.state).gain(acting[0], move)
                    ending += 1
            table = table.play(acting[0], rng.choice(listed(table.state)))
    assert ending > 5


def gone_on(state):
    """The same position, but the next seat has tiles to place."""
    boards = [one.copy() for one in state.boards]
    boards[(state.turn + 1) % len(boards)] = board("PGOYBR")
    return replace(state, boards=boards)


def test_8_4_equal_points_share_the_place_sp_t29():
    state = position(board(score=88), board(score=88, UR="RRRRRR"), board(score=70), phase="over", round=6)
    assert state.scores() == ((88,), (88,), (70,))


def test_8_5_nobody_plays_after_the_end():
    state = ended(board("O"), board("O"))
    assert [reason(state, text, seat=0) for text in ("1P", "UL1O0", "pass", "+P")] == ["8.5"] * 4
    assert [reason(state, text, seat=CHANCE) for text in ("supply P", DEAL)] == ["8.5"] * 2
    assert listed(state, seat=0) == []


def test_132_tiles_to_the_end():
    table = pavilion(seats=3, seed="count")
    while table.state.to_act():
        assert all(tiles(table.state).count(color) == 22 for color in "PGOYBR")
        seat = table.state.to_act()[0]
        table = table.play(seat, listed(table.state)[0])
    assert table.state.phase == "over"
