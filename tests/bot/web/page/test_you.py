"""A page says who is signed in in the browser, and a link of somebody else asks before it changes that."""

from __future__ import annotations

import pytest

from tests.bot.support.axe import SCREENS, faults
from tests.bot.support.page_player import own_link, sign_in
from tests.bot.support.rooms import ANA, BEN

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser


async def test_whoever_watches_their_own_table_finds_the_page_on_which_to_play_and_signs_out_there(page, tables, site):
    await tables.table(ANA, BEN, game="azul")
    await sign_in(page, tables.services, 1, "Ana")
    await page.goto(await site.watching.link(await tables.rooms.room(1)))
    await expect(page.get_by_role("button", name="My own view")).to_have_count(0)
    await page.get_by_role("link", name="Play here").click()
    await page.locator("#own-title").wait_for()
    await expect(page.locator("#you")).to_contain_text("You are Ana.")
    assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]
    await page.get_by_role("button", name="Not you?").click()
    await expect(page.get_by_role("alert")).to_contain_text("Press Open board in Discord for a link of your own.")
    await expect(page.locator("#you")).to_be_hidden()
    await expect(page.locator("main")).to_be_hidden()
    assert await tables.services.page_sessions.session_starts(ANA.id) == []


async def test_a_page_for_watching_says_it_too_and_goes_on_for_whoever_signs_out_and_then_reads_nothing_of_that(
    page, tables, site
):
    await tables.table(ANA, BEN, game="azul")
    await sign_in(page, tables.services, 1, "Ana")
    await page.goto(await site.watching.link(await tables.rooms.room(1)))
    await expect(page.locator("#you")).to_contain_text("You are Ana.")
    await page.get_by_role("button", name="Not you?").click()
    await expect(page.get_by_role("alert")).to_contain_text("Press Open board in Discord for a link of your own.")
    await expect(page.locator("#you")).to_be_hidden()
    await expect(page.locator("#sits")).to_be_hidden()
    await expect(page.locator("#drawing svg")).to_be_visible()
    async with page.expect_response("**/who*"):
        await page.reload()
    await expect(page.locator("#drawing svg")).to_be_visible()
    await expect(page.locator("#you")).to_be_hidden()


async def test_a_link_of_somebody_else_asks_and_whoever_stays_plays_on_also_once_it_is_spent_or_signs_in(
    page, tables, site
):
    await tables.table(ANA, BEN, game="azul")
    await sign_in(page, tables.services, 1, "Ana")
    await page.goto(await own_link(tables.services, 1, "Ben"))
    asked = page.locator("#switch-asked")
    await expect(asked).to_contain_text("signed in as Ana in this browser, but this link belongs to Ben")
    assert "#" not in page.url
    await expect(page.locator("main")).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]
    assert await faults(page) == []
    assert await tables.services.page_sessions.session_starts(BEN.id) == []
    await tables.services.page_sessions.end_all(BEN.id)  # as if it had been opened elsewhere meanwhile
    over = page.get_by_role("button", name="Sign in as Ben")
    await over.click()
    await expect(asked).to_have_text(
        "This link has been opened already or is too old. Press Open board in Discord for a new one."
    )
    await expect(over).to_be_hidden()
    await page.get_by_role("button", name="Stay Ana").click()
    await expect(page.locator("#switch")).to_be_hidden()
    await expect(page.locator("#you")).to_contain_text("You are Ana.")
    await expect(page.locator("#drawing svg")).to_be_visible()

    await page.goto("about:blank")  # else only what follows # in the address is another
    await page.goto(await own_link(tables.services, 1, "Ben"))
    await over.click()
    await expect(page.locator("#you")).to_contain_text("You are Ben.")
    await expect(page.locator("#drawing svg")).to_be_visible()
    assert await tables.services.page_sessions.session_starts(ANA.id) == []
