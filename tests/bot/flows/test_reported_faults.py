"""What people saw go wrong while they played. Knows no rules."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import discord

from bot.screens.speech import Speech
from bot.text.words import Words
from engine import Event
from tests.bot.interactions.test_more import plays
from tests.bot.support.lobby import played_before
from tests.bot.support.local_discord import buttons, selects, text
from tests.bot.support.tessera import first_answers, says, turn_of


async def test_show_here_said_the_table_was_shown_again_but_it_was_not(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    board = await ana.press(message, label="Board")
    await ana.press(board.message, label="Show here")
    again = await ana.until(lambda m: "Play" in buttons(m) and int(m["id"]) > int(board.message["id"]))
    first = [line for line in text(message).splitlines() if "Seats by lot" not in line]  # said once
    assert text(again).splitlines() == first
    assert again["mentions"] == []


async def test_the_outlines_were_numbered_but_the_sentences_were_not(local, running_bot, ana):
    await running_bot.table(ana, robots=2)
    await plays(ana, await turn_of(ana))
    news = await ana.until(lambda m: "③ Robot" in text(m) and "① **Ana** took" in text(m) and "Play" in buttons(m))
    menu = await ana.press(news, label="Play")
    assert "Since your last move: ① Robot" in menu.text
    assert "② Robot" in menu.text
    assert "③" not in menu.text


async def test_what_went_wrong_at_the_first_turn_of_a_table(local, running_bot, ana, games):
    await running_bot.table(ana, robots=1)
    message, cy = await turn_of(ana), local.person("Cy")
    # the first turn spoke of a last move that was never made
    menu = await ana.press(message, label="Play")
    assert "### Your move, Ana · Azul #1 · round 1\nSo far: Round 1 begins." in menu.text
    # a form was opened and closed, and the menu was still there
    select = next(iter(menu.selects.values()))
    line = await ana.choose(menu.message, custom_id=select["custom_id"], values=[select["options"][0]["value"]])
    assert (await ana.press(line.message, label="Type it")).modal
    assert text(line.message) == line.text
    assert "Which" in (await ana.press(line.message, label="Back")).text
    # the rules replaced the menu without a way back
    menu = await ana.press(message, label="Play")
    rules = await ana.press(menu.message, label="Rules")
    again = await ana.press((await ana.press(rules.message, label="Next")).message, label="Back to my move")
    assert (again.text, again.message["id"]) == (menu.text, menu.message["id"])
    forbidden = await ana.command("move", channel=games, move="9B1")
    assert (await ana.press(forbidden.message, label="Back to my move")).text == menu.text
    # what could not be read led nowhere
    unread = await ana.command("move", channel=games, move="hello")
    assert "I cannot read `hello`" in unread.text
    assert "Which tiles?" in (await ana.press(unread.message, label="Back to my move")).text
    # a suggestion read as two numbers in a row
    offered = await ana.complete("move", channel=games, focused="move", move="")
    assert " from display " in offered.choices[0]["name"]
    # somebody watching read "your move" above the board
    board = await cy.press(message, label="Board")
    assert "### Azul #1 · round 1" in board.text
    assert "### Azul #1 · round 1" in (await cy.press(board.message, label="As text")).text
    # a refusal spoke of a Board button that was not there
    refused = await cy.press(message, label="Play")
    assert "### Azul #1 · round 1" in (await cy.press(refused.message, label="Board")).text


async def test_the_board_waited_for_seconds_while_another_program_had_the_file_locked(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    await running_bot.shown()
    with closing(sqlite3.connect(running_bot.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        beat = asyncio.create_task(running_bot.store.deadlines.record_heartbeat(9.0))
        await asyncio.sleep(0)
        board = await ana.press(message, label="Board")
        assert not beat.done()
        other.execute("ROLLBACK")
    await beat
    assert "Azul #1 · round 1" in board.text


async def test_whoever_may_not_add_a_robot_was_asked_which_one(local, running_bot, ana):
    await played_before(running_bot, ana)
    lobby = await ana.command("play", channel=local.channel("games"), game="azul")
    asked = await local.person("Ben").press(lobby.message, label="Add robot")
    assert "Only **Ana**" in asked.text
    for _ in range(3):
        question = await ana.press(lobby.message, label="Add robot")
        sits = await ana.press(question.message, label="Amateur")
    hint = "With only robots beside you the game changes no ratings."
    assert sits.text == f"Robot **Ida**, amateur, sits at Azul #1 now. {hint}"
    full = await ana.press(lobby.message, label="Add robot")
    assert "All 4 seats are taken" in full.text


async def test_several_tables_were_counted_but_could_not_be_chosen(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await running_bot.table(ana, robots=1)
    await local.quiet()
    games = local.channel("games")
    which = await ana.command("move", channel=games, move="CB1")
    select = next(iter(which.selects.values()))
    labels = {one["value"]: one["label"] for one in select["options"]}
    assert labels.keys() == {"1", "2"}
    assert labels["1"].startswith("Azul #1 · ")
    assert labels["1"].endswith(" · your turn")
    chosen = await ana.choose(which.message, custom_id=select["custom_id"], values=["2"])
    assert "**4.2" in chosen.text
    which = await ana.command("board", channel=games)
    select = next(iter(which.selects.values()))
    board = await ana.choose(which.message, custom_id=select["custom_id"], values=["1"])
    assert "### Azul #1 · round 1" in board.text


async def test_whose_turn_it_is_was_suggested_with_asterisks(local, running_bot, ana):
    ben = local.person("Ben")
    await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    waiting, acting = (ben, "Ana") if ana.mention in text(message) else (ana, "Ben")
    offered = await waiting.complete("move", channel=local.channel("games"), focused="move", move="")
    assert [one["name"] for one in offered.choices] == [f"It is the turn of {acting}."]


async def test_the_rule_behind_a_refused_line_was_shown_without_the_table(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="Play")
    while "Why not…" not in menu.buttons:
        preview = await first_answers(ana, menu)
        before = int(preview.message["id"])
        await ana.press(preview.message, label="Play it")
        news = await ana.until(lambda m, n=before: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > n)
        menu = await ana.press(news, label="Play")
    why = await ana.press(menu.message, label="Why not…")
    select = next(iter(why.selects.values()))
    rule = await ana.choose(why.message, custom_id=select["custom_id"], values=[select["options"][0]["value"]])
    assert "**4." in rule.text
    assert len(rule.message["attachments"]) == 1
    assert (await ana.press(rule.message, label="Back to my move")).text == menu.text


def test_the_end_of_a_round_ran_on_in_the_sentence_of_the_last_move():
    took = Event("draft", 0, {"count": 2, "color": "R", "source": "C", "line": "3", "fell": 1})
    lid = Event("lid", 0, {"n": 1})
    first = Event("place", 0, {"color": "K", "row": 1, "column": 4, "points": 6})
    second = Event("place", 0, {"color": "R", "row": 3, "column": 5, "points": 2})
    whole = [Event("last_round", 0, {"row": 3}), Event("floor", 0, {"points": 8})]
    bonus = [Event("bonus", 0, {"what": what, "n": 1, "points": 2}) for what in ("rows", "columns")]
    lines = Speech(Words(), "azul").event_lines([took, lid, first, second, *whole, *bonus], ["Ana"])
    assert lines == [
        "Ana took 2 red from the center to line 3, 1 of them to the floor; 1 found no room there and went to the lid.",
        "Ana: black in row 1, column d: +6; red in row 3, column e: +2, which completes row 3; lost 8 for the floor.",
        "Ana: +2 for 1 complete row; +2 for 1 complete column.",
    ]


async def test_showing_a_finished_table_again_called_everybody_once_more(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    menu = await ana.press(await turn_of(ana), label="More")
    sure = await ana.choose(menu.message, labels=["End this table"])
    await ana.press(sure.message, label="End it")
    final = await ana.until(lambda m: "Final board" in buttons(m))
    assert [one["id"] for one in final["mentions"]] == [str(ana.id)]
    board = await ana.press(final, label="Final board")
    await ana.press(board.message, label="Show here")
    again = await ana.until(lambda m: "Final board" in buttons(m) and int(m["id"]) > int(board.message["id"]))
    assert again["mentions"] == []


async def test_a_direct_message_was_listed_as_a_channel_that_cannot_be_opened(local, running_bot, ana):
    await ana.command("play", channel=ana.dm, game="azul")
    listed = await ana.command("games", channel=ana.dm)
    assert "Azul #1 · direct message · open seats" in listed.text


async def test_a_table_opened_in_a_thread_is_played_there(local, running_bot, ana):
    games = running_bot.client.get_channel(local.channel("games"))
    thread = await games.create_thread(name="azul night", type=discord.ChannelType.public_thread)
    lobby = await ana.command("play", channel=thread.id, game="azul")
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Amateur")
    await local.quiet()
    await ana.press(lobby.message, label="Start with 2")
    await plays(ana, await turn_of(ana))
    again = await turn_of(ana)
    assert int(again["channel_id"]) == thread.id


def test_the_end_of_a_question_to_all_was_said_as_by_in_24_hours():
    for n in (0, 2):
        said = Words()("ask.take_back", name="Ana", n=n, until="<t:5:R>", who="@Ben", agreed="Ana")
        assert "ends <t:5:R>" in said


async def test_the_first_message_of_pillars_says_who_starts(local, running_bot, ana, ben):
    await running_bot.table(ana, ben, game="pillars")
    message = await ana.until(says("your turn"))
    starter = "Ana" if ana.mention in text(message) else "Ben"
    assert f"**{starter}** starts." in text(message)
    player = ana if starter == "Ana" else ben
    await plays(player, message)
    later = await turn_of(ben if player is ana else ana)
    assert "starts." not in text(later)


async def test_turns_shows_only_what_waits_or_gathers_players_or_is_here(local, running_bot, ana, ben):
    await running_bot.table(ana, ben)
    message = await ana.until(says("your turn"))
    acting, other = (ana, ben) if ana.mention in text(message) else (ben, ana)
    await acting.command("play", channel=local.channel("tables"), game="pillars")
    every = await acting.command("turns", channel=acting.dm)
    assert "Azul #1" in every.text
    assert "Pillars #2" in every.text
    waiting = await acting.choose(every.message, labels=["waiting for me"])
    assert ("Azul #1" in waiting.text, "Pillars #2" in waiting.text) == (True, False)
    again = await acting.press(waiting.message, label="Refresh")
    assert "Pillars #2" not in again.text
    lobbies = await acting.choose(again.message, labels=["open lobbies"])
    assert ("Azul #1" in lobbies.text, "Pillars #2" in lobbies.text) == (False, True)
    here = await acting.choose(lobbies.message, labels=["on this server"])
    assert "None of your tables is like that." in here.text
    there = await other.command("turns", channel=local.channel("tables"))
    which = next(one for one in selects(there.message) if one.startswith("turns:"))  # beside the list to prepare moves
    assert "Azul #1" in (await other.choose(there.message, custom_id=which, labels=["on this server"])).text


async def test_a_suggestion_showed_backticks_around_a_command(local, running_bot, ana):
    games = local.channel("games")
    offered = await ana.complete("move", channel=games, focused="move", move="")
    assert [one["name"] for one in offered.choices] == [
        "No table is under way here. /play opens one, /games shows those in this channel."
    ]
