"""Tables in threads: opened below the lobby at the start, or played in the channel where Discord allows none."""

from __future__ import annotations

import pytest

from bot.playground.protocol import error_answer
from bot.text.words import Words
from tests.bot.support.lobby import options_of
from tests.bot.support.local_discord import text
from tests.bot.support.tessera import first_answers, says, turn_of

SAY = Words()


async def lobby_of(person, channel, *, thread=True):
    """A lobby with a robot, ready to start."""
    lobby = await person.command("play", channel=channel, game="azul", thread=thread)
    question = await person.press(lobby.message, label="Add robot")
    await person.press(question.message, label="Amateur")
    return lobby


async def test_a_table_gets_a_thread_of_its_own_and_lives_there(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    assert "in a thread" in lobby.text
    await ana.press(lobby.message, custom_id="start:1")
    message = await turn_of(ana)
    thread = local.threads[next(name for name in local.threads if name.startswith("Azul #1: "))]
    assert int(message["channel_id"]) == thread
    link = f"https://discord.com/channels/{local.guild}/{thread}/{message['id']}"
    await local.until(lambda: f"[go to the table]({link})" in lobby.text)
    assert not [m for m in ana.sees(games) if "your turn" in text(m)]
    preview = await first_answers(ana, await ana.press(message, label="Play"))
    await running_bot.restart()
    await ana.press(preview.message, label="Play it")
    newer = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"]))
    assert int(newer["channel_id"]) == thread
    for channel in (games, thread):
        assert "#1" in (await ana.command("games", channel=channel)).text
        assert "#1" in (await ana.command("board", channel=channel)).text


async def test_threads_forbidden_the_lobby_says_so_and_the_game_is_played_in_the_channel(
    local, running_bot, ana, games
):
    local.forbid(games, "create_public_threads")
    lobby = await lobby_of(ana, games)
    assert SAY("lobby.no_thread") in lobby.text
    await ana.press(lobby.message, custom_id="start:1")
    assert int((await turn_of(ana))["channel_id"]) == games
    await local.until(lambda: "Azul #1 has started" in lobby.text)
    assert SAY("lobby.no_thread") in lobby.text


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006), (404, 10008)])
async def test_a_thread_refused_at_the_start_is_said_where_the_lobby_was(local, running_bot, ana, games, status, code):
    lobby = await lobby_of(ana, games)
    local.faults.refuse("POST", f"/channels/{games}/messages/*/threads", error_answer(status, code, "No"))
    await ana.press(lobby.message, custom_id="start:1")
    assert int((await turn_of(ana))["channel_id"]) == games
    await local.until(lambda: SAY("lobby.no_thread") in lobby.text)
    assert (await running_bot.rooms.room(1)).place.channel == games


async def test_a_thread_whose_answer_was_lost_is_found_again(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    local.faults.cut("POST", f"/channels/{games}/messages/*/threads", after=True)
    await ana.press(lobby.message, custom_id="start:1")
    await local.until(lambda: local.threads)
    await running_bot.restart()
    message = await turn_of(ana)
    assert list(local.threads.values()) == [int(message["channel_id"])]
    await local.quiet()
    assert len([m for m in ana.sees(int(message["channel_id"])) if says("your turn")(m)]) == 1


async def test_a_lobby_inside_a_thread_asks_no_place(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    await ana.press(lobby.message, custom_id="start:1")
    thread = int((await turn_of(ana))["channel_id"])
    inside = await ana.command("play", channel=thread, game="azul")
    page = await options_of(ana, inside)
    assert not [one for one in page.selects if one.endswith(":where")]
    wanted = await ana.command("play", channel=thread, game="azul", thread=True)
    assert SAY("lobby.no_thread") in wanted.text


async def test_a_table_in_a_locked_thread_sleeps_until_the_thread_is_unlocked(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    await ana.press(lobby.message, custom_id="start:1")
    message = await ana.until(says("your turn"))
    await running_bot.shown()
    thread = int(message["channel_id"])
    mover, other = (ana, ben) if ana.mention in text(message) else (ben, ana)
    preview = await first_answers(mover, await mover.press(message, label="Play"))
    local.server.simulation.change_thread(thread, archived=True, locked=True)
    await mover.press(preview.message, label="Play it")
    told = await other.until(says("I may not show Azul #1", "a locked thread must be unlocked"))
    assert int(told["channel_id"]) == other.dm
    local.server.simulation.change_thread(thread, archived=False, locked=False)
    assert int((await turn_of(other))["channel_id"]) == thread
