"""The settings of servers, how many tables they allow, and servers that removed the bot. Knows no Discord."""

from collections.abc import Callable, Collection
from math import inf

from bot.model.choices import LISTS, LOOKS, SeatLimit, chosen, setting_fits
from bot.model.errors import Refusal
from bot.model.people import Location
from bot.store.store import Store

KEPT_DAYS = 30  # for which a server's tables are kept after it removed the bot
DAY = 86_400.0  # seconds


class Servers:
    """The settings and the presence of each server. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self.of = store.server_settings.of
        self.on_server = store.privacy.on_server  # as of `PrivacyService`
        self.tables = store.servers.open_on
        self.note_return = store.servers.note_return

    async def choose(self, guild: int, key: str, values: Collection[str]) -> None:
        """The server's setting of that key is saved; the messages of its open tables are to be shown again.

        Raises Refusal("unknown") for an unknown key or value.
        """
        value = ",".join(values)
        if not setting_fits(key, value) or (key not in LISTS and len(values) != 1):
            raise Refusal("unknown")
        look = key in LOOKS and value != chosen(await self.of(guild), key)
        await self._store.server_settings.set(guild, key, value, look=look)

    async def forget(self, guild: int) -> None:
        """Erase this server: its tables, its settings, and people who were known from nowhere else."""
        await self._store.privacy.forget_server(guild, self._now())

    async def drop_copies(self) -> None:
        """Delete copies from before updates that are older than 30 days."""
        await self._store.privacy.drop_copies(self._now() - KEPT_DAYS * DAY)

    # how many tables may be open

    async def seat_limit(self, person: int, guild: int | None) -> SeatLimit:
        """At how many tables the person may sit when they sit down there."""
        return SeatLimit(person, guild, (await self.of(guild)).person)

    async def needs_table(self, place: Location) -> None:
        """One more table may be open there. Raises Refusal: too_many_channel, too_many_server."""
        server = await self.of(place.guild)
        if await self._store.servers.open_in(place.channel) >= server.channel:
            raise Refusal("too_many_channel", n=server.channel)
        if place.guild is not None and await self._store.servers.open_on(place.guild) >= server.server:
            raise Refusal("too_many_server", n=server.server)

    # servers that removed the bot

    async def note_present(self, present: Collection[int]) -> None:
        """The bot is on exactly these servers: for others the days since its removal are counted from now."""
        gone = set(await self._store.servers.gone_since(inf))
        for guild in await self._store.servers.guilds():
            if guild in present and guild in gone:
                await self._store.servers.note_return(guild)
            elif guild not in present and guild not in gone:
                await self._store.servers.note_departure(guild, self._now())

    async def note_departure(self, guild: int) -> None:
        """The server has removed the bot."""
        await self._store.servers.note_departure(guild, self._now())

    async def forget_long_gone(self, present: Collection[int]) -> list[int]:
        """Erase and return the servers that have been without the bot for 30 days."""
        forgotten = []
        for guild in await self._store.servers.gone_since(self._now() - KEPT_DAYS * DAY):
            if guild in present:
                await self._store.servers.note_return(guild)
            else:
                await self.forget(guild)
                forgotten.append(guild)
        return forgotten
