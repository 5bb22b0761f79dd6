"""The tables of the file about time: deadlines that have passed, people's wishes, the program's pulse.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.hours import Hours
from bot.model.people import Person
from bot.model.preferences import mine_of
from bot.store.table_life import TableLifeStore

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
_WISHES = "SELECT key, value FROM wishes WHERE person = ?"
_WISH = "INSERT OR REPLACE INTO wishes (person, key, value) VALUES (?, ?, ?)"
_CAREFUL = """
    SELECT seats.person FROM seats JOIN wishes ON wishes.person = seats.person
    WHERE seats.room = ? AND wishes.key = 'only' AND wishes.value = 'no'"""
_MEET = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"


class DeadlineStore(TableLifeStore):
    """What is kept about time. Each public call is one transaction."""

    async def due(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose deadline has passed at that moment, the one that waits longest first."""
        return [(room_id, seat) for room_id, seat in await self._read(_DUE, now)]

    async def to_nudge(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose person is to be reminded at that moment."""
        return [(room_id, seat) for room_id, seat in await self._read(_NUDGES, now)]

    async def to_tell(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose person is to be told at that moment that a robot moved for them."""
        return [(room_id, seat) for room_id, seat in await self._read(_NOTES, now)]

    async def lapsed(self, pause: float, ask: float, offer: float) -> list[int]:
        """Rooms with a pause, a wish or an offer that began at those moments or before."""
        return [room_id for (room_id,) in await self._read(_LAPSED, pause, ask, offer)]

    async def nearest(self, pause: float, ask: float, offer: float) -> float | None:
        """The next moment at which a deadline passes, somebody is to be reminded or told, or something lapses.

        A pause, a wish and an offer last so many seconds.
        """
        ((at,),) = await self._read(_NEAREST, pause, ask, offer)
        return None if at is None else float(at)

    async def running(self) -> list[tuple[int, int]]:
        """Rooms in which a clock runs, each with its channel."""
        return [(room_id, channel) for room_id, channel in await self._read(_RUNNING)]

    async def asked_of(self, person_id: int) -> list[int]:
        """Rooms in which this person has a deadline, also those whose clock stands still."""
        return [room_id for (room_id,) in await self._read(_ASKED_OF, person_id)]

    async def pulse(self) -> float | None:
        """The last moment at which people could play; None in a new file."""
        rows = await self._read(_PULSE)
        return float(rows[0][0]) if rows else None

    async def beat(self, now: float) -> None:
        """People can play at that moment."""
        await self._alone(_BEAT, now, rooms=())

    async def wishes(self, person_id: int) -> dict[str, str]:
        """What the person chose, see model/preferences.py; empty for somebody unknown."""
        rows = await self._recall(_WISHES, person_id)
        return {str(key): str(value) for key, value in rows}

    async def wish(self, person: Person, key: str, value: str) -> None:
        """The person chose that."""

        async def work() -> None:
            await self._rows(_MEET, (person.id, person.name))
            await self._rows(_WISH, (person.id, key, value))

        await self._transact(work)

    async def careful(self, room_id: int) -> frozenset[int]:
        """The people at that table who want to make a move themselves also where it is the only one."""
        return frozenset(person for (person,) in await self._read(_CAREFUL, room_id))

    async def hours(self, people: Iterable[Person]) -> dict[int, Hours]:
        """The hours of these people, by number."""
        return {person.id: mine_of(await self.wishes(person.id)).hours for person in people}
