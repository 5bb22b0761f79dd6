"""Who is still to be told what: followers and the channel for results of an end, hosts of who declined."""

from dataclasses import replace

from bot.model.notifications import Notification
from bot.model.people import Location
from bot.model.record import NewestMessage
from tests.bot.store.test_store import ANA, BEN, LOBBY, playing
from tests.bot.support.rooms import due_notifications

DECLINED = Notification("declined", ANA.id, about=BEN.id)


async def test_a_follower_is_told_once_the_end_stands(store):
    record = await store.add(LOBBY, 1)
    await store.followers.add(record.id, BEN.id)
    later = await store.save(record, replace(playing(record), phase="over"), 2)
    assert [one.is_behind for one in await store.notifications.due_notifications(9e9)] == [True]
    await store.outbox.record_shown(later, NewestMessage(5, 1.0, 2), True)
    (one,) = await store.notifications.due_notifications(9e9)
    assert (one.room, one.kind, one.person, one.is_behind, one.is_lost) == (record.id, "ended", BEN.id, False, False)
    await store.notifications.remove(one)
    assert await store.notifications.due_notifications(9e9) == []


async def test_a_closed_channel_is_known_to_be_lost_also_while_its_table_is_tried_again(store):
    record = await store.add(LOBBY, 1)
    await store.followers.add(record.id, BEN.id)
    await store.save(record, replace(playing(record), phase="over"), 2)
    await store.unreachable.add(record.id, "no_access", 3.0)
    (one,) = await store.notifications.due_notifications(9e9)
    assert (one.is_behind, one.is_owed, one.is_lost) == (True, False, False)
    await store.unreachable.add(record.id, "channel_gone", 4.0)
    await store.unreachable.retry(record.id)
    (one,) = await store.notifications.due_notifications(9e9)
    assert (one.is_behind, one.is_owed, one.is_lost) == (True, True, True)


async def test_a_table_that_stands_in_its_thread_owes_no_tidings_to_its_home(store):
    for number, (channel, home) in enumerate(((70, None), (71, 70), (71, 72))):
        await store.server_settings.set(7, "announce", "70")
        record = await store.add(replace(LOBBY, place=Location(7, channel), lobby_channel=home), 10 + number)
        await store.save(record, replace(playing(record), phase="over"), 20 + number)
    assert [channel for _, channel in await due_notifications(store, "result")] == [70]


async def test_who_follows_a_table_that_is_over_already_is_told_at_once(store):
    record = await store.add(LOBBY, 1)
    later = await store.save(record, replace(playing(record), phase="ended"), 2)
    await store.outbox.record_shown(later, NewestMessage(5, 1.0, 2), True)
    await store.followers.add(record.id, BEN.id)
    await store.followers.add(record.id, BEN.id)
    assert await due_notifications(store, "ended") == [(record.id, BEN.id)]
    await store.followers.remove(record.id, BEN.id)
    assert await due_notifications(store, "ended") == []


async def test_followers_hear_of_a_table_that_a_deletion_has_ended(store):
    record = await store.add(replace(LOBBY, place=Location(7, 70)), 1)
    later = await store.save(record, playing(record), 2)
    await store.followers.add(record.id, BEN.id)
    await store.privacy.erase(ANA.id, 9.0)
    assert (await store.load(record.id)).phase == "over"
    await store.unreachable.add(record.id, "channel_gone", 4.0)
    assert [(one.person, one.is_lost) for one in await store.notifications.due_notifications(9e9)] == [(BEN.id, True)]
    assert later.phase == "playing"


async def test_who_declined_is_kept_with_the_step_until_it_is_told(store):
    record = await store.add(replace(LOBBY, guests=(BEN,)), 1)
    later = await store.save(record, replace(record, guests=(), notifications=(DECLINED,)), 2)
    assert later.notifications == ()
    (one,) = await store.notifications.due_notifications(9e9)
    assert (one.room, one.kind, one.person, one.name) == (record.id, "declined", ANA.id, "Ben")
    later = await store.save(later, replace(later, changed_at=3.0), 3)
    assert await store.notifications.due_notifications(9e9) == [one]
    await store.notifications.remove(one)
    assert await store.notifications.due_notifications(9e9) == []
    assert later.guests == ()


async def test_a_note_that_is_under_way_does_not_take_a_newer_one_with_it(store):
    record = await store.add(replace(LOBBY, guests=(BEN,)), 1)
    record = await store.save(record, replace(record, guests=(), notifications=(DECLINED,)), 2)
    (first,) = await store.notifications.due_notifications(9e9)
    record = await store.save(record, replace(record, guests=(BEN,)), 3)
    await store.save(record, replace(record, guests=(), notifications=(DECLINED,)), 4)
    await store.notifications.remove(first)
    assert [one.since > first.since for one in await store.notifications.due_notifications(9e9)] == [True]


async def test_what_is_put_off_is_due_then(store):
    record = await store.add(replace(LOBBY, guests=(BEN,)), 1)
    await store.save(record, replace(record, guests=(), changed_at=60.0, notifications=(DECLINED,)), 2)
    assert await store.notifications.due_notifications(59.0) == []
    (one,) = await store.notifications.due_notifications(60.0)
    await store.notifications.postpone(one, 90.0)
    assert await store.notifications.due_notifications(89.0) == []
    assert await store.notifications.due_notifications(90.0) == [one]


async def test_nothing_is_told_of_or_to_people_who_were_deleted(store):
    for person in (ANA, BEN):
        record = await store.add(replace(LOBBY, guests=(BEN,)), 10 + person.id)
        await store.save(record, replace(record, guests=(), notifications=(DECLINED,)), 20 + person.id)
        assert await store.notifications.due_notifications(9e9) != []
        await store.privacy.erase(person.id, 9.0)
        assert await store.notifications.due_notifications(9e9) == []


async def test_what_is_told_of_a_paused_table_is_known_to_be(store):
    record = await store.add(replace(LOBBY, guests=(BEN,)), 1)
    paused = replace(playing(record), paused=3.0, changed_at=9.0, notifications=(DECLINED,))
    later = await store.save(record, paused, 2)
    assert [one.is_paused for one in await store.notifications.due_notifications(9e9)] == [True]
    await store.save(later, replace(later, paused=None), 3)
    assert [one.is_paused for one in await store.notifications.due_notifications(9e9)] == [False]
