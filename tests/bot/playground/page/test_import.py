"""A record and its sandbox on the page, in headless Chromium, through the page's own controls. Knows no rules."""

from __future__ import annotations

import pytest

from tests.bot.interactions.test_sandbox import GOOD

expect = pytest.importorskip("playwright.async_api", reason="playwright is not installed").expect
pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser


async def test_a_file_too_large_is_refused_at_once_and_another_is_imported_and_other_moves_are_tried(tabs, running_bot):
    page = await tabs("ana")
    await page.get_by_label("Message #games").press_sequentially("/import")
    await page.keyboard.press("Enter")
    chosen = page.locator("input[type=file]")
    await chosen.set_input_files({"name": "x.txt", "mimeType": "", "buffer": b"x" * 100_000})
    await expect(page.get_by_text("This page sends files of at most 90000 bytes.")).to_be_visible()
    await chosen.set_input_files({"name": "x.txt", "mimeType": "", "buffer": GOOD.encode()})
    await page.get_by_role("button", name="Send").click()
    answer = page.locator("[data-message-id]:has(.only-you)").last
    await expect(answer.get_by_role("heading")).to_have_text("Azul · a record")
    await answer.get_by_role("button", name="Next").click()
    await expect(answer).to_contain_text("Move 1 of 5")
    await answer.get_by_role("button", name="Try other moves").click()
    await expect(answer).to_contain_text("Sandbox: every seat is yours")
