"""What the answers of a menu say beside their tiles: what comes along, what it costs, what falls."""

from __future__ import annotations

from bot.model.move_menu import next_step
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import View
from tests.engine.games.azul import azul_tables
from tests.engine.games.pavilion import pavilion_tables

MANY = "BBYR/RRKK/WWWB/YYKK"


def answers(game, state, given=()):
    """Each answer that seat 0 is offered next, with what stands under it in a list."""
    view, speech = View(game, 0, state), Speech(Words(), game)
    question = next_step(view.moves, given).question
    shown = [speech.answer(view, question, choice) for choice in question.choices]
    return {one.label: one.detail for one in shown}


def test_the_center_of_azul_says_what_its_marker_costs():
    first = answers("azul", azul_tables.position(displays=MANY, center="MBBY"))
    later = answers("azul", azul_tables.position(azul_tables.board(floor="M"), displays=MANY, center="BBY"))
    assert first["Center: 2 blue"] == "with the first-player marker, which costs a floor space"
    assert later["Center: 2 blue"] == "the other tiles stay"


def test_a_line_of_azul_that_overflows_says_how_many_fall():
    state = azul_tables.position(azul_tables.board("", "W"), displays="WWWB/BBYR/RRKK/YYKK")
    assert "Line 2: fills, 2 fall" in answers("azul", state, ("1", "W"))


def test_a_line_and_a_color_in_one_answer_say_what_fills_and_falls_as_well():
    state = azul_tables.position(azul_tables.board("", "K"), displays="KKYR")
    view, speech = View("azul", 0, state), Speech(Words(), "azul")
    question = next_step(view.moves, ("1",)).question
    assert speech.needs_list(question)
    assert answers("azul", state, ("1",))["2 black to line 2"] == "fills it; 1 falls to the floor"


def test_a_preview_of_azul_says_how_many_tiles_find_no_room_on_the_floor():
    state = azul_tables.position(azul_tables.board(floor="RRRRR"), displays="BBBB")
    move = next(move for move in state.moves(0) if str(move) == "1B1")
    said = Speech(Words(), "azul").consequences(View("azul", 0, state), move)
    assert "1 of them finds no room there and goes to the lid." in " ".join(said)


def test_a_wild_tile_of_summer_pavilion_that_comes_along_is_named():
    state = pavilion_tables.position(factories="OOGP/GGRR/BBYY/OYYB/RRGG", supply="PPGGOOYYBB")  # purple is wild
    said = answers("pavilion", state)
    assert "Factory 1: 2 orange + wild" in said
    assert "Factory 2: 2 green" in said


def test_the_center_of_summer_pavilion_says_what_the_token_costs():
    state = pavilion_tables.position(factories="GGRR/BBYY", center="OOG", supply="PPGGOOYYBB")
    assert answers("pavilion", state)["Center: 2 orange, −2"] == "with the start token, which costs 2"
