"""Tasks of the event loop that are not wanted any more. Knows nothing of the bot."""

import asyncio
from collections.abc import Iterable
from typing import Any


async def cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """All these tasks have ended, however they did; each was cancelled before any was waited for."""
    those = [*tasks]
    for task in those:
        task.cancel()
    await asyncio.gather(*those, return_exceptions=True)
