"""The Activity in headless Chromium: the local Discord holds it in a frame, and it knows who sits there."""

from __future__ import annotations

import re

import pytest
import pytest_asyncio

from tests.bot.support.activity import set_up
from tests.bot.support.axe import faults
from tests.bot.support.tabs import tabs_of
from tests.bot.support.tessera import turn_of

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

STREAM = re.compile(r"/news\?(?!.*once=)")  # news as they come, not those that are asked for again and again


@pytest_asyncio.fixture(loop_scope="session")
async def tab(window, running_bot, site, local):
    """Opens a tab of a person on Discord. A script error, or a request to another address, fails the test."""
    set_up(running_bot, site)
    async with tabs_of(window, local, site.address) as opened:
        yield opened
    session = await window.new_cdp_session(window.pages[0])
    await session.send("Storage.clearDataForOrigin", {"origin": site.address, "storageTypes": "local_storage"})
    await session.detach()


@pytest_asyncio.fixture(loop_scope="session")
async def timed_tab(timed, running_bot, site, local):
    """As `tab`, in the window whose clock the test sets."""
    set_up(running_bot, site)
    async with tabs_of(timed, local, site.address) as opened:
        yield opened


async def to_move(running_bot):
    """The name of whoever is to move at the only table."""
    room = await running_bot.rooms.room(1)
    return room.occupants[room.to_act[0]].name


async def test_whoever_opens_it_plays_there_without_a_link_and_finds_other_tables(tab, running_bot, local):
    for names in (("Cy", "Dee"), ("Ana", "Ben")):
        await running_bot.table(*map(local.person, names))
    room = await running_bot.rooms.room(2)
    name, other = (room.occupants[seat].name for seat in (room.to_act[0], 1 - room.to_act[0]))
    await running_bot.shown()
    page = await tab(name)
    shown = page.locator("[data-message-id]", has_text="Azul #2")
    await shown.get_by_role("button", name="Board", exact=True).last.click()
    await page.get_by_role("button", name="Open inside Discord").click()
    frame = page.frame_locator("#activity iframe")
    await expect(frame.locator("#title")).to_contain_text("Azul #2")
    for _ in range(2):  # what is pressed before the next question is there does not count
        await frame.locator("#places [role=button]").first.click()
        await expect(frame.locator("#own")).to_have_attribute("aria-busy", "false")
    await frame.get_by_role("button", name="Play it").click()
    await expect(frame.locator("#own-said")).to_contain_text("You played")
    await running_bot.shown()
    assert await turn_of(local.person(other))  # everybody on Discord sees the move
    await page.set_viewport_size({"width": 390, "height": 844})
    inner = next(one for one in page.frames if one.parent_frame)
    assert await inner.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    await frame.get_by_role("button", name="Other tables").click()
    await expect(frame.get_by_text("Which table?")).to_be_visible()
    await expect(frame.locator(":root")).to_have_attribute("data-theme", "light")  # as the table will be
    for look in ("light", "dark"):
        await inner.evaluate("look => { document.documentElement.dataset.theme = look; }", look)
        assert await faults(inner) == []
    await frame.get_by_role("button", name="Azul #1").click()
    await expect(frame.locator("#title")).to_contain_text("Azul #1")
    await expect(frame.locator("#drawing svg")).to_be_visible()
    await frame.get_by_role("button", name="Other tables").click()
    await frame.get_by_role("button", name="Close", exact=True).click()
    await expect(page.locator("#activity")).to_be_hidden()


async def test_a_token_that_has_run_out_is_replaced_without_a_word(timed_tab, timed, running_bot, local):
    await running_bot.table(local.person("Ana"), local.person("Ben"))
    page = await timed_tab("Cy")
    await page.get_by_role("button", name="Launch the Activity").click()
    frame = page.frame_locator("#activity iframe")
    await expect(frame.locator("#drawing svg")).to_be_visible()
    at = await page.evaluate("Date.now()")
    await timed.clock.pause_at(at / 1000 + 60)  # it does not sign in by itself more often; news were silent for so long
    await expect(frame.locator("#lost")).to_be_visible()
    running_bot.services.activity.forget(local.person("Cy").id)
    await running_bot.services.table_actions.resign(1, local.person("Ana").id, 1)
    await timed.clock.run_for(3_000)
    await expect(frame.locator("#title")).to_contain_text("final")
    await expect(frame.locator("#signed-out")).to_be_hidden()


async def test_where_the_proxy_holds_news_back_the_page_asks_again_and_again_for_what_it_has_not_seen(
    timed_tab, timed, running_bot, local
):
    await running_bot.table(local.person("Ana"), local.person("Ben"))
    page, asked = await timed_tab("Cy"), []
    page.on("request", lambda one: asked.append(one.url) if "once=1" in one.url else None)
    await page.route(STREAM, lambda route: None)  # nothing ever comes
    await page.get_by_role("button", name="Launch the Activity").click()
    frame = page.frame_locator("#activity iframe")
    await expect(frame.locator("#title")).to_contain_text("Azul")
    while len(asked) < 4:
        await timed.clock.run_for(1_000)
    assert [url.endswith("seen=") for url in asked[:4]] == [True, False, False, False]
    await expect(frame.locator("#drawing svg")).to_be_visible()
    await running_bot.services.table_actions.resign(1, local.person("Ana").id, 1)
    await timed.clock.run_for(3_000)
    await expect(frame.locator("#title")).to_contain_text("final")


async def test_outside_of_discord_it_says_where_it_belongs(page, running_bot, site):
    set_up(running_bot, site)
    await page.goto(site.address)
    await expect(page.locator("#said")).to_contain_text("works inside Discord only")


async def test_where_no_discord_answers_it_says_so(timed, running_bot, site):
    set_up(running_bot, site)
    page = timed.pages[0]
    await page.goto(f"{site.address}/?frame_id=1&instance_id=i-1")
    await expect(page.locator("#said")).to_contain_text("Signing in")
    await timed.clock.run_for(15_000)
    await expect(page.locator("#said")).to_contain_text("does not answer")
    await expect(page.get_by_role("button", name="Try again")).to_be_visible()
