"""One's tables from a place which Tessera has not joined: they are listed there, and moves are made from there."""

from __future__ import annotations

from tests.bot.support.local_discord import text
from tests.bot.support.tessera import first_answers, turn_of


async def test_a_move_is_made_from_a_server_that_tessera_has_not_joined(local, running_bot, ana, games):
    lobby = await ana.command("play", channel=ana.dm, game="azul")
    await ana.press(lobby.message, label="Start with 2")
    message = await turn_of(ana)
    local.server.brain.personal.add(local.guild)
    turns = await ana.command("turns", channel=games)
    assert turns.private
    preview = await first_answers(ana, await ana.press(turns.message, label="Play"))
    played = await ana.press(preview.message, label="Play it")
    assert "Played:" in played.text
    news = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"]))
    assert int(news["channel_id"]) == ana.dm
