"""A store in a folder of its own."""

import pytest

from tests.bot.support.new_files import store_at


@pytest.fixture
async def store(tmp_path):
    store = await store_at(tmp_path / "tessera.db")
    yield store
    await store.close()
