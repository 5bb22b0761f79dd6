"""Who can see a channel, as far as Discord tells us. Knows no page and no table but for where it stands."""

import asyncio
import time
from collections.abc import Callable
from typing import cast

import discord

from bot.discord_api.components import UNANSWERED
from bot.model.people import Location
from bot.model.room import Room

NOT_HERE = (10007, 10013)  # unknown member, unknown user
REMEMBERED = 300.0  # seconds for which the answer about a thread that the library has forgotten holds
MOST = 1_000  # such answers
LOOKUP_TIMEOUT = 10.0  # seconds after which Discord counts as not knowing the channel
MOST_THREADS = 25  # of one channel, in which tables are looked for

Channel = discord.abc.GuildChannel | discord.Thread


class Visibility:
    """Which channels everybody on their server sees. `clock`: seconds."""

    def __init__(self, client: discord.Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client, self._clock = client, clock
        self._asked: dict[int, tuple[float, Channel | None]] = {}

    async def is_public(self, room: Room) -> bool:
        """Whether everybody on the server of the room sees its channel, and the bot does."""
        guild = self._client.get_guild(room.place.guild or 0)
        if guild is None or guild.default_role is None:
            return False
        channel = guild.get_channel_or_thread(room.place.channel) or await self._fetched(room.place.channel)
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

    async def _fetched(self, number: int) -> Channel | None:
        """A thread that was archived; the library knows only those that are open."""
        at, found = self._asked.get(number, (-REMEMBERED, None))
        if self._clock() - at < REMEMBERED:
            return found
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                found = cast(Channel, await self._client.fetch_channel(number))
        except (*UNANSWERED, discord.InvalidData):
            found = None
        if len(self._asked) >= MOST:
            self._asked.clear()
        self._asked[number] = self._clock(), found
        return found


async def is_seen_by(channel: Channel, parent: Channel, member: discord.Member) -> bool:
    """Whether Discord shows the member the channel, or the thread of that parent.

    A private thread only to whoever has a place in it, or may manage threads. True of owners and administrators whom an
    overwrite denies it. Raises HTTPException where Discord does not say.
    """
    rights = parent.permissions_for(member)
    if not rights.view_channel:
        return False
    if not isinstance(channel, discord.Thread) or not channel.is_private() or rights.manage_threads:
        return True
    try:
        await channel.fetch_member(member.id)  # [D3.11]
    except discord.NotFound as no:
        if no.code not in NOT_HERE:
            raise
        return False
    return True


def _is_private(channel: Channel) -> bool:
    return isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None)
