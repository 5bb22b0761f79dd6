"""Private messages that update themselves during long work, such as a review. Independent of rules.

A message is updated until it shows something else or Discord no longer lets the bot edit it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from bot import tasks
from bot.discord_api.reply import Reply
from bot.model.errors import Refusal
from bot.model.review import ReviewProgress
from bot.screens.screen import Screen
from bot.services.reviews import Reviews
from bot.store.database import DatabaseUnavailable

PROGRESS_EDIT_INTERVAL = 4.0  # minimum seconds between two edits that only show progress

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LongWork:
    """Long work whose progress and result are shown in a message."""

    wait_until_done: Callable[[], Awaitable[None]]  # returns when the work has ended
    progress_screen: Callable[[], Screen]  # shown during the work
    result_screen: Callable[[], Awaitable[Screen]]  # shown afterwards
    refusal_screen: Callable[[Refusal], Screen]  # shown if the work is refused


class FollowedMessages:
    """Messages updated during long work. `edit_interval`: minimum seconds between edits that only show progress."""

    def __init__(self) -> None:
        self.edit_interval = PROGRESS_EDIT_INTERVAL
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def unfollow(self, message: int) -> None:
        """Stop following the message, because it is about to show something else."""
        task = self._tasks.pop(message, None)
        if task is not None:
            await tasks.cancel([task])

    async def close(self) -> None:
        """Stop following all messages."""
        for message in [*self._tasks]:
            await self.unfollow(message)

    def follow_work(self, message: int, reply: Reply, work: LongWork) -> None:
        """Show the work's progress, then its result, in the message that the reply created."""
        self.begin(message, self._follow_work(reply, work))

    def begin(self, message: int, work: Coroutine[Any, Any, None]) -> None:
        """Start the coroutine `work`, which updates the message until it ends or `unfollow` cancels it."""
        task = asyncio.create_task(work, name=f"message {message} is followed")
        self._tasks[message] = task
        task.add_done_callback(lambda finished: self._finish(message, finished))

    async def _follow_work(self, reply: Reply, work: LongWork) -> None:
        try:
            end = asyncio.ensure_future(work.wait_until_done())
            shown = work.progress_screen()
            try:
                while not (await asyncio.wait((end,), timeout=self.edit_interval))[0]:
                    screen = work.progress_screen()
                    if screen != shown and not reply.lost:
                        await reply.show(screen)
                    shown = screen
                end.result()
            finally:
                end.cancel()
            screen = await work.result_screen()
        except Refusal as refusal:
            screen = work.refusal_screen(refusal)
        except DatabaseUnavailable:
            screen = work.refusal_screen(Refusal("no_database"))
        if not reply.lost:
            await reply.show(screen)

    def _finish(self, message: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is task:
            del self._tasks[message]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("the followed work or its message failed", exc_info=error)


class ReviewUpdates(FollowedMessages):
    """Messages that show a review in progress, edited from time to time until it is done."""

    def __init__(self, reviews: Reviews) -> None:
        super().__init__()
        self._reviews = reviews

    def follow(
        self, message: int, reply: Reply, room_id: int, so_far: ReviewProgress, show: Callable[[ReviewProgress], Screen]
    ) -> None:
        """Update the message that the reply created until the review is done.

        `so_far`: the progress that the message shows now. `show`: returns the screen for a progress; CPU work.
        """
        self.begin(message, self._follow(reply, room_id, so_far, show))

    async def _follow(
        self, reply: Reply, room_id: int, so_far: ReviewProgress, show: Callable[[ReviewProgress], Screen]
    ) -> None:
        clock = asyncio.get_running_loop().time
        shown = so_far
        last = clock()
        while so_far.is_under_way and not so_far.is_done and not reply.lost:
            later = await self._load_progress(room_id, so_far)
            if later is so_far:  # no change since the last round, so wait for one
                await self._reviews.wait_for_change(room_id)
                continue
            so_far = later
            if _stages_done(shown) != _stages_done(so_far) or (
                not so_far.has_first_look and clock() - last >= self.edit_interval
            ):
                await reply.show(await asyncio.to_thread(show, so_far))
                shown = so_far
                last = clock()

    async def _load_progress(self, room_id: int, before: ReviewProgress) -> ReviewProgress:
        """Return the current progress; if the review is no longer under way, the saved progress, or else `before`."""
        under_way = self._reviews.progress(room_id)
        if under_way is not None:
            return under_way
        try:
            return await self._reviews.load_saved(room_id) or replace(before, is_under_way=False)
        except DatabaseUnavailable:
            return replace(before, is_under_way=False)


def _stages_done(so_far: ReviewProgress) -> tuple[bool, bool, bool, bool]:
    """Return the facts whose change is shown at once: first pass done, second pass done, all done, not stopped."""
    return so_far.has_first_look, so_far.is_complete, so_far.is_done, so_far.is_done or so_far.is_under_way


def message_number(reply: Reply, posted: int | None) -> int | None:
    """Return the ID of the reply's message: `posted` if known, otherwise the message whose button was pressed."""
    pressed = reply.interaction.message
    return posted if posted is not None or pressed is None else pressed.id
