"""Who is called where: in the channel, directly, in both or nowhere, as each person chose. Knows no rules."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace

import discord

from bot.discord_api.components import UNANSWERED, layout, pinging
from bot.logs import told
from bot.model.people import Person
from bot.model.preferences import Preferences
from bot.model.room import PlayedRoom, Room
from bot.screens import direct_messages as direct_messages_screen
from bot.screens.screen import Screen
from bot.services.services import Services
from bot.text.words import words_for
from engine import Seat

DIRECT, IN_CHANNEL = ("direct", "both"), ("channel", "both")
SERVER_FAULT = 500  # the status of an answer from which on it is Discord that fails
PATIENCE = 30.0  # seconds after which a call that hangs is given up: the clock of all tables waits for it

log = logging.getLogger(__name__)


class Notifications:
    """Calls people once for a thing. A closed direct message falls back to the channel."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client, self._rooms, self._servers = client, services.rooms, services.servers
        self._preferences, self._deadlines = services.preferences, services.deadlines
        self.patience = PATIENCE
        self._told: dict[int, tuple[int | None, set[int]]] = {}  # room: after which message, who was told directly

    async def spread(self, room: PlayedRoom, screen: Screen) -> Screen:
        """The message of a table as it pings only those who want that; who wants to be told directly has been."""
        pings = []
        for person in screen.pings:
            mine = await self._preferences.of(person)
            told = mine.pings in DIRECT and await self._call(person, room, mine)
            if not mine.quiet and (mine.pings in IN_CHANNEL or (mine.pings == "direct" and not told)):
                pings.append(person)
        return replace(screen, pings=tuple(pings))

    def forget_all_but(self, rooms: Collection[int]) -> None:
        """Who was told directly is remembered of these rooms only: the messages of all others stand."""
        self._told = {room_id: told for room_id, told in self._told.items() if room_id in rooms}

    async def _call(self, person: int, room: PlayedRoom, mine: Preferences) -> bool:
        """Whether the person could be told directly; once, also where the channel has to be tried again and again."""
        message, told = self._told.get(room.id, (None, set()))
        told = told if message == room.message else set()
        screen = direct_messages_screen.call(room, person, await self._preferences.words(person))
        if person not in told and not await self._tell(person, screen, _nonce(room), mine.quiet):
            return False
        self._told[room.id] = (room.message, told | {person})
        return True

    async def remind(self) -> None:
        """Everybody whose time runs short, who is awake and wants that, is reminded once; so is whose time ran out."""
        await self.tell()
        for room_id, seat in await self._deadlines.to_nudge():
            with self._deadlines.reminders.alone(room_id):
                await self._remind_once(room_id, seat)

    async def tell(self) -> None:
        """Everybody for whom a robot moved, who is awake and wants to be called, has been told privately, once.

        The channel knows already, so nobody is called there if no direct message can be written.
        """
        for room_id, seat, person in await self._deadlines.to_tell():
            with self._deadlines.reminders.alone(room_id):
                room, mine = await self._rooms.room(room_id), await self._preferences.of(person)
                if mine.nudge and mine.pings != "none":
                    note = direct_messages_screen.note(room, seat, await self._preferences.words(person))
                    await self._tell(person, note, _nonce(room), mine.quiet)
                await self._deadlines.told(room_id, seat)

    async def _remind_once(self, room_id: int, seat: Seat) -> None:
        """The person is reminded, or will be in a minute; where Discord says no, asking again would change nothing."""
        try:
            await self._remind(await self._rooms.room(room_id), seat)
        except UNANSWERED as fault:
            log.warning("could not remind (%s)", told(fault), extra={"room": room_id})
            if not isinstance(fault, discord.HTTPException) or fault.status >= SERVER_FAULT:
                await self._deadlines.nudge_later(room_id, seat)
                return
        await self._deadlines.nudged(room_id, seat)

    async def _remind(self, room: Room, seat: Seat) -> None:
        who = room.seats[seat]
        mine = await self._preferences.of(who.id) if isinstance(who, Person) else None
        if not isinstance(who, Person) or mine is None or mine.pings == "none" or not mine.nudge:
            return
        nonce = f"n-{room.code}-{seat}-{room.stamp(seat)}"[:25]  # of the turn: it is reminded of once
        own = direct_messages_screen.nudge(room, seat, await self._preferences.words(who.id))
        if mine.pings in DIRECT and await self._tell(who.id, own, nonce, mine.quiet):
            return
        if not (await self._servers.of(room.place.guild)).nudges:
            return
        screen = direct_messages_screen.nudge_here(
            room, seat, words_for(room.language), who, closed=mine.pings in DIRECT
        )
        place = self._client.get_partial_messageable(room.place.channel, guild_id=room.place.guild)
        calls = discord.AllowedMentions.none() if mine.quiet else pinging(screen)
        async with asyncio.timeout(self.patience):
            await place.send(view=layout(screen), nonce=nonce, allowed_mentions=calls, silent=mine.quiet)

    async def _tell(self, person: int, screen: Screen, nonce: str, quiet: bool) -> bool:
        """Whether the person could be told directly."""
        try:
            async with asyncio.timeout(self.patience):
                channel = await self._client.create_dm(discord.Object(person))
                await channel.send(view=layout(screen), nonce=nonce, silent=quiet)
        except UNANSWERED as fault:
            log.info("could not be told directly (%s)", told(fault))
            return False
        return True


def _nonce(room: Room) -> str:
    """The same for the same state of a room, so that a repeat after a crash is not a second message."""
    return f"c-{room.code}-{room.change}"[:25]
