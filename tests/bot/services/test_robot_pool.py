"""Processes in which robots search: what they know, what becomes of a search if one dies, and how they end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from contextlib import aclosing
from multiprocessing import resource_tracker, spawn
from random import Random

import pytest

from bot import metrics
from bot.metrics import Metrics
from bot.model.robots import JudgmentRequest, LuckRequest, RobotTurn, SearchFailed
from bot.services.robot_pool import (
    BUSY_MACHINE_FACTOR,
    MAX_PROCESSES_PER_SEARCH,
    PROCESS_NICENESS,
    SEARCH_LIMIT,
    USAGE_CHECK_INTERVAL,
    RobotPool,
    SearchProcess,
    wait_for_limit,
)
from bot.services.robot_worker import memory_usage
from engine import GAMES, Table
from engine.robots.ai import choose
from engine.robots.luck import luck_of_draw, recorded_draws
from engine.robots.review import decisions, judge_decision
from tests.bot.support import searches
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.program import started
from tests.bot.support.stopped import OnceStopped

TABLE = Table.new(GAMES["azul"], 2, {}, "a seed")
SEAT = TABLE.state.to_act()[0]
OAK, ELM, ANA, BEN = 1, 2, 101, 102
MEBI = 1 << 20


def asked(level="sharp", seed="a seed", server=OAK, person=ANA):
    """The opening of a game of Azul is a robot's to move in."""
    return RobotTurn(level, TABLE.view(SEAT), seed, server, person, level != "greedy")


def question(decision, nodes=20, server=OAK, person=ANA):
    """A coach is asked."""
    return JudgmentRequest(decision, closely=True, nodes=nodes, server=server, person=person)


class Lost(Metrics):
    """Counts the processes that ended, "searches", and those that hung."""

    def __init__(self):
        self.counts = Counter()

    def count(self, what, *_):
        self.counts[what] += 1


def pipe(folder, name):
    os.mkfifo(folder / name)
    return folder / name


async def begun(where):
    """The search that writes into this pipe has begun."""
    assert await asyncio.to_thread(where.read_text) == "begun"


async def test_a_search_a_judgement_and_luck_are_found_there_as_they_would_be_here():
    decision = decisions(TABLE.play(SEAT, str(TABLE.view(SEAT).moves[0])))[0]
    (draw,) = recorded_draws(TABLE)
    async with aclosing(RobotPool(1)) as pool:
        assert await pool.choose(asked()) == choose("sharp", TABLE.view(SEAT), Random("a seed"))
        assert await pool.judge(question(decision)) == judge_decision(decision, closely=True, nodes=20)
        assert await pool.luck(LuckRequest("azul", draw, 8, OAK, ANA)) == luck_of_draw("azul", draw, 8)


async def test_a_process_of_lowest_priority_does_not_hear_ctrl_c():
    async with aclosing(RobotPool(1, searches.first_move)) as pool:
        await pool.choose(asked())
        number = pool.idle[0].pid
        assert os.getpriority(os.PRIO_PROCESS, number) == PROCESS_NICENESS
        assert sys.platform != "linux" or os.sched_getscheduler(number) == os.SCHED_IDLE
        assert await pool.idle[0].run(signal.getsignal, signal.SIGINT) is signal.SIG_IGN
        os.kill(number, signal.SIGINT)
        await pool.choose(asked())
        assert pool.idle[0].pid == number


@pytest.mark.usefixtures("forked")
async def test_a_search_whose_process_is_killed_is_made_by_another_one(tmp_path):
    lost = Lost()
    with metrics.activate(lost):
        async with aclosing(RobotPool(1, searches.dies_once)) as pool:
            assert await pool.choose(asked(seed=str(tmp_path / "tried"))) == TABLE.view(SEAT).moves[0]
    assert lost.counts["searches"] == 1


@pytest.mark.usefixtures("forked")
async def test_a_search_that_kills_every_process_is_given_up_and_others_go_on():
    lost = Lost()
    with metrics.activate(lost):
        async with aclosing(RobotPool(1, searches.dies)) as pool:
            one, other = pool.choose(asked(seed="dies")), pool.choose(asked(person=BEN))
            bug, move = await asyncio.gather(one, other, return_exceptions=True)
    assert isinstance(bug, SearchFailed)
    assert move == TABLE.view(SEAT).moves[0]
    assert lost.counts["searches"] == MAX_PROCESSES_PER_SEARCH


