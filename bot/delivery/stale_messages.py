"""Removes the buttons of messages that a newer one has replaced; what fails is tried twice more within a day.

Knows no rules. Nothing relies on it: buttons that are left on an old message still work.
"""

import asyncio
import logging
from dataclasses import replace

import discord

from bot import measures
from bot.discord_api.components import UNANSWERED, files, layout
from bot.logs import summary
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
PATIENCE = 30.0  # seconds after which an edit that hangs is given up, because the chores of all tables wait for it

log = logging.getLogger(__name__)


class StaleMessages:
    """Retires old messages, also after a restart."""

    def __init__(self, client: discord.Client, rooms: Rooms, store: Store) -> None:
        self._client, self._rooms, self._store = client, rooms, store
        self.isolation, self.patience = Isolation(rooms.now), PATIENCE
        self._retired: list[int] = []  # messages which the store does not know yet to be retired

    async def retire(self, stale: StaleMessage, room: Room, words: Words) -> None:
        """Retire the message, for the room as it stands now; if Discord does not let us, it is tried again later."""
        if await self._changed(stale, room, words):
            self._retired.append(stale.message)

    async def due(self) -> list[StaleMessage]:
        """The messages to be tried again now, without those of tables that failed shortly before."""
        await self.note_retired()
        found = await self._store.stale_messages.due(self._rooms.now())
        return [stale for stale in found if self.isolation.ready(stale.room)]

    async def note_retired(self) -> None:
        """The store knows which messages are retired; one of which it does not hear is retired twice, without harm."""
        if self._retired:
            retired, self._retired = self._retired, []
            await self._store.stale_messages.remove(retired)

    async def again(self, stale: StaleMessage) -> Room:
        """Count one more try and return the message's room. Raises Refusal("gone")."""
        measures.current().retried("old message")
        if stale.tries + 1 < len(WAITS):
            await self._store.stale_messages.retry(stale, self._rooms.now() + WAITS[stale.tries + 1])
        else:
            await self._store.stale_messages.remove([stale.message])
        return await self._rooms.room(stale.room)

    async def _changed(self, stale: StaleMessage, room: Room, words: Words) -> bool:
        """Whether the message was edited or is gone."""
        link = address(room.place, room.message)
        is_table, then = stale.length >= 0, replace(room, shown=stale.length)
        screen = table_screen.retired(needs_table(then), words) if is_table else lobby_screen.herald(room, words, link)
        message = self._client.get_partial_messageable(stale.channel, guild_id=room.place.guild)
        nobody = discord.AllowedMentions.none()
        try:
            async with asyncio.timeout(self.patience):
                await message.get_partial_message(stale.message).edit(
                    view=layout(screen), attachments=files(screen), allowed_mentions=nobody
                )
        except discord.NotFound:
            return True
        except UNANSWERED as fault:
            log.info("old message stays as it is (%s)", summary(fault), extra={"room": room.id})
            return False
        return True


def stale_message_of(room: Room) -> StaleMessage:
    """The message that shows the room, to be retired once a newer one is posted, as the store has noted it then."""
    assert room.message is not None
    return StaleMessage(room.message, room.id, room.home if room.shown < 0 else room.place.channel, room.shown)
