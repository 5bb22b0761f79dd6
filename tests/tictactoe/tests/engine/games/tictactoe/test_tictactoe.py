"""Tic-tac-toe by paragraph. Knows no pictures."""

from __future__ import annotations

import pytest

from engine import GAMES, IllegalMove, Table, places
from tests.engine.games.test_records import RECORDS, read


def table(*texts: str) -> Table:
    """A table after these moves."""
    made = Table.new(GAMES["tictactoe"], 2, {}, None)
    for text in texts:
        made = made.play(made.state.to_act()[0], text)
    return made


ROW = ("a1", "b2", "b1", "c3", "c1")
FULL = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")


def test_1_1_a_line_is_a_point():
    assert table(*ROW).state.scores() == ((1,), (0,))


def test_1_2_a_sign_a_seat():
    assert table("b2", "a1").state.rows == ["O..", ".X.", "..."]


def test_2_1_turns_alternate():
    with pytest.raises(IllegalMove, match=r"2\.1"):
        table("b2").play(0, "a1")


def test_2_2_a_taken_cell():
    with pytest.raises(IllegalMove, match=r"2\.2"):
        table("b2", "b2")
    assert len(table("b2").state.moves(1)) == 8


@pytest.mark.parametrize("line", ["a1 b1 c1", "a3 b3 c3", "b1 b2 b3", "a1 b2 c3", "c1 b2 a3"])
def test_2_3_every_direction(line):
    cells = line.split()
    others = [cell for cell in ("a1", "b3", "c2", "a2", "b1") if cell not in cells][:2]
    assert table(cells[0], others[0], cells[1], others[1], cells[2]).state.to_act() == ()


def test_2_4_nobody_moves_after_the_end():
    assert table(*ROW).state.refuses(1, GAMES["tictactoe"].parse("a3")) == "2.4"
    assert table(*FULL[:-1]).state.to_act() == (0,)
    assert table(*FULL).state.to_act() == ()


def test_2_5_a_full_board_is_shared():
    assert places(table(*FULL).state.scores()) == (1, 1)


def test_every_way_to_end_is_recorded():
    records = [path for path in RECORDS if path.parent.name == "tictactoe"]
    assert {read(path).head["tie"] for path in records} == {"points", "shared"}
