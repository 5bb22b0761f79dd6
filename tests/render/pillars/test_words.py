"""Positions of Pillars in words: alt texts and the whole board. Knows no pictures."""

from __future__ import annotations

from bot.text.words import Words
from engine.core import View
from render import alt_text, text
from render.pillars.words import long_alt_text, short_alt_text
from tests.engine.games.pillars.pillars_tables import player, position, table
from tests.scenes.pillars import striped

SAY = Words()
RUNS = "Rows, small letter a tile, capital a pillar:"
LONG = [f"{letter * 20}\u0151\u0171\u677e\u672c" for letter in "WXYZ"]


def four():
    """Turn 5 of the first of two."""
    return table("of5", "ol5", "of13", "ol13", "5L2g5", "11l6", "5I2h6", "21m5").view(None)


def test_the_long_form_is_as_designed():
    assert alt_text(four(), ["Ana", "Ben"], SAY, ["Ben laid tile 2 at M5."]) == (
        "Pillars, turn 5. Ana's turn. Columns A to Q, rows 1 to 17. Center G7 to K11. "
        "Dark: all outside C3 to O15 and six squares at each corner of it.\n"
        "Ana, red, 64 dots left: 1, 2, 3I, 3L, 4I, 4L, 4O, 4S, 4T, 5N, 5P, 5T, 5U, 5V, 5Y, 5Z, 1 pillar. "
        "On the board: pillars F5 F13; 5L G5-J5 J6; 5I H6-H10.\n"
        "Ben, blue, 71 dots left: 3I, 3L, 4I, 4L, 4O, 4S, 4T, 5I, 5L, 5N, 5P, 5T, 5U, 5V, 5Y, 5Z, 1 pillar. "
        "On the board: pillars L5 L13; 1 L6; 2 M5-N5.\n"
        "Last: Ben laid tile 2 at M5."
    )


def test_the_short_form_gives_rows_by_letters():
    assert short_alt_text(four(), ["Ana", "Ben"], SAY).splitlines()[1:] == [
        f"{RUNS} 5 FR G-Jr LB M-Nb; 6 Hr Jr Lb; 7 Hr; 8 Hr; 9 Hr; 10 Hr; 13 FR LB.",
        "Ana (r) 64 dots: 1 2 3I 3L 4I 4L 4O 4S 4T 5N 5P 5T 5U 5V 5Y 5Z 1 pillar.",
        "Ben (b) 71 dots: 3I 3L 4I 4L 4O 4S 4T 5I 5L 5N 5P 5T 5U 5V 5Y 5Z 1 pillar.",
    ]


def test_pillars_side_by_side_are_told_one_by_one():
    view = View("pillars", None, position("of5 og5 oh5", "oa1 oa2 oa3"))
    assert "1 AB; 2 AB; 3 AB; 5 FR GR HR." in short_alt_text(view, ["Ana", "Ben"], SAY)
    assert "Row 5: F red pillar, G red pillar, H red pillar" in text(view, ["Ana", "Ben"], SAY)[0]


def test_neighbors_of_one_seat_are_one_stretch_and_a_pillar_parts_them():
    view = View("pillars", None, position("11c9 21d9 of9 3I1g9", "ol5 ol13"))
    assert "9 C-Er FR G-Ir" in short_alt_text(view, ["Ana", "Ben"], SAY)


def test_an_empty_board_and_a_full_hand_are_told():
    told = text(table(seats=3).view(None), ["Ana", "Ben", "Cleo"], SAY)
    assert told[0].endswith("\n- The board is empty.")
    assert told[3].splitlines()[0] == "### Cleo, teal, 74 dots left"
    assert told[3].splitlines()[1].startswith("- In hand: 1, 2, 3I, ")
    assert told[3].splitlines()[1].endswith("5Z, 3 pillars")


def test_who_is_out_or_finished_is_told():
    view = View("pillars", None, position(player("of5 of13", stock="", pillars=0), "ol5 ol13", turn=1))
    assert "Ana, red, 0 dots left, finished: nothing." in long_alt_text(view, ["Ana", "Ben"], SAY)
    assert "- In hand, finished: nothing" in text(view, ["Ana", "Ben"], SAY)[1]
    out = View("pillars", None, position("oa1 oq1 oa17", "ol5 ol13", turn=1))
    assert "Ana (r) 74 dots, out: 1 2" in short_alt_text(out, ["Ana", "Ben"], SAY)


def test_the_end_names_the_latest_of_equals():
    assert "Over: Dan wins." in alt_text(striped(), ["Ana", "Ben", "Cleo", "Dan"], SAY)


def test_no_board_is_too_full_for_words():
    told = short_alt_text(striped(), LONG, SAY)
    assert len(told) <= 800
    assert "Rows 1 to 17 from column A" in told
    assert all(row in told for row in ("tyrbtyrbtyrbtyrbt / rbtyrbtyrbtyrbtyr / ", " / tyrbtyrbtyrbtyrbt."))
