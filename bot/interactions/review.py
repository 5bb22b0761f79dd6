"""Handlers of reviews of finished tables: the command and the buttons. Independent of rules."""

import asyncio
from collections.abc import Callable
from functools import partial

from bot.delivery.followed_messages import ReviewUpdates, message_number
from bot.discord_api.reply import Reply, bind
from bot.interactions.tables import SeveralTables, Tables, room_suggestions
from bot.model.errors import Refusal
from bot.model.people import Asker
from bot.model.review import ReviewProgress, has_coach
from bot.model.room import PlayedRoom, Room, require_table
from bot.model.sandbox import FIRST_SANDBOX_ID, SANDBOX_ID_LIMIT
from bot.screens import review as review_screen
from bot.screens import verbs
from bot.screens.screen import MAX_SUGGESTIONS, Screen, Suggestion
from bot.services.reviews import Reviews
from bot.services.table_actions import TableActions


class ReviewHandlers:
    """Shows the decisive moves of finished games. A review is computed on the first request."""

    def __init__(self, reviews: Reviews, updates: ReviewUpdates, table_actions: TableActions, tables: Tables) -> None:
        self._reviews = reviews
        self._updates = updates
        self._table_actions = table_actions
        self._tables = tables
        self.handlers = bind(verbs.REVIEW, self.review), bind(verbs.DECISION, self._decision)

    async def review(self, asker: Asker, reply: Reply, room_id: int) -> None:
        """Show the overview of the table's review, or its progress.

        Raises as `Reviews.request` and `Tables.visible_room`, and review_sandbox.
        """
        room = await self._room(asker, reply, room_id)
        so_far = await self._reviews.request(asker.person.id, room)
        show = partial(_overview, require_table(room), asker)
        posted = await reply.show(await asyncio.to_thread(show, so_far))
        message = message_number(reply, posted)
        if message is not None and not so_far.is_done:
            self._updates.follow(message, reply, room_id, so_far, show)

    async def _decision(self, asker: Asker, reply: Reply, room_id: int, at: int) -> None:
        room = await self._room(asker, reply, room_id)
        so_far = self._reviews.progress(room.id) or await self._reviews.load_saved(room.id)
        if so_far is None or not so_far.has_first_look or so_far.log_length != len(require_table(room).table.log):
            await self.review(asker, reply, room_id)
            return
        show: Callable[..., Screen] = review_screen.decision
        seat = room.current_or_former_seat(asker.person.id)
        await reply.show(await asyncio.to_thread(show, require_table(room), seat, asker.words, so_far, at))

    async def find(self, asker: Asker, tag: str | None) -> Room:
        """Return the named table, otherwise the only finished one. Raises as `Tables.find`, and review_none."""
        if tag:
            return await self._tables.find(asker, tag)
        over = await self._finished_rooms(asker)
        if len(over) > 1:
            raise SeveralTables(tuple(over))
        if not over:
            raise Refusal("review_none")
        return over[0]

    async def suggest_tables(self, asker: Asker, typed: str) -> list[Suggestion]:
        """Suggest finished tables."""
        return room_suggestions(await self._finished_rooms(asker), asker, typed)[:MAX_SUGGESTIONS]

    async def _finished_rooms(self, asker: Asker) -> list[Room]:
        """Return the finished tables that can be reviewed, first the person's, then the channel's."""
        over = await self._table_actions.finished_tables(asker.person.id, asker.channel)
        return [room for room in over if has_coach(room.game)]

    async def _room(self, asker: Asker, reply: Reply, room_id: int) -> Room:
        """Return the table and stop updates of the pressed message. Raises as `Tables.visible_room`, review_sandbox."""
        if FIRST_SANDBOX_ID <= room_id < SANDBOX_ID_LIMIT:
            raise Refusal("review_sandbox")
        if reply.interaction.message is not None:
            await self._updates.unfollow(reply.interaction.message.id)
        return await self._tables.visible_room(asker, room_id)


def _overview(room: PlayedRoom, asker: Asker, so_far: ReviewProgress) -> Screen:
    if not so_far.has_first_look:
        return review_screen.progress(room, asker.words, so_far)
    return review_screen.overview(room, room.current_or_former_seat(asker.person.id), asker.words, so_far)
