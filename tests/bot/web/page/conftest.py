"""Fixtures of the pages of tables in a browser; all its tests share one browser and one event loop."""

from __future__ import annotations

import pytest_asyncio

from bot.web.gate import Gate
from tests.bot.playground.page.conftest import local, running_bot, window  # noqa: F401 - the same fixtures
from tests.bot.support.site import site_of


@pytest_asyncio.fixture(loop_scope="session")
async def site(running_bot):  # noqa: F811 - a fixture
    """The pages of the bot's tables, for people who are faster than any."""
    async with site_of(running_bot.services, gate=Gate(burst=1_000_000)) as site:
        yield site


@pytest_asyncio.fixture(loop_scope="session")
async def watcher(window, site):  # noqa: F811 - a fixture
    """A tab. A script error, an error of the console or a request to another address fails the test."""
    page, wrong = await window.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda one: None if one.url.startswith((site.address, "data:")) else wrong.append(one.url))
    yield page
    await page.close()
    assert wrong == []
