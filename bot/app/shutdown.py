"""Counts the presses being answered, so that the program can end between two of them. Knows nothing about presses."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bot.model.errors import Refusal


class Drain:
    """Lets presses in until it is closed, and then waits for those inside."""

    def __init__(self) -> None:
        self._inside = 0
        self._closed = False
        self.handed_over = False  # whether another process answers every press that is not inside yet
        self._empty = asyncio.Event()

    @contextmanager
    def one(self) -> Iterator[None]:
        """A press is being answered within this context."""
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    def admit(self) -> None:
        """Raises Refusal("stopping") once this is closed."""
        if self._closed:
            raise Refusal("stopping")

    async def close(self, seconds: float, *, handed_over: bool = False) -> None:
        """Let no more presses in; wait for those inside, at most so many seconds."""
        self._closed, self.handed_over = True, handed_over
        if self._inside:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), seconds)
