"""A game of Azul on the page, in headless Chromium, through the page's own controls. Knows no rules.

Its middle is played without the page; `make pages` plays whole games of every kind on it.
"""

from __future__ import annotations

import itertools
import re
from random import Random

import pytest

from bot.app.wiring import make_services
from bot.model.people import Person
from tests.bot.support.local_discord import PATIENCE

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

TURNS = 2  # on the page, the last of which ends the game
# The newest message of the table, as text, once it differs from what was read before and calls whoever is to move.
NEWS = """([before, call]) => {
  const shows = message => message.querySelector("[data-custom-id='board:1']") && !message.querySelector(".only-you");
  const text = [...document.querySelectorAll("[data-message-id]")].filter(shows).at(-1)?.innerText;
  return text && text !== before && text.includes(call) ? text : null;
}"""
# What the newest private message asks for, once it differs from what was asked before.
ASKED = """before => {
  const menu = [...document.querySelectorAll("[data-message-id]:has(.only-you)")].at(-1);
  const ids = menu ? [...menu.querySelectorAll("[data-custom-id], [data-key]")].map(one => one.dataset.key) : [];
  return ids.length && ids.join() !== before ? ids.join() : null;
}"""


@pytest.fixture
def tab(tabs, running_bot):
    """Opens a tab of a person once Tessera is there."""
    return tabs


async def news(bot, page, before=""):
    """The text of the table's newest message, once all that is due is shown and it is not `before`."""
    await bot.client.messages.wait_until_idle(PATIENCE)
    await bot.local.quiet()
    room = await bot.rooms.move_robots(1)
    call = f"@{room.occupants[room.to_act[0]].name}, your turn" if room.phase == "playing" else "final"
    return await (await page.wait_for_function(NEWS, arg=[before, call])).json_value()


async def asked(page, before):
    """The controls of the newest private message, once they are not `before`."""
    return await (await page.wait_for_function(ASKED, arg=before)).json_value()


async def move(page):
    """The person of this tab plays the first answer of every question; a tab behind another one draws nothing."""
    await page.bring_to_front()
    await page.locator("[data-custom-id='play:1']").last.click()
    menu, seen = page.locator("[data-message-id]:has(.only-you)").last, ""
    while True:
        seen = await asked(page, seen)
        if " do:1:" in seen:
            break
        lists, answers = menu.get_by_role("combobox"), menu.locator("[data-custom-id^='m:1:']")
        await lists.or_(answers).first.wait_for()  # a menu that is just drawn anew has neither for a moment
        if await lists.count():
            await lists.first.click()
            await page.locator("[role=option]:visible").first.click()
        else:
            await answers.first.click()
    await menu.get_by_role("button", name="Play it").click()
    await expect(menu).to_contain_text("Played: ")
    await menu.get_by_role("button", name="Dismiss").click()


async def hurry(bot):
    """The game has gone on until a person is to move who ends it, whatever is played."""
    rooms, lot = (
        make_services(bot.store, bot.now, lambda: "", bot.games).rooms,
        Random(1),
    )  # as another process, and unseen
    for press in itertools.count(1):
        room = await rooms.move_robots(1)
        seat = room.to_act[0]
        assert isinstance(room.occupants[seat], Person)
        state, moves = room.table.state, room.table.view(seat).moves
        if not any(state.after(seat, move).to_act() for move in moves):
            break
        await rooms.play(1, seat, None, str(lot.choice(moves)), press)
    bot.rooms.announce(1)


async def test_two_tabs_and_a_robot_play_a_game_by_the_controls_of_the_page(tab, running_bot):
    ana, ben = await tab("ana"), await tab("ben")
    await ana.get_by_label("Message #games").press_sequentially("/play")
    await ana.keyboard.press("Enter")
    await ana.get_by_role("option", name="Azul", exact=True).click()
    await ana.get_by_role("button", name="Send").click()
    await ben.bring_to_front()
    await ben.get_by_role("button", name="Join").click()
    await ana.bring_to_front()
    await expect(ana.locator("[data-message-id]").last).to_contain_text("Ben")
    await ana.get_by_role("button", name="Add robot").click()
    await ana.get_by_role("button", name="Amateur").click()
    await expect(ana.get_by_text("sits at Azul #1 now")).to_be_visible()
    await ana.get_by_role("button", name="Start with 3").click()

    people, page, table = {"Ana": ana, "Ben": ben}, ana, ""
    for turn in range(TURNS):
        if turn == TURNS - 1:
            await hurry(running_bot)
        table = await news(running_bot, page, table)
        page = people[re.search("@(Ana|Ben), your turn", table)[1]]
        await move(page)
    assert "final" in await news(running_bot, page, table)

    for page in (ana, ben):
        await page.bring_to_front()
        final = page.locator("[data-message-id]").last
        await expect(final.get_by_role("heading")).to_have_text("Azul #1 · final")
        await expect(final).to_contain_text("1. ")
        await expect(final.locator(".mention.me")).to_be_visible()
        picture = final.get_by_role("img")
        await expect(picture).to_have_attribute("alt", re.compile("^Azul.*Over: "))
        assert await picture.evaluate("image => image.complete && image.naturalWidth") > 1000
        await expect(page.locator("[data-custom-id='play:1']")).to_have_count(0)


async def test_an_empty_channel_offers_every_game_and_one_press_leads_to_the_first_move(tab, running_bot):
    ana = await tab("ana")
    offers = ana.locator(".offers").get_by_role("button")
    await expect(offers).to_have_count(4)
    await ana.get_by_role("button", name="Play Azul against a robot").dblclick()
    await expect(ana.locator("[data-custom-id='play:1']")).to_be_visible()
    await expect(ana.locator("#list")).to_contain_text("Ana, your turn")
    await expect(offers).to_have_count(0)
    await expect(ana.locator("#announcer")).to_contain_text("Azul #1 · round 1")
    assert len(await running_bot.rooms.list_in_channel(running_bot.local.channel("games"))) == 1
