"""What menus, lists and histories tell, each where a planted fault went unseen. Knows no Discord."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from random import Random

from bot.discord_api.reply import parse_press as read_press
from bot.interactions.typed_moves import parse_move
from bot.interactions.typed_words import understand
from bot.model.history import game_history
from bot.model.move_menu import next_step
from bot.model.record import RoomEvent
from bot.model.timeline import last_run_start, own_turn_end, turns_since
from bot.screens import move_menu as move_menu_screen
from bot.screens import replay as replay_screen
from bot.screens import table as table_screen
from bot.screens import verbs
from bot.screens.screen import ButtonStyle
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import CHANCE, GAMES, Event, Table
from engine.games.pavilion import Draft, Pass
from tests.bot.model.test_history import played
from tests.bot.screens.test_limits_match_five import room
from tests.bot.support.room_values import altered

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
    lines = Speech(WORDS, "azul").event_lines(placed, ["Ana", "Ben"])
    assert lines == [f"{name}: black in row 1, column a: +1." for name in ("Ana", "Ben")]


def test_a_forbidden_move_is_read_in_any_case():
    for typed in ("pass", "Pass", "PASS", " pAsS "):
        assert parse_move(GAMES["pavilion"], [Draft("1", "P")], typed) == Pass()


def test_a_move_stands_in_the_round_in_which_it_was_made():
    told = game_history(played("azul", 2, 60), None)
    rounds = [moment.round for moment in told]
    assert rounds[-1] > 2
    for before, moment in pairwise(told):
        assert moment.round == played("azul", 2, 60).table.back_to(before.log_length).state.round


def test_places_are_drawn_for_what_is_chosen_and_not_before():
    here, seat = menu_of("pillars", 8)
    first = next_step(here.table.view(seat).moves, ())
    given = first.question.choices[0].path
    (start,) = move_menu_screen.question_screen(here, seat, WORDS, first, ()).pictures
    (later,) = move_menu_screen.question_screen(
        here, seat, WORDS, next_step(here.table.view(seat).moves, given), given
    ).pictures
    assert start.png == table_screen.board_view(here, WORDS, seat, own_turn_end(here.table, seat)).picture.png
    assert later.png != start.png


def test_what_happened_since_is_told_above_the_first_question_only():
    here, seat = menu_of("pillars", 8)
    first = next_step(here.table.view(seat).moves, ())
    given = first.question.choices[0].path
    start = move_menu_screen.question_screen(here, seat, WORDS, first, ())
    later = move_menu_screen.question_screen(here, seat, WORDS, next_step(here.table.view(seat).moves, given), given)
    assert "Since your last move" in start.parts[0].text
    assert "Since your last move" not in later.parts[0].text


def test_pages_of_a_history_lead_to_their_neighbors_and_a_page_too_far_is_the_last():
    here = played("azul", 2, 50)
    pages = [replay_screen.history(here, None, WORDS, page) for page in range(4)]
    ways = [{one.label: one for one in page.parts[-1].buttons} for page in pages[:3]]
    assert pages[3] == pages[2] == replay_screen.history(here, None, WORDS, -1)
    assert [[one.label for one in way.values() if one.off] for way in ways] == [
        ["First", "Previous"], [], ["Next", "Last"],
    ]  # fmt: skip
    assert [ways[1]["Previous"].id, ways[1]["Next"].id] == ["history:1:0:e", "history:1:2:l"]


def test_steps_of_a_replay_lead_to_their_neighbors_and_a_moment_too_far_is_the_last():
    here = played("azul", 2, 6)
    shown = [replay_screen.replay(here, None, WORDS, at) for at in range(8)]
    assert shown[7] == shown[6] == replay_screen.replay(here, None, WORDS, -1)
    ways = {one.label: one.id for one in shown[3].parts[-1].buttons}
    assert (ways["Back"], ways["Next"]) == ("replay:1:2:b", "replay:1:4:n")
    assert "Film" not in ways
    assert [one.label for one in shown[6].parts[-1].buttons if one.off] == ["Next", "Last"]


def test_the_title_of_a_replay_is_of_that_moment():
    here = played("azul", 2, 60)
    titles = [replay_screen.replay(here, None, WORDS, at).parts[0].text for at in (0, -1)]
    assert "round 1" in titles[0]
    assert "round 1" not in titles[1]
    assert titles[0].splitlines()[1] != titles[1].splitlines()[1]


def test_a_picture_of_a_replay_says_what_happened_in_it():
    moment = replay_screen.replay(played("azul", 2, 6), None, WORDS, 2)
    assert moment.parts[2].text.splitlines()[1].replace("**", "") in moment.pictures[0].alt


def test_a_closer_look_begins_with_the_own_seat():
    screen = replay_screen.enlarged_seats(played("azul", 3, 6), 2, WORDS)
    assert [one.name for one in screen.pictures] == ["seat-1-3.png", "seat-1-1.png", "seat-1-2.png"]
    assert len({one.png for one in screen.pictures}) == 3


def test_a_long_game_without_rounds_is_jumped_through_to_its_end():
    told = game_history(played("pillars", 4, 1_000), None)
    (pick,) = replay_screen.jump_lists(WORDS, told, verbs.REPLAY, 1)
    places = [int(one.value) for one in pick.options]
    assert len(told) > 26
    assert len(places) <= 25
    assert len(told) - places[-1] <= places[1] - places[0]


def test_a_closer_look_shows_the_own_hand_only():
    here = played("match_five", 2, 6)
    own, other = (replay_screen.enlarged_seats(here, seat, WORDS).pictures for seat in (0, 1))
    by_name = {one.name: one.png for one in other}
    assert all(by_name[one.name] != one.png for one in own)


def test_a_replay_shows_everybody_no_hand_and_each_seat_its_own():
    here = played("match_five", 2, 6)
    shown = [replay_screen.replay(here, seat, WORDS, -1).pictures[0].png for seat in (None, 0, 1)]
    assert len(set(shown)) == 3


def test_what_is_said_beside_the_moves_after_the_last_one_is_told():
    here = played("azul", 2, 6)
    aside = RoomEvent(len(here.table.log), "took_back", {"name": "Ana"}, 5.0)
    assert game_history(altered(here, room_events=(aside,)), None)[-1].room_events == (aside,)


def test_the_turn_that_was_begun_is_finished_by_the_blue_button():
    lot, table = Random(8), Table.new(GAMES["match_five"], 2, {}, "told")
    seat = table.state.to_act()[0]
    table = table.play(seat, str(lot.choice([move for move in table.view(seat).moves if fields(move)][:3])))
    screen = move_menu_screen.question_screen(room(table, 0), seat, WORDS, next_step(table.view(seat).moves, ()), ())
    blue = [one.label for part in screen.parts for one in getattr(part, "buttons", ()) if one.look is ButtonStyle.MAIN]
    assert len(blue) == 1
    assert blue[0].startswith("Finish")


def test_a_preview_says_first_what_changes_and_can_be_typed_instead():
    here, seat = menu_of("azul", 4)
    move = here.table.view(seat).moves[0]
    screen = move_menu_screen.preview_screen(here, seat, WORDS, move, (str(move),))
    said = Speech(WORDS, "azul").move_phrase(here.table.state, seat, move)
    assert said in screen.pictures[0].alt.splitlines()[0]
    assert [one.label for one in screen.parts[-1].buttons] == [
        "Play it",
        "Back",
        "Start over",
        "Type it",
        "My own view",
    ]


def test_the_next_table_tells_the_time_that_is_left_there():
    here, seat = menu_of("azul", 4)
    person, due = here.occupants[seat].id, [None, None]
    due[seat] = here.now + 5 * 3600
    screen = move_menu_screen.closing_message(here, WORDS, "it", altered(here, due=tuple(due)), person)
    assert "5 hours" in screen.parts[-1].buttons[0].label


def test_the_last_moves_in_a_row_are_those_of_one_person_and_the_robots_after():
    here = played("azul", 3, 9)
    movers = [entry.seat for entry in here.table.log]
    last = [n for n, seat in enumerate(movers) if seat != CHANCE]
    robots = frozenset({movers[last[-1]]})
    assert last_run_start(here.table, len(movers), robots) == last[-2]
    assert last_run_start(here.table, len(movers), frozenset()) == last[-1]
    assert last_run_start(here.table, len(movers), frozenset(range(3))) == 0


def test_a_log_of_presses_tells_nothing_that_was_written():
    assert read_press("which:move:3x2", ["1"]).log_fields == {"press": "which"}
    assert read_press("Ana is 12!:1:5:x", []).log_fields == {"press": "?", "room": 1, "stamp": 5}
    assert read_press("m:1:garbage:x", []).log_fields == {"press": "m", "room": 1}


def test_tiles_of_a_heap_have_the_names_of_their_colors():
    assert [Speech(WORDS, game).tile(tile) for game, tile in (("pavilion", "P"), ("match_five", "R5"))] == [
        "purple",
        "red 5",
    ]


def test_words_are_found_without_their_accents():
    table = Table.new(GAMES["azul"], 2, {}, "words")
    view, speech = table.view(table.state.to_act()[0]), Speech(Words("hu"), "azul")
    assert understand(view, speech, "kek").moves == understand(view, speech, "kék").moves != ()


def test_drawn_tiles_are_told_after_the_move_and_the_move_once():
    table = Table.new(GAMES["match_five"], 2, {}, "told")
    seat = table.state.to_act()[0]
    swap = next(move for move in table.view(seat).moves if type(move).__name__ == "Exchange")
    told = move_menu_screen.with_draws("Swapped", room(table.play(seat, str(swap)), 0), seat, len(table.log), WORDS)
    assert told.startswith("Swapped. ")
    assert "drew" in told
    assert told.count(". ") == 1


def test_a_story_ends_where_corrected_rules_no_longer_allow_the_log():
    here = played("azul", 2, 8)
    whole, log = game_history(here, None), list(here.table.log)
    place = max(n for n, entry in enumerate(log[:-2]) if entry.seat != CHANCE)
    log[place] = replace(log[place], text="9B1")
    broken = replace(here.table, log=tuple(log))
    assert (
        game_history(altered(here, table=broken), None) == whole[: len(game_history(altered(here, table=broken), None))]
    )
    assert 1 < len(game_history(altered(here, table=broken), None)) < len(whole)
    assert turns_since(broken, place - 1) == ()


def test_commas_and_spaces_of_a_typed_move_do_not_matter():
    table = Table.new(GAMES["azul"], 2, {}, "words")
    legal = table.view(table.state.to_act()[0]).moves
    for typed in (", ".join(str(legal[0])), " ".join(str(legal[0])).lower()):
        assert parse_move(GAMES["azul"], legal, typed) == legal[0]


def test_within_the_first_round_one_jumps_from_move_to_move():
    (pick,) = replay_screen.jump_lists(WORDS, game_history(played("azul", 2, 6), None), verbs.REPLAY, 1)
    assert [one.value for one in pick.options] == [str(n) for n in range(7)]


def test_points_that_the_fewest_of_win_are_told_as_what_is_left():
    assert Speech(WORDS, "pillars").points(-3) == "3 left"
