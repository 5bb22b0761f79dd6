"""Messages beside those that show a table: pages that were shown to a whole channel."""


async def test_a_page_is_shown_once_and_forgotten_in_time(store):
    assert await store.shared_pages.add(7, "topshow:azul:s:0:0", 50.0)
    assert not await store.shared_pages.add(7, "topshow:azul:s:0:0", 60.0)
    assert await store.shared_pages.add(7, "topshow:azul:s:0:1", 70.0)
    await store.shared_pages.forget(60.0)
    assert await store.shared_pages.add(7, "topshow:azul:s:0:0", 80.0)
    assert not await store.shared_pages.add(7, "topshow:azul:s:0:1", 80.0)
    await store.shared_pages.remove(7, "topshow:azul:s:0:1")
    assert await store.shared_pages.add(7, "topshow:azul:s:0:1", 80.0)
