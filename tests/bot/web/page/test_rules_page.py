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
    asked = []

    def note(one):
        asked.extend([one.url] if "/rules/" in one.url else [])

    async def opened(game, language="en"):
        await visitor.set_extra_http_headers({"Accept-Language": language})
        await visitor.set_viewport_size(SCREENS["phone"])
        visitor.on("request", note)
        await visitor.goto(shown[game].link)
        await visitor.locator("#board svg").wait_for()
        return visitor, asked

    yield opened
    visitor.remove_listener("request", note)


async def test_rules_are_loaded_when_somebody_opens_them_and_once_but_anew_for_high_contrast(opened):
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
    await page.locator("#look").select_option("contrast")
    await rules.press("Enter")
    await expect(dialog).to_be_visible()
    assert ["look=contrast" in address for address in asked] == [False, True]


async def test_rules_open_at_a_paragraph_once_they_can_be_loaded_and_go_to_a_chapter(opened):
    page, _ = await opened("azul")
    before = page.url
    await page.evaluate("() => { window.kept = fetch; window.fetch = () => Promise.reject(new Error('away')); }")
    await page.evaluate(OPEN, "8.4")
    await expect(page.get_by_role("dialog")).to_contain_text("could not be loaded")
    await page.evaluate("() => { window.fetch = window.kept; }")
    await page.evaluate(OPEN, "8.4")
    await expect(page.locator("#rule-8\\.4")).to_be_focused()
    await expect(page.locator("#rule-8\\.4 svg")).to_be_in_viewport()
    here = page.locator("#rules-here")
    await expect(here).to_have_text("At this table: colored wall, official rules, ties: more wall tiles.")
    assert await page.evaluate("document.documentElement.scrollWidth") == SCREENS["phone"]["width"]
    await page.get_by_role("link", name="4 Taking tiles").click()
    await expect(page.locator("#chapter-4")).to_be_in_viewport()
    await expect(page.locator("#rule-8\\.4")).not_to_be_in_viewport()
    assert page.url == before
