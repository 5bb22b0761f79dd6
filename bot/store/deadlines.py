"""Deadlines, reminders and whatever else falls due, and when people could last play. Knows no rules."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from math import inf

from bot.store.shard_range import ALL_SHARDS, ShardedStore, ShardRange, server_in_range, table_in_range

_SEAT_IN_RANGE = table_in_range("seats.room")
_ROOM_IN_RANGE = server_in_range("rooms.guild")


def _due_statement(column: str) -> str:
    return f"""
    SELECT {column}, room, seat FROM seats
    WHERE ({column}, room, seat) > (:at, :room, :seat) AND {column} <= :now AND is_paused = 0 AND {_SEAT_IN_RANGE}
    ORDER BY {column}, room, seat LIMIT :most"""  # noqa: S608 - no outside text


_OVERDUE = _due_statement("due")
_REMINDERS = _due_statement("remind_at")
# Each part ends at the first row that counts. min() over a join would look at every seat under way.
_NEXT_MOMENT = f"""
    SELECT min(at) FROM (
        SELECT (SELECT due FROM seats
            WHERE due IS NOT NULL AND is_paused = 0 AND {_SEAT_IN_RANGE} ORDER BY due LIMIT 1) AS at
        UNION ALL SELECT (SELECT remind_at FROM seats
            WHERE remind_at IS NOT NULL AND is_paused = 0 AND {_SEAT_IN_RANGE} ORDER BY remind_at LIMIT 1)
        UNION ALL SELECT (SELECT paused FROM rooms
            WHERE paused IS NOT NULL AND phase = 'playing' AND {_ROOM_IN_RANGE}
            ORDER BY paused LIMIT 1) + :pause
        UNION ALL SELECT (SELECT proposals.at FROM proposals CROSS JOIN rooms
            WHERE rooms.id = proposals.room AND rooms.phase = 'playing' AND {_ROOM_IN_RANGE}
            ORDER BY proposals.at LIMIT 1) + :ask
        UNION ALL SELECT (SELECT offers.at FROM offers CROSS JOIN rooms
            WHERE rooms.id = offers.room AND rooms.phase = 'playing' AND {_ROOM_IN_RANGE}
            ORDER BY offers.at LIMIT 1) + :offer) AS moments"""  # noqa: S608 - no outside text
_LAPSED = f"""
    SELECT id FROM rooms WHERE paused <= :pause AND phase = 'playing' AND {_ROOM_IN_RANGE}
    UNION ALL SELECT room FROM proposals CROSS JOIN rooms
        WHERE rooms.id = room AND proposals.at <= :ask AND phase = 'playing' AND {_ROOM_IN_RANGE}
    UNION ALL SELECT room FROM offers CROSS JOIN rooms
        WHERE rooms.id = room AND offers.at <= :offer AND phase = 'playing' AND {_ROOM_IN_RANGE}"""  # noqa: S608
# In the order in which they were opened, which no change of a room alters, so that the next ones can be asked for.
_RUNNING = f"""
    SELECT opened, id, channel, guild FROM rooms
    WHERE phase = 'playing' AND paused IS NULL AND (opened, id) > (:opened, :id) AND {_ROOM_IN_RANGE}
        AND EXISTS (SELECT 1 FROM seats WHERE seats.room = rooms.id AND due IS NOT NULL AND clock_started <= :since)
    ORDER BY opened, id LIMIT :most"""  # noqa: S608 - no outside text
_ROOMS_WITH_DEADLINE = "SELECT room FROM seats WHERE person = ? AND due IS NOT NULL ORDER BY room"
_HEARTBEATS = "SELECT first, last, count, :clock - at FROM heartbeats"
_RECORD_HEARTBEAT = """
    INSERT INTO heartbeats (first, last, count, at) VALUES (:first, :last, :count, :clock)
    ON CONFLICT (count, first, last) DO UPDATE SET at = excluded.at"""
_DELETE_HEARTBEATS = """
    DELETE FROM heartbeats WHERE (count <> :count OR first <> :first OR last <> :last)
        AND (:count = 1 OR (count = :count AND first >= :first AND last <= :last))"""

_CHECK_WRITABLE = "UPDATE heartbeats SET at = at WHERE first = :first AND last = :last AND count = :count"


class DeadlineStore(ShardedStore):
    """What falls due at home, at which moment (unix seconds). Each call is one transaction."""

    def within_shards(self, shards: ShardRange) -> DeadlineStore:
        """What falls due on these servers of ours alone."""
        return self if shards == self._shards else DeadlineStore(self._database, shards)

    async def overdue_seats(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose deadline has passed at that moment, the one that waits longest first."""
        return await self._seats(_OVERDUE, now)

    async def due_reminders(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose person is to be reminded at that moment."""
        return await self._seats(_REMINDERS, now)

    async def _seats(self, sql: str, now: float) -> list[tuple[int, int]]:
        first = {"at": -inf, "room": 0, "seat": 0}
        return [(room_id, seat) async for _, room_id, seat in self._fetch_pages(sql, first, now=now)]

    async def lapsed_rooms(self, pause: float, ask: float, offer: float) -> list[int]:
        """Rooms with a pause, a proposal or an offer that began at those moments or before."""
        return sorted(
            {room_id for (room_id,) in await self._fetch_in_range(_LAPSED, pause=pause, ask=ask, offer=offer)}
        )

    async def next_moment(self, pause: float, ask: float, offer: float) -> float | None:
        """The next moment at which a deadline passes, somebody is to be reminded, or something lapses.

        A pause, a proposal and an offer last so many seconds.
        """
        ((at,),) = await self._fetch_in_range(_NEXT_MOMENT, pause=pause, ask=ask, offer=offer)
        return None if at is None else float(at)

    async def running_rooms(self, since: float) -> AsyncIterator[tuple[int, int, int | None]]:
        """Rooms in which a clock has run since that moment or longer, each with its channel and its server."""
        async for _, room_id, channel, guild in self._fetch_pages(_RUNNING, {"opened": -inf, "id": 0}, since=since):
            yield room_id, channel, guild

    async def rooms_with_deadline(self, person_id: int) -> list[int]:
        """Rooms in which this person has a deadline, also those whose clock stands still."""
        return [room_id for (room_id,) in await self._database.fetch(_ROOMS_WITH_DEADLINE, person_id)]

    async def seconds_since_heartbeat(self, now: float) -> dict[ShardRange, float]:
        """How many seconds ago people could last play on these servers; nothing in a new database.

        Below 0 where a clock was set back since. On a server its own clock counts in place of `now`.
        """
        rows = await self._database.fetch(_HEARTBEATS, clock=now)
        return {ShardRange(first, last, count): float(seconds) for first, last, count, seconds in rows}

    async def record_heartbeat(self, now: float, ranges: Sequence[ShardRange] = (ALL_SHARDS,)) -> None:
        """People can play at that moment on these servers. On a server its own clock counts in place of `now`."""
        for home in ranges:
            await self._database.execute_autocommit(_RECORD_HEARTBEAT, changed_keys=(), clock=now, **asdict(home))

    async def delete_heartbeats_within(self, shards: ShardRange) -> None:
        """The pulse of these servers is newer than those of its parts, so nobody needs them any more."""
        await self._database.execute_autocommit(_DELETE_HEARTBEATS, changed_keys=(), **asdict(shards))

    async def check_writable(self) -> None:
        """Something is written, though nothing changes. Raises whatever keeps the bot from writing now."""
        await self._database.execute_autocommit(_CHECK_WRITABLE, changed_keys=(), **asdict(self._shards))
