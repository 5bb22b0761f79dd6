"""Who is still on a server and who can see which channel, as far as Discord says. Knows nothing about rules or pages.

Discord does not tell the bot when someone leaves [D1.12], so the bot looks people up when it is their turn. Lookups for
pages wait until no other request is queued [D1.21].
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
from bot.delivery.unreachable import CHANNEL_GONE_CODES, NO_ACCESS_CODES
from bot.discord_api.components import REQUEST_ERRORS
from bot.discord_api.rate_limit import RequestPace
from bot.logic.repost_policy import newly_to_move
from bot.logs import error_summary
from bot.model.errors import Refusal, RefusalKey
from bot.model.people import Location, Person
from bot.model.room import PlayedRoom, Room
from bot.services.table_actions import TableActions
from bot.store.shard_range import ShardRange

UNKNOWN_PERSON_CODES = (10007, 10013)  # Discord's codes for unknown member and unknown user
UNKNOWN_GUILD_CODE = 10004  # [D1.20]
LOOKUP_REFUSALS = (discord.NotFound, discord.Forbidden)

MEMBER_TIMEOUT = 3.0  # seconds; a lookup of a person to move that takes longer counts as inconclusive
RECENTLY_SEEN_AGE = 60.0  # seconds after a press without a lookup of the person, to save requests during quick moves

CHANNEL_TIMEOUT = 10.0  # seconds; after that the channel counts as unknown
THREAD_CACHE_LIFE = 300.0  # seconds for which an answer about an archived thread is cached
MAX_CACHED_THREADS = 1_000  # threads; a full cache is emptied
MAX_THREADS_PER_CHANNEL = 25  # threads of a channel in which tables are searched for

PAGE_LOOKUP_INTERVAL = 300.0  # seconds between two lookups of a person and a channel for a page
ANSWER_LIFE = 3600.0  # seconds for which an answer is valid if later lookups fail
PAGE_WAIT_TIMEOUT = 3.0  # seconds that a page waits for a lookup before it uses the last answer
PAGE_LOOKUP_TIMEOUT = 5.0  # seconds for the requests of one lookup
LOOKUP_QUEUE_TIMEOUT = 60.0  # seconds that a lookup waits until no other request is queued
MAX_CONCURRENT_LOOKUPS = 4  # lookups for pages; a message waits for at most this many

Channel = discord.abc.GuildChannel | discord.Thread

log = logging.getLogger(__name__)


async def is_seen_by(channel: Channel, parent: Channel, member: discord.Member) -> bool:
    """Whether the member can see the channel. `parent`: the thread's channel; for other channels, the channel itself.

    A private thread is shown only to its members and to people who may manage threads. Owners and administrators see a
    channel even if an overwrite denies it to them. Raises HTTPException if Discord's answer is inconclusive.
    """
    permissions = parent.permissions_for(member)
    if not permissions.view_channel:
        return False
    if not isinstance(channel, discord.Thread) or not channel.is_private() or permissions.manage_threads:
        return True
    try:
        await channel.fetch_member(member.id)  # [D3.11]
    except discord.NotFound as error:
        if error.code not in UNKNOWN_PERSON_CODES:
            raise
        return False
    return True


class Membership:
    """Looks people up when it is their turn, unless they were just active. Keeps no member list."""

    def __init__(self, client: discord.Client, table_actions: TableActions, now: Callable[[], float]) -> None:
        self._client = client
        self._table_actions = table_actions
        self._now = now
        self.recently_seen_age = RECENTLY_SEEN_AGE
        # By server and person: when the person was last active, and in which channel.
        self._seen: dict[tuple[int | None, int], tuple[float, int]] = {}
        # By server and person: when the member was last seen or looked up, and the member with roles.
        self._recent_members: dict[tuple[int, int], tuple[float, discord.Member]] = {}

    def note_seen(self, guild: int | None, person: discord.abc.User, channel: int) -> None:
        """Note that the person has just pressed or typed something in that channel."""
        self._seen.pop((guild, person.id), None)
        now = self._now()
        self._seen[guild, person.id] = now, channel
        if isinstance(person, discord.Member):
            self._recent_members[person.guild.id, person.id] = now, person
        self.forget_old()

    def forget_old(self) -> None:
        """Forget everyone who was seen or looked up more than `recently_seen_age` seconds ago."""
        before = self._now() - self.recently_seen_age
        remembered: tuple[dict[Any, tuple[float, Any]], ...] = (self._seen, self._recent_members)
        for people in remembered:
            while people:
                oldest = next(iter(people))
                if people[oldest][0] >= before:
                    break
                del people[oldest]

    def was_active(self, place: Location, person: int, since: float) -> bool:
        """Whether the person's last activity on the server was in that channel and not before `since`.

        Activity older than `recently_seen_age` seconds is forgotten.
        """
        at, channel = self._seen.get((place.guild, person), (0.0, 0))
        return at >= since and channel == place.channel

    async def has_left(self, guild: int | None, person: int) -> bool:
        """Whether the person has left this server or Discord; False if unknown."""
        if guild is None:
            return False
        try:
            async with asyncio.timeout(MEMBER_TIMEOUT):
                server = self._client.get_guild(guild)
                if server is None:
                    await self._client.http.get_member(guild, person)
                else:
                    member = await server.fetch_member(person)
                    self._recent_members[guild, person] = self._now(), member
        except discord.NotFound as error:
            return error.code in UNKNOWN_PERSON_CODES
        except REQUEST_ERRORS:
            return False
        return False

    async def is_shut_out(self, place: Location, person: int) -> bool:
        """Whether the person is on the server but can no longer see that channel; False if unknown."""
        found = self._channel_and_parent(place)
        if found is None:
            return False
        channel, parent = found
        guild = parent.guild
        if guild.me is None or not parent.permissions_for(guild.me).view_channel:
            return False  # Discord says who sees a channel only to those who see it [D1.18]
        at, member = self._recent_members.get((guild.id, person), (0.0, None))
        try:
            async with asyncio.timeout(MEMBER_TIMEOUT):
                if member is None or at <= self._now() - self.recently_seen_age:
                    member = await guild.fetch_member(person)
                    self._recent_members[guild.id, person] = self._now(), member
                return not await is_seen_by(channel, parent, member)
        except REQUEST_ERRORS:
            return False

    def is_denied(self, place: Location, person: int) -> bool:
        """Whether an overwrite denies this person the channel; owners and administrators see it nevertheless."""
        found = self._channel_and_parent(place)
        return found is not None and found[1].overwrites_for(discord.Object(person)).view_channel is False

    def _channel_and_parent(self, place: Location) -> tuple[Channel, discord.abc.GuildChannel] | None:
        """Return the channel and its parent, None if unknown; a channel that is no thread is its own parent."""
        guild = self._client.get_guild(place.guild or 0)
        channel = guild.get_channel_or_thread(place.channel) if guild is not None else None
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        return None if channel is None or parent is None else (channel, parent)

    async def replace_departed(self, room: Room) -> bool:
        """Let robots take over from people who are to move but have left the server; return whether any did."""
        if room.phase != "playing" or room.place.guild is None:
            return False
        seats = (
            newly_to_move(room) if isinstance(room, PlayedRoom) and room.newest_message.log_length >= 0 else room.to_act
        )
        changed = False
        for seat in seats:
            who = room.occupants[seat]
            if not isinstance(who, Person):
                continue
            seen, _ = self._seen.get((room.place.guild, who.id), (-math.inf, 0))
            if seen <= self._now() - self.recently_seen_age and await self.has_left(room.place.guild, who.id):
                with suppress(Refusal):  # no other person is left, or someone has moved in the meantime
                    await self._table_actions.hand_to_robot(room.id, seat)
                    changed = True
        return changed


class Visibility:
    """Finds channels that everyone on their server can see. `clock`: returns seconds."""

    def __init__(self, client: discord.Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        # Archived threads by ID: when they were fetched, and the result.
        self._fetched: dict[int, tuple[float, Channel | None]] = {}

    async def is_public(self, room: Room) -> bool:
        """Whether everyone on the room's server can see its channel, and the bot can too."""
        guild = self._client.get_guild(room.place.guild or 0)
        if guild is None or guild.default_role is None:
            return False
        channel = guild.get_channel_or_thread(room.place.channel) or await self._archived_thread(room.place.channel)
        if channel is None or channel.guild.id != guild.id or _is_private(channel):
            return False
        is_ours = guild.me is not None and channel.permissions_for(guild.me).view_channel
        return is_ours and channel.permissions_for(guild.default_role).view_channel

    def public_threads(self, place: Location) -> list[int]:
        """Return the newest open threads of the channel that everyone who sees the channel can see."""
        guild = self._client.get_guild(place.guild or 0)
        threads = guild.threads if guild is not None else ()
        found = [thread.id for thread in threads if thread.parent_id == place.channel and not _is_private(thread)]
        return sorted(found, reverse=True)[:MAX_THREADS_PER_CHANNEL]

    async def _archived_thread(self, number: int) -> Channel | None:
        """Return an archived thread from the cache or Discord, because the library knows only open threads."""
        at, found = self._fetched.get(number, (-THREAD_CACHE_LIFE, None))
        if self._clock() - at < THREAD_CACHE_LIFE:
            return found
        try:
            async with asyncio.timeout(CHANNEL_TIMEOUT):
                found = cast(Channel, await self._client.fetch_channel(number))
        except (*REQUEST_ERRORS, discord.InvalidData):
            found = None
        if len(self._fetched) >= MAX_CACHED_THREADS:
            self._fetched.clear()
        self._fetched[number] = self._clock(), found
        return found


