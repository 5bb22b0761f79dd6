"""The service of what is chosen for a server, and of servers that removed the bot. Knows no Discord."""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.model.errors import Refusal
from bot.model.server_settings import LISTS, LOOKS, ServerSettings, chosen, fits, server_of
from bot.store.store import Store

KEPT_DAYS = 30  # that a server's tables wait for the bot to come back
DAY = 86_400.0  # seconds


class Servers:
    """What is kept of each server. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def of(self, guild: int | None) -> ServerSettings:
        """All choices for the server, defaults where nothing was chosen; None (a direct message) has only defaults."""
        return ServerSettings() if guild is None else server_of(await self._store.servers.choices(guild))

    async def choose(self, guild: int, key: str, values: Collection[str]) -> None:
        """That is chosen for the server from now on; another look is owed to the messages of its open tables.

        Raises Refusal("unknown") for what cannot be.
        """
        value = ",".join(values)
        if not fits(key, value) or (key not in LISTS and len(values) != 1):
            raise Refusal("unknown")
        look = key in LOOKS and value != chosen(await self.of(guild), key)
        await self._store.servers.choose(guild, key, value, look=look)

    async def tables(self, guild: int) -> int:
        """The number of open tables there, lobbies among them."""
        return await self._store.servers.open_on(guild)

    async def forget(self, guild: int) -> None:
        """Nothing of this server is left: no table, no choice; nor of people who were known from nowhere else."""
        await self._store.privacy.forget_server(guild)
        await self._store.privacy.scrub()

    async def drop_copies(self) -> None:
        """No copy from before an update is older than 30 days; what could not be scrubbed is tried again."""
        await self._store.privacy.drop_copies(self._now() - KEPT_DAYS * DAY)
        if self._store.privacy.traces:
            await self._store.privacy.scrub()

    # servers that removed the bot

    async def seen(self, present: Collection[int]) -> None:
        """The bot is on these servers and no others: the days of those that removed it begin or are over."""
        for guild in await self._store.servers.guilds():
            if guild in present:
                await self._store.servers.returned(guild)
            else:
                await self._store.servers.departed(guild, self._now())

    async def left(self, guild: int) -> None:
        """The server has removed the bot."""
        await self._store.servers.departed(guild, self._now())

    async def back(self, guild: int) -> None:
        """The bot is on the server again, and nothing was lost."""
        await self._store.servers.returned(guild)

    async def forget_long_gone(self, present: Collection[int]) -> list[int]:
        """The servers that have gone without the bot for 30 days and are forgotten now."""
        gone = await self._store.servers.long_gone(self._now() - KEPT_DAYS * DAY)
        for guild in gone:
            if guild in present:
                await self._store.servers.returned(guild)
            else:
                await self._store.privacy.forget_server(guild)
        forgotten = [guild for guild in gone if guild not in present]
        if forgotten:
            await self._store.privacy.scrub()
        return forgotten
