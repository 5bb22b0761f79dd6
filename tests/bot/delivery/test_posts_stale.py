"""What becomes of a table's message once a newer one stands: deleted where it was read, a line where it was not."""

from __future__ import annotations

import pytest

from bot.playground.protocol import error_answer
from tests.bot.interactions.test_server_settings import decide
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import first_answers, says, turn_of

EPHEMERAL = 64


def tables(person, channel):
    """The table's messages there, oldest first."""
    return [m for m in person.sees(channel) if "#1" in text(m) and not m["flags"] & EPHEMERAL]


async def played(bot, person, message, **where):
    """The person's move by the buttons of that message; the new message that calls somebody."""
    preview = await first_answers(person, await person.press(message, label="Play"))
    await person.press(preview.message, label="Play it")
    await bot.shown()
    await bot.local.quiet()


async def test_a_channel_has_one_message_of_a_table(local, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    for _ in range(2):
        message = await ana.until(says("your turn"))
        acting = ana if ana.mention in text(message) else ben
        await played(running_bot, acting, message)
        (only,) = tables(ana, games)
        assert int(only["id"]) > int(message["id"])
        assert "your turn" in text(only)


async def test_who_moved_from_elsewhere_finds_a_line_where_the_call_was(local, running_bot, ana, games):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    typed = await ana.command("turns", channel=ana.dm)
    preview = await first_answers(ana, await ana.press(typed.message, label="Play"))
    await ana.press(preview.message, label="Play it")
    await running_bot.shown()
    await local.quiet()
    old, new = tables(ana, games)
    assert old["id"] == message["id"]
    assert "after move" in text(old)
    assert not buttons(old)
    assert f"{ana.mention}, your turn" in text(new)


@pytest.mark.parametrize(("wanted", "playable"), [("line", [False, False, True]), ("keep", [False, True, True])])
async def test_a_server_may_want_earlier_messages(local, running_bot, ana, games, wanted, playable):
    await running_bot.services.servers.choose(local.guild, "earlier", [wanted])
    await running_bot.table(ana, robots=1)
    await played(running_bot, ana, await turn_of(ana))
    assert ["Play" in buttons(m) for m in tables(ana, games)] == playable


async def test_the_setting_is_offered_to_managers(local, running_bot, ana):
    page = await decide(ana, local, "earlier", label="older messages: one line each")
    assert "Saved." in page.text
    assert (await running_bot.services.servers.load_settings(local.guild)).earlier == "line"


async def test_a_press_on_a_message_that_vanishes_is_answered_anew(local, running_bot, ana, ben, games):
    lobby = await ana.command("play", channel=games, game="azul")
    local.faults.refuse("POST", "/interactions/*/callback", error_answer(404, 10008, "Unknown Message"))
    joined = await ben.press(lobby.message, label="Join")
    assert joined.private
    assert not joined.failed


async def test_a_thread_of_the_tables_own_keeps_its_messages(local, running_bot, ana, games):
    lobby = await ana.command("play", channel=games, game="azul", thread=True)
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Amateur")
    await ana.press(lobby.message, custom_id="start:1")
    message = await turn_of(ana)
    thread = int(message["channel_id"])
    await played(running_bot, ana, message)
    old, new = tables(ana, thread)
    assert old["id"] == message["id"]
    assert "Play" not in buttons(old)
    assert "Play" in buttons(new)
    await local.until(lambda: "#1 has started" in lobby.text)


async def test_the_new_message_stands_before_the_earlier_one_is_deleted(local, running_bot, ana, games):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    await played(running_bot, ana, message)
    new = await turn_of(ana)
    asked = local.requests(path=f"/channels/{games}/messages*")
    posts = [n for n, one in enumerate(asked) if one.call.method == "POST" and one.answer.body["id"] == new["id"]]
    gone = [n for n, one in enumerate(asked) if one.call.method == "DELETE" and one.call.path.endswith(message["id"])]
    assert posts < gone
