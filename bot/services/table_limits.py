"""How many tables may be open: of a person, in a channel, on a server. Knows no Discord and no rules."""

from __future__ import annotations

from bot.model.errors import Refusal
from bot.model.people import Location
from bot.model.server_settings import TABLES_PER_PERSON
from bot.services.servers import Servers
from bot.store.store import Store


class TableLimits:
    """Checks the server's limits before a table is opened or joined."""

    def __init__(self, store: Store, servers: Servers) -> None:
        self._store, self._servers = store, servers

    async def needs_seat(self, person: int, guild: int | None) -> None:
        """The person may sit at one more table there. Raises Refusal("too_many_person")."""
        most = (await self._servers.of(guild)).person
        if most < TABLES_PER_PERSON and await self._store.servers.open_of(person, guild) >= most:
            raise Refusal("too_many_person", n=most)
        if await self._store.servers.open_of(person) >= TABLES_PER_PERSON:
            raise Refusal("too_many_person", n=TABLES_PER_PERSON)

    async def needs_table(self, place: Location) -> None:
        """One more table may be open there. Raises Refusal: too_many_channel, too_many_server."""
        server = await self._servers.of(place.guild)
        if await self._store.servers.open_in(place.channel) >= server.channel:
            raise Refusal("too_many_channel", n=server.channel)
        if place.guild is not None and await self._store.servers.open_on(place.guild) >= server.server:
            raise Refusal("too_many_server", n=server.server)
