"""Summer Pavilion by its paragraphs 1 to 4: the table, the start, taking tiles.

The number after `test_` is the paragraph of data/rules/pavilion.md; sp_t.. and p.. are the scenarios and rulings of the
rules study.
"""

from __future__ import annotations

import pytest

from engine import CHANCE, IllegalMove, Table
from engine.games.pavilion import GAME
from engine.games.pavilion.sets import ORNAMENTS, ORNAMENTS_AT, SIDES, STARS
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

# 1 to 3: the game, the table, the start


def test_1_1_most_points_win():
    state = position(board(score=30), board(score=50), phase="over", round=6)
    assert max(range(2), key=lambda seat: state.scores()[seat]) == 1


@each("seats", [0, 1, 5])
def test_1_2_two_to_four_people_play(seats):
    with pytest.raises(IllegalMove) as refusal:
        Table.new(GAME, seats, {}, None)
    assert (refusal.value.reason, refusal.value.facts) == ("seats", {"least": 2, "most": 4})


@each("side", ["colored", "mono"])
@each(("seats", "offered", "bag"), [(2, 20, 102), (3, 28, 94), (4, 36, 86)])
def test_2_1_setup_sp_t01(seats, offered, bag, side):
    state = pavilion(seats=seats, seed="setup", side=side).state
    assert (len(state.supply), len("".join(state.factories)), len(state.bag)) == (10, offered, bag)
    assert (state.token, state.tower, state.center, state.round) == (True, "", "", 1)
    assert state.scores() == ((5,),) * seats
    assert all(tiles(state).count(color) == 22 for color in "PGOYBR")


