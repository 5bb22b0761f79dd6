"""Which presses are being answered, so that the program can end between two of them. Knows nothing of what they are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bot.model.errors import Refusal


class Drain:
    """Open at first. Closed, it lets no further press in; those inside are waited for."""

    def __init__(self) -> None:
        self._inside = 0
        self._closed = False
        self._empty = asyncio.Event()

    @contextmanager
    def one(self) -> Iterator[None]:
        """A press is being answered meanwhile."""
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    def admit(self) -> None:
        """Raises Refusal("stopping") once the intake is closed."""
        if self._closed:
            raise Refusal("stopping")

    async def close(self, seconds: float) -> None:
        """No further press is let in; those inside have been answered, or the time is over."""
        self._closed = True
        if self._inside:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), seconds)
