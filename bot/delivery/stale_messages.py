"""Takes the buttons off messages that a newer one has followed; what fails is tried twice more within a day.

Knows no rules. Nothing relies on it: buttons that are left on an old message still work.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import discord

from bot.discord_api.components import UNANSWERED, files, layout
from bot.logs import told
from bot.model.people import address
from bot.model.phases import needs_table
from bot.model.room import Room
from bot.screens import lobby as lobby_screen
from bot.screens import table as table_screen
from bot.services.isolation import Isolation
from bot.services.rooms import Rooms
from bot.store.messages import FIRST_WAIT, StaleMessage
from bot.store.store import Store
from bot.text.words import Words

WAITS = (FIRST_WAIT, 20 * 3600.0)  # seconds before the second try, and before the last one
PATIENCE = 30.0  # seconds after which a change that hangs is given up: chores for all tables wait for it

log = logging.getLogger(__name__)


class StaleMessages:
    """Retires old messages, also after a restart."""

    def __init__(self, client: discord.Client, rooms: Rooms, store: Store) -> None:
        self._client, self._rooms, self._store = client, rooms, store
        self.apart, self.patience = Isolation(rooms.now), PATIENCE

    async def retire(self, strip: StaleMessage, room: Room, words: Words) -> None:
        """The message of the room, as it stands now, is retired if Discord lets it be changed; else it stays owed."""
        if await self._changed(strip, room, words):
            await self._store.stale_messages.remove(strip.message)

    async def due(self) -> list[StaleMessage]:
        """The messages to be tried again now, those of tables that have failed just now left out."""
        found = await self._store.stale_messages.due(self._rooms.now())
        return [strip for strip in found if self.apart.ready(strip.room)]

    async def again(self, strip: StaleMessage) -> Room:
        """The room whose message is to be tried once more; that is counted. Raises Refusal("gone")."""
        if strip.tries + 1 < len(WAITS):
            await self._store.stale_messages.retry(strip, self._rooms.now() + WAITS[strip.tries + 1])
        else:
            await self._store.stale_messages.remove(strip.message)
        return await self._rooms.room(strip.room)

    async def _changed(self, strip: StaleMessage, room: Room, words: Words) -> bool:
        """Whether nothing is left to be done about the message."""
        link = address(room.place, room.message)
        is_table, then = strip.length >= 0, replace(room, shown=strip.length)
        screen = table_screen.retired(needs_table(then), words) if is_table else lobby_screen.herald(room, words, link)
        message = self._client.get_partial_messageable(strip.channel, guild_id=room.place.guild)
        nobody = discord.AllowedMentions.none()
        try:
            async with asyncio.timeout(self.patience):
                await message.get_partial_message(strip.message).edit(
                    view=layout(screen), attachments=files(screen), allowed_mentions=nobody
                )
        except discord.NotFound:
            return True
        except UNANSWERED as fault:
            log.info("old message stays as it is (%s)", told(fault), extra={"room": room.id})
            return False
        return True


def strip_of(room: Room) -> StaleMessage:
    """What is owed about the message that shows the room, once a newer one stands; the store has noted it then."""
    assert room.message is not None
    return StaleMessage(room.message, room.id, room.home if room.shown < 0 else room.place.channel, room.shown)
