"""The client's connections to Discord, one for each of its shards: which it has, when they may begin, which are up.

Also what other processes on the same database know of this one.
Knows no game and no handler.
"""

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from secrets import token_hex
from socket import gethostname
from typing import Any

import discord
from discord.shard import Shard
from discord.state import AutoShardedConnectionState
from discord.utils import MISSING
from yarl import URL

from bot.app.boot import patiently
from bot.discord_api.gateway_barrier import LenientState, SkippingSocket, server_numbers
from bot.interactions.commands import CommandClient
from bot.store.database import DatabaseAway
from bot.store.fleet import Process
from bot.store.homes import Home, homes_of
from bot.store.store import Store

COVERED = 1.0  # seconds that the end waits to hear of the other processes
IDENTIFYING = 5.0  # seconds in which Discord lets a lane connect once; a lane is for all processes together

log = logging.getLogger(__name__)


class Connections(LenientState, AutoShardedConnectionState[Any]):
    """As the library has it, but a new session forgets the servers that Discord does not name in it any more.

    With a single connection the library forgets all servers first. With several it forgets none, so that one which the
    bot has left while nobody listened would stay for ever.
    """

    def parse_ready(self, data: Any) -> None:
        """The first word of a new session, which names every server of its connection."""
        shard, _ = data["shard"]
        if shard not in self.shard_ids:
            raise LookupError("shard")
        super().parse_ready(data)
        named = server_numbers(data["guilds"])
        for guild in list(self.guilds):
            if guild.shard_id == shard and guild.id not in named:
                self._remove_guild(guild)


class ProcessReport:
    """This process among those that share a database; nothing to say where it is alone. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._own = Process(f"{gethostname()}-{token_hex(2)}", store.home, now())
        self._others: list[Process] = []
        self.is_known = store.fleet.is_alone  # whether the others have heard of us, if there can be any

    async def report(self) -> None:
        """The others know that we are at work; who is new among them is logged."""
        if self._store.fleet.is_alone:
            return
        known = {one.name for one in self._others}
        self._others = await self._store.processes.beat(self._own, self._now())
        self.is_known = True
        for other in self._others:
            if other.name not in known:
                self._log_other(other)

    async def is_covered(self) -> bool:
        """Whether another process has all our shards, too, as the next one has at a restart."""
        await self.report()
        own = self._own.home
        for other in self._others:
            home = other.home
            is_wider = home.count == own.count and home.first <= own.first and own.last <= home.last
            if home.is_everything or is_wider:
                return True
        return False

    async def end(self) -> None:
        """The others know that we have ended."""
        if not self._store.fleet.is_alone:
            await self._store.processes.end(self._own, self._now())

    def _log_other(self, other: Process) -> None:
        home = other.home
        own = self._own.home
        shards = "all shards" if home.is_everything else f"the shards {home.first}-{home.last} of {home.count}"
        if home.count != own.count and not home.is_everything and not own.is_everything:
            log.warning("process %s has %s, but ours are some of %d", other.name, shards, own.count)
        elif home.count != own.count or (home.first <= own.last and own.first <= home.last):
            log.info("process %s has %s, some of them ours", other.name, shards)
        else:
            log.info("process %s has %s", other.name, shards)


class ShardClient(CommandClient):
    """A client that has some or all of Discord's shards.

    It needs only the guilds intent and keeps no members and no messages in memory.

    `identify_pause`: seconds between two connections of a lane.
    `home`: the servers that it sees to. `fleet`: the other processes. `connected`: shards that have a connection.
    """

    identify_pause = IDENTIFYING

    def __init__(self, store: Store, now: Callable[[], float], **options: Any) -> None:
        """`now`: unix seconds."""
        self.home = store.home
        self.fleet = store.fleet
        self.processes = ProcessReport(store, now)
        self.connected: set[int] = set()
        self._lanes = 0  # not known yet
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **options,
        )

    def _get_state(self, **options: Any) -> Connections:
        """What the library keeps beside its connections; it asks for this once."""
        return Connections(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    def take(self, shards: Home) -> None:
        """Once it starts, the client has these shards alone; without this it has all, as many as Discord advises."""
        self.shard_ids = list(range(shards.first, shards.last + 1))
        self.shard_count = shards.count

    @property
    def is_at_work(self) -> bool:
        """Whether all our shards have a connection, and the other processes know that we take presses."""
        count = len(self.shard_ids or range(self.shard_count or 1))
        return self.is_ready() and len(self.connected) == count and self.processes.is_known

    @property
    def reached(self) -> tuple[Home, ...]:
        """The servers whose people can press something now."""
        return homes_of(self.connected, self.shard_count or 1)

    @abstractmethod
    def reaches(self) -> None:
        """Others than before can press something now."""

    async def is_covered(self) -> bool:
        """Whether another process has our shards, too. Where that cannot be looked up, it counts as no."""
        try:
            async with asyncio.timeout(COVERED):
                return await self.processes.is_covered()
        except (DatabaseAway, TimeoutError):
            return False

    async def login(self, token: str) -> None:
        """As the library does it, once Discord can be reached; setting up waits by itself."""
        await patiently(partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        try:
            await super().login(token)
        except BaseException:
            await self.http.close()
            self.http.connector = MISSING  # closed with the session; the next try makes both anew
            raise

    async def launch_shards(self) -> None:
        """As the library does it, once Discord can be asked where its gateway is."""
        await patiently(super().launch_shards)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """As the library does it, which logs each try that fails as a fault and gives up after a thousand."""

        async def begin() -> SkippingSocket:
            coming = SkippingSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
            return await asyncio.wait_for(coming, self.shard_connect_timeout)

        shard = Shard(await patiently(begin), self, self._AutoShardedClient__queue.put_nowait)  # type: ignore[attr-defined]
        self._AutoShardedClient__shards[shard_id] = shard  # type: ignore[attr-defined]
        shard.launch()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Return when the shard may connect: one of a lane at a time, in all processes."""
        if not initial:
            await asyncio.sleep(self.identify_pause)
        if not self.fleet.is_alone:
            self._lanes = self._lanes or (await self.fetch_session_start_limits()).max_concurrency
            await self.fleet.identify((shard_id or 0) % self._lanes, self.identify_pause)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Follow the connections: without one its servers cannot press anything, so no deadline may pass there."""
        if event in ("shard_connect", "shard_resumed", "shard_disconnect"):
            log.info("connection %d: %s", args[0], event.removeprefix("shard_"))
            if event == "shard_disconnect":
                self.connected.discard(args[0])
            else:
                self.connected.add(args[0])
            self.reaches()
        super().dispatch(event, *args, **kwargs)
