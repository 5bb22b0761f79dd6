"""The pillars game by its paragraphs 1 to 4: pieces, board, start, laying tiles.

The number after `test_` is the paragraph of data/rules/pillars.md; p01 and so on is the scenario of the rules study.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from engine import IllegalMove, Table
from engine.games import GAMES
from engine.games.pillars import Lay, Pillar
from engine.games.pillars.shapes import BOARD_CELLS, ORIENTATIONS, PLAYABLE_SQUARES, cells_of, covered_squares
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import (
    GROWN,
    NAMES,
    TWO,
    board,
    listed,
    played,
    player,
    position,
    reason,
    table,
    told,
)

RULES = Path(__file__).parents[4] / "data" / "rules" / "pillars.md"


def shown(squares: int) -> set[str]:
    return {str(cell) for cell in cells_of(squares)}


def pillars(state, seat=0):
    return {text[1:] for text in listed(state, seat) if text[0] == "o"}


# 1 to 3: the game, the pieces, the start


def test_1_1_fewest_dots_win():
    state = position(player("of5 of13", "5Z"), player("ol5 ol13", "4O 2"))
    assert [score[0] for score in state.scores()] == [-5, -6]
    assert max(range(2), key=lambda seat: state.scores()[seat]) == 0


@each("seats", [0, 1, 5])
def test_1_2_two_to_four_people_play(seats):
    with pytest.raises(IllegalMove) as refusal:
        Table.new(GAMES["pillars"], seats, {}, None)
    assert (refusal.value.reason, refusal.value.facts) == ("seats", {"least": 2, "most": 4})


def test_1_3_the_rules_say_what_is_our_own_design():
    text = " ".join(RULES.read_text("utf-8").split())
    assert "our own design around the published counts" in text


def test_2_1_eighteen_tiles_with_74_dots():
    state = table(seats=4).state
    assert [one.stock for one in state.players] == [NAMES] * 4
    assert [score[0] for score in state.scores()] == [-74] * 4


def corners(form: str) -> int:
    """Corners of the outline: points where one or three of the four squares around belong, or two across."""
    rows = form.split("/")
    held = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    found = 0
    for x in range(-1, 5):
        for y in range(-1, 5):
            around = [(x + dx, y + dy) in held for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1))]
            found += {1: 1, 3: 1, 2: 2 * (around[0] == around[3])}.get(sum(around), 0)
    return found


def grown(size: int) -> set[frozenset[tuple[int, int]]]:
    """Every shape of joined squares of that size, once for all its turns: the least of its eight forms."""
    if size == 1:
        return {frozenset({(0, 0)})}
    found = set()
    for smaller in grown(size - 1):
        beside = {(x + dx, y + dy) for x, y in smaller for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        found |= {least(smaller | {each}) for each in beside - smaller}
    return found


def least(held) -> frozenset[tuple[int, int]]:
    forms = []
    for flip in (1, -1):
        for _ in range(4):
            held = {(-y, x) for x, y in held}
            shown = {(flip * x, y) for x, y in held}
            left, top = min(x for x, _ in shown), min(y for _, y in shown)
            forms.append(sorted((x - left, y - top) for x, y in shown))
    return frozenset(min(forms))


def test_2_1_every_shape_with_at_most_eight_corners():
    mine = {least({(x, y) for y, row in enumerate(one[0].form.split("/")) for x, mark in enumerate(row) if mark == "#"})
            for one in ORIENTATIONS.values()}  # fmt: skip
    every = {form for size in range(1, 6) for form in grown(size)}
    drawn = {form: "/".join("".join(".#"[(x, y) in form] for x in range(5)) for y in range(5)) for form in every}
    assert (len(every), len(mine)) == (21, 18)
    assert mine == {form for form in every if corners(drawn[form]) <= 8}


def test_2_2_three_pillars_of_one_square():
    state = played(table().state, "of5")
    assert (state.players[0].pillars, state.players[1].pillars) == (2, 3)
    assert shown(state.taken_squares) == {"f5"}


def test_2_3_seventeen_columns_and_rows():
    state = table(seats=4).state
    assert len(pillars(state)) == 289 - 25
    assert {"a1", "q1", "a17", "q17"} <= pillars(state)
    assert [reason(state, text) for text in ("or1", "oa18")] == ["4.3", "4.3"]


@each("seats", [2, 3, 4])
def test_2_4_the_center_section_is_g7_to_k11(seats):
    center = {f"{column}{row}" for column in "ghijk" for row in range(7, 12)}
    assert set(board(4, "c")) == center
    assert {str(cell) for cell in (Pillar(one).cell for one in cells_of(PLAYABLE_SQUARES[4]))} - pillars(
        table(seats=seats).state
    ) == center


@each(("seats", "count"), [(2, 145), (3, 221), (4, 289)])
def test_2_5_backgrounds(seats, count):
    assert shown(table(seats=seats).state.free_squares()) == set(board(seats, ".c"))
    assert len(board(seats, ".c")) == count


def test_3_1_seat_0_starts_and_the_turn_goes_round_p32():
    state, order = table(seats=3).state, []
    for text in ("of5", "ol5", "of13", "ol13", "oc9", "oo9"):
        order.append(state.to_act()[0])
        assert all(isinstance(move, Pillar) for move in state.moves(order[-1]))
        state = played(state, text)
    assert order == [0, 1, 2, 0, 1, 2]
    assert state.to_act() == (0,)
    assert {type(move) for move in state.moves(0)} == {Lay, Pillar}
    assert state.view(1) == state.view(None) == state


def test_3_2_pillars_come_first_p05():
    state = position("of5", "ol5", "oc9", "oo9")
    assert reason(state, "22f6") == "3.2"
    assert reason(table(seats=4).state, "22f6") == "3.2"
    assert not any(isinstance(move, Lay) for move in state.moves(0))


def test_3_3_no_pillar_on_the_center_section_p01():
    assert reason(table(seats=4).state, "oi9") == "3.3"


def test_3_3_a_pillar_beside_the_center_section_p02():
    assert reason(table(seats=4).state, "oi6") is None


def test_3_3_no_pillar_on_a_pillar_p03():
    assert reason(table("of5").state, "of5") == "4.5"


def test_3_3_a_pillar_on_a_dark_square_p04():
    assert reason(table().state, "og2") is None
    assert pillars(table().state) == set(board(4, "."))


# 4: laying tiles


def test_4_1_one_piece_a_turn_clockwise():
    state = position(*TWO)
    assert listed(state, 1) == []
    assert reason(state, "11l6", seat=1) == "4.1"
    state = played(state, "11f6")
    assert state.to_act() == (1,)
    assert reason(state, "21g6", seat=0) == "4.1"
    assert played(state, "11l6").to_act() == (0,)
    assert [reason(state, "11f7", seat=seat) for seat in (-1, 2)] == ["4.1", "4.1"]


def test_4_2_a_tile_is_laid_once_p14():
    state = position(*GROWN)
    assert reason(state, "5L6g6") == "4.2"
    assert played(position(*TWO), "5L2g5").players[0].stock == [name for name in NAMES if name != "5L"]


@each("text", ["5I1n5", "5I2f14", "4T3a5", "5N5p5", "11r5", "11f18", "5Z4q16"])
def test_4_3_a_tile_lies_on_the_board(text):
    assert reason(position("oa5 of13", "ol5 ol13", "oo1 oo3", "oo2 oo4"), text) == "4.3"


@each("tile", NAMES)
def test_4_3_a_tile_covers_all_its_squares_or_none(tile):
    for cell, turn in product(BOARD_CELLS, range(1, 9)):
        forms = TURNS[tile].split()[turn - 1 : turn]
        rows = list(enumerate(forms[0].split("/"))) if forms else []
        lies = {(x, y) for y, row in rows for x, mark in enumerate(row) if mark == "#"}
        left = rows[0][1].index("#") if rows else 0
        spot = {(cell.column + x - left, cell.row + y) for x, y in lies}
        on_board = all(0 <= x < 17 and 0 <= y < 17 for x, y in spot)
        found = cells_of(covered_squares(Lay(tile, str(turn), cell)))
        assert {(at.column, at.row) for at in found} == (spot if on_board else set())


def test_4_4_the_squares_form_the_tile_p19():
    state = position(*TWO)
    assert reason(state, "4S5g5") == "4.4"
    covers = [set(state.facts(0, move)["covers"].split()) for move in state.moves(0) if str(move)[:2] == "4S"]
    assert covers
    assert {"G5", "H5", "I5", "H6"} not in covers
    assert state.facts(0, Lay("4T", "1", state.players[0].pieces()[0].cell))["covers"] == "F5 G5 G6 H5"


TURNS = {  # every form in the agreed order, rows from the top; written out once more, turn by turn
    "1": "#",
    "2": "## #/#",
    "3I": "### #/#/#",
    "3L": "##/#. ##/.# #./## .#/##",
    "4I": "#### #/#/#/#",
    "4L": "###/#.. ###/..# ##/#./#. ##/.#/.# #../### #./#./## .#/.#/## ..#/###",
    "4O": "##/##",
    "4S": "##./.## #./##/.# .##/##. .#/##/#.",
    "4T": "###/.#. #./##/#. .#./### .#/##/.#",
    "5I": "##### #/#/#/#/#",
    "5L": "####/#... ####/...# ##/#./#./#. ##/.#/.#/.# #.../#### #./#./#./## .#/.#/.#/## ...#/####",
    "5N": "###./..## ##../.### #./##/.#/.# #./#./##/.# .###/##.. .#/##/#./#. .#/.#/##/#. ..##/###.",
    "5P": "###/##. ###/.## ##./### ##/##/#. ##/##/.# #./##/## .##/### .#/##/##",
    "5T": "###/.#./.#. #../###/#.. .#./.#./### ..#/###/..#",
    "5U": "###/#.# ##/#./## ##/.#/## #.#/###",
    "5V": "###/#../#.. ###/..#/..# #../#../### ..#/..#/###",
    "5Y": "####/.#.. ####/..#. #./##/#./#. #./#./##/#. .#../#### .#/##/.#/.# .#/.#/##/.# ..#./####",
    "5Z": "##./.#./.## #../###/..# .##/.#./##. ..#/###/#..",
}


def test_4_4_turned_and_mirrored_in_the_agreed_order():
    assert {tile: " ".join(shape.form for shape in shapes) for tile, shapes in ORIENTATIONS.items()} == TURNS
    assert sum(map(len, ORIENTATIONS.values())) == 78


def test_4_4_a_mirrored_tile_is_the_same_tile():
    state = position(*TWO)
    assert [reason(state, text) for text in ("5N1g5", "5N2g5", "5N5g5", "5N8g5")] == [None] * 4


def test_4_4_a_tile_is_named_by_its_first_square_in_reading_order():
    state = played(position(*TWO), "5L8f6", "4S3m5")
    assert shown(state.players[0].covered_squares) == {"f5", "f13", "f6", "f7", "e7", "d7", "c7"}
    assert shown(state.players[1].covered_squares) == {"l5", "l13", "m5", "n5", "l6", "m6"}


def test_4_5_a_tile_covers_no_pillar_p09():
    assert reason(position(*TWO), "3I2f4") == "4.5"


@each(("text", "rule"), [("11g5", "4.5"), ("11l5", "4.5"), ("og5", "4.5"), ("ol13", "4.5")])
def test_4_5_a_piece_covers_only_empty_squares(text, rule):
    assert reason(position(*GROWN), text) == rule


def test_4_6_two_players_the_cut_corner_is_dark_p15():
    assert reason(position("of4 of13", "ol5 ol13"), "21d4") == "4.6"


def test_4_6_three_players_the_outer_ring_is_dark_p16():
    assert reason(position("oc2 of13", "ol5 ol13", "op9 ob12", turn=2), "21p10") == "4.6"


def test_4_6_four_players_nothing_is_dark_p17():
    assert reason(position("oa2 of13", "ol5 ol13", "op9 ob12", "on3 oc5"), "21a1") is None


def test_4_6_a_tile_may_grow_from_a_pillar_on_a_dark_square():
    state = position("oe3 of13", "ol5 ol13")
    assert (reason(state, "11f3"), reason(state, "11e4"), reason(state, "11d3")) == (None, None, "4.6")


def test_4_7_a_tile_beside_the_own_pillar_p06():
    assert reason(position(*TWO), "5L2g5") is None


def test_4_7_a_corner_does_not_count_p07():
    assert reason(position(*TWO), "21g6") == "4.7"


def test_4_7_the_pillar_of_another_does_not_count_p08():
    assert reason(position(*TWO), "21j5") == "4.7"


def test_4_7_a_tile_beside_an_own_tile_p10():
    assert reason(position(*GROWN), "4T3h6") is None


def test_4_7_only_one_square_of_the_tile_must_touch():
    assert reason(position(*TWO), "5I1g5") is None
    assert reason(position(*TWO), "4I1h5") == "4.7"


def test_4_8_a_tile_may_touch_other_colors_p12():
    assert reason(position(*GROWN), "11k5") is None


def test_4_8_a_tile_may_lie_on_the_center_section_p13():
    assert reason(position(*GROWN), "4I2j7") is None


def test_4_9_pieces_stay_where_they_are():
    state = table("of5", "ol5", "of13", "ol13").state
    for _ in range(12):
        seat = state.to_act()[0]
        later = state.after(seat, state.moves(seat)[7])
        assert all(new.laid[: len(old.laid)] == old.laid for new, old in zip(later.players, state.players, strict=True))
        assert len(later.players[seat].laid) == len(state.players[seat].laid) + 1
        state = later


@each(
    ("state", "refused"),
    [
        (table("of5").state, {"of5": "4.5", "oi9": "3.3", "or1": "4.3", "11l6": "3.2", "5L5r30": "3.2", "pass": "5.3"}),
        (position(*TWO), {"5L1r5": "4.3", "5L1p5": "4.3", "4S5g5": "4.4", "11f5": "4.5", "11a1": "4.6", "11i9": "4.7"}),
        (position(*TWO), {"of5": "4.5", "oi9": "3.3", "oa18": "4.3", "pass": "5.3"}),
        (position("of5 of13 oi12", TWO[1]), {"oi13": "5.1", "pass": "5.3", "11i9": "4.7"}),
        (position("oa1 oq17", TWO[1]), {"11f5": "4.7", "ol5": "4.5", "oi9": "3.3"}),
    ],
)
def test_a_wrong_move_is_refused_by_the_paragraph_that_is_meant(state, refused):
    assert {text: reason(state, text) for text in refused} == refused


def test_the_rules_are_asked_in_the_order_of_the_study():
    """A move that breaks several is refused for the first: turn, tile, board, shape, room, dark, touch."""
    state = position("of5 of13 5L2g5", "ol5 ol13")
    assert reason(state, "5L5r30") == "4.2"
    assert reason(state, "4S5r30") == "4.3"
    assert reason(state, "4S5f5") == "4.4"
    assert reason(state, "5I1b5") == "4.5"
    assert reason(state, "21a1") == "4.6"
    spent = position(player("of5 of13 oi12", pillars=0), "ol5 ol13")
    assert [reason(spent, text) for text in ("oz9", "oi9", "of5")] == ["5.1"] * 3
    assert told(played(state, "oi12"), "pillar")[0].facts == {"cell": "I12", "left": 0}
