"""A store in a database of its own."""

import pytest

from tests.bot.support.new_files import store_at


@pytest.fixture
async def store(database):
    store = await store_at(database)
    yield store
    await store.close()
