"""Summer Pavilion in words. Knows no pictures."""

from __future__ import annotations

from bot.text.words import Words
from engine import View
from render import PORTRAYALS, alt_text, text
from tests.engine.games.pavilion.pavilion_tables import board, position
from tests.scenes.pavilion import full, heaps, samples

SAY = Words()
SAMPLES = samples()
LONG = [f"{letter * 20}\u0151\u0171\u677e\u672c" for letter in "WXYZ"]
NEWS = ["Ben laid purple on center 6 for 5 purple and 1 wild blue: +6. That surrounds the pillar of purple: 1 tile."]


def test_the_long_form_is_as_designed():
    state = position(
        board(hand="PPGR", UL="OO....", C="G....."),
        board(hand="Y", score=12),
        factories="PPGY//RRRR",
        center="GB",
        supply="PGG",
        bag="B" * 20,
        token=False,
        starter=1,
        round=2,
    )
    assert alt_text(View("pavilion", None, state), ["Ana", "Ben"], SAY, NEWS) == (
        "Azul: Summer Pavilion, colored side, round 2, green is wild. Taking tiles. Ana's turn. "
        "Factories: 1: 2 purple, green, yellow. 2: empty. 3: 4 red. 4: empty. 5: empty. Center: green, blue. "
        "Supply: purple, 2 green. Bag 20, tower 0.\n"
        "Ana, 5 points. Stars: orange 1, 2; center 1 green. Hand: 2 purple, green, red.\n"
        "Ben, 12 points, start token. No stars. Hand: yellow.\n"
        f"Last: {NEWS[0]}"
    )


def test_the_short_form_is_as_designed():
    state = position(board(hand="PPGR", UL="OO....", C="G....."), owed=1, supply="PGG", bag="B", round=2)
    told = PORTRAYALS["pavilion"].short_alt_text(View("pavilion", None, state), ["Ana", "Ben"], SAY)
    assert told == (
        "Azul: Summer Pavilion, colored side, round 2, green is wild. Placing tiles. Ana's turn. "
        "1 bonus tile to choose. Supply: PGG. Bag 1, tower 0.\n"
        "P purple, G green, O orange, Y yellow, B blue, R red, T start token. "
        "Each board: stars UL/UR/R/LR/LL/L/C, spaces 1 to 6.\n"
        "Ana 5. OO..../-/-/-/-/-/G...... Hand: 2P 1G 1R.\n"
        "Ben 5. -/-/-/-/-/-/-. Hand: 1P 1G 1O 1Y."
    )


def test_the_fullest_tables_fit_in_letters_with_long_names():
    for view in (full(), heaps()):
        told = alt_text(view, LONG, SAY, NEWS)
        assert len(PORTRAYALS["pavilion"].short_alt_text(view, LONG, SAY)) <= 830
        assert len(told) <= 1000
        assert all(name in told for name in LONG)


def test_the_whole_board_is_an_entry_a_seat():
    state = position(board(hand="P", UL="OO....", C="G....."), board(UL="OO....", UR="..RR.."), bag="B")
    entries = text(View("pavilion", None, state), ["Ana", "Ben"], SAY)
    assert len(entries) == 3
    assert entries[0] == (
        "### Azul: Summer Pavilion, colored side, round 1, purple is wild\nPlacing tiles. Ana's turn.\n"
        "- Supply: 10 yellow.\n- Bag 1, tower 0."
    )
    assert entries[1].splitlines()[:3] == ["### Ana, 5 points", "- orange star (UL): 1, 2", "- red star (UR): none"]
    assert "- center star (C): 1 green" in entries[1]
    assert "- Surrounded: 1 statue" in entries[2]


def test_the_whole_board_tells_the_end():
    entries = text(full(), LONG, SAY)
    assert len(entries) == 5
    assert sum(map(len, entries)) <= 3400
    assert "Supply" not in entries[0]
    assert "- At the end: +17 for an orange star, +14 for a red star, " in entries[1]


def test_a_seat_that_passed_tells_what_it_kept():
    state = position(board(), board(hand="B"), bag="B")
    state.boards[0].corners, state.boards[0].passed, state.turn = "PGG", True, 1
    view = View("pavilion", None, state)
    assert "Ana, 5 points, passed. No stars. Kept: purple, 2 green." in alt_text(view, ["Ana", "Ben"], SAY)
    assert "- Kept: purple, 2 green." in text(view, ["Ana", "Ben"], SAY)[1]
    assert "Ana 5, passed. -/-/-/-/-/-/-. Kept: 1P 2G." in PORTRAYALS["pavilion"].short_alt_text(
        view, ["Ana", "Ben"], SAY
    )


def test_the_end_is_of_no_round_and_tells_no_wild_color():
    view, _ = SAMPLES["pavilion_2_end"]
    told = [alt_text(view, ["Ana", "Ben"], SAY), text(view, ["Ana", "Ben"], SAY)[0]]
    assert all("Summer Pavilion, colored side" in one for one in told)
    assert not any("round" in one or "wild" in one for one in told)