def _is_private(channel: Channel) -> bool:
    return isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None)


@dataclass(frozen=True)
class _Answer:
    """Discord's last answer about a person at a place. Until there is one, the person may play."""

    obstacle: RefusalKey | None  # why the person may not play, None if they may
    answered: float  # when Discord answered, or was first asked
    asked: float  # when it was last asked


class PageAccess:
    """Finds what keeps people from playing on pages. `shards`: those of this process. `now`: unix seconds."""

    def __init__(self, client: discord.Client, shards: ShardRange, pace: RequestPace, now: Callable[[], float]) -> None:
        self._client = client
        self._shards = shards
        self._pace = pace
        self._now = now
        self._answers: dict[int, dict[Location, _Answer]] = {}  # by person
        # The task of each lookup in progress, and the time until which pages wait for it.
        self._lookups: dict[tuple[Location, int], tuple[asyncio.Task[None], float]] = {}
        self._lookup_slots = asyncio.Semaphore(MAX_CONCURRENT_LOOKUPS)

    async def find_obstacle(self, place: Location, person: int, *, asks: bool) -> RefusalKey | None:
        """Return why the person may not play at a table there, None if they may. `asks`: whether to ask Discord."""
        if place.guild is None:
            return None
        guild = self._client.get_guild(place.guild)
        is_ready = self._client.is_ready()
        if (
            guild is None and is_ready and self._shards.covers(place.guild)
        ):  # the client never knows the servers of other processes
            return "page_bot_gone"
        found = self._answer(place, person)
        is_due = found is None or abs(self._now() - found.asked) >= PAGE_LOOKUP_INTERVAL
        if asks and is_ready and not (guild and guild.unavailable) and is_due:
            await self._look_up(place, person)
            found = self._answer(place, person)
        if found is None:
            return None
        is_being_asked = (place, person) in self._lookups
        holds = abs(self._now() - found.answered) < ANSWER_LIFE or is_being_asked
        return found.obstacle if holds else "page_unknown"

    def note_seen(self, guild: int | None, person: int) -> None:
        """Forget what kept the person from playing on that server, because they were just active there."""
        answers = self._answers.get(person, {})
        for place in [*answers]:
            if place.guild == guild and answers[place].obstacle:
                del answers[place]

    async def close(self) -> None:
        """Stop all lookups."""
        await tasks.cancel(task for task, _ in self._lookups.values())

    def _answer(self, place: Location, person: int) -> _Answer | None:
        return self._answers.get(person, {}).get(place)

    async def _look_up(self, place: Location, person: int) -> None:
        """Start a lookup unless one is running, and wait until PAGE_WAIT_TIMEOUT after its start."""
        key = place, person
        if key not in self._lookups:
            lookup = asyncio.create_task(self._ask_discord(place, person), name="lookup of a player")
            self._lookups[key] = lookup, asyncio.get_running_loop().time() + PAGE_WAIT_TIMEOUT
        task, until = self._lookups[key]
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await asyncio.shield(task)

    async def _ask_discord(self, place: Location, person: int) -> None:
        """Wait until no other request is queued, then save Discord's answer; save no answer after a timeout."""
        try:
            async with asyncio.timeout(LOOKUP_QUEUE_TIMEOUT), self._lookup_slots:
                while (seconds := self._pace.seconds_until_idle()) > 0:  # noqa: ASYNC110 - others may have come in between
                    await asyncio.sleep(seconds)
                now = self._now()
                before = self._answer(place, person) or _Answer(None, now, now)
                self._keep(place, person, replace(before, asked=now))
                async with asyncio.timeout(PAGE_LOOKUP_TIMEOUT):
                    obstacle = await self._look_up_obstacle(place, person)
            self._keep(place, person, _Answer(obstacle, now, now))
        except (*REQUEST_ERRORS, discord.InvalidData) as error:  # TimeoutError is an OSError
            log.info("could not look up whether a person may still play (%s)", error_summary(error))
        finally:
            del self._lookups[place, person]

    def _keep(self, place: Location, person: int, answer: _Answer) -> None:
        now = self._now()
        for other, answers in list(self._answers.items()):
            if all(abs(now - old.asked) >= ANSWER_LIFE for old in answers.values()):
                del self._answers[other]
        self._answers.setdefault(person, {})[place] = answer

    async def _look_up_obstacle(self, place: Location, person: int) -> RefusalKey | None:
        """Return what keeps the person out at this moment. Raises HTTPException for an inconclusive answer."""
        try:
            guild = self._client.get_guild(place.guild or 0) or await self._client.fetch_guild(place.guild or 0)
            member = await guild.fetch_member(person)
        except LOOKUP_REFUSALS as error:
            if error.code in UNKNOWN_PERSON_CODES:
                return "page_left"
            if error.code in (UNKNOWN_GUILD_CODE, *NO_ACCESS_CODES):
                return "page_bot_gone"
            raise
        try:
            channel = guild.get_channel_or_thread(place.channel) or await guild.fetch_channel(place.channel)
            parent = channel
            if isinstance(channel, discord.Thread):
                parent = guild.get_channel(channel.parent_id) or await guild.fetch_channel(channel.parent_id)
            # Discord says who sees a channel only to those who see it [D1.18].
            is_ours = guild.me is None or parent.permissions_for(guild.me).view_channel
            is_seen = is_ours and await is_seen_by(channel, parent, member)
        except LOOKUP_REFUSALS as error:
            if error.code in (*CHANNEL_GONE_CODES, *NO_ACCESS_CODES):
                return "page_channel"
            raise
        if not is_ours:
            return "page_channel"
        return None if is_seen else "page_hidden"
