"""The tables of the file about servers: choices, departures, results still to be told, how many tables are open.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

from typing import Any

from bot.model.record import Record
from bot.store.ways import Ways

_CHOICES = "SELECT key, value FROM choices WHERE guild = ?"
_CHOOSE = "INSERT OR REPLACE INTO choices (guild, key, value) VALUES (?, ?, ?)"
# Messages of open tables are behind, though nothing in their rooms changed: a length below 0 tells this from a move.
_LOOK_AGAIN = """
    INSERT INTO outbox (room, length, change, since) SELECT id, -1, change, moved FROM rooms
    WHERE guild = ? AND phase IN ('lobby', 'playing') AND message IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET length = -1"""
_LOOKED = "DELETE FROM outbox WHERE room = ? AND change <= ? AND length < 0"
_LOOKS_OLD = "SELECT 1 FROM outbox WHERE room = ? AND length < 0"
_OPEN_OF = """
    SELECT count(*) FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE seats.person = :person AND rooms.phase IN ('lobby', 'playing') AND (:guild IS NULL OR rooms.guild = :guild)"""
_OPEN_IN = "SELECT count(*) FROM rooms WHERE (channel = :channel OR home = :channel) AND phase IN ('lobby', 'playing')"
_OPEN_ON = "SELECT count(*) FROM rooms WHERE guild = ? AND phase IN ('lobby', 'playing')"
_GUILDS = """
    SELECT guild FROM rooms WHERE guild IS NOT NULL
    UNION SELECT guild FROM choices UNION SELECT guild FROM departures"""
_DEPARTED = "INSERT INTO departures (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
_RETURNED = "DELETE FROM departures WHERE guild = ?"
_GONE = "SELECT guild FROM departures WHERE at <= ? ORDER BY at"
# A result is told elsewhere only: where the table stands everybody sees its end.
_TELL = """
    INSERT INTO tidings (room, channel) SELECT rooms.id, CAST(choices.value AS INTEGER)
    FROM rooms JOIN choices ON choices.guild = rooms.guild AND choices.key = 'announce' AND choices.value <> ''
    WHERE rooms.id = ? AND CAST(choices.value AS INTEGER) NOT IN (rooms.channel, coalesce(rooms.home, 0))
    ON CONFLICT DO NOTHING"""
_TIDINGS = "SELECT room, channel FROM tidings ORDER BY room"
_TOLD = "DELETE FROM tidings WHERE room = ?"


class ServerStore(Ways):
    """What is kept of servers. Each public call is one transaction."""

    async def choices(self, guild: int) -> dict[str, str]:
        """What was chosen for the server, see model/server_settings.py; empty where nothing was."""
        return {str(key): str(value) for key, value in await self._recall(_CHOICES, guild)}

    async def choose(self, guild: int, key: str, value: str, *, look: bool = False) -> None:
        """That is chosen for the server; `look`: the messages of its open tables are owed anew."""

        async def work() -> None:
            await self._rows(_CHOOSE, (guild, key, value))
            if look:
                await self._rows(_LOOK_AGAIN, (guild,))

        await self._transact(work)

    async def looks_old(self, room_id: int) -> bool:
        """Whether the newest message of the room has a language or look that its server has given up."""
        return bool(await self._read(_LOOKS_OLD, room_id))

    async def looks_new(self, room_id: int, change: int) -> None:
        """The message shows the room after that change as its server wants it."""
        await self._alone(_LOOKED, room_id, change)

    async def open_of(self, person: int, guild: int | None = None) -> int:
        """The number of lobbies and tables at which the person sits, on that server or (None) anywhere."""
        return await self._number(_OPEN_OF, person=person, guild=guild)

    async def open_in(self, channel: int) -> int:
        """The number of lobbies and tables of the channel."""
        return await self._number(_OPEN_IN, channel=channel)

    async def open_on(self, guild: int) -> int:
        """The number of lobbies and tables of the server."""
        return await self._number(_OPEN_ON, guild)

    # servers that removed the bot

    async def guilds(self) -> list[int]:
        """Every server of which anything is kept."""
        return [int(guild) for (guild,) in await self._read(_GUILDS)]

    async def departed(self, guild: int, at: float) -> None:
        """The server is without the bot since then (unix seconds), or since it was first noticed."""
        await self._alone(_DEPARTED, guild, at)

    async def returned(self, guild: int) -> None:
        """The bot is on the server."""
        await self._alone(_RETURNED, guild)

    async def long_gone(self, before: float) -> list[int]:
        """The servers that have been without the bot since then or longer."""
        return [int(guild) for (guild,) in await self._read(_GONE, before)]

    # results to tell

    async def tidings(self) -> list[tuple[int, int]]:
        """Tables whose result is still to be told, each with the channel."""
        return [(int(room_id), int(channel)) for room_id, channel in await self._read(_TIDINGS)]

    async def told(self, room_id: int) -> None:
        """The result of this table is told, or cannot be."""
        await self._alone(_TOLD, room_id)

    async def _owe_tidings(self, old: Record, new: Record) -> None:
        """Inside a transaction: a table that is over owes its result, where the server wants that."""
        if new.phase == "over" and old.phase != "over":
            await self._rows(_TELL, (old.id,))

    async def _number(self, sql: str, *facts: Any, **named: Any) -> int:
        return int((await self._read(sql, *facts, **named))[0][0])
