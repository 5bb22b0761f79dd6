"""A program that brings files up to date, each in a process of its own that is made to be killed.

Knows nothing of the test that kills it. For each path on standard input it answers with the number of the process that
is at work on it, and with how that ended. Run as: python -m tests.bot.migrate_worker
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.store.migrations import prepare


def _say(number: int) -> None:
    os.write(1, f"{number}\n".encode())


def main() -> None:
    """Until standard input ends."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            prepare(Path(line.rstrip("\n")))
            os._exit(0)
        _say(child)
        _say(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    main()
