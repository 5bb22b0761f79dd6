"""What Discord no longer finds: tables whose channel is closed or gone, and people who have left a server.

Such a table sleeps, says so once, and wakes when that may have changed. Knows no rules. Nothing is lost meanwhile:
people can play on from `/turns`.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import discord

from bot.delivery.visibility import NOT_HERE, Channel, is_seen_by
from bot.discord_api.components import UNANSWERED, layout
from bot.logic.repost_policy import newly_asked
from bot.logs import summary
from bot.model.errors import Refusal
from bot.model.people import Location, Person
from bot.model.room import PlayedRoom, Room
from bot.screens import more as more_screen
from bot.screens.screen import Screen
from bot.services.services import Services
from bot.services.table_life import TableLife
from bot.store.store import Store

GONE = (10003, 10004)  # unknown channel, unknown server
CLOSED = (50001, 50013, 160005)  # missing access, missing permissions, thread is locked
LOCKED = (403, 50083)  # "thread is archived": it is locked too, or a message would open it; edits get 400
PATIENCE = 30.0  # seconds after which a note that hangs is given up, because tables and the timer wait for it
LOOKUP_PATIENCE = 3.0  # seconds; a longer lookup of a member is inconclusive
SEEN_FOR = 60.0  # seconds after a press in which the person is not looked up: in a quick game a request for each move

log = logging.getLogger(__name__)


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
        async with asyncio.timeout(patience):
            channel = await client.create_dm(discord.Object(person))
            await channel.send(view=layout(screen), **how)
    except UNANSWERED as fault:
        log.info("could not be told directly (%s)", summary(fault), extra={"room": room} if room else None)
        return False
    return True


def reason_of(fault: BaseException) -> str:
    """Why a table cannot be shown: "channel_gone", "no_access", or "" for a temporary fault."""
    status, code = (fault.status, fault.code) if isinstance(fault, discord.HTTPException) else (0, 0)
    closed = code in CLOSED or (status, code) == LOCKED
    return "channel_gone" if code in GONE else "no_access" if closed else ""


class UnreachableTables:
    """Puts tables to sleep and finds those to try again."""

    def __init__(self, client: discord.Client, services: Services, store: Store) -> None:
        self._client, self._store = client, store
        self._table_life, self._preferences = services.table_life, services.preferences

    async def put(self, room: Room, reason: str) -> None:
        """The table sleeps; if it was awake, the people who are to move are notified directly, once."""
        people = [who.id for who in (room.seats[seat] for seat in room.to_act) if isinstance(who, Person)]
        words = [await self._preferences.words(person) for person in people]  # before anything is written
        if not await self._table_life.put_to_sleep(room.id, reason):
            return
        log.warning("asleep (%s)", reason, extra={"room": room.id})
        for person, own in zip(people, words, strict=True):
            note = more_screen.asleep(room, own, reason, here=False)
            await send_directly(self._client, person, note, room=room.id)

    async def wakeable(self, guild: int | None = None, *, every: bool = False) -> list[int]:
        """Sleeping tables to show again: of that server, every one, or those due for another try."""
        found = await self._table_life.sleepers(guild, every=every)
        for room_id in found:
            await self._store.unreachable.retry(room_id)
        return found


class Membership:
    """Looks people up when it is their turn, unless they have just been there; no list of members is kept."""

    def __init__(self, client: discord.Client, table_life: TableLife, now: Callable[[], float]) -> None:
        self._client, self._table_life, self._now = client, table_life, now
        self.seen_for = SEEN_FOR
        self._seen: dict[tuple[int | None, int], tuple[float, int]] = {}  # server and person: when and where last
        self._known: dict[tuple[int, int], tuple[float, discord.Member]] = {}  # the same: with which roles, and when

    def saw(self, guild: int | None, person: discord.abc.User, channel: int) -> None:
        """The person has just pressed or typed something in that channel."""
        self._seen.pop((guild, person.id), None)
        now = self._now()
        self._seen[guild, person.id] = now, channel
        if isinstance(person, discord.Member):
            self._met(person)
        self.forget_old()

    def forget_old(self) -> None:
        """Nobody is remembered any longer than `seen_for`."""
        before = self._now() - self.seen_for
        remembered: tuple[dict[Any, tuple[float, Any]], ...] = (self._seen, self._known)
        for people in remembered:  # the oldest first
            while people and people[oldest := next(iter(people))][0] < before:
                del people[oldest]

    def has_come(self, place: Location, person: int, since: float) -> bool:
        """Whether the person has done something in that channel since that moment, the last minute being remembered."""
        at, channel = self._seen.get((place.guild, person), (0.0, 0))
        return at >= since and channel == place.channel

    async def gone(self, guild: int | None, person: int) -> bool:
        """Whether the person has left this server or Discord; False if that is unknown."""
        if guild is None:
            return False
        try:
            async with asyncio.timeout(LOOKUP_PATIENCE):
                if (known := self._client.get_guild(guild)) is None:
                    await self._client.http.get_member(guild, person)
                else:
                    self._met(await known.fetch_member(person))
        except discord.NotFound as fault:
            return fault.code in NOT_HERE
        except UNANSWERED:
            return False
        return False

    async def is_shut_out(self, place: Location, person: int) -> bool:
        """Whether the person is on the server but cannot see that channel any more; False if that is unknown."""
        guild, channel, parent = self._whereabouts(place)
        if guild is None or channel is None or parent is None:
            return False
        if guild.me is None or not parent.permissions_for(guild.me).view_channel:
            return False  # who sees a channel is told only to those who see it [D1.18]
        at, member = self._known.get((guild.id, person), (0.0, None))
        try:
            async with asyncio.timeout(LOOKUP_PATIENCE):
                if member is None or at <= self._now() - self.seen_for:
                    member = await guild.fetch_member(person)
                    self._met(member)
                return not await is_seen_by(channel, parent, member)
        except UNANSWERED:
            return False

    def is_denied(self, place: Location, person: int) -> bool:
        """Whether that channel is closed to the person by name; owners and administrators see it all the same."""
        _, _, parent = self._whereabouts(place)
        return parent is not None and parent.overwrites_for(discord.Object(person)).view_channel is False

    def _whereabouts(
        self, place: Location
    ) -> tuple[discord.Guild | None, Channel | None, discord.abc.GuildChannel | None]:
        """The server, the channel, and that of which it is a thread or else the same; None for what is not known."""
        guild = self._client.get_guild(place.guild or 0)
        channel = guild.get_channel_or_thread(place.channel) if guild is not None else None
        return guild, channel, channel.parent if isinstance(channel, discord.Thread) else channel

    def _met(self, member: discord.Member) -> None:
        self._known[member.guild.id, member.id] = self._now(), member

    async def without_the_gone(self, room: Room) -> bool:
        """Let a robot play for a person to move who has left the server; whether there was one."""
        if room.phase != "playing" or room.place.guild is None:
            return False
        asked = newly_asked(room) if isinstance(room, PlayedRoom) and room.shown >= 0 else room.to_act
        changed = False
        for seat in asked:
            who = room.seats[seat]
            if not isinstance(who, Person) or (
                (room.place.guild, who.id) in self._seen
                and self._seen[room.place.guild, who.id][0] > self._now() - self.seen_for
            ):
                continue
            if await self.gone(room.place.guild, who.id):
                with suppress(Refusal):  # the last person keeps the seat, or somebody moved meanwhile
                    await self._table_life.vanish(room.id, seat)
                    changed = True
        return changed
