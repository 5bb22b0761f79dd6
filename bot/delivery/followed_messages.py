"""Private messages that change by themselves when work is done that takes a while. Knows no rules.

A message is followed only as long as Discord lets it be edited, and until it shows something else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from bot.discord_api.reply import Reply
from bot.model.errors import Refusal
from bot.screens.screen import Screen
from bot.store.database import DatabaseAway

log = logging.getLogger(__name__)


class FollowedMessages:
    """The messages that are followed, by their number."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def leave(self, message: int) -> None:
        """The message is about to show something else."""
        task = self._tasks.pop(message, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """No message is followed any more."""
        for message in [*self._tasks]:
            await self.leave(message)

    def then(
        self,
        message: int,
        reply: Reply,
        until: Callable[[], Awaitable[None]],
        show: Callable[[], Awaitable[Screen]],
        otherwise: Callable[[Refusal], Screen],
    ) -> None:
        """The message that this reply has made will show what `show` says, once `until` has come to its end.

        `otherwise`: what it shows where either is refused.
        """
        self.begin(message, self._show_then(reply, until, show, otherwise))

    def begin(self, message: int, work: Coroutine[Any, Any, None]) -> None:
        """This work edits the message from now on."""
        task = asyncio.create_task(work, name=f"message {message} is followed")
        self._tasks[message] = task
        task.add_done_callback(lambda ended: self._ended(message, ended))

    async def _show_then(
        self,
        reply: Reply,
        until: Callable[[], Awaitable[None]],
        show: Callable[[], Awaitable[Screen]],
        otherwise: Callable[[Refusal], Screen],
    ) -> None:
        try:
            await until()
            screen = await show()
        except Refusal as no:
            screen = otherwise(no)
        except DatabaseAway:
            screen = otherwise(Refusal("no_database"))
        if not reply.lost:
            await reply.show(screen)

    def _ended(self, message: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is task:
            del self._tasks[message]
        if not task.cancelled() and (fault := task.exception()):
            log.error("what was waited for could not be shown", exc_info=fault)


def message_of(reply: Reply, posted: int | None) -> int | None:
    """The number of the message that the reply has made: `posted`, else the one whose button was pressed."""
    pressed = reply.interaction.message
    return posted if posted is not None or pressed is None else pressed.id
