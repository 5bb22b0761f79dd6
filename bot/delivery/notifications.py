"""Calls and reminds people in the channel, directly, in both or nowhere, as each person chose. Knows no rules."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import replace

import discord

from bot import measures
from bot.delivery.membership import Membership
from bot.delivery.unreachable import send_directly
from bot.discord_api.components import UNANSWERED, layout, pinging
from bot.logs import summary
from bot.model.people import Person
from bot.model.preferences import Preferences
from bot.model.room import PlayedRoom, Room, code
from bot.screens import direct_messages as direct_messages_screen
from bot.screens import prepared as prepared_screen
from bot.screens.screen import Screen, Text
from bot.services.services import Services
from bot.text.words import words_for
from engine import Seat

DIRECT, IN_CHANNEL = ("direct", "both"), ("channel", "both")
AT_ONCE = 8  # people who are called or reminded side by side
SERVER_FAULT = 500  # HTTP statuses from here on are faults of Discord
PATIENCE = 30.0  # seconds after which a call that hangs is given up, because the timer of all tables waits for it

log = logging.getLogger(__name__)


class Notifications:
    """Calls people once for each occasion, in the channel if their direct messages are closed."""

    def __init__(self, client: discord.Client, services: Services, membership: Membership) -> None:
        self._client, self._rooms, self._servers = client, services.rooms, services.servers
        self._membership = membership
        self._preferences, self._deadlines = services.preferences, services.deadlines
        self._prepared = services.prepared_moves
        self.patience = PATIENCE
        self._called: dict[int, tuple[int | None, set[int]]] = {}  # room: its message, who was called directly since

    async def spread(self, room: PlayedRoom, screen: Screen) -> Screen:
        """The table's message pinging only people who want that.

        Those who want direct calls have got theirs, and so have those who cannot see the channel any more. Whoever is
        denied it but sees it, as owners do, gets both.
        """
        pings = []
        for person in screen.pings:
            mine = await self._preferences.of(person)
            shut_out = await self._is_shut_out(room, person, mine)
            directly = (
                shut_out
                or mine.pings in DIRECT
                or (mine.pings != "none" and self._membership.is_denied(room.place, person))
            )
            called = directly and await self._call(person, room, mine, shut_out=shut_out)
            is_pinged = mine.pings in IN_CHANNEL and not (shut_out and called)
            if not mine.quiet and (is_pinged or (mine.pings == "direct" and not called)):
                pings.append(person)
        return replace(screen, pings=tuple(pings))

    async def _is_shut_out(self, room: Room, person: int, mine: Preferences) -> bool:
        """Whether a call in the channel cannot reach this person, who wants to be called."""
        return mine.pings != "none" and await self._membership.is_shut_out(room.place, person)

    def forget_all_but(self, rooms: Collection[int]) -> None:
        """Remember direct calls of these rooms only: the messages of all others are up to date."""
        self._called = {room_id: called for room_id, called in self._called.items() if room_id in rooms}

    async def _call(self, person: int, room: PlayedRoom, mine: Preferences, *, shut_out: bool) -> bool:
        """Whether the person was called directly; only once, even if posting in the channel is retried."""
        message, called = self._called.get(room.id, (None, set()))
        called = called if message == room.message else set()
        screen = await self._told(room, person, shut_out=shut_out)
        nonce = _nonce("c", person, room)
        if person not in called and not await self._send_directly(person, screen, nonce, mine):
            return False
        self._called[room.id] = (room.message, called | {person})
        return True

    async def _told(self, room: PlayedRoom, person: int, *, shut_out: bool) -> Screen:
        """The call, and what became of the moves that the person had prepared for this turn."""
        words = await self._preferences.words(person)
        screen = direct_messages_screen.call(room, person, words, shut_out=shut_out)
        seat = room.seat_of(person)
        if seat is None or seat not in room.to_act:
            return screen
        own = await self._prepared.lapsed(room, seat)
        lines = prepared_screen.lapsed_lines(own, words) if own else []
        first, *rest = screen.parts
        return replace(screen, parts=(first, *map(Text, lines), *rest))

    async def remind(self) -> None:
        """Remind people whose time runs short, and notify those for whom a robot moved, once, if awake and willing.

        The channel shows that a robot moved, so nobody is called there if a direct message cannot be sent.
        """
        await _side_by_side(self._notify, await self._deadlines.to_notify())
        await _side_by_side(self._remind_once, await self._deadlines.to_nudge())

    async def _notify(self, room_id: int, seat: Seat, person: int) -> None:
        with self._deadlines.reminders.alone(room_id):
            if not await self._deadlines.may_notify(room_id, seat):
                return
            room, mine = await self._rooms.room(room_id), await self._preferences.of(person)
            if mine.nudge and mine.pings != "none":
                note = direct_messages_screen.note(room, seat, await self._preferences.words(person))
                nonce = _nonce("t", person, room)
                await self._send_directly(person, note, nonce, mine)
            await self._deadlines.notified(room_id, seat)

    async def _remind_once(self, room_id: int, seat: Seat) -> None:
        """Remind the person now, or in a minute after a fault of Discord; a refusal by Discord is final."""
        with self._deadlines.reminders.alone(room_id):
            if not await self._deadlines.may_nudge(room_id, seat):
                return
            try:
                await self._remind(await self._rooms.room(room_id), seat)
            except UNANSWERED as fault:
                log.warning("could not remind (%s)", summary(fault), extra={"room": room_id})
                if not isinstance(fault, discord.HTTPException) or fault.status >= SERVER_FAULT:
                    measures.current().count("retries", "reminder")
                    await self._deadlines.nudge_later(room_id, seat)
                    return
            await self._deadlines.nudged(room_id, seat)

    async def _remind(self, room: Room, seat: Seat) -> None:
        who = room.seats[seat]
        mine = await self._preferences.of(who.id) if isinstance(who, Person) else None
        if not isinstance(who, Person) or mine is None or mine.pings == "none" or not mine.nudge:
            return
        nonce = f"n-{room.code}-{seat}-{room.stamp(seat)}"[:25]  # one for each turn, so there is one reminder
        own = direct_messages_screen.nudge(room, seat, await self._preferences.words(who.id))
        directly = mine.pings in DIRECT or await self._is_shut_out(room, who.id, mine)
        if directly and await self._send_directly(who.id, own, nonce, mine):
            return
        if not (await self._servers.of(room.place.guild)).nudges:
            return
        screen = direct_messages_screen.nudge_here(room, seat, words_for(room.language), who, closed=directly)
        place = self._client.get_partial_messageable(room.place.channel, guild_id=room.place.guild)
        calls = discord.AllowedMentions.none() if mine.quiet else pinging(screen)
        async with asyncio.timeout(self.patience):
            await place.send(view=layout(screen), nonce=nonce, allowed_mentions=calls, silent=mine.quiet)

    async def _send_directly(self, person: int, screen: Screen, nonce: str, mine: Preferences) -> bool:
        return await send_directly(self._client, person, screen, self.patience, nonce=nonce, silent=mine.quiet)


async def _side_by_side(tell: Callable[..., Awaitable[None]], whom: Iterable[tuple[int, ...]]) -> None:
    """All of them are told, a few at a time: one that Discord leaves waiting holds up nobody else."""
    places = asyncio.Semaphore(AT_ONCE)

    async def told(facts: tuple[int, ...]) -> None:
        async with places:
            await tell(*facts)

    await asyncio.gather(*map(told, whom))


def _nonce(kind: str, person: int, room: Room) -> str:
    """The same for the same person and state of a room, so that a repeat after a crash is not a second message.

    It names the person because Discord does not promise to compare nonces in one channel only.
    """
    return f"{kind}{code(person)}-{room.code}-{room.change}"[:25]
