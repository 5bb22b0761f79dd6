"""A test that hangs ends, and says where it hung. Knows nothing of the bot."""

import shutil
import subprocess
import sys
from pathlib import Path

LEAVES = """
import threading

def test_leaves_a_thread_behind():
    threading.Thread(target=threading.Event().wait, name="store").start()
    raise ValueError
"""
HANGS = """
import asyncio

async def served():
    await asyncio.Event().wait()

async def test_waits_forever():
    await asyncio.gather(asyncio.create_task(served(), name="waiter"))

def test_turns_forever():
    while True:
        pass
"""


def test_every_test_has_a_limit_of_time(pytestconfig):
    assert float(pytestconfig.getini("timeout")) > 0
    assert float(pytestconfig.getini("faulthandler_timeout")) > float(pytestconfig.getini("timeout"))


def ended(folder, tests, *options):
    """How a run of just these tests ended, with the settings of the project."""
    here = Path(__file__).parent
    (folder / "test_hanging.py").write_text(tests)
    shutil.copy(here / "conftest.py", folder)
    ways = ("-c", str(here.parent / "pyproject.toml"), "--rootdir", str(folder), "-p", "no:cacheprovider", *options)
    command = (sys.executable, "-m", "pytest", *ways, "test_hanging.py")
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_test_that_hangs_ends_and_says_where_it_hung(tmp_path):
    run = ended(tmp_path, HANGS, "-o", "timeout=1")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "2 failed" in run.stdout
    assert run.stdout.count("from pytest-timeout") >= 2
    assert "test_hanging.py:5:served" in run.stdout  # where the task waited, not only where its loop did
    assert "while True:" in run.stdout


def test_a_test_that_fails_and_leaves_a_thread_does_not_keep_the_suite_for_ever(tmp_path):
    run = ended(tmp_path, LEAVES)
    assert run.returncode == 1
    assert "1 failed" in run.stdout
    assert "left: store" in run.stderr
