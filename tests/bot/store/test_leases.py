"""Two processes with the same home, as in a restart without a gap: whatever one of them sends, the other does not."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import get_args

import pytest
import pytest_asyncio

from bot.model.notifications import NotificationKind
from bot.model.people import Location
from bot.model.record import Chair, Deadline, NewestMessage
from bot.store.messages import SHOWING_LEASE
from bot.store.shard_range import SENDING_LEASE
from tests.bot.store.test_store import BEN, LOBBY, VERA, playing
from tests.bot.support.new_files import store_at
from tests.bot.support.postgres import beside, empty
from tests.bot.support.rooms import Backend, due_notifications, write_rows

NOW = 1_000.0  # by the clock of a process, which means nothing
TOLD = "INSERT INTO notifications (room, since, due, kind, person) VALUES (?, 1, 1.0, ?, 5)"


@pytest_asyncio.fixture(loop_scope="session")
async def two(postgres):
    """Two processes on one database."""
    address = await empty(postgres)
    stores = [await beside(address) for _ in range(2)]
    yield stores
    for store in stores:
        await store.close()


async def test_a_table_is_shown_by_one_process_until_its_time_is_over(two):
    one, other = two
    record = await one.add(LOBBY, 1)
    assert await one.outbox.take(record.id, NOW)
    await write_rows(one, "UPDATE outbox SET until = until - ?", SHOWING_LEASE / 2)
    assert not await other.outbox.take(record.id, NOW)
    assert await one.outbox.take(record.id, NOW)
    await write_rows(one, "UPDATE outbox SET until = until - ?", SHOWING_LEASE)
    assert await other.outbox.take(record.id, NOW)


async def test_a_lease_holds_whatever_the_clocks_of_the_processes_say(two):
    """With clocks 130 seconds apart both showed the table, and only the nonce kept the second message away."""
    one, other = two
    record = await one.add(LOBBY, 1)
    assert await one.outbox.take(record.id, NOW)
    for seconds in (130, 86_400, -130, -86_400, 2e9):
        assert not await other.outbox.take(record.id, NOW + seconds)


async def test_a_table_that_was_shown_is_shown_by_nobody_again(two):
    one, other = two
    record = await one.add(LOBBY, 1)
    assert await one.outbox.take(record.id, NOW)
    await one.outbox.record_shown(record, NewestMessage(900, NOW, 0), True)
    assert not await other.outbox.take(record.id, NOW)
    assert await other.outbox.due_rooms() == []


async def test_what_happened_while_a_table_was_shown_is_shown_by_either_at_once(two):
    one, other = two
    record = await one.add(LOBBY, 1)
    assert await one.outbox.take(record.id, NOW)
    await other.save(record, playing(record), 2)
    assert not await other.outbox.take(record.id, NOW)
    await one.outbox.record_shown(record, NewestMessage(900, NOW, 0), True)
    assert await other.outbox.take(record.id, NOW)


async def test_a_table_that_could_not_be_shown_is_free_for_the_other_at_once(two):
    one, other = two
    record = await one.add(LOBBY, 1)
    assert await one.outbox.take(record.id, NOW)
    await other.outbox.release(record.id)  # is not its own
    assert not await other.outbox.take(record.id, NOW)
    await one.outbox.release(record.id)
    assert await other.outbox.take(record.id, NOW)


@pytest.mark.parametrize("fresh", [True, False])
async def test_whoever_shows_a_table_too_late_does_not_give_back_what_the_other_has_taken_since(two, fresh):
    one, other = two
    record = await one.add(LOBBY, 1)
    assert await one.outbox.take(record.id, NOW)
    later = await other.save(record, playing(record), 2)
    await write_rows(one, "UPDATE outbox SET until = until - ?", SHOWING_LEASE)
    assert await other.outbox.take(record.id, NOW)
    await one.outbox.record_shown(record, NewestMessage(900, NOW, 0), fresh)
    await one.outbox.release(record.id)
    assert not await one.outbox.take(record.id, NOW)
    await other.outbox.record_shown(later, NewestMessage(901, NOW, 1), True)
    assert await other.outbox.due_rooms() == []


async def test_a_process_that_was_started_again_under_its_name_goes_on_at_once(two):
    one, again = two
    again.fleet.worker = one.fleet.worker
    record = await one.add(LOBBY, 1)
    assert await one.outbox.take(record.id, NOW)
    assert await again.outbox.take(record.id, NOW)


async def test_a_table_that_somebody_brings_down_is_posted_anew_once_by_whoever_shows_it(two):
    one, other = two
    record = await one.add(LOBBY, 1)
    await one.outbox.record_shown(record, NewestMessage(900, NOW, 0), True)
    for store in two:
        await store.outbox.request_repost(record.id)
    assert (await other.outbox.status(record.id)).needs_repost
    assert await other.outbox.take(record.id, NOW)
    later = await one.save(record, playing(record), 2)
    await other.outbox.record_shown(record, NewestMessage(901, NOW, 0), True)
    status = await one.outbox.status(record.id)
    assert (status.is_due, status.needs_repost) == (True, False)
    assert (await one.load(later.id)).newest_message.id == 901


async def test_what_a_process_says_besides_tables_is_said_by_no_other_one_meanwhile(two):
    one, other = two
    record = await one.add(replace(LOBBY, place=Location(7, 70)), 1)
    later = await one.save(record, playing(record), 2)
    for kind in get_args(NotificationKind):
        await write_rows(one, TOLD, later.id, kind)
    notifications = await one.notifications.due_notifications(NOW)
    assert {found.kind for found in notifications} == set(get_args(NotificationKind))
    for first, second in ((one, other), (other, one)):
        for found in notifications:
            assert await first.notifications.take(found, NOW)
            assert not await second.notifications.take(found, NOW + 130)
        await write_rows(first, "UPDATE notifications SET until = until - ?", SENDING_LEASE)
    await one.notifications.remove(notifications[0])
    assert not await other.notifications.take(notifications[0], NOW)


async def test_a_reminder_comes_up_once_whoever_looks_first(two):
    """Each process makes the seat's moment a notification in one step, which the other's then refuses."""
    waiting = Chair(BEN, 0, owes_move=True, deadline=Deadline(10.0, 900_000.0, 70.0))
    record = replace(LOBBY, phase="playing", chairs=(waiting, Chair(VERA, 1)), guests=(), unpinged_guests=frozenset())
    record = replace(record, terms={"clock": "daily"})
    record = await two[0].add(record, 1)
    found = await asyncio.gather(*(Backend(store).services.deadlines.remind() for store in two))
    assert sorted(found) == [[], [(record.id, 0)]]
    assert await due_notifications(two[0], "reminder") == [(record.id, BEN.id)]


async def test_a_file_which_one_process_has_alone_is_asked_nothing(tmp_path):
    store = await store_at(tmp_path / "tessera.db")
    record, losses = await store.add(LOBBY, 1), store.database._cache.losses
    assert await store.outbox.take(record.id, NOW)
    await write_rows(store, TOLD, record.id, "ended")
    (found,), losses = await store.notifications.due_notifications(NOW), store.database._cache.losses
    assert await store.notifications.take(found, NOW)
    await store.outbox.release(record.id)
    assert store.database._cache.losses == losses
    await store.close()
