"""Sentences of previews, histories and screens as they are read, with their gaps filled, in English and Hungarian."""

from __future__ import annotations

from bot.model.move_menu import next_step
from bot.screens import rating_changes as rating_changes_screen
from bot.screens import rules as rules_screen
from bot.screens.speech import Speech
from bot.text.words import Emojis, Words, without_emojis
from engine import Event, View
from tests.cases import each
from tests.engine.games.azul import azul_tables
from tests.engine.games.pavilion import pavilion_tables


def previewed(game, state, text, language="en"):
    """What the preview of seat 0's move says."""
    move = next(move for move in state.moves(0) if str(move) == text)
    return " ".join(Speech(Words(language), game).consequences(View(game, 0, state), move))


@each(("language", "wall"), [("en", "goes to the wall"), ("hu", "a falra kerül")])
def test_a_full_floor_sent_a_tile_to_the_wall(language, wall):
    state = azul_tables.position(azul_tables.board(floor="RRRRR"), displays="BBYR")
    assert wall in previewed("azul", state, "1B1", language)
    assert wall not in previewed("azul", state, "1BF", language)


@each(
    ("stars", "english", "hungarian"),
    [
        ({"UL": "OO...."}, "It touches 2 tiles: +3.", "Az új csempe 2 másikkal áll együtt: +3."),
        ({"UL": "O....."}, "It scores 1.", "1 pontot ér."),
    ],
)
def test_a_tile_says_how_many_it_touches_and_what_that_scores(stars, english, hungarian):
    state = pavilion_tables.position(pavilion_tables.board("OOOO", **stars), supply="PPGGOOYYBB")
    assert english in previewed("pavilion", state, "UL3O0")
    assert hungarian in previewed("pavilion", state, "UL3O0", "hu")


@each(
    ("stars", "text", "english", "hungarian"),
    [
        ({"UL": "OO....", "UR": "..R..."}, "UR4R0", "surrounds a statue: 2 bonus", "körülveszel egy szobrot: 2 jut"),
        (
            {"UL": "O.O...", "UR": "..RR..", "C": "P....R"}, "UL2O0",
            "surrounds several ornaments: 3 bonus", "több díszt is körülveszel: 3 jut",
        ),
    ],
)  # fmt: skip
def test_two_ornaments_at_once_were_told_as_one_that_pays_too_much(stars, text, english, hungarian):
    state = pavilion_tables.position(pavilion_tables.board("RRRRRROOO", **stars), supply="PPGGOOYYBB")
    assert english in previewed("pavilion", state, text)
    assert hungarian in previewed("pavilion", state, text, "hu")


def test_a_column_had_a_number_in_the_history_and_a_letter_on_the_board():
    place = Event("place", 0, {"color": "K", "row": 1, "column": 1, "points": 6})
    last = Event("last_round", 0, {"column": 5})
    english, hungarian = (Speech(Words(one), "azul").event_lines([place, last], ["Ana"]) for one in ("en", "hu"))
    assert english == ["Ana: black in row 1, column a: +6, which completes column e."]
    assert hungarian == ["Ana: fekete az 1. sorba, az „a” oszlopba: +6; ezzel teljes az „e” oszlop."]


def test_tile_2_was_laid_as_two_tiles():
    lay = Event("lay", 0, {"tile": "2", "cell": "D5"})
    assert Speech(Words("hu"), "pillars").event_lines([lay], ["Ana"]) == ["Ana lerakta a 2 jelű lapkát ide: D5."]


def test_ratings_have_the_decimal_sign_of_the_language_in_text_as_in_pictures():
    english, hungarian = Words("en"), Words("hu")
    assert (rating_changes_screen.rating_text(24.06, english), rating_changes_screen.change_text(-0.6, english)) == (
        "24.1",
        "−0.6",
    )
    assert (
        rating_changes_screen.rating_text(24.06, hungarian),
        rating_changes_screen.change_text(-0.6, hungarian),
    ) == (
        "24,1",
        "−0,6",
    )
    told = str(rules_screen.help_page(hungarian, "ratings").parts)
    assert "25,0-val" in told
    assert "25.0" not in told


@each("key", ["too_many_person", "too_many_channel"])
def test_a_limit_of_one_was_told_in_the_plural(key):
    assert "1 tables" not in Words()(f"refusal.{key}", n=1)
    assert "1 open tables" not in Words()(f"refusal.{key}", n=1)


MANY = "BBYR/KKWW/BYRK/RRRK/BWWK"  # displays from which more can be taken than fits in one list with the lines


def labels(game, state, given=(), language="en"):
    """The answers to the question after these answers."""
    view = View(game, 0, state)
    question = next_step(view.moves, given).question
    return [Speech(Words(language), game).answer(view, question, choice).label for choice in question.choices]


def test_a_line_that_a_move_fills_was_labelled_as_already_full():
    state = azul_tables.position(azul_tables.board("", "", "RR"), displays=MANY)
    assert labels("azul", state)[:3] == ["Display 1: 2 blue", "Display 1: 1 yellow", "Display 1: 1 red"]
    assert labels("azul", state, ("1", "B")) == [
        "Line 1: fills, 1 falls", "Line 2: fills, +1", "Line 4: 2 of 4", "Line 5: 2 of 5", "Floor: 2 fall",
    ]  # fmt: skip
    assert labels("azul", state, ("1", "B"), "hu") == [
        "1. sor: megtelik, 1 leesik", "2. sor: megtelik, +1", "4. sor: 2/4", "5. sor: 2/5", "Padló: 2 leesik",
    ]  # fmt: skip


