"""Servers: how many tables are open there, which ones removed the bot. Knows no setting."""

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
# The next servers in the order of their numbers: one step in an index for each, however many tables it has.
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
    """What is kept of servers. Each call is one transaction."""

    async def check_seat_limit(self, limit: SeatLimit) -> None:
        """Inside a transaction in which the person has sat down: not at too many tables. Raises Refusal.

        Whoever sits down waits in `lock_seats` for others who let the same person sit down, so each counts them all.
        """
        here = limit.guild is not None and limit.on_server < limit.overall
        if here and await self._count_seats(limit.person, limit.guild) > limit.on_server:
            raise Refusal("too_many_person", n=limit.on_server)
        if await self._count_seats(limit.person, None) > limit.overall:
            raise Refusal("too_many_person", n=limit.overall)

    async def lock_seats(self, person: int) -> None:
        """Inside a transaction, first of all: until its end the person sits down nowhere else."""
        await self._database.lock("person", person)

    async def _count_seats(self, person: int, guild: int | None) -> int:
        return int((await self._database.execute(_COUNT_OPEN_OF_PERSON, {"person": person, "guild": guild}))[0][0])

    async def count_open_in_channel(self, channel: int) -> int:
        """The number of lobbies and tables of the channel."""
        ((count,),) = await self._database.fetch(_COUNT_OPEN_IN_CHANNEL, channel=channel)
        return int(count)

    async def count_open_on_server(self, guild: int) -> int:
        """The number of lobbies and tables of the server."""
        ((count,),) = await self._database.fetch(_COUNT_OPEN_ON_SERVER, guild)
        return int(count)

    # servers that removed the bot

    async def guilds(self) -> list[int]:
        """Every server at home of which anything is kept."""
        return [int(guild) async for (guild,) in self._fetch_pages(_GUILDS, {"last": 0}) if self._shards.covers(guild)]

    async def note_departure(self, guild: int, at: float) -> None:
        """The server is without the bot since then (unix seconds), or since it was first noticed."""
        await self._database.execute_autocommit(_ADD_DEPARTURE, guild, at, changed_keys=())

    async def note_return(self, guild: int) -> None:
        """The bot is on the server."""
        await self._database.execute_autocommit(_DELETE_DEPARTURE, guild, changed_keys=())

    async def departed_before(self, before: float) -> list[int]:
        """The servers at home that have been without the bot since then or longer."""
        return [int(guild) for (guild,) in await self._fetch_in_range(_DEPARTED_BEFORE, before=before)]
