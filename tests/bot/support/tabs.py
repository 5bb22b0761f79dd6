"""Headless Chromium on the page of the local Discord: one tab a person. Knows no bot and no game."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # every process that runs tests reads this file
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
DESKTOP = {"width": 1280, "height": 900}
# Nothing of the page goes on: what it asks for never comes. Its address is another one, so any next one is loaded anew.
QUIET = """() => {
  history.replaceState(null, "", "/quiet");
  localStorage.clear();
  window.fetch = () => new Promise(() => {});
  window.WebSocket = class extends EventTarget {};
  document.querySelectorAll("iframe").forEach((frame) => frame.remove());
  window.stop();
}"""


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """A window of the browser; without one the test is skipped and says why."""
    api = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("no Chromium here; name one in TESSERA_CHROMIUM")
    api.expect.set_options(timeout=PATIENCE)
    async with api.async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        context = await browser.new_context(viewport=dict(DESKTOP), reduced_motion="reduce")  # nothing slides in
        context.set_default_timeout(PATIENCE)
        await context.new_page()  # lent to tests; its process draws all tabs, for a new process takes half a second
        yield context
        await browser.close()


@contextlib.asynccontextmanager
async def tabs_of(window: Any, local: LocalDiscord, *others: str) -> AsyncIterator[Callable[[str], Any]]:
    """Opens a tab of a person, for this block. A script error or a request elsewhere (`others` too) fails the test."""
    ours = (local.url, "data:", "about:", local.url.replace("http", "ws", 1), *others)
    wrong: list[str] = []
    watched = {
        "weberror": lambda error: wrong.append(str(error.error)),
        "request": lambda one: None if one.url.startswith(ours) else wrong.append(one.url),
    }
    for event, noted in watched.items():
        window.on(event, noted)
    async with first_tab(window) as first:
        unused = [first]

        async def opened(name: str) -> Any:
            page = unused.pop() if unused else await window.new_page()
            await page.goto(f"{local.url}/?as={name}#{local.channel('games')}")
            await page.locator("#bot-state.online").wait_for()
            await page.locator(".beginning", has_text="games").wait_for()
            return page

        yield opened
    for event, noted in watched.items():
        window.remove_listener(event, noted)
    assert wrong == []


@contextlib.asynccontextmanager
async def first_tab(window: Any) -> AsyncIterator[Any]:
    """The tab that is there already, which takes half as long as a new one; afterwards it is the only one, and quiet.

    It stays at its page: from an empty one to the next page takes half as long again.
    """
    page, *_ = window.pages
    await page.bring_to_front()
    yield page
    for other in window.pages[1:]:
        await other.close()
    await page.unroute_all()
    if page.url.startswith("http"):
        await page.evaluate(QUIET)
    await window.clear_cookies()
    await page.set_extra_http_headers({})
    if page.viewport_size != DESKTOP:
        await page.set_viewport_size(DESKTOP)
