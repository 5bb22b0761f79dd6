"""Links to the pages of tables on both databases: each that was taken back is another one afterwards."""

from __future__ import annotations

import pytest

from tests.bot.support.rooms import ANA, BEN, refusal_of, rows

pytestmark = pytest.mark.both


async def public(_):
    return True


async def watched(backend):
    """A table whose message stands, in a channel that everybody sees; pages are served."""
    backend.services.watching.is_public = public
    backend.services.watching.open("https://example.org/tables/", "a token")
    room = await backend.table(ANA, BEN)
    await backend.rooms.note_shown(room, 9, 0, fresh=True)
    return await backend.rooms.room(room.id)


async def test_every_link_after_one_that_was_taken_back_is_new_and_the_message_is_to_be_shown_again(backend):
    room, watching = await watched(backend), backend.services.watching
    links = [await watching.link(room)]
    for _ in range(3):
        assert await backend.rooms.list_due_rooms() == []
        await watching.close(room)
        assert await watching.link(room) == ""
        await watching.close(room)  # a second press
        await watching.reopen(room)
        links.append(await watching.link(room))
        assert [owed for owed, _ in await backend.rooms.list_due_rooms()] == [room.id]
        await backend.store.outbox.clear_old_look(room.id, room.record.change)
    assert len(set(links)) == len(links)
    assert all(link.startswith(f"https://example.org/tables/watch/{room.code}-") for link in links)
    found = [await watching.table(link[-24:]) for link in links[-1:]]
    assert [one.id for one in found] == [room.id]
    assert {(await refusal_of(watching.table(link[-24:]))).key for link in links[:-1]} == {"gone"}


async def test_no_row_holds_a_link_and_none_is_left_of_a_table_that_is_forgotten(backend):
    room, watching = await watched(backend), backend.services.watching
    assert await rows(backend.store, "SELECT * FROM watch_links") == []
    await watching.close(room)
    assert await rows(backend.store, "SELECT * FROM watch_links") == [(room.id, 1, 1)]
    await backend.services.servers.forget(room.place.guild)
    assert await rows(backend.store, "SELECT * FROM watch_links") == []


async def test_without_an_address_nothing_has_a_link(backend):
    backend.services.watching.is_public = public
    room = await backend.table(ANA, BEN)
    assert await backend.services.watching.link(room) == ""
    assert await backend.services.watching.offers(room, ANA.id, may_manage=True) == ""


async def test_a_fault_of_who_hears_news_stops_neither_the_table_nor_others(backend):
    room, heard = await watched(backend), []

    def broken(_):
        raise RuntimeError("a fault on purpose")

    backend.services.watching.listen(broken)
    backend.rooms.listen(heard.append)
    await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))
    assert heard == [room.id]
