"""Told to stop under presses, the program ends in time, and whatever people were told is in the file."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from bot.app.client import PressIntake
from bot.model.errors import Refusal
from bot.model.room import room_at
from bot.store.store import Store
from engine import GAMES
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.program import started
from tests.bot.support.tessera import Running, first_answers, says, turn_of

LIMIT = 10.0  # seconds that a supervisor gives; more where already the start took long


async def play_on(person, told):
    """Moves one after the other; `told` gets every press that was answered as played."""
    while True:
        menu = await first_answers(person, await person.press(await turn_of(person), label="Play"))
        done = await person.press(menu.message, label="Play it")
        if not done.failed and "restarted" not in done.text:
            told.append(done.interaction)


async def stopped(process, *signals):
    """Its exit code and how long it took, in seconds."""
    began = time.monotonic()
    for number in signals:
        process.send_signal(number)
    async with asyncio.timeout(PATIENCE):
        await process.communicate()
    return process.returncode, time.monotonic() - began


def kept(path, question):
    with closing(sqlite3.connect(path)) as database:
        return [row[0] for row in database.execute(question)]


async def untrue(path):
    """Tables whose log does not lead to their position."""
    store = await Store.open(path)
    try:
        tables = [room_at(await store.load(number), GAMES, 0.0).table for number in kept(path, "SELECT id FROM rooms")]
    finally:
        await store.close()
    assert tables
    return [table for table in tables if table.back_to(len(table.log)).state != table.state]


async def test_stopped_under_presses_it_ends_in_time_and_forgets_nothing(local, tmp_path):
    path, told = tmp_path / "tessera.sqlite3", []
    began = time.monotonic()
    process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token, DRAWS_AHEAD="yes")
    await local.ready()
    limit = max(LIMIT, LIMIT * (time.monotonic() - began))
    people = [local.person(name) for name in ("Ana", "Ben", "Cy")]
    for person in people:
        await Running(local, path).table(person, robots=1, game="pillars")
    playing = [asyncio.create_task(play_on(person, told)) for person in people]
    await local.until(lambda: len(told) >= 2)
    code, took = await stopped(process, signal.SIGTERM)
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert (code, took < limit) == (0, True)
    assert set(told) <= set(kept(path, "SELECT press FROM presses"))
    assert await untrue(path) == []
    assert not path.with_suffix(".alive").exists()
    assert [one for one in local.asked if local.server.simulation.answer_counts[one] > 1] == []

    process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    await local.until(lambda: local.online and not kept(path, "SELECT room FROM outbox"))
    await told_twice_while_an_answer_hangs(local, process, people[0], limit / LIMIT)


async def told_twice_while_an_answer_hangs(local, process, person, limit):
    """The second signal ends the program at once."""
    message = await turn_of(person)
    local.faults.hang("POST", "/interactions/*/callback")
    pressing = asyncio.create_task(person.press(message, label="Play"))
    await local.until(lambda: not all(one.is_answered for one in local.requests("POST", "/interactions/*/callback")))
    process.send_signal(signal.SIGINT)
    while b"stopping" not in await process.stderr.readline():
        pass
    code, took = await stopped(process, signal.SIGTERM)
    assert (code, took < limit) == (128 + signal.SIGTERM, True)
    local.faults.release()
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)


async def test_stopped_while_a_master_thinks_it_ends_in_time_with_its_processes(local, tmp_path):
    began = time.monotonic()
    process = await started(tmp_path, TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token, TESSERA_LOG="text")
    await local.ready()
    limit, ana = max(LIMIT, LIMIT * (time.monotonic() - began)), local.person("Ana")
    await ana.command("play", channel=local.channel("games"), game="pillars", robot="master")
    playing = asyncio.create_task(play_on(ana, []))
    await ana.until(says("is thinking."))
    process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        _, log = await process.communicate()  # ends once no process is left that could write
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert (process.returncode, time.monotonic() - began < limit) == (0, True)
    assert b"stopping" in log
    assert b"leaked" not in log
    assert b"Traceback" not in log


async def test_a_closed_intake_lets_nobody_in_and_waits_for_those_inside():
    intake, order = PressIntake(), []
    done = asyncio.Event()

    async def press():
        with intake.track_press():
            intake.admit()
            await done.wait()
            order.append("answered")

    inside = asyncio.create_task(press())
    await asyncio.sleep(0)
    closing_ = asyncio.create_task(intake.close(60.0))
    closing_.add_done_callback(lambda _: order.append("closed"))
    await asyncio.sleep(0)
    with intake.track_press(), pytest.raises(Refusal) as caught:
        intake.admit()
    assert caught.value.key == "stopping"
    done.set()
    await asyncio.gather(inside, closing_)
    await asyncio.sleep(0)
    assert order == ["answered", "closed"]
    await intake.close(60.0)


async def test_an_intake_waits_no_longer_than_it_may():
    intake = PressIntake()
    with intake.track_press():
        await intake.close(0.01)
        with pytest.raises(Refusal):
            intake.admit()


async def test_a_press_while_the_program_ends_is_answered_and_changes_nothing(local, running_bot):
    ana = local.person("Ana")
    lobby = await running_bot.table(ana, robots=1)
    assert lobby
    message = await turn_of(ana)
    await running_bot.client.drain(1.0)
    reply = await ana.press(message, label="Play")
    assert (reply.answers, reply.private) == (1, True)
    assert "I am being restarted. Nothing was changed" in reply.text


async def test_no_message_is_begun_after_the_end(running_bot, ana):
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    posts = running_bot.client.messages
    posts.wake(1)
    await posts.close()  # before the room's task has begun
    assert [task for task in asyncio.all_tasks() if task.get_name() == "post room 1"] == []
    posts.wake(1)
    assert [task for task in asyncio.all_tasks() if task.get_name() == "post room 1"] == []


def under_way(*names):
    """The tasks of these names that have not ended."""
    return [task for task in asyncio.all_tasks() if task.get_name() in names]


async def test_what_a_server_says_last_ends_before_the_database_does(local, running_bot):
    client = running_bot.client
    async with running_bot.store.database.port._turn:
        client.dispatch("guild_available", client.get_guild(local.guild))
        await asyncio.sleep(0)
        assert under_way("discord.py: on_guild_available")
        await client.close()
        assert under_way("discord.py: on_guild_available") == []


async def test_a_table_that_was_woken_while_it_was_shown_is_not_begun_again_after_the_end(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    await running_bot.shown()
    posts, path = running_bot.client.messages, f"/channels/{local.channel('games')}/messages"
    before = len(local.requests("POST", path))
    local.faults.hang("POST", path)
    posts.repost(1)
    await local.until(lambda: len(local.requests("POST", path)) > before)
    posts.wake(1)
    await posts.close()
    assert under_way("post room 1") == []
    local.faults.release()


async def test_no_announcement_is_begun_after_the_end(running_bot, ana):
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    await running_bot.shown()
    posts = running_bot.client.messages
    await posts.close()
    await posts.sweep()
    posts.wake_later(1)
    assert under_way("announcing") == []
    assert not posts._tasks._delayed
