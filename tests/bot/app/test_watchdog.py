"""A process that is stuck for ten minutes ends itself, in order if it can, at most once an hour."""

from __future__ import annotations

import asyncio
import os

import pytest

from bot.app.watchdog import EXIT_RESTART, MAX_FAILED_CHECKS, MIN_RESTART_INTERVAL, WATCHDOG_INTERVAL, Watchdog
from tests.bot.support.program import ended, started
from tests.bot.support.rooms import Clock

STUCK = """
import asyncio, pathlib, threading
from bot.app import watchdog
watchdog.WATCHDOG_INTERVAL = 0.01
async def stuck():
    watchdog.Watchdog(pathlib.Path("{stamp}"), lambda: None).start()
    threading.Event().wait()
asyncio.run(stuck())
"""


class Watched:
    """A watchdog whose checks are made by hand. `asked`, `left`: how often it ended the process, in order and not."""

    def __init__(self, path) -> None:
        self.clock, self.stamp, self.asked, self.left = Clock(), path / "tessera.restarted", [], []
        self.new()

    def new(self):
        """A new process has begun."""
        self.dog = Watchdog(self.stamp, lambda: self.asked.append(self.clock.time), self.left.append, self.clock)

    async def pass_time(self, seconds, *, writes=False, turns=True):
        """So much time passes, in which the loop turns or not and writes work or not."""
        for _ in range(int(seconds / WATCHDOG_INTERVAL)):
            self.clock.time += WATCHDOG_INTERVAL
            self.dog.check()
            if turns:
                await asyncio.sleep(0)
            if writes:
                self.dog.note_write()


@pytest.fixture
async def watched(tmp_path):
    return Watched(tmp_path)


TEN_MINUTES = MAX_FAILED_CHECKS * WATCHDOG_INTERVAL


async def test_nothing_ends_while_the_loop_turns_and_writes_work(watched):
    await watched.pass_time(10 * MIN_RESTART_INTERVAL, writes=True)
    assert (watched.asked, watched.left) == ([], [])


async def test_ten_minutes_without_a_write_end_the_process_in_order(watched):
    await watched.pass_time(TEN_MINUTES - WATCHDOG_INTERVAL)
    assert watched.asked == []
    await watched.pass_time(WATCHDOG_INTERVAL)
    assert (len(watched.asked), watched.left) == (1, [])
    await watched.pass_time(WATCHDOG_INTERVAL)  # it still has not ended
    assert watched.left == [EXIT_RESTART]


async def test_a_loop_that_stands_still_cannot_end_in_order_but_ends(watched):
    await watched.pass_time(TEN_MINUTES, writes=True, turns=False)
    assert watched.left == []
    await watched.pass_time(WATCHDOG_INTERVAL, writes=True, turns=False)
    assert (watched.asked, watched.left) == ([], [EXIT_RESTART])


async def test_it_ends_itself_once_an_hour_at_most(watched):
    await watched.pass_time(TEN_MINUTES)
    watched.new()
    await watched.pass_time(MIN_RESTART_INTERVAL - WATCHDOG_INTERVAL)
    assert len(watched.asked) == 1
    await watched.pass_time(WATCHDOG_INTERVAL)
    assert len(watched.asked) == 2
    assert watched.asked[1] - watched.asked[0] == MIN_RESTART_INTERVAL


async def test_where_nothing_can_be_noted_it_ends_itself_after_an_hour(watched, tmp_path):
    watched.stamp = tmp_path / "no folder" / "tessera.restarted"
    watched.new()
    await watched.pass_time(MIN_RESTART_INTERVAL - WATCHDOG_INTERVAL)
    assert watched.asked == []
    await watched.pass_time(WATCHDOG_INTERVAL)
    assert len(watched.asked) == 1


async def test_a_stamp_of_the_future_keeps_nothing_alive(watched):
    watched.stamp.touch()
    os.utime(watched.stamp, (watched.clock.time + 10 * MIN_RESTART_INTERVAL,) * 2)
    await watched.pass_time(TEN_MINUTES)
    assert len(watched.asked) == 1


async def test_a_process_whose_event_loop_is_stuck_ends(tmp_path):
    process = await started(tmp_path, "-c", STUCK.format(stamp=tmp_path / "stamp"))
    code, said = await ended(process)
    assert (code, "the event loop stands still for ten minutes" in said) == (EXIT_RESTART, True)
