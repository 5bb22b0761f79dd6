"""Which picture a private menu shows: one's own view or the whole table, and what is marked in it."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.model.move_menu import ask
from bot.model.preferences import Preferences
from bot.screens import accessible as accessible_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import verbs
from bot.text.words import Words
from engine import GAMES, Table
from engine.ai import choose
from render import PORTRAYALS, draws
from tests.bot.screens.test_limits_match_five import room
from tests.scenes import people

WORDS = Words()
OWN, WHOLE = 720, 1200  # how wide the pictures are


def table_of(key, seats, moves=12):
    """A table of robots after some moves, at which something is to be asked."""
    lot, table = Random(3), Table.new(GAMES[key], seats, {}, "own view")
    while True:
        seat = table.state.to_act()[0]
        if len(table.log) >= moves and ask(table.view(seat).moves, ()).question:
            return table
        table = table.play(seat, str(choose("greedy", table.view(seat), lot)))


def question(here, given=()):
    seat = here.to_act[0]
    step = ask(here.table.view(seat).moves, given)
    return move_menu_screen.question(here, seat, WORDS, step, given)


def width(screen):
    return Image.open(BytesIO(screen.pictures[0].png)).width


def other_sight(screen):
    """The button that shows the other picture."""
    return next(one for part in screen.parts for one in getattr(part, "buttons", ()) if one.id.startswith("sight:"))


@pytest.mark.parametrize("key", list(filter(draws, GAMES)))
def test_a_menu_shows_ones_own_view_from_three_seats_on_unless_something_else_was_chosen(key):
    for seats in (2, 3, 4):
        here = room(table_of(key, seats), 0)
        assert width(question(here)) == (WHOLE if seats == 2 else OWN)
        assert width(question(replace(here, sight="own"))) == OWN
        assert width(question(replace(here, sight="whole"))) == WHOLE


@pytest.mark.parametrize("key", list(filter(draws, GAMES)))
def test_a_preview_shows_the_same_picture_as_its_menu(key):
    here = room(table_of(key, 3), 0)
    seat = here.to_act[0]
    move = here.table.view(seat).moves[0]
    for sight, wide in (("auto", OWN), ("whole", WHOLE)):
        shown = move_menu_screen.preview(replace(here, sight=sight), seat, WORDS, move, ())
        assert width(shown) == wide


def test_the_whole_table_and_back_are_one_press_away_with_the_answers_so_far():
    here = room(table_of("azul", 3, 0), 0)
    button = other_sight(question(here, ("1",)))
    (at,) = verbs.SIGHT.read(button.id.split(":")[1:])
    assert button.label == "Whole table"
    assert (at.path, at.sight) == (("1",), "whole")
    back = other_sight(question(replace(here, sight="whole"), ("1",)))
    assert back.label == "My own view"
    assert back.id == button.id.replace("w:", "o:")


def test_every_button_of_a_menu_remembers_which_picture_was_asked_for():
    here = replace(room(table_of("azul", 3, 0), 0), sight="whole")
    screen = question(here, ("1",))
    ids = [one.id for part in screen.parts for one in getattr(part, "buttons", ())]
    ids += [part.id for part in screen.parts if hasattr(part, "options")]
    ours = [each for each in ids if each.split(":")[0] in ("m", "b", "why", "type")]
    assert ours
    assert all("99999w:" in each for each in ours)


@pytest.mark.parametrize("key", ["azul", "pavilion", "pillars", "match_five"])
def test_what_is_chosen_so_far_is_marked_within_the_own_picture(key):
    table = table_of(key, 3, 20 if key == "pavilion" else 12)
    seat = table.state.to_act()[0]
    view, portrayal = table.view(seat), PORTRAYALS[key]
    scene = portrayal.close(view, people(view), WORDS, (), seat)
    alike = [move for move in view.moves if move.answers()[:1] == view.moves[0].answers()[:1]]
    marked = portrayal.close_marks(view, alike[:1] if key == "pavilion" else alike)
    assert marked
    for shape in marked:
        box = shape.box
        assert box.x >= -1
        assert box.y >= -1
        assert box.x + box.w <= scene.ground.width + 1
        assert box.y + box.h <= scene.ground.height + 1


def test_who_sees_no_pictures_in_menus_is_offered_no_other_one():
    shown = question(room(table_of("azul", 3), 0))
    assert other_sight(accessible_screen.menu(shown, Preferences()))
    for pictures in ("board", "none"):
        hidden = accessible_screen.menu(shown, Preferences(pictures=pictures))
        ids = [one.id for part in hidden.parts for one in getattr(part, "buttons", ())]
        assert not any(each.startswith("sight:") for each in ids)
