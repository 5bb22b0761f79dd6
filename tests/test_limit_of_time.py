"""A test that hangs ends, and says where it hung. Knows nothing of the bot."""

import shutil
import subprocess
import sys
from pathlib import Path

TESTS = """
import asyncio
import signal
import threading

async def served():
    await asyncio.Event().wait()

async def test_waits_forever():
    await asyncio.gather(asyncio.create_task(served(), name="waiter"))

def test_turns_forever():
    while True:
        signal.pause()  # which takes no time of a processor

def test_leaves_a_thread_behind():
    threading.Thread(target=threading.Event().wait, name="store").start()
    raise ValueError
"""


def test_every_test_has_a_limit_of_time(pytestconfig):
    assert float(pytestconfig.getini("timeout")) > 0
    assert float(pytestconfig.getini("faulthandler_timeout")) > float(pytestconfig.getini("timeout"))


def test_a_test_that_hangs_ends_and_says_where_it_hung_and_a_thread_that_is_left_keeps_nothing(tmp_path):
    here = Path(__file__).parent
    (tmp_path / "test_hanging.py").write_text(TESTS)
    shutil.copy(here / "conftest.py", tmp_path)
    ways = ("-c", str(here.parent / "pyproject.toml"), "--rootdir", str(tmp_path), "-p", "no:cacheprovider")
    command = (sys.executable, "-m", "pytest", *ways, "-o", "timeout=1", "test_hanging.py")
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "3 failed" in run.stdout
    assert run.stdout.count("from pytest-timeout") >= 2
    assert "test_hanging.py:7:served" in run.stdout  # where the task waited, not only where its loop did
    assert "while True:" in run.stdout
    assert "left: store" in run.stderr
