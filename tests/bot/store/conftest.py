"""A store in a folder of its own."""

import pytest

from bot.store.store import Store


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(tmp_path / "folder" / "tessera.db")
    yield store
    await store.close()
