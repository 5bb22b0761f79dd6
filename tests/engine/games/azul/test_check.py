"""Hand-written positions of Azul that nobody could draw or play on: they are refused."""

from __future__ import annotations

from random import Random

import pytest

from engine import CHANCE, GAMES, Misfit, Table, dump, load
from engine.games.azul import Azul, Board
from tests.cases import each
from tests.engine.games.azul.azul_tables import OPENING, azul, board, fault, gray, position, tiled, walls

NONE = "-----"
ALIKE = "deal BBBB/YYYY/RRRR/KKKK/WWWW"  # nobody leaves anything, so the marker stays in the center
FILLED = ("1B4", "2Y4", "3R3", "4K3", "5W2")  # five full lines, and four tiles on floors


def where(state: Azul) -> str | None:
    """The field of a position that is wrong."""
    refused = fault(state)
    return None if refused is None else refused[0]


@each(
    ("name", "value", "field"),
    [
        ("boards", [Board()], "boards"),
        ("displays", ["BBYR"], "displays"),
        ("displays", ["BBYRK", "KKRW", "BYRK", "WWWW", "BYYK"], "displays[0]"),
        ("displays", ["BBYR", "KKRM", "BYRK", "WWWW", "BYYK"], "displays[1]"),
        ("center", "MM", "center"),
        ("center", "Q", "center"),
        ("bag", "XYZ", "bag"),
        ("lid", "M", "lid"),
        ("turn", 2, "turn"),
        ("turn", -1, "turn"),
        ("starter", -1, "starter"),
        ("starter", 99, "starter"),
        ("round", 0, "round"),
        ("round", 244, "round"),
        ("stall", 3, "stall"),
        ("stall", -1, "stall"),
        ("tiebreak", "coin", "tiebreak"),
        ("wall", "brick", "wall"),
        ("rules", "house", "rules"),
        ("sum", "half", "sum"),
    ],
)
def test_a_field_that_cannot_be_is_refused(name, value, field):
    state = azul(OPENING).state
    assert where(state) is None
    setattr(state, name, value)
    assert where(state) == field


@each(
    ("made", "field"),
    [
        (Board(lines=["", "", "", ""]), "lines"),
        (board("BB"), "lines[0]"),
        (board("", "BY"), "lines[1]"),
        (board("X"), "lines[0]"),
        (board("B|B...."), "lines[0]"),
        (Board(wall=["....."] * 4), "wall"),
        (board("|B..."), "wall"),
        (board("|Y...."), "wall[0]"),
        (board("|M...."), "wall[0]"),
        (board(floor="RRRRRRRR"), "floor"),
        (board(floor="Q"), "floor"),
        (board(floor="MM"), "floor"),
        (board(score=-1), "score"),
        (board(score=246), "score"),
        (board(spilled=8), "spilled"),
        (board(spilled=-1), "spilled"),
    ],
)
def test_a_board_that_cannot_be_is_refused(made, field):
    assert where(position(made, center="B")) == f"boards[0].{field}"


def test_what_a_field_must_be_is_said():
    assert fault(position(board(score=300), center="B")) == ("boards[0].score", "0 to 245")
    assert fault(position(board("", "BY"), center="B")) == (
        "boards[0].lines[1]", "at most 2 tiles of one color, one of B, Y, R, K, W",
    )  # fmt: skip


def test_2_1_a_tile_too_many_is_refused():
    state = azul(OPENING).state
    state.lid = "W"
    assert fault(state) == ("bag", "at most 20 tiles W in all places together: 21 are there")
    state.bag = state.bag.replace("W", "", 1)
    assert fault(state) is None
    state.boards[1].floor = "W"
    assert where(state) == "bag"


def test_2_1_tiles_may_be_missing():
    state = azul(OPENING).state
    state.bag = ""
    assert where(state) is None


def test_2_5_a_second_marker_is_refused():
    assert where(position(board(floor="M"), center="BM")) == "boards[0].floor"
    assert where(position(board(floor="M"), board(floor="M"), center="B")) == "boards[1].floor"


def test_5_9_a_gray_wall_with_a_color_twice_in_row_or_column_is_refused():
    assert where(gray(walls("R...R"))) == "boards[0].wall[0]"
    assert fault(gray(walls("R....", "R...."))) == (
        "boards[0].wall", "a wall with each color once in column a",
    )  # fmt: skip
    assert where(gray(walls("R....", ".R..."))) is None


def test_8_2_a_marker_that_is_handed_on_is_never_in_the_center():
    assert where(position(center="YM", rules="hungarian")) == "center"


def test_a_number_of_30_digits_is_refused():
    state = azul(OPENING).state
    state.boards[1].score = 10**30
    with pytest.raises(Misfit, match="a number that can be kept"):
        where(state)
    state.boards[1].score, state.round = 0, 10**30
    with pytest.raises(Misfit, match="a number that can be kept"):
        where(state)


def test_7_4_a_position_where_nobody_could_ever_act_is_refused():
    assert fault(position(center="M")) == (
        "bag", "not empty: with no tile left anywhere the game is over",
    )  # fmt: skip


@each(
    ("plans", "field"),
    [
        (("",), "plans"),
        (("", ""), "plans[1]"),
        (("", "?"), "plans[1]"),
        (("a----", NONE), "plans"),
        ((NONE, ""), "plans[0]"),
        (("", "w"), "plans[1]"),
        (("w", NONE), "plans[0]"),
        (("-a---", NONE), "plans[0]"),
        (("", NONE), None),
        (("?", NONE), None),
    ],
)
def test_5_12_hand_written_plans_are_checked(plans, field):
    state = tiled(board("R"))
    state.plans = plans
    assert where(state) == field


def test_5_12_no_plans_while_tiles_are_offered_or_after_the_end():
    state = tiled(board("R"))
    state.center = "R"
    assert fault(state) == ("plans", "empty while tiles are offered")
    state.center, state.over = "", True
    assert fault(state) == ("plans", "empty after the end")


def test_5_12_a_known_plan_beside_an_owed_one_is_accepted():
    state = tiled(board("R"), board("K"))
    state.plans = ("a----", "")
    assert where(state) is None
    state.plans = ("a----", "e----")
    assert fault(state) == ("plans", "empty: all are in, so the walls are tiled")


@each(("seats", "rules"), [(2, "official"), (3, "hungarian"), (4, "official")])
def test_5_12_a_view_can_be_loaded_and_played_on_to_the_next_round(seats, rules):
    table, rng, hidden = azul(seats=seats, seed="views 3", wall="gray", rules=rules), Random(seats), 0
    while acting := table.state.to_act():
        for seat in (None, rng.choice(acting)) if table.state.plans else ():
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
    seen = azul(ALIKE, *FILLED, "w-abc-", wall="gray").state.view(1)
    assert fault(seen) is None
    table = Table(GAMES["azul"], 2, GAMES["azul"].chosen({"wall": "gray"}), "seed", (), seen, origin=seen).dealt()
    table = table.play(1, "w--ab-")
    assert (table.state.plans, table.state.to_act(), table.turn(CHANCE)) == (("?", "--ab-"), (0,), 0)
    table = table.play(0, "w-abc-")
    assert (table.state.round, table.turn(CHANCE)) == (2, 1)