def is_gone(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return False


async def test_a_process_that_stands_still_is_replaced_and_a_search_that_hangs_twice_is_given_up(tmp_path):
    stopped, lost = OnceStopped(), Lost()
    with metrics.activate(lost):
        async with aclosing(RobotPool(1, searches.stops_once, limit=stopped)) as pool:
            seeds = {"always": ANA, "once": BEN}
            both = [pool.choose(asked(seed=str(tmp_path / name), person=who)) for name, who in seeds.items()]
            failed, move = await asyncio.gather(*both, return_exceptions=True)
            assert [is_gone(number) for number in stopped.numbers] == [True] * 3
    assert isinstance(failed, SearchFailed)
    assert move == TABLE.view(SEAT).moves[0]
    assert (lost.counts["hung"], lost.counts["searches"]) == (3, 0)


async def test_a_stop_of_the_program_ends_a_process_that_stands_still():
    stopped, hangs = OnceStopped(), asyncio.Event()

    async def never(number):
        await stopped(number)
        hangs.set()
        await asyncio.Event().wait()

    pool = RobotPool(1, searches.stops, limit=never)
    moving = asyncio.create_task(pool.choose(asked(seed="stops")))
    await hangs.wait()
    await pool.aclose()
    assert is_gone(stopped.numbers[0])
    with pytest.raises(asyncio.CancelledError):
        await moving


class Sleeps:
    """Counts the steps of a limit, each of which is over at once, as after a night in which the machine slept."""

    count = 0

    async def __call__(self, seconds):
        assert seconds == USAGE_CHECK_INTERVAL
        self.count += 1


async def test_the_limit_counts_steps_and_not_what_the_clock_says():
    sleeps = Sleeps()
    await wait_for_limit(None, sleeps)
    assert sleeps.count == SEARCH_LIMIT / USAGE_CHECK_INTERVAL


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what a process has used")
async def test_a_process_that_works_though_others_leave_it_little_has_longer_but_not_for_ever():
    sleeps = Sleeps()
    await wait_for_limit(os.getpid(), sleeps)
    assert (
        SEARCH_LIMIT / USAGE_CHECK_INTERVAL < sleeps.count <= BUSY_MACHINE_FACTOR * SEARCH_LIMIT / USAGE_CHECK_INTERVAL
    )


@pytest.mark.usefixtures("forked")
async def test_a_fault_of_a_search_is_told_to_who_asked_and_the_process_goes_on():
    async with aclosing(RobotPool(1, searches.fails)) as pool:
        with pytest.raises(SearchFailed) as failed:
            await pool.choose(asked(seed="fails"))
        assert isinstance(failed.value.__cause__, ValueError)
        number = pool.idle[0].pid
        assert await pool.choose(asked())
        assert pool.idle[0].pid == number


@pytest.mark.usefixtures("forked")
async def test_an_amateur_does_not_wait_for_masters_and_a_stop_ends_them(tmp_path):
    pool = RobotPool(1, searches.never_ends)
    one = asyncio.create_task(pool.choose(asked("master", str(pipe(tmp_path, "one")))))
    other = asyncio.create_task(pool.choose(asked("master", str(tmp_path / "other"), ELM)))
    await begun(tmp_path / "one")
    assert str(await pool.choose(asked("greedy")))
    await pool.aclose()
    assert [type(bug) for bug in await asyncio.gather(one, other, return_exceptions=True)] == [
        asyncio.CancelledError,
        asyncio.CancelledError,
    ]
    assert not (tmp_path / "other").exists()


async def test_a_stop_does_not_wait_for_a_process_that_is_only_beginning(tmp_path, monkeypatch):
    resource_tracker.ensure_running()  # which is a Python too
    slow, told = tmp_path / "python", pipe(tmp_path, "told")
    slow.write_text(f"#!/bin/sh\nprintf begun > '{told}'\nexec sleep 1000\n")
    slow.chmod(0o700)
    monkeypatch.setattr(spawn, "_python_exe", os.fsencode(slow))
    process = SearchProcess()
    asking = asyncio.create_task(process.search(searches.first_move))
    await begun(told)
    await process.close()
    with pytest.raises(asyncio.CancelledError):
        await asking


@pytest.mark.usefixtures("forked")
async def test_as_many_searches_as_processes_are_made_at_a_time(tmp_path):
    async with aclosing(RobotPool(2, searches.never_ends)) as pool:
        seeds = [pipe(tmp_path, "a"), pipe(tmp_path, "b"), tmp_path / "c"]
        waiting = [asyncio.create_task(pool.choose(asked(seed=str(seed)))) for seed in seeds]
        await begun(tmp_path / "a")
        await begun(tmp_path / "b")
        assert (len(waiting), pool.idle) == (3, [])
        assert not (tmp_path / "c").exists()


@pytest.mark.usefixtures("forked")
async def test_what_nobody_waits_for_any_more_is_not_searched(tmp_path):
    async with aclosing(RobotPool(1, searches.waits)) as pool:
        seeds = [pipe(tmp_path, "first"), tmp_path / "second", tmp_path / "third"]
        first, second, third = [asyncio.create_task(pool.choose(asked(seed=str(seed)))) for seed in seeds]
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.to_thread(seeds[0].write_text, "go on")
        assert await asyncio.gather(first, third)
        assert [seed.exists() for seed in seeds] == [True, False, True]


@pytest.mark.usefixtures("forked")
async def test_a_process_that_has_grown_is_replaced():
    async with aclosing(RobotPool(1, searches.grows)) as pool:
        await pool.choose(asked())
        assert pool.idle[0].pid is None
        assert await pool.choose(asked())


@pytest.mark.usefixtures("forked")
async def test_a_coach_waits_until_no_robot_does(tmp_path):
    async with aclosing(RobotPool(1, searches.waits, searches.sees)) as pool:
        first = asyncio.create_task(pool.choose(asked(seed=str(pipe(tmp_path, "first")))))
        await asyncio.sleep(0)
        coach = asyncio.create_task(pool.judge(question(str(tmp_path / "second"))))
        await asyncio.sleep(0)
        second = asyncio.create_task(pool.choose(asked(seed=str(tmp_path / "second"), server=ELM, person=BEN)))
        await asyncio.sleep(0)
        await asyncio.to_thread((tmp_path / "first").write_text, "go on")
        assert await coach
        assert await asyncio.gather(first, second)


@pytest.mark.usefixtures("forked")
async def test_coaches_take_turns_by_server(tmp_path):
    async with aclosing(RobotPool(1, searches.waits, searches.writes)) as pool:
        robot = asyncio.create_task(pool.choose(asked(seed=str(pipe(tmp_path, "robot")))))
        await asyncio.sleep(0)
        for_whom = {"a": (OAK, ANA), "b": (OAK, ANA), "c": (ELM, BEN)}
        files = str(tmp_path / "order")
        coaches = [asyncio.create_task(pool.judge(question((files, name), 20, *who))) for name, who in for_whom.items()]
        await asyncio.sleep(0)
        await asyncio.to_thread((tmp_path / "robot").write_text, "go on")
        await asyncio.gather(robot, *coaches)
        assert (tmp_path / "order").read_text() == "acb"


@pytest.mark.usefixtures("forked")
async def test_a_decision_whose_process_is_killed_is_judged_by_another_one(tmp_path):
    lost = Lost()
    with metrics.activate(lost):
        async with aclosing(RobotPool(1, judging=searches.judges_after_a_death)) as pool:
            assert await pool.judge(question(str(tmp_path / "tried"), 7)) == 7
    assert lost.counts["searches"] == 1


@pytest.mark.usefixtures("forked")
async def test_what_a_review_does_not_wait_for_any_more_is_not_judged(tmp_path):
    async with aclosing(RobotPool(1, searches.waits, searches.writes)) as pool:
        robot = asyncio.create_task(pool.choose(asked(seed=str(pipe(tmp_path, "robot")))))
        await asyncio.sleep(0)
        left, kept = (asyncio.create_task(pool.judge(question((str(tmp_path / "order"), name)))) for name in "xy")
        await asyncio.sleep(0)
        left.cancel()
        await asyncio.to_thread((tmp_path / "robot").write_text, "go on")
        await asyncio.gather(robot, kept)
        assert (tmp_path / "order").read_text() == "y"


INSTALLED = """
from bot.__main__ import main
if __name__ == "__main__":
    import asyncio, discord
    from tests.bot.support.robots_program import main
    asyncio.run(main({what!r}))
"""  # begins as the installed program does, from a file that is not a module


async def test_a_process_of_the_installed_program_knows_the_engine_and_little_else(tmp_path):
    said, _ = await (await started(tmp_path, "-c", INSTALLED.format(what="modules"))).communicate()
    *told, least = said.decode().split()
    ours = {one for one in told if one.partition(".")[0] in {"bot", "render", "tests"}}
    assert ours == {"bot", "bot.__main__", "bot.services", "bot.services.robot_worker", "bot.signals"}
    assert not {one.partition(".")[0] for one in told} & {"discord", "aiohttp", "aiosqlite", "PIL", "openskill"}
    assert "engine.robots.ai" in told
    assert 0 <= int(least) < 120 * MEBI


async def test_a_process_ends_with_a_program_that_is_killed(tmp_path):
    os.mkfifo(tmp_path / "begun")
    program = await started(tmp_path, "-c", INSTALLED.format(what="wait"))
    assert await program.stdout.readline() == b"thinks\n"
    program.kill()
    async with asyncio.timeout(PATIENCE):
        assert (await program.communicate())[0] == b""  # whoever could still write is gone


def test_memory_is_told_in_bytes():
    assert memory_usage() == 0 or 10 * MEBI < memory_usage() < 10_000 * MEBI
