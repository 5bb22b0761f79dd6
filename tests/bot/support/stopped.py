"""The limit of a search for tests: over as soon as its process really stands still. Knows no search."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress


class OnceStopped:
    """To be given to a RobotPool as `limit`. `numbers`: of the processes that stood still."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    async def __call__(self, number: int | None) -> None:
        assert number is not None
        if await asyncio.to_thread(_has_stopped, number):
            self.numbers.append(number)
        else:
            await asyncio.Event().wait()


def _has_stopped(number: int) -> bool:
    """Whether the process, a child of ours, stands still; False once it has ended."""
    with suppress(ChildProcessError):
        ended = os.waitid(os.P_PID, number, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        return ended is not None and ended.si_code == os.CLD_STOPPED
    return False
