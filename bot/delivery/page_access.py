"""Whether somebody may still play at a table on a page, as Discord says. Knows no page and no rules.

Discord tells the bot of nobody who leaves [D1.12], so whoever plays is looked up [D1.21], behind all other requests.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import discord

from bot.delivery.unreachable import CLOSED, GONE
from bot.delivery.visibility import NOT_HERE, is_seen_by
from bot.discord_api.components import UNANSWERED
from bot.discord_api.rate_limit import Pace
from bot.logs import summary
from bot.model.errors import RefusalKey
from bot.model.home import Home
from bot.model.people import Location

EVERY = 300.0  # seconds in which a person is looked up at most once for a channel
HOLDS = 3600.0  # seconds for which the last answer holds while Discord gives no other
PAGE_TIMEOUT = 3.0  # seconds for which pages wait for a lookup; then the last answer counts
LOOKUP_TIMEOUT = 5.0  # seconds for the requests of a lookup
TURN_TIMEOUT = 60.0  # seconds for which a lookup waits until nothing else is to be sent
AT_ONCE = 4  # lookups, so that a message never waits for more of them
UNKNOWN_GUILD = 10004  # [D1.20]
REFUSED = (discord.NotFound, discord.Forbidden)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Answer:
    """What Discord said last: why the person may not play, None if they may; when it said so, and was last asked.

    Of somebody about whom it has said nothing yet, it is believed since the first question that they may.
    """

    obstacle: RefusalKey | None
    said: float
    asked: float


class PageAccess:
    """What keeps people from their tables. `home`: the servers of this process. `now`: unix seconds."""

    def __init__(self, client: discord.Client, home: Home, pace: Pace, now: Callable[[], float]) -> None:
        self._client, self._home, self._pace, self._now = client, home, pace, now
        self._answers: dict[int, dict[Location, _Answer]] = {}  # by person
        self._lookups: dict[tuple[Location, int], tuple[asyncio.Task[None], float]] = {}  # until when pages wait for it
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def obstacle(self, place: Location, person: int, *, asks: bool) -> RefusalKey | None:
        """Why the person may not play at a table there, None if they may. `asks`: whether they may be looked up."""
        if place.guild is None:
            return None
        guild, is_ready = self._client.get_guild(place.guild), self._client.is_ready()
        if guild is None and is_ready and self._home.has(place.guild):  # of other processes' servers it says nothing
            return "page_bot_gone"
        found = self._answer(place, person)
        is_due = found is None or abs(self._now() - found.asked) >= EVERY
        if asks and is_ready and not (guild and guild.unavailable) and is_due:
            await self._look_up(place, person)
            found = self._answer(place, person)
        if found is None:
            return None
        holds = abs(self._now() - found.said) < HOLDS or (place, person) in self._lookups  # Discord may yet answer
        return found.obstacle if holds else "page_unknown"

    def saw(self, guild: int | None, person: int) -> None:
        """The person has just done something on that server: what kept them out may be over."""
        kept = self._answers.get(person, {})
        for place in [one for one, answer in kept.items() if one.guild == guild and answer.obstacle]:
            del kept[place]

    async def close(self) -> None:
        """Nobody is looked up any more."""
        lookups = [task for task, _ in self._lookups.values()]
        for task in lookups:
            task.cancel()
        await asyncio.gather(*lookups, return_exceptions=True)

    def _answer(self, place: Location, person: int) -> _Answer | None:
        return self._answers.get(person, {}).get(place)

    async def _look_up(self, place: Location, person: int) -> None:
        """The answer is there, or is on its way and comes too late for whoever waits."""
        key = place, person
        if key not in self._lookups:
            lookup = asyncio.create_task(self._ask(*key), name="lookup of a player")
            self._lookups[key] = lookup, asyncio.get_running_loop().time() + PAGE_TIMEOUT
        task, until = self._lookups[key]
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await asyncio.shield(task)

    async def _ask(self, place: Location, person: int) -> None:
        """Discord was asked, or is so busy with other requests that it was not."""
        try:
            async with asyncio.timeout(TURN_TIMEOUT), self._turn:
                while (seconds := self._pace.idle_in()) > 0:  # noqa: ASYNC110 - others may have come in between
                    await asyncio.sleep(seconds)
                now = self._now()
                before = self._answer(place, person) or _Answer(None, now, now)
                self._keep(place, person, replace(before, asked=now))
                async with asyncio.timeout(LOOKUP_TIMEOUT):
                    obstacle = await self._found(place, person)
            self._keep(place, person, _Answer(obstacle, now, now))
        except (*UNANSWERED, discord.InvalidData) as fault:  # TimeoutError is an OSError
            log.info("it could not be looked up whether somebody may still play (%s)", summary(fault))
        finally:
            del self._lookups[place, person]

    def _keep(self, place: Location, person: int, answer: _Answer) -> None:
        now = self._now()
        for one, kept in list(self._answers.items()):
            if all(abs(now - old.asked) >= HOLDS for old in kept.values()):
                del self._answers[one]
        self._answers.setdefault(person, {})[place] = answer

    async def _found(self, place: Location, person: int) -> RefusalKey | None:
        try:
            guild = self._client.get_guild(place.guild or 0) or await self._client.fetch_guild(place.guild or 0)
            member = await guild.fetch_member(person)
        except REFUSED as no:
            if no.code in NOT_HERE:
                return "page_left"
            if no.code in (UNKNOWN_GUILD, *CLOSED):
                return "page_bot_gone"
            raise
        try:
            return await _obstacle_in(guild, place.channel, member)
        except REFUSED as no:
            if no.code in (*GONE, *CLOSED):
                return "page_channel"
            raise


async def _obstacle_in(guild: discord.Guild, number: int, member: discord.Member) -> RefusalKey | None:
    """What keeps the member from the channel or thread of that number. Raises NotFound, Forbidden for the bot."""
    channel = guild.get_channel_or_thread(number) or await guild.fetch_channel(number)
    parent = channel
    if isinstance(channel, discord.Thread):
        parent = guild.get_channel(channel.parent_id) or await guild.fetch_channel(channel.parent_id)
    if guild.me is not None and not parent.permissions_for(guild.me).view_channel:
        return "page_channel"  # who sees a channel is told only to those who see it [D1.18]
    return None if await is_seen_by(channel, parent, member) else "page_hidden"
