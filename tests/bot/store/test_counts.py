"""The numbers that an operator watches, counted in the file."""

from __future__ import annotations

from dataclasses import replace

from bot.model.record import NewestMessage
from bot.store.store import OpenTableCounts, WaitingWork
from tests.bot.store.test_deadlines import RUNNING
from tests.bot.store.test_store import LOBBY


async def test_tables_are_counted_until_they_are_over(store):
    assert await store.counts.open_tables() == OpenTableCounts(lobby=0, playing=0, paused=0)
    await store.add(LOBBY, 1)
    running = await store.add(RUNNING, 2)
    await store.add(RUNNING, 3)
    await store.add(replace(RUNNING, paused=60.0), 4)
    assert await store.counts.open_tables() == OpenTableCounts(lobby=1, playing=2, paused=1)
    await store.save(running, replace(running, phase="over"), 5)
    assert await store.counts.open_tables() == OpenTableCounts(lobby=1, playing=1, paused=1)


async def test_messages_are_owed_or_sleep_until_they_are_shown(store):
    first, second = await store.add(LOBBY, 1), await store.add(LOBBY, 2)
    assert await store.counts.waiting(0.0) == WaitingWork(due_messages=2, unreachable=0, missed_deadlines=0)
    await store.outbox.record_shown(first, NewestMessage(900, 70.0, 0), True)
    await store.unreachable.add(second.id, "no_access", 90.0)
    assert await store.counts.waiting(0.0) == WaitingWork(due_messages=0, unreachable=1, missed_deadlines=0)
    await store.unreachable.retry(second.id)
    assert await store.counts.waiting(0.0) == WaitingWork(due_messages=1, unreachable=0, missed_deadlines=0)


async def test_a_deadline_is_late_once_it_has_passed_unless_its_table_is_paused(store):
    record = await store.add(RUNNING, 1)
    (at,) = {chair.deadline.due_at for chair in record.chairs if chair.deadline}
    assert (await store.counts.waiting(at - 1)).missed_deadlines == 0
    late = (await store.counts.waiting(at)).missed_deadlines
    assert late == len([chair for chair in record.chairs if chair.deadline])
    await store.save(record, replace(record, paused=60.0), 2)
    assert (await store.counts.waiting(at)).missed_deadlines == 0
