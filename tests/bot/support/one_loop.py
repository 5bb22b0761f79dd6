"""One event loop for all tests of a folder, so that their stores may share connections to a server.

Its `conftest.py` imports all this. Whatever else a test there waits for must be in that loop, too.
"""

from pathlib import Path

import pytest
import pytest_asyncio
from pytest_asyncio import is_async_test

from tests.bot.support.postgres import connections_kept
from tests.bot.support.rooms import backend_at


def use_one_loop(items, folder: Path) -> None:
    """The folder's tests without a local Discord share a loop."""
    for item in items:
        if item.path.parent == folder and is_async_test(item) and "local" not in item.fixturenames:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def connections():
    """Those to a server are there for the next test."""
    with connections_kept():
        yield


@pytest_asyncio.fixture(loop_scope="session")
async def backend(database):
    """As for all other tests, in the loop of these."""
    async with backend_at(database) as one:
        yield one
