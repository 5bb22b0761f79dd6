"""Announces finished tables in results channels and to followers, and tells who has declined, once each.

All of it is done in a task that no table waits for.
Knows no rules. What is due is listed in the database, so a restart loses nothing.
"""

import asyncio
import logging
from collections.abc import Coroutine

import discord

from bot import measures, tasks
from bot.delivery.membership import Membership
from bot.discord_api.components import UNANSWERED, layout
from bot.logs import summary
from bot.model.phases import needs_table
from bot.model.room import Room, code
from bot.screens import direct_messages as direct_messages_screen
from bot.screens import game_over as game_over_screen
from bot.screens.screen import Screen
from bot.services.isolation import Isolation
from bot.services.services import Services
from bot.store.outbox import DueDecline
from bot.store.store import Store
from bot.text.words import words_for

PATIENCE = 30.0  # seconds after which an announcement that hangs is put off to the next round

log = logging.getLogger(__name__)


class Announcer:
    """Sends what the database lists as due; whatever fails is sent after the next `wake`."""

    def __init__(self, client: discord.Client, services: Services, store: Store, membership: Membership) -> None:
        self._client, self._store, self._membership = client, store, membership
        self._rooms, self._preferences = services.rooms, services.preferences
        self._results, self._notices = Isolation(self._rooms.now), Isolation(self._rooms.now)
        self._task: asyncio.Task[None] | None = None
        self._again = self._closed = False

    def wake(self) -> None:
        """Send the announcements that are due soon; after `close` in the next run."""
        if self._closed:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="announcing")

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The task that is sending announcements, if there is one."""
        return [self._task] if self._task is not None and not self._task.done() else []

    async def close(self) -> None:
        """Stop sending and begin no more; announcements that are still due stay in the database."""
        self._closed = True
        await tasks.cancel(self.tasks)

    async def _run(self) -> None:
        while self._again:
            self._again = False
            for announce in (self._announce_results, self._notify_followers, self._notify_inviters):
                try:
                    await announce()
                except Exception:  # a fault in one must not keep the others from being sent
                    log.exception("telling failed")

    async def _announce_results(self) -> None:
        """Post every due result whose table shows its end; what Discord refuses is dropped."""
        for room_id, channel in await self._store.announcements.due():
            if self._results.ready(room_id) and not await self._rooms.is_owed(room_id):
                with self._results.alone(room_id):
                    if not await self._store.announcements.take(room_id, self._rooms.now()):
                        continue
                    if await _is_settled(room_id, "its result", logging.WARNING, self._post(room_id, channel)):
                        await self._store.announcements.remove(room_id)

    async def _notify_followers(self) -> None:
        """Notify the followers of every table that shows its end; those with closed direct messages are dropped."""
        for room_id, person, lost in await self._store.followers.due():
            if self._notices.ready(room_id):
                with self._notices.alone(room_id):
                    if not await self._store.followers.take(room_id, person, self._rooms.now()):
                        continue
                    if await _is_settled(room_id, "a follower", logging.INFO, self._write(room_id, person, lost=lost)):
                        await self._store.followers.remove(room_id, person)

    async def _notify_inviters(self) -> None:
        for decline in await self._store.declines.due():
            if self._notices.ready(decline.room):
                with self._notices.alone(decline.room):
                    if not await self._store.declines.take(decline, self._rooms.now()):
                        continue
                    if await _is_settled(decline.room, "an inviter", logging.INFO, self._write_decline(decline)):
                        await self._store.declines.remove(decline)

    async def _post(self, room_id: int, channel: int) -> None:
        room = needs_table(await self._rooms.room(room_id))
        there = self._client.get_partial_messageable(channel, guild_id=room.place.guild)
        nobody = discord.AllowedMentions.none()
        view = layout(game_over_screen.result(room, words_for(room.language)))
        await there.send(view=view, nonce=f"over-{room.code}"[:25], silent=True, allowed_mentions=nobody)

    async def _write(self, room_id: int, person: int, *, lost: bool) -> None:
        room, words = await self._rooms.room(room_id), await self._preferences.words(person)
        note = game_over_screen.note(needs_table(room), words, lost=lost)
        await self._send(room, person, note, f"e-{room.code}-{code(person)}")

    async def _write_decline(self, decline: DueDecline) -> None:
        room, words = await self._rooms.room(decline.room), await self._preferences.words(decline.inviter)
        if (await self._preferences.of(decline.inviter)).pings != "none":
            note = direct_messages_screen.declined(room, decline.person.name, words, seat=decline.seat)
            await self._send(room, decline.inviter, note, f"d{code(decline.inviter)}-{room.code}-{decline.since}")

    async def _send(self, room: Room, person: int, note: Screen, nonce: str) -> None:
        """The nonce makes a repeat after a crash the same message. People who left the server get none."""
        if await self._membership.gone(room.place.guild, person):
            return
        mine, channel = await self._preferences.of(person), await self._client.create_dm(discord.Object(person))
        await channel.send(view=layout(note), silent=mine.quiet, nonce=nonce[:25])


async def _is_settled(room_id: int, who: str, level: int, sending: Coroutine[None, None, None]) -> bool:
    """Whether the announcement was sent or can never be; False if it is to be tried again."""
    try:
        async with asyncio.timeout(PATIENCE):
            await sending
    except (discord.Forbidden, discord.NotFound) as fault:
        log.log(level, "%s cannot be told (%s)", who, summary(fault), extra={"room": room_id})
    except UNANSWERED as fault:
        measures.current().count("retries", "result")
        log.warning("%s is not told yet (%s)", who, summary(fault), extra={"room": room_id})
        return False
    return True
