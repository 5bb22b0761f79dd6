"""The client's connections to Discord, one per shard: which it has, when they may connect, which are up.

Also announces this process to others on the same database. Independent of games and handlers.
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

from bot.app.startup_retry import retry_until_reachable
from bot.discord_api.gateway_barrier import LenientState, SkippingSocket, server_numbers
from bot.interactions.commands import CommandClient
from bot.store.database import DatabaseUnavailable
from bot.store.fleet import Process
from bot.store.shard_range import ShardRange, shard_ranges
from bot.store.store import Store

COVER_TIMEOUT = 1.0  # seconds that the shutdown waits for news of other processes
IDENTIFY_INTERVAL = 5.0  # seconds; Discord accepts one connection per lane in this time, from all processes together

log = logging.getLogger(__name__)


class ShardedState(LenientState, AutoShardedConnectionState[Any]):
    """The library's state, except that a new session forgets servers that Discord no longer lists in it.

    With a single connection the library forgets all servers first. With several it forgets none, so a server that the
    bot left while it was disconnected would stay forever.
    """

    def parse_ready(self, data: Any) -> None:
        """Handle the first event of a new session, which lists every server of its connection."""
        shard, _ = data["shard"]
        if shard not in self.shard_ids:
            raise LookupError("shard")
        super().parse_ready(data)
        named = server_numbers(data["guilds"])
        for guild in list(self.guilds):
            if guild.shard_id == shard and guild.id not in named:
                self._remove_guild(guild)


class ProcessReport:
    """Announces this process to others on the same database, and knows them; does nothing if there can be none.

    `now`: unix seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._own = Process(f"{gethostname()}-{token_hex(2)}", store.shards, now())
        self._others: list[Process] = []
        self.is_known = store.fleet.is_alone  # whether the others know of us, if there can be any

    async def report(self) -> None:
        """Announce that this process is running, and log newly started ones."""
        if self._store.fleet.is_alone:
            return
        known = {other.name for other in self._others}
        self._others = await self._store.processes.record_heartbeat(self._own, self._now())
        self.is_known = True
        for other in self._others:
            if other.name not in known:
                self._log_other(other)

    async def is_covered(self) -> bool:
        """Whether another process has all our shards too, as the next one does during a restart."""
        await self.report()
        own = self._own.shards
        for other in self._others:
            home = other.shards
            is_wider = home.count == own.count and home.first <= own.first and own.last <= home.last
            if home.covers_everything or is_wider:
                return True
        return False

    async def end(self) -> None:
        """Announce that this process has ended."""
        if not self._store.fleet.is_alone:
            await self._store.processes.remove(self._own, self._now())

    def _log_other(self, other: Process) -> None:
        home = other.shards
        own = self._own.shards
        shards = "all shards" if home.covers_everything else f"the shards {home.first}-{home.last} of {home.count}"
        if home.count != own.count and not home.covers_everything and not own.covers_everything:
            log.warning("process %s has %s, but ours are some of %d", other.name, shards, own.count)
        elif home.count != own.count or (home.first <= own.last and own.first <= home.last):
            log.info("process %s has %s, some of them ours", other.name, shards)
        else:
            log.info("process %s has %s", other.name, shards)


class ShardClient(CommandClient):
    """A client for some or all of Discord's shards.

    It needs only the guilds intent and keeps no members and no messages in memory.

    `identify_pause`: seconds between two connections of a lane. `home`: the servers that it serves. `fleet`: the other
    processes. `connected_shards`: shards that have a connection.
    """

    identify_pause = IDENTIFY_INTERVAL

    def __init__(self, store: Store, now: Callable[[], float], **options: Any) -> None:
        """`now`: unix seconds."""
        self.home = store.shards
        self.fleet = store.fleet
        self.processes = ProcessReport(store, now)
        self.connected_shards: set[int] = set()
        self._lanes = 0  # 0: not known yet
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **options,
        )

    def _get_state(self, **options: Any) -> ShardedState:
        """Return our state class; the library calls this once."""
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    def use_shards(self, shards: ShardRange) -> None:
        """Connect only these shards; by default the client has all shards, as many as Discord recommends."""
        self.shard_ids = list(range(shards.first, shards.last + 1))
        self.shard_count = shards.count

    @property
    def takes_presses(self) -> bool:
        """Whether all our shards are connected, and the other processes know of this one."""
        count = len(self.shard_ids or range(self.shard_count or 1))
        return self.is_ready() and len(self.connected_shards) == count and self.processes.is_known

    @property
    def reachable_homes(self) -> tuple[ShardRange, ...]:
        """The servers where people can press something now."""
        return shard_ranges(self.connected_shards, self.shard_count or 1)

    @abstractmethod
    def update_reach(self) -> None:
        """React to a change of the servers where people can press something."""

    async def is_covered(self) -> bool:
        """Whether another process has our shards too; False if that cannot be looked up."""
        try:
            async with asyncio.timeout(COVER_TIMEOUT):
                return await self.processes.is_covered()
        except (DatabaseUnavailable, TimeoutError):
            return False

    async def login(self, token: str) -> None:
        """Log in like the library, retrying until Discord is reachable; the setup hook retries by itself."""
        await retry_until_reachable(partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        try:
            await super().login(token)
        except BaseException:
            await self.http.close()
            self.http.connector = MISSING  # closed with the session; the next try creates both again
            raise

    async def launch_shards(self) -> None:
        """Launch the shards like the library, retrying until Discord names its gateway."""
        await retry_until_reachable(super().launch_shards)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Launch the shard; the library would log each failed try as an error and give up after a thousand."""

        async def begin() -> SkippingSocket:
            coming = SkippingSocket.from_client(self, initial=initial, gateway=gateway, shard_id=shard_id)
            return await asyncio.wait_for(coming, self.shard_connect_timeout)

        shard = Shard(await retry_until_reachable(begin), self, self._AutoShardedClient__queue.put_nowait)  # type: ignore[attr-defined]
        self._AutoShardedClient__shards[shard_id] = shard  # type: ignore[attr-defined]
        shard.launch()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until the shard may connect: one per lane at a time, in all processes together."""
        if not initial:
            await asyncio.sleep(self.identify_pause)
        if not self.fleet.is_alone:
            self._lanes = self._lanes or (await self.fetch_session_start_limits()).max_concurrency
            await self.fleet.wait_to_identify((shard_id or 0) % self._lanes, self.identify_pause)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Track the connections: on servers without one nobody can press anything, so no deadline may pass there."""
        if event in ("shard_connect", "shard_resumed", "shard_disconnect"):
            log.info("connection %d: %s", args[0], event.removeprefix("shard_"))
            if event == "shard_disconnect":
                self.connected_shards.discard(args[0])
            else:
                self.connected_shards.add(args[0])
            self.update_reach()
        super().dispatch(event, *args, **kwargs)
