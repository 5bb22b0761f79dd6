"""Sentences of previews, histories and screens as they are read, with their gaps filled, in English and Hungarian."""

from __future__ import annotations

import pytest

from bot.screens import rating_changes as rating_changes_screen
from bot.screens import rules as rules_screen
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import Event, View
from tests.engine.games.azul import azul_tables
from tests.engine.games.pavilion import pavilion_tables


def previewed(game, state, text, language="en"):
    """What the preview of seat 0's move says."""
    move = next(move for move in state.moves(0) if str(move) == text)
    return " ".join(Speech(Words(language), game).consequences(View(game, 0, state), move))


@pytest.mark.parametrize(("language", "wall"), [("en", "goes to the wall"), ("hu", "a falra kerül")])
def test_a_full_floor_sent_a_tile_to_the_wall(language, wall):
    state = azul_tables.position(azul_tables.board(floor="RRRRR"), displays="BBYR")
    assert wall in previewed("azul", state, "1B1", language)
    assert wall not in previewed("azul", state, "1BF", language)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
    english, hungarian = (Speech(Words(one), "azul").happened([place, last], ["Ana"]) for one in ("en", "hu"))
    assert english == ["Ana: black in row 1, column a: +6, which completes column e."]
    assert hungarian == ["Ana: fekete az 1. sorba, az „a” oszlopba: +6; ezzel teljes az „e” oszlop."]


def test_tile_2_was_laid_as_two_tiles():
    lay = Event("lay", 0, {"tile": "2", "cell": "D5"})
    assert Speech(Words("hu"), "pillars").happened([lay], ["Ana"]) == ["Ana lerakta a 2 jelű lapkát ide: D5."]


def test_ratings_have_the_decimal_sign_of_the_language_in_text_as_in_pictures():
    english, hungarian = Words("en"), Words("hu")
    assert (rating_changes_screen.number(24.06, english), rating_changes_screen.change(-0.6, english)) == (
        "24.1",
        "-0.6",
    )
    assert (rating_changes_screen.number(24.06, hungarian), rating_changes_screen.change(-0.6, hungarian)) == (
        "24,1",
        "-0,6",
    )
    told = str(rules_screen.help_page(hungarian, "ratings").parts)
    assert "25,0-val" in told
    assert "25.0" not in told


@pytest.mark.parametrize("key", ["too_many_person", "too_many_channel"])
def test_a_limit_of_one_was_told_in_the_plural(key):
    assert "1 tables" not in Words()(f"refusal.{key}", n=1)
    assert "1 open tables" not in Words()(f"refusal.{key}", n=1)
