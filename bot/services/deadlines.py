"""The service of time: deadlines that pass, outages, hours that change. Knows no Discord and no sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.logic import consent, pause, seat_offers
from bot.logic.deadlines import is_slow, lengthened, timed_out, with_note, with_nudge, withdrawn
from bot.logic.deadlines import postponed as later_by
from bot.logic.forced_moves import with_only_moves
from bot.model.errors import Refusal
from bot.model.hours import Hours, due
from bot.model.people import Person
from bot.model.phases import played_room_of
from bot.model.record import Record
from bot.model.room import Room
from bot.services.isolation import Isolation
from bot.services.preferences import PreferencesService
from bot.services.robots import late_turn
from bot.services.rooms import Rooms
from bot.store.store import Store
from engine.core import Seat

OUTAGE = 60.0  # seconds without a pulse from which on deadlines are moved
AGAIN = 60.0  # seconds before a reminder that failed for the moment is tried again


class Deadlines:
    """What the passing of time does to tables."""

    def __init__(self, rooms: Rooms, store: Store, preferences: PreferencesService) -> None:
        self._rooms, self._store, self._preferences, self.now = rooms, store, preferences, rooms.now
        self._apart, self.reminders = Isolation(rooms.now), Isolation(rooms.now)

    async def nearest(self) -> float | None:
        """The next moment (unix seconds) at which something is to be done, None if nothing waits."""
        return await self._store.deadlines.nearest(pause.LONGEST, consent.LASTS, seat_offers.LASTS)

    async def beat(self) -> list[int]:
        """People can play at this moment; the rooms whose deadlines have moved because they could not before.

        A crash in the middle gives some people the lost time twice, never less.
        """
        now, last = self.now(), await self._store.deadlines.pulse()
        moved = await self._postpone(last, now) if last is not None and now - last > OUTAGE else []
        await self._store.deadlines.beat(now)
        return moved

    async def time_out(self) -> list[int]:
        """Robots have moved for all whose deadline has passed; the rooms in which they have."""
        changed = []
        for room_id, seat in self._ready(await self._store.deadlines.due(self.now()), self._apart):
            with self._apart.alone(room_id):
                spared = await self._spare(room_id, seat)
                if not spared:
                    await self._time_out(room_id, seat)
                changed += spared or [room_id]
        return changed

    async def lapse(self) -> list[int]:
        """Pauses, wishes and offers that have lasted as long as they may are over; the rooms in which one was."""
        now, changed = self.now(), []
        since = (now - pause.LONGEST, now - consent.LASTS, now - seat_offers.LASTS)
        for room_id in await self._store.deadlines.lapsed(*since):
            if self._apart.ready(room_id):
                with self._apart.alone(room_id):
                    await self._lapse(room_id, now)
                    changed.append(room_id)
        return changed

    async def go_on(self, room_id: int, person: Person, press: int) -> Room:
        """The clock of the table runs again, because this person wants that. Raises Refusal: not_seated, not_paused."""
        await self._rooms.seated(room_id, person.id)
        hours = await self._hours(room_id)
        return await self._rooms.change(
            room_id, press, lambda record: pause.gone_on(record, hours, person.name, self.now())
        )

    async def to_nudge(self) -> list[tuple[int, Seat]]:
        """Rooms and seats whose person is to be reminded now; for who sleeps that is put off until the morning."""
        ready = []
        for room_id, seat in self._ready(await self._store.deadlines.reminders_due(self.now()), self.reminders):
            with self.reminders.alone(room_id):
                morning = await self._morning(room_id, seat)
                if morning is not None:
                    await self._set_nudge(room_id, seat, morning)
                else:
                    ready.append((room_id, seat))
        return ready

    async def nudged(self, room_id: int, seat: Seat) -> None:
        """The seat's person is not reminded again in this turn. Raises Refusal: stale, gone."""
        await self._set_nudge(room_id, seat, None)

    async def nudge_later(self, room_id: int, seat: Seat) -> None:
        """The seat's person is reminded in a minute: for the moment that failed. Raises Refusal: stale, gone."""
        await self._set_nudge(room_id, seat, self.now() + AGAIN)

    async def to_tell(self) -> list[tuple[int, Seat, int]]:
        """Rooms, seats and people to be told that a robot moved for them; who sleeps is told in the morning."""
        ready = []
        for room_id, seat in self._ready(await self._store.deadlines.notices_due(self.now()), self.reminders):
            with self.reminders.alone(room_id):
                morning, chair = await self._morning(room_id, seat), (await self._rooms.record(room_id)).chairs[seat]
                if morning is not None:
                    await self._set_note(room_id, seat, morning)
                else:
                    who = chair.occupant.id if isinstance(chair.occupant, Person) else chair.former or 0
                    ready.append((room_id, seat, who))
        return ready

    async def told(self, room_id: int, seat: Seat) -> None:
        """The seat's person knows that a robot moved. Raises Refusal: gone."""
        await self._set_note(room_id, seat, None)

    async def more_time(self, room_id: int, person: Person, press: int) -> Room:
        """The person has one more full turn's time, once a game. Raises Refusal: not_seated, away, no_more_time."""
        _, seat = await self._rooms.seated(room_id, person.id)
        hours = (await self._store.preferences.hours([person]))[person.id]
        return await self._rooms.change(room_id, press, lambda record: lengthened(record, seat, hours, self.now()))

    def _ready(self, found: Sequence[tuple[int, Seat]], apart: Isolation) -> list[tuple[int, Seat]]:
        """Those of the rooms and seats whose room has not failed just now."""
        return [(room_id, seat) for room_id, seat in found if apart.ready(room_id)]

    async def _lapse(self, room_id: int, now: float) -> None:
        hours = await self._hours(room_id)

        def step(record: Record) -> Record:
            later = pause.lapsed(seat_offers.lapsed(consent.lapsed(record, now), now), hours, now)
            if later == record:
                raise Refusal("stale")
            return later

        await self._rooms.change(room_id, None, step)

    async def _morning(self, room_id: int, seat: Seat) -> float | None:
        """When whoever sits there, or sat there last, is awake again; None for who is awake."""
        chair = (await self._rooms.record(room_id)).chairs[seat]
        number = chair.occupant.id if isinstance(chair.occupant, Person) else chair.former or 0
        hours = (await self._store.preferences.hours([Person(number, "")]))[number]
        return due(hours, self.now(), 1.0) if hours.asleep(self.now()) else None

    async def _set_note(self, room_id: int, seat: Seat, at: float | None) -> None:
        await self._rooms.change(room_id, None, lambda record: with_note(record, seat, at))

    async def _set_nudge(self, room_id: int, seat: Seat, at: float | None) -> None:
        await self._rooms.change(room_id, None, lambda record: with_nudge(record, seat, at))

    async def _spare(self, room_id: int, seat: Seat) -> list[int]:
        """The rooms where the person of that seat has a day of vacation instead of a missed turn; not in live games."""
        record = await self._rooms.record(room_id)
        chair = record.chairs[seat]
        if chair.deadline is None or chair.deadline.at > self.now():
            raise Refusal("stale")
        if not isinstance(chair.occupant, Person) or not is_slow(record):
            return []
        return await self._preferences.spare(chair.occupant)

    async def _time_out(self, room_id: int, seat: Seat) -> None:
        record = await self._rooms.record(room_id)
        game, stamp = self._rooms.games[record.game], record.chairs[seat].stamp
        table = played_room_of(withdrawn(record, game, seat, self.now()), game).table
        turn = await asyncio.to_thread(late_turn, table, seat, self._rooms.choose)

        def step(current: Record) -> Record:
            if current.chairs[seat].stamp != stamp:
                raise Refusal("stale")
            return with_only_moves(timed_out(current, game, seat, turn, self.now()), game, self.now(), careful)

        careful = await self._store.preferences.careful(room_id)
        await self._rooms.change(room_id, None, step)

    async def _postpone(self, start: float, end: float) -> list[int]:
        told: set[int] = set()
        moved = []
        for room_id, channel in await self._store.deadlines.running():
            with self._apart.alone(room_id):
                hours, news = await self._hours(room_id), channel not in told

                def step(record: Record, hours: dict[int, Hours] = hours, news: bool = news) -> Record:
                    return later_by(record, hours, (start, end), told=news)

                await self._rooms.change(room_id, None, step)
                told.add(channel)
                moved.append(room_id)
        return moved

    async def _hours(self, room_id: int) -> dict[int, Hours]:
        return await self._store.preferences.hours((await self._rooms.record(room_id)).people)
