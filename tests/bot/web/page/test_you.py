"""A page says who is signed in in the browser, and a link of somebody else asks before it changes that."""

from __future__ import annotations

import pytest

from tests.bot.support.axe import SCREENS, faults
from tests.bot.support.page_player import at_page, own_link, sign_in
from tests.bot.support.rooms import ANA, BEN

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser


async def asked(page, tables):
    """Ana is signed in in the tab, and opens a link of Ben's to the table of both."""
    await tables.table(ANA, BEN, game="azul")
    await sign_in(page, tables.services, 1, "Ana")
    await page.goto(await own_link(tables.services, 1, "Ben"))
    await expect(page.locator("#switch")).to_be_visible()


async def test_the_page_says_who_is_signed_in_and_whoever_is_not_signs_out(page, tables, site):
    await at_page(page, tables)
    await expect(page.locator("#you")).to_contain_text("You are Ana.")
    assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]
    assert await faults(page) == []
    await page.get_by_role("button", name="Not you?").click()
    await expect(page.get_by_role("alert")).to_contain_text("Press Open board in Discord for a link of your own.")
    await expect(page.locator("#you")).to_be_hidden()
    await expect(page.locator("main")).to_be_hidden()
    assert await tables.services.page_sessions.begun(ANA.id) == []


async def test_a_page_for_watching_says_it_too_and_goes_on_for_whoever_signs_out(page, tables, site):
    await tables.table(ANA, BEN, game="azul")
    await sign_in(page, tables.services, 1, "Ana")
    await page.goto(await site.watching.link(await tables.rooms.room(1)))
    await expect(page.locator("#you")).to_contain_text("You are Ana.")
    await page.get_by_role("button", name="Not you?").click()
    await expect(page.get_by_role("alert")).to_contain_text("Press Open board in Discord for a link of your own.")
    await expect(page.locator("#you")).to_be_hidden()
    await expect(page.locator("#sits")).to_be_hidden()
    await expect(page.locator("#drawing svg")).to_be_visible()


async def test_whoever_watches_without_being_signed_in_reads_nothing_of_that(page, tables, site):
    await tables.table(ANA, BEN, game="azul")
    async with page.expect_response("**/who*"):
        await page.goto(await site.watching.link(await tables.rooms.room(1)))
    await expect(page.locator("#drawing svg")).to_be_visible()
    await expect(page.locator("#you")).to_be_hidden()


async def test_a_link_of_somebody_else_asks_and_whoever_stays_plays_on_also_once_it_is_spent(page, tables, site):
    await asked(page, tables)
    assert "#" not in page.url
    await expect(page.locator("#switch-asked")).to_contain_text(
        "signed in as Ana in this browser, but this link belongs to Ben"
    )
    await expect(page.locator("main")).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]
    assert await faults(page) == []
    assert await tables.services.page_sessions.begun(BEN.id) == []
    await tables.services.page_sessions.end_all(BEN.id)  # as if it had been opened elsewhere meanwhile
    over = page.get_by_role("button", name="Sign in as Ben")
    await over.click()
    await expect(page.locator("#switch-asked")).to_have_text(
        "This link has been opened already or is too old. Press Open board in Discord for a new one."
    )
    await expect(over).to_be_hidden()
    await page.get_by_role("button", name="Stay Ana").click()
    await expect(page.locator("#switch")).to_be_hidden()
    await expect(page.locator("#you")).to_contain_text("You are Ana.")
    await expect(page.locator("#drawing svg")).to_be_visible()


async def test_a_link_of_somebody_else_asks_and_whoever_that_is_signs_in(page, tables, site):
    await asked(page, tables)
    await page.get_by_role("button", name="Sign in as Ben").click()
    await expect(page.locator("#you")).to_contain_text("You are Ben.")
    await expect(page.locator("#drawing svg")).to_be_visible()
    assert await tables.services.page_sessions.begun(ANA.id) == []
