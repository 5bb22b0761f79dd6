"""A reader that leaves, as `head` does, ends no command with a complaint, and changes nothing of what it does."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from engine import GAMES, Table
from engine.transcript import write_transcript
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.old_files import file_of
from tests.bot.support.program import Program, variables
from tests.bot.support.site import free_port


async def unread(tmp_path, *command, **environment):
    """The exit code of a program whose output nobody reads, and what it says of that; `tmp_path` is where it runs."""
    async with asyncio.timeout(PATIENCE):
        process = await Program(command[0], command[1:], variables(**environment), tmp_path, read=False).listen()
        _, said = await process.communicate()
    return process.returncode, said.decode()


def unread_from_its_first_line(tmp_path, *command, **environment):
    """The same of a program that has an interpreter of its own, and that reads."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", *command], env=variables(**environment), cwd=tmp_path,
            input='{"do": "help"}\n' * 200, stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("bot", "games"), 0), (("bot", "--help"), 0), (("bot", "check"), 0), (("bot", "stats"), 0),
        (("bot", "backup", "copy"), 0), (("bot.health",), 1), (("bot.playground", "--help"), 0),
        (("engine", "azul", "--robot", "beginner", "--robot", "beginner"), 0),
        (("engine", "review", "game.txt", "--nodes", "1"), 0), (("engine", "--help"), 0),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else str(one),
)  # fmt: skip
async def test_a_command_that_nobody_reads_ends_quietly(tmp_path, command, code):
    (tmp_path / "var").mkdir()
    file_of(tmp_path / "var" / "tessera.sqlite3", 1)
    (tmp_path / "game.txt").write_text(write_transcript(Table.new(GAMES["azul"], 2, {}, "x"), ["Ana", "Ben"]), "utf-8")
    assert await unread(tmp_path, *command) == (code, "")
    assert (tmp_path / "copy").exists() == ("backup" in command)  # what it does is done


@pytest.mark.parametrize("command", [("bot", "--help"), ("engine", "serve")], ids=" ".join)
def test_so_does_the_end_of_its_interpreter(tmp_path, command):
    assert unread_from_its_first_line(tmp_path, *command) == (0, "")


async def test_so_does_one_whose_every_line_is_written_at_once(tmp_path):
    for command in ("games", "--help"):
        assert await unread(tmp_path, "bot", command, LINE_BY_LINE="1") == (0, ""), command
    assert unread_from_its_first_line(tmp_path, "engine", "serve", PYTHONUNBUFFERED="1") == (0, "")


async def test_what_such_a_command_finds_is_its_exit_code(tmp_path):
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "tessera.sqlite3").write_text("Dear Ana, " * 200)
    assert await unread(tmp_path, "bot", "check") == (1, "")


async def test_a_bot_whose_output_nobody_reads_plays_on(tmp_path):
    given = variables(TESSERA_DATABASE=str(tmp_path / "tessera.sqlite3"), TESSERA_PORT=str(free_port()))
    process = await Program("bot", (), given, tmp_path, read=False).listen()
    async with asyncio.timeout(PATIENCE):
        while b"connection 0: connect" not in (line := await process.stderr.readline()):
            assert line
        process.send_signal(signal.SIGTERM)
        _, said = await process.communicate()
    assert (process.returncode, [line for line in said.decode().splitlines() if "Error" in line]) == (0, [])
