"""Screens of Match Five: within every limit over whole games, and numbered as the rings of the picture are."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.model.move_menu import Question, TileChoice, next_step
from bot.model.timeline import is_mid_turn
from bot.screens import move_menu as move_menu_screen
from bot.screens import table as table_screen
from bot.screens import tables as tables_screen
from bot.screens.screen import Buttons
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import GAMES, Table
from engine.games.match_five import Exchange
from engine.robots.ai import choose
from tests.bot.screens.test_limits import check, in_turn, room_of
from tests.bot.support.room_values import altered

WORDS = Words()


def room(table, shown):
    return altered(room_of(2), **facts(table), table=table, shown=shown)


def facts(table):
    people = tuple(replace(room_of(2, phase="lobby").occupants[0], id=10**18 + seat) for seat in range(table.seats))
    return {"game": table.game, "options": table.options, "seats": people, "stamps": (99_999,) * table.seats}


def test_a_list_of_which_exactly_some_are_ticked_names_one_number():
    table, hints = Table.new(GAMES["match_five"], 2, {}, "ticks"), []
    for least, most in ((1, 5), (4, 4)):
        seat = table.state.to_act()[0]
        view = table.view(seat)
        asked = Question(
            Exchange, ("tiles",), (), TileChoice(("R1", "R2", "R3", "R4", "R5"), least, most), is_last=True
        )
        pick = move_menu_screen.answer_controls(
            room(table, 0), Speech(WORDS, "match_five"), view, asked, ("~Exchange",)
        )[0]
        hints.append(pick.hint)
    assert hints == ["Tick 1 to 5", "Tick 4"]


def test_equal_tiles_of_a_list_are_numbered():
    table = Table.new(GAMES["match_five"], 2, {}, "ticks")
    seat = table.state.to_act()[0]
    asked = Question(Exchange, ("tiles",), (), TileChoice(("O1", "O1", "R3"), 1, 3), is_last=True)
    for words, second in ((WORDS, "orange 1 (2 of 2)"), (Words("hu"), "narancs 1 (2/2)")):
        speech = Speech(words, "match_five")
        pick = move_menu_screen.answer_controls(room(table, 0), speech, table.view(seat), asked, ("~Exchange",))[0]
        assert [option.value for option in pick.options] == ["0:O1", "1:O1", "2:R3"]
        assert pick.options[1].label == second
        assert pick.options[2].label == speech.tile("R3")


def test_the_screens_of_a_game_stay_within_every_limit():
    rng, table = random.Random(6), Table.new(GAMES["match_five"], 6, {}, "screens")
    for number in range(1000):
        if not table.state.to_act():
            break
        seat, shown = table.state.to_act()[0], room(table, max(len(table.log) - 6, 0))
        if number % 21 == 0:
            step, words = next_step(table.view(seat).moves, ()), in_turn(number)
            if step.question is not None:
                check(move_menu_screen.question_screen(shown, seat, words, step, ()))
            check(move_menu_screen.preview_screen(shown, seat, words, rng.choice(table.view(seat).moves), ("m", "R3")))
            check(table_screen.table_message(shown, words, shown.newest_message.log_length))
            check(tables_screen.text_board(shown, seat, words))
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    assert not table.state.to_act()
    check(table_screen.table_message(altered(room(table, 0), phase="over"), WORDS, 0))


def test_sentences_have_the_numbers_of_the_rings():
    rng, table = random.Random(1), Table.new(GAMES["match_five"], 3, {}, "numbers")
    starts = [len(table.log)]
    while len(starts) < 4:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
        starts += [len(table.log)] if not table.state.laid else []
    assert starts[3] - starts[0] > 6  # several tiles a turn
    lines = table_screen.board_view(room(table, starts[0]), WORDS, None, starts[0]).lines
    assert [line[0] for line in lines if line[0] in "①②③④⑤⑥⑦⑧⑨"] == ["①", "②", "③"]


def test_one_turn_of_several_tiles_has_no_number():
    rng, table = random.Random(1), Table.new(GAMES["match_five"], 3, {}, "numbers")
    start = len(table.log)
    while table.state.turns < 1:
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    lines = table_screen.board_view(room(table, start), WORDS, None, start).lines
    assert "placed" in lines[0]
    assert lines[0][0] not in "①②③"


def test_the_move_that_ends_a_game_is_previewed_without_a_guess_at_hidden_hands():
    table, rng = Table.new(GAMES["match_five"], 2, {"copies": "2"}, "end"), random.Random(1)
    before = table
    while table.state.to_act():
        before, seat = table, table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    (seat,) = before.state.to_act()
    screen = move_menu_screen.preview_screen(room(before, 0), seat, WORDS, before.view(seat).moves[-1], ())
    check(screen)
    assert "This ends the game." in str(screen.parts)
    assert "?" not in screen.parts[1].alt


def test_a_turn_that_could_go_on_in_one_way_only_can_be_finished_too():
    rng, table = random.Random(3), Table.new(GAMES["match_five"], 4, {}, "one way")
    while not ((step := next_step(table.view(table.state.to_act()[0]).moves, ())).move and step.other_kinds):
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    (seat,) = table.state.to_act()
    screen = move_menu_screen.preview_screen(room(table, 0), seat, WORDS, step.move, ())
    check(screen)
    labels = [button.label for part in screen.parts if isinstance(part, Buttons) for button in part.buttons]
    assert labels[0].startswith("Finish")
    assert labels[1] == "Play it"
    told = move_menu_screen.preview_screen(room(table, 0), seat, WORDS, step.move, tuple(map(str, step.move.answers())))
    assert "Finish" not in str(told.parts)  # there it is one answer of several, and Back leads to the others


def test_there_is_no_way_back_over_a_move_that_was_made_by_itself():
    rng, table = random.Random(1), Table.new(GAMES["match_five"], 3, {}, "back")
    while not is_mid_turn(table, (seat := table.state.to_act()[0])):
        table = table.play(seat, str(choose("greedy", table.view(seat), rng)))
    for how, ways in (("", True), ("only", False), ("late", False)):
        shown = altered(room(table, 0), hows=("",) * (len(table.log) - 1) + (how,))
        screen = move_menu_screen.question_screen(shown, seat, WORDS, next_step(table.view(seat).moves, ()), ())
        assert ("Start over" in str(screen.parts)) == ways
