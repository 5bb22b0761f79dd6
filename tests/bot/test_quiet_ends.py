"""A reader that leaves, as `head` does, ends no command with a complaint, and changes nothing of what it does."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from engine import GAMES, Table
from engine.transcript import written
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.old_files import file_of
from tests.bot.support.program import started, variables
from tests.bot.support.site import free_port


def unread(tmp_path, *command, typed=""):
    """The exit code of a program whose output nobody reads, and what it says of that; `tmp_path` is where it runs."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", *command], env=variables(), cwd=tmp_path, input=typed,
            stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("bot", "games"), 0), (("bot", "--help"), 0), (("bot", "check"), 0), (("bot", "stats"), 0),
        (("bot", "backup", "copy"), 0), (("bot.health",), 1), (("bot.playground", "--help"), 0),
        (("engine", "serve"), 0), (("engine", "azul", "--robot", "beginner", "--robot", "beginner"), 0),
        (("engine", "review", "game.txt", "--nodes", "1"), 0), (("engine", "--help"), 0),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else str(one),
)  # fmt: skip
def test_a_command_that_nobody_reads_ends_quietly(tmp_path, command, code):
    (tmp_path / "var").mkdir()
    file_of(tmp_path / "var" / "tessera.sqlite3", 1)
    (tmp_path / "game.txt").write_text(written(Table.new(GAMES["azul"], 2, {}, "x"), ["Ana", "Ben"]), "utf-8")
    assert unread(tmp_path, *command, typed='{"do": "help"}\n' * 200) == (code, "")


@pytest.mark.parametrize("command", [("bot", "games"), ("bot", "--help"), ("engine", "serve")], ids=" ".join)
def test_so_does_one_whose_every_line_is_written_at_once(tmp_path, monkeypatch, command):
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    assert unread(tmp_path, *command, typed='{"do": "help"}\n' * 200) == (0, "")


def test_what_such_a_command_does_is_done(tmp_path):
    (tmp_path / "var").mkdir()
    file_of(tmp_path / "var" / "tessera.sqlite3", 1)
    assert unread(tmp_path, "bot", "backup", "copy") == (0, "")
    assert (tmp_path / "copy").exists()
    (tmp_path / "var" / "tessera.sqlite3").write_text("Dear Ana, " * 200)
    assert unread(tmp_path, "bot", "check") == (1, "")


async def test_a_bot_whose_output_nobody_reads_plays_on(tmp_path):
    port = free_port()
    process = await started(tmp_path, "-c", UNREAD, TESSERA_PORT=str(port))
    async with asyncio.timeout(PATIENCE):
        while b"connection 0: connect" not in (line := await process.stderr.readline()):
            assert line
        process.send_signal(signal.SIGTERM)
        _, said = await process.communicate()
    assert (process.returncode, b"Error" in said) == (0, False)


UNREAD = """
import os, sys
reader, writer = os.pipe()
os.close(reader)
os.dup2(writer, 1)
sys.argv = ["bot"]
from bot.__main__ import main
sys.exit(main())
"""
