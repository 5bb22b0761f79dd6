"""Private messages that change by themselves while work is done that takes a while, as a review. Knows no rules.

A message is followed only as long as Discord lets it be edited, and until it shows something else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from bot import tasks
from bot.discord_api.reply import Reply
from bot.model.errors import Refusal
from bot.model.review import ReviewSoFar
from bot.screens.screen import Screen
from bot.services.reviews import Reviews
from bot.store.database import DatabaseAway

EVERY = 4.0  # seconds at least between two edits that only tell how far the work is

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LongWork:
    """Work that a message waits for."""

    until: Callable[[], Awaitable[None]]  # comes to its end with the work
    meanwhile: Callable[[], Screen]  # how far the work is
    show: Callable[[], Awaitable[Screen]]  # what the message shows after it
    otherwise: Callable[[Refusal], Screen]  # what it shows where that is refused


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
            screen = await work.show()
        except Refusal as refusal:
            screen = work.otherwise(refusal)
        except DatabaseAway:
            screen = work.otherwise(Refusal("no_database"))
        if not reply.lost:
            await reply.show(screen)

    def _ended(self, message: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is task:
            del self._tasks[message]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("what was waited for could not be shown", exc_info=error)


class ReviewUpdates(FollowedMessages):
    """Messages that show a review while it is being made: edited from time to time until it is done."""

    def __init__(self, reviews: Reviews) -> None:
        super().__init__()
        self._reviews = reviews

    def follow(
        self, message: int, reply: Reply, room_id: int, so_far: ReviewSoFar, show: Callable[[ReviewSoFar], Screen]
    ) -> None:
        """The message that this reply has made, which shows so much of the review, will show what comes of it.

        `show`: CPU work.
        """
        self.begin(message, self._follow(reply, room_id, so_far, show))

    async def _follow(
        self, reply: Reply, room_id: int, so_far: ReviewSoFar, show: Callable[[ReviewSoFar], Screen]
    ) -> None:
        clock = asyncio.get_running_loop().time
        shown = so_far
        last = clock()
        while so_far.is_under_way and not so_far.is_done and not reply.lost:
            later = await self._later(room_id, so_far)
            if later is so_far:  # else something has changed while the last edit was made
                await self._reviews.change(room_id)
                continue
            so_far = later
            if _stage(shown) != _stage(so_far) or (not so_far.has_first_look and clock() - last >= self.every):
                await reply.show(await asyncio.to_thread(show, so_far))
                shown = so_far
                last = clock()

    async def _later(self, room_id: int, before: ReviewSoFar) -> ReviewSoFar:
        """What is known now; of a review that has ended unfinished, what is kept."""
        under_way = self._reviews.now(room_id)
        if under_way is not None:
            return under_way
        try:
            return await self._reviews.kept(room_id) or replace(before, is_under_way=False)
        except DatabaseAway:
            return replace(before, is_under_way=False)


def _stage(one: ReviewSoFar) -> tuple[bool, bool, bool, bool]:
    """What must be shown at once: that the first pass is done, the second one, or all of it, or that it has stopped."""
    return one.has_first_look, one.is_complete, one.is_done, one.is_done or one.is_under_way


def message_of(reply: Reply, posted: int | None) -> int | None:
    """The number of the message that the reply has made: `posted`, else the one whose button was pressed."""
    pressed = reply.interaction.message
    return posted if posted is not None or pressed is None else pressed.id
