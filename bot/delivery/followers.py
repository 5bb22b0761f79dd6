"""Notifies followers privately of the end of a game, once each. Knows no rules."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.delivery.membership import Membership
from bot.discord_api.components import UNANSWERED, layout
from bot.logs import summary
from bot.model.phases import needs_table
from bot.model.room import tag
from bot.screens import game_over as game_over_screen
from bot.services.isolation import Isolation
from bot.services.services import Services
from bot.store.store import Store

PATIENCE = 30.0  # seconds after which a notice that hangs is put off to the next round

log = logging.getLogger(__name__)


class FollowerNotices:
    """Notices of ended games. Those due are listed in the database, so a restart loses none."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client, self._store, self._membership = client, store, membership
        self._rooms, self._preferences, self._table_life = services.rooms, services.preferences, services.table_life
        self._isolation = Isolation(self._rooms.now)

    async def announce(self) -> None:
        """Notify the followers of every table that shows its end; those with closed direct messages are dropped."""
        for room_id, person in await self._store.followers.due():
            if self._isolation.ready(room_id):
                with self._isolation.alone(room_id):
                    await self._announce(room_id, person)

    async def _announce(self, room_id: int, person: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._write(room_id, person)
        except (discord.Forbidden, discord.NotFound) as fault:
            log.info("a follower cannot be told (%s)", summary(fault), extra={"room": room_id})
        except UNANSWERED as fault:
            log.warning("a follower is not told yet (%s)", summary(fault), extra={"room": room_id})
            return
        await self._table_life.unfollow(room_id, person)

    async def _write(self, room_id: int, person: int) -> None:
        """The nonce makes a repeat after a crash the same message. People who left the server get none."""
        room, mine = await self._rooms.room(room_id), await self._preferences.of(person)
        if await self._membership.gone(room.place.guild, person):
            return
        lost = await self._table_life.asleep(room_id) == "channel_gone"
        view = layout(game_over_screen.note(needs_table(room), await self._preferences.words(person), lost=lost))
        channel = await self._client.create_dm(discord.Object(person))
        await channel.send(view=view, silent=mine.quiet, nonce=f"e-{room.code}-{tag(person)[1:]}"[:25])
