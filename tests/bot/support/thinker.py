"""A robot that thinks until a test tells it to move. It knows no game."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.model.robots import RobotTurn
from engine.core import Move


@dataclass
class Thinker:
    """Quick robots move at once, the others when `go` is called; `asked` holds the searches that somebody waits for."""

    asked: list[RobotTurn] = field(default_factory=list)
    forgotten: int = 0
    _go: asyncio.Event = field(default_factory=asyncio.Event)
    _came: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, turn: RobotTurn) -> Move:
        if turn.is_search:
            self.asked.append(turn)
            self._came.set()
            try:
                await self._go.wait()
            except asyncio.CancelledError:
                self.forgotten += 1
                raise
            finally:
                self.asked.remove(turn)
        return turn.view.moves[0]

    async def thinks(self) -> RobotTurn:
        """The search that somebody waits for, once there is one."""
        while not self.asked:
            self._came.clear()
            await self._came.wait()
        return self.asked[0]

    def go(self) -> None:
        """Robots move, now and from now on."""
        self._go.set()
