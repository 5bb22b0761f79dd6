"""The Activity in headless Chromium: the local Discord holds it in a frame, and it knows who sits there."""

from __future__ import annotations

import pytest
import pytest_asyncio

from tests.bot.support.activity import set_up
from tests.bot.support.tessera import turn_of

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser


@pytest_asyncio.fixture(loop_scope="session")
async def tab(window, running_bot, site, local):
    """Opens a tab of a person on Discord. A script error, or a request to another address, fails the test."""
    set_up(running_bot, site)
    wrong, pages = [], []

    async def opened(name):
        page = await window.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        ours = (site.address, local.url, "data:", local.url.replace("http", "ws", 1))
        page.on("request", lambda one: None if one.url.startswith(ours) else wrong.append(one.url))
        await page.goto(f"{local.url}/?as={name}#{local.channel('games')}")
        await page.locator("#bot-state.online").wait_for()
        pages.append(page)
        return page

    yield opened
    for page in pages:
        await page.close()
    assert wrong == []


async def to_move(running_bot):
    """The name of whoever is to move at the only table."""
    room = await running_bot.rooms.room(1)
    return room.seats[room.to_act[0]].name


async def test_whoever_opens_it_plays_there_without_a_link(tab, running_bot, local):
    await running_bot.table(local.person("Ana"), local.person("Ben"))
    name = await to_move(running_bot)
    await running_bot.shown()
    page = await tab(name)
    await page.get_by_role("button", name="Board", exact=True).last.click()
    await page.get_by_role("button", name="Open here").click()
    frame = page.frame_locator("#activity iframe")
    for _ in range(2):
        await frame.locator("#places [role=button]").first.click()
    await frame.get_by_role("button", name="Play it").click()
    await expect(frame.locator("#own-said")).to_contain_text("You played")
    await running_bot.shown()
    other = local.person("Ben" if name == "Ana" else "Ana")
    assert await turn_of(other)  # everybody on Discord sees the move
