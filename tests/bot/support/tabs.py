"""Headless Chromium on the page of the local Discord: one tab a person. Knows no bot and no game."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from tests.bot.support.local_discord import LocalDiscord

CHROMIUM = os.environ.get(  # empty where no test is to run in a browser
    "TESSERA_CHROMIUM", next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = 120_000  # milliseconds: only what hangs takes so long


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """A browser; without one the test is skipped and says why."""
    api = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("no Chromium here; name one in TESSERA_CHROMIUM")
    api.expect.set_options(timeout=PATIENCE)
    async with api.async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        await browser.close()


@contextlib.asynccontextmanager
async def tabs_of(browser: Any, local: LocalDiscord) -> AsyncIterator[Callable[[str], Any]]:
    """Opens a tab of a person. A script error or a request to another address fails the test."""
    context = await browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("request", lambda one: wrong.append(one.url) if not _ours(one.url, local.url) else None)

    async def opened(name: str) -> Any:
        page = await context.new_page()
        await page.goto(f"{local.url}/?as={name}#{local.channel('games')}")
        await page.locator("#bot-state.online").wait_for()
        await page.locator(".beginning", has_text="games").wait_for()
        return page

    yield opened
    await context.close()
    assert wrong == []


def _ours(url: str, home: str) -> bool:
    return url.startswith((home, "data:", home.replace("http", "ws", 1)))
