"""The tables of the file about time: deadlines that have passed, people's wishes, the program's pulse.

Knows no connection and no transaction: both are the store's.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.hours import Hours
from bot.mine import mine_of
from bot.room import Person
from bot.store_life import LifeStore

_DUE = "SELECT room, seat FROM seats WHERE due <= ? ORDER BY due, room, seat"
_NUDGES = "SELECT room, seat FROM seats WHERE nudge <= ? ORDER BY nudge, room, seat"
_NEAREST = "SELECT min(at) FROM (SELECT min(due) AS at FROM seats UNION ALL SELECT min(nudge) FROM seats)"
_RUNNING = """
    SELECT DISTINCT rooms.id, rooms.channel FROM seats JOIN rooms ON rooms.id = seats.room
    WHERE seats.due IS NOT NULL ORDER BY rooms.id"""
_RUNNING_FOR = "SELECT room FROM seats WHERE person = ? AND due IS NOT NULL ORDER BY room"
_PULSE = "SELECT at FROM pulse"
_BEAT = "INSERT INTO pulse (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"
_WISHES = "SELECT key, value FROM wishes WHERE person = ?"
_WISH = "INSERT OR REPLACE INTO wishes (person, key, value) VALUES (?, ?, ?)"
_CAREFUL = """
    SELECT seats.person FROM seats JOIN wishes ON wishes.person = seats.person
    WHERE seats.room = ? AND wishes.key = 'only' AND wishes.value = 'no'"""
_MEET = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"


class ClockStore(LifeStore):
    """What is kept about time. Each public call is one transaction."""

    async def due(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose deadline has passed at that moment, the one that waits longest first."""
        return [(room_id, seat) for room_id, seat in await self._read(_DUE, now)]

    async def to_nudge(self, now: float) -> list[tuple[int, int]]:
        """Rooms and seats whose person is to be reminded at that moment."""
        return [(room_id, seat) for room_id, seat in await self._read(_NUDGES, now)]

    async def nearest(self) -> float | None:
        """The next moment at which a deadline passes or somebody is to be reminded."""
        ((at,),) = await self._read(_NEAREST)
        return None if at is None else float(at)

    async def running(self) -> list[tuple[int, int]]:
        """Rooms in which a clock runs, each with its channel."""
        return [(room_id, channel) for room_id, channel in await self._read(_RUNNING)]

    async def running_for(self, person_id: int) -> list[int]:
        """Rooms in which this person's clock runs."""
        return [room_id for (room_id,) in await self._read(_RUNNING_FOR, person_id)]

    async def pulse(self) -> float | None:
        """The last moment at which people could play; None in a new file."""
        rows = await self._read(_PULSE)
        return float(rows[0][0]) if rows else None

    async def beat(self, now: float) -> None:
        """People can play at that moment."""
        await self._transact(lambda: self._rows(_BEAT, (now,)))

    async def wishes(self, person_id: int) -> dict[str, str]:
        """What the person chose, see bot/mine.py; empty for somebody unknown."""
        rows = await self._read(_WISHES, person_id)
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
