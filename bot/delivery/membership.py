"""Whether people are still on the server of a table; Discord is asked about one at a time. Knows no rules."""

from __future__ import annotations

import asyncio

import discord

from bot.discord_api.components import UNANSWERED
from bot.logic.repost_policy import newly_asked
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.room import PlayedRoom, Room
from bot.services.table_life import TableLife

PATIENCE = 3.0  # seconds; a longer lookup is inconclusive
NOT_HERE = (10007, 10013)  # unknown member, unknown user


class Membership:
    """Looks people up when it is their turn; no list of members is kept."""

    def __init__(self, client: discord.Client, table_life: TableLife) -> None:
        self._client, self._table_life = client, table_life

    async def gone(self, guild: int | None, person: int) -> bool:
        """Whether the person has left this server or Discord; False if that is unknown."""
        if guild is None:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._client.http.get_member(guild, person)
        except discord.NotFound as fault:
            return fault.code in NOT_HERE
        except UNANSWERED:
            return False
        return False

    async def without_the_gone(self, room: Room) -> bool:
        """Let a robot play for a person to move who has left the server; whether there was one."""
        if room.phase != "playing" or room.place.guild is None:
            return False
        asked = newly_asked(room) if isinstance(room, PlayedRoom) and room.shown >= 0 else room.to_act
        changed = False
        for seat in asked:
            who = room.seats[seat]
            if isinstance(who, Person) and await self.gone(room.place.guild, who.id):
                changed = await self._replaced(room, seat) or changed
        return changed

    async def _replaced(self, room: Room, seat: int) -> bool:
        try:
            await self._table_life.vanish(room.id, seat)
        except Refusal:  # the last person keeps the seat, or somebody moved meanwhile
            return False
        return True
