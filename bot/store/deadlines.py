"""Deadlines, reminders and other due times, and heartbeats: when people could last play. Knows nothing about rules."""

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
# Each part stops at its first matching row, while min() over a join would visit every seat of a running table.
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
# Ordered by opening time, which never changes, so that the query can continue after the last row.
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
    """What falls due on the servers of this process. Times are unix seconds. Each call is one transaction."""

    def within_shards(self, shards: ShardRange) -> DeadlineStore:
        """Return the same store, narrowed to some of this process's shards."""
        return self if shards == self._shards else DeadlineStore(self._database, shards)

    async def overdue_seats(self, now: float) -> list[tuple[int, int]]:
        """Return room and seat of each deadline that has passed, the oldest first."""
        return await self._seats(_OVERDUE, now)

    async def due_reminders(self, now: float) -> list[tuple[int, int]]:
        """Return room and seat of each person to remind now."""
        return await self._seats(_REMINDERS, now)

    async def _seats(self, sql: str, now: float) -> list[tuple[int, int]]:
        first = {"at": -inf, "room": 0, "seat": 0}
        return [(room_id, seat) async for _, room_id, seat in self._fetch_pages(sql, first, now=now)]

    async def lapsed_rooms(self, pause: float, ask: float, offer: float) -> list[int]:
        """Return rooms with a pause, a proposal or an offer that began at those times or before."""
        return sorted(
            {room_id for (room_id,) in await self._fetch_in_range(_LAPSED, pause=pause, ask=ask, offer=offer)}
        )

    async def next_moment(self, pause: float, ask: float, offer: float) -> float | None:
        """Return the next time at which a deadline passes, a reminder is due, or something lapses.

        The parameters say how many seconds a pause, a proposal and an offer last.
        """
        ((at,),) = await self._fetch_in_range(_NEXT_MOMENT, pause=pause, ask=ask, offer=offer)
        return None if at is None else float(at)

    async def running_rooms(self, since: float) -> AsyncIterator[tuple[int, int, int | None]]:
        """Yield number, channel and server of each room in which a clock has run at least since that time."""
        async for _, room_id, channel, guild in self._fetch_pages(_RUNNING, {"opened": -inf, "id": 0}, since=since):
            yield room_id, channel, guild

    async def rooms_with_deadline(self, person_id: int) -> list[int]:
        """Return rooms in which the person has a deadline, including paused ones."""
        return [room_id for (room_id,) in await self._database.fetch(_ROOMS_WITH_DEADLINE, person_id)]

    async def seconds_since_heartbeat(self, now: float) -> dict[ShardRange, float]:
        """Return how many seconds ago people could last play, by shard range; empty for a new database.

        The number is negative if a clock was set back since. A database server uses its own clock instead of `now`.
        """
        rows = await self._database.fetch(_HEARTBEATS, clock=now)
        return {ShardRange(first, last, count): float(seconds) for first, last, count, seconds in rows}

    async def record_heartbeat(self, now: float, ranges: Sequence[ShardRange] = (ALL_SHARDS,)) -> None:
        """Note that people can play now on these shards. A database server uses its own clock instead of `now`."""
        for shards in ranges:
            await self._database.execute_autocommit(_RECORD_HEARTBEAT, changed_keys=(), clock=now, **asdict(shards))

    async def delete_heartbeats_within(self, shards: ShardRange) -> None:
        """Delete older heartbeats of parts of this range, which the heartbeat of the whole range replaces."""
        await self._database.execute_autocommit(_DELETE_HEARTBEATS, changed_keys=(), **asdict(shards))

    async def check_writable(self) -> None:
        """Write without changing anything. Raises the error, if any, that prevents writing now."""
        await self._database.execute_autocommit(_CHECK_WRITABLE, changed_keys=(), **asdict(self._shards))
