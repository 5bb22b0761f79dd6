"""A store in a database of its own, and one event loop for all tests of it, so that they may share connections."""

from pathlib import Path

import pytest
import pytest_asyncio
from pytest_asyncio import is_async_test

from tests.bot.support.new_files import store_at
from tests.bot.support.postgres import connections_kept
from tests.bot.support.rooms import doors_at


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == Path(__file__).parent and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def _connections():
    """Those to a server are there for the next test."""
    with connections_kept():
        yield


@pytest_asyncio.fixture(loop_scope="session")
async def store(database):
    store = await store_at(database)
    yield store
    await store.close()


@pytest_asyncio.fixture(loop_scope="session")
async def doors(database):
    """As for all other tests, in the loop of these."""
    async with doors_at(database) as one:
        yield one
