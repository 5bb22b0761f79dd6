"""Which picture a private menu shows: one's own view or the whole table, and what is marked in it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from random import Random

from PIL import Image

from bot.model.move_menu import next_step
from bot.model.preferences import Preferences
from bot.model.prepared_turns import PreparedTurn
from bot.model.room import OwnPreparedTurns
from bot.screens import accessible as accessible_screen
from bot.screens import move_menu as move_menu_screen
from bot.screens import prepared as prepared_screen
from bot.screens import tables as tables_screen
from bot.screens import verbs
from bot.screens.speech import Speech
from bot.text.words import Emojis, Words
from engine import GAMES, Table
from engine.prepared_moves import PreparedMove, preparation_table
from render import PORTRAYALS, Aspect, has_pictures
from render.portrayal import scene_of
from tests.bot.screens.test_limits_match_five import room
from tests.cases import each
from tests.scenes import people

WORDS = Words()
OWN, WHOLE = 720, 1200  # how wide the pictures are


@cache
def table_of(key, seats, moves=12):
    """A table after some moves by lot, at which something is to be asked."""
    moves += 12 * (key == "pillars")  # before, a thousand moves are legal there
    lot, table = Random(7), Table.new(GAMES[key], seats, {}, "own view")
    while True:
        seat = table.state.to_act()[0]
        if len(table.log) >= moves and next_step(table.view(seat).moves, ()).question:
            return table
        table = table.play(seat, str(lot.choice(table.view(seat).moves)))


def question(here, given=()):
    seat = here.to_act[0]
    step = next_step(here.table.view(seat).moves, given)
    return move_menu_screen.question_screen(here, seat, WORDS, step, given)


def width(screen):
    return Image.open(BytesIO(screen.pictures[0].png)).width


def other_sight(screen):
    """The button that shows the other picture."""
    return next(one for part in screen.parts for one in getattr(part, "buttons", ()) if one.id.startswith("sight:"))


@each("key", list(filter(has_pictures, GAMES)))
def test_a_menu_shows_ones_own_view_from_three_seats_on_unless_something_else_was_chosen(key):
    for seats in (2, 3, 4):
        here = room(table_of(key, seats), 0)
        assert width(question(here)) == (WHOLE if seats == 2 else OWN)
        other, wide = ("own", OWN) if seats == 2 else ("whole", WHOLE)
        assert width(question(replace(here, sight=other))) == wide


@each("key", list(filter(has_pictures, GAMES)))
def test_a_preview_shows_the_same_picture_as_its_menu(key):
    here = room(table_of(key, 3), 0)
    seat = here.to_act[0]
    move = here.table.view(seat).moves[0]
    for sight, wide in (("auto", OWN), ("whole", WHOLE)):
        shown = move_menu_screen.preview_screen(replace(here, sight=sight), seat, WORDS, move, ())
        assert width(shown) == wide


def test_the_whole_table_and_back_are_one_press_away_with_the_answers_so_far():
    here = room(table_of("azul", 3, 0), 0)
    button = other_sight(question(here, ("1",)))
    (at,) = verbs.CHANGE_SIGHT.read(button.id.split(":")[1:])
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


@each("key", ["azul", "pavilion", "pillars", "match_five"])
def test_what_is_chosen_so_far_is_marked_within_the_own_picture(key):
    table = table_of(key, 3, 20 if key == "pavilion" else 12)
    seat = table.state.to_act()[0]
    view, portrayal = table.view(seat), PORTRAYALS[key]
    scene = portrayal.close(view, people(view), WORDS, (), seat)
    moves = view.moves
    alike = [move for move in moves if move.answers()[:1] == moves[0].answers()[:1]]
    aspect = Aspect(marks=alike[:1] if key == "pavilion" else alike, seat=seat)
    marked = scene_of(portrayal, view, people(view), WORDS, aspect).shapes[len(scene.shapes) :]
    assert marked
    for shape in marked:
        box = shape.box
        assert box.x >= -1
        assert box.y >= -1
        assert box.x + box.w <= scene.ground.width + 1
        assert box.y + box.h <= scene.ground.height + 1


def why_not(here, given=()):
    """The picture of the first choice that is refused."""
    seat = here.to_act[0]
    asked = next_step(here.table.view(seat).moves, given).question
    pick = next(part for part in move_menu_screen.refusal_list(here, seat, WORDS, asked, given).parts if part_of(part))
    return move_menu_screen.refusal_reason(here, seat, WORDS, pick.options[0].value, given)


def part_of(part):
    return getattr(part, "options", ())


def test_why_not_shows_the_picture_of_its_menu_and_the_other_one_is_one_press_away():
    table = table_of("azul", 3)
    view = table.view(table.state.to_act()[0])
    here, given = room(table, 0), ()
    no = Speech(WORDS, "azul").refused_answers(view, next_step(view.moves, given).question)[0]
    because = no.reason, view.state.facts(table.state.to_act()[0], no.move)
    shown = why_not(here, given)
    button = next(one for part in shown.parts for one in getattr(part, "buttons", ()) if one.id[:10] == "rulesight:")
    at, chosen = verbs.CHANGE_RULE_SIGHT.read(button.id.split(":")[1:])
    assert (width(shown), button.label, at.path, at.sight) == (OWN, "Whole table", given, "whole")
    assert shown.parts[0].text.startswith(f"{Speech(WORDS, 'azul').reason(*because)}\n**{because[0]} ")
    whole = move_menu_screen.refusal_reason(
        replace(here, sight=at.sight), table.state.to_act()[0], WORDS, chosen, at.path
    )
    assert (width(whole), whole.parts[0]) == (WHOLE, shown.parts[0])
    two = room(table_of("azul", 2), 0)
    assert width(move_menu_screen.refusal_reason(two, two.to_act[0], WORDS, "0:4.5", ())) == WHOLE


def prepared(seats, sight="auto"):
    """What a person has prepared at a table of so many seats."""
    table = table_of("azul", seats)
    seat = (table.state.to_act()[0] + 1) % seats
    move = preparation_table(table, seat).state.moves(seat)[0]
    turn = PreparedTurn(seat, (PreparedMove(str(move), preparation_table(table, seat).state.meaning(seat, move)),))
    return OwnPreparedTurns(replace(room(table, 0), sight=sight), seat, (turn,), may_add=True)


def test_what_is_prepared_is_outlined_in_the_picture_that_menus_show():
    for seats, sight, wide, other in ((2, "auto", WHOLE, "own"), (3, "auto", OWN, "whole"), (3, "whole", WHOLE, "own")):
        own = prepared(seats, sight)
        page = prepared_screen.page(own, WORDS)
        board = tables_screen.board_screen(own.room, own.seat, WORDS, own)
        assert width(page) == width(board) == wide
        for screen, verb in ((page, verbs.CHANGE_PREPARED_SIGHT), (board, verbs.CHANGE_BOARD_SIGHT)):
            ids = [one.id for part in screen.parts for one in getattr(part, "buttons", ())]
            assert verb(own.room.id, other) in ids


def test_what_is_prepared_is_told_without_emojis_where_only_letters_are_read():
    own = prepared(2)
    tiles = {f"azul.color.{color}": f"<:azul_{color}:17>" for color in "BYRKW"}
    page = prepared_screen.page(own, WORDS.with_emojis(Emojis(tiles)))
    (shown,) = page.pictures
    assert "<:azul_" in page.parts[2].text
    assert shown.alt.startswith("Prepared: ")
    assert "<:" not in shown.alt


def test_one_prepared_turn_is_taken_out_and_several_by_their_numbers():
    own = prepared(2)
    several = replace(own, turns=own.turns * 2)
    labels = [[one.label for one in prepared_screen.page(each, WORDS).parts[3].buttons] for each in (own, several)]
    assert labels == [["Take out"], ["Take out 1", "Take out 2", "Take out all"]]


def test_a_board_without_anything_prepared_is_the_whole_table():
    own = replace(prepared(3), turns=())
    board = tables_screen.board_screen(own.room, own.seat, WORDS, own)
    assert width(board) == WHOLE
    assert not any(one.id.startswith("boardsight:") for part in board.parts for one in getattr(part, "buttons", ()))


def test_who_sees_no_pictures_in_menus_is_offered_no_other_one():
    own = prepared(3)
    for shown in (question(room(table_of("azul", 3), 0)), prepared_screen.page(own, WORDS)):
        for pictures in ("all", "board", "none"):
            hidden = accessible_screen.adapt_menu(shown, Preferences(pictures=pictures))
            ids = [one.id for part in hidden.parts for one in getattr(part, "buttons", ())]
            assert any("sight:" in each for each in ids) == (pictures == "all")
