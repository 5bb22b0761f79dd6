"""Server settings, limits on open tables, and servers that have removed the bot. Knows nothing about Discord."""

from collections.abc import Callable, Collection
from math import inf

from bot.model.errors import Refusal
from bot.model.people import Location
from bot.model.preferences import APPEARANCE_SETTINGS, LIST_SETTINGS, SeatLimit, setting_fits, setting_value
from bot.store.store import Store

# Seconds for which the tables of a server that removed the bot are kept, and copies made before updates.
SERVER_RETENTION = 30 * 86_400.0


class Servers:
    """Settings and presence of each server. `now`: unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self.load_settings = store.server_settings.load
        self.is_on_server = store.privacy.on_server  # as in `PrivacyService`
        self.count_open_tables = store.servers.count_open_on_server
        self.note_return = store.servers.note_return

    async def choose(self, guild: int, key: str, values: Collection[str]) -> None:
        """Save the server's setting; if it affects the look of messages, those of open tables are updated.

        Raises Refusal("unknown") for an unknown key or value.
        """
        value = ",".join(values)
        if not setting_fits(key, value) or (key not in LIST_SETTINGS and len(values) != 1):
            raise Refusal("unknown")
        look = key in APPEARANCE_SETTINGS and value != setting_value(await self.load_settings(guild), key)
        await self._store.server_settings.set(guild, key, value, refresh_tables=look)

    async def forget(self, guild: int) -> None:
        """Erase this server: its tables, its settings, and people known only from there."""
        await self._store.privacy.forget_server(guild, self._now())

    async def drop_copies(self) -> None:
        """Delete pre-update copies that are older than 30 days."""
        await self._store.privacy.delete_migration_copies(self._now() - SERVER_RETENTION)

    # limits on open tables

    async def seat_limit(self, person: int, guild: int | None) -> SeatLimit:
        """Return the limit on the person's open tables that applies when they take a seat on that server."""
        return SeatLimit(person, guild, (await self.load_settings(guild)).person)

    async def check_table_limits(self, place: Location) -> None:
        """Raise Refusal if no further table may be opened at that place: too_many_channel, too_many_server."""
        server = await self.load_settings(place.guild)
        if await self._store.servers.count_open_in_channel(place.channel) >= server.channel:
            raise Refusal("too_many_channel", n=server.channel)
        if place.guild is not None and await self._store.servers.count_open_on_server(place.guild) >= server.server:
            raise Refusal("too_many_server", n=server.server)

    # servers that have removed the bot

    async def note_present(self, present: Collection[int]) -> None:
        """Note that the bot is on exactly these servers, and when it was removed from others, unless noted before."""
        gone = set(await self._store.servers.departed_before(inf))
        for guild in await self._store.servers.guilds():
            if guild in present and guild in gone:
                await self._store.servers.note_return(guild)
            elif guild not in present and guild not in gone:
                await self._store.servers.note_departure(guild, self._now())

    async def note_departure(self, guild: int) -> None:
        """Note that the server has removed the bot."""
        await self._store.servers.note_departure(guild, self._now())

    async def forget_departed(self, present: Collection[int]) -> list[int]:
        """Erase and return the servers that have been without the bot for 30 days."""
        forgotten = []
        for guild in await self._store.servers.departed_before(self._now() - SERVER_RETENTION):
            if guild in present:
                await self._store.servers.note_return(guild)
            else:
                await self.forget(guild)
                forgotten.append(guild)
        return forgotten
