"""Deletes messages that a newer one has replaced, or leaves a line; what fails is tried twice more within a day.

Knows no rules. Nothing relies on it: buttons that are left on an old message still work.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace

import discord

from bot import measures
from bot.delivery.membership import Membership
from bot.discord_api.components import UNANSWERED, files, layout
from bot.logs import summary
from bot.model.lobby_options import NO_THREAD
from bot.model.people import Robot, address
from bot.model.room import PlayedRoom, Room, needs_table
from bot.model.timeline import timeline_of
from bot.screens import lobby as lobby_screen
from bot.screens import news as news_screen
from bot.services.isolation import Isolation
from bot.services.services import Services
from bot.store.database import DatabaseAway
from bot.store.messages import FIRST_WAIT, StaleMessage
from bot.store.store import Store
from bot.text.words import Words

WAITS = (FIRST_WAIT, 20 * 3600.0)  # seconds before the second try, and before the last one
EDIT_TIMEOUT = 30.0  # seconds after which an edit that hangs is given up, because the chores of all tables wait for it

log = logging.getLogger(__name__)


class StaleMessages:
    """Retires old messages, also after a restart."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client = client
        self._rooms = services.rooms
        self._servers = services.servers
        self._store = store
        self._membership = membership
        self.isolation = Isolation(services.rooms.now)
        self.patience = EDIT_TIMEOUT
        self._retired: list[int] = []  # messages which the store does not know yet to be retired

    async def retire(self, stale: StaleMessage, room: Room, words: Words, *, delete: bool = False) -> None:
        """Delete the message, or leave a line of it with the link to the room's present one; what fails is tried again.

        A server may want to keep all messages.
        """
        wanted = (await self._servers.of(room.place.guild)).earlier
        if wanted != "keep":
            channel = self._client.get_partial_messageable(stale.channel, guild_id=room.place.guild)
            message = channel.get_partial_message(stale.message)
            try:
                async with asyncio.timeout(self.patience):
                    if delete and wanted == "delete":
                        await message.delete()
                    else:
                        if stale.length < 0:
                            screen = lobby_screen.herald(room, words, address(room.place, room.message))
                        else:
                            then = room.with_shown(replace(room.record.shown, length=stale.length))
                            screen = news_screen.retired_message(needs_table(then), words)
                        nobody = discord.AllowedMentions.none()
                        await message.edit(view=layout(screen), attachments=files(screen), allowed_mentions=nobody)
            except discord.NotFound:
                pass  # somebody has deleted it
            except UNANSWERED as error:
                log.info("old message stays as it is (%s)", summary(error), extra={"room": room.id})
                return
        self._retired.append(stale.message)

    def is_read(self, room: PlayedRoom) -> bool:
        """Whether nobody needs the room's message any more once a newer one stands.

        Whom it called must have moved by a press or command in its channel: whoever moved from elsewhere would look
        there for a call that is gone. What shows an end stays, and so does what has a thread.
        """
        if room.place.channel != room.home or self._client.get_channel(room.message or 0) is not None:
            return False
        if room.shown < 0:
            return not room.record.guests and room.terms.get("where") != NO_THREAD
        timeline = timeline_of(room.table)
        called = timeline.owed[min(room.shown, len(room.table.log))]
        movers = timeline.movers[room.shown :]
        for seat in called:
            who = room.seats[seat]
            has_come = isinstance(who, Robot) or self._membership.has_come(room.place, who.id, room.posted)
            if seat not in movers or not has_come:
                return False
        return bool(called)

    async def due(self) -> list[StaleMessage]:
        """The messages to be tried again now, without those of tables that failed shortly before."""
        await self.note_retired()
        found = await self._store.stale_messages.due(self._rooms.now())
        return [stale for stale in found if self.isolation.ready(stale.room)]

    async def note_retired(self) -> None:
        """The store knows which messages are retired; one of which it does not hear is retired twice, without harm."""
        if self._retired:
            retired = self._retired
            self._retired = []
            await self._store.stale_messages.remove(retired)

    async def close(self) -> None:
        """The store knows which messages are retired, if it can be reached."""
        with suppress(DatabaseAway):
            await self.note_retired()

    async def again(self, stale: StaleMessage) -> Room:
        """Count one more try and return the message's room. Raises Refusal("gone")."""
        measures.current().count("retries", "old message")
        if stale.tries + 1 < len(WAITS):
            await self._store.stale_messages.retry(stale, self._rooms.now() + WAITS[stale.tries + 1])
        else:
            await self._store.stale_messages.remove([stale.message])
        return await self._rooms.room(stale.room)