def test_the_center_has_no_number():
    state = azul_tables.position(displays=MANY, center="WW")
    assert labels("azul", state)[-1] == "Center: 2 white"
    assert labels("azul", state, language="hu")[-1] == "Közép: 2 fehér"


def test_a_space_with_several_payments_shows_its_points():
    state = pavilion_tables.position(pavilion_tables.board("OOORRRGGPP"))  # purple is wild
    found = [label for label in labels("pavilion", state) if label.startswith("orange 2")]
    assert found == ["orange 2, costs 2, +1"]
    assert labels("pavilion", state, ("UL", "2")) == ["2 orange, +1", "1 orange + 1 wild purple, +1"]


def test_each_row_of_a_gray_plan_shows_its_points_and_those_so_far():
    view = View("azul", 0, azul_tables.tiled(azul_tables.board("R", "BB", "RRR"), azul_tables.board("R")))
    first, speech = next_step(view.moves, ()).question, Speech(Words(), "azul")
    assert speech.question(view, next_step(view.moves, ()), first) == "**Row 1, red: which column?**"
    choice = first.choices[0]
    assert speech.answer(view, first, choice).label == "a, +1"
    second = next_step(view.moves, choice.path)
    assert speech.question(view, second, second.question) == "row 1 to a · so far +1 · **Row 2, blue: which column?**"
    labels = [speech.answer(view, second.question, one).label for one in second.question.choices]
    assert labels == ["a, +2", "b, +1", "c, +1", "d, +1", "e, +1"]  # 2 above each other
    third = next_step(view.moves, second.question.choices[0].path)
    told = speech.question(view, third, third.question)
    assert told == "row 1 to a · row 2 to a · so far +3 · **Row 3, red: which column?**"


@each(
    ("language", "total"),
    [("en", "The tiles for your wall score +3 together."), ("hu", "A falra kerülő csempék együtt +3 pontot hoznak.")],
)
def test_the_preview_of_a_gray_plan_hid_its_points_where_the_floor_cost_as_many(language, total):
    board = azul_tables.board("R", "BB", floor="RRR")
    view = View("azul", 0, azul_tables.tiled(board, azul_tables.board("R")))
    above = next_step(view.moves, next_step(view.moves, ()).question.choices[0].path).question.choices[0].moves[0]
    assert total in Speech(Words(language), "azul").consequences(view, above)


def test_rows_that_are_not_full_are_not_asked_for():
    view = View("azul", 0, azul_tables.tiled(azul_tables.board("R", "", "", "YYYY"), azul_tables.board("R")))
    step, plain = next_step(view.moves, ()), Words()
    assert Speech(plain, "azul").question(view, step, step.question) == "**Row 1, red: which column?**"
    hungarian = Speech(Words("hu"), "azul").question(view, step, step.question)
    assert hungarian == "**1. sor, piros: melyik oszlopba?**"
    step = next_step(view.moves, step.question.choices[0].path)
    told = Speech(plain, "azul").question(view, step, step.question)
    assert told == "row 1 to a · so far +1 · **Row 4, yellow: which column?**"


BLUE, RED, MARKER = "<:azul_blue_1:17>", "<:azul_red_1:18>", "<:azul_marker_1:19>"
SHOWN = Emojis({"azul.color.B": BLUE, "azul.color.R": RED, "azul.marker": MARKER})


@each(
    ("language", "told"),
    [
        ("en", f"Ana took 2 {BLUE} blue from the center to line 1, with {MARKER} the first-player marker."),
        ("hu", f"Ana 2 {BLUE} kék csempét rakott középről az 1. sorba; {MARKER} a kezdőjelzőt is elvette."),
    ],
)
def test_a_told_move_shows_its_tile_and_the_marker(language, told):
    draft = Event("draft", 0, {"source": "C", "color": "B", "line": "1", "count": 2, "fell": 0})
    marker, speech = Event("marker", 0, {}), Speech(Words(language).with_emojis(SHOWN), "azul")
    assert speech.event_lines([draft, marker], ["Ana"]) == [told]
    assert speech.plain.event_lines([draft, marker], ["Ana"]) == [without_emojis(told)]


def test_an_answer_without_a_color_shows_the_tile_that_was_chosen_before():
    view = View("azul", 0, azul_tables.position(azul_tables.board(), displays=MANY))
    speech = Speech(Words().with_emojis(SHOWN), "azul")
    tiles, lines = next_step(view.moves, ()).question, next_step(view.moves, ("1", "R")).question
    shown = [speech.answer(view, tiles, choice) for choice in tiles.choices]
    assert [(one.label, one.emoji) for one in shown[:3]] == [
        ("Display 1: 2 blue", BLUE), ("Display 1: 1 yellow", ""), ("Display 1: 1 red", RED),
    ]  # fmt: skip
    assert shown[0].detail == "yellow and red to the center"
    assert {speech.answer(view, lines, choice).emoji for choice in lines.choices} == {RED}


@each(
    ("language", "told"),
    [
        ("en", "Ana placed red 1 and red 2 at M13 and M14: +3; a row of five: 10 extra, M10 and M14 are locked."),
        ("hu", "Ana lerakta: piros 1 és piros 2 (M13 és M14): +3; ötös sor: 10 pluszpont, zárva: M10 és M14."),
    ],
)
def test_several_places_are_listed_with_a_word_between_them(language, told):
    placed = Event("place", 0, {"tiles": "R1R2", "at": "M13 M14", "points": 3})
    row = Event("five", 0, {"cells": "M10 M14"})
    assert Speech(Words(language), "match_five").event_lines([placed, row], ("Ana", "Ben")) == [told]
