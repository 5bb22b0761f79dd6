"""What menus, lists and histories tell, each where a planted fault went unseen. Knows no Discord."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from bot import show_menu, show_past, show_table
from bot.menu import ask
from bot.recap import last_turn_of
from bot.speech import Speech
from bot.story import story
from bot.typed import read
from bot.words import Words
from engine import GAMES, Event, Table
from engine.games.pavilion import Draft, Pass
from tests.bot.test_screens_match_five import room
from tests.bot.test_story import played

WORDS = Words()


def menu_of(key, moves):
    """A room of two after so many moves by lot, and the seat to act."""
    lot, table = Random(8), Table.new(GAMES[key], 2, {}, "told")
    for _ in range(moves):
        seat = table.state.to_act()[0]
        table = table.play(seat, str(lot.choice(table.view(seat).moves)))
    return room(table, 0), table.state.to_act()[0]


def test_a_line_tells_of_one_person():
    placed = [Event("place", seat, {"color": "K", "row": 1, "column": 1, "points": 1}) for seat in (0, 1)]
    lines = Speech(WORDS, "azul").happened(placed, ["Ana", "Ben"])
    assert lines == [f"{name}: black in row 1, column a: +1." for name in ("Ana", "Ben")]


def test_a_forbidden_move_is_read_in_any_case():
    for typed in ("pass", "Pass", "PASS", " pAsS "):
        assert read(GAMES["pavilion"], [Draft("1", "P")], typed) == Pass()


def test_a_move_stands_in_the_round_in_which_it_was_made():
    told = story(played("azul", 2, 60), None)
    rounds = [moment.round for moment in told]
    assert rounds[-1] > 2
    for before, moment in pairwise(told):
        assert moment.round == played("azul", 2, 60).table.back_to(before.length).state.round


def test_places_are_drawn_for_what_is_chosen_and_not_before():
    here, seat = menu_of("pillars", 8)
    first = ask(here.table.view(seat).moves, ())
    given = first.question.choices[0].path
    (start,) = show_menu.question(here, seat, WORDS, first, ()).pictures
    (later,) = show_menu.question(here, seat, WORDS, ask(here.table.view(seat).moves, given), given).pictures
    assert start.png == show_table.board(here, WORDS, seat, last_turn_of(here.table, seat)).picture.png
    assert later.png != start.png


def test_what_happened_since_is_told_above_the_first_question_only():
    here, seat = menu_of("pillars", 8)
    first = ask(here.table.view(seat).moves, ())
    given = first.question.choices[0].path
    start = show_menu.question(here, seat, WORDS, first, ())
    later = show_menu.question(here, seat, WORDS, ask(here.table.view(seat).moves, given), given)
    assert "Since your last move" in start.parts[0].text
    assert "Since your last move" not in later.parts[0].text


def test_pages_of_a_history_lead_to_their_neighbors_and_a_page_too_far_is_the_last():
    here = played("azul", 2, 50)
    pages = [show_past.history(here, None, WORDS, page) for page in range(4)]
    ways = [{one.label: one for one in page.parts[-1].buttons} for page in pages[:3]]
    assert pages[3] == pages[2] == show_past.history(here, None, WORDS, -1)
    assert [[one.label for one in way.values() if one.off] for way in ways] == [
        ["First", "Earlier"], [], ["Later", "Last"],
    ]  # fmt: skip
    assert [ways[1]["Earlier"].id, ways[1]["Later"].id] == ["history:1:0:e", "history:1:2:l"]


def test_steps_of_a_replay_lead_to_their_neighbors_and_a_moment_too_far_is_the_last():
    here = played("azul", 2, 6)
    shown = [show_past.replay(here, None, WORDS, at) for at in range(8)]
    assert shown[7] == shown[6] == show_past.replay(here, None, WORDS, -1)
    ways = {one.label: one.id for one in shown[3].parts[-1].buttons}
    assert (ways["Back"], ways["Next"]) == ("replay:1:2:b", "replay:1:4:n")
    assert "Film" not in ways
    assert [one.label for one in shown[6].parts[-1].buttons if one.off] == ["Next", "Last"]


def test_the_title_of_a_replay_is_of_that_moment():
    here = played("azul", 2, 60)
    titles = [show_past.replay(here, None, WORDS, at).parts[0].text for at in (0, -1)]
    assert "round 1" in titles[0]
    assert "round 1" not in titles[1]
    assert titles[0].splitlines()[1] != titles[1].splitlines()[1]


def test_a_picture_of_a_replay_says_what_happened_in_it():
    moment = show_past.replay(played("azul", 2, 6), None, WORDS, 2)
    assert moment.parts[2].text.splitlines()[1].replace("**", "") in moment.pictures[0].alt


def test_sentences_that_do_not_fit_are_left_out_whole_and_missed():
    long = "x" * 400
    assert show_past.whole(["a.", long, long]) == f"a. {long} …"
    assert show_past.whole(["a.", "b."]) == "a. b."


def test_a_closer_look_begins_with_the_own_seat():
    screen = show_past.closer(played("azul", 3, 6), 2, WORDS)
    assert [one.name for one in screen.pictures] == ["seat-1-3.png", "seat-1-1.png", "seat-1-2.png"]
    assert len({one.png for one in screen.pictures}) == 3


def test_a_long_game_without_rounds_is_jumped_through_to_its_end():
    told = story(played("pillars", 4, 1_000), None)
    (pick,) = show_past.jumps(WORDS, told, "replay:1")
    places = [int(one.value) for one in pick.options]
    assert len(told) > 26
    assert len(places) <= 25
    assert len(told) - places[-1] <= places[1] - places[0]