@each(("seats", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_2_2_factories_for_each_number_of_seats(seats, factories):
    state = pavilion(seats=seats, seed="factories").state
    assert [len(factory) for factory in state.factories] == [4] * factories


def test_2_3_a_board_starts_empty_with_5_points():
    for one in pavilion(seats=4, seed="boards").state.boards:
        assert (one.stars, one.hand, one.corners, one.score) == (["......"] * 7, "", "", 5)
    assert STARS == ("UL", "UR", "R", "LR", "LL", "L", "C")


def test_2_4_numbers_of_the_colored_side():
    """Read from the printed board by clock positions 12, 2, 4, 6, 8, 10; number n is slot n."""
    printed = {
        "UL": (6, 1, 2, 3, 4, 5), "UR": (5, 6, 1, 2, 3, 4), "R": (4, 5, 6, 1, 2, 3), "LR": (3, 4, 5, 6, 1, 2),
        "LL": (2, 3, 4, 5, 6, 1), "L": (1, 2, 3, 4, 5, 6), "C": (1, 2, 3, 4, 5, 6),
    }  # fmt: skip
    for star, clock in printed.items():
        first = clock.index(1)
        assert SIDES["colored"].costs[STARS.index(star)] == clock[first:] + clock[:first]
    assert SIDES["colored"].kinds == "ORBYGP*"
    hand = position(board("O" * 6 + "R" * 6 + "B" * 6 + "Y" * 6 + "G" * 6 + "P" * 6), round=6)
    assert {text[:-2] for text in listed(hand) if text[-2] == "O" and text[0] != "C"} == {f"UL{n}" for n in range(1, 7)}


ORNAMENTS_BY_HAND = {
    ("pillar", 1): ["UL2 UL3 C6 C1", "UR2 UR3 C1 C2", "R2 R3 C2 C3", "LR2 LR3 C3 C4", "LL2 LL3 C4 C5", "L2 L3 C5 C6"],
    ("statue", 2): [
        "UL1 UL2 UR3 UR4", "UR1 UR2 R3 R4", "R1 R2 LR3 LR4", "LR1 LR2 LL3 LL4", "LL1 LL2 L3 L4", "L1 L2 UL3 UL4",
    ],
    ("window", 3): ["UL5 UL6", "UR5 UR6", "R5 R6", "LR5 LR6", "LL5 LL6", "L5 L6"],
}  # fmt: skip


def test_2_5_eighteen_ornaments():
    found = {
        (one.kind, one.tiles, frozenset(f"{STARS[star]}{slot + 1}" for star, slot in one.spaces)) for one in ORNAMENTS
    }
    written = {(*kind, frozenset(row.split())) for kind, rows in ORNAMENTS_BY_HAND.items() for row in rows}
    assert found == written
    assert (len(ORNAMENTS), sum(one.tiles for one in ORNAMENTS)) == (18, 36)
    kinds = [sorted(one.kind for one in ORNAMENTS_AT[0, slot]) for slot in range(6)]
    assert kinds == [["statue"], ["pillar", "statue"], ["pillar", "statue"], ["statue"], ["window"], ["window"]]
    assert all([one.kind for one in ORNAMENTS_AT[6, slot]] == ["pillar"] * 2 for slot in range(6))


def test_2_6_ten_tiles_in_the_supply():
    assert pavilion(SUPPLY).state.supply == "PPGGOOYYBB"


def test_2_7_the_token_is_no_tile():
    state = position(factories="RRYY")
    assert state.token
    assert listed(state) == ["1Y", "1R"]
    with pytest.raises(IllegalMove, match="notation"):
        GAME.parse("CT")


@each(("number", "wild"), list(enumerate("PGOYBR", 1)))
def test_2_8_a_wild_color_each_round(number, wild):
    state = position(factories="PGOY/BRBR", round=number)
    assert state.wild == wild
    assert [text[1] for text in listed(state) if text[1] == wild] == []


def test_2_8_tiles_kept_from_the_last_round_p14():
    before, after = (position(board("PGGG"), round=number) for number in (1, 2))
    assert [listed(state, "LL3") for state in (before, after)] == [["LL3G0", "LL3G1"], ["LL3G0"]]
    assert [listed(state, "L") for state in (before, after)][1][-3:] == ["L2P1", "L3P2", "L4P3"]


def test_2_9_numbers_of_the_gray_side():
    """By clock positions again; the slots are those of the colored side."""
    for star in range(6):
        assert SIDES["mono"].costs[star] == (3, 2, 1, 4, 5, 6)
    assert SIDES["mono"].costs[6] == (3,) * 6
    state = position(board("OOO", UL="RB...."), side="mono")
    assert listed(state, "UL") == ["UL3O0"]
    assert listed(state, "C") == [f"C{slot}O0" for slot in range(1, 7)]


def test_3_1_the_supply_then_the_factories_then_seat_0():
    table = pavilion()
    assert (table.state.to_act(), table.state.phase, len(table.state.bag)) == ((CHANCE,), "supply", 132)
    table = table.play(CHANCE, SUPPLY)
    assert (table.state.to_act(), table.state.phase) == ((CHANCE,), "deal")
    table = table.play(CHANCE, DEAL)
    assert (table.state.to_act(), table.state.phase, table.state.round) == ((0,), "draft", 1)
    assert [(event.seat, event.facts) for event in events_of(table.state, "round")] == [(0, {"n": 1, "color": "P"})]
    assert not any(one.passed for one in table.state.boards)


# 4: taking tiles


def test_4_1_seats_take_turns_and_nobody_passes():
    table = pavilion(SUPPLY, DEAL)
    assert listed(table.state, seat=1) == []
    assert reason(table.state, "1G", seat=1) == "4.1"
    assert [reason(table.state, text) for text in ("pass", "pass=PGGR", "UL1O0", "+P")] == ["4.1"] * 4
    assert [reason(table.state, text, seat=1) for text in ("pass", "UL1O0", "+P")] == ["4.1"] * 3
    assert table.play(0, "1G").state.to_act() == (1,)
    assert table.play(0, "1G").play(1, "2R").state.to_act() == (0,)


def test_4_2_all_tiles_of_the_color_sp_t02():
    state = played(position(board(), board(), factories="RRYY/B"), "1R")
    assert (state.boards[0].hand, state.center, state.factories[0]) == ("RR", "YY", "")
    assert (state.scores(), state.token, state.to_act()) == (((5,), (5,)), True, (1,))
    assert [event.kind for event in state.events] == ["draft"]


@each("text", ["1B", "2R", "9R", "CR"])
def test_4_2_the_color_must_lie_there(text):
    assert reason(position(factories="RRYY"), text) == "4.2"


def test_4_3_one_wild_comes_along_sp_t03_p4():
    state = played(position(board(), factories="PPGY/B"), "1G")
    assert (state.boards[0].hand, state.center) == ("PG", "PY")
    assert events_of(state, "draft")[0].facts == {"source": "1", "color": "G", "count": 1, "wilds": 1, "wild": "P"}


def test_4_3_the_wild_color_cannot_be_chosen_sp_t04():
    state = position(factories="PPGY", center="PR")
    assert reason(state, "1P") == "4.3"
    assert reason(state, "CP") == "4.3"
    assert listed(state) == ["1G", "1Y", "CR"]


def test_4_4_only_wild_tiles_sp_t05():
    state = position(board(), factories="PPPP")
    assert listed(state) == ["1P"]
    state = played(state, "1P")
    assert (state.boards[0].hand, state.center) == ("P", "PPP")


def test_4_4_only_wild_in_the_center_sp_t08():
    state = played(position(board(), board(), center="PPP"), "CP")
    assert (state.boards[0].hand, state.boards[0].score, state.token, state.starter) == ("P", 4, False, 0)
    assert state.center == "PP"
    state = played(state, "CP")
    assert (state.boards[1].hand, state.boards[1].score, state.center, state.starter) == ("P", 5, "P", 0)


def test_4_5_the_rest_of_a_factory_joins_the_center():
    state = played(position(board(), factories="PPGY/BBRR", center="GR"), "1Y", "2B")
    assert (state.center, state.factories[:2]) == ("PGGRRR", ["", ""])


def test_4_5_the_rest_of_the_center_stays():
    assert played(position(center="GGRY"), "CG").center == "YR"


@each(("center", "left"), [("PYYY", ""), ("PPYYY", "P"), ("PYYYR", "R")])
def test_4_6_first_from_the_center_sp_t06_p1(center, left):
    before = position(board(score=5), board(), center=center, factories="B")
    assert before.facts(0, GAME.parse("CY"))["lost"] == 4
    state = played(before, "CY")
    assert (state.boards[0].hand, state.boards[0].score) == ("PYYY", 1)
    assert (state.token, state.starter, state.center) == (False, 0, left)
    assert events_of(state, "token")[0].facts == {"lost": 4}


@each(("score", "lost"), [(3, 2), (1, 0)])
def test_4_6_the_floor_of_1_sp_t07_p15(score, lost):
    state = played(position(board(score=score), board(), center="PYYY", factories="B"), "CY")
    assert (state.boards[0].score, state.token, state.starter) == (1, False, 0)
    assert events_of(state, "token")[0].facts == {"lost": lost}


def test_4_6_a_factory_brings_no_token_and_only_the_first_pays():
    state = played(position(board(), board(), factories="RRYY/BBBB"), "1R", "CY")
    assert [one.score for one in state.boards] == [5, 3]
    assert played(state, "2B").starter == 1
    later = played(position(board(), board(), center="YB", token=False, starter=1), "CY")
    assert (later.boards[0].score, later.starter) == (5, 1)


def test_4_7_taking_ends_with_the_last_tile():
    state = position(board(), board("GG"), board("G"), factories="R", starter=2, turn=0, token=False)
    state = played(state, "1R")
    assert (state.phase, state.to_act()) == ("place", (2,))
    assert reason(state, "1R") == "4.7"
    assert reason(position(board(), supply="PPGG", owed=2), "1R") == "4.7"


def test_4_7_nobody_took_the_token_p3():
    state = position(board("G"), board("G"), board("G"), factories="R", starter=1, turn=2)
    state = played(state, "1R")
    assert (state.token, state.to_act()) == (True, (1,))
    state = played(state, "pass", "pass", "pass")
    assert (state.round, state.starter) == (2, 1)
