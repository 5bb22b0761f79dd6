"""The local Discord to a real discord.py client: commands, presses, forms, suggestions, files, layouts."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys

import pytest

from bot.playground.server import LOOPBACK_HOST, Server
from tests.bot.support.local_discord import Impossible
from tests.bot.support.small_bot import PIXEL


async def test_a_command_is_answered_with_a_file_and_a_layout(local, bot):
    reply = await local.person("Ana").command("panel", channel=local.channel("games"))
    assert reply.answers == 1
    assert reply.text == "count 0"
    (file,) = reply.message["attachments"]
    assert (file["width"], file["height"], file["description"]) == (1, 1, "a board")
    assert local.blob(file) == PIXEL
    assert reply.message["components"][1]["items"][0]["media"]["url"] == file["url"]


async def test_a_press_edits_the_message_and_replaces_its_file(local, bot):
    ana = local.person("Ana")
    before = (await ana.command("panel", channel=local.channel("games"))).message
    after = await ana.press(before, label="More")
    assert after.message["id"] == before["id"]
    assert after.text == "count 1"
    assert [one["id"] for one in after.message["attachments"]] != [one["id"] for one in before["attachments"]]
    assert after.buttons["More"].custom_id == "more:1"


async def test_a_modal_opens_and_its_answer_is_private(local, bot):
    ana, ben, games = local.person("Ana"), local.person("Ben"), local.channel("games")
    shown = (await ana.command("panel", channel=games)).message
    opened = await ana.press(shown, label="Ask")
    assert opened.modal["title"] == "Your name"
    with pytest.raises(Impossible, match="too short or too long"):
        await ana.submit(opened, name="x" * 11)
    sent = await ana.submit(opened, name="Ana")
    assert sent.text == "hello Ana"
    assert sent.private
    assert sent.message["id"] in [one["id"] for one in ana.sees(games)]
    assert sent.message["id"] not in [one["id"] for one in ben.sees(games)]


async def test_a_select_a_deferred_update_and_a_thinking_answer(local, bot):
    ana, games = local.person("Ana"), local.channel("games")
    shown = (await ana.command("panel", channel=games)).message
    assert (await ana.choose(shown, labels=["B"])).text == "picked ['b']"
    assert (await ana.press(shown, label="Late")).text == "count 100"
    ana.locale("hu")
    guessed = await ana.command("guess", channel=games, word="pear", times=2)
    assert (guessed.text, guessed.private, guessed.answers) == ("pear 2 hu", True, 1)


async def test_autocomplete_suggests(local, bot):
    reply = await local.person("Ben").complete("guess", channel=local.channel("games"), focused="word", word="p")
    assert [one["value"] for one in reply.choices] == ["pear", "plum"]


async def test_quiet_means_that_everything_has_been_answered(local, bot):
    games = bot.get_partial_messageable(local.channel("games"))
    sending = [asyncio.create_task(games.send(str(one))) for one in range(5)]
    await local.quiet()
    assert all(one.done() for one in sending)
    assert [one["content"] for one in local.person("Ana").sees(games.id)] == list("01234")


async def test_two_people_act_at_once_and_each_gets_the_own_answer(local, bot):
    games, people = local.channel("games"), [local.person(name) for name in ("Ana", "Ben", "Cy")]
    replies = await asyncio.gather(*(one.command("guess", channel=games, word=str(one.id)) for one in people))
    assert [one.text.split()[0] for one in replies] == [str(one.id) for one in people]
    assert [len(one.sees(games)) for one in people] == [1, 1, 1]


async def test_waiting_ends_with_what_was_waited_for_or_with_a_timeout(local, bot):
    ben, games = local.person("Ben"), local.channel("games")
    waiting = asyncio.create_task(ben.until(lambda one: one["content"] == "now"))
    await bot.get_partial_messageable(games).send("now")
    assert (await waiting)["channel_id"] == str(games)
    with pytest.raises(TimeoutError):
        await ben.until(lambda one: one["content"] == "never", seconds=0.05)


@pytest.mark.parametrize("rounds", range(5))
def test_a_connection_that_arrives_while_it_stops_leaves_no_fault(rounds, monkeypatch):
    faults = []
    monkeypatch.setattr(sys, "unraisablehook", faults.append)
    gc.freeze()  # what other tests have left is not looked at below
    asyncio.run(_stopped_after(rounds))
    gc.collect()
    gc.unfreeze()
    assert faults == []


async def _stopped_after(rounds):
    """Three connections wait to be accepted; the local Discord stops after so many rounds of the event loop."""
    server = Server()
    await server.start()
    address = LOOPBACK_HOST, int(server.url.rsplit(":", 1)[1])
    waiting = [socket.create_connection(address) for _ in range(3)]
    for _ in range(rounds):
        await asyncio.sleep(0)
    await server.stop()
    for one in waiting:
        one.close()
