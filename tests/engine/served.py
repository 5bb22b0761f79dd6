"""`python -m engine serve` as another program has it: a process, lines in, lines out. Knows nothing between."""

from __future__ import annotations

import json
import subprocess
import sys
from os import fstat
from tempfile import TemporaryFile


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
