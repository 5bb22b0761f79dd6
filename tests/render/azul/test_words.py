"""Positions in words: alt texts and the whole board. Knows no pictures."""

from __future__ import annotations

from bot.text.words import Words
from engine.core import View
from render import alt_text, text
from tests.engine.games.azul.azul_tables import board, position
from tests.scenes.azul import full

SAY = Words()
LONG = [f"{letter * 20}\u0151\u0171\u677e\u672c" for letter in "WXYZ"]
FULL = ["Floor 7 M, -14.", "Floor 6, -11."]
NEWS = ["Ben took 1 yellow from display 4 to line 3."]


def two():
    state = position(
        board("|B....", "BB|", "RRR|", "", "KK|", floor="R", score=7),
        board("W|", score=5, floor="M"),
        displays="BBRK//YWWW//YYRR",
        center="KKW",
        bag="B" * 20,
        round=2,
    )
    return View("azul", None, state)


def test_the_long_form_is_as_designed():
    assert alt_text(two(), ["Ana", "Ben"], SAY, NEWS) == (
        "Azul, colored wall, round 2. Ana's turn. Displays: 1: 2 blue, red, black. 2: empty. 3: yellow, 3 white. "
        "4: empty. 5: 2 yellow, 2 red. Center: 2 black, white. Bag 20, lid 0. Wall pattern, columns a to e: "
        "1: blue, yellow, red, black, white; 2: white, blue, yellow, red, black; 3: black, white, blue, yellow, red; "
        "4: red, black, white, blue, yellow; 5: yellow, red, black, white, blue.\n"
        "Ana, 7 points. Lines: 1: empty; 2: 2 of 2 blue, full; 3: 3 of 3 red, full; 4: empty; 5: 2 of 5 black. "
        "Wall: row 1 a blue; open: b yellow, c red, d black, e white; row 2 empty; row 3 empty; row 4 empty; "
        "row 5 empty. Floor: 1 tile, costs 1.\n"
        "Ben, 5 points. Lines: 1: 1 of 1 white, full; 2: empty; 3: empty; 4: empty; 5: empty. "
        "Wall: row 1 empty; row 2 empty; row 3 empty; row 4 empty; row 5 empty. Floor: first-player marker, costs 1.\n"
        "Last: Ben took 1 yellow from display 4 to line 3."
    )


def test_the_first_player_marker_is_named_wherever_it_lies():
    center = View("azul", None, position(board(), board(), center="KKM"))
    taken = View("azul", None, position(board(), board(floor="RM"), center="KK"))
    for view, told in (
        (center, "Center: 2 black, first-player marker."),
        (taken, "Floor: first-player marker, 1 tile"),
    ):
        assert told in alt_text(view, ["Ana", "Ben"], SAY)
        assert told.rstrip(".") in " ".join(text(view, ["Ana", "Ben"], SAY))
    fullest = full()
    fullest.state.center = "KKM"
    letters = alt_text(fullest, LONG, SAY, NEWS)
    assert "Center: KKM." in letters
    assert ", M first-player marker" in letters


def test_the_fullest_table_fits_in_letters_with_long_names():
    told = alt_text(full(), LONG, SAY, NEWS)
    assert len(told) <= 1000
    assert all(name in told for name in LONG)
    assert f"{LONG[1]} 198. Lines: 1 B 1/1, 2 W 2/2, 3 K 3/3, 4 R 4/4, 5 Y 5/5. Wall: .YRKW / .BYRK / " in told
    assert [line.rpartition(". ")[2] for line in told.splitlines()[1:5]] == [FULL[0], *["Floor 6, -11."] * 3]
    assert told.endswith(NEWS[0])
    assert "Wall pattern, columns a to e: BYRKW / WBYRK / KWBYR / RKWBY / YRKWB." in told


def test_seats_have_one_order_in_every_text_whoever_is_to_move():
    view = full()
    assert view.state.turn == 2
    for lines in (alt_text(view, LONG, SAY).splitlines()[1:], [entry[4:] for entry in text(view, LONG, SAY)[1:]]):
        assert [line[: len(LONG[0])] for line in lines] == LONG


def test_old_news_give_way_and_nothing_is_cut():
    news = [f"{number} {'word ' * 30}end." for number in range(9)]
    told = alt_text(full(), LONG, SAY, news)
    assert len(told) <= 1000
    assert told.endswith("end.") or "Last:" not in told


def test_words_give_way_to_letters_only_after_old_news():
    news = [f"{number} {'word ' * 20}end." for number in range(5)]
    told = alt_text(two(), ["Ana", "Ben"], SAY, news)
    assert "Wall: row 1 " in told
    assert "BBK" not in told
    assert told.endswith(news[-1])


def test_names_beyond_measure_give_way_to_numbers():
    told = alt_text(full(), ["W" * 400] * 4, SAY)
    assert len(told) <= 1000
    assert "Seat 3's turn." in told


def test_a_preview_begins_with_what_it_shows():
    assert alt_text(two(), ["Ana", "Ben"], SAY, first="After: 1B2.").startswith("After: 1B2.\nAzul, colored wall")


def test_the_end_names_the_winner():
    view = View("azul", None, position(board(score=60), board(score=54), over=True))
    assert "Over: Ana wins." in alt_text(view, ["Ana", "Ben"], SAY)


def test_a_marker_beside_a_full_floor_is_told():
    view = View("azul", None, position(board(), board(floor="RRRRRRR"), center="K", starter=1))
    assert "Floor: first-player marker, 7 tiles, costs 14." in alt_text(view, ["Ana", "Ben"], SAY)


def test_the_whole_board_is_an_entry_a_seat():
    entries = text(full(), LONG, SAY)
    assert len(entries) == 5
    assert sum(map(len, entries)) <= 3400
    assert entries[0].startswith("### Azul, colored wall, round 12\n")
    assert entries[1].splitlines()[0] == f"### {LONG[0]}, 199 points"
    assert "- Line 5: 5 of 5 yellow, full" in entries[1]
    assert "- Wall row 1: b yellow, c red, d black, e white; open: a blue" in entries[1]
    assert "\n- Wall pattern, columns a to e: 1: blue, yellow, red, black, white; 2: white, blue, " in entries[0]
