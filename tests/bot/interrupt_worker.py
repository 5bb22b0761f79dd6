"""Runs a program of ours and interrupts it as a terminal does, at a place that does not depend on time.

`python -m tests.bot.interrupt_worker EVENT MODULE ARGUMENTS...` sends SIGINT to the whole group of processes that it
leads when Python reports that event of its audit for the first time: `sqlite3.connect`, or `import` with the name of a
module.
At "exit" it does so when the interpreter is ending. Knows nothing of the program.
"""

from __future__ import annotations

import atexit
import os
import runpy
import signal
import sys


def main(event: str, module: str) -> None:
    """The module is run, and interrupted at that event."""
    os.setpgid(0, 0)
    waiting = [event]

    def hear(name: str, details: tuple[object, ...]) -> None:
        if waiting and event in (name, f"{name} {details[0] if details else ''}"):
            waiting.clear()
            os.killpg(0, signal.SIGINT)

    sys.addaudithook(hear)
    if event == "exit":
        atexit.register(os.killpg, 0, signal.SIGINT)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    event, module = sys.argv[1:3]
    del sys.argv[1:3]
    main(event, module)
