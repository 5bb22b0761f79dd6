"""A store in a database of its own."""

from pathlib import Path

import pytest_asyncio

from tests.bot.support.new_files import store_at
from tests.bot.support.one_loop import backend, connections, use_one_loop  # noqa: F401 - fixtures


def pytest_collection_modifyitems(items):
    use_one_loop(items, Path(__file__).parent)


@pytest_asyncio.fixture(loop_scope="session")
async def store(database):
    store = await store_at(database)
    yield store
    await store.close()
