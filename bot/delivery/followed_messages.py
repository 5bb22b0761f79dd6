"""Private messages that change by themselves when work is done that takes a while. Knows no rules.

A message is followed only as long as Discord lets it be edited, and until it shows something else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot import tasks
from bot.discord_api.reply import Reply
from bot.model.errors import Refusal
from bot.screens.screen import Screen
from bot.store.database import DatabaseAway

EVERY = 4.0  # seconds at least between two edits that only tell how far the work is

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LongWork:
    """Work that a message waits for.

    `until`: comes to its end with the work. `meanwhile`: how far the work is. `show`: what the message shows after it.
    `otherwise`: what it shows where that is refused.
    """

    until: Callable[[], Awaitable[None]]
    meanwhile: Callable[[], Screen]
    show: Callable[[], Awaitable[Screen]]
    otherwise: Callable[[Refusal], Screen]


class FollowedMessages:
    """The messages that are followed. `every`: seconds at least between edits that only tell how far the work is."""

    def __init__(self) -> None:
        self.every = EVERY
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def leave(self, message: int) -> None:
        """The message is about to show something else."""
        task = self._tasks.pop(message, None)
        if task is not None:
            await tasks.cancel([task])

    async def close(self) -> None:
        """No message is followed any more."""
        for message in [*self._tasks]:
            await self.leave(message)

    def then(self, message: int, reply: Reply, work: LongWork) -> None:
        """The message that this reply has made shows how far the work is, then what has come of it."""
        self.begin(message, self._show_then(reply, work))

    def begin(self, message: int, work: Coroutine[Any, Any, None]) -> None:
        """This work edits the message from now on."""
        task = asyncio.create_task(work, name=f"message {message} is followed")
        self._tasks[message] = task
        task.add_done_callback(lambda ended: self._ended(message, ended))

    async def _show_then(self, reply: Reply, work: LongWork) -> None:
        try:
            await self._wait(reply, work)
            screen = await work.show()
        except Refusal as no:
            screen = work.otherwise(no)
        except DatabaseAway:
            screen = work.otherwise(Refusal("no_database"))
        if not reply.lost:
            await reply.show(screen)

    async def _wait(self, reply: Reply, work: LongWork) -> None:
        end = asyncio.ensure_future(work.until())
        shown = work.meanwhile()
        try:
            while not (await asyncio.wait((end,), timeout=self.every))[0]:
                screen = work.meanwhile()
                if screen != shown and not reply.lost:
                    await reply.show(screen)
                shown = screen
            end.result()
        finally:
            end.cancel()

    def _ended(self, message: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is task:
            del self._tasks[message]
        if not task.cancelled() and (fault := task.exception()):
            log.error("what was waited for could not be shown", exc_info=fault)


def message_of(reply: Reply, posted: int | None) -> int | None:
    """The number of the message that the reply has made: `posted`, else the one whose button was pressed."""
    pressed = reply.interaction.message
    return posted if posted is not None or pressed is None else pressed.id
