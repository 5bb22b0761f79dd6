"""The event loop on which the bot runs: uvloop where it is installed, because a press then costs less.

Knows nothing of what runs on it.
"""

import asyncio
from collections.abc import Coroutine
from importlib.util import find_spec
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(main: Coroutine[Any, Any, Result]) -> Result:
    """What the coroutine returns; as `asyncio.run`, on the fastest event loop that there is."""
    with asyncio.Runner(loop_factory=_fastest()) as runner:
        return runner.run(main)


def _fastest() -> Any:
    """A function that makes an event loop; None for that of the standard library."""
    if find_spec("uvloop") is None:  # no such package for this system, or for this Python yet
        return None
    import uvloop

    return uvloop.new_event_loop
