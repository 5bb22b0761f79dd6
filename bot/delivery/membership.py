"""Who is still on a server and who sees which channel, as far as Discord tells. Knows no rules and no page.

Discord tells the bot of nobody who leaves [D1.12], so people are looked up when it is their turn, and for pages behind
all other requests [D1.21].
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, cast

import discord

from bot import tasks
from bot.delivery.unreachable import CLOSED, GONE
from bot.discord_api.components import UNANSWERED
from bot.discord_api.rate_limit import Pace
from bot.logic.repost_policy import newly_asked
from bot.logs import summary
from bot.model.errors import Refusal, RefusalKey
from bot.model.people import Location, Person
from bot.model.room import PlayedRoom, Room
from bot.services.table_life import TableLife
from bot.store.homes import Home

NOT_HERE = (10007, 10013)  # unknown member, unknown user
UNKNOWN_GUILD = 10004  # [D1.20]
REFUSED = (discord.NotFound, discord.Forbidden)

MEMBER_TIMEOUT = 3.0  # seconds; a longer lookup of whose turn it is, is inconclusive
SEEN_FOR = 60.0  # seconds after a press in which the person is not looked up, which saves a request for each quick move

CHANNEL_TIMEOUT = 10.0  # seconds after which Discord counts as not knowing the channel
REMEMBERED = 300.0  # seconds for which the answer about a thread that the library has forgotten holds
MOST_ANSWERS = 1_000  # about such threads
MOST_THREADS = 25  # of one channel, in which tables are looked for

EVERY = 300.0  # seconds in which a person is looked up for a page at most once for a channel
HOLDS = 3600.0  # seconds for which the last answer holds while Discord gives no other
PAGE_TIMEOUT = 3.0  # seconds for which pages wait for a lookup; then the last answer counts
LOOKUP_TIMEOUT = 5.0  # seconds for the requests of a lookup for a page
TURN_TIMEOUT = 60.0  # seconds for which such a lookup waits until nothing else is to be sent
AT_ONCE = 4  # such lookups, so that a message never waits for more of them

Channel = discord.abc.GuildChannel | discord.Thread

log = logging.getLogger(__name__)


async def is_seen_by(channel: Channel, parent: Channel, member: discord.Member) -> bool:
    """Whether Discord shows the member the channel, or the thread of that parent.

    A private thread is shown only to its members and to those who may manage threads. Owners and administrators see a
    channel although an overwrite denies it to them. Raises HTTPException where Discord does not say.
    """
    rights = parent.permissions_for(member)
    if not rights.view_channel:
        return False
    if not isinstance(channel, discord.Thread) or not channel.is_private() or rights.manage_threads:
        return True
    try:
        await channel.fetch_member(member.id)  # [D3.11]
    except discord.NotFound as error:
        if error.code not in NOT_HERE:
            raise
        return False
    return True


class Membership:
    """Looks people up when it is their turn, unless they have just been there; no list of members is kept."""

    def __init__(self, client: discord.Client, table_life: TableLife, now: Callable[[], float]) -> None:
        self._client = client
        self._table_life = table_life
        self._now = now
        self.seen_for = SEEN_FOR
        self._seen: dict[tuple[int | None, int], tuple[float, int]] = {}  # server and person: when and where seen
        self._known: dict[tuple[int, int], tuple[float, discord.Member]] = {}  # the same: when, and with which roles

    def saw(self, guild: int | None, person: discord.abc.User, channel: int) -> None:
        """The person has just pressed or typed something in that channel."""
        self._seen.pop((guild, person.id), None)
        now = self._now()
        self._seen[guild, person.id] = now, channel
        if isinstance(person, discord.Member):
            self._known[person.guild.id, person.id] = now, person
        self.forget_old()

    def forget_old(self) -> None:
        """Forget everybody who was seen or looked up more than `seen_for` seconds ago."""
        before = self._now() - self.seen_for
        remembered: tuple[dict[Any, tuple[float, Any]], ...] = (self._seen, self._known)
        for people in remembered:
            while people:
                oldest = next(iter(people))
                if people[oldest][0] >= before:
                    break
                del people[oldest]

    def has_come(self, place: Location, person: int, since: float) -> bool:
        """Whether the person has done something in that channel since that moment, at most `seen_for` seconds ago."""
        at, channel = self._seen.get((place.guild, person), (0.0, 0))
        return at >= since and channel == place.channel

    async def has_left(self, guild: int | None, person: int) -> bool:
        """Whether the person has left this server or Discord; False if that is unknown."""
        if guild is None:
            return False
        try:
            async with asyncio.timeout(MEMBER_TIMEOUT):
                server = self._client.get_guild(guild)
                if server is None:
                    await self._client.http.get_member(guild, person)
                else:
                    member = await server.fetch_member(person)
                    self._known[guild, person] = self._now(), member
        except discord.NotFound as error:
            return error.code in NOT_HERE
        except UNANSWERED:
            return False
        return False

    async def is_shut_out(self, place: Location, person: int) -> bool:
        """Whether the person is on the server but cannot see that channel any more; False if that is unknown."""
        found = self._whereabouts(place)
        if found is None:
            return False
        channel, parent = found
        guild = parent.guild
        if guild.me is None or not parent.permissions_for(guild.me).view_channel:
            return False  # who sees a channel is told only to those who see it [D1.18]
        at, member = self._known.get((guild.id, person), (0.0, None))
        try:
            async with asyncio.timeout(MEMBER_TIMEOUT):
                if member is None or at <= self._now() - self.seen_for:
                    member = await guild.fetch_member(person)
                    self._known[guild.id, person] = self._now(), member
                return not await is_seen_by(channel, parent, member)
        except UNANSWERED:
            return False

    def is_denied(self, place: Location, person: int) -> bool:
        """Whether that channel is closed to the person by name; owners and administrators see it all the same."""
        found = self._whereabouts(place)
        return found is not None and found[1].overwrites_for(discord.Object(person)).view_channel is False

    def _whereabouts(self, place: Location) -> tuple[Channel, discord.abc.GuildChannel] | None:
        """The channel, and that of which it is a thread or else the same; None if one of them is not known."""
        guild = self._client.get_guild(place.guild or 0)
        channel = guild.get_channel_or_thread(place.channel) if guild is not None else None
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        return None if channel is None or parent is None else (channel, parent)

    async def replace_who_left(self, room: Room) -> bool:
        """Let a robot play for a person to move who has left the server; whether there was one."""
        if room.phase != "playing" or room.place.guild is None:
            return False
        seats = newly_asked(room) if isinstance(room, PlayedRoom) and room.shown.length >= 0 else room.to_act
        changed = False
        for seat in seats:
            who = room.seats[seat]
            if not isinstance(who, Person):
                continue
            seen, _ = self._seen.get((room.place.guild, who.id), (-math.inf, 0))
            if seen <= self._now() - self.seen_for and await self.has_left(room.place.guild, who.id):
                with suppress(Refusal):  # no other person is left, or somebody moved meanwhile
                    await self._table_life.vanish(room.id, seat)
                    changed = True
        return changed


class Visibility:
    """Which channels everybody on their server sees. `clock`: seconds."""

    def __init__(self, client: discord.Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._fetched: dict[int, tuple[float, Channel | None]] = {}  # archived threads: when asked for, what came

    async def is_public(self, room: Room) -> bool:
        """Whether everybody on the server of the room sees its channel, and the bot does."""
        guild = self._client.get_guild(room.place.guild or 0)
        if guild is None or guild.default_role is None:
            return False
        channel = guild.get_channel_or_thread(room.place.channel) or await self._archived_thread(room.place.channel)
        if channel is None or channel.guild.id != guild.id or _is_private(channel):
            return False
        is_ours = guild.me is not None and channel.permissions_for(guild.me).view_channel
        return is_ours and channel.permissions_for(guild.default_role).view_channel

    def public_threads(self, place: Location) -> list[int]:
        """The newest open threads of the channel that everybody sees who sees the channel."""
        guild = self._client.get_guild(place.guild or 0)
        threads = guild.threads if guild is not None else ()
        found = [one.id for one in threads if one.parent_id == place.channel and not _is_private(one)]
        return sorted(found, reverse=True)[:MOST_THREADS]

    async def _archived_thread(self, number: int) -> Channel | None:
        """The thread, from Discord: the library knows only those that are open."""
        at, found = self._fetched.get(number, (-REMEMBERED, None))
        if self._clock() - at < REMEMBERED:
            return found
        try:
            async with asyncio.timeout(CHANNEL_TIMEOUT):
                found = cast(Channel, await self._client.fetch_channel(number))
        except (*UNANSWERED, discord.InvalidData):
            found = None
        if len(self._fetched) >= MOST_ANSWERS:
            self._fetched.clear()
        self._fetched[number] = self._clock(), found
        return found


def _is_private(channel: Channel) -> bool:
    return isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None)


@dataclass(frozen=True)
class _Answer:
    """What Discord said last of a person at a place; until it says something, the person may play."""

    obstacle: RefusalKey | None  # why the person may not play, None if they may
    said: float  # when Discord said so, or was first asked
    asked: float  # when it was last asked


class PageAccess:
    """What keeps people from their tables. `home`: the servers of this process. `now`: unix seconds."""

    def __init__(self, client: discord.Client, home: Home, pace: Pace, now: Callable[[], float]) -> None:
        self._client = client
        self._home = home
        self._pace = pace
        self._now = now
        self._answers: dict[int, dict[Location, _Answer]] = {}  # by person
        self._lookups: dict[tuple[Location, int], tuple[asyncio.Task[None], float]] = {}  # until when pages wait for it
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def obstacle(self, place: Location, person: int, *, asks: bool) -> RefusalKey | None:
        """Why the person may not play at a table there, None if they may. `asks`: whether they may be looked up."""
        if place.guild is None:
            return None
        guild = self._client.get_guild(place.guild)
        is_ready = self._client.is_ready()
        if guild is None and is_ready and self._home.has(place.guild):  # servers of other processes are never known
            return "page_bot_gone"
        found = self._answer(place, person)
        is_due = found is None or abs(self._now() - found.asked) >= EVERY
        if asks and is_ready and not (guild and guild.unavailable) and is_due:
            await self._look_up(place, person)
            found = self._answer(place, person)
        if found is None:
            return None
        is_being_asked = (place, person) in self._lookups
        holds = abs(self._now() - found.said) < HOLDS or is_being_asked
        return found.obstacle if holds else "page_unknown"

    def saw(self, guild: int | None, person: int) -> None:
        """The person has just done something on that server: what kept them out may be over."""
        kept = self._answers.get(person, {})
        for place in [*kept]:
            if place.guild == guild and kept[place].obstacle:
                del kept[place]

    async def close(self) -> None:
        """Nobody is looked up any more."""
        await tasks.cancel(task for task, _ in self._lookups.values())

    def _answer(self, place: Location, person: int) -> _Answer | None:
        return self._answers.get(person, {}).get(place)

    async def _look_up(self, place: Location, person: int) -> None:
        """Ask Discord unless that is being done, and wait for the answer until PAGE_TIMEOUT after the question."""
        key = place, person
        if key not in self._lookups:
            lookup = asyncio.create_task(self._ask(place, person), name="lookup of a player")
            self._lookups[key] = lookup, asyncio.get_running_loop().time() + PAGE_TIMEOUT
        task, until = self._lookups[key]
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await asyncio.shield(task)

    async def _ask(self, place: Location, person: int) -> None:
        """Keep what Discord answers, once no other request waits; nothing if that or the answer takes too long."""
        try:
            async with asyncio.timeout(TURN_TIMEOUT), self._turn:
                while (seconds := self._pace.idle_in()) > 0:  # noqa: ASYNC110 - others may have come in between
                    await asyncio.sleep(seconds)
                now = self._now()
                before = self._answer(place, person) or _Answer(None, now, now)
                self._keep(place, person, replace(before, asked=now))
                async with asyncio.timeout(LOOKUP_TIMEOUT):
                    obstacle = await self._obstacle_now(place, person)
            self._keep(place, person, _Answer(obstacle, now, now))
        except (*UNANSWERED, discord.InvalidData) as error:  # TimeoutError is an OSError
            log.info("it could not be looked up whether somebody may still play (%s)", summary(error))
        finally:
            del self._lookups[place, person]

    def _keep(self, place: Location, person: int, answer: _Answer) -> None:
        now = self._now()
        for one, kept in list(self._answers.items()):
            if all(abs(now - old.asked) >= HOLDS for old in kept.values()):
                del self._answers[one]
        self._answers.setdefault(person, {})[place] = answer

    async def _obstacle_now(self, place: Location, person: int) -> RefusalKey | None:
        """What keeps the person out at this moment. Raises HTTPException for an answer that does not say."""
        try:
            guild = self._client.get_guild(place.guild or 0) or await self._client.fetch_guild(place.guild or 0)
            member = await guild.fetch_member(person)
        except REFUSED as error:
            if error.code in NOT_HERE:
                return "page_left"
            if error.code in (UNKNOWN_GUILD, *CLOSED):
                return "page_bot_gone"
            raise
        try:
            channel = guild.get_channel_or_thread(place.channel) or await guild.fetch_channel(place.channel)
            parent = channel
            if isinstance(channel, discord.Thread):
                parent = guild.get_channel(channel.parent_id) or await guild.fetch_channel(channel.parent_id)
            # Who sees a channel is told only to those who see it [D1.18].
            is_ours = guild.me is None or parent.permissions_for(guild.me).view_channel
            is_seen = is_ours and await is_seen_by(channel, parent, member)
        except REFUSED as error:
            if error.code in (*GONE, *CLOSED):
                return "page_channel"
            raise
        if not is_ours:
            return "page_channel"
        return None if is_seen else "page_hidden"
