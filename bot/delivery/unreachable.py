"""Tables whose channel is closed or gone, so that Discord cannot show them.

Such a table is put to sleep: the bot notifies its people once and does not try to show it until the channel may be
reachable again. Meanwhile people can play on from `/turns`. Independent of rules.
"""

import asyncio
import logging
from typing import Any

import discord

from bot.discord_api.components import REQUEST_ERRORS, layout
from bot.logs import error_summary
from bot.model.people import Person
from bot.model.room import Room
from bot.screens import more as more_screen
from bot.screens.screen import Screen
from bot.services.services import Services
from bot.store.store import Store

CHANNEL_GONE_CODES = (10003, 10004)  # unknown channel, unknown server
NO_ACCESS_CODES = (50001, 50013, 160005)  # missing access, missing permissions, thread is locked
# Status and code of a post in an archived thread. The thread must also be locked, because a post would reopen it
# otherwise. An edit in an archived thread gets status 400.
LOCKED_THREAD = (
    403,
    50083,
)
DIRECT_MESSAGE_TIMEOUT = 30.0  # seconds; a message that hangs blocks tables and the timer

log = logging.getLogger(__name__)


async def send_direct_message(
    client: discord.Client, person: int, screen: Screen, seconds: float, **options: Any
) -> None:
    """Send the screen as a direct message. Raises REQUEST_ERRORS; a timeout after that many seconds is one."""
    async with asyncio.timeout(seconds):
        channel = await client.create_dm(discord.Object(person))
        await channel.send(view=layout(screen), **options)


async def try_direct_message(
    client: discord.Client,
    person: int,
    screen: Screen,
    seconds: float = DIRECT_MESSAGE_TIMEOUT,
    *,
    room: int | None = None,
    **options: Any,
) -> bool:
    """Send the screen as a direct message; return whether it arrived within that many seconds. `room`: for the log."""
    try:
        await send_direct_message(client, person, screen, seconds, **options)
    except REQUEST_ERRORS as error:
        log.info("no direct message was sent (%s)", error_summary(error), extra={"room": room} if room else None)
        return False
    return True


def unreachable_reason(error: BaseException) -> str:
    """Return why a table cannot be shown: "channel_gone", "no_access", or "" for a temporary fault."""
    if not isinstance(error, discord.HTTPException):
        return ""
    if error.code in CHANNEL_GONE_CODES:
        return "channel_gone"
    return "no_access" if error.code in NO_ACCESS_CODES or (error.status, error.code) == LOCKED_THREAD else ""


class UnreachableTables:
    """Puts tables to sleep and finds those to try again."""

    def __init__(self, client: discord.Client, services: Services, store: Store) -> None:
        self._client = client
        self._store = store
        self._now = services.rooms.now
        self._preferences = services.preferences

    async def put_to_sleep(self, room: Room, reason: str) -> None:
        """Put the table to sleep; if it was awake, send a direct message to everyone who is to move."""
        people = [who.id for who in (room.occupants[seat] for seat in room.to_act) if isinstance(who, Person)]
        words = [await self._preferences.words(person) for person in people]  # loaded before anything is written
        if not await self._store.unreachable.add(room.id, reason, self._now()):
            return
        log.warning("asleep (%s)", reason, extra={"room": room.id})
        for person, own in zip(people, words, strict=True):
            note = more_screen.unreachable_table(room, own, reason, here=False)
            await try_direct_message(self._client, person, note, room=room.id)

    async def wakeable_rooms(self, guild: int | None = None, *, every: bool = False) -> list[int]:
        """Return sleeping tables to try again: of that server, every one, or those due for another try."""
        due = self._now() if guild is None and not every else None
        found = await self._store.unreachable.rooms(due, guild)
        for room_id in found:
            await self._store.unreachable.retry(room_id)
        return found
