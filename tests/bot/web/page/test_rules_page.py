"""The rules beside the board: opened by a button or at a paragraph, by mouse or keyboard, loaded only then."""

from __future__ import annotations

import pytest

from tests.bot.support.axe import SCREENS

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

OPEN = "async number => (await import('../page/rules.js')).openRule(number)"


@pytest.fixture
def opened(visitor, shown):
    """The page of a table, and the addresses of rules that it has asked for."""

    async def opened(game, language="en"):
        await visitor.set_extra_http_headers({"Accept-Language": language})
        await visitor.set_viewport_size(SCREENS["phone"])
        asked = []
        visitor.on("request", lambda one: asked.append(one.url) if "/rules/" in one.url else None)
        await visitor.goto(shown[game].link)
        await visitor.locator("#board svg").wait_for()
        return visitor, asked

    return opened


async def test_rules_are_loaded_when_somebody_opens_them_and_once(opened):
    page, asked = await opened("pillars", "hu")
    rules, dialog = page.get_by_role("button", name="Szabályok"), page.get_by_role("dialog", name="Szabályok")
    assert asked == []
    for _ in range(2):
        await rules.press("Enter")
        await expect(dialog.get_by_role("heading", name="1 A játék")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        await expect(rules).to_be_focused()
    assert len(asked) == 1


async def test_rules_say_how_the_game_is_played_at_this_table(opened):
    page, _ = await opened("azul")
    await page.get_by_role("button", name="Rules").click()
    here = page.locator("#rules-here")
    await expect(here).to_have_text("At this table: colored wall, official rules, ties: more wall tiles.")
    assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]


async def test_rules_open_at_a_paragraph_and_go_to_a_chapter_without_changing_the_address(opened):
    page, _ = await opened("azul")
    before = page.url
    await page.evaluate(OPEN, "8.4")
    await expect(page.locator("#rule-8\\.4")).to_be_focused()
    await expect(page.locator("#rule-8\\.4 svg")).to_be_in_viewport()
    await page.get_by_role("link", name="4 Taking tiles").click()
    await expect(page.locator("#chapter-4")).to_be_in_viewport()
    await expect(page.locator("#rule-8\\.4")).not_to_be_in_viewport()
    assert page.url == before


async def test_figures_are_drawn_anew_for_high_contrast(opened):
    page, asked = await opened("match_five")
    for look in ("light", "contrast"):
        await page.locator("#look").select_option(look)
        await page.evaluate(OPEN, "")
        await page.get_by_role("button", name="Close").click()
    assert ["look=contrast" in address for address in asked] == [False, True]


async def test_rules_that_cannot_be_loaded_say_so_and_come_the_next_time(opened, visitor):
    page, _ = await opened("azul")
    await page.evaluate("() => { window.kept = fetch; window.fetch = () => Promise.reject(new Error('away')); }")
    await page.evaluate(OPEN, "4.5")
    await expect(page.get_by_role("dialog")).to_contain_text("could not be loaded")
    await page.evaluate("() => { window.fetch = window.kept; }")
    await page.evaluate(OPEN, "4.5")
    await expect(page.locator("#rule-4\\.5")).to_be_focused()
