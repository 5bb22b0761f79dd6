"""The event loop on which the bot runs: uvloop where it is installed, because a press then costs less.

Knows nothing of what runs on it.
"""

import asyncio
import gc
from collections.abc import Coroutine
from importlib.util import find_spec
from typing import Any, TypeVar

Result = TypeVar("Result")
COLLECT_AFTER = (20_000, 20, 50)  # so many new objects, so many collections of young ones, so many of older ones


def run(main: Coroutine[Any, Any, Result]) -> Result:
    """What the coroutine returns; as `asyncio.run`, on the fastest event loop that there is.

    Garbage is collected less often: what is loaded by now is there to stay, and going through all else took up to 40 ms
    in which nobody was answered.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    with asyncio.Runner(loop_factory=_fastest()) as runner:
        return runner.run(main)


def _fastest() -> Any:
    """A function that makes an event loop; None for that of the standard library."""
    if find_spec("uvloop") is None:  # no such package for this system, or for this Python yet
        return None
    import uvloop

    return uvloop.new_event_loop
