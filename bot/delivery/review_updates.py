"""Private messages that show a review while it is being made: edited from time to time until it is done.

Knows no rules. A message is followed only as long as Discord lets it be edited, and until it shows something else.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.delivery.followed_messages import FollowedMessages
from bot.discord_api.reply import Reply
from bot.model.review import ReviewSoFar
from bot.screens.screen import Screen
from bot.services.reviews import Reviews
from bot.store.database import DatabaseAway


class ReviewUpdates(FollowedMessages):
    """The messages that are followed."""

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
        clock, shown = asyncio.get_running_loop().time, so_far
        last = clock()
        while so_far.is_under_way and not so_far.is_done and not reply.lost:
            later = await self._later(room_id, so_far)
            if later is so_far:  # else something has changed while the last edit was made
                await self._reviews.change(room_id)
                continue
            so_far = later
            if _stage(shown) != _stage(so_far) or (not so_far.has_first_look and clock() - last >= self.every):
                await reply.show(await asyncio.to_thread(show, so_far))
                shown, last = so_far, clock()

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
