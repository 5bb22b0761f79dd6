"""Messages of tables: owed until they are shown and again when they look old; pages that were shown to a channel."""

from dataclasses import replace

from bot.model.people import Location, Person
from bot.model.record import NewestMessage
from bot.store import shard_range
from tests.bot.store.test_store import ANA, CY, LOBBY, playing


async def test_what_is_owed_waits_until_it_is_shown(store):
    first, second = await store.add(LOBBY, 1), await store.add(replace(LOBBY, changed_at=40.0), 2)
    assert await store.outbox.due_rooms() == [(second.id, 0), (first.id, 0)]
    later = await store.save(first, playing(first), 3)
    await store.outbox.record_shown(first, NewestMessage(900, 70.0, 0), True)
    assert await store.outbox.due_rooms() == [(second.id, 0), (first.id, 2)]
    assert await store.outbox.is_due(first.id)
    await store.outbox.record_shown(later, NewestMessage(900, 80.0, 2), False)
    assert await store.outbox.due_rooms() == [(second.id, 0)]
    assert not await store.outbox.is_due(first.id)
    await store.unreachable.add(second.id, "no_access", 90.0)
    assert (await store.outbox.due_rooms(), await store.outbox.is_due(second.id)) == ([], False)
    assert (await store.load(first.id)).newest_message == NewestMessage(
        900, later.changed_at, 2
    )  # it was on its way when the game began
    assert (await store.load(first.id)).change == later.change


async def test_the_longest_owed_comes_first_though_they_are_looked_up_in_parts(store, monkeypatch):
    monkeypatch.setattr(shard_range, "ROWS_PER_QUERY", 3)
    rooms = [await store.add(replace(LOBBY, changed_at=float(n * 5 % 7)), n) for n in range(1, 7)]
    owed = [room_id for room_id, _ in await store.outbox.due_rooms()]
    assert owed == [room.id for room in sorted(rooms, key=lambda room: room.changed_at)]
    assert await store.outbox.outdated_rooms() == set(owed)


async def test_a_single_room_is_owed_as_the_list_says(store):
    rooms = [await store.add(LOBBY, press) for press in (1, 2, 3)]
    await store.outbox.record_shown(rooms[0], NewestMessage(900, 70.0, 0), True)
    await store.unreachable.add(rooms[1].id, "no_access", 80.0)
    for _ in range(2):
        owed = dict(await store.outbox.due_rooms())
        assert [await store.outbox.is_due(room.id) for room in rooms] == [room.id in owed for room in rooms]
        await store.unreachable.retry(rooms[1].id)
    assert list(owed) == [rooms[1].id, rooms[2].id]


async def test_a_save_does_not_undo_what_was_shown_meanwhile(store):
    record = await store.add(LOBBY, 1)
    await store.outbox.record_shown(record, NewestMessage(900, 60.0, 0), True)
    later = await store.save(record, playing(record), 2)
    assert later.newest_message == NewestMessage(900, 60.0, 0)


async def test_a_message_posted_before_a_change_is_saved_counts_as_older_than_the_change(store):
    record = await store.add(LOBBY, 1)
    await store.outbox.record_shown(record, NewestMessage(900, 70.0, 0), True)
    later = await store.save(record, playing(record), 2)
    assert later.newest_message == NewestMessage(900, later.changed_at, 0)
    again = await store.save(later, replace(later, terms={"match": "seats"}), 3)
    assert again.newest_message == later.newest_message


async def test_a_record_that_is_kept_is_the_one_in_the_file_after_its_message_was_shown(store):
    record = await store.add(LOBBY, 1)
    await store.outbox.record_shown(record, NewestMessage(900, 70.0, 0), True)
    later = await store.save(record, playing(record), 2)
    for shown, fresh in ((NewestMessage(901, 80.0, 2), True), (NewestMessage(901, 90.0, 2), False)):
        await store.outbox.record_shown(later, shown, fresh)
        kept = await store.load(record.id)
        assert store.database.recall_newest(record.id) is kept
        store.database._cache.forget(None)
        assert await store.load(record.id) == kept


