"""What pytest leaves alone, and what it tells of a test that ran out of time. Knows no test."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from math import ceil

import pytest
import pytest_asyncio

STATUS = pytest.StashKey[int]()


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as processors: a quarter of their time tests wait for the disk and for other processes."""
    return ceil((os.cpu_count() or 1) * 3 / 2)


def pytest_configure() -> None:
    """Ctrl-C reaches the tests and what they start: shells let what they start in the background ignore it.

    While tests are found nothing is thrown away, so the garbage collector need not look for it.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What was collected lives until the end: the garbage collector need not walk through it again for every test."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)  # as seldom as in the bot: the tests take less time


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window():
    """Headless Chromium, one for all tests in a browser; skips them where there is none."""
    # Imported only here: this file is also read where there is nothing else of ours.
    from tests.bot.support.tabs import chromium

    async with chromium() as one:
        yield one


@pytest.fixture(scope="session")
def postgres_programs():
    """Where PostgreSQL is installed."""
    from tests.bot.support.postgres import needed_programs

    return needed_programs()


@pytest.fixture(scope="session")
def postgres(postgres_programs):
    """A PostgreSQL server, one for all tests that do not kill or misuse it."""
    from tests.bot.support.postgres import server

    with server(postgres_programs) as one:
        yield one


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Where every task waits is told too: the stack of a test that waits ends in the event loop."""
    try:
        return (yield)
    except pytest.fail.Exception as failure:
        if "pytest-timeout" in str(failure) and asyncio.iscoroutinefunction(getattr(item, "obj", None)):
            tasks = asyncio.all_tasks(asyncio.get_event_loop())
            item.add_report_section("call", "tasks", "\n".join(map(waits, tasks)))
        raise


def waits(task: asyncio.Task[object]) -> str:
    """Where the task waits, the innermost call last."""
    places, awaited = [task.get_name()], task.get_coro()
    while frame := getattr(awaited, "cr_frame", None):
        places.append(f"{frame.f_code.co_filename}:{frame.f_lineno}:{frame.f_code.co_name}")
        awaited = awaited.cr_await
    return "\n  ".join(places)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """pytest looks ten times for what nobody refers to any more: the first time is enough, and takes a second."""
    session.config.stash[STATUS] = int(exitstatus)
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """A test that failed may leave a store open; its thread would keep this process for ever after the last line."""
    main, status = threading.main_thread(), config.stash.get(STATUS, 0)
    left = [thread.name for thread in threading.enumerate() if thread is not main and not thread.daemon]
    if status and left and not hasattr(config, "workerinput"):  # xdist ends its own workers
        sys.stderr.write(f"ended in spite of what a test has left: {', '.join(left)}\n")
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
