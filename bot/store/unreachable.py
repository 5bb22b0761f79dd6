"""Tables that could not be shown in their channel and are tried again later. Knows no reason by name."""

from __future__ import annotations

from bot.store.database import Database

_SLEEPS = """
    INSERT INTO asleep (room, reason, since, tried) VALUES (?, ?, ?, ?)
    ON CONFLICT (room) DO UPDATE SET reason = excluded.reason, tried = excluded.tried, trying = 0"""
_TRIES = "UPDATE asleep SET trying = 1 WHERE room = ?"
_WAKES = "DELETE FROM asleep WHERE room = ?"
_ASLEEP = "SELECT reason, trying FROM asleep WHERE room = ?"
SHORTEST_PAUSE, LONGEST_PAUSE = 20.0, 3600.0  # seconds before such a table is tried again
_SLEEPING = """
    SELECT asleep.room FROM asleep JOIN rooms ON rooms.id = asleep.room
    WHERE (:due IS NULL OR asleep.tried + min(:longest, max(:shortest, (asleep.tried - asleep.since) / 10)) <= :due)
        AND NOT asleep.trying AND (:guild IS NULL OR rooms.guild = :guild)"""


class UnreachableStore:
    """The tables that cannot be shown, and why. Each call is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, room_id: int, reason: str, now: float) -> bool:
        """The room is not shown until somebody tries again; whether that is news since it was shown last."""

        async def work() -> bool:
            before = await self._database.execute(_ASLEEP, (room_id,))
            await self._database.execute(_SLEEPS, (room_id, reason, now, now))
            return not before

        return await self._database.transaction(work)

    async def retry(self, room_id: int) -> None:
        """The room, if it is listed, is to be shown again: Discord may allow it now."""
        await self._database.execute_alone(_TRIES, room_id)

    async def remove(self, room_id: int) -> None:
        """The room was shown, so it is not here any more."""
        if await self._database.fetch(_ASLEEP, room_id):
            await self._database.execute_alone(_WAKES, room_id)

    async def reason(self, room_id: int) -> str:
        """Why the room cannot be shown, "" for one that can or may be."""
        rows = await self._database.fetch(_ASLEEP, room_id)
        return str(rows[0][0]) if rows and not rows[0][1] else ""

    async def rooms(self, due: float | None = None, guild: int | None = None) -> list[int]:
        """The rooms here, of that server (None: of all): every one, or those that are to be tried again at that moment.

        The pause before the next try is a tenth of the time since the first one, from 20 seconds to an hour.
        """
        limits = {"shortest": SHORTEST_PAUSE, "longest": LONGEST_PAUSE}
        rows = await self._database.fetch(_SLEEPING, due=due, guild=guild, **limits)
        return [int(room_id) for (room_id,) in rows]
