"""Ctrl-C at any moment: the program ends with 0 and says nothing of its insides, whatever it was about to do."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from bot.store.migrations import prepare
from tests.bot.support.program import Program, variables
from tests.bot.support.site import free_port

LOADING = ("import argparse", "import discord")
STARTING = ("fcntl.flock", "sqlite3.connect", "os.remove", "socket.connect")
WORKER = "tests.bot.interrupt_worker"


async def interrupted(event, tmp_path, *command, **environment):
    """The exit code of a program that gets SIGINT at that event, with all that it started, and what it said.

    Where the program has loaded by then, it is not loaded for that.
    """
    given = variables(TESSERA_DATABASE=str(tmp_path / "tessera.sqlite3")) | environment
    if event == "exit" or event.startswith("import "):
        process = await alone(event, *command, env=given, cwd=tmp_path)
    else:
        process = await Program(WORKER, (event, *command), given, tmp_path).listen()
    return await end(process)


async def alone(*arguments, **keywords):
    """A program that has an interpreter of its own."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", WORKER, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        **keywords,
    )  # fmt: skip


async def end(process):
    """Its exit code and what it said; nothing of its insides."""
    async with asyncio.timeout(120):
        out, err = await process.communicate()  # ends when the local Discord, which shares its output, has ended too
    assert b"Traceback" not in err, err.decode()
    assert b"level=error" not in err, err.decode()
    assert b"level=critical" not in err, err.decode()
    return process.returncode, (out + err).decode()


@pytest.mark.parametrize("event", LOADING + STARTING)
async def test_a_bot_that_loads_or_starts_ends_with_zero(event, local, tmp_path):
    code, said = await interrupted(event, tmp_path, "bot", TESSERA_DISCORD=local.url, DISCORD_TOKEN=local.token)
    assert code == 0, said


async def test_a_bot_that_starts_with_a_local_discord_ends_with_zero_and_so_does_that(tmp_path):
    code, said = await interrupted("socket.connect", tmp_path, "bot", "run", TESSERA_PORT=str(free_port()))
    assert code == 0, said


@pytest.mark.parametrize("event", ["import asyncio", "socket.bind"])
async def test_the_local_discord_by_itself_ends_with_zero(event, tmp_path):
    code, said = await interrupted(event, tmp_path, "bot.playground", "--port", "0", "--world", str(tmp_path / "world"))
    assert code == 0, said


async def test_it_changes_nothing_when_the_program_has_ended_by_itself(local, tmp_path):
    code, said = await interrupted("exit", tmp_path, "bot", TESSERA_DISCORD=local.url, DISCORD_TOKEN="wrong")
    assert (code, said.count("\n")) == (2, 1)


@pytest.mark.parametrize("event", ["import asyncio", "sqlite3.connect"])
async def test_another_command_was_not_done(event, tmp_path):
    """It ends as an interrupted program does: whoever goes on only after a backup does not go on."""
    prepare(tmp_path / "tessera.sqlite3")
    assert await interrupted(event, tmp_path, "bot", "rebuild-ratings") == (130, "")


async def test_a_parent_that_blocks_the_signals_does_not_keep_them_from_the_program(tmp_path):
    prepare(tmp_path / "tessera.sqlite3")
    given = variables(TESSERA_DATABASE=str(tmp_path / "tessera.sqlite3"))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        process = await alone("sqlite3.connect", "bot", "rebuild-ratings", env=given, cwd=tmp_path)
        assert await end(process) == (130, "")
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
