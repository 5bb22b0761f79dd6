"""Headless Chromium on the page of the local Discord: one tab a person. Knows no bot and no game."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from tests.bot.support.local_discord import LocalDiscord

# The first draws into memory alone, which takes a third less; any other one does as well.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get(  # empty where no test is to run in a browser
    "TESSERA_CHROMIUM", next(filter(None, map(shutil.which, BROWSERS)), "")
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--renderer-process-limit=1",
)  # fmt: skip
PATIENCE = 120_000  # milliseconds: only what hangs takes so long


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """A window of the browser; without one the test is skipped and says why."""
    api = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("no Chromium here; name one in TESSERA_CHROMIUM")
    api.expect.set_options(timeout=PATIENCE)
    async with api.async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        context = await browser.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(PATIENCE)
        await context.new_page()  # stays empty; its process draws all tabs, for a new process takes half a second
        yield context
        await browser.close()


@contextlib.asynccontextmanager
async def tabs_of(window: Any, local: LocalDiscord) -> AsyncIterator[Callable[[str], Any]]:
    """Opens a tab of a person, for this block. A script error or a request to another address fails the test."""
    wrong: list[str] = []
    watched = {
        "weberror": lambda error: wrong.append(str(error.error)),
        "request": lambda one: None if _ours(one.url, local.url) else wrong.append(one.url),
    }
    for event, noted in watched.items():
        window.on(event, noted)

    async def opened(name: str) -> Any:
        page = await window.new_page()
        await page.goto(f"{local.url}/?as={name}#{local.channel('games')}")
        await page.locator("#bot-state.online").wait_for()
        await page.locator(".beginning", has_text="games").wait_for()
        return page

    yield opened
    await _cleared(window, local.url)
    for event, noted in watched.items():
        window.remove_listener(event, noted)
    assert wrong == []


async def _cleared(window: Any, home: str) -> None:
    """All tabs but the empty one are closed, and the browser remembers nothing of this address."""
    empty, *tabs = window.pages
    for page in tabs:
        await page.close()
    session = await window.new_cdp_session(empty)
    await session.send("Storage.clearDataForOrigin", {"origin": home, "storageTypes": "all"})
    await session.detach()


def _ours(url: str, home: str) -> bool:
    return url.startswith((home, "data:", home.replace("http", "ws", 1)))
