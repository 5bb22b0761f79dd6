"""The command line of the engine: `serve` as another program has it, a process, and all else as typed in a terminal.

Knows the lines in and out, and nothing between.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from os import fstat
from tempfile import TemporaryFile
from typing import NamedTuple

import pytest

from engine.__main__ import main


class Served:
    """The process and a conversation with it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "engine", "serve"]
        self.errors = TemporaryFile()  # noqa: SIM115 - closed when the process has ended
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)

    def raw(self, line: bytes) -> dict:
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __call__(self, do: str, **fields: object) -> dict:
        return self.raw(json.dumps({"do": do, **fields}).encode())

    def is_quiet(self) -> bool:
        """Whether nothing went to the error output."""
        return fstat(self.errors.fileno()).st_size == 0

    def end(self) -> int:
        self.process.stdin.close()
        code = self.process.wait(10)
        assert self.is_quiet()
        self.process.stdout.close()
        self.errors.close()
        return code


def reason(answer: dict) -> str:
    assert set(answer["error"]) == {"reason", "text"}
    assert answer["error"]["text"]
    return answer["error"]["reason"]


class Ended(NamedTuple):
    """How a command ended, and what it said."""

    returncode: int
    stdout: str
    stderr: str


def terminal(*arguments: str, typed: str = "") -> Ended:
    """`python -m engine` with these arguments, of which somebody types these lines."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["engine/__main__.py", *arguments])
        patch.setattr(sys, "stdin", StringIO(typed))
        try:
            code = main()
        except SystemExit as end:
            code = end.code
    return Ended(code, out.getvalue(), err.getvalue())
