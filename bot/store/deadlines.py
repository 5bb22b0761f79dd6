"""Deadlines, reminders and whatever else falls due, and when people could last play. Knows no rules."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from math import inf

from bot.store.homes import EVERYWHERE, Home, HomePart, server_at_home, table_at_home

_SEAT_AT_HOME = table_at_home("seats.room")
_ROOM_AT_HOME = server_at_home("rooms.guild")


def _due_statement(column: str) -> str:
    return f"""
    SELECT {column}, room, seat FROM seats
    WHERE ({column}, room, seat) > (:at, :room, :seat) AND {column} <= :now AND is_paused = 0 AND {_SEAT_AT_HOME}
    ORDER BY {column}, room, seat LIMIT :most"""  # noqa: S608 - no outside text


_DUE = _due_statement("due")
_NUDGES = _due_statement("remind_at")
# Each part ends at the first row that counts. min() over a join would look at every seat under way.
_NEAREST = f"""
    SELECT min(at) FROM (
        SELECT (SELECT due FROM seats
            WHERE due IS NOT NULL AND is_paused = 0 AND {_SEAT_AT_HOME} ORDER BY due LIMIT 1) AS at
        UNION ALL SELECT (SELECT remind_at FROM seats
            WHERE remind_at IS NOT NULL AND is_paused = 0 AND {_SEAT_AT_HOME} ORDER BY remind_at LIMIT 1)
        UNION ALL SELECT (SELECT paused FROM rooms
            WHERE paused IS NOT NULL AND phase = 'playing' AND {_ROOM_AT_HOME}
            ORDER BY paused LIMIT 1) + :pause
        UNION ALL SELECT (SELECT proposals.at FROM proposals CROSS JOIN rooms
            WHERE rooms.id = proposals.room AND rooms.phase = 'playing' AND {_ROOM_AT_HOME}
            ORDER BY proposals.at LIMIT 1) + :ask
        UNION ALL SELECT (SELECT offers.at FROM offers CROSS JOIN rooms
            WHERE rooms.id = offers.room AND rooms.phase = 'playing' AND {_ROOM_AT_HOME}
            ORDER BY offers.at LIMIT 1) + :offer) AS moments"""  # noqa: S608 - no outside text
_LAPSED = f"""
    SELECT id FROM rooms WHERE paused <= :pause AND phase = 'playing' AND {_ROOM_AT_HOME}
    UNION ALL SELECT room FROM proposals CROSS JOIN rooms
        WHERE rooms.id = room AND proposals.at <= :ask AND phase = 'playing' AND {_ROOM_AT_HOME}
    UNION ALL SELECT room FROM offers CROSS JOIN rooms
        WHERE rooms.id = room AND offers.at <= :offer AND phase = 'playing' AND {_ROOM_AT_HOME}"""  # noqa: S608
# In the order in which they were opened, which no change of a room alters, so that the next ones can be asked for.
_RUNNING = f"""
    SELECT opened, id, channel, guild FROM rooms
    WHERE phase = 'playing' AND paused IS NULL AND (opened, id) > (:opened, :id) AND {_ROOM_AT_HOME}
        AND EXISTS (SELECT 1 FROM seats WHERE seats.room = rooms.id AND due IS NOT NULL AND clock_started <= :since)
    ORDER BY opened, id LIMIT :most"""  # noqa: S608 - no outside text
_ASKED_OF = "SELECT room FROM seats WHERE person = ? AND due IS NOT NULL ORDER BY room"
_PULSES = "SELECT first, last, count, :clock - at FROM heartbeats"
_BEAT = """
    INSERT INTO heartbeats (first, last, count, at) VALUES (:first, :last, :count, :clock)
    ON CONFLICT (count, first, last) DO UPDATE SET at = excluded.at"""
_SILENCE = """
    DELETE FROM heartbeats WHERE (count <> :count OR first <> :first OR last <> :last)
        AND (:count = 1 OR (count = :count AND first >= :first AND last <= :last))"""

_PROBE = "UPDATE heartbeats SET at = at WHERE first = :first AND last = :last AND count = :count"


class DeadlineStore(HomePart):
    """What falls due at home, at which moment (unix seconds). Each call is one transaction."""

    def within(self, home: Home) -> DeadlineStore:
        """What falls due on these servers of ours alone."""
        return self if home == self._home else DeadlineStore(self._database, home)

    async def due(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose deadline has passed at that moment, the one that waits longest first."""
        return await self._seats(_DUE, now)

    async def reminders_due(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose person is to be reminded at that moment."""
        return await self._seats(_NUDGES, now)

    async def _seats(self, sql: str, now: float) -> list[tuple[int, int]]:
        first = {"at": -inf, "room": 0, "seat": 0}
        return [(room_id, seat) async for _, room_id, seat in self._pages(sql, first, now=now)]

    async def lapsed(self, pause: float, ask: float, offer: float) -> list[int]:
        """Rooms with a pause, a proposal or an offer that began at those moments or before."""
        return sorted({room_id for (room_id,) in await self._fetch_at_home(_LAPSED, pause=pause, ask=ask, offer=offer)})

    async def nearest(self, pause: float, ask: float, offer: float) -> float | None:
        """The next moment at which a deadline passes, somebody is to be reminded, or something lapses.

        A pause, a proposal and an offer last so many seconds.
        """
        ((at,),) = await self._fetch_at_home(_NEAREST, pause=pause, ask=ask, offer=offer)
        return None if at is None else float(at)

    async def running(self, since: float) -> AsyncIterator[tuple[int, int, int | None]]:
        """Rooms in which a clock has run since that moment or longer, each with its channel and its server."""
        async for _, room_id, channel, guild in self._pages(_RUNNING, {"opened": -inf, "id": 0}, since=since):
            yield room_id, channel, guild

    async def of_person(self, person_id: int) -> list[int]:
        """Rooms in which this person has a deadline, also those whose clock stands still."""
        return [room_id for (room_id,) in await self._database.fetch(_ASKED_OF, person_id)]

    async def silences(self, now: float) -> dict[Home, float]:
        """How many seconds ago people could last play on these servers; nothing in a new database.

        Below 0 where a clock was set back since. On a server its own clock counts in place of `now`.
        """
        rows = await self._database.fetch(_PULSES, clock=now)
        return {Home(first, last, count): float(seconds) for first, last, count, seconds in rows}

    async def beat(self, now: float, homes: Sequence[Home] = (EVERYWHERE,)) -> None:
        """People can play at that moment on these servers. On a server its own clock counts in place of `now`."""
        for home in homes:
            await self._database.execute_alone(_BEAT, rooms=(), clock=now, **asdict(home))

    async def forget_pulses_within(self, home: Home) -> None:
        """The pulse of these servers is newer than those of its parts, so nobody needs them any more."""
        await self._database.execute_alone(_SILENCE, rooms=(), **asdict(home))

    async def probe(self) -> None:
        """Something is written, though nothing changes. Raises whatever keeps the bot from writing now."""
        await self._database.execute_alone(_PROBE, rooms=(), **asdict(self._home))
