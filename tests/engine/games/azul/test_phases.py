"""Hand-written positions of Azul to which no game comes, phase by phase: real ones in which something was changed.

The number after `test_` is the paragraph of data/rules/azul.md that the change breaks.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine import CHANCE, GAMES, Table, dump, load
from engine.games.azul import Azul
from tests.engine.games.azul.azul_tables import OPENING, azul, fault, position, walls
from tests.engine.games.test_records import read

GAME = GAMES["azul"]
ALIKE = "deal BBBB/YYYY/RRRR/KKKK/WWWW"  # nobody leaves anything, so the marker stays in the center
FILLED = ("1B4", "2Y4", "3R3", "4K3", "5W2")  # five full lines, and four tiles on floors
FALLEN = ("1BF", "2YF", "3RF", "4KF", "5WF")


def dealt(*texts: str, deal: str = OPENING, **options: str) -> Azul:
    return azul(deal, *texts, **options).state


def due(*texts: str, **options: str) -> Azul:
    """After round 1."""
    return dealt(*(texts or FILLED), deal=ALIKE, **options)


def second(**options: str) -> Azul:
    """Round 2, nothing taken: seat 0 has 3 tiles on its wall and none of its 3 points left, seat 1 has 2 and 1."""
    return dealt(*FILLED, ALIKE, deal=ALIKE, **options)


def planning(*texts: str) -> Azul:
    """Round 1 on the gray wall: both seats choose, seat 0 for three lines."""
    return dealt(*FILLED, *texts, deal=ALIKE, wall="gray")


def replayed(name: str, length: int | None = None) -> Azul:
    """The last position of a recorded game, or the one after so many moves."""
    record = read(Path(__file__).with_name(f"{name}.game"))
    table = record.opening()
    for entry in record.log[:length]:
        table = table.play(entry.seat, entry.text)
    return table.state


def wrong(state: Azul, **changes: object) -> tuple[str, str] | None:
    """The fault of a real position in which fields were changed: `lid="BB"`, `score_1=3` for that of seat 1."""
    assert fault(state) is None
    made = state.copy()
    for name, value in changes.items():
        field, _, seat = name.partition("_")
        setattr(made.boards[int(seat)] if seat else made, field, value)
    return fault(made)


def field(state: Azul, **changes: object) -> str | None:
    """Just the field that is wrong."""
    found = wrong(state, **changes)
    return None if found is None else found[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("wall", ["colored", "gray"])
@pytest.mark.parametrize("rules", ["official", "hungarian"])
def test_positions_of_games_pass_the_check(seats, wall, rules):
    table, rng = azul(seats=seats, seed="check", wall=wall, rules=rules), Random(seats)
    while acting := table.state.to_act():
        assert fault(table.state) is None
        seat = rng.choice(acting)
        table = table.play(seat, str(rng.choice(table.state.moves(seat))))
    assert fault(table.state) is None


# pieces and the marker


def test_2_1_a_lost_tile_is_named_by_its_color():
    state = dealt()
    assert wrong(state, bag=state.bag[1:]) == ("bag", "20 blue tiles in all places together: 19 are there")
    assert wrong(state, lid="W") == ("bag", "20 white tiles in all places together: 21 are there")


def test_2_5_a_lost_marker_is_missed_in_the_center():
    assert wrong(dealt(), center="") == ("center", "the place of the marker M, as no floor holds it")
    assert field(dealt("1B3"), center="YR") == "center"
    assert wrong(azul().state, center="") == ("center", "M, the marker alone")


def test_4_4_the_marker_lies_with_the_starter():
    state = dealt("1B4", "CY1")
    assert (state.boards[1].floor, state.starter) == ("M", 1)
    assert wrong(state, starter=0) == ("starter", "the seat whose floor holds the marker")


def test_4_4_the_marker_comes_with_a_tile():
    state = dealt("1B4", "CY1")
    lines = ["", "", "", "BB", "Y"]
    assert wrong(state, lines_0=lines, lines_1=[""] * 5) == (
        "boards[1].floor", "a floor with a tile behind the marker, as none that came with it lies in a line",
    )  # fmt: skip


def test_4_10_a_marker_beside_a_full_floor_is_not_missed():
    state = dealt("1BF", "5WF", "2BF", "3RF", "CYF", deal="deal BBBB/BBBY/RRKK/RRKK/WWWW")
    assert (state.boards[0].floor, state.center, state.starter) == ("BBBBBBB", "KK", 0)
    assert field(state, starter=1) == "center"
    assert field(state, floor_0="BBBBBB", lid=state.lid + "B") == "center"


@pytest.mark.parametrize("floor", ["BM", "B"])
def test_8_2_a_marker_that_is_handed_on_lies_on_the_first_space(floor):
    state = dealt("1BF", deal="deal BYRK/YYYY/RRRR/KKKK/WWWW", rules="hungarian")
    assert state.boards[0].floor == "MB"
    assert field(state, floor_0=floor) == "boards[0].floor"


def test_8_2_seven_tiles_leave_no_place_for_a_marker_that_is_handed_on():
    state = dealt("1BF", "5W5", "2YF", deal=ALIKE, rules="hungarian")
    assert (state.boards[0].floor, state.lid) == ("MBBBBYY", "YY")
    assert field(state, floor_0="BBBBYYY", lid="Y") == "boards[0].floor"


def test_8_2_who_has_the_marker_started():
    assert field(dealt(rules="hungarian"), floor_0="", floor_1="M") == "starter"


# while tiles are offered


def test_6_1_a_display_is_full_or_empty():
    state = second()
    displays = ["BBB", *state.displays[1:]]
    assert wrong(state, displays=displays, lid=state.lid + "B") == (
        "displays[0]", "empty or 4 tiles: there were enough to fill it",
    )  # fmt: skip


def test_6_3_only_the_last_display_is_short_when_tiles_run_dry():
    state = replayed("gray_exhausted", 0)
    assert (state.displays, state.bag + state.lid) == (["WWW", *[""] * 8], "")
    assert field(state, displays=["WW", "W", *[""] * 7]) == "displays[0]"
    assert field(state, displays=["", "WWW", *[""] * 7]) is not None  # one display was emptied, but nobody has more
    assert field(state, displays=["WW", *[""] * 8], lid="W") == "displays[0]"


def test_4_1_seats_have_their_turns_in_order():
    assert field(dealt(), turn=1) == "turn"
    assert field(dealt("1B4"), turn=0) == "turn"
    assert field(dealt(deal=ALIKE, rules="hungarian"), turn=1) == "turn"
    assert field(azul(OPENING + "/BYRK/KKKK/WWWW/YYYY", seats=4).state, turn=3) == "turn"


def test_4_1_who_had_no_turn_has_nothing_new():
    state = dealt("1B4")
    assert field(state, floor_1="B", lines_0=["", "", "", "B", ""]) == "boards[1]"
    assert field(state, lines_1=["B", "", "", "", ""], lines_0=["", "", "", "B", ""]) == "boards[1]"


def test_4_2_each_turn_brings_a_tile():
    state = dealt("1B4", "2R5")
    assert wrong(state, lines_1=[""] * 5, center="R" + state.center) == (
        "boards[1].lines", "lines with a tile for each of 1 turns, those on the floor counted",
    )  # fmt: skip


def test_4_3_the_center_holds_the_rests_of_displays():
    state = dealt()
    assert wrong(state, center="BM", bag=state.bag[1:]) == ("center", "at most 0 tiles, the rests of 0 displays")
    assert field(dealt("1B4"), center="BBYRM", lines_0=[""] * 5) == "center"


def test_4_8_what_was_taken_lies_with_the_seats():
    state = second()
    lid = state.lid.replace("B", "", 1)
    assert field(state, floor_0="B", lid=lid) == "boards"
    assert field(state, lines_0=["B", "", "", "", ""], lid=lid) == "boards"
    assert field(state, displays=["", *state.displays[1:]], bag=state.bag + "BBBB") == "turn"


def test_4_8_a_turn_fills_one_line():
    state = dealt("1B4")
    assert field(state, lines_0=["", "B", "B", "", ""]) == "boards[0]"
    assert field(state, lines_0=["", "", "", "B", ""], floor_0="B") == "boards[0]"  # the line had room


def test_4_9_tiles_of_one_draft_lie_side_by_side_on_the_floor():
    state = dealt("1YF", "2K4", "4WF", deal="deal BYYY/KKKW/RRRR/WWWW/BBBB")
    assert state.boards[0].floor == "YYYWWWW"
    assert wrong(state, floor_0="YYWYWWW") == (
        "boards[0]", "a board as 2 drafts of this round can leave it",
    )  # fmt: skip


def test_4_10_only_full_floors_send_tiles_to_the_lid_before_the_round_ends():
    assert field(dealt("1B4"), lines_0=["", "", "", "B", ""], lid="B") == "lid"


# while columns are chosen


def test_5_1_a_full_line_does_not_outlast_its_round():
    assert wrong(planning(), plans=()) == (
        "boards[0].lines[1]", "not full: full lines are tiled at the end of the round",
    )  # fmt: skip
    state = due()
    assert field(state, lines_0=["B", "", "", "", ""], lid=state.lid.replace("B", "", 1)) == "boards[0].lines[0]"


def test_5_1_on_the_colored_side_nobody_plans():
    assert field(planning(), wall="colored") == "plans[0]"


def test_5_12_a_round_with_a_waiting_marker_was_one_draft_a_display():
    state = planning()
    assert (state.center, state.turn) == ("M", 1)
    assert field(state, turn=0) == "turn"


@pytest.mark.parametrize("rules", ["official", "hungarian"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_5_12_a_view_can_be_loaded_and_played_on_to_the_next_round(seats, rules):
    table, rng, hidden = azul(seats=seats, seed="views 3", wall="gray", rules=rules), Random(seats), 0
    while acting := table.state.to_act():
        for seat in (None, *range(seats)) if table.state.plans else ():
            seen = table.state.view(seat)
            hidden += "?" in seen.plans
            assert seen.to_act() == acting
            while seen.plans:
                assert fault(seen) is None
                other = rng.choice(seen.to_act())
                seen = load(Azul, dump(seen.apply(other, rng.choice(seen.moves(other)))))
            assert fault(seen) is None
        seat = rng.choice(acting)
        table = table.play(seat, str(rng.choice(table.state.moves(seat))))
    assert hidden > 0


def test_5_12_a_table_with_a_seed_deals_only_when_hidden_plans_are_told():
    seen = planning("w-abc-").view(1)
    assert fault(seen) is None
    table = Table(GAME, 2, GAME.chosen({"wall": "gray"}), "seed", (), seen, origin=seen).dealt()
    table = table.play(1, "w--ab-")
    assert (table.state.plans, table.state.to_act(), table.turn(CHANCE)) == (("?", "--ab-"), (0,), 0)
    table = table.play(0, "w-abc-")
    assert (table.state.round, table.turn(CHANCE)) == (2, 1)


# when a deal is due


def test_5_6_no_floor_is_occupied_when_a_deal_is_due():
    state = due()
    lid = state.lid.replace("Y", "", 1)
    assert state.to_act() == (CHANCE,)
    assert field(state, floor_0="M", center="") == "center"
    assert field(state, floor_0="Y", lid=lid) == "boards[0].floor"
    state = due(rules="hungarian")
    assert [one.floor for one in state.boards] == ["", "M"]
    assert field(state, floor_0="M", floor_1="") == "boards[0].floor"
    assert field(state, floor_1="MY", lid=lid) == "boards[1].floor"
    assert field(state, floor_1="") == "boards[1].floor"


def test_6_4_who_starts_has_the_turn_when_a_deal_is_due():
    assert wrong(due(), turn=1) == ("turn", "0, as the starter")
    assert field(due(), starter=1) == "turn"
    assert field(azul().state, turn=1) == "turn"


def test_6_2_the_first_rounds_are_dealt_from_the_bag():
    state = second()
    bag, lid = state.bag.replace("Y", "", 1), state.lid + "Y"
    assert wrong(state, bag=bag, lid=lid) == ("bag", "60 tiles after 2 deals")
    assert field(state, round=3) == "bag"
    assert field(azul().state, bag="", lid=azul().state.bag) == "bag"
    assert field(azul().state, round=2) == "round"


def test_6_2_the_lid_keeps_what_left_lines_and_floors_until_the_bag_is_empty():
    state = due()
    lines, lid = ["", "", "", "", "BB"], state.lid.replace("BBB", "B")
    assert wrong(state, lines_1=lines, lid=lid) == ("lid", "3 blue tiles or more, the rests of tiled lines")
    assert wrong(state, spilled_0=7) == ("lid", "18 tiles or more, the rests of tiled lines and those from floors")
    assert wrong(state, spilled_0=2, score_0=1) == (
        "lid", "at most 14 tiles, the rests of tiled lines and those from floors",
    )  # fmt: skip


def test_6_2_the_bag_is_what_deals_left_of_it_since_the_lid_came_back():
    table, rng = azul(seed="bag"), Random("bag")
    while table.state.round < 7:
        table = table.play(table.state.turn, str(rng.choice(table.state.moves(table.state.turn))))
    state = table.state
    assert field(state, bag=state.bag[:1], lid=state.lid + state.bag[1:]) == "bag"


# walls, points and rounds


def test_5_1_a_round_lays_one_tile_on_a_row():
    state = due()
    wall = [*state.boards[1].wall[:2], "K...R", *state.boards[1].wall[3:]]
    assert wrong(state, wall_1=wall, lid=state.lid.replace("R", "", 1)) == (
        "boards[1].wall[2]", "a row with at most 1 tiles, one for each round that laid any",
    )  # fmt: skip


def test_5_1_a_tile_on_the_wall_needed_a_full_line():
    for third, refused in ((".....", None), ("K....", ("boards", "boards for which 108 tiles were enough"))):
        boards = [walls("", "", third, "RKW..", "YRK..") for _ in range(4)]
        laid = "".join("".join(one.wall) for one in boards)
        lid = "".join(color * (20 - laid.count(color)) for color in "BYRKW")
        found = fault(position(*boards, center="M", lid=lid, round=4))
        assert (found and (found[0], found[1].partition(",")[0])) == refused


def test_5_3_points_come_from_tiles():
    assert wrong(dealt(), score_0=1) == ("boards[0].score", "0 to 0 with this wall")
    assert wrong(due(), score_1=4) == ("boards[1].score", "1 to 3 with this wall")
    assert field(due(), score_1=0) == "boards[1].score"


def test_7_1_a_complete_row_ends_the_game():
    state = replayed("rows_first")
    assert any("." not in row for one in state.boards for row in one.wall)
    found = wrong(state, over=False, round=state.round + 1)
    assert found is not None
    assert found[1] == "without a complete row or column that ends the game"


def test_7_1_nothing_but_its_rules_ends_the_game():
    assert wrong(due(), over=True, round=1) == ("over", "false: nothing has ended the game")
    assert field(dealt(), over=True) == "displays"
    assert field(azul().state, over=True) == "over"


def test_7_2_the_final_points_are_in_the_scores():
    state = replayed("rows_first")
    done = [any("." not in row for row in one.wall) for one in state.boards].index(True)
    assert field(state, **{f"score_{done}": 1}) == f"boards[{done}].score"


def test_7_3_nothing_was_spilled_before_the_first_round_is_finished():
    assert wrong(dealt(), spilled_1=1) == ("boards[1].spilled", "0 before the first round is finished")


def test_7_4_an_exhausted_game_needs_nothing_to_end():
    state = replayed("gray_exhausted")
    assert (state.over, state.bag + state.lid) == (True, "")
    assert fault(state) is None


def test_7_5_who_builds_is_not_stalled():
    assert wrong(dealt(), stall=2) == ("stall", "at most 0, the number of finished rounds")
    assert field(due(), stall=1) == "boards[0].wall[1]"
    assert wrong(replayed("rows_first"), stall=1) == ("stall", "0: the last round completed a row or a column")


def test_7_5_rounds_need_tiles_on_walls():
    state = due(*FALLEN)
    assert (state.round, state.stall) == (2, 1)
    assert wrong(state, stall=0) == ("round", "at most 1: three rounds without a tile end the game")
    state = replayed("stall")
    assert (state.over, state.stall) == (True, 3)
    assert field(state, stall=2) in ("over", "round")


def test_8_3_a_complete_column_ends_the_game():
    state = replayed("hungarian_column")
    assert all("." in row for one in state.boards for row in one.wall)
    found = wrong(state, over=False, round=state.round + 1, **{f"floor_{state.starter}": "M"})
    assert found is not None
    assert found[1] == "without a complete row or column that ends the game"
