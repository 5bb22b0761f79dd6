"""Deadlines, reminders and whatever else falls due, and when people could last play. Knows no rules."""

from bot.store.database import StorePart

_RUNS = "seats JOIN rooms ON rooms.id = seats.room AND rooms.paused IS NULL"  # seats of tables that are not paused
_DUE = f"SELECT room, seat FROM {_RUNS} WHERE due <= ? ORDER BY due, room, seat"  # noqa: S608 - no outside text
_NUDGES = f"SELECT room, seat FROM {_RUNS} WHERE nudge <= ? ORDER BY nudge, room, seat"  # noqa: S608
_NOTES = "SELECT room, seat FROM seats WHERE note <= ? ORDER BY note, room, seat"
_NEAREST = f"""
    SELECT min(at) FROM (SELECT min(due) AS at FROM {_RUNS} UNION ALL SELECT min(nudge) FROM {_RUNS}
        UNION ALL SELECT min(note) FROM seats UNION ALL SELECT min(paused) + ? FROM rooms
        UNION ALL SELECT min(asks.at) + ? FROM asks JOIN rooms ON rooms.id = asks.room AND rooms.phase = 'playing'
        UNION ALL SELECT min(offers.at) + ? FROM offers JOIN rooms ON rooms.id = offers.room
            AND rooms.phase = 'playing')"""  # noqa: S608
_LAPSED = """
    SELECT id FROM rooms LEFT JOIN asks ON asks.room = id LEFT JOIN offers ON offers.room = id
    WHERE phase = 'playing' AND (paused <= ? OR asks.at <= ? OR offers.at <= ?) GROUP BY id ORDER BY id"""
_RUNNING = f"""
    SELECT DISTINCT rooms.id, rooms.channel FROM {_RUNS} WHERE seats.due IS NOT NULL ORDER BY rooms.id"""  # noqa: S608
_ASKED_OF = "SELECT room FROM seats WHERE person = ? AND due IS NOT NULL ORDER BY room"
_PULSE = "SELECT at FROM pulse"
_BEAT = "INSERT INTO pulse (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"

_PROBE = "UPDATE pulse SET at = at"


class DeadlineStore(StorePart):
    """What falls due at which moment (unix seconds). Each call is one transaction."""

    async def due(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose deadline has passed at that moment, the one that waits longest first."""
        return [(room_id, seat) for room_id, seat in await self._database.fetch(_DUE, now)]

    async def reminders_due(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose person is to be reminded at that moment."""
        return [(room_id, seat) for room_id, seat in await self._database.fetch(_NUDGES, now)]

    async def notices_due(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose person is to hear at that moment that a robot moved for them."""
        return [(room_id, seat) for room_id, seat in await self._database.fetch(_NOTES, now)]

    async def lapsed(self, pause: float, ask: float, offer: float) -> list[int]:
        """Rooms with a pause, a proposal or an offer that began at those moments or before."""
        return [room_id for (room_id,) in await self._database.fetch(_LAPSED, pause, ask, offer)]

    async def nearest(self, pause: float, ask: float, offer: float) -> float | None:
        """The next moment at which a deadline passes, somebody is to be notified, or something lapses.

        A pause, a proposal and an offer last so many seconds.
        """
        ((at,),) = await self._database.fetch(_NEAREST, pause, ask, offer)
        return None if at is None else float(at)

    async def running(self) -> list[tuple[int, int]]:
        """Rooms in which a clock runs, each with its channel."""
        return [(room_id, channel) for room_id, channel in await self._database.fetch(_RUNNING)]

    async def of_person(self, person_id: int) -> list[int]:
        """Rooms in which this person has a deadline, also those whose clock stands still."""
        return [room_id for (room_id,) in await self._database.fetch(_ASKED_OF, person_id)]

    async def pulse(self) -> float | None:
        """The last moment at which people could play; None in a new file."""
        rows = await self._database.fetch(_PULSE)
        return float(rows[0][0]) if rows else None

    async def beat(self, now: float) -> None:
        """People can play at that moment."""
        await self._database.execute_alone(_BEAT, now, rooms=())

    async def probe(self) -> None:
        """Something is written, though nothing changes. Raises whatever keeps the bot from writing now."""
        await self._database.execute_alone(_PROBE, rooms=())
