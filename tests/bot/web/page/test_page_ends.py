"""A page on which somebody may not play any more says why, at the next press or by itself."""

from __future__ import annotations

import pytest

from tests.bot.support.axe import SCREENS
from tests.bot.support.local_discord import PATIENCE as LONG
from tests.bot.support.page_player import IDLE, at_page, own_link

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

REMOVED = "Tessera has been removed from the server of this table, so this page has ended."


async def test_whoever_has_left_reads_so_when_the_page_opens(page, running_bot, site):
    ana, ben = (running_bot.local.person(name) for name in ("Ana", "Ben"))
    await running_bot.table(ana, ben)
    link = await own_link(running_bot.services, 1, "Ben")
    running_bot.local.expel(ben)
    await page.set_extra_http_headers({"Accept-Language": "hu"})
    await page.goto(link)
    await expect(page.get_by_role("alert")).to_contain_text("Már nem vagy tagja az asztal szerverének")
    await expect(page.locator("main")).to_be_hidden()
    await expect(page.locator("#drawing svg")).to_have_count(0)
    assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]


async def test_a_press_after_the_bot_was_removed_plays_nothing_and_says_why(page, running_bot, site):
    await at_page(page, running_bot)
    places = page.locator("#places [role=button]")
    await places.first.wait_for()
    await page.wait_for_function(IDLE)
    await running_bot.shown()
    before = len((await running_bot.rooms.room(1)).table.log)
    heard = running_bot.client.wait_for("guild_remove", timeout=LONG)
    running_bot.local.server.simulation.dismiss(running_bot.local.guild)
    await heard
    await places.first.click()
    await expect(page.get_by_role("alert")).to_contain_text(REMOVED)
    await expect(page.locator("main")).to_be_hidden()
    await expect(page.locator("#you")).to_contain_text("You are Ana.")
    assert len((await running_bot.rooms.room(1)).table.log) == before


async def test_a_page_that_is_open_ends_by_itself_once_that_is_known(page, running_bot, site):
    await at_page(page, running_bot)
    await page.wait_for_function(IDLE)
    await running_bot.shown()
    heard = running_bot.client.wait_for("guild_remove", timeout=LONG)
    running_bot.local.server.simulation.dismiss(running_bot.local.guild)
    await heard
    room = await running_bot.rooms.room(1)
    await running_bot.rooms.play(1, room.to_act[0], None, str(room.table.view(room.to_act[0]).moves[0]), -1)
    await expect(page.get_by_role("alert")).to_contain_text(REMOVED)
