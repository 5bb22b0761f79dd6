"""Posts the results of tables in the results channel of their server, once each, pinging nobody. Knows no rules."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.discord_api.components import UNANSWERED, layout
from bot.logs import summary
from bot.model.phases import needs_table
from bot.model.room import PlayedRoom
from bot.screens import game_over as game_over_screen
from bot.services.isolation import Isolation
from bot.services.rooms import Rooms
from bot.store.store import Store
from bot.text.words import words_for

PATIENCE = 30.0  # seconds after which a result that hangs is put off to the next round

log = logging.getLogger(__name__)


class ResultsChannel:
    """Posts results. Those due are listed in the database, so a restart loses none."""

    def __init__(self, client: discord.Client, rooms: Rooms, store: Store) -> None:
        self._client, self._rooms, self._store, self._isolation = client, rooms, store, Isolation(rooms.now)

    async def announce(self) -> None:
        """Post every due result whose table shows its end; what Discord refuses is dropped."""
        owed = await self._store.announcements.due()
        behind = dict(await self._rooms.owed()) if owed else {}
        for room_id, channel in owed:
            if room_id not in behind and self._isolation.ready(room_id):
                with self._isolation.alone(room_id):
                    await self._announce(room_id, channel)

    async def _announce(self, room_id: int, channel: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._post(needs_table(await self._rooms.room(room_id)), channel)
        except (discord.Forbidden, discord.NotFound) as fault:
            log.warning("its result cannot be told (%s)", summary(fault), extra={"room": room_id})
        except UNANSWERED as fault:
            log.warning("its result is not told yet (%s)", summary(fault), extra={"room": room_id})
            return
        await self._store.announcements.remove(room_id)

    async def _post(self, room: PlayedRoom, channel: int) -> None:
        there = self._client.get_partial_messageable(channel, guild_id=room.place.guild)
        nobody = discord.AllowedMentions.none()
        view = layout(game_over_screen.result(room, words_for(room.language)))
        await there.send(view=view, nonce=f"over-{room.code}"[:25], silent=True, allowed_mentions=nobody)
