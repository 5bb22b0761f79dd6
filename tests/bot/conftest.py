"""Fixtures of the bot's tests: a local Discord, and a small bot in it."""

from __future__ import annotations

import pytest

from tests.bot.local import LocalDiscord
from tests.bot.small import running
from tests.bot.tabs import chromium, tabs_of
from tests.bot.tessera import tessera


@pytest.fixture
async def local():
    """A fresh local Discord, strict about every request. No bot is in it yet."""
    async with LocalDiscord() as one:
        yield one


@pytest.fixture
async def bot(local):
    """The small bot of `tests/bot/small.py`, connected to `local`."""
    async with running(local) as one:
        yield one


@pytest.fixture
async def running_bot(local, tmp_path):
    """Tessera, connected to `local`, with a database of its own."""
    async with tessera(local, tmp_path / "tessera.sqlite3") as one:
        yield one


@pytest.fixture
async def browser():
    """Headless Chromium; skips the test where there is none."""
    async with chromium() as one:
        yield one


@pytest.fixture
async def tabs(browser, local):
    """Opens a person's tab on `local`; nothing in it may fail or leave this machine."""
    async with tabs_of(browser, local) as opened:
        yield opened
