"""Tables that cannot be shown in their channel: they sleep, say so once, and wake when that may have changed.

Knows no rules. Nothing is lost meanwhile: people can play on from `/turns`.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.discord_api.components import UNANSWERED, layout
from bot.logs import summary
from bot.model.people import Person
from bot.model.room import Room
from bot.screens import more as more_screen
from bot.services.preferences import PreferencesService
from bot.services.table_life import TableLife

GONE = (10003, 10004)  # unknown channel, unknown server
CLOSED = (50001, 50013, 160005)  # missing access, missing permissions, thread is locked
LOCKED = (403, 50083)  # "thread is archived": it is locked too, or a message would open it; edits get 400
PATIENCE = 30.0  # seconds after which a note that hangs is given up, because the table waits for it

log = logging.getLogger(__name__)


def reason_of(fault: BaseException) -> str:
    """Why a table cannot be shown: "channel_gone", "no_access", or "" for a temporary fault."""
    status, code = (fault.status, fault.code) if isinstance(fault, discord.HTTPException) else (0, 0)
    closed = code in CLOSED or (status, code) == LOCKED
    return "channel_gone" if code in GONE else "no_access" if closed else ""


class UnreachableTables:
    """Puts tables to sleep and finds those to try again."""

    def __init__(self, client: discord.Client, table_life: TableLife, preferences: PreferencesService) -> None:
        self._client, self._table_life, self._preferences = client, table_life, preferences

    async def put(self, room: Room, reason: str) -> None:
        """The table sleeps; if it was awake, the people who are to move are notified directly, once."""
        if not await self._table_life.put_to_sleep(room.id, reason):
            return
        log.warning("asleep (%s)", reason, extra={"room": room.id})
        waiting = [room.seats[seat] for seat in room.to_act]
        for who in waiting:
            if isinstance(who, Person):
                await self._notify(who, room, reason)

    async def end(self, room_id: int) -> None:
        """The table was shown, so it is awake."""
        await self._table_life.wake(room_id)

    async def wakeable(self, guild: int | None = None, *, every: bool = False) -> list[int]:
        """Sleeping tables to show again: of that server, every one, or those due for another try."""
        found = await self._table_life.sleepers(guild, every=every)
        for room_id in found:
            await self._table_life.rouse(room_id)
        return found

    async def _notify(self, person: Person, room: Room, reason: str) -> None:
        try:
            words = await self._preferences.words(person.id)
            async with asyncio.timeout(PATIENCE):
                channel = await self._client.create_dm(discord.Object(person.id))
                await channel.send(view=layout(more_screen.asleep(room, words, reason, here=False)))
        except UNANSWERED as fault:
            log.info("could not be told directly (%s)", summary(fault), extra={"room": room.id})
