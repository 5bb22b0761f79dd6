"""Fixtures of the tests in a browser. One browser serves them all, so they all live on one event loop."""

from __future__ import annotations

import pytest
import pytest_asyncio

from tests.bot.support.local_discord import LocalDiscord
from tests.bot.support.site import held_port
from tests.bot.support.small_bot import running
from tests.bot.support.tabs import tabs_of
from tests.bot.support.tessera import tessera


@pytest.fixture(scope="session")
def local_port():
    """One for the local Discord of all these tests."""
    with held_port() as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def local(local_port):
    """A fresh local Discord, as for other tests."""
    async with LocalDiscord(port=local_port) as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def bot(local):
    """The small bot, connected to `local`."""
    async with running(local) as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def running_bot(local, tmp_path):
    """Tessera, connected to `local`, with a database of its own."""
    async with tessera(local, tmp_path / "tessera.sqlite3") as one:
        yield one


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(window, local):
    """Opens a person's tab on `local`; nothing in it may fail or leave this machine."""
    async with tabs_of(window, local) as opened:
        yield opened
