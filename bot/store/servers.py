"""Servers: how many tables are open there, and which servers removed the bot. Knows nothing about settings."""

from bot.model.errors import Refusal
from bot.model.preferences import SeatLimit
from bot.store.shard_range import ShardedStore, server_in_range

_COUNT_OPEN_OF_PERSON = """
    SELECT count(*) FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE seats.person = :person AND rooms.phase IN ('lobby', 'playing')
        AND (CAST(:guild AS BIGINT) IS NULL OR rooms.guild = :guild)"""
_COUNT_OPEN_IN_CHANNEL = """
    SELECT count(*) FROM (SELECT id FROM rooms WHERE channel = :channel AND phase IN ('lobby', 'playing')
        UNION SELECT id FROM rooms WHERE lobby_channel = :channel AND phase IN ('lobby', 'playing')) AS open"""
_COUNT_OPEN_ON_SERVER = "SELECT count(*) FROM rooms WHERE guild = ? AND phase IN ('lobby', 'playing')"
# Finds the next server by ID in one step of the index, however many tables the server has.
_NEXT_GUILD = """(SELECT min(guild) FROM (SELECT min(guild) AS guild FROM rooms WHERE guild > {0}
        UNION ALL SELECT min(guild) FROM server_settings WHERE guild > {0}
        UNION ALL SELECT min(guild) FROM departures WHERE guild > {0}) AS found)"""
_GUILDS = f"""
    WITH RECURSIVE every (guild, n) AS (SELECT {_NEXT_GUILD.format(":last")}, 1
        UNION ALL SELECT {_NEXT_GUILD.format("every.guild")}, n + 1 FROM every WHERE guild IS NOT NULL AND n < :most)
    SELECT guild FROM every WHERE guild IS NOT NULL"""  # noqa: S608 - no outside text
_ADD_DEPARTURE = "INSERT INTO departures (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
_DELETE_DEPARTURE = "DELETE FROM departures WHERE guild = ?"
_GUILD_IN_RANGE = server_in_range("guild")
_DEPARTED_BEFORE = f"SELECT guild FROM departures WHERE at <= :before AND {_GUILD_IN_RANGE} ORDER BY at"  # noqa: S608 - no outside text


class ServerStore(ShardedStore):
    """Counts of open tables, and servers that removed the bot. Each call is one transaction."""

    async def check_seat_limit(self, limit: SeatLimit) -> None:
        """Raise Refusal if the person, who has just taken a seat in this transaction, has too many.

        `lock_seats` makes concurrent transactions of the same person wait, so each counts all seats.
        """
        here = limit.guild is not None and limit.on_server < limit.overall
        if here and await self._count_seats(limit.person, limit.guild) > limit.on_server:
            raise Refusal("too_many_person", n=limit.on_server)
        if await self._count_seats(limit.person, None) > limit.overall:
            raise Refusal("too_many_person", n=limit.overall)

    async def lock_seats(self, person: int) -> None:
        """Lock the person's seats until the end of the transaction, as its first step."""
        await self._database.lock("person", person)

    async def _count_seats(self, person: int, guild: int | None) -> int:
        return int((await self._database.execute(_COUNT_OPEN_OF_PERSON, {"person": person, "guild": guild}))[0][0])

    async def count_open_in_channel(self, channel: int) -> int:
        """Return the number of open lobbies and tables of the channel."""
        ((count,),) = await self._database.fetch(_COUNT_OPEN_IN_CHANNEL, channel=channel)
        return int(count)

    async def count_open_on_server(self, guild: int) -> int:
        """Return the number of open lobbies and tables of the server."""
        ((count,),) = await self._database.fetch(_COUNT_OPEN_ON_SERVER, guild)
        return int(count)

    # servers that removed the bot

    async def guilds(self) -> list[int]:
        """Return this process's servers about which anything is stored."""
        return [int(guild) async for (guild,) in self._fetch_pages(_GUILDS, {"last": 0}) if self._shards.covers(guild)]

    async def note_departure(self, guild: int, at: float) -> None:
        """Note when (unix seconds) the server removed the bot, unless this is noted already."""
        await self._database.execute_autocommit(_ADD_DEPARTURE, guild, at, changed_keys=())

    async def note_return(self, guild: int) -> None:
        """Note that the bot is on the server."""
        await self._database.execute_autocommit(_DELETE_DEPARTURE, guild, changed_keys=())

    async def departed_before(self, before: float) -> list[int]:
        """Return this process's servers that removed the bot at that time or before."""
        return [int(guild) for (guild,) in await self._fetch_in_range(_DEPARTED_BEFORE, before=before)]
