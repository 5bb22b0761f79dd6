"""Which tables are shown when many are out of date at once: presses first, a few at a time, one in each channel."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.table_tasks import MAX_BACKGROUND_TABLES, TableTasks, Urgency
from bot.discord_api.rate_limit import RequestPace
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.rooms import Clock

NEWS = Urgency.NEWS
HERE = "/channels/70/messages"


class Stage:
    """Tables that are shown until they are let go. `begun`: in the order in which it was their turn."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.pace = RequestPace(now=self.clock)
        self.tasks = TableTasks(self._show, lambda room, bug: self.broken.append((room, type(bug))), self.pace)
        self.channels: dict[int, int] = {}  # of tables that share one with others
        self.deadlines: set[int] = set()  # tables of which nothing but a deadline has moved
        self.begun: list[int] = []
        self.broken: list[tuple[int, type]] = []
        self.gates: dict[int, asyncio.Event] = {}

    async def _show(self, room):
        channel = self.channels.get(room, room)
        if room < 0:
            raise KeyError(room)
        if self.tasks.may_show(room, channel, only_deadline=room in self.deadlines):
            self.begun.append(room)
            await self.gates.setdefault(room, asyncio.Event()).wait()

    async def wakes(self, *rooms, urgency=NEWS):
        for room in rooms:
            self.tasks.wake(room, urgency)
        await self.turns()

    async def done(self, *rooms):
        """These tables are shown."""
        for room in rooms:
            self.gates.pop(room).set()
        await self.turns()

    async def turns(self):
        for _ in range(20):
            await asyncio.sleep(0)


@pytest.fixture
async def stage():
    one = Stage()
    yield one
    await one.tasks.close()


async def test_so_many_tables_at_a_time_and_a_press_beside_them(stage):
    await stage.wakes(*range(MAX_BACKGROUND_TABLES + 3))
    assert stage.begun == list(range(MAX_BACKGROUND_TABLES))
    await stage.wakes(MAX_BACKGROUND_TABLES + 2, urgency=Urgency.PRESSED)
    assert stage.begun[MAX_BACKGROUND_TABLES:] == [MAX_BACKGROUND_TABLES + 2]
    await stage.done(5)
    assert stage.begun[MAX_BACKGROUND_TABLES + 1 :] == [MAX_BACKGROUND_TABLES]
    await stage.done(MAX_BACKGROUND_TABLES + 2)
    assert MAX_BACKGROUND_TABLES + 1 not in stage.begun
    await stage.done(7)
    assert stage.begun[-1] == MAX_BACKGROUND_TABLES + 1


async def test_tables_of_one_channel_come_one_after_the_other_and_hold_up_no_other(stage):
    stage.channels = {1: 70, 2: 70, 3: 70}
    await stage.wakes(1, 2, 3, 4)
    assert stage.begun == [1, 4]
    await stage.done(1)
    assert stage.begun == [1, 4, 2]
    await stage.wakes(3, urgency=Urgency.PRESSED)
    assert stage.begun == [1, 4, 2, 3]


async def test_a_channel_that_discord_has_closed_is_tried_when_it_is_open(stage):
    stage.channels = {1: 70}
    stage.pace.note_answer(HERE, 200, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "5"})
    await stage.wakes(1, 2)
    assert stage.begun == [2]
    stage.clock.time += 5
    await stage.done(2)  # whenever another is done, and every quarter of a second
    assert stage.begun == [2, 1]


async def test_a_press_waits_for_a_closed_channel_and_then_comes_before_all_others(stage):
    stage.channels = {1: 70}
    stage.pace.note_answer(HERE, 200, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "5"})
    await stage.wakes(1, urgency=Urgency.PRESSED)
    await stage.wakes(*range(100, 102 + MAX_BACKGROUND_TABLES))
    await stage.wakes(1, 2, urgency=Urgency.PRESSED)
    assert (1 in stage.begun, len(stage.begun), stage.begun[-1]) == (False, MAX_BACKGROUND_TABLES + 1, 2)
    stage.clock.time += 5
    await stage.done(2)
    assert stage.begun[MAX_BACKGROUND_TABLES + 1 :] == [1]


async def test_a_message_whose_deadline_merely_moved_comes_when_nothing_else_waits(stage):
    stage.deadlines = {1, 2, 3}
    await stage.wakes(1)
    assert stage.begun == [1]  # nothing else waited
    others = range(100, 99 + MAX_BACKGROUND_TABLES)
    await stage.wakes(*others, 2, 3, 4, 5)
    for room in others:
        await stage.done(room)
    assert stage.begun[MAX_BACKGROUND_TABLES:] == [4, 5, 2, 3]


async def test_a_deadline_moved_by_a_press_waits_for_news_too(stage):
    stage.deadlines = {1}
    stage.channels = {2: 70, 3: 70}
    await stage.wakes(2, 3)
    await stage.wakes(1, urgency=Urgency.PRESSED)
    assert stage.begun == [2, 1]  # the other table of that channel cannot go on meanwhile
    await stage.done(2)
    assert stage.begun == [2, 1, 3]


async def test_a_table_woken_while_it_is_shown_is_shown_once_more(stage):
    await stage.wakes(1)
    await stage.wakes(1)
    await stage.wakes(1, urgency=Urgency.PRESSED)
    assert stage.begun == [1]
    await stage.done(1)
    assert stage.begun == [1, 1]
    await stage.done(1)
    assert stage.begun == [1, 1]


async def test_a_fault_at_one_table_is_told_and_frees_its_place(stage):
    await stage.wakes(-1, 1)
    assert (stage.broken, stage.begun) == ([(-1, KeyError)], [1])
    await stage.wakes(*range(2, MAX_BACKGROUND_TABLES + 1))
    assert len(stage.begun) == MAX_BACKGROUND_TABLES


async def test_what_waits_is_forgotten_when_the_program_ends(stage):
    await stage.wakes(*range(MAX_BACKGROUND_TABLES + 3))
    stage.tasks.forget_waiting()
    await stage.done(0, 1, 2)
    assert len(stage.begun) == MAX_BACKGROUND_TABLES


async def test_calm_is_when_nothing_is_shown_and_nothing_waits(stage):
    stage.channels = {1: 70, 2: 70}
    await stage.wakes(1, 2)
    calm = asyncio.create_task(stage.tasks.wait_until_idle(PATIENCE))
    await stage.done(1)
    assert (stage.begun, calm.done()) == ([1, 2], False)
    await stage.done(2)
    assert calm.done()
    await stage.tasks.wait_until_idle(PATIENCE)