async def test_what_is_shown_can_be_owed_again(store):
    record = await store.add(LOBBY, 1)
    await store.outbox.record_shown(record, NewestMessage(5, 1.0, -1), True)
    assert await store.outbox.due_rooms() == []
    await store.outbox.mark_due(record.id)
    await store.outbox.mark_due(record.id)
    assert await store.outbox.due_rooms() == [(record.id, 0)]
    await store.outbox.record_shown(record, NewestMessage(5, 1.0, -1), False)
    assert await store.outbox.due_rooms() == []


async def test_a_change_does_not_make_a_new_look_less_owed(store):
    record = await store.add(replace(LOBBY, place=Location(7, 70)), 1)
    await store.outbox.record_shown(record, NewestMessage(5, 1.0, -1), True)
    await store.server_settings.set(7, "theme", "dark", refresh_tables=True)
    later = await store.save(record, replace(record, terms={"match": "seats"}), None)
    assert (await store.outbox.status(record.id)).has_old_look
    await store.outbox.record_shown(later, NewestMessage(5, 1.0, -1), False)
    assert (await store.outbox.status(record.id)).has_old_look
    await store.outbox.clear_old_look(record.id, later.change)
    assert not (await store.outbox.status(record.id)).has_old_look


async def test_a_message_posted_while_somebody_is_deleted_counts_as_older_than_the_deletion(store):
    record = await store.add(replace(LOBBY, place=Location(7, 70)), 1)
    later = await store.save(record, playing(record), 2)
    await store.outbox.record_shown(later, NewestMessage(900, 75.0, 2), True)
    await store.privacy.erase(ANA.id, 70.0)
    erased = await store.load(record.id)
    assert (erased.changed_at, erased.newest_message) == (70.0, NewestMessage(900, 70.0, 2))
    assert dict(await store.outbox.due_rooms()) == {record.id: 2}


async def test_a_look_that_the_server_chose_meanwhile_is_still_owed(store):
    record = await store.add(replace(LOBBY, place=Location(7, 70)), 1)
    await store.outbox.record_shown(record, NewestMessage(5, 1.0, -1), True)
    later = await store.save(record, replace(record, terms={"match": "seats"}), None)
    await store.outbox.record_shown(later, NewestMessage(5, 1.0, -1), False)
    await store.server_settings.set(7, "theme", "dark", refresh_tables=True)
    await store.outbox.clear_old_look(record.id, record.change)  # a message that was on its way shows the old room
    assert (await store.outbox.status(record.id)).has_old_look


async def test_who_is_invited_while_the_message_is_on_its_way_is_still_to_be_called(store):
    record, eve = await store.add(LOBBY, 1), Person(105, "Eve")
    later = await store.save(record, replace(record, guests=(CY, eve)), 2)
    await store.outbox.record_shown(record, NewestMessage(900, 70.0, -1), True)
    assert (await store.load(later.id)).unpinged_guests == {eve.id}


async def test_a_closed_channel_is_tried_after_a_tenth_of_the_time_from_20_seconds_to_an_hour(store):
    room = (await store.add(LOBBY, 1)).id
    for tried, pause in ((0.0, 20.0), (100.0, 20.0), (2_000.0, 200.0), (1e6, 3_600.0)):
        await store.unreachable.add(room, "no_access", tried)
        assert await store.unreachable.rooms(tried + pause - 1) == []
        assert await store.unreachable.rooms(tried + pause) == [room]


async def test_a_page_is_shown_once_and_forgotten_in_time(store):
    assert await store.shared_pages.add(7, "topshow:azul:s:0:0", 50.0)
    assert not await store.shared_pages.add(7, "topshow:azul:s:0:0", 60.0)
    assert await store.shared_pages.add(7, "topshow:azul:s:0:1", 70.0)
    await store.shared_pages.forget(60.0)
    assert await store.shared_pages.add(7, "topshow:azul:s:0:0", 80.0)
    assert not await store.shared_pages.add(7, "topshow:azul:s:0:1", 80.0)
    await store.shared_pages.remove(7, "topshow:azul:s:0:1")
    assert await store.shared_pages.add(7, "topshow:azul:s:0:1", 80.0)
