"""The program in a process of its own, as an operator starts it.

Loading it takes a second, so it is loaded once and each start is forked from there. What Ctrl-C does while it loads is
seen in `test_interrupted.py`, which starts it in the long way. What it draws before anybody asks takes longer than most
tests, and is left out where `DRAWS_AHEAD` is not among the variables. Where `LINE_BY_LINE` is, each line is written
at its end. Knows nothing else of what the program does.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import signal
import sys
import weakref
from multiprocessing.connection import Connection
from pathlib import Path

from bot.app import main
from bot.app.client import Tessera
from tests.bot.support.local_discord import PATIENCE
from tests.sources import ROOT

NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload([
    "bot.command_line", "bot.app.main", "bot.playground.command_line", "uvloop", "simcord",
    "tests.bot.support.kill_worker", "tests.bot.support.fold_worker", "tests.bot.support.program",
])  # fmt: skip


class Program:
    """A module of ours that runs as `python -m`, or a file; asked as a `Process` of asyncio. It ends with this object.

    Nobody reads its output if it is not `read`.
    """

    def __init__(
        self, module: str, arguments: tuple[str, ...], environment: dict[str, str], folder: Path, read: bool = True
    ) -> None:
        mask = os.umask(0)
        os.umask(mask)
        typed, self._typed = NURSERY.Pipe(duplex=False)
        self._said, said = NURSERY.Pipe(duplex=False)
        self._errors, errors = NURSERY.Pipe(duplex=False)
        theirs = (typed, said, errors)
        if not read:
            self._said.close()
        self._process = NURSERY.Process(target=_run, args=(theirs, module, arguments, environment, folder, mask))
        self._process.start()
        for one in theirs:
            one.close()
        weakref.finalize(self, self._process.kill)

    async def listen(self) -> Program:
        """Read what it says from now on, and let it read what is typed."""
        self.stdout, self.stderr = await _read(self._said), await _read(self._errors)
        loop = asyncio.get_running_loop()
        written = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, self._typed)
        self.stdin = asyncio.StreamWriter(*written, None, loop)
        return self

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """As that of asyncio's: None while it runs."""
        return self._process.exitcode

    async def wait(self) -> int:
        """Its exit code, once it has ended."""
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        loop.add_reader(self._process.sentinel, ended.set)
        await ended.wait()
        loop.remove_reader(self._process.sentinel)
        self.stdin.close()  # the loop may not have noticed yet that nobody reads it
        return self.returncode

    async def communicate(self) -> tuple[bytes, bytes]:
        """All that it and those say who share its output, once all have ended."""
        said = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await self.wait()
        return tuple(said)

    def send_signal(self, number: int) -> None:
        """It gets that signal, if it has not ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """It is asked to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """It is gone."""
        self.send_signal(signal.SIGKILL)


async def _read(pipe: Connection) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    if pipe.closed:
        reader.feed_eof()
        return reader
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


def _run(
    pipes: tuple[Connection, ...], module: str, arguments: tuple[str, ...], environment: dict[str, str], folder: Path,
    mask: int,
) -> None:  # fmt: skip
    for number, pipe in enumerate(pipes):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - until the end
    os.umask(mask)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.stdout.reconfigure(line_buffering="LINE_BY_LINE" in environment)
    if "DRAWS_AHEAD" not in environment:
        main.has_pictures, Tessera.uploads_emojis = lambda _: False, False
    sys.argv = [module, *arguments]
    if module.endswith(".py"):
        runpy.run_path(module, run_name="__main__")
    else:
        runpy.run_module(module, run_name="__main__", alter_sys=True)


def variables(**given: str) -> dict[str, str]:
    """Those of this process, without any setting of whoever runs the tests, and these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TESSERA_", "DISCORD_"))}
    return {**kept, "PYTHONPATH": str(ROOT), **given}


async def started(tmp_path, *program, **environment):
    """`python -m bot`, or another program, in a folder with a database of its own, with these variables."""
    given = variables(TESSERA_DATABASE=str(tmp_path / "tessera.sqlite3")) | environment
    option, *arguments = program or ("-m", "bot")
    if option == "-c":
        (tmp_path / "program.py").write_text(arguments[0], "utf-8")
    name, *arguments = arguments if option == "-m" else (str(tmp_path / "program.py"),)
    return await Program(name, tuple(arguments), given, tmp_path).listen()


async def ended(process):
    """Its exit code and the last line it said to the operator."""
    async with asyncio.timeout(PATIENCE):
        _, said = await process.communicate()
    return process.returncode, said.decode().strip().splitlines()[-1] if said.strip() else ""
