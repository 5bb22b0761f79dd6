"""Cancels tasks of the event loop. Knows nothing of the bot."""

import asyncio
from collections.abc import Iterable
from typing import Any


async def cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel all these tasks first, then wait until all have ended, however they end."""
    those = [*tasks]
    for task in those:
        task.cancel()
    await asyncio.gather(*those, return_exceptions=True)
