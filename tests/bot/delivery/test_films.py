"""The film of a finished table: posted once, found again, refused before the end."""

from __future__ import annotations

import asyncio

from bot.delivery import films
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import says, turn_of


async def over(local, running_bot, ana):
    """The message of a table that Ana resigned."""
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    sure = await ana.command("resign", channel=local.channel("games"))
    await ana.press(sure.message, label="Resign")
    return await ana.until(says("final"))


async def test_two_presses_at_once_make_one_film_and_later_ones_link_to_it(local, running_bot, ana):
    final = await over(local, running_bot, ana)
    cy = local.person("Cy")
    first, second = await asyncio.gather(ana.press(final, label="Film"), cy.press(final, label="Film"))
    await first.until(lambda reply: "watch it" in reply.text)
    await second.until(lambda reply: "watch it" in reply.text)
    shown = [m for m in ana.sees(local.channel("games")) if "· film" in text(m)]
    assert len(shown) == 1
    gif = local.blob(shown[0]["attachments"][0])
    assert gif.startswith(b"GIF8")
    assert len(gif) <= 500 * 1024
    await running_bot.restart()
    again = await ana.press(final, label="Film")
    assert again.text == first.text == second.text
    assert shown[0]["id"] in again.text
    assert len([m for m in ana.sees(local.channel("games")) if "· film" in text(m)]) == 1


async def test_the_film_speaks_the_language_of_the_server(local, running_bot, ana):
    final = await over(local, running_bot, ana)
    await running_bot.services.servers.choose(local.guild, "language", ["hu"])
    assert "watch it" in (await ana.press(final, label="Film")).text
    (film,) = (m for m in ana.sees(local.channel("games")) if "· film" in text(m))
    assert film["attachments"][0]["description"].startswith("Az egész játék")


async def test_a_table_under_way_has_no_film(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    reply = await ana.raw_press(int(message["channel_id"]), message["id"], "film:1")
    assert "There is no film of Azul #1" in reply.text
    assert reply.private


async def test_every_seat_is_shown_enlarged(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    board = await ana.press(await turn_of(ana), label="Board")
    larger = await ana.press(board.message, label="Larger parts")
    assert len(larger.message["attachments"]) == 2
    assert larger.message["attachments"][0]["description"].startswith("The seat of Ana")
    assert "Larger parts" in buttons((await ana.press(larger.message, label="As picture")).message)


async def test_a_film_that_may_not_be_posted_says_what_must_be_allowed(local, running_bot, ana):
    final = await over(local, running_bot, ana)
    local.forbid(local.channel("games"), "attach_files")
    reply = await ana.press(final, label="Film")
    assert "to attach files there" in reply.text
    assert reply.private
    local.forbid(local.channel("games"))
    assert "watch it" in (await ana.press(final, label="Film")).text


async def test_a_post_that_hangs_keeps_nobody_waiting_for_a_film(local, running_bot, ana, monkeypatch):
    final = await over(local, running_bot, ana)
    await running_bot.shown()
    monkeypatch.setattr(films, "FILM_POST_TIMEOUT", 0.0)
    local.faults.hang("POST", f"/channels/{local.channel('games')}/messages")
    hung = await ana.press(final, label="Film")
    await hung.until(lambda reply: "Discord does not answer me right now." in reply.text)
    local.faults.release()
    monkeypatch.undo()
    again = await local.person("Cy").press(final, label="Film")
    await again.until(lambda reply: "watch it" in reply.text)
