"""Fixtures of the tests of pages: tables without Discord, whose channel everybody sees, and a server of their pages."""

from __future__ import annotations

import pytest

from bot.web.traffic_limits import TrafficLimits
from engine import GAMES
from tests.bot.support.rooms import backend_at
from tests.bot.support.site import LOOPBACK, everywhere, site_of


@pytest.fixture
async def backend(tmp_path):
    """Rooms of the real games, in channels that everybody sees."""
    async with backend_at(tmp_path / "tessera.db") as backend:
        backend.wire(lambda: "a seed", GAMES)
        backend.services.watching.is_public = everywhere
        yield backend


@pytest.fixture
async def site(backend):
    """The server of their pages behind a proxy on this machine, for which no time goes by between requests."""
    async with site_of(backend.services, gate=TrafficLimits(lambda: 0.0, proxies=LOOPBACK)) as site:
        yield site
