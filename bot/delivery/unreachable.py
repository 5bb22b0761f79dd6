"""What Discord no longer shows: tables whose channel is closed or gone.

Such a table sleeps, says so once, and wakes when that may have changed. Knows no rules. Nothing is lost meanwhile:
people can play on from `/turns`.
"""

import asyncio
import logging
from typing import Any

import discord

from bot.discord_api.components import UNANSWERED, layout
from bot.logs import summary
from bot.model.people import Person
from bot.model.room import Room
from bot.screens import more as more_screen
from bot.screens.screen import Screen
from bot.services.services import Services
from bot.store.store import Store

GONE = (10003, 10004)  # unknown channel, unknown server
CLOSED = (50001, 50013, 160005)  # missing access, missing permissions, thread is locked
LOCKED = (403, 50083)  # "thread is archived": it is locked too, or a message would open it; edits get 400
PATIENCE = 30.0  # seconds after which a note that hangs is given up, because tables and the timer wait for it

log = logging.getLogger(__name__)


async def post_directly(client: discord.Client, person: int, screen: Screen, seconds: float, **how: Any) -> None:
    """The screen is sent as a direct message. Raises UNANSWERED, also if that takes more than so many seconds."""
    async with asyncio.timeout(seconds):
        channel = await client.create_dm(discord.Object(person))
        await channel.send(view=layout(screen), **how)


async def send_directly(
    client: discord.Client,
    person: int,
    screen: Screen,
    patience: float = PATIENCE,
    *,
    room: int | None = None,
    **how: Any,
) -> bool:
    """Whether the screen could be sent as a direct message within so many seconds. `room`: for the log."""
    try:
        await post_directly(client, person, screen, patience, **how)
    except UNANSWERED as error:
        log.info("could not be told directly (%s)", summary(error), extra={"room": room} if room else None)
        return False
    return True


def reason_of(error: BaseException) -> str:
    """Why a table cannot be shown: "channel_gone", "no_access", or "" for a temporary fault."""
    if not isinstance(error, discord.HTTPException):
        return ""
    if error.code in GONE:
        return "channel_gone"
    return "no_access" if error.code in CLOSED or (error.status, error.code) == LOCKED else ""


class UnreachableTables:
    """Puts tables to sleep and finds those to try again."""

    def __init__(self, client: discord.Client, services: Services, store: Store) -> None:
        self._client = client
        self._store = store
        self._now = services.rooms.now
        self._preferences = services.preferences

    async def put(self, room: Room, reason: str) -> None:
        """The table sleeps; if it was awake, the people who are to move are notified directly, once."""
        people = [who.id for who in (room.seats[seat] for seat in room.to_act) if isinstance(who, Person)]
        words = [await self._preferences.words(person) for person in people]  # before anything is written
        if not await self._store.unreachable.add(room.id, reason, self._now()):
            return
        log.warning("asleep (%s)", reason, extra={"room": room.id})
        for person, own in zip(people, words, strict=True):
            note = more_screen.asleep(room, own, reason, here=False)
            await send_directly(self._client, person, note, room=room.id)

    async def wakeable(self, guild: int | None = None, *, every: bool = False) -> list[int]:
        """Sleeping tables to show again: of that server, every one, or those due for another try."""
        due = self._now() if guild is None and not every else None
        found = await self._store.unreachable.rooms(due, guild)
        for room_id in found:
            await self._store.unreachable.retry(room_id)
        return found
