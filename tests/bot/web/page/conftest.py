"""Fixtures of the pages of tables in a browser; all its tests share one browser and one event loop."""

from __future__ import annotations

import time

import pytest
import pytest_asyncio

from bot.web.traffic_limits import TrafficLimits
from engine import GAMES
from tests.bot.playground.page.conftest import local, local_port, running_bot  # noqa: F401 - the same fixtures
from tests.bot.support.axe import SCREENS
from tests.bot.support.rooms import backend_at
from tests.bot.support.site import LOOPBACK, everywhere, held_port, site_of, tables_of_all_games, visiting
from tests.bot.support.tabs import PATIENCE, first_tab


@pytest_asyncio.fixture(loop_scope="session")
async def tables(tmp_path):
    """Tables without Discord, for a test that asks for them in place of `running_bot`: there is less to start."""
    async with backend_at(tmp_path / "tessera.sqlite3") as backend:
        backend.wire(lambda: "a seed", GAMES)
        backend.services.watching.is_public = everywhere
        backend.clock.time = time.time()  # about that of the browser
        yield backend


@pytest.fixture
def services(request):
    """Those of the tables that the test asks for."""
    return request.getfixturevalue("tables" if "tables" in request.fixturenames else "running_bot").services


@pytest.fixture(scope="session")
def port():
    """One for the pages of all these tests."""
    with held_port() as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def site(services, port):
    """The pages of these tables, for people who are faster than any."""
    async with site_of(services, gate=TrafficLimits(burst=1_000_000, proxies=LOOPBACK), port=port) as site:
        yield site


@pytest_asyncio.fixture(loop_scope="session")
async def timed(window):
    """A window of its own, because a clock that a test sets is that of the whole window."""
    one = await window.browser.new_context()
    one.set_default_timeout(PATIENCE)
    await one.clock.install()
    await one.new_page()
    yield one
    await one.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(window, site):
    """A tab on a phone, in which nobody is signed in and refused requests are no fault."""
    async with first_tab(window) as one:
        await one.set_viewport_size(SCREENS["phone"])
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def watcher(window, site):
    """A tab. A script error, an error of the console or a request to another address fails the test."""
    async with visiting(window, site.address) as page:
        yield page


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shown(tmp_path_factory):
    """A table of each game by its key; all tests look at the same ones, and none changes them."""
    async with tables_of_all_games(tmp_path_factory.mktemp("tables")) as shown:
        yield shown


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(window):
    """A tab for these tables, as `watcher` for those of the bot."""
    async with visiting(window) as page:
        yield page
