"""What players saw and should not have: each test is named after it. Knows no rules beyond a first answer."""

from __future__ import annotations

from random import Random

from bot.model.move_menu import next_step
from bot.model.people import Person
from bot.model.record import RoomEvent
from bot.screens import move_menu as move_menu_screen
from bot.screens import table as table_screen
from bot.screens import tables as tables_screen
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import GAMES, Table
from tests.bot.screens.test_limits import room_of
from tests.bot.support.local_discord import text
from tests.bot.support.room_values import altered
from tests.bot.support.tessera import first_answers, says, turn_of

WORDS = Words()
WILD = "@everyone **x** \u202eabc"


def screen_text(screen):
    return "\n".join(str(part) for part in screen.parts)


def gray_table():
    """A game with a gray wall at the moment when both seats owe a plan, Ana having taken the last tile."""
    rng = Random(3)
    for seed in range(50):
        table = Table.new(GAMES["azul"], 2, {"wall": "gray"}, str(seed))
        while len(table.state.to_act()) == 1:
            seat = table.state.to_act()[0]
            table = table.play(seat, str(rng.choice(table.view(seat).moves)))
        seat = table.log[-1].seat
        if table.state.to_act() == (0, 1) and next_step(table.view(seat).moves, ()).question:
            return table, seat
    raise AssertionError("no such game")


def room(table, **facts):
    given = {"options": table.options, "table": table, "shown": len(table.log), "times": (5.0,) * len(table.log)}
    return altered(room_of(2), **given | facts)


ROWS = ("row_1", "row_2", "row_3", "row_4")


def one_row_open():
    """A gray wall where a seat may choose the column of one row only, and not of the last one."""
    for seed in range(60):
        table, rng = Table.new(GAMES["azul"], 2, {"wall": "gray"}, str(seed)), Random(seed)
        while len(table.log) < 40 and table.state.to_act():
            seat = table.state.to_act()[0]
            asked = next_step(table.view(seat).moves, ()).question
            if asked and asked.fields[0] in ROWS and all(choice.move for choice in asked.choices):
                return table
            table = table.play(seat, str(rng.choice(table.view(seat).moves)))
    raise AssertionError("no such position")


def refused_cells(seed):
    """What is refused where a first turn of Match Five asks for nothing but a cell."""
    table = Table.new(GAMES["match_five"], 2, {}, str(seed))
    while table.state.to_act() and len(table.log) < 12:
        seat = table.state.to_act()[0]
        asked = next_step(table.view(seat).moves, ()).question
        if asked and asked.fields == ("cell",):
            return Speech(WORDS, "match_five").refused_answers(table.view(seat), asked)
        table = table.play(seat, str(table.view(seat).moves[0]))
    return []


async def test_a_name_formats_and_pings_nothing_where_the_menu_says_who_is_next(local, running_bot, ana):
    wild = local.newcomer(WILD)
    await running_bot.table(ana, wild)
    asked = await ana.until(says("your turn"))
    mover = ana if ana.mention in text(asked) else wild
    if mover is wild:
        menu = await first_answers(wild, await wild.press(asked, label="Play"))
        await wild.press(menu.message, label="Play it")
        asked = await turn_of(ana)
    menu = await first_answers(ana, await ana.press(asked, label="Play"))
    played = await ana.press(menu.message, label="Play it")
    assert r"Next: **\@" in played.text
    assert "**x**" not in played.text


async def test_a_second_take_back_of_the_same_move_shows_the_move_that_it_speaks_of(local, running_bot, ana):
    await running_bot.table(ana, local.person("Ben"))
    asked = await local.person("Ana").until(says("your turn"))
    mover = ana if ana.mention in text(asked) else local.person("Ben")
    menu = await first_answers(mover, await mover.press(asked, label="Play"))
    played = await mover.press(menu.message, label="Play it")
    undo = played.buttons["Take back"].custom_id
    await mover.press(played.message, custom_id=undo)
    again = await mover.raw_press(int(played.message["channel_id"]), played.message["id"], undo)
    assert "moved on" in again.text
    assert "Your move" in again.text


def test_the_lock_of_the_bag_is_told_at_the_beginning_and_not_again_in_every_menu():
    table = Table.new(GAMES["azul"], 2, {}, "lock")
    seat, told = table.state.to_act()[0], RoomEvent(len(table.log), "lock", {"lock": "5f1c"}, 5.0)
    begun = room(table, room_events=(told,), shown=-1)
    later = table.play(seat, str(table.view(seat).moves[0]))
    moved = room(later, room_events=(told,), posted=0.0)
    assert "5f1c" in screen_text(table_screen.table_message(begun, WORDS, 0))
    step = next_step(later.view(1 - seat).moves, ())
    assert "5f1c" not in screen_text(move_menu_screen.question_screen(moved, 1 - seat, WORDS, step, ()))
    assert "5f1c" not in screen_text(table_screen.table_message(moved, WORDS, len(table.log)))


def test_a_plan_of_columns_is_no_step_of_the_turn_that_everybody_has_seen():
    table, seat = gray_table()
    shown = screen_text(
        move_menu_screen.question_screen(room(table), seat, WORDS, next_step(table.view(seat).moves, ()), ())
    )
    assert "undo:" not in shown
    assert "Since your last move" not in shown


def test_a_plan_that_waits_for_others_is_chosen_and_may_be_changed():
    table, seat = gray_table()
    later = room(table.play(seat, str(table.view(seat).moves[0])))
    said = screen_text(move_menu_screen.closing_message(later, WORDS, "it", None, later.occupants[seat].id))
    assert "Chosen: it. You can take it back" in said
    assert "Next: " not in said


def test_a_question_of_columns_names_only_the_rows_that_are_open():
    table = one_row_open()
    seat = table.state.to_act()[0]
    asked = next_step(table.view(seat).moves, ()).question
    said = Speech(WORDS, "azul").question(table.view(seat), next_step(table.view(seat).moves, ()), asked)
    number = int(asked.fields[0][-1])
    color = WORDS(f"azul.color.{table.state.boards[seat].lines[number - 1][0]}")
    assert said.endswith(f"**Row {number}, {color}: which column?**")
    assert said.count("which column") == 1


def test_a_refused_cell_is_written_as_an_offered_one():
    labels = [one.label for seed in range(30) for one in refused_cells(seed)]
    assert labels
    assert all(label[0].isupper() for label in labels)


def test_a_list_of_tables_turns_no_letters_around_for_a_name():
    seats = (Person(1, WILD), Person(2, "Ben"))
    assert "\u202e" not in tables_screen.table_line(altered(room_of(2), seats=seats), 1, WORDS)
